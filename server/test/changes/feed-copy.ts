// A copy of the calendar that is kept by the change feed, as one caller sees it, with or without filters.
import assert from 'node:assert/strict'
import type { Random } from '../model/random.ts'
import type { Caller, Json } from '../support/server.ts'
import { KINDS, PASSWORD, type Api } from './random-writers.ts'

export interface Change {
  readonly cursor: string
  readonly action: 'upsert' | 'remove'
  readonly kind: string
  readonly id: number
  readonly record: Json | null
}
interface Page {
  readonly changes: readonly Change[]
  readonly next: string
  readonly more: boolean
}
export class FeedCopy {
  readonly records = new Map<string, Json>()
  /** Names of records that the caller has been shown, or was told that they are gone. */
  readonly told = new Set<string>()
  readonly as: Caller | undefined
  /** The filters of events, as a query string; null for a copy of all kinds. */
  readonly filter: string | null
  restarts = 0
  /** The changes of events that the copy was told, for messages about differences. */
  readonly trail: string[] = []
  /** Whether the last list had a series of which no date is listed. */
  hasSeriesWithoutDates = false
  protected readonly server: Api
  protected next = ''
  constructor(server: Api, as: Caller | undefined, filter: string | null = null) {
    this.server = server
    this.as = as
    this.filter = filter
  }
  async start(): Promise<void> {
    this.next = (await this.#read(`since=now&${this.feed}`))?.next ?? ''
    this.records.clear()
    for (const [name, record] of await this.list()) this.records.set(name, record)
  }
  async follow(random: Random): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.#read(`since=${this.next}&per_page=${random.pick([1, 3, 100])}`)
      if (page === null) {
        // A filter refers to other records than before.
        assert.notEqual(this.filter, null)
        this.restarts += 1
        return this.start()
      }
      // A client may stop after any change, and continue from the cursor of that change.
      const read = random.chance(0.2) ? 1 + random.below(page.changes.length) : page.changes.length
      for (const change of page.changes.slice(0, read)) this.apply(change)
      const isPart = read < page.changes.length
      this.next = isPart ? (page.changes[read - 1]?.cursor ?? '') : page.next
      more = isPart || page.more
    }
  }
  protected apply({ action, kind, id, record }: Change): void {
    const name = `${kind} ${id}`
    this.told.add(name)
    if (kind === 'event') this.trail.push(`${new Date().toISOString()} ${action} ${name} ${JSON.stringify(summary(record ?? {}))}`)
    // An exception that was reset is an ordinary date of its series again, and no record.
    if (action === 'remove' || record?.['type'] === 'occurrence') this.records.delete(name)
    else this.records.set(name, summary(record ?? {}))
  }
  get #hasWindow(): boolean {
    return /(^|&)(from|to|start_date|end_date)=/.test(this.filter ?? '')
  }
  protected get feed(): string {
    return this.filter === null ? `kinds=${Object.keys(KINDS).join()}` : `kinds=event&${this.filter}`
  }
  async #read(query: string): Promise<Page | null> {
    const answer = await this.server.get(`/changes?${query}`, this.as ? { as: this.as } : {})
    if (answer.status === 410) return null
    assert.equal(answer.status, 200, `${query} ${answer.text}`)
    return answer.json as unknown as Page
  }
  /** All records that the caller may list, by kind and id, and the series without listed dates unless the caller has none. */
  async list(hasSeriesWithoutDates = true): Promise<Map<string, Json>> {
    const found = new Map<string, Json>()
    for (const [kind, plural] of Object.entries(KINDS)) {
      if (this.filter !== null && kind !== 'event') continue
      const query = new URLSearchParams(plural === 'events' ? `${EVERY_RECORD}&${this.filter ?? ''}` : '')
      if (plural === 'events' && !this.#hasWindow) query.set('from', '0002-01-01')
      if (['events', 'venues', 'organizers'].includes(plural)) query.set('status', this.as === undefined ? 'publish' : 'any')
      else query.set('hide_empty', 'false')
      const nested = plural === 'events' ? ['venue', 'organizer'] : []
      query.set('_fields', COMPARED_FIELDS.filter((name) => !nested.includes(name)).join())
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await this.server.get(`/${plural}?${query.toString()}&per_page=100&page=${page}`, this.as ? { as: this.as } : {})
        assert.equal(answer.status, 200, answer.text)
        pages = Number(answer.json['total_pages'])
        for (const record of answer.json[plural] as Json[]) found.set(`${kind} ${String(record['id'])}`, summary(record))
      }
    }
    if (!this.#hasWindow && hasSeriesWithoutDates) await this.#addSeriesWithoutListedDates(found)
    return found
  }
  /** Without a window, the feed has the series of an inventory. Lists leave out those whose dates are all hidden. */
  async #addSeriesWithoutListedDates(found: Map<string, Json>): Promise<void> {
    this.hasSeriesWithoutDates = false
    const as = this.as ? { as: this.as } : {}
    const status = this.as === undefined ? 'publish' : 'any'
    // With `series`, an inventory has dates and no series.
    const query = new URLSearchParams(`inventory=true&status=${status}&${this.filter ?? ''}`)
    const wanted = query.get('series')
    query.delete('series')
    const answer = await this.server.get(`/events?${query.toString()}`, as)
    assert.equal(answer.status, 200, answer.text)
    for (const { id, type } of answer.json['events'] as { id: number; type: string }[]) {
      if (found.has(`event ${id}`) || type !== 'series' || (wanted !== null && wanted !== String(id))) continue
      const series = await this.server.get(`/events/${id}`, { ...as, headers: { 'x-event-password': PASSWORD } })
      assert.equal(series.status, 200, series.text)
      if (series.json['hide_from_listings'] !== false) continue
      found.set(`event ${id}`, summary(series.json))
      this.hasSeriesWithoutDates = true
    }
  }
  /** Each record that differs from the lists. */
  async differences(hasSeriesWithoutDates = true): Promise<string[]> {
    const listed = await this.list(hasSeriesWithoutDates)
    const names = [...new Set([...this.records.keys(), ...listed.keys()])]
    return names.flatMap((name) => {
      const [a, b] = [JSON.stringify(this.records.get(name) ?? null), JSON.stringify(listed.get(name) ?? null)]
      return a === b ? [] : [`${name}: copy ${a}, list ${b}`]
    })
  }
}
const COMPARED_FIELDS = [
  'id',
  'title',
  'venue',
  'organizer',
  'name',
  'status',
  'type',
  'series',
  'start_date',
  'featured',
  'event_status',
  'hide_from_listings',
]
const summary = (record: Json): Json =>
  Object.fromEntries(
    COMPARED_FIELDS.flatMap((name) => {
      const value = record[name]
      return value === undefined || typeof value === 'object' ? [] : [[name, value]]
    }),
  )
const EVERY_RECORD = 'records=true&type=single,series,exception'
