// Fills a database with a calendar of any size in SQL: single events, series of five patterns, exhibitions with opening hours, and seven links each.
// It stores what single writes would store. A million events with ten million dates take some minutes.
import type { Database, Session } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'

export interface GeneratedCalendar {
  readonly events: number
  /** One event in so many is a series, with 46 dates on average; 0 for none. */
  readonly seriesOneIn: number
  /** The period in which events start, in days before and after today. */
  readonly days?: readonly [number, number]
}
/** Categories have the first IDs. Tags, venues, organizers, events and the dates of series follow. */
const IDS = { categories: 30, tags: 210 }
const linkedRecords = (events: number): number => Math.max(20, Math.round(events / 500))
const DATES_MAX = 250
/** The IDs of records that many events are linked to. */
export const busyIds = (events: number) => ({
  categories: [5, 9],
  tags: [IDS.categories + 8, IDS.categories + 20, IDS.categories + 90],
  venue: IDS.categories + IDS.tags + 5,
  organizer: IDS.categories + IDS.tags + linkedRecords(events) + 5,
})

/** A number from 0 to 1 that depends on the event `i` only, so that every run makes the same calendar. */
const random = (salt: number): string => `((hashint8extended(i, ${salt}) & 2147483647)::float8 / 2147483648)`
/** Small numbers are chosen more often: a few venues have many events. */
const skewed = (salt: number, n: number): string => `floor(power(${random(salt)}, 2) * ${n})::int`

export const generateCalendar = (database: Database, { events, seriesOneIn, days = [3_650, 1_095] }: GeneratedCalendar): Promise<void> =>
  database.session(async (db) => {
    const run = (text: string) => db.query(raw(text), { customPlan: true })
    const linked = linkedRecords(events)
    const [venue, organizer] = [IDS.categories + IDS.tags + 1, IDS.categories + IDS.tags + linked + 1]
    const event = organizer + linked
    await run(`set work_mem = '256MB'`)
    await run(`set jit = off`)
    await run(`insert into users (login, role) values ('demo', 'author')`)
    const restoreIndexes = await dropIndexes(db)
    await run(insertTerms('categories', 'category_texts', 1, IDS.categories))
    await run(insertTerms('tags', 'tag_texts', IDS.categories + 1, IDS.tags))
    await run(insertLinked('venues', 'venue_texts', 'venue', venue, linked))
    await run(insertLinked('organizers', 'organizer_texts', 'organizer', organizer, linked))
    await run(insertEvents(event, events, seriesOneIn, days))
    await run(`insert into event_texts (id, language, original, other_languages, title, description, slug, slug_owner, search, changed_at)
select id, 'en', true, '{}', 'Event ' || md5(id::text), repeat('A description of ordinary length. ', 8), 'event-' || id, true, 'event ' || id, now() from events`)
    const links = { event_venues: [`${venue} + ${skewed(11, linked)}`], event_organizers: [`${organizer} + ${skewed(12, linked)}`] }
    const [category, tag] = [skewed(13, IDS.categories), skewed(14, IDS.tags)]
    const third = IDS.tags / 3
    const terms = {
      event_categories: [
        `1 + ${category}`,
        `1 + (${category} + 1 + floor(${random(15)} * ${IDS.categories - 1})::int) % ${IDS.categories}`,
      ],
      event_tags: [0, 1, 2].map(
        (n) => `${IDS.categories + 1} + (${tag} + ${n * third} + floor(${random(16)} * ${third})::int) % ${IDS.tags}`,
      ),
    }
    for (const [table, refs] of Object.entries({ ...links, ...terms }))
      await run(`insert into ${table} (event_id, ref_id, position${table in terms ? ', counted' : ''})
select i, r.ref_id, r.n${table in terms ? `, status = 'publish'` : ''} from (select id as i, status from events) e
cross join lateral unnest(array[${refs.join()}]) with ordinality r(ref_id, n)`)
    await run(insertDates(event + events))
    await run(LISTINGS)
    await run(`drop table generated_dates`)
    await run(`select setval('record_ids', (select max(id) from occurrences))`)
    await restoreIndexes()
    await run(`select recount()`)
    for (const table of TABLES) await vacuum(db, table)
    await run(`analyze`)
  })

