// Contract 14.1.9: a copy that `mirror` keeps equals the lists, although it is interrupted at random and cursors expire.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { recordBulkChange } from '../../server/src/engine/changes/change-log.ts'
import { extendSeries } from '../../server/src/engine/write/extend-series.ts'
import { ANONYMOUS } from '../../server/src/kernel/security/caller.ts'
import { events } from '../../server/src/resources/events.ts'
import { deleteRecords } from '../../server/test/history/shown.ts'
import { Random, seedOf } from '../../server/test/model/random.ts'
import { reportEvidence, scaled, seed } from '../../server/test/support/evidence.ts'
import { testServer, unique, type Caller, type Json } from '../../server/test/support/server.ts'
import { createClient, type ChangedKind, type MirrorEntry, type MirrorStore } from '../src/index.ts'
import { listCalendar, RandomWriter, summary } from './support/random-calendar.ts'

let now = Temporal.Now.instant()
const server = await testServer({ CACHE_MB: '0' }, { now: () => now })
const { database } = server.app
const HISTORIES = scaled(300, 4)
const ROUNDS = 8

/** A store in memory. `interrupt` may throw before or after each operation, so that an operation may be stored although it failed. */
class MapStore implements MirrorStore {
  readonly entries = new Map<string, MirrorEntry>()
  cursor: string | null = null
  interrupt: () => void = () => undefined
  loadCursor(): string | null {
    return this.cursor
  }
  saveCursor(cursor: string): void {
    this.#run(() => (this.cursor = cursor))
  }
  put(entries: readonly MirrorEntry[]): void {
    for (const entry of entries) this.#run(() => this.entries.set(`${entry.kind} ${entry.id}`, entry))
  }
  remove(kind: ChangedKind, ids: readonly number[]): void {
    for (const id of ids) this.#run(() => this.entries.delete(`${kind} ${id}`))
  }
  versions(kind: ChangedKind, series?: number): [number, number][] {
    return [...this.entries.values()].flatMap((entry) =>
      entry.kind === kind && (series === undefined || entry.series === series) ? [[entry.id, entry.version]] : [],
    )
  }
  #run(operation: () => void): void {
    this.interrupt()
    operation()
    this.interrupt()
  }
}
const clientOf = (as: Caller | undefined, fetchWith: typeof fetch = fetch) =>
  createClient({ baseUrl: server.base, token: as && server.tokens[as], retries: 0, fetch: (url, init) => fetchWith(url, init) })

function differences(store: MapStore, listed: ReadonlyMap<string, Json>): string[] {
  const names = new Set([...store.entries.keys(), ...listed.keys()])
  return [...names].flatMap((name) => {
    const entry = store.entries.get(name)
    const [a, b] = [JSON.stringify(entry ? summary(entry.record as unknown as Json) : null), JSON.stringify(listed.get(name) ?? null)]
    return a === b ? [] : [`${name}: copy ${a}, list ${b}`]
  })
}
/** All cursors expire, as they do after a restore. */
const expireCursors = () => database.transaction((db) => recordBulkChange(db, 'records', crypto.randomUUID()))
class Interruption extends Error {}

void test(`14.1.9 in ${HISTORIES} histories with interruptions and expired cursors, copies of records and of dates equal the lists`, async (t) => {
  let [interruptions, compared, expired] = [0, 0, 0]
  for (let history = 0; history < HISTORIES; history += 1) {
    // The copies of a history have few records, whatever the number of histories.
    await deleteRecords(server)
    const random = new Random(seedOf(seed, history))
    const writer = new RandomWriter(server, random)
    const copies = ([undefined, 'author', 'editor'] as const).flatMap((as) =>
      [false, true].map((dates) => ({ as, dates, store: new MapStore() })),
    )
    for (let write = 0; write < 10; write += 1) await writer.write()
    for (let round = 0; round < ROUNDS; round += 1) {
      const writes = (async () => {
        for (let write = 0; write < 3; write += 1) await writer.write()
        if (random.chance(0.15)) {
          await expireCursors()
          expired += 1
        }
      })()
      const { as, dates, store } = random.pick(copies)
      // The store fails, or the response to a request is lost, after some operations.
      let left = random.below(30)
      store.interrupt = () => {
        if ((left -= 1) < 0) throw new Interruption()
      }
      const client = clientOf(as, (async (url: string, init: RequestInit) => {
        store.interrupt()
        return fetch(url, init)
      }) as typeof fetch)
      await client.mirror({ store, dates }).catch((error: unknown) => {
        assert.ok(error instanceof Interruption || (error as Error).cause instanceof Interruption, String(error))
        interruptions += 1
      })
      await writes
    }
    for (const { as, dates, store } of copies) {
      store.interrupt = () => undefined
      await clientOf(as).mirror({ store, dates })
      const listed = await listCalendar(server, as, dates)
      compared += listed.size
      assert.deepEqual(differences(store, listed), [], `seed ${seed}, history ${history}, ${as ?? 'anonymous'}, dates ${dates}`)
    }
  }
  t.diagnostic(`${compared} records compared, ${interruptions} interruptions, ${expired} times all cursors expired`)
  assert.ok(interruptions > HISTORIES && compared > HISTORIES * 50 && expired > 0)
  reportEvidence('mirror', { histories: HISTORIES, records_compared: compared, interruptions, expired_cursors: expired })
})

const DAY = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
const recordOf = (store: MapStore, name: string): Json => (store.entries.get(name)?.record ?? {}) as Json
const titleOf = (store: MapStore, id: number): unknown => recordOf(store, `event ${id}`)['title']
const ids = (store: MapStore, kind: ChangedKind): number[] => store.versions(kind).map(([id]) => id)

