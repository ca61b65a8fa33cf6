// Random writes to a calendar, for tests that compare a copy of it with its lists.
import assert from 'node:assert/strict'
import type { Random } from '../../../server/test/model/random.ts'
import { unique, type Answer, type Caller, type Json, type TestServer } from '../../../server/test/support/server.ts'

type Plural = 'events' | 'venues' | 'organizers' | 'tags'
const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer', tags: 'name' } as const
const STATUSES = ['publish', 'publish', 'publish', 'draft', 'private'] as const

/** Errors of the API are part of a history: records are deleted while others write to them. */
export class RandomWriter {
  readonly #server: TestServer
  readonly #random: Random
  readonly #made: { readonly plural: Plural; readonly id: number }[] = []
  constructor(server: TestServer, random: Random) {
    this.#server = server
    this.#random = random
  }
  async write(): Promise<void> {
    const random = this.#random
    const as: Caller = random.pick(['admin', 'author', 'editor'])
    const target = this.#made.length > 4 && random.chance(0.75) ? random.pick(this.#made) : null
    if (!target) return this.#create(as)
    const path = `/${target.plural}/${target.id}`
    const answers: (() => Promise<Answer>)[] = [
      () => this.#server.patch(path, { [TITLES[target.plural]]: unique() }, { as }),
      () => this.#server.remove(target.plural === 'tags' ? path : `${path}?force=${random.chance(0.5)}`, { as }),
      ...(target.plural === 'tags' ? [] : [() => this.#server.patch(path, { status: random.pick(STATUSES) }, { as })]),
      ...(target.plural === 'events' ? [() => this.#writeSeries(target.id, as), () => this.#writeSeries(target.id, as)] : []),
    ]
    this.#check(await random.pick(answers)())
  }
  async #create(as: Caller): Promise<void> {
    const random = this.#random
    const plural = random.pick(['events', 'events', 'events', 'venues', 'organizers', 'tags'] as const)
    const status = plural === 'tags' ? {} : { status: random.pick(STATUSES) }
    const day = `2027-0${1 + random.below(8)}-1${random.below(9)}`
    const recurrence = random.chance(0.6) ? { recurrence: random.pick(['FREQ=WEEKLY;COUNT=5', 'FREQ=DAILY;COUNT=4', 'FREQ=MONTHLY']) } : {}
    const event = { start_date: `${day} 10:00`, end_date: `${day} 11:00`, ...recurrence }
    const answer = await this.#server.post(
      `/${plural}`,
      { [TITLES[plural]]: unique(), ...status, ...(plural === 'events' && event) },
      { as },
    )
    if (answer.status === 201) this.#made.push({ plural, id: Number(answer.json['id']) })
    this.#check(answer)
  }
  /** Writes to a series or to one of its dates, with all scopes. */
  async #writeSeries(id: number, as: Caller): Promise<Answer> {
    const random = this.#random
    const listed = await this.#server.get(`/events?series=${id}&starts_after=2000-01-01&per_page=20&status=any`, { as: 'admin' })
    const dates = (listed.json['events'] ?? []) as { id: number }[]
    if (dates.length === 0) return this.#server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=4' }, { as })
    const date = `/events/${random.pick(dates).id}`
    const scope = `?scope=${random.pick(['this', 'this', 'following', 'all'])}`
    const answer = await random.pick([
      () => this.#server.patch(`${date}${scope}`, { title: unique() }, { as }),
      () => this.#server.patch(date, { status: random.pick(STATUSES) }, { as }),
      () => this.#server.patch(date, { hide_from_listings: random.chance(0.5) }, { as }),
      () => this.#server.patch(`/events/${id}`, { hide_from_listings: random.chance(0.5) }, { as }),
      () => this.#server.patch(`${date}${scope}`, { start_date: '2027-05-05 12:00', end_date: '2027-05-05 13:00' }, { as }),
      () => this.#server.remove(`${date}${scope}`, { as }),
      () => this.#server.remove(`${date}?force=true`, { as }),
      () => this.#server.post(`${date}/reset`, {}, { as }),
      () => this.#server.patch(`/events/${id}`, { recurrence: random.pick(['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;COUNT=6', null]) }, { as }),
    ])()
    const split = answer.json['id']
    if (answer.status === 200 && typeof split === 'number' && !this.#made.some((each) => each.id === split))
      this.#made.push({ plural: 'events', id: split })
    return answer
  }
  #check({ status, text }: Answer): void {
    assert.ok(status < 500, text)
  }
}

const OWNED = ['events', 'venues', 'organizers']
const KINDS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const
/** The values of a record or a date that no write to another record changes. */
export const summary = (record: Json): Json =>
  Object.fromEntries(
    ['title', 'venue', 'organizer', 'name', 'status', 'type', 'series', 'start_date', 'end_date', 'recurrence'].flatMap((name) => {
      const value = record[name]
      return value === undefined || Array.isArray(value) ? [] : [[name, value]]
    }),
  )
/** All records, or all dates, that lists show to the caller, by kind and ID. */
export async function listCalendar(server: TestServer, as: Caller | undefined, dates: boolean): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  for (const [kind, plural] of Object.entries(KINDS)) {
    const status = as !== undefined && OWNED.includes(plural) ? '&status=any' : ''
    const own = plural === 'categories' || plural === 'tags' ? '&hide_empty=false' : ''
    const records =
      plural === 'events' ? `&start_date=0002-01-01&end_date=9998-01-01${dates ? '' : '&records=true&type=single,series,exception'}` : ''
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await server.get(`/${plural}?per_page=100&page=${page}${status}${own}${records}`, as ? { as } : {})
      assert.equal(answer.status, 200, answer.text)
      pages = Number(answer.json['total_pages'])
      for (const record of answer.json[plural] as Json[]) found.set(`${kind} ${String(record['id'])}`, summary(record))
    }
  }
  return found
}