const insertTerms = (table: string, texts: string, first: number, n: number): string => `with made as (
  insert into ${table} (id, name_key, language) select i, '${table} ' || i, 'en' from generate_series(${first}, ${first + n - 1}) i returning id
)
insert into ${texts} (id, language, original, other_languages, name, slug, slug_owner, search, changed_at)
select id, 'en', true, '{}', '${table} ' || id, '${table}-' || id, true, '${table} ' || id, now() from made`
const insertLinked = (table: string, texts: string, name: string, first: number, n: number): string => `with made as (
  insert into ${table} (id, author_id, status, published_at, language)
  select i, 1, 'publish', now(), 'en' from generate_series(${first}, ${first + n - 1}) i returning id
)
insert into ${texts} (id, language, original, other_languages, ${name}, slug, slug_owner, search, changed_at)
select id, 'en', true, '{}', '${name} ' || id, '${name}-' || id, true, '${name} ' || id, now() from made`

/**
 * 3 % are drafts, 1 % hidden, 1 % protected. One event in twenty is an exhibition with opening hours in one of several time zones. Three events in four
 * lie in the nearer half of the period. Series without an end began in the last year, because only those have dates in the whole future.
 */
const insertEvents = (first: number, n: number, seriesOneIn: number, [back, ahead]: readonly [number, number]): string => `
insert into events (id, author_id, status, published_at, language, starts_local, ends_local, timezone, zone_data, starts_at, ends_at,
  listing_starts_at, listing_ends_at, featured, ticketed, hide_from_listings, password, hours, recurrence, expanded_until)
select i, 1, (case when ${random(1)} < 0.03 then 'draft' else 'publish' end)::status, now(), 'en', starts, starts + length, zone, 'generated',
  starts at time zone zone, (starts + length) at time zone zone, starts at time zone zone, (starts + length) at time zone zone,
  ${random(2)} < 0.1, ${random(3)} < 0.3, ${random(4)} < 0.01, case when ${random(5)} < 0.01 then 'scrypt$none' end, hours, recurrence,
  case when pattern = 'endless' then (now() at time zone 'UTC')::date + interval '36 months' end
from (
  select *, case when has_hours then (array['Europe/Paris', 'UTC', 'Asia/Tokyo', 'America/New_York'])[1 + floor(${random(6)} * 4)::int] else 'UTC' end as zone,
    date_trunc('day', now() at time zone 'UTC') + (8 + floor(${random(7)} * 14)) * interval '1 hour' + case
      when pattern = 'endless' then -floor(${random(8)} * 365)
      else round((${random(8)} * ${back + ahead} - ${back}) * case when ${random(9)} < 0.25 then 1 else 0.5 end)
    end * interval '1 day' as starts,
    case when has_hours then 20 + floor(${random(10)} * 280) when not is_series and ${random(10)} < 0.05 then 1 + floor(${random(17)} * 9) else 0 end * interval '1 day'
      + (1 + floor(${random(18)} * 4)) * interval '1 hour' as length,
    case when has_hours then jsonb_build_object('weekly', jsonb_build_array(jsonb_build_object('days',
      case when ${random(19)} < 0.5 then '["tu", "we", "th", "fr", "sa", "su"]' else '["mo", "tu", "we", "th", "fr"]' end::jsonb, 'opens', '10:00', 'closes',
      case when ${random(20)} < 0.5 then '18:00' else '20:00' end)), 'closed', '[]'::jsonb, 'adjusted', '[]'::jsonb) end as hours,
    case when is_series then jsonb_build_object('rules', jsonb_build_array(jsonb_build_object('rrule', 'FREQ=' || frequency, 'until', null, 'from', null,
      'start_time', null, 'end_time', null)), 'dates', '[]'::jsonb, 'exclude', '[]'::jsonb) end as recurrence
  from (
    select i, is_series, not is_series and ${random(21)} < 0.0625 as has_hours, p.pattern, p.frequency
    from (select i, ${seriesOneIn === 0 ? 'false' : `i % ${seriesOneIn} = 0`} as is_series from generate_series(${first}, ${first + n - 1}) i) e
    left join lateral (select * from (values ('weekly', 'WEEKLY;COUNT=52', 0.45), ('endless', 'WEEKLY', 0.52), ('daily', 'DAILY;COUNT=30', 0.67),
      ('monthly', 'MONTHLY;COUNT=24', 0.87), ('yearly', 'YEARLY;COUNT=5', 1.0)) v(pattern, frequency, upto) where is_series and ${random(22)} < v.upto limit 1) p on true
  ) e
) e`

