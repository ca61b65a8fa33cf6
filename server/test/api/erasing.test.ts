// A7: a record that is deleted for good leaves who, when and what in the log, and no content anywhere.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { columnsAfterErasing, eraseLeftTraces } from '../../src/engine/changes/erase.ts'
import { emptyTrash } from '../../src/engine/write/lifecycle-jobs.ts'
import type { RequestContext, Kind } from '../../src/engine/definition/kind.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { ref, sql } from '../../src/kernel/database/sql.ts'
import { events, images, kinds } from '../../src/resources/index.ts'
import { form, fresh } from '../media/pictures.ts'
import { rowsOf } from '../faults/launch.ts'
import { inDays, testServer, type Answer, type Json } from '../support/server.ts'

const folder = join(tmpdir(), `media-erasing-${randomUUID()}`)
const server = await testServer({ MEDIA_DIR: folder }, undefined, false)
const { database } = server.app
const site = siteOf(readConfig({}))
/** In every text, name, address and file; the numbers are coordinates and a price that nothing else has. */
const CANARY = 'zqcanary'
const NUMBERS = ['12.3456789', '98.7654321', '4321.77']

/** Inputs that are no text. A new field is sent the canary as text, and is red here if it does not take it. */
const TYPED: Readonly<Record<string, unknown>> = {
  author: undefined,
  status: 'publish',
  date: undefined,
  date_utc: undefined,
  file: undefined,
  all_day: true,
  start_date: inDays(1),
  end_date: inDays(2),
  timezone: 'Europe/Lisbon',
  cost: '€4321.77',
  website: `https://${CANARY}.example/${CANARY}`,
  event_status: 'cancelled',
  online_url: `https://${CANARY}.example/online`,
  attendance: 'mixed',
  availability: 'few',
  color: 'teal',
  email: `${CANARY}@${CANARY}.example`,
  geo_lat: 12.3456789,
  geo_lng: 98.7654321,
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: true,
  featured: true,
  ticketed: true,
  post_parent: undefined,
  parent: undefined,
  venue: { venue: `${CANARY} inline`, address: CANARY, website: `https://${CANARY}.example` },
  organizer: { organizer: `${CANARY} inline`, email: `${CANARY}@inline.example` },
  categories: [`${CANARY} category`],
  tags: [`${CANARY} tag`],
  custom_fields: { [CANARY]: CANARY, number: 4321.77 },
  hours: { weekly: [{ days: ['mo'], opens: '10:00', closes: '18:00' }], closed: [{ from: '2031-01-01', note: CANARY }] },
  recurrence: undefined,
  overrides: undefined,
  external_ids: { ticketing: `${CANARY} id` },
  image: undefined,
}
const writable = (kind: Kind): string[] => Object.entries(kind.fields).flatMap(([name, { input: sort }]) => (sort === null ? [] : [name]))
const bodyOf = (kind: Kind, more: Json = {}): Json => ({
  ...Object.fromEntries(
    writable(kind).flatMap((name) => {
      const isText = kind.fields[name]?.storage.in === 'text'
      const value = !isText && Object.hasOwn(TYPED, name) ? TYPED[name] : `${CANARY} ${name}`
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  ...more,
})
const done = (answer: Answer, status: number): Json & { id: number } => {
  assert.equal(answer.status, status, answer.text)
  return answer.json as Json & { id: number }
}

/** Rows of every table that hold the canary, as `table: count`. */
async function traces(): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(server.database_url, `select tablename as name from pg_tables where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const patterns = [CANARY, ...NUMBERS].map((text) => `t::text ilike '%${text}%'`).join(' or ')
    const [row] = await rowsOf<{ n: number }>(server.database_url, `select count(*)::int as n from ${name} t where ${patterns}`)
    if (row?.n) found.push(`${name}: ${row.n}`)
  }
  return found.toSorted()
}
const filesWithCanary = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return name.includes(CANARY) || (statSync(path).isFile() && readFileSync(path).includes(CANARY))
  })

async function makeAll(): Promise<{ kind: Kind; id: number }[]> {
  const made: { kind: Kind; id: number }[] = []
  const texts = Object.fromEntries(['title', 'alt', 'caption', 'credit'].map((name) => [name, `${CANARY} ${name}`]))
  const picture = Buffer.concat([await fresh(), Buffer.from(CANARY)])
  const image = done(
    await server.request('POST', '/media', {
      as: 'admin',
      upload: form(picture, texts, `${CANARY}.jpg`),
      headers: { 'idempotency-key': randomUUID() },
    }),
    201,
  )
  for (const kind of kinds) {
    const id =
      kind === images
        ? image.id
        : done(
            await server.post(`/${kind.plural}`, bodyOf(kind, kind.access === 'owned' ? { image: image.id } : {}), {
              headers: { 'idempotency-key': randomUUID() },
            }),
            201,
          ).id
    made.push({ kind, id })
    const text = `${CANARY} en français`
    done(await server.patch(`/${kind.plural}/${id}?i18n_language=fr`, { [kind.title]: text, ...(kind === images && { alt: text }) }), 200)
  }
  // Terms, venues and organizers that the event made along.
  for (const kind of kinds) {
    if (kind === events || kind === images) continue
    for (const { id } of await database.query<{ id: number }>(sql`select id from ${ref(kind.table)}`))
      if (!made.some((each) => each.id === id)) made.push({ kind, id })
  }
  return made
}
/** Images last: what a record shows cannot be deleted. */
const inOrder = (made: { kind: Kind; id: number }[]) => made.toSorted((a, b) => Number(a.kind === images) - Number(b.kind === images))

void test('A7 a canary in every writable field of every kind is nowhere after DELETE ?force=true', async (t) => {
  const made = await makeAll()
  const before = await traces()
  t.diagnostic(`before: ${before.join(', ')}`)
  for (const table of ['changes', 'idempotency_keys', 'event_texts', 'organizers', 'venues', 'image_texts'])
    assert.ok(
      before.some((line) => line.startsWith(`${table}:`)),
      `${table} had it`,
    )
  for (const { kind, id } of inOrder(made)) done(await server.remove(`/${kind.plural}/${id}?force=true`), 200)
  assert.deepEqual(await traces(), [])
  assert.deepEqual(filesWithCanary(), [])
  for (const { kind, id } of made) {
    const log = await database.query<{ action: string; actor_id: number; before: Json | null }>(
      sql`select action, actor_id, before from changes where kind = ${kind.name} and record_id = ${id} order by id`,
    )
    const last = log.at(-1)
    assert.deepEqual([log[0]?.action, last?.action, last?.actor_id], ['create', 'delete', server.ids.admin], 'who and what stay')
    assert.deepEqual(
      Object.keys(last?.before ?? {}).filter((name) => !columnsAfterErasing(kind).includes(name)),
      [],
    )
    if (kind === events) {
      const { status, featured, all_day, protected: isProtected, author_id, venue, starts_local } = last?.before ?? {}
      assert.deepEqual([status, featured, all_day, isProtected, author_id], ['publish', true, true, true, server.ids.admin])
      assert.equal((venue as number[]).length, 1)
      assert.equal(typeof starts_local, 'string')
    }
  }
})
void test('A7 the content of exceptions is erased together with their series', async () => {
  const series = { title: CANARY, start_date: inDays(1), end_date: inDays(1), recurrence: 'FREQ=DAILY;COUNT=3' }
  const { id } = await server.make('events', series)
  const dates = (await server.get(`/events?series=${id}`)).json['events'] as { id: number }[]
  done(await server.patch(`/events/${dates[1]?.id}`, { title: `${CANARY} special`, description: CANARY }), 200)
  assert.ok((await traces()).some((line) => line.startsWith('changes:')))
  done(await server.remove(`/events/${id}?force=true`), 200)
  assert.deepEqual(await traces(), [])
})
void test('A7 the content of former exceptions is erased together with their series, and with the single events that they became', async () => {
  const series = { title: 'Course', start_date: inDays(1), end_date: inDays(1), recurrence: 'FREQ=DAILY;COUNT=4' }
  const { id } = await server.make('events', series)
  const dates = (await server.get(`/events?series=${id}`)).json['events'] as { id: number }[]
  for (const date of [dates[1], dates[2]]) done(await server.patch(`/events/${date?.id}`, { title: CANARY }), 200)
  done(await server.post(`/events/${dates[1]?.id}/reset`, {}), 200)
  done(await server.patch(`/events/${id}`, { recurrence: null }), 200)
  done(await server.remove(`/events/${dates[2]?.id}?force=true`), 200)
  done(await server.patch(`/events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=4' }), 200)
  done(await server.remove(`/events/${id}?force=true`), 200)
  assert.deepEqual(await traces(), [])
})
void test('A7 the same when the trash is emptied', async () => {
  const made = await makeAll()
  const ctx: RequestContext = {
    site,
    now: Temporal.Now.instant(),
    caller: { ...ANONYMOUS, role: 'administrator', scope: 'admin' },
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
  for (const { kind, id } of inOrder(made)) {
    if (kind === images)
      for (const each of kinds) if (each.access === 'owned') await emptyTrash(database, each, ctx.now.add({ hours: 1 }), ctx)
    done(await server.remove(`/${kind.plural}/${id}`), 200)
  }
  assert.deepEqual(await traces(), [])
  assert.deepEqual(filesWithCanary(), [])
})
void test('A7 a repeated create whose record was permanently deleted creates nothing and states the reason', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const { id } = done(await server.post('/tags', { name: 'Once' }, { headers }), 201)
  done(await server.remove(`/tags/${id}`), 200)
  const again = await server.post('/tags', { name: 'Once' }, { headers })
  assert.deepEqual([again.status, again.json['code']], [409, 'rest_idempotency_conflict'])
  assert.match(again.text, /permanently deleted/)
})
void test('A7 the job erases, in batches, log entries of deleted records that older versions left behind', async () => {
  const texts = { texts: { en: { title: CANARY } }, website: `https://${CANARY}.example`, status: 'publish', featured: true }
  await database.query(sql`
insert into changes (kind, record_id, version, action, actor_id, before, after)
select 'event', 1000000 + n, v, case v when 1 then 'create' else 'delete' end, 7,
  case v when 2 then ${JSON.stringify(texts)}::jsonb end, case v when 1 then ${JSON.stringify(texts)}::jsonb end
from generate_series(1, 150) n, generate_series(1, 2) v`)
  const left = async (): Promise<number> => Number(/changes: (\d+)/.exec((await traces()).join())?.[1] ?? 0)
  assert.equal(await left(), 300)
  await eraseLeftTraces(database, site)
  assert.equal(await left(), 100)
  await eraseLeftTraces(database, site)
  assert.equal(await left(), 0)
  const [row] = await database.query(sql`select actor_id, before, after from changes where record_id = 1000001 and action = 'delete'`)
  assert.deepEqual(row, { actor_id: 7, before: { status: 'publish', featured: true }, after: null })
})
