// Writes to series store only rows that change, and derive the public listings at most once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') }, false)
const { database } = server.app

/** Triggers on all tables note each written row, and a wrapper notes each call of `sync_listings`. */
await database.session(async (db) => {
  await db.query(sql`create table noted_writes (source text not null)`)
  await db.query(sql`
create function note_write() returns trigger language plpgsql as $$ begin insert into noted_writes values (tg_table_name); return null; end $$`)
  const tables = await db.query<{ name: string }>(sql`
select c.relname as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'noted_writes'`)
  for (const { name } of tables)
    await db.query(
      sql`create trigger note_write after insert or update or delete on ${raw(`"${name}"`)} for each row execute function note_write()`,
    )
  await db.query(sql`alter function sync_listings(bigint[]) rename to sync_listings_unnoted`)
  await db.query(sql`
create function sync_listings(families bigint[]) returns void language sql as $$
  insert into noted_writes values ('sync_listings()');
  select sync_listings_unnoted(families);
$$`)
})

interface Written {
  readonly rows: number
  readonly listingCalls: number
  readonly bySource: Readonly<Record<string, number>>
}
async function writtenBy(write: () => Promise<unknown>): Promise<Written> {
  await database.query(sql`delete from noted_writes`)
  await write()
  const noted = await database.query<{ source: string; n: number }>(
    sql`select source, count(*)::int as n from noted_writes group by source order by source`,
  )
  const bySource = Object.fromEntries(noted.map(({ source, n }) => [source, n]))
  const listingCalls = bySource['sync_listings()'] ?? 0
  return { rows: noted.reduce((sum, { n }) => sum + n, 0) - listingCalls, listingCalls, bySource }
}

async function makeSeries(exceptions: number): Promise<{ readonly id: number; readonly dates: readonly number[] }> {
  const category = unique()
  const body = { title: unique(), categories: [category], tags: [unique()], venue: { venue: unique() } }
  const pattern = { start_date: '2027-02-02 18:00', end_date: '2027-02-02 20:00', recurrence: 'FREQ=WEEKLY;COUNT=60' }
  const { id } = await server.make('events', { ...body, ...pattern })
  const list = await server.get(`/events?categories=${category}&start_date=2020-01-01&end_date=2040-01-01&per_page=100`)
  const dates = (list.json['events'] as Json[]).map((event) => event['id'] as number)
  for (const date of dates.slice(0, exceptions)) await patch(`/events/${date}`, { website: `https://example.org/${date}` })
  return { id, dates }
}
async function patch(path: string, body: Json): Promise<void> {
  const answer = await server.patch(path, body)
  assert.equal(answer.status, 200, answer.text)
}

for (const exceptions of [0, 7])
  void test(`13.5 a new title of a series with ${exceptions} exceptions writes at most 6 rows and three per exception`, async () => {
    const { id } = await makeSeries(exceptions)
    const { rows, listingCalls, bySource } = await writtenBy(() => patch(`/events/${id}`, { title: unique() }))
    assert.ok(rows > 0 && rows <= 6 + 3 * exceptions, `${rows} rows: ${JSON.stringify(bySource)}`)
    assert.equal(listingCalls, 0)
  })

void test('13.5 a write to a series derives its listings once if its dates, links or flags change', async () => {
  const { id, dates } = await makeSeries(2)
  const writes: readonly (readonly [string, Json])[] = [
    [`/events/${id}`, { start_date: '2027-02-02 19:00' }],
    [`/events/${id}`, { tags: [unique()] }],
    [`/events/${id}`, { hide_from_listings: true }],
    [`/events/${id}`, { status: 'trash' }],
    [`/events/${id}`, { status: 'publish' }],
    [`/events/${dates[0]}`, { overrides: [] }],
    [`/events/${id}`, { recurrence: null }],
  ]
  for (const [path, body] of writes) {
    const { listingCalls } = await writtenBy(() => patch(path, body))
    assert.equal(listingCalls, 1, `${path} ${JSON.stringify(body)}`)
  }
})