/** All dates, with their positions among the dates of their series. There are no exceptions, so the positions are the same in every list. */
const insertDates = (firstId: number): string => `
create unlogged table generated_dates as
with dates as (
  select e.id as record_id, null::bigint as series_id, e.id, null::timestamp as starts_local, e.starts_local as first_local, interval '0' as step, 0 as k, 1 as n, false as endless
  from events e where recurrence is null
  union all
  select e.id, e.id, ${firstId} + (e.id - (select min(id) from events)) * ${DATES_MAX} + k, e.starts_local + k * p.step, e.starts_local, p.step, k, p.n, e.expanded_until is not null
  from events e
  cross join lateral (select case split_part(split_part(recurrence -> 'rules' -> 0 ->> 'rrule', ';', 1), '=', 2)
      when 'WEEKLY' then interval '7 days' when 'DAILY' then interval '1 day' when 'MONTHLY' then interval '30 days' else interval '365 days' end as step,
    coalesce((expanded_until - starts_local::date) / 7 + 2, split_part(recurrence -> 'rules' -> 0 ->> 'rrule', 'COUNT=', 2)::int) as n) p
  cross join lateral generate_series(0, least(p.n, ${DATES_MAX}) - 1) k
  where recurrence is not null
)
select d.*, e.listing_starts_at + k * step as starts_at, e.listing_ends_at + k * step as ends_at, e.status, e.author_id, e.hide_from_listings, e.protected, e.featured, e.ticketed,
  case when k > 0 then e.listing_starts_at + (k - 1) * step end as previous_at, case when k > 0 then e.listing_ends_at + (k - 1) * step end as previous_end,
  e.ends_local - e.starts_local as length
from dates d join events e on e.id = d.record_id;
insert into occurrences (id, record_id, series_id, original_start, starts_local, ends_local, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed)
select id, record_id, series_id, starts_local, starts_local, starts_local + length, starts_at, ends_at, status, author_id, hide_from_listings, protected, featured, ticketed from generated_dates`

const LISTINGS = `insert into listings (ref_id, starts_at, id, series, ends_at, previous_at, previous_end, last, endless)
select case when r.hides and d.protected then -r.ref_id else r.ref_id end, d.starts_at, d.id, d.record_id, d.ends_at, d.previous_at, d.previous_end, d.k = d.n - 1 and not d.endless, d.k = 0 and d.endless
from generated_dates d join (
  select id as event_id, 0 as ref_id, false as hides from events
  union all select event_id, ref_id, false from event_categories union all select event_id, ref_id, false from event_tags
  union all select event_id, ref_id, true from event_venues union all select event_id, ref_id, true from event_organizers
) r on r.event_id = d.record_id
where d.status = 'publish' and not d.hide_from_listings`

const TABLES = [
  'events',
  'event_texts',
  'event_hours',
  'occurrences',
  'listings',
  'counts',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
]
/** Index-only scans need pages that all transactions can see. A snapshot of another session can delay that. */
async function vacuum(db: Session, table: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await db.query(raw(`vacuum (analyze) ${table}`), { customPlan: true })
    const [state] = await db.query<{ visible: boolean }>(
      raw(`select relallvisible >= relpages as visible from pg_class where oid = '${table}'::regclass`),
      { customPlan: true },
    )
    if (state?.visible) return
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
/** Indexes are built after the rows are stored. The returned function builds them. */
async function dropIndexes(db: Session): Promise<() => Promise<void>> {
  const run = <Row>(text: string) => db.query<Row>(raw(text), { customPlan: true })
  const tables = `select oid from pg_class where relname = any('{${TABLES.filter((name) => name !== 'event_hours' && name !== 'counts').join()}}') and relnamespace = 'public'::regnamespace`
  const constraints = await run<{ table: string; name: string; definition: string }>(`
select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where conrelid in (${tables}) and (contype = 'f' or contype = 'p' and conrelid <> 'events'::regclass) order by contype`)
  const indexes = await run<{ name: string; definition: string }>(`
select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid in (${tables}) and not i.indisprimary`)
  for (const { table, name } of constraints) await run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  const triggers = async (state: 'enable' | 'disable'): Promise<void> => {
    for (const table of TABLES) if (table !== 'events') await run(`alter table ${table} ${state} trigger user`)
  }
  await triggers('disable')
  return async () => {
    await run(`set maintenance_work_mem = '1GB'`)
    for (const { definition } of indexes) await run(definition)
    const byKind = constraints.toSorted((a, b) => Number(a.definition.startsWith('FOREIGN')) - Number(b.definition.startsWith('FOREIGN')))
    for (const { table, name, definition } of byKind)
      await run(`alter table ${table} add constraint ${name} ${definition}${definition.startsWith('FOREIGN') ? ' not valid' : ''}`)
    await triggers('enable')
  }
}
