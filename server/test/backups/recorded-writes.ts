// Writes records and pictures, and knows for every second which of them had been acknowledged until then.
import { randomUUID } from 'node:crypto'
import { pause } from '../faults/launch.ts'
import { form, fresh } from '../media/pictures.ts'
import type { Random } from '../model/random.ts'
import { inDays, NS, type Json } from '../support/server.ts'

/** Titles of events, and IDs of pictures. */
export interface CalendarState {
  readonly events: Map<number, string>
  readonly images: Set<number>
}
interface Write {
  readonly start: number
  readonly end: number
  readonly apply: (state: CalendarState) => void
}
/** No write starts in the last part of a second, so that hardly any is under way when the second ends. */
const LAST_START_MS = 800

export class RecordedWrites {
  readonly counts = { created: 0, updated: 0, deleted: 0 }
  readonly #base: string
  readonly #token: string
  readonly #random: Random
  readonly #writes: Write[] = []
  /** The event of each picture. */
  readonly #events = new Map<number, number>()

  constructor(base: string, token: string, random: Random) {
    this.#base = base
    this.#token = token
    this.#random = random
  }

  /** Writes until the time is over. A deletion deletes an event and its picture, which earlier writes have stored, so that a copy has the picture. */
  async run(ms: number, deletes: boolean): Promise<void> {
    const deletable = new Set(deletes ? this.#events.keys() : [])
    for (const end = Date.now() + ms; Date.now() < end; ) {
      const [image, event] = this.#random.pick([...this.#events, []])
      const choice = this.#random.below(10)
      if (image === undefined || event === undefined || choice < 4) await this.#create()
      else if (choice < 7 || !deletable.has(image)) await this.#update(event)
      else await this.#delete(event, image)
    }
  }
  /** Seconds with events at whose end no write was under way, except the first and the last. */
  seconds(): number[] {
    const [first = 0, last = 0] = [this.#writes[0]?.end, this.#writes.at(-1)?.start].map((ms = 0) => Math.ceil(ms / 1_000))
    const all = Array.from({ length: Math.max(0, last - 1 - first) }, (_, i) => first + i)
    return all.filter(
      (second) =>
        this.stateAt(second).events.size > 0 && !this.#writes.some(({ start, end }) => start <= second * 1_000 && end >= second * 1_000),
    )
  }
  /** The state that was acknowledged at the beginning of this second. */
  stateAt(second: number): CalendarState {
    const state = { events: new Map<number, string>(), images: new Set<number>() }
    for (const { end, apply } of this.#writes) if (end < second * 1_000) apply(state)
    return state
  }

  async #create(): Promise<void> {
    const image = await this.#write('POST', '/media', form(await fresh()), (state, { id }) => state.images.add(Number(id)))
    const title = `Event ${randomUUID()}`
    const body = { title, start_date: inDays(10), end_date: inDays(11), image, status: 'publish' }
    const event = await this.#write('POST', '/events', body, (state, { id }) => state.events.set(Number(id), title))
    this.#events.set(image, event)
    this.counts.created += 1
  }
  async #update(id: number): Promise<void> {
    const title = `Event ${randomUUID()}`
    await this.#write('PATCH', `/events/${id}`, { title }, (state) => state.events.set(id, title))
    this.counts.updated += 1
  }
  async #delete(event: number, image: number): Promise<void> {
    await this.#write('DELETE', `/events/${event}?force=true`, null, (state) => state.events.delete(event))
    await this.#write('DELETE', `/media/${image}?force=true`, null, (state) => state.images.delete(image))
    this.#events.delete(image)
    this.counts.deleted += 1
  }
  /** Returns the ID in the response. */
  async #write(
    method: string,
    path: string,
    body: FormData | Json | null,
    apply: (state: CalendarState, answer: Json) => void,
  ): Promise<number> {
    const ofSecond = Date.now() % 1_000
    if (ofSecond > LAST_START_MS) await pause(1_010 - ofSecond)
    const isForm = body instanceof FormData
    const start = Date.now()
    const answer = await fetch(`${this.#base}${NS}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const json = JSON.parse(text) as Json
    this.#writes.push({ start, end: Date.now(), apply: (state) => apply(state, json) })
    return Number(json['id'])
  }
}
