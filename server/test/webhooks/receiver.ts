// A receiver of webhooks on this machine: stores the messages and answers as the test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Received {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly message: Message
}
export interface Message {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly kind: string | null
    readonly id: number | null
    readonly version: number | null
    readonly record: Readonly<Record<string, unknown>> | null
    readonly cursor?: string
    readonly reason?: string
  }
}
export type Answer = (received: Received, reply: ServerResponse) => void
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Number of requests that are being answered, and the highest number so far. */
  readonly open: { now: number; most: number }
  answer: Answer
  /** Waits until so many messages have arrived. */
  arrived(count: number, ms?: number): Promise<Received[]>
  /** Waits until a message that matches has arrived. */
  message(matches: (message: Message) => boolean, ms?: number): Promise<Received>
  close(): Promise<void>
  listen(): Promise<void>
}

const OK: Answer = (_, reply) => void reply.writeHead(200).end('thank you')

export async function startReceiver(answer: Answer = OK): Promise<Receiver> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  const handle = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    reply.once('close', () => (open.now -= 1))
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const one: Received = {
      at: Date.now(),
      headers: request.headers as Record<string, string>,
      body,
      message: JSON.parse(body) as Message,
    }
    received.push(one)
    receiver.answer(one, reply)
  }
  const server = createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy()))
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const until = async <T>(ms: number, find: () => T | undefined): Promise<T> => {
    for (const deadline = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
      const found = find()
      if (found !== undefined) return found
      if (Date.now() > deadline)
        throw new Error(`The receiver got ${received.length} messages: ${received.map(({ body }) => body.slice(0, 80)).join('\n')}`)
    }
  }
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    open,
    answer,
    arrived: (count, ms = 6_000) => until(ms, () => (received.length >= count ? received : undefined)),
    message: (matches, ms = 6_000) => until(ms, () => received.find(({ message }) => matches(message))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    listen: () => listen(port),
  }
  after(() => receiver.close())
  return receiver
}
