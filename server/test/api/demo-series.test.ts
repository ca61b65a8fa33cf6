// Series and opening hours of the demo: their share and variety, and that bulk inserts store what single writes store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { seed } from '../../src/features/seed/seed.ts'
import { HOURS_NOTES } from '../../src/features/seed/texts/hours-notes.ts'
import { STATUS_REASONS } from '../../src/features/seed/texts/status-reasons.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { kalends } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'

const EVENTS = 200
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw'] as const
const server = await testServer()
const { database } = server.app
await seed(database, {
  site: siteOf(readConfig({})),
  now: Temporal.Now.instant(),
  seed: 1,
  events: EVENTS,
  add: false,
  progress: { step: () => undefined, end: () => undefined },
})
const rows = async <T extends object>(statement: string): Promise<T[]> => await database.query<T>(raw(statement))
const get = async (path: string): Promise<Json> => (await server.get(path)).json

test('demo: one event in five is a series, and exceptions are not counted as events', async () => {
  const [count] = await rows<{ series: number; records: number }>(
    'select count(*) filter (where recurrence is not null)::int as series, count(*)::int as records from events where series_id is null',
  )
  assert.deepEqual(count, { series: EVENTS / 5, records: EVENTS })
})

test('demo: series have all kinds of recurrence', async () => {
  const series = await rows<{ rules: string; times: number; exclude: number; endless: boolean }>(`
select r.recurrence -> 'rules' -> 0 ->> 'rrule' as rules, (select count(distinct each ->> 'start_time')::int from jsonb_array_elements(r.recurrence -> 'rules') each) as times,
  jsonb_array_length(r.recurrence -> 'exclude') as exclude, r.expanded_until is not null as endless
from events r where r.recurrence is not null`)
  const kinds = {
    weekly: series.filter(({ rules }) => rules.startsWith('FREQ=WEEKLY')),
    nthWeekday: series.filter(({ rules }) => /^FREQ=MONTHLY;.*BYDAY=(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)(;|$)/.test(rules)),
    twiceMonthly: series.filter(({ rules }) => /BYDAY=1\w\w,3\w\w/.test(rules)),
    secondTime: series.filter(({ times }) => times > 0),
    exclusions: series.filter(({ exclude }) => exclude > 0),
    endless: series.filter(({ endless }) => endless),
  }
  for (const [name, found] of Object.entries(kinds)) assert.ok(found.length > 0, name)
  const exceptions = await rows<{ event_status: string }>(
    'select distinct event_status::text from events where series_id is not null order by 1',
  )
  assert.deepEqual(
    exceptions.map(({ event_status }) => event_status),
    ['cancelled', 'rescheduled'],
  )
})

test('demo: no date of a series is on a day on which its venue has another event', async () => {
  const shared = await rows(`
select v.ref_id, o.starts_at::date, count(*) from occurrences o join event_venues v on v.event_id = o.record_id join events r on r.id = o.record_id
where not r.all_day and o.series_id is not null
  and exists (select 1 from occurrences x join event_venues y on y.event_id = x.record_id join events e on e.id = x.record_id
    where x.id <> o.id and y.ref_id = v.ref_id and not e.all_day and x.starts_at::date = o.starts_at::date)
group by 1, 2`)
  assert.deepEqual(shared, [])
})

test('demo: kalends doctor finds no difference in the listings', () => {
  const findings = JSON.parse(
    kalends(['doctor', '--json'], { DATABASE_URL: server.database_url, PUBLIC_URL: server.base }, true).stdout,
  ) as Json[]
  const listings = findings.find(({ check }) => check === 'listings')
  assert.equal(listings?.['found'], `the listings of the newest ${EVENTS} events are right`)
})

/** All rows of an exception, without the moments and the numbers of its writes. */
const stored = async (id: number): Promise<unknown> => {
  const [found] = await rows<{ all: unknown }>(`
select jsonb_build_object(
  'event', (select to_jsonb(r) - '{created_at,modified_at,version,own_version,touched_at}'::text[] from events r where r.id = ${id}),
  'texts', (select jsonb_agg(to_jsonb(t) - '{changed_at,field_changes,is_outdated}'::text[] order by t.language) from event_texts t where t.id = ${id}),
  'date', (select to_jsonb(o) - 'own_version' from occurrences o where o.id = ${id}),
  'listings', (select jsonb_agg(to_jsonb(l) order by l.ref_id) from listings l where l.id = ${id}),
  'links', (select jsonb_agg(to_jsonb(l) order by l.ref_id) from (
    table event_venues union all table event_organizers union all select event_id, ref_id, position from event_categories where not counted
    union all select event_id, ref_id, position from event_tags where not counted) l where l.event_id = ${id})
) as all`)
  return found?.all
}
test('demo: an exception is what a write to its date stores', async () => {
  const exceptions = await rows<{ id: number; event_status: 'cancelled' | 'rescheduled'; start: string; end: string }>(
    'select id, event_status::text, starts_local::text as start, ends_local::text as end from events where series_id is not null order by id',
  )
  assert.ok(exceptions.length >= 4, String(exceptions.length))
  for (const { id, event_status: status, start, end } of exceptions) {
    const before = await stored(id)
    await server.patch(`/events/${id}`, { overrides: [] })
    const [reset] = await rows(`select 1 from events where id = ${id}`)
    assert.equal(reset, undefined, 'the exception is a plain date again')
    for (const language of LANGUAGES)
      await server.patch(`/events/${id}`, {
        i18n_language: language,
        event_status_reason: STATUS_REASONS[language][status][0],
        ...(language === 'ar' && { event_status: status, ...(status === 'rescheduled' && { start_date: start, end_date: end }) }),
      })
    assert.deepEqual(await stored(id), before, `${status} ${id}`)
  }
})

test('demo: exhibitions and venues have opening hours, with notes in every language', async () => {
  for (const kind of ['events', 'venues']) {
    const found = await rows<{ id: number }>(`select id from ${kind} where hours is not null order by id`)
    assert.ok(found.length >= 3, `${kind}: ${found.length}`)
    const noted = await rows<{ id: number }>(
      `select id from ${kind} where jsonb_array_length(hours -> 'closed') > 0 and jsonb_array_length(hours -> 'adjusted') > 0 limit 1`,
    )
    for (const { id } of [...found.slice(0, 2), ...noted])
      for (const language of LANGUAGES) {
        const { hours, hours_text: text } = (await get(`/${kind}/${id}?i18n_language=${language}`)) as {
          hours: { closed: { note: string }[]; adjusted: { note: string }[] }
          hours_text: string
        }
        assert.ok(text.length > 0)
        for (const { note } of [...hours.closed, ...hours.adjusted])
          assert.ok(Object.values(HOURS_NOTES[language]).includes(note as never), `${language}: ${note}`)
      }
  }
})
