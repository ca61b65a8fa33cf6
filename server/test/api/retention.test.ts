// A7: logs are pruned after their days, and nothing that is read from memory notices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneChanges, pruneSecurityLog } from '../../src/engine/changes/retention.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { until } from '../faults/launch.ts'
import { inDays, testServer } from '../support/server.ts'

const server = await testServer({}, undefined, false)
const { database } = server.app
const NOW = Temporal.Now.instant()
const cutoff = NOW.subtract({ hours: 24 * 730 })
const count = async (table: string): Promise<number> =>
  (await database.query<{ n: number }>(sql`select count(*)::int as n from ${raw(table)}`))[0]?.n ?? 0
/** As if everything so far had happened long ago. */
const age = (): Promise<unknown> => database.query(sql`update changes set at = at - interval '800 days'`)
/** Other databases of the server may have transactions that are still running: changes of that time are pruned later. */
const prune = (): Promise<unknown> =>
  until('old changes are pruned', 30_000, async () => {
    await pruneChanges(database, cutoff)
    const old = sql`select 1 from changes where at < ${cutoff.toString()} and coalesce(before, after) is not null`
    return (await database.query(old)).length === 0
  })
let pages = 20
/** The venue inside the event, in a list that no answer is kept for: its records come from memory. */
async function shownVenue(): Promise<unknown> {
  const { json } = await server.get(`/events?per_page=${(pages += 1)}`)
  const [event] = json['events'] as { venue: { venue: string }[] }[]
  return event?.venue[0]?.venue
}

void test('A7 lists stay fresh while the log is pruned: an earlier state of the log never recurs', async () => {
  const venue = await server.make('venues', { venue: 'First' })
  await server.make('events', { title: 'E', start_date: inDays(1), end_date: inDays(2), venue: venue.id })
  await age()
  await prune()
  assert.equal(await shownVenue(), 'First')
  for (const name of ['Second', 'Third', 'Fourth']) {
    await server.patch(`/venues/${venue.id}`, { venue: name })
    assert.equal(await shownVenue(), name)
    await age()
    await prune()
    assert.equal(await shownVenue(), name)
  }
})
void test('A7 all old changes go but the newest and the newest of another kind, which lose their content; young ones stay', async () => {
  for (let i = 0; i < 5; i += 1) await server.make('tags', { name: `Old ${i}` })
  await age()
  await prune()
  const left = await database.query<{ kind: string }>(sql`select kind, before, after, actor_id from changes order by xact`)
  assert.deepEqual(
    left.map(({ kind, ...rest }) => [kind, ...Object.values(rest)]),
    [
      ['venue', null, null, null],
      ['tag', null, null, null],
    ],
  )
  await server.make('tags', { name: 'Young' })
  await pruneChanges(database, cutoff)
  assert.ok((await database.query(sql`select 1 from changes where after is not null`)).length > 0)
})
void test('A7 one run deletes more than one batch, also from the security log', async () => {
  await database.query(sql`
insert into changes (kind, record_id, version, action, at) select 'tag', n, 1, 'create', now() - interval '800 days' from generate_series(1, 2500) n`)
  await server.make('tags', { name: 'Younger' })
  await until('all transactions so far are over', 30_000, async () => {
    const running = sql`select 1 from changes where xact >= pg_snapshot_xmin(pg_current_snapshot())`
    return (await database.query(running)).length === 0
  })
  await pruneChanges(database, cutoff)
  assert.ok((await count('changes')) < 10)
  const before = await count('security_log')
  await database.query(
    sql`insert into security_log (action, at) select 'login failed', now() - interval '400 days' from generate_series(1, 2500)`,
  )
  await pruneSecurityLog(database, NOW.subtract({ hours: 24 * 365 }))
  assert.equal(await count('security_log'), before)
})
