// Loaded before everything else (`--import`), in tests and in the servers they start: keeps every answer that a server of this process gives under
// the namespace, one line of JSON each, in the folder RECORD_ANSWERS. It stands beside the service, which knows nothing of it.
import { openSync, writeSync } from 'node:fs'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'

export interface Recorded {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly type: string
  /** How the body is compressed, if it is. */
  readonly encoding: string
  /** Names of the headers of the response. */
  readonly headers: readonly string[]
  /** As text, or where it is no plain text, in base64. */
  readonly text: string
  readonly base64?: true
}

const folder = process.env['RECORD_ANSWERS']
// A server that is open for trying out refuses what comes from other machines, whatever it asks: the document is of the service as it is run.
if (folder && !process.argv.includes('--no-auth')) record(folder)

function record(into: string): void {
  let file: number | undefined
  const keep = (answer: Recorded): void => {
    file ??= openSync(join(into, `${process.pid}.jsonl`), 'a')
    // Readers of lines take these two for ends of lines; JSON leaves them as they are.
    const line = JSON.stringify(answer).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    writeSync(file, `${line}\n`)
  }
  const { writeHead, write, end } = ServerResponse.prototype
  const bodies = new WeakMap<ServerResponse, { headers: Record<string, unknown>; chunks: Buffer[] }>()
  const bodyOf = (response: ServerResponse): { headers: Record<string, unknown>; chunks: Buffer[] } => {
    const found = bodies.get(response) ?? { headers: {}, chunks: [] }
    bodies.set(response, found)
    return found
  }
  const isOurs = (request: IncomingMessage): boolean => request.url?.includes('/calendar/events/v1') ?? false
  const add = (response: ServerResponse, chunk: unknown): void => {
    if (isOurs(response.req) && (typeof chunk === 'string' || chunk instanceof Uint8Array)) bodyOf(response).chunks.push(Buffer.from(chunk))
  }
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    const headers = args.find((arg) => typeof arg === 'object' && arg !== null) ?? {}
    // Headers come by name, or as one list of names and values in turn.
    const pairs = Array.isArray(headers)
      ? headers.flatMap((name, i) => (i % 2 === 0 ? [[String(name), headers[i + 1] as unknown] as const] : []))
      : Object.entries(headers)
    for (const [name, value] of pairs) bodyOf(this).headers[name.toLowerCase()] = value
    return Reflect.apply(writeHead, this, args) as ServerResponse
  } as typeof writeHead
  ServerResponse.prototype.write = function (this: ServerResponse, ...args: unknown[]) {
    add(this, args[0])
    return Reflect.apply(write, this, args) as boolean
  } as typeof write
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    add(this, args[0])
    const ended = Reflect.apply(end, this, args) as ServerResponse
    const { method = '', url = '' } = this.req
    if (!isOurs(this.req)) return ended
    const { headers, chunks } = bodyOf(this)
    const header = (name: string): string => String(headers[name] ?? this.getHeader(name) ?? '')
    const [body, type, encoding] = [Buffer.concat(chunks), header('content-type'), header('content-encoding')]
    const isText = encoding === '' && /json|^text\//.test(type)
    keep({
      method,
      url,
      status: this.statusCode,
      type,
      encoding,
      headers: [...new Set([...Object.keys(headers), ...this.getHeaderNames()])],
      text: body.toString(isText ? 'utf8' : 'base64'),
      ...(!isText && body.length > 0 && { base64: true }),
    })
    return ended
  } as typeof end
  // The server writes responses to unparsable requests directly to the socket.
  const endSocket = Socket.prototype.end
  Socket.prototype.end = function (this: Socket, ...args: unknown[]) {
    const [, status, head, text] =
      (typeof args[0] === 'string' && /^HTTP\/1\.1 (\d+) Refused\r\n([^]*?)\r\n\r\n([^]*)$/.exec(args[0])) || []
    if (status !== undefined && text !== undefined)
      keep({
        method: '',
        url: '',
        status: Number(status),
        type: /content-type: ([^\r]*)/.exec(head ?? '')?.[1] ?? '',
        encoding: '',
        headers: [],
        text,
      })
    return Reflect.apply(endSocket, this, args) as Socket
  }
}
