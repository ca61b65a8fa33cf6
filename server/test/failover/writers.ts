// Clients that write while servers fail: each repeats a request with its key or its ETag until it knows the outcome.
import { randomUUID } from 'node:crypto'
import { pause } from '../faults/launch.ts'
import { inDays, type Json } from '../support/server.ts'
import type { FailoverWorld } from './failover-world.ts'

/** Attempts of one write: more than the longest outage needs. */
const ATTEMPTS = 1_500
const CLIENT_TIMEOUT_MS = 30_000

interface Answer {
  /** The API that answered. */
  readonly api: string | null
  /** 0 if the connection was lost or there was no answer in time. */
  readonly status: number
  readonly headers: Headers
  readonly json: Json
}
export interface Figures {
  creates: number
  createsWithoutKey: number
  updates: number
  /** 503 that promise that nothing was stored. */
  refused: number
  /** 503 `rest_outcome_unknown`. */
  unknown: number
  /** Requests whose connection was lost. */
  interrupted: number
  /** 412 of a repeated update that had succeeded. */
  repeatedUpdates: number
  /** Repeated creates that were found done. */
  replayed: number
  /** 409 of a repeated create whose first request was still running. */
  running: number
}
export interface Acknowledged {
  readonly id: number
  readonly title: string
}
export class Writers {
  readonly figures: Figures = {
    creates: 0,
    createsWithoutKey: 0,
    updates: 0,
    refused: 0,
    unknown: 0,
    interrupted: 0,
    repeatedUpdates: 0,
    replayed: 0,
    running: 0,
  }
  readonly acknowledged: Acknowledged[] = []
  /** The event of each writer as it was acknowledged last. */
  readonly own: { readonly id: number; readonly title: string; readonly version: number }[] = []
  readonly unexpected: string[] = []
  /** Times of acknowledged writes. */
  readonly times: number[] = []
  readonly #world: FailoverWorld
  readonly #prefix: string
  readonly #ended: Promise<unknown>
  #isOver = false

