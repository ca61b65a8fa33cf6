// No list issues more than four statements, whatever the page: 1 names looked up (when filters name records), 2 ids and total, with the names of all that the
// records hang on, 3 rows of those that no answer before has shown as they are now, 4 the same of what is nested in them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openDatabase, type Database } from '../../src/kernel/database/database.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { ADMIN_URL, connected, LOOSE } from '../support/database.ts'
import { testServer, unique, type Answer } from '../support/server.ts'

// Without what happens by itself: it would be counted too.
const server = await testServer({ CACHE_MB: '0' }, systemClock, false)
const { make, get } = server
const venue = await make('venues', { venue: 'Hall', geo_lat: 1, geo_lng: 2 })
const parent = await make('categories', { name: 'Top' })
const child = await make('categories', { name: 'Below', parent: parent.id })
for (let i = 0; i < 12; i += 1)
  await make('events', {
    title: `Event ${i}`,
    start_date: '2031-01-01',
    end_date: '2031-01-02',
    venue: venue.id,
    organizer: [{ organizer: `O ${i}` }],
    categories: child.id,
    tags: ['a', 'b'],
    featured: true,
  })

/** Statements that one request sends to the database. */
const statements = (path: string): Promise<number> => countStatements(path, ({ json }) => assert.ok(Number(json['total']) > 0, path))
async function countStatements(path: string, check: (answer: Answer) => void): Promise<number> {
  const { database } = server.app as { database: { query: Database['query'] } }
  const query = database.query
  let count = 0
  database.query = (...args) => {
    count += 1
    return query(...args)
  }
  try {
    const answer = await get(path)
    assert.equal(answer.status, 200, answer.text)
    check(answer)
  } finally {
    database.query = query
  }
  return count
}

const EVENTS = 'starts_after=2030-01-01'
const ALL = `${EVENTS}&venue=${venue.id}&categories=${parent.id},below&tags=a,b&search=event&featured=1&geoloc=1&geoloc_lat=1&geoloc_lng=2&orderby=title`
for (const [path, most, again] of [
  [`/events?${EVENTS}`, 3, 1],
  [`/events?${ALL}`, 4, 2],
  ['/venues?has_events=1', 2, 1],
  ['/organizers?only_with_upcoming=1&search=o', 2, 1],
  ['/categories', 2, 2],
  ['/tags?orderby=count', 2, 2],
] as const) {
  const name = `${path.split('?')[0]} with ${most === 4 ? 'all' : 'few'} filters`
  test(`lists: ${name} takes ${most} statements at most, and then ${again}, for per_page 1 and 100 alike`, async () => {
    const paged = (size: number): string => `${path}${path.includes('?') ? '&' : '?'}per_page=${size}`
    await server.patch(`/venues/${venue.id}`, { phone: unique() })
    const one = await statements(paged(1))
    await server.patch(`/venues/${venue.id}`, { phone: unique() })
    assert.equal(Math.max(one, await statements(paged(100))), most)
    assert.deepEqual([await statements(paged(1)), await statements(paged(100))], [again, again])
  })
}

void test('feeds: a series takes as many statements with 400 dates as with 4', async () => {
  const counts: number[] = []
  for (const dates of [4, 400]) {
    const category = unique()
    const recurrence = `FREQ=DAILY;COUNT=${dates}`
    await make('events', {
      title: 'Course',
      start_date: '2031-03-01 10:00',
      end_date: '2031-03-01 11:00',
      recurrence,
      categories: category,
    })
    const path = `/events.ics?categories=${category}`
    counts.push(await countStatements(path, ({ text }) => assert.match(text, new RegExp(`RRULE:FREQ=DAILY;COUNT=${dates}`))))
  }
  assert.equal(counts[1], counts[0])
})

void test('lists: a transaction of another database does not make records be written again', async () => {
  const path = `/events?${EVENTS}&per_page=100`
  await connected(ADMIN_URL, async (neighbor) => {
    await neighbor.query('begin')
    await neighbor.query('select pg_current_xact_id()')
    await server.patch(`/venues/${venue.id}`, { phone: unique() })
    assert.equal(await statements(path), 3)
    assert.equal(await statements(path), 1)
    await neighbor.query('commit')
    assert.equal(await statements(path), 1)
  })
  // Nor do later transactions of the same database that change nothing of the calendar.
  await server.app.database.query(raw('select pg_current_xact_id()'))
  assert.equal(await statements(path), 1)
})

void test('lists: records are written again after each change, however many there are', async () => {
  const path = `/events?${EVENTS}&per_page=100`
  const changes = (count: number): Promise<unknown> =>
    server.app.database.query(
      raw(
        `insert into changes (kind, record_id, version, action) select 'venue', ${venue.id}, n, 'update' from generate_series(1, ${count}) n`,
      ),
    )
  const isWrittenAgain = async (what: string, many = false): Promise<void> => {
    assert.notEqual(await statements(path), 1, what)
    // The count of changes may begin anew once, where there were many.
    if (many) await statements(path)
    assert.equal(await statements(path), 1, what)
  }
  await statements(path)
  await connected(server.database_url, async (slow) => {
    await slow.query('begin')
    await slow.query(`insert into changes (kind, record_id, version, action) values ('venue', ${venue.id}, 0, 'update')`)
    for (const count of [1, 1, 300, 1, 300]) {
      await changes(count)
      await isWrittenAgain(`after ${count} changes`, count > 1)
    }
    await slow.query('commit')
    await isWrittenAgain('after a transaction that began before them')
  })
  for (const count of [300, 300, 1, 1]) {
    await changes(count)
    await isWrittenAgain(`after ${count} changes`, count > 1)
  }
  // Deleting old changes is none, and the next change is not taken for one of them.
  await server.app.database.query(raw(`delete from changes where id in (select id from changes order by xact desc offset 1 limit 1)`))
  await statements(path)
  await changes(1)
  await isWrittenAgain('after a deletion and a change')
})

void test('database: one generic plan for all values, except for statements that request custom plans', async () => {
  const database = openDatabase({ ...LOOSE, url: server.database_url, poolSize: 1 })
  const mode = async (customPlan: boolean): Promise<unknown> =>
    (await database.query(sql`select current_setting('plan_cache_mode') as mode, ${customPlan}::boolean as asked`, { customPlan }))[0]?.[
      'mode'
    ]
  assert.deepEqual(
    [await mode(false), await mode(true), await mode(true), await mode(false)],
    ['force_generic_plan', 'auto', 'auto', 'force_generic_plan'],
  )
  for (let i = 0; i < 3; i += 1) await database.query(sql`select ${i}::int as n`)
  const [made] = await database.query(
    raw("select generic_plans::int, custom_plans::int from pg_prepared_statements where statement = 'select $1::int as n'"),
  )
  assert.deepEqual(made, { generic_plans: 3, custom_plans: 0 })
  await database.close()
})
