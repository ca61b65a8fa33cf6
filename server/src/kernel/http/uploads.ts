// File uploads, as the body itself or in a form. Files are streamed to disk, and their size and digest computed on the way.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { expandBrackets, type Inputs, type Pair } from './request-parsing.ts'
import { Problem } from '../errors/problems.ts'

export interface UploadSettings {
  /** Creates a folder for one upload. */
  scratch(): Promise<string>
  readonly limitBytes: number
  /** Time in which a form must be received and parsed. */
  readonly timeoutMs: number
}

/** A received file. The server deletes it when the handler has finished. */
export class Upload {
  readonly folder: string
  readonly path: string
  /** SHA-256 of its bytes. */
  readonly digest: string
  /** The file name that the client sent; may be empty. */
  readonly name: string
  constructor(folder: string, path: string, digest: string, name: string) {
    this.folder = folder
    this.path = path
    this.digest = digest
    this.name = name
  }
  discard(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

export const FILE_TYPES = /^(?:multipart\/form-data|image\/|application\/octet-stream)/i

/** Returns the inputs of a request with a file. The file is the input `file`. */
export async function receiveUpload(request: IncomingMessage, settings: UploadSettings): Promise<Inputs> {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > settings.limitBytes + FORM_BYTES) throw new Problem('rest_body_too_large')
  const folder = await settings.scratch()
  try {
    const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '')
    const { file, pairs } = isForm
      ? await receiveForm(request, folder, settings)
      : { file: await store(request, folder, settings, filenameFromHeaders(headers)), pairs: [] }
    if (!file) await rm(folder, { recursive: true, force: true })
    return Object.assign(Object.create(null) as Record<string, unknown>, expandBrackets(pairs), file && { file })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Size limit of a form without its file. */
const FORM_BYTES = 65_536
const LIMITS = { fieldNameSize: 100, fieldSize: 32_768, fields: 80, files: 1, parts: 81, headerPairs: 20 }

async function receiveForm(
  request: IncomingMessage,
  folder: string,
  settings: UploadSettings,
): Promise<{ file: Upload | null; pairs: Pair[] }> {
  const pairs: Pair[] = []
  const form = createFormParser(request.headers, settings.limitBytes)
  const files: Promise<Upload>[] = []
  let failure: Error | null = null
  /** Ends the parser; the first failure becomes the response. */
  const fail = (error: Error): void => {
    failure ??= error
    form.destroy(error)
  }
  const tooLarge = (): void => fail(new Problem('rest_body_too_large'))
  // A part may lack a name, although the types declare one.
  const isNamed = (name: string | undefined): name is string => {
    if (name !== undefined) return true
    fail(new Problem('rest_invalid_form'))
    return false
  }
  form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) tooLarge()
    else if (isNamed(name)) pairs.push([name, value])
  })
  form.on('file', (name, stream, { filename }) => {
    // Destroying the parser destroys an open file stream, and its error needs a listener.
    stream.on('error', () => undefined)
    if (!isNamed(name) || name !== 'file') {
      pairs.push([name, ''])
      stream.resume()
      return
    }
    stream.once('limit', tooLarge)
    const stored = store(stream, folder, settings, filename ?? '')
    // A malformed form also fails its open file and is a client error; a full disk is a server error.
    stored.catch((error: Error) => form.errored === null && fail(error))
    files.push(stored)
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) form.on(limit, tooLarge)
  try {
    request.pipe(form)
    await Promise.all([finished(form, { signal: AbortSignal.timeout(settings.timeoutMs) }), finished(request)])
    return { file: (await files[0]) ?? null, pairs }
  } catch (error) {
    // The folder is removed next, so all writes to it must have ended.
    form.destroy()
    await Promise.allSettled(files)
    throw request.errored ?? failure ?? new Problem('rest_invalid_form', { cause: error })
  }
}
function createFormParser(headers: IncomingHttpHeaders, fileSize: number): busboy.Busboy {
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { ...LIMITS, fileSize } })
  } catch (error) {
    throw new Problem('rest_invalid_form', { cause: error })
  }
}

async function store(stream: Readable, folder: string, settings: UploadSettings, name: string): Promise<Upload> {
  const hash = createHash('sha256')
  const path = join(folder, 'sent')
  let bytes = 0
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > settings.limitBytes) throw new Problem('rest_body_too_large')
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  )
  return new Upload(folder, path, hash.digest('hex'), name)
}

/** Reads the file name of a bare body from `filename="poster.jpg"` or, with precedence, from `filename*=UTF-8''affiche%20d%C3%A9t%C3%A9.jpg` (RFC 8187). */
function filenameFromHeaders(headers: IncomingHttpHeaders): string {
  const disposition = Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString()
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;"',]{1,2000})/i.exec(disposition)?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    // Malformed percent-encoding: fall back to the plain name.
  }
  return /filename="?([^";]{1,200})/i.exec(disposition)?.[1] ?? ''
}
