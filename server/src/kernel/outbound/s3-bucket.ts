// Client of one bucket of an S3 service. Every function takes a signal, so that no request is without a deadline.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'

export interface S3Settings {
  /** For example `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** The bucket is the first segment of the path, instead of the first label of the host name. */
  readonly isPathStyle: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
export interface StoredObject {
  readonly key: string
  readonly bytes: number
  readonly modifiedMs: number
}
export interface ObjectToWrite {
  readonly key: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-type': string }
}
export interface ByteRange {
  readonly first: number
  /** Included. */
  readonly last: number
}
export interface S3Bucket {
  /** Returns null if there is no object with this key. */
  size(key: string, signal: AbortSignal): Promise<number | null>
  /** Returns null if there is no object with this key. */
  readText(key: string, signal: AbortSignal): Promise<string | null>
  /** The signal ends the wait for the response. The stream fails if the body stalls, or does not have the length of the range. */
  read(key: string, range: ByteRange, signal: AbortSignal): Promise<Readable>
  write(object: ObjectToWrite, signal: AbortSignal): Promise<void>
  /** Copies an object within the bucket. */
  copy(from: string, to: string, signal: AbortSignal): Promise<void>
  /** Has no effect if there is no object with this key. */
  remove(key: string, signal: AbortSignal): Promise<void>
  /** Yields pages of the objects whose keys begin with the prefix. Each page has a deadline of its own. */
  list(prefix: string, deadline: () => AbortSignal): AsyncIterable<readonly StoredObject[]>
  /** Yields pages of the names between the prefix and the next slash. */
  listFolders(prefix: string, deadline: () => AbortSignal): AsyncIterable<readonly string[]>
}

/** Code of a request that was not answered in time. */
export const DEADLINE = 'deadline'
/** A request to the bucket failed. `code` is the code of the service, of the network, or `deadline`. */
export class S3Error extends Error {
  readonly code: string
  /** 0 without a response. */
  readonly status: number
  constructor(request: string, { code, status }: { readonly code: string; readonly status: number }) {
    super(`${request} failed: ${status === 0 ? code : `${status} ${code}`}`)
    this.code = code
    this.status = status
  }
}

/** A stream of an object fails if nothing arrives for this time. */
const STALL_MS = 10_000

/** `pageSize` is the number of objects of a listing that the service returns at once. */
export function openS3Bucket(settings: S3Settings, pageSize = 1_000): S3Bucket {
  const connect = (signal: AbortSignal, isDownload = false): S3mini =>
    new S3mini({ ...settings, endpoint: bucketUrl(settings), fetch: repeatingFetch(signal, isDownload) })
  const listPages = async function* (prefix: string, deadline: () => AbortSignal, options: Record<string, string>) {
    let token: string | undefined
    do {
      const signal = deadline()
      const page = await describing(`LIST ${prefix}`, signal, () => connect(signal).listObjectsPaged('/', prefix, pageSize, token, options))
      // The client returns null for 404.
      if (!page?.objects) throw new S3Error(`LIST ${prefix}`, { code: 'NoSuchBucket', status: 404 })
      yield page.objects
      if (page.nextContinuationToken !== undefined && page.nextContinuationToken === token)
        throw new S3Error(`LIST ${prefix}`, { code: 'the listing does not advance', status: 0 })
      token = page.nextContinuationToken
    } while (token !== undefined)
  }
  return {
    size: (key, signal) => orNull(describing(`GET ${key}`, signal, () => readSize(connect(signal), key))),
    readText: (key, signal) => orNull(describing(`GET ${key}`, signal, async () => await (await connect(signal).getObjectRaw(key)).text())),
    read: (key, range, signal) => describing(`GET ${key}`, signal, () => download((abort) => connect(abort, true), key, range, signal)),
    write: ({ key, bytes, headers: { 'content-type': type, ...headers } }, signal) =>
      describing(`PUT ${key}`, signal, async () => {
        // The service rejects a body that does not have this digest.
        const extra = { ...headers, 'content-md5': createHash('md5').update(bytes).digest('base64') }
        await connect(signal).putObject(key, bytes, type, undefined, extra)
      }),
    copy: (from, to, signal) =>
      describing(`COPY ${from}`, signal, async () => {
        const source = { 'x-amz-copy-source': `/${settings.bucket}/${from}` }
        const response = await connect(signal).putObject(to, '', undefined, undefined, source)
        // The service may respond with 200 before the copy fails.
        if (!(await response.text()).includes('<CopyObjectResult')) throw new Error('the response has no result')
      }),
    remove: (key, signal) => orNull(describing(`DELETE ${key}`, signal, () => connect(signal).deleteObject(key))).then(() => undefined),
    list: async function* (prefix, deadline) {
      for await (const page of listPages(prefix, deadline, {}))
        yield page.map(({ Key, Size, LastModified }) => ({ key: Key, bytes: Size, modifiedMs: LastModified.getTime() }))
    },
    listFolders: async function* (prefix, deadline) {
      for await (const page of listPages(prefix, deadline, { delimiter: '/' }))
        yield page.flatMap(({ Key }) => (Key.endsWith('/') ? [Key.slice(prefix.length, -1)] : []))
    },
  }
}

/** Reads one byte. A response to HEAD would not tell a missing object from a missing bucket, and OpenStack Swift adds a body to it. */
async function readSize(client: S3mini, key: string): Promise<number> {
  const response = await client.getObjectRaw(key, false, 0, 1)
  await response.arrayBuffer()
  const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (total === undefined) throw new Error('the response has no Content-Range')
  return Number(total)
}

function bucketUrl({ endpoint, bucket, isPathStyle }: S3Settings): string {
  const url = new URL(endpoint)
  if (isPathStyle) return `${endpoint}/${bucket}`
  const hostname = `${bucket}.${url.hostname}`
  url.hostname = hostname
  // A URL ignores a host name that it does not accept, and the requests would go to another bucket.
  if (url.hostname !== hostname) throw new TypeError(`${hostname} is not a host name.`)
  return url.href
}

/** A missing object is no error; a missing bucket is one. */
const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null
    throw error
  })

