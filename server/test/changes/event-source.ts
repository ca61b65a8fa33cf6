// A client of change streams on a socket of its own: it can bind to an address, and stop reading.
import { request as open, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { freePort, NO_RATES, PATIENT, PATIENT_DATABASE } from '../support/process.ts'
import type { Json } from '../support/server.ts'

export interface StreamEvent {
  readonly id: string
  readonly event: string
  readonly data: Json
  /** When it arrived, in milliseconds of the performance clock. */
  readonly at: number
}
export interface OpenStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: readonly StreamEvent[]
  /** Everything that was received. */
  readonly text: () => string
  /** The last id, which a client sends when it connects again. */
  readonly lastId: () => string
  readonly isEnded: () => boolean
  readonly response: IncomingMessage
  /** Waits until the condition holds. Throws after `limitMs`. */
  until(condition: (stream: OpenStream) => boolean, limitMs?: number): Promise<void>
  close(): void
}
export interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly localAddress?: string
  /** Keeps no text, for many streams in one test. */
  readonly isLean?: true
}

export function openStream(url: string, { headers = {}, localAddress, isLean }: StreamOptions = {}): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const sent = open(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false, ...(localAddress && { localAddress }) })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let [text, rest, lastId, isEnded] = ['', '', '', false]
      const events: StreamEvent[] = []
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (!isLean) text += chunk
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
          lastId = fields['id'] ?? lastId
          if (fields['data'] === undefined) continue
          events.push({ id: lastId, event: fields['event'] ?? '', data: JSON.parse(fields['data']) as Json, at: performance.now() })
        }
      })
      const end = (): void => {
        isEnded = true
      }
      response.once('end', end)
      response.once('close', end)
      response.on('error', end)
      const stream: OpenStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        text: () => text,
        lastId: () => lastId,
        isEnded: () => isEnded,
        response,
        until: async (condition, limitMs = 5_000) => {
          for (const end = performance.now() + limitMs; !condition(stream); await pause(5))
            if (performance.now() > end) throw new Error(`The stream did not get there in ${limitMs} ms: ${text.slice(-2_000)}`)
        },
        close: () => sent.destroy(),
      }
      resolve(stream)
    })
    sent.end()
  })
}

/** Another server of the same calendar. It is closed at the end of the test file, if not before. */
export async function secondApp(database_url: string): Promise<{ readonly close: () => Promise<void>; readonly base: string }> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // The servers of a calendar share its media folder.
  const MEDIA_DIR = join(tmpdir(), `media-of-${new URL(database_url).pathname.slice(1)}`)
  const own = { DATABASE_URL: database_url, PORT: String(port), PUBLIC_URL: base, WORKER: 'false', MEDIA_DIR }
  const config = readConfig({ ...NO_RATES, ...PATIENT, ...PATIENT_DATABASE, ...own })
  const app = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
  await app.http.app.listen({ host: '127.0.0.1', port })
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= app.close())
  after(close)
  return { close, base }
}
