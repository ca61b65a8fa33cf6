// Clients that read and write through a proxy while servers are replaced, and count every answer other than a success.
import { randomUUID } from 'node:crypto'
import { pause } from '../faults/launch.ts'
import { inDays, NS, type Json } from '../support/server.ts'

const PAUSE_MS = 40
const ATTEMPTS = 20
const CLIENT_TIMEOUT_MS = 30_000
const PATHS = ['/events?per_page=10', '/events?search=event', '/events.ics', '/venues', '/categories?per_page=5', '/changes?since=now']

interface Answer {
  /** 0 if there was none. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
}
export class VisitorsAndEditors {
  requests = 0
  /** Requests that were not answered with a success at the first attempt. */
  readonly failed: string[] = []
  /** Requests that had no success although the client repeated them as the contract says (7.12). */
  readonly failedAfterRepeats: string[] = []
  /** The title of each event as it was acknowledged last, and that of an update without an answer, if there is one. */
  readonly acknowledged = new Map<number, readonly string[]>()
  readonly #base: string
  readonly #token: string
  readonly #ended: Promise<unknown>
  #isOver = false

  constructor(base: string, token: string, each: number) {
    this.#base = base
    this.#token = token
    const clients = Array.from({ length: each }, (_, i) => [this.#read(i), this.#edit(i)])
    this.#ended = Promise.all(clients.flat())
  }
  async end(): Promise<void> {
    this.#isOver = true
    await this.#ended
  }

  async #read(reader: number): Promise<void> {
    for (let n = reader; !this.#isOver; n += 1) {
      await this.#succeed('GET', PATHS[n % PATHS.length] ?? '/events', {})
      await pause(PAUSE_MS)
    }
  }
  async #edit(editor: number): Promise<void> {
    while (!this.#isOver) {
      const title = `Event ${editor} ${randomUUID()}`
      const body = { title, start_date: inDays(10), end_date: inDays(11), status: 'publish' }
      const created = await this.#succeed('POST', '/events', body, { 'idempotency-key': randomUUID() })
      if (created === null) return
      const id = Number((JSON.parse(created.text) as Json)['id'])
      this.acknowledged.set(id, [title])
      await pause(PAUSE_MS)
      const changed = `${title} changed`
      this.acknowledged.set(id, [title, changed])
      if ((await this.#succeed('PATCH', `/events/${id}`, { title: changed }, { 'if-match': '"1"' })) === null) return
      this.acknowledged.set(id, [changed])
      await pause(PAUSE_MS)
    }
  }

  /** Sends a request until it succeeds. Returns null if it never does. */
  async #succeed(method: string, path: string, body: Json, headers: Readonly<Record<string, string>> = {}): Promise<Answer | null> {
    this.requests += 1
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.#send(method, path, body, headers)
      if (answer.status >= 200 && answer.status < 300) return answer
      const told = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`
      if (attempt === 0) this.failed.push(told)
      const isRetriable = answer.status === 0 || (answer.status === 503 && answer.headers.has('retry-after'))
      if (!isRetriable || attempt === ATTEMPTS - 1) {
        this.failedAfterRepeats.push(told)
        return null
      }
      await pause(100)
    }
    return null
  }
  async #send(method: string, path: string, body: Json, headers: Readonly<Record<string, string>>): Promise<Answer> {
    try {
      const answer = await fetch(`${this.#base}${NS}${path}`, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    } catch (error) {
      return { status: 0, headers: new Headers(), text: String(error instanceof Error ? (error.cause ?? error) : error) }
    }
  }
}
