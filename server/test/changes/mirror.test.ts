// Contract 14.1: copies that several callers keep by the feed equal the lists, while writers work at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const HISTORIES = scaled(2_000, 12)
const WRITES = 40
const WRITERS = 4
const server = await testServer({ CACHE_MB: '0' })
const CALLERS: readonly (Caller | undefined)[] = [undefined, 'subscriber', 'author', 'other', 'editor']
const KINDS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const
type KindName = keyof typeof KINDS

interface Change {
  readonly action: 'upsert' | 'remove'
  readonly kind: string
  readonly id: number
  readonly record: Json | null
}
/** A copy of the calendar as one caller sees it. */
class Mirror {
  readonly as: Caller | undefined
  readonly records = new Map<string, Json>()
  /** Names of records that the caller has been shown, or was told that they are gone. */
  readonly told = new Set<string>()
  #next = ''
  constructor(as: Caller | undefined) {
    this.as = as
  }
  async start(): Promise<void> {
    this.#next = (await this.#read('now', 100)).next
    for (const [name, record] of await listAll(this.as)) this.records.set(name, record)
  }
  async follow(random: Random): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.#read(this.#next, random.pick([1, 3, 100]))
      for (const { action, kind, id, record } of page.changes) {
        const name = `${kind} ${id}`
        this.told.add(name)
        if (action === 'remove') this.records.delete(name)
        else this.records.set(name, summary(record ?? {}))
      }
      this.#next = page.next
      more = page.more
    }
  }
  async #read(since: string, perPage: number): Promise<{ changes: Change[]; next: string; more: boolean }> {
    const answer = await server.get(
      `/changes?since=${since}&per_page=${perPage}&kinds=${Object.keys(KINDS).join()}`,
      this.as ? { as: this.as } : {},
    )
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as { changes: Change[]; next: string; more: boolean }
  }
}
const summary = (record: Json): Json =>
  Object.fromEntries(
    ['id', 'title', 'venue', 'organizer', 'name', 'status', 'type', 'series', 'start_date'].flatMap((name) => {
      const value = record[name]
      return value === undefined || typeof value === 'object' ? [] : [[name, value]]
    }),
  )

/** All records that the caller may list, by kind and id. */
async function listAll(as: Caller | undefined): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  const status = as === undefined ? 'publish' : 'any'
  for (const [kind, plural] of Object.entries(KINDS)) {
    const owned = ['events', 'venues', 'organizers'].includes(plural) ? `&status=${status}` : ''
    const all = plural === 'categories' || plural === 'tags' ? '&hide_empty=false' : ''
    const records = plural === 'events' ? '&records=true&type=single,series,exception&start_date=0002-01-01&end_date=9998-01-01' : ''
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await server.get(`/${plural}?per_page=100&page=${page}${owned}${all}${records}`, as ? { as } : {})
      assert.equal(answer.status, 200, answer.text)
      pages = Number(answer.json['total_pages'])
      for (const record of answer.json[plural] as Json[]) found.set(`${kind} ${String(record['id'])}`, summary(record))
    }
  }
  return found
}

