// kill -9 under concurrent writes, again and again: what was acknowledged is there, nothing is there by half, and no key made two records.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { errorCode } from '../../src/kernel/database/database-errors.ts'
import { freshDatabase } from '../support/database.ts'
import { LISTING_INVARIANTS } from '../support/listings.ts'
import { freePort, PATIENT_DATABASE } from '../support/process.ts'
import { inDays, NS } from '../support/server.ts'
import { adminToken, launch, logged, pause, rowsOf, until, untilReady, within, type Launched } from './launch.ts'

const KILLS = Number(process.env['KILLS'] ?? 6)
const CLIENTS = 8
const READY_MS = Number(process.env['READY_MS'] ?? 10_000)
const database = await freshDatabase()
after(() => database.drop())
const token = await adminToken(database.url)
const port = await freePort()
const env = { ...PATIENT_DATABASE, DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'warn' }

void test(`${KILLS} kills under ${CLIENTS} writers lose nothing, halve nothing and double nothing`, {
  timeout: 60_000 + KILLS * 6_000,
}, async (t) => {
  let server: Launched = await launch(env)
  t.after(() => server.kill())
  await untilReady(server, 15_000)
  const writers = startWriters()
  t.after(writers.end)
  const starts: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = writers.acknowledged.size
    await until('writes go through', 15_000, () => writers.unexpected.length > 0 || writers.acknowledged.size > before + 4)
    assert.deepEqual(writers.unexpected, [])
    await pause(Math.random() * 200)
    await server.kill()
    assert.deepEqual(logged(server, ['error', 'fatal']), [])
    server = await launch(env)
    starts.push(await untilReady(server, 15_000))
  }
  writers.end()
  await within('the last writes go through', 20_000, writers.ended)
  server.child.kill('SIGTERM')
  assert.equal(await within('the process ends', 12_000, server.ended), 0)
  await until('no statement of the dead is running', 10_000, async () => (await rows(BACKENDS)).length === 0)

  const { acknowledged, interrupted, replayed, unexpected } = writers
  const slowest = Math.round(Math.max(0, ...starts))
  t.diagnostic(
    `${KILLS} kills, ${acknowledged.size} writes acknowledged, ${interrupted()} interrupted, ` +
      `${replayed()} of them found done when sent again, slowest start ${slowest} ms`,
  )
  assert.deepEqual(unexpected, [], 'nothing but 201, and 409 while the first of a key still runs')
  assert.ok(interrupted() >= KILLS, 'the kills met writes')
  assert.deepEqual(await lost(acknowledged), [], 'no acknowledged write is lost')
  for (const [what, statement] of Object.entries(INVARIANTS)) assert.deepEqual(await rows(statement), [], what)
  assert.ok(slowest < READY_MS, `ready again after ${slowest} ms at the most`)
})