void test('14.1.9 records that were deleted or hidden before a cursor expired are removed, and records with the same version are read again', async () => {
  const store = new MapStore()
  const made = [await server.make('events', { title: unique(), ...DAY }), await server.make('events', { title: unique(), ...DAY })]
  const [gone, hidden] = made.map(({ id }) => id)
  const kept = await server.make('events', { title: 'Before', ...DAY })
  const mirror = () => clientOf(undefined).mirror({ store, kinds: ['event'] })
  await mirror()
  assert.ok([gone, hidden, kept.id].every((id) => ids(store, 'event').includes(id ?? 0)))
  await server.remove(`/events/${gone}?force=true`)
  await server.patch(`/events/${hidden}`, { status: 'draft' })
  // A restored database has another content of the same version.
  const entry = store.entries.get(`event ${kept.id}`)
  assert.ok(entry)
  store.entries.set(`event ${kept.id}`, { ...entry, record: { ...entry.record, title: 'Lost' } })
  await expireCursors()
  await mirror()
  assert.deepEqual(
    [gone, hidden].filter((id) => ids(store, 'event').includes(id ?? 0)),
    [],
  )
  assert.equal(titleOf(store, kept.id), 'Before')
})

void test('14.1.9 records that are deleted, created or hidden during the first copy', async () => {
  const store = new MapStore()
  const made = await Promise.all(Array.from({ length: 4 }, () => server.make('venues', { venue: unique() })))
  const [deleted, hidden, changed] = made.map(({ id }) => id)
  let created = 0
  let isFirst = true
  const client = clientOf(undefined, (async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    if (isFirst && /\/venues\?.*inventory=true/.test(url)) {
      isFirst = false
      await server.remove(`/venues/${deleted}?force=true`)
      await server.patch(`/venues/${hidden}`, { status: 'private' })
      await server.patch(`/venues/${changed}`, { venue: 'Renamed' })
      created = (await server.make('venues', { venue: unique() })).id
    }
    return response
  }) as typeof fetch)
  await client.mirror({ store, kinds: ['venue'] })
  assert.equal(isFirst, false)
  const venues = ids(store, 'venue')
  assert.deepEqual(
    [deleted, hidden, changed, created].map((id) => venues.includes(id ?? 0)),
    [false, false, true, true],
  )
  assert.equal(recordOf(store, `venue ${changed}`)['venue'], 'Renamed')
})

void test('13.5.8 a series that becomes a single event leaves its exceptions as single events', async () => {
  const stores = [new MapStore(), new MapStore()]
  const { id } = await server.make('events', { title: unique(), ...DAY, recurrence: 'FREQ=DAILY;COUNT=4' })
  const [, second, third] = [...(await listCalendar(server, 'editor', true)).entries()].filter(([, { series }]) => series === id)
  const names = [second, third].map((date) => date?.[0] ?? '')
  for (const name of names) await server.patch(`/events/${name.replace('event ', '')}`, { title: 'Special' })
  const mirror = async () => {
    for (const [index, store] of stores.entries()) await clientOf('editor').mirror({ store, kinds: ['event'], dates: index === 1 })
  }
  await mirror()
  await server.patch(`/events/${id}`, { recurrence: null })
  await server.patch(`/events/${names[1]?.replace('event ', '')}`, { hide_from_listings: true })
  await mirror()
  for (const store of stores) {
    assert.deepEqual([recordOf(store, names[0] ?? '')['type'], recordOf(store, `event ${id}`)['type']], ['single', 'single'])
    assert.deepEqual([store.entries.has(names[1] ?? ''), store.versions('event', id)], [false, []])
  }
})

void test('14.1.7 a copy of dates gets the dates that are stored as time passes', async () => {
  const store = new MapStore()
  const series = await server.make('events', { title: unique(), ...DAY, recurrence: 'FREQ=WEEKLY' })
  const client = clientOf('editor')
  await client.mirror({ store, kinds: ['event'], dates: true })
  const before = store.versions('event', series.id).length
  now = now.add({ hours: 24 * 28 })
  await client.mirror({ store, kinds: ['event'], dates: true })
  // The job runs once an hour, so the dates are stored after `occurrences_until` has risen.
  const context = { site: siteOf(readConfig({})), now, caller: ANONYMOUS, changeId: crypto.randomUUID(), strict: false }
  const language = { language: 'en', hasExplicitLanguage: false, languagePrefix: '' }
  await extendSeries(database, events, { ...context, ...language }, () => undefined)
  now = now.add({ hours: 24 })
  await client.mirror({ store, kinds: ['event'], dates: true })
  assert.equal(store.versions('event', series.id).length, before + 4)
})

void test('a copy with other settings is made again, and an aborted mirror throws the reason', async () => {
  const store = new MapStore()
  const { id } = await server.make('events', { title: 'Evening', ...DAY, recurrence: 'FREQ=DAILY;COUNT=3' })
  await server.patch(`/events/${id}?i18n_language=fr`, { title: 'Soirée' })
  const client = clientOf(undefined)
  await client.mirror({ store })
  assert.equal(titleOf(store, id), 'Evening')
  await client.mirror({ store, language: 'fr' })
  assert.equal(titleOf(store, id), 'Soirée')
  await client.mirror({ store, kinds: ['event'], dates: true })
  assert.equal(titleOf(store, id), undefined)
  assert.deepEqual([store.versions('event', id).length, ids(store, 'venue').length], [3, 0])
  const controller = new AbortController()
  const running = client.mirror({ store, kinds: ['event'], dates: true, everyMs: 10, signal: controller.signal })
  await server.remove(`/events/${id}`)
  while (store.versions('event', id).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort(new Interruption('stopped'))
  await assert.rejects(running, Interruption)
})