/** Replaces errors of the client, which contain whole requests and responses, by short ones. */
async function describing<T>(request: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const causes = causesOf(error)
    const [service] = causes.filter((each) => each instanceof S3ServiceError)
    if (service) throw new S3Error(request, { code: service.serviceCode ?? 'Unknown', status: service.status })
    if (error instanceof S3Error) throw error
    const code = signal.aborted ? DEADLINE : causes.map(codeOf).find(Boolean)
    throw new S3Error(request, { code: code ?? causes.at(-1)?.message ?? String(error), status: 0 })
  }
}

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const ATTEMPTS = 3
const PAUSE_MS = 100
const MAX_TEXT_BYTES = 4 * 1024 * 1024
/** Each request may be repeated: an object is written as a whole, and its content does not depend on the attempt. */
function repeatingFetch(signal: AbortSignal, isDownload: boolean): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(input, { ...init, signal, redirect: 'manual' }).catch((error: unknown) => ({ error }))
      const isFinal = attempt === ATTEMPTS || signal.aborted
      if ('error' in response) {
        if (isFinal) throw response.error
      } else {
        if (isFinal || (response.status < 500 && response.status !== 429) || response.status === 501)
          return isDownload && response.ok ? response : limitBody(response)
        await response.body?.cancel()
      }
      // The service may be overloaded, so attempts of several processes are spread.
      await pause(attempt * PAUSE_MS * (0.5 + Math.random()), undefined, { signal })
    }
  }
}
function limitBody(response: Response): Response {
  if (response.body === null) return response
  let bytes = 0
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > MAX_TEXT_BYTES) controller.error(new Error('the response is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(limited, { status, statusText, headers })
}

async function download(connect: (signal: AbortSignal) => S3mini, key: string, { first, last }: ByteRange, signal: AbortSignal) {
  const aborter = new AbortController()
  const abort = (): void => aborter.abort(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  try {
    const response = await connect(aborter.signal).getObjectRaw(key, false, first, last + 1)
    const length = Number(response.headers.get('content-length') ?? -1)
    if (response.body === null || length !== last - first + 1 || (response.status !== 206 && first > 0)) {
      aborter.abort()
      throw new Error(`the response has ${length} bytes instead of ${last - first + 1}`)
    }
    return Readable.from(readBody(response.body, length, aborter), { objectMode: false })
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
async function* readBody(body: ReadableStream<Uint8Array>, length: number, aborter: AbortController): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  try {
    for (;;) {
      // The time in which the receiver reads does not count.
      const timer = setTimeout(() => aborter.abort(new Error('the body stalled')), STALL_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      bytes += value?.length ?? 0
      if (done || bytes > length) break
      yield value
    }
    if (bytes !== length) throw new Error(`the body has ${bytes} bytes instead of ${length}`)
  } finally {
    // A receiver that ends early leaves the rest of the body.
    if (bytes !== length) aborter.abort()
  }
}