const BACKENDS = `select pid from pg_stat_activity where application_name = 'kalends' and datname = current_database()`
const KINDS = [
  ['event', 'events', 'event_texts'],
  ['venue', 'venues', 'venue_texts'],
  ['organizer', 'organizers', 'organizer_texts'],
  ['category', 'categories', 'category_texts'],
  ['tag', 'tags', 'tag_texts'],
] as const
const linked = (table: string): string => `(select count(*) from ${table} l where l.event_id = e.id)`
/** Statements that find what must not be. */
const INVARIANTS: Readonly<Record<string, string>> = {
  ...LISTING_INVARIANTS,
  'every event is listed once, and has all its links': `select e.id from events e
    where (select count(*) from occurrences o where o.id = e.id and o.record_id = e.id) <> 1 or ${linked('event_venues')} <> 1
      or ${linked('event_organizers')} <> 1 or ${linked('event_tags')} <> 2 or ${linked('event_categories')} <> 1`,
  'no venue, organizer or term is there without an event': ['venue', 'organizer', 'tag', 'category']
    .map((name) => KINDS.find(([kind]) => kind === name)?.[1] ?? '')
    .map((table) => `select '${table}' as kind, id from ${table} r where not exists (select 1 from event_${table} l where l.ref_id = r.id)`)
    .join(' union all '),
  'every record has its text': KINDS.map(
    ([, table, texts]) => `select '${table}' as kind, r.id from ${table} r
      where (select count(*) from ${texts} x where x.id = r.id and x.original and x.language = r.language and x.slug is not null) <> 1`,
  ).join(' union all '),
  'every record has one row in the log': KINDS.map(
    ([kind, table]) => `select '${table}' as kind, r.id from ${table} r
      where (select count(*) from changes c
             where c.kind = '${kind}' and c.record_id = r.id and c.action = 'create' and c.version = 1) <> 1`,
  ).join(' union all '),
  'every row of the log has its record': KINDS.map(
    ([kind, table]) => `select c.kind, c.record_id as id from changes c
      where c.kind = '${kind}' and not exists (select 1 from ${table} r where r.id = c.record_id)`,
  ).join(' union all '),
  'no key made two records': `select title from event_texts group by title having count(*) > 1`,
  'every record has its key, and the key its record': `select k.key, e.id from idempotency_keys k
    full join event_texts e on e.id = (k.body::jsonb ->> 'id')::bigint and e.title = 'Event ' || k.key where k.key is null or e.id is null`,
  'terms count their events': ['tags', 'categories']
    .map(
      (table) =>
        `select '${table}' as kind, id from ${table} r where (select coalesce(sum(n), 0) from day_counts c where c.ref_id = r.id and c.day = 'infinity') <> (select count(*) from event_${table} l where l.ref_id = r.id)`,
    )
    .join(' union all '),
}
const rows = (text: string): Promise<Record<string, unknown>[]> => rowsOf(database.url, text)

/** Acknowledged events that are not in the database as they were acknowledged. */
async function lost(acknowledged: ReadonlyMap<string, number>): Promise<unknown[]> {
  return rowsOf(
    database.url,
    `select n.title, n.id from unnest($1::text[], $2::bigint[]) n(title, id)
     where not exists (select 1 from event_texts t where t.id = n.id and t.title = n.title)`,
    [[...acknowledged.keys()], [...acknowledged.values()]],
  )
}

interface Writers {
  /** Title → id of what was answered with 201. */
  readonly acknowledged: ReadonlyMap<string, number>
  readonly unexpected: readonly string[]
  interrupted(): number
  replayed(): number
  readonly ended: Promise<unknown>
  end(): void
}
/** Clients that write one event after the other, each until it is acknowledged, with one key for all attempts. */
function startWriters(): Writers {
  const acknowledged = new Map<string, number>()
  const unexpected: string[] = []
  let [interrupted, replayed, isOver] = [0, 0, false]
  const writer = async (i: number): Promise<void> => {
    for (let n = 0; !isOver && unexpected.length === 0; n += 1) {
      const key = `${i}-${n}`
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        const { status, text, again } = await send(key, bodyOf(key, n))
        if (status === 201) {
          acknowledged.set(`Event ${key}`, (JSON.parse(text) as { id: number }).id)
          replayed += again ? 1 : 0
          break
        }
        if (status === 0 && text !== 'ECONNREFUSED') interrupted += 1
        if (status !== 0 && status !== 409) return void unexpected.push(`${key}: ${status} ${text}`)
        await pause(100)
      }
    }
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, i) => writer(i)))
  return {
    acknowledged,
    unexpected,
    ended,
    interrupted: () => interrupted,
    replayed: () => replayed,
    end: () => {
      isOver = true
    },
  }
}

/** An event that makes everything it links to; one tag and the category are wanted by several at once. */
const bodyOf = (key: string, n: number): unknown => ({
  title: `Event ${key}`,
  start_date: START,
  end_date: END,
  venue: { venue: `Venue ${key}`, city: 'Nairobi' },
  organizer: { organizer: `Organizer ${key}` },
  categories: [`Category ${Math.floor(n / 3)}`],
  tags: [`Shared ${Math.floor(n / 3)}`, `Tag ${key}`],
})
const [START, END] = [inDays(10), inDays(11)]

/** One attempt; status 0 and the code of the failure where no whole answer came. */
async function send(key: string, body: unknown): Promise<{ status: number; text: string; again: boolean }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${NS}/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    return { status: answer.status, text: await answer.text(), again: answer.headers.has('idempotent-replayed') }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? errorCode(error.cause) : '', again: false }
  }
}
