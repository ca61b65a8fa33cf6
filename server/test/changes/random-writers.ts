// Random writes to all kinds of records, for tests of the change feed.
import assert from 'node:assert/strict'
import type { Random } from '../model/random.ts'
import { unique, type Answer, type Caller, type Json, type TestServer } from '../support/server.ts'

export const KINDS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const
type KindName = keyof typeof KINDS
const TITLES = { event: 'title', venue: 'venue', organizer: 'organizer', category: 'name', tag: 'name' } as const
/** The requests that the writers and their readers send. */
export type Api = Pick<TestServer, 'get' | 'post' | 'patch' | 'remove'>
/** The password of all protected events. */
export const PASSWORD = 'opensesame'
const FAR = 'start_date=2000-01-01&end_date=2100-01-01'

/** Random writes of one history. Answers with an error are part of it: records are deleted while others write to them. */
export class Writers {
  readonly server: Api
  readonly random: Random
  /** The records of this and of earlier histories. Some of them have been deleted since. */
  readonly made: { kind: KindName; id: number }[]
  constructor(server: Api, random: Random, made: Writers['made'] = []) {
    this.server = server
    this.random = random
    this.made = made
  }
  /** The id of a record of this kind; null if there is none. */
  pick(kind: KindName): number | null {
    const own = this.made.filter((each) => each.kind === kind)
    return own.length > 0 ? this.random.pick(own).id : null
  }
  async write(): Promise<void> {
    const { random, server } = this
    const as = random.pick(['admin', 'admin', 'author', 'other', 'editor'] as const)
    const target = this.made.length > 0 ? random.pick(this.made) : null
    if (!target || random.chance(0.25)) return this.#create(as)
    const path = `/${KINDS[target.kind]}/${target.id}`
    const send = async (answer: Promise<Answer>): Promise<void> => assertAnswered(await answer)
    if (random.chance(0.2)) return send(server.patch(path, { [TITLES[target.kind]]: unique() }, { as }))
    if (target.kind === 'category' && random.chance(0.5))
      return send(server.patch(path, { parent: this.pick('category') ?? 0 }, { as: 'admin' }))
    if (target.kind === 'category' || target.kind === 'tag') return send(server.remove(`${path}?force=true`, { as }))
    if (target.kind === 'event' && random.chance(0.4)) return this.#writeDate(target.id, as)
    if (target.kind === 'event' && random.chance(0.5)) return send(server.patch(path, this.#fields(), { as }))
    if (random.chance(0.5)) return send(server.patch(path, { status: this.#status() }, { as }))
    const other = this.pick(target.kind)
    if (random.chance(0.2) && target.kind === 'venue' && other !== null)
      return send(server.post(`${path}/merge`, { from: [other] }, { as: 'editor' }))
    return send(server.remove(random.chance(0.4) ? `${path}?force=true` : path, { as }))
  }
  #status = (): string => this.random.pick(['publish', 'publish', 'draft', 'pending', 'private'])
  /** Some of the fields that filters of the feed depend on. */
  #fields(): Json {
    const { random } = this
    const linked = (kind: KindName): readonly number[] => (random.chance(0.3) ? [] : [this.pick(kind) ?? []].flat())
    const day = this.#day()
    const fields: Readonly<Record<string, Json>> = {
      venue: { venue: linked('venue') },
      organizer: { organizer: linked('organizer') },
      tags: { tags: linked('tag') },
      categories: { categories: linked('category') },
      flags: { featured: random.chance(0.5), ticketed: random.chance(0.5), hide_from_listings: random.chance(0.2) },
      status: { event_status: random.pick(['scheduled', 'cancelled', 'postponed', 'moved_online']) },
      attendance: { attendance: random.pick([null, 'online', 'mixed']), online_url: random.pick([null, 'https://example.org/live']) },
      password: { password: random.pick([null, PASSWORD]) },
      dates: { start_date: `${day} 12:00`, end_date: `${day} 13:00` },
    }
    const names = Object.keys(fields).filter(() => random.chance(0.3))
    return Object.assign({}, ...names.map((name) => fields[name]))
  }
  #day = (): string => `2027-0${1 + this.random.below(8)}-1${this.random.below(9)}`
  async #create(as: Caller): Promise<void> {
    const { random } = this
    const kind = random.pick(['event', 'event', 'event', 'venue', 'organizer'] as const)
    if (kind !== 'event') return this.#make(kind, { [kind]: unique(), status: this.#status() }, as)
    if (random.chance(0.15)) return this.#make(random.pick(['tag', 'category'] as const), { name: unique() }, 'admin')
    const day = this.#day()
    const recurrence = random.chance(0.5) ? { recurrence: random.pick(['FREQ=WEEKLY;COUNT=6', 'FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY']) } : {}
    const dates = { start_date: `${day} 10:00`, end_date: `${day} 11:00` }
    return this.#make(kind, { ...this.#fields(), title: unique(), ...dates, status: this.#status(), ...recurrence }, as)
  }
  async #make(kind: KindName, body: Json, as: Caller): Promise<void> {
    const answer = await this.server.post(`/${KINDS[kind]}`, body, { as })
    if (answer.status === 201) this.made.push({ kind, id: answer.json['id'] as number })
    assertAnswered(answer)
  }
  /** Writes to one of the dates of a series, if the event is one. */
  async #writeDate(id: number, as: Caller): Promise<void> {
    const { random, server } = this
    const listed = await server.get(`/events?series=${id}&${FAR}&per_page=20&status=any`, { as: 'admin' })
    const dates = (listed.json['events'] ?? []) as { id: number }[]
    if (dates.length === 0) return assertAnswered(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=5' }, { as }))
    const date = `/events/${random.pick(dates).id}`
    const scope = `?scope=${random.pick(['this', 'this', 'following', 'all'])}`
    const answer = await random.pick([
      () => server.patch(`${date}${scope}`, { title: unique() }, { as }),
      () => server.patch(`${date}${scope}`, this.#fields(), { as }),
      () => server.patch(date, { status: this.#status() }, { as }),
      () => server.patch(`${date}${scope}`, { start_date: '2027-05-05 12:00', end_date: '2027-05-05 13:00' }, { as }),
      () => server.remove(`${date}${scope}`, { as }),
      () => server.remove(`${date}?force=true`, { as }),
      () => server.post(`${date}/reset`, {}, { as }),
      () => server.patch(`/events/${id}`, { recurrence: random.pick(['FREQ=WEEKLY;COUNT=3', null]) }, { as }),
    ])()
    assertAnswered(answer)
    const split = answer.json['id']
    if (answer.status === 200 && typeof split === 'number' && !this.made.some((each) => each.id === split))
      this.made.push({ kind: 'event', id: split })
  }
}
const assertAnswered = ({ status, text }: Answer): void => assert.ok(status < 500, text)

/** Deletes all records through the API, so that the lists of the next history are short. */
export async function deleteAllRecords(api: Api): Promise<void> {
  for (const [kind, plural] of Object.entries(KINDS))
    for (const query of ['tag', 'category'].includes(kind) ? ['hide_empty=false'] : ['status=any', 'status=trash'])
      for (;;) {
        const window = kind === 'event' ? '&records=true&type=single,series&start_date=2000-01-01&end_date=2100-01-01' : ''
        const listed = (await api.get(`/${plural}?${query}${window}&per_page=50`, { as: 'admin' })).json[plural] as { id: number }[]
        if (listed.length === 0) break
        await Promise.all(listed.map(({ id }) => api.remove(`/${plural}/${id}?force=true`)))
      }
}