/** Random writes of one history. Answers with an error are part of it: records are deleted while others write to them. */
class Writers {
  readonly random: Random
  readonly made: { kind: KindName; id: number }[] = []
  constructor(random: Random) {
    this.random = random
  }
  #as = (): Caller => this.random.pick(['admin', 'admin', 'author', 'other', 'editor'] as const)
  #status = (): string => this.random.pick(['publish', 'publish', 'draft', 'pending', 'private'])
  async #make(kind: KindName, body: Json, as: Caller): Promise<void> {
    const answer = await server.post(`/${KINDS[kind]}`, body, { as })
    if (answer.status === 201) this.made.push({ kind, id: answer.json['id'] as number })
    assertAnswered(answer)
  }
  async write(): Promise<void> {
    const { random } = this
    const as = this.#as()
    const owned = random.pick(['event', 'event', 'event', 'venue', 'organizer'] as const)
    const target = this.made.length > 0 ? random.pick(this.made) : null
    if (!target || random.chance(0.25)) return this.#create(owned, as)
    const path = `/${KINDS[target.kind]}/${target.id}`
    const send = async (answer: Promise<Answer>): Promise<void> => assertAnswered(await answer)
    const isTerm = target.kind === 'category' || target.kind === 'tag'
    const title = { event: 'title', venue: 'venue', organizer: 'organizer', category: 'name', tag: 'name' }[target.kind]
    if (random.chance(0.3)) return send(server.patch(path, { [title]: unique() }, { as }))
    if (isTerm) return send(server.remove(`${path}?force=true`, { as }))
    if (target.kind === 'event' && random.chance(0.5)) return this.#writeDate(target.id, as)
    if (random.chance(0.5)) return send(server.patch(path, { status: this.#status() }, { as }))
    if (random.chance(0.2) && target.kind === 'venue') {
      const others = this.made.filter(({ kind, id }) => kind === 'venue' && id !== target.id)
      if (others.length > 0) return send(server.post(`${path}/merge`, { from: [random.pick(others).id] }, { as: 'editor' }))
    }
    return send(server.remove(random.chance(0.4) ? `${path}?force=true` : path, { as }))
  }
  async #create(kind: 'event' | 'venue' | 'organizer', as: Caller): Promise<void> {
    const { random } = this
    if (kind !== 'event') return this.#make(kind, { [kind]: unique(), status: this.#status() }, as)
    if (random.chance(0.1)) return this.#make(random.pick(['tag', 'category'] as const), { name: unique() }, 'admin')
    const venues = this.made.filter((each) => each.kind === 'venue')
    const day = `2027-0${1 + random.below(8)}-1${random.below(9)}`
    const recurrence = random.chance(0.5) ? { recurrence: random.pick(['FREQ=WEEKLY;COUNT=6', 'FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY']) } : {}
    const venue = venues.length > 0 && random.chance(0.4) ? { venue: random.pick(venues).id } : {}
    return this.#make(
      kind,
      { title: unique(), start_date: `${day} 10:00`, end_date: `${day} 11:00`, status: this.#status(), ...recurrence, ...venue },
      as,
    )
  }
  /** Writes to one of the dates of a series, if the event is one. */
  async #writeDate(id: number, as: Caller): Promise<void> {
    const { random } = this
    const listed = await server.get(`/events?series=${id}&start_date=2000-01-01&end_date=2100-01-01&per_page=20&status=any`, {
      as: 'admin',
    })
    const dates = (listed.json['events'] ?? []) as { id: number }[]
    if (dates.length === 0) return assertAnswered(await server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=5' }, { as }))
    const date = `/events/${random.pick(dates).id}`
    const scope = `?scope=${random.pick(['this', 'this', 'following', 'all'])}`
    const answer = await random.pick([
      () => server.patch(`${date}${scope}`, { title: unique() }, { as }),
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

/** Records of which the log has no public state. Exceptions have the status of their series without a row of their own. */
async function neverPublic(): Promise<string[]> {
  const rows = await server.app.database.query<{ name: string }>(
    raw(`
select c.kind || ' ' || c.record_id as name from changes c where c.kind in ('event', 'venue', 'organizer')
group by c.kind, c.record_id
having bool_or(c.action = 'create') and not bool_or(coalesce(c.before ->> 'status', '') = 'publish' or coalesce(c.after ->> 'status', '') = 'publish')`),
  )
  return rows.map(({ name }) => name)
}

void test(`14.1.3 14.1.7 in ${HISTORIES} histories, the copy of each caller equals the lists`, { timeout: 7_200_000 }, async (t) => {
  let [changes, records, secrets] = [0, 0, 0]
  for (let history = 0; history < HISTORIES; history += 1) {
    const random = new Random(seedOf(seed, history))
    const mirrors = CALLERS.map((as) => new Mirror(as))
    for (const mirror of mirrors) await mirror.start()
    const writers = new Writers(random)
    for (let round = 0; round < WRITES / WRITERS; round += 1) {
      const writes = Array.from({ length: WRITERS }, () => writers.write())
      if (random.chance(0.4)) await random.pick(mirrors).follow(random)
      await Promise.all(writes)
    }
    for (const mirror of mirrors) {
      await mirror.follow(random)
      const listed = await listAll(mirror.as)
      const where = `seed ${seed}, history ${history}, caller ${mirror.as ?? 'anonymous'}`
      assert.deepEqual(differences(mirror.records, listed), [], where)
      if (mirror.as === undefined || mirror.as === 'subscriber') {
        const hidden = await neverPublic()
        secrets += hidden.length
        assert.deepEqual(
          hidden.filter((name) => mirror.told.has(name)),
          [],
          where,
        )
      }
      changes += mirror.told.size
      records += listed.size
    }
  }
  t.diagnostic(`${changes} changes, ${records} records compared, ${secrets} records that were never public`)
  reportEvidence('changes', { histories: HISTORIES, callers: CALLERS.length, changes, records_compared: records, never_public: secrets })
  assert.ok(changes > HISTORIES * 10 && secrets > HISTORIES * 5)
})
function differences(mirrored: ReadonlyMap<string, Json>, listed: ReadonlyMap<string, Json>): string[] {
  const names = [...new Set([...mirrored.keys(), ...listed.keys()])]
  return names.flatMap((name) => {
    const [a, b] = [JSON.stringify(mirrored.get(name) ?? null), JSON.stringify(listed.get(name) ?? null)]
    return a === b ? [] : [`${name}: copy ${a}, list ${b}`]
  })
}