  constructor(world: FailoverWorld, prefix: string, count: number) {
    this.#world = world
    this.#prefix = prefix
    this.#ended = Promise.all(Array.from({ length: count }, (_, i) => this.#work(i)))
  }
  /** Ends after each writer knows the outcome of its last write. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#ended
  }

  async #work(writer: number): Promise<void> {
    const first = await this.#create(`${this.#prefix} own ${writer}`, writer, randomUUID())
    if (first === null) return
    let current = { id: first, title: `${this.#prefix} own ${writer}`, version: 1 }
    for (let n = 0; !this.#isOver && this.unexpected.length === 0; n += 1) {
      if (n % 3 === 0) await this.#create(`${this.#prefix} new ${writer}-${n}`, writer + n, randomUUID())
      else if (n % 3 === 1) await this.#create(`${this.#prefix} alone ${writer}-${n}`, writer + n, null)
      else current = (await this.#update(current, `${this.#prefix} own ${writer} version ${n}`, writer + n)) ?? current
      await pause(60)
    }
    this.own.push(current)
  }

  /** Returns the ID, or null if the outcome is unknown and the create cannot be repeated. */
  async #create(title: string, server: number, key: string | null): Promise<number | null> {
    const body = { title, start_date: inDays(10), end_date: inDays(11), status: 'publish' }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.#send(server + attempt, 'POST', '/events', body, key === null ? {} : { 'idempotency-key': key })
      const { status, json } = answer
      if (status === 201) {
        this.#acknowledge({ id: json['id'] as number, title })
        if (answer.headers.has('idempotent-replayed')) this.figures.replayed += 1
        this.figures[key === null ? 'createsWithoutKey' : 'creates'] += 1
        return json['id'] as number
      }
      if (status === 409 && key !== null && json['code'] === 'rest_idempotency_conflict') this.figures.running += 1
      else if (this.#isFinal(answer, `create ${title}`)) return null
      if (key === null && isOpen(answer)) return null
      await pause(100)
    }
    this.unexpected.push(`create ${title}: no answer`)
    return null
  }

  async #update(current: { id: number; version: number; title: string }, title: string, server: number) {
    let mayBeStored = false
    const done = (isRepeated: boolean) => {
      this.#acknowledge(null)
      this.figures[isRepeated ? 'repeatedUpdates' : 'updates'] += 1
      return { id: current.id, title, version: current.version + 1 }
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.#send(server + attempt, 'PATCH', `/events/${current.id}`, { title }, { 'if-match': `"${current.version}"` })
      if (answer.status === 200) return done(false)
      if (answer.status === 412) {
        // Only a request whose outcome this client does not know may have been stored.
        if (!mayBeStored) return void this.unexpected.push(`update ${title}: 412 after answers that nothing was stored`)
        const isStored = await this.#isStored(current.id, title, current.version + 1)
        return isStored ? done(true) : void this.unexpected.push(`update ${title}: 412, and it is not stored`)
      }
      if (this.#isFinal(answer, `update ${title}`)) return
      mayBeStored ||= isOpen(answer)
      await pause(100)
    }
    return void this.unexpected.push(`update ${title}: no answer`)
  }
  async #isStored(id: number, title: string, version: number): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { status, headers, json } = await this.#send(attempt, 'GET', `/events/${id}`)
      if (status === 200) return json['title'] === title && versionOf(headers.get('etag')) === version
      await pause(100)
    }
    return false
  }

  #acknowledge(created: Acknowledged | null): void {
    this.times.push(performance.now())
    if (created) this.acknowledged.push(created)
  }
  /** Counts an answer after which a client repeats its request; other answers are errors. */
  #isFinal({ api, status, headers, json }: Answer, request: string): boolean {
    const isRetriable = status === 503 && /^[1-9]\d?$/.test(headers.get('retry-after') ?? '')
    if (status === 0) this.figures.interrupted += 1
    else if (isRetriable) this.figures[json['code'] === 'rest_outcome_unknown' ? 'unknown' : 'refused'] += 1
    else this.unexpected.push(`${request}: ${status} of ${this.#world.wayOf(api)}: ${JSON.stringify(json)}`)
    return status !== 0 && !isRetriable
  }

  async #send(server: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const api = this.#world.api(server) ?? this.#world.api(server + 1)
    try {
      const response = await fetch(`${api}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#world.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      })
      return { api, status: response.status, headers: response.headers, json: (await response.json()) as Json }
    } catch {
      return { api, status: 0, headers: new Headers(), json: {} }
    }
  }
}
/** Whether the request may have been stored although it was not acknowledged. */
const isOpen = ({ status, json }: Answer): boolean => status === 0 || json['code'] === 'rest_outcome_unknown'

/** An ETag begins with the version. */
const versionOf = (etag: string | null): number => Number(/^(?:W\/)?"(\d+)/.exec(etag ?? '')?.[1])

/** Reads lists that no cache has. */
export class Readers {
  reads = 0
  readonly failures: string[] = []
  readonly #ended: Promise<unknown>
  #isOver = false
  constructor(world: FailoverWorld, count: number) {
    const work = async (reader: number): Promise<void> => {
      for (let n = 0; !this.#isOver; n += 1) {
        const api = world.api(reader + n) ?? world.api(reader + n + 1)
        const answer = await fetch(`${api}/events?per_page=3&search=${randomUUID()}`, {
          signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
        }).catch(() => null)
        const text = await answer?.text().catch(() => null)
        // A server that was killed answers nobody, whatever the state of the cluster.
        if (answer && text !== null) {
          this.reads += 1
          if (answer.status !== 200) this.failures.push(`${answer.status} ${text ?? ''}`)
        }
        await pause(100)
      }
    }
    this.#ended = Promise.all(Array.from({ length: count }, (_, i) => work(i)))
  }
  async end(): Promise<void> {
    this.#isOver = true
    await this.#ended
  }
}
