// Contract 14.1: the change feed, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../src/kernel/database/sql.ts'
import { pruneChanges } from '../../src/engine/changes/retention.ts'
import { recordBulkChange } from '../../src/engine/changes/change-log.ts'
import { connected } from '../support/database.ts'
import { testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' })
const is = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
type Change = Json & { readonly id: number; readonly action: string; readonly kind: string }
interface Page {
  readonly changes: readonly Change[]
  readonly next: string
  readonly more: boolean
}
const read = async (query: string, as?: Caller): Promise<Page> =>
  is(await server.get(`/changes?${query}`, as ? { as } : {})) as unknown as Page
const now = async (as?: Caller): Promise<string> => (await read('since=now', as)).next
/** All changes since a cursor, and the next cursor. */
async function follow(since: string, as?: Caller, perPage = 100): Promise<{ readonly changes: readonly Change[]; readonly next: string }> {
  const changes: Change[] = []
  for (let next = since; ; ) {
    const page = await read(`since=${next}&per_page=${perPage}`, as)
    changes.push(...page.changes)
    next = page.next
    if (!page.more) return { changes, next }
  }
}
const shown = (changes: readonly Change[]): unknown[] => changes.map(({ action, kind, id, reason }) => [action, kind, id, reason])
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', ...more })

void test('14.1.2 a new, a changed and a deleted record; each at most once, as it is now', async () => {
  const since = await now()
  const made = await server.make('events', event({ title: 'First' }))
  is(await server.patch(`/events/${made.id}`, { title: 'Second' }))
  const { changes, next } = await follow(since)
  assert.deepEqual(shown(changes), [['upsert', 'event', made.id, null]])
  const [change] = changes
  assert.ok(change)
  assert.equal((change['record'] as Json)['title'], 'Second')
  assert.deepEqual([change['version'], change['rest_url']], [2, made['rest_url']])
  assert.deepEqual((await follow(String(change['cursor']))).changes, [])
  is(await server.remove(`/events/${made.id}`))
  assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', made.id, 'trashed']])
  is(await server.remove(`/events/${made.id}?force=true`))
  assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', made.id, 'deleted']])
  const thin = await read(`since=${since}&content=thin`)
  assert.equal(
    thin.changes.every(({ record }) => record === null),
    true,
  )
})

void test('14.1.3 a record that the caller could never see does not appear, and the cursor does not tell of it', async () => {
  const [since, own] = [await now(), await now('author')]
  const { id } = await server.make('events', event({ status: 'draft' }), 'author')
  is(await server.patch(`/events/${id}`, { title: 'Still a draft' }, { as: 'author' }))
  assert.deepEqual(await read(`since=${since}`), { ...(await read(`since=${since}`)), changes: [], next: since, more: false })
  assert.deepEqual(shown((await follow(own, 'author')).changes), [['upsert', 'event', id, null]])
  is(await server.patch(`/events/${id}`, { status: 'publish' }, { as: 'admin' }))
  is(await server.patch(`/events/${id}`, { status: 'draft' }, { as: 'admin' }))
  // It was public between two requests of the client.
  assert.deepEqual(shown((await follow(since)).changes), [['remove', 'event', id, 'unpublished']])
})

void test('14.1.3 an event that is hidden from lists does not appear, and is removed', async () => {
  const [since, editors] = [await now(), await now('editor')]
  const hidden = await server.make('events', event({ hide_from_listings: true }))
  assert.deepEqual([(await follow(since)).changes, (await follow(editors, 'editor')).changes], [[], []])
  is(await server.patch(`/events/${hidden.id}`, { hide_from_listings: false }))
  const { changes, next } = await follow(since)
  assert.deepEqual(shown(changes), [['upsert', 'event', hidden.id, null]])
  is(await server.patch(`/events/${hidden.id}`, { hide_from_listings: true }))
  assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', hidden.id, 'unpublished']])
})

void test('14.1.3 a page is full of records that the caller may see, whatever else has changed', async () => {
  const since = await now()
  await server.app.database.query(sql`
insert into changes (kind, record_id, version, action, before)
select 'organizer', 900000 + n, 2, 'delete', '{"status": "draft", "author_id": 1}' from generate_series(1, 150) n`)
  const [first, second] = [await server.make('tags', { name: unique() }), await server.make('tags', { name: unique() })]
  const page = await read(`since=${since}&per_page=1`)
  assert.deepEqual([page.changes.map(({ id }) => id), page.more], [[first.id], true])
  const last = await read(`since=${page.next}&per_page=1`)
  assert.deepEqual([last.changes.map(({ id }) => id), last.more], [[second.id], false])
})

/** A series with an exception, and the changes of both since the last call. */
async function seriesWithException() {
  const dates = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' }
  const { id } = await server.make('events', event({ ...dates, recurrence: 'FREQ=WEEKLY;COUNT=3' }))
  const listed = is(await server.get(`/events?series=${id}&start_date=2000-01-01&per_page=1`))['events'] as Json[]
  const exception = listed[0]?.['id']
  is(await server.patch(`/events/${String(exception)}`, { title: 'Special' }))
  let since = await now()
  const told = async (): Promise<readonly Change[]> => {
    const { changes, next } = await follow(since)
    since = next
    return changes
  }
  const both = (action: string, reason: string | null): unknown[] => [id, exception].map((each) => [action, 'event', each, reason])
  return { id, told, both }
}
void test('14.1.7 the exceptions of a series follow it', async () => {
  const { id, told, both } = await seriesWithException()
  is(await server.patch(`/events/${id}`, { status: 'draft' }))
  assert.deepEqual(shown(await told()), both('remove', 'unpublished'))
  is(await server.patch(`/events/${id}`, { status: 'publish' }))
  assert.deepEqual(shown(await told()), both('upsert', null))
  is(await server.remove(`/events/${id}?force=true`))
  assert.deepEqual(shown(await told()), both('remove', 'deleted'))
})
void test('14.1.2 a client that stops after any change misses none of the later ones, also between a series and its exceptions', async () => {
  const since = await now()
  const { id, both } = await seriesWithException()
  const { id: single } = await server.make('events', event())
  const { next } = await follow(since)
  is(await server.patch(`/events/${id}`, { status: 'draft' }))
  is(await server.remove(`/events/${single}`))
  const { changes } = await follow(next)
  assert.deepEqual(shown(changes), [...both('remove', 'unpublished'), ['remove', 'event', single, 'trashed']])
  for (const [at, { cursor }] of changes.entries()) {
    const told = (await follow(String(cursor))).changes.map((change) => change.id)
    const missed = changes.slice(at + 1).filter((change) => !told.includes(change.id))
    assert.deepEqual(missed, [], `after change ${at}`)
  }
})
void test('14.1.7 the exceptions of a series that becomes a single event appear, and its dates have changed', async () => {
  const { id, told, both } = await seriesWithException()
  is(await server.patch(`/events/${id}`, { recurrence: null }))
  const changes = await told()
  assert.deepEqual(shown(changes), both('upsert', null))
  assert.deepEqual(
    changes.map((change) => change['dates_changed']),
    [true, false],
  )
})

void test('14.1.1 14.1.3 a filtered feed has the records that match, and removes those that no longer do', async () => {
  const [venue, other] = [await server.make('venues', { venue: unique() }), await server.make('venues', { venue: unique() })]
  const filter = `venue=${venue.id}&from=2031-01-01&to=2031-01-31`
  const since = (await read(`since=now&kinds=event&${filter}`)).next
  const made = await server.make('events', event({ venue: venue.id }))
  await server.make('events', event({ venue: other.id }))
  await server.make('events', event({ venue: venue.id, start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00' }))
  const { changes, next } = await follow(since)
  assert.deepEqual(shown(changes), [['upsert', 'event', made.id, null]])
  for (const away of [{ venue: other.id }, { start_date: '2031-02-01 10:00', end_date: '2031-02-01 11:00' }]) {
    is(await server.patch(`/events/${made.id}`, away))
    assert.deepEqual(shown((await follow(next)).changes), [['remove', 'event', made.id, 'unmatched']])
    is(await server.patch(`/events/${made.id}`, { venue: venue.id, start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00' }))
    assert.deepEqual(shown((await follow(next)).changes), [['upsert', 'event', made.id, null]])
  }
  is(await server.get(`/changes?since=${next}&venue=${other.id}`), 400)
  assert.deepEqual((await read(`since=${next}&${filter}`)).changes.length, 1)
})

void test('14.1.3 14.1.7 a series leaves a window together with its last date in it', async () => {
  const from = Temporal.Now.plainDateISO().add({ days: 7 })
  const day = (weeks: number): string => from.add({ weeks }).toString()
  const since = (await read(`since=now&kinds=event&from=${day(0)}&to=${day(0)}`)).next
  const series = await server.make('events', {
    title: unique(),
    start_date: `${day(0)} 10:00`,
    end_date: `${day(0)} 11:00`,
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  })
  const { changes, next } = await follow(since)
  assert.deepEqual(shown(changes), [['upsert', 'event', series.id, null]])
  const listed = is(await server.get(`/events?series=${series.id}&per_page=1`))['events'] as Json[]
  const date = listed[0]?.['id']
  is(await server.patch(`/events/${String(date)}`, { start_date: `${day(1)} 12:00`, end_date: `${day(1)} 13:00` }))
  assert.ok(shown((await follow(next)).changes).some((each) => String(each) === `remove,event,${series.id},unmatched`))
})

/** A series of six weeks from 2027-05-05, and the ids of its dates. */
async function makeSeries(): Promise<{ readonly id: number; readonly dates: readonly number[] }> {
  const start = { start_date: '2027-05-05 10:00', end_date: '2027-05-05 11:00' }
  const { id } = await server.make('events', event({ ...start, recurrence: 'FREQ=WEEKLY;COUNT=6' }))
  const listed = is(await server.get(`/events?series=${id}&from=2027-05-01&to=2027-06-30`))['events'] as { id: number }[]
  return { id, dates: listed.map((date) => date.id) }
}
void test('14.1.3 14.1.7 an exception leaves a window, or the filters, together with its series', async () => {
  const organizer = (await server.make('organizers', { organizer: unique() })).id
  const { id, dates } = await makeSeries()
  const [first, second] = dates
  is(await server.patch(`/events/${second}?scope=this`, { title: unique() }))
  const filter = `kinds=event&from=2027-05-12&to=2027-05-12&organizer=-${organizer}`
  const ids = async (since: string) => (await follow(since)).changes.map(({ action, id }) => [action, id])
  const byId = (a: readonly unknown[], b: readonly unknown[]): number => Number(a[1]) - Number(b[1])
  const start = async (): Promise<string> => (await read(`since=now&${filter}`)).next
  for (const [away, back] of [
    [
      { start_date: '2027-05-06 10:00', end_date: '2027-05-06 11:00' },
      { start_date: '2027-05-05 10:00', end_date: '2027-05-05 11:00' },
    ],
    [{ organizer: [organizer] }, { organizer: [] }],
  ]) {
    for (const [body, action] of [
      [away, 'remove'],
      [back, 'upsert'],
    ] as const) {
      const since = await start()
      is(await server.patch(`/events/${first}?scope=all`, body ?? {}))
      assert.deepEqual(
        (await ids(since)).sort(byId),
        [
          [action, id],
          [action, second],
        ].sort(byId),
        JSON.stringify(body),
      )
    }
  }
})

void test('14.1.3 an exception that is reset is removed, also if its series was hidden after that', async () => {
  const { dates } = await makeSeries()
  is(await server.patch(`/events/${dates[1]}?scope=this`, { featured: true }))
  const since = (await read('since=now&kinds=event&featured=true')).next
  is(await server.post(`/events/${dates[1]}/reset`, {}))
  is(await server.patch(`/events/${dates[0]}?scope=all`, { hide_from_listings: true }))
  assert.deepEqual(shown((await follow(since)).changes), [['remove', 'event', dates[1], 'unpublished']])
})
void test('14.1.3 an exception that is deleted is removed, also if its series is on the page before', async () => {
  const { id, dates } = await makeSeries()
  is(await server.patch(`/events/${dates[1]}?scope=this`, { title: unique() }))
  const since = await now()
  is(await server.remove(`/events/${dates[1]}?force=true`))
  assert.deepEqual(shown((await follow(since, undefined, 1)).changes), [
    ['upsert', 'event', id, null],
    ['remove', 'event', dates[1], 'deleted'],
  ])
})
void test('14.1.3 an exception leaves a filter by attendance with the URL of its series', async () => {
  const { id, dates } = await makeSeries()
  const secret = `https://example.org/${unique()}`
  is(await server.patch(`/events/${id}`, { online_url: secret }))
  is(await server.patch(`/events/${dates[1]}?scope=this`, { title: unique() }))
  const { next } = await read('since=now&kinds=event&attendance=online')
  is(await server.patch(`/events/${id}`, { online_url: null }))
  assert.deepEqual(shown((await follow(next)).changes), [
    ['remove', 'event', id, 'unmatched'],
    ['remove', 'event', dates[1], 'unmatched'],
  ])
  // The log of the series does not keep the URL of its exceptions.
  is(await server.remove(`/events/${id}?force=true`))
  const [kept] = await server.app.database.query<{ n: number }>(
    sql`select count(*)::int as n from changes where concat(before, after) like ${`%${secret}%`}`,
  )
  assert.equal(kept?.n, 0)
})
void test('14.1.3 an exception leaves the feed of its series with a split', async () => {
  const { id, dates } = await makeSeries()
  is(await server.patch(`/events/${dates[3]}?scope=this`, { title: unique() }))
  const { next } = await read(`since=now&kinds=event&series=${id}`)
  is(await server.patch(`/events/${dates[2]}?scope=following`, { title: unique() }))
  const { changes } = await follow(next)
  assert.deepEqual(
    shown(changes).filter((each) => String(each).startsWith('remove')),
    [['remove', 'event', dates[3], 'unmatched']],
  )
})
void test('14.1.3 a series leaves a window in which its only date became a hidden draft', async () => {
  const { id, dates } = await makeSeries()
  const since = (await read('since=now&kinds=event&from=2027-05-12&to=2027-05-12')).next
  is(await server.patch(`/events/${dates[0]}?scope=all`, { hide_from_listings: true }))
  is(await server.patch(`/events/${dates[1]}`, { status: 'draft' }))
  assert.deepEqual(shown((await follow(since)).changes), [['remove', 'event', id, 'unpublished']])
})
void test('14.1.3 14.1.7 a series leaves a window with the date that was shown last, also if another one changes that was never seen', async () => {
  const { id, dates } = await makeSeries()
  is(await server.patch(`/events/${dates[1]}`, { status: 'draft' }))
  const since = (await read('since=now&kinds=event&from=2027-05-12&to=2027-05-20')).next
  is(await server.patch(`/events/${dates[2]}`, { status: 'draft' }))
  is(await server.patch(`/events/${dates[1]}`, { title: unique() }))
  assert.ok(shown((await follow(since)).changes).some((each) => String(each) === `remove,event,${id},unmatched`))
})
void test('14.1.3 14.1.7 a series leaves a window with a date, also if the change of the date is on the page before', async () => {
  const { id, dates } = await makeSeries()
  const since = (await read('since=now&kinds=event&from=2027-05-12&to=2027-05-12')).next
  is(await server.patch(`/events/${dates[1]}`, { start_date: '2027-05-06 12:00', end_date: '2027-05-06 13:00' }))
  is(await server.patch(`/events/${id}`, { title: unique() }))
  const { changes } = await follow(since, undefined, 1)
  assert.ok(shown(changes).some((each) => String(each) === `remove,event,${id},unmatched`))
  // The series was in the window of no cursor after that.
  const { next } = await read('since=now&kinds=event&from=2027-05-12&to=2027-05-12')
  is(await server.patch(`/events/${id}`, { title: unique() }))
  assert.deepEqual(shown((await follow(next, undefined, 1)).changes), [])
})
void test('14.1.3 14.1.7 a series leaves a window with an exception that is reset, also if its own change is on the page after', async () => {
  const { id, dates } = await makeSeries()
  is(await server.patch(`/events/${dates[1]}`, { start_date: '2027-08-06 12:00', end_date: '2027-08-06 13:00' }))
  const since = (await read('since=now&kinds=event&from=2027-08-01&to=2027-08-31')).next
  is(await server.post(`/events/${dates[1]}/reset`, {}))
  is(await server.patch(`/events/${id}`, { title: unique() }))
  const { changes } = await follow(since, undefined, 1)
  assert.ok(shown(changes).some((each) => String(each) === `remove,event,${id},unmatched`))
})

void test('14.1.1 a filtered feed ends with 410 if its filters refer to other records, or depend on a record that became hidden', async () => {
  const [parent, child] = [await server.make('categories', { name: unique() }), await server.make('categories', { name: unique() })]
  const venue = await server.make('venues', { venue: unique() })
  const start = async (filter: string): Promise<string> => (await read(`since=now&kinds=event&${filter}`)).next
  const gone = async (since: string, filter: string): Promise<void> => {
    const { status, json } = await server.get(`/changes?since=${since}`)
    assert.equal(status, 410)
    const restart = new URL(String((json['data'] as Json)['restart'])).searchParams
    assert.deepEqual([restart.get('since'), restart.get('kinds'), restart.toString().endsWith(filter)], ['now', 'event', true])
  }
  const byCategory = await start(`categories=${parent.id}`)
  const byVenue = await start(`venue=${venue.id}`)
  const byAttendance = await start('attendance=offline')
  is(await server.patch(`/categories/${child.id}`, { parent: parent.id }))
  await gone(byCategory, `categories=${parent.id}`)
  assert.deepEqual((await read(`since=${byVenue}`)).changes, [])
  assert.deepEqual((await read(`since=${byAttendance}`)).changes, [])
  is(await server.patch(`/venues/${venue.id}`, { status: 'draft' }))
  await gone(byVenue, `venue=${venue.id}`)
  await gone(byAttendance, 'attendance=offline')
  // A list that was read between the two changes has other events than the feed would have.
  const beforeBoth = await start('attendance=offline')
  for (const status of ['publish', 'draft']) is(await server.patch(`/venues/${venue.id}`, { status }))
  await gone(beforeBoth, 'attendance=offline')
})
void test('14.1.1 a filtered feed ends with 410 if its filters referred to other records for a time', async () => {
  const [parent, child] = [await server.make('categories', { name: unique() }), await server.make('categories', { name: unique() })]
  const venue = await server.make('venues', { venue: unique(), status: 'draft' })
  const [tag, slug] = [await server.make('tags', { name: unique() }), unique()]
  const { id, dates } = await makeSeries()
  is(await server.patch(`/events/${id}`, { status: 'draft' }))
  const hidden = async (path: string): Promise<void> => {
    for (const status of ['publish', 'draft']) is(await server.patch(path, { status }))
  }
  const moves: readonly (readonly [filter: string, change: () => Promise<void>])[] = [
    [`venue=${venue.id}`, () => hidden(`/venues/${venue.id}`)],
    [`venue=-${venue.id}`, () => hidden(`/venues/${venue.id}`)],
    [`series=${id}`, () => hidden(`/events/${id}`)],
    [`series=${dates[1]}`, () => hidden(`/events/${id}`)],
    [
      `categories=${parent.id}`,
      async () => {
        for (const above of [parent.id, 0]) is(await server.patch(`/categories/${child.id}`, { parent: above }))
      },
    ],
    [
      `tags=${slug}`,
      async () => {
        for (const next of [slug, unique()]) is(await server.patch(`/tags/${tag.id}`, { slug: next }))
      },
    ],
    [
      `tags=${slug}`,
      async () => {
        const { id: made } = await server.make('tags', { name: unique(), slug })
        is(await server.remove(`/tags/${made}?force=true`))
      },
    ],
  ]
  for (const [filter, change] of moves) {
    const { next } = await read(`since=now&kinds=event&${filter}`)
    assert.equal((await server.get(`/changes?since=${next}`)).status, 200)
    await change()
    assert.equal((await server.get(`/changes?since=${next}`)).status, 410, filter)
  }
  // Other changes of the same records do not end the feed.
  const { next } = await read(`since=now&kinds=event&categories=${parent.id}&tags=${tag.id}&venue=${venue.id}`)
  is(await server.patch(`/categories/${parent.id}`, { name: unique() }))
  is(await server.patch(`/tags/${tag.id}`, { name: unique() }))
  is(await server.patch(`/venues/${venue.id}`, { venue: unique() }))
  is(await server.remove(`/tags/${(await server.make('tags', { name: unique() })).id}?force=true`))
  assert.equal((await server.get(`/changes?since=${next}`)).status, 200)
})

void test('14.1.1 a filtered feed from the beginning of the log ends with 410 if its filters refer to other records on a later page', async () => {
  const [parent, child] = [await server.make('categories', { name: unique() }), await server.make('categories', { name: unique() })]
  for (const title of [unique(), unique()]) await server.make('events', event({ title, categories: [parent.id] }))
  const { next, more } = await read(`kinds=event&categories=${parent.id}&per_page=1`)
  assert.equal(more, true)
  assert.equal((await server.get(`/changes?since=${next}&per_page=1`)).status, 200)
  is(await server.patch(`/categories/${child.id}`, { parent: parent.id }))
  assert.equal((await server.get(`/changes?since=${next}&per_page=1`)).status, 410)
})

void test('14.1.4 a transaction that commits late is not lost, and a long one stalls nobody', async () => {
  const since = await now()
  await connected(server.database_url, async (late) => {
    const first = await server.make('tags', { name: unique() })
    await late.query('begin')
    await late.query(`insert into changes (kind, record_id, version, action, before) values ('tag', ${first.id}, 2, 'update', '{}')`)
    const second = await server.make('tags', { name: unique() })
    const before = await follow(since)
    assert.deepEqual(
      before.changes.map(({ id }) => id),
      [first.id, second.id],
    )
    await late.query('commit')
    assert.deepEqual(
      (await follow(before.next)).changes.map(({ id }) => id),
      [first.id],
    )
  })
})

void test('14.1.4 14.1.5 cursors of another caller, of another log, of pruned rows and of bulk changes are 410', async () => {
  const since = await now()
  const gone = async (cursor: string, as?: Caller): Promise<void> => {
    const answer = await server.get(`/changes?since=${cursor}`, as ? { as } : {})
    assert.deepEqual([answer.status, answer.json['code']], [410, 'rest_cursor_expired'], answer.text)
  }
  await gone(since, 'editor')
  assert.equal((await server.get(`/changes?since=${since.slice(0, -2)}AA`)).status, 400)
  assert.equal((await server.get(`/changes?since=${since}&kinds=tag`)).status, 400)
  await recordBulkChange(server.app.database, 'derived', '00000000-0000-7000-8000-000000000002')
  assert.deepEqual((await read(`since=${since}`)).changes, [])
  await recordBulkChange(server.app.database, 'records', '00000000-0000-7000-8000-000000000001')
  await gone(since)
  const later = await now()
  await server.make('tags', { name: unique() })
  await pruneChanges(server.app.database, Temporal.Now.instant().add({ hours: 1 }))
  await gone(later)
  await olderTransactionsEnded()
  assert.deepEqual((await read(`since=${await now()}`)).changes, [])
})
/** A cursor is expired if a transaction that ran at its time is not newer than the pruned rows. Other databases have transactions too. */
async function olderTransactionsEnded(): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    const [row] = await server.app.database.query<{ over: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) > pruned_through as over from change_feed`,
    )
    return row?.over === true
  }
  for (let tries = 0; tries < 300 && !(await isOver()); tries += 1) await pause(100)
}

void test('14.1.6 an unchanged calendar is 304', async () => {
  const since = await now()
  const first = await server.get(`/changes?since=${since}`)
  const second = await server.get(`/changes?since=${since}`, { headers: { 'if-none-match': String(first.headers.get('etag')) } })
  assert.deepEqual([first.status, second.status], [200, 304])
})
