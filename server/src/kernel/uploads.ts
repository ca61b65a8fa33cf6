// Files that are sent: as the body itself or in a form. They go to disk as they arrive, counted and digested, never whole into memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { nest, type Inputs, type Pair } from './bodies.ts'
import { Problem } from './problems.ts'

export interface UploadSettings {
  /** A new folder to put it in. */
  scratch(): Promise<string>
  readonly limit_bytes: number
}

/** A file that has arrived. Whoever takes it takes it away again. */
export class Upload {
  readonly folder: string
  readonly path: string
  /** SHA-256 of its bytes. */
  readonly digest: string
  /** As the sender calls it; perhaps empty. */
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

/** The inputs of a request that brings a file; the file is among them as `file`. */
export async function receive(request: IncomingMessage, settings: UploadSettings): Promise<Inputs> {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > settings.limit_bytes + FORM_BYTES) throw new Problem('rest_body_too_large')
  const folder = await settings.scratch()
  try {
    const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '')
    const { file, pairs } = isForm
      ? await receiveForm(request, folder, settings)
      : { file: await store(request, folder, settings, nameIn(headers)), pairs: [] }
    if (!file) await rm(folder, { recursive: true, force: true })
    return Object.assign(Object.create(null) as Record<string, unknown>, nest(pairs), file && { file })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** What a form may weigh beside its file. */
const FORM_BYTES = 65_536
const LIMITS = { fieldNameSize: 100, fieldSize: 8_192, fields: 40, files: 1, parts: 41, headerPairs: 20, headerSize: 4_096 }

async function receiveForm(
  request: IncomingMessage,
  folder: string,
  settings: UploadSettings,
): Promise<{ file: Upload | null; pairs: Pair[] }> {
  const pairs: Pair[] = []
  const files: Promise<Upload>[] = []
  let tooMuch = false
  const form = parserOf(request.headers, settings.limit_bytes)
  form.on('field', (name, value, nameCut, valueCut) => {
    tooMuch ||= nameCut || valueCut
    pairs.push([name, value])
  })
  form.on('file', (name, stream, filename) => {
    if (name !== 'file') {
      pairs.push([name, ''])
      stream.resume()
      return
    }
    const stored = store(stream, folder, settings, filename)
    // Told below, when the form has been read; until then somebody must listen.
    stored.catch(() => undefined)
    files.push(stored)
    stream.once('limit', () => (tooMuch = true))
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) form.on(limit, () => (tooMuch = true))
  try {
    request.pipe(form)
    await Promise.all([finished(form), finished(request)])
  } catch (error) {
    if (request.errored) throw request.errored
    throw new Problem('rest_invalid_form', { cause: error })
  }
  if (tooMuch) throw new Problem('rest_body_too_large')
  return { file: (await files[0]) ?? null, pairs }
}
function parserOf(headers: IncomingHttpHeaders, fileSize: number) {
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits: { ...LIMITS, fileSize } })
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
        if (bytes > settings.limit_bytes) throw new Problem('rest_body_too_large')
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  )
  return new Upload(folder, path, hash.digest('hex'), name)
}

/** The name of a bare body: `Content-Disposition: attachment; filename="poster.jpg"`. */
const nameIn = (headers: IncomingHttpHeaders): string =>
  /filename="?([^";]{1,200})/i.exec(Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString())?.[1] ?? ''
