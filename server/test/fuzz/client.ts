// A client that sends what it is told, byte for byte, over connections that are kept: no library stands between a hostile case and the server.
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

export interface Raw {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
}
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly ms: number
}

export class Client {
  readonly #port: number
  #socket: Socket | null = null
  constructor(port: number) {
    this.#port = port
  }

  async send(raw: Raw): Promise<Answer> {
    const start = performance.now()
    try {
      return await this.#exchange(raw, start)
    } catch (error) {
      // A kept connection may be closed by the other side just when it is used.
      if (!(error instanceof Error) || !/closed/.test(error.message)) throw error
      return this.#exchange(raw, performance.now())
    }
  }
  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  async #exchange({ method, target, headers, body }: Raw, start: number): Promise<Answer> {
    const socket = (this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true))
    const lines = [['host', '127.0.0.1'] as const, ...headers, ...(body ? [['content-length', String(body.length)] as const] : [])]
    // Header values go as Latin-1, as HTTP has it: what does not fit is cut to its low byte.
    const head = Buffer.from(
      `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      'latin1',
    )
    const answer = readAnswer(socket, method)
    socket.write(body ? Buffer.concat([head, body]) : head)
    try {
      const { status, fields, text } = await answer
      if (/close/i.test(fields.get('connection') ?? '') || isStream(fields)) this.close()
      return { status, type: fields.get('content-type') ?? '', text, ms: performance.now() - start }
    } catch (error) {
      this.close()
      throw error
    }
  }
}

interface Read {
  readonly status: number
  readonly fields: ReadonlyMap<string, string>
  readonly text: string
}
const LIMIT_MS = 30_000
function readAnswer(socket: Socket, method: string): Promise<Read> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let head: Head | null = null
    const done = (error: Error | null, read?: Read): void => {
      clearTimeout(timer)
      socket.off('data', data).off('close', closed).off('error', failed)
      if (error || !read) reject(error ?? new Error('no answer'))
      else resolve(read)
    }
    const timer = setTimeout(() => done(new Error(`no answer within ${LIMIT_MS / 1_000} s`)), LIMIT_MS)
    const closed = (): void => done(new Error('closed before an answer'))
    const failed = (error: Error): void => done(new Error(`closed: ${error.message}`))
    const data = (chunk: Buffer): void => {
      chunks.push(chunk)
      head ??= headOf(Buffer.concat(chunks))
      const body = head && bodyOf(chunks, head, method)
      if (head && body)
        done(null, { status: head.status, fields: head.fields, text: unpacked(body, head.fields.get('content-encoding') ?? '') })
    }
    socket.on('data', data).on('close', closed).on('error', failed)
  })
}

function unpacked(body: Buffer, encoding: string): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[encoding]
  return (unpack && body.length > 0 ? unpack(body) : body).toString('utf8')
}

interface Head {
  readonly status: number
  readonly fields: ReadonlyMap<string, string>
  readonly start: number
}
function headOf(all: Buffer): Head | null {
  const end = all.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = all.subarray(0, end).toString('latin1').split('\r\n')
  const fields = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { status: Number(first.split(' ')[1]), fields: new Map(fields), start: end + 4 }
}
const isStream = (fields: ReadonlyMap<string, string>): boolean => (fields.get('content-type') ?? '').startsWith('text/event-stream')
/** The body, when all of it is there. A stream of events does not end by itself: its head is enough. */
function bodyOf(chunks: readonly Buffer[], { status, fields, start }: Head, method: string): Buffer | null {
  if (method === 'HEAD' || status === 204 || status === 304 || isStream(fields)) return Buffer.alloc(0)
  const length = Number(fields.get('content-length') ?? 0)
  const isChunked = fields.get('transfer-encoding') === 'chunked'
  if (!isChunked && chunks.reduce((sum, { length: n }) => sum + n, 0) < start + length) return null
  const all = Buffer.concat(chunks)
  return isChunked ? unchunk(all, start) : all.subarray(start, start + length)
}
function unchunk(all: Buffer, start: number): Buffer | null {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const line = all.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(all.subarray(at, line).toString('latin1'), 16)
    if (all.length < line + 2 + size + 2) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(all.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
