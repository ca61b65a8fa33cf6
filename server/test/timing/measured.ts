// Measures the CPU time that a request takes on the event loop of a server, one request at a time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request as open } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '../support/database.ts'
import { freePort, PATIENT } from '../support/process.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}
export interface Cost {
  readonly status: number
  readonly cpu_ms: number
}
export interface MeasuredServer {
  readonly base: string
  readonly token: string
  send(request: Request): Promise<number>
  /** CPU milliseconds of the event loop so far. */
  cpu(): Promise<number>
  /** CPU time since the previous measurement; requests follow each other without a break. */
  cost(request: Request): Promise<Cost>
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('served.ts', import.meta.url))

export async function measuredServer(settings: Readonly<Record<string, string>> = {}, program = PROGRAM): Promise<MeasuredServer> {
  const database = await freshDatabase()
  const port = String(await freePort())
  const media = join(tmpdir(), `kalends-media-${database.name}`)
  const { NODE_TEST_CONTEXT: _, RECORD_ANSWERS: __, ...inherited } = process.env
  // A server that sheds load would refuse the slow input instead of reading it.
  const rates = {
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_AUTHENTICATED: '0',
    RATE_LIMIT_FAILED_LOGINS: '0',
    RATE_LIMIT_PASSWORD_ATTEMPTS: '0',
    ...PATIENT,
  }
  const env = { ...inherited, DATABASE_URL: database.url, PORT: port, MEDIA_DIR: media, LOG_LEVEL: 'silent', ...rates, ...settings }
  const child = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let settle: { resolve(message: Record<string, unknown>): void; reject(error: Error): void } | undefined
  child.on('message', (message) => settle?.resolve(message as Record<string, unknown>))
  child.on('exit', () => settle?.reject(new Error('the server ended')))
  const reply = (): Promise<Record<string, unknown>> => new Promise((resolve, reject) => (settle = { resolve, reject }))
  const { token } = await reply()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ method, path, headers = {}, body }: Request): Promise<number> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = open({ agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } }, (response) => {
        // A stream of events does not end by itself: its head is enough.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy()
          resolve(response.statusCode ?? 0)
          return
        }
        response
          .resume()
          .on('end', () => resolve(response.statusCode ?? 0))
          .on('error', reject)
      })
      // A body that is refused unread may still be on its way.
      sent.on('error', (error: Error & { code?: string }) => (/EPIPE|ECONNRESET/.test(error.code ?? '') ? resolve(0) : reject(error)))
      sent.end(body)
    })
  const cpu = async (): Promise<number> => {
    const answer = reply()
    child.send('cpu')
    return Number((await answer)['cpu_ms'])
  }
  let before = await cpu()
  return {
    base: `http://127.0.0.1:${port}`,
    token: String(token),
    send,
    cpu,
    cost: async (request) => {
      const status = await send(request)
      const now = await cpu()
      const cpu_ms = now - before
      before = now
      return { status, cpu_ms }
    },
    stop: async () => {
      agent.destroy()
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      await database.drop()
      await rm(media, { recursive: true, force: true })
    },
  }
}
