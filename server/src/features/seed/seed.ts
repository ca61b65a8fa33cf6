// `kalends seed`: fills a calendar with demo records, in bulk and in one transaction: all of it or nothing.
import { CARRIED } from '../../resources/event-listing.ts'
import { categories, events, organizers, tags, venues } from '../../resources/index.ts'
import { settleDates } from '../../resources/event-dates.ts'
import { settleCost } from '../../resources/cost.ts'
import { recountTerms } from '../../resources/shared.ts'
import { linkFields } from '../../engine/read.ts'
import type { Ask, Kind, Site, Stored } from '../../engine/resource.ts'
import { textFields, textRows } from '../../engine/texts.ts'
import { ANONYMOUS } from '../../kernel/caller.ts'
import type { Database, Session } from '../../kernel/database.ts'
import { fold } from '../../kernel/fold.ts'
import { toDatabase } from '../../kernel/moments.ts'
import type { Progress } from '../../kernel/progress.ts'
import { raw, ref, sql } from '../../kernel/sql.ts'
import { makeWorld, type Made, type MadeEvent } from './generate.ts'

export interface SeedSettings {
  readonly site: Site
  readonly now: Temporal.Instant
  readonly seed: number
  readonly events: number
  /** The part of the events that have a text in every language; one in twenty unless said otherwise. */
  readonly translated?: number
  /** Add to a calendar that has records already. */
  readonly add: boolean
  readonly progress: Progress
}
export interface Seeded {
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
  readonly events: number
}
/** The calendar has records, and nobody said to add to them. */
export class NotEmptyError extends Error {}

const BATCH = 2_000

/** The planner is told what came in, before anybody asks. */
export const seed = (database: Database, settings: SeedSettings): Promise<Seeded> =>
  database.session(async (db) => {
    await db.query(sql`begin`)
    try {
      const seeded = await fill(db, settings)
      await db.query(sql`commit`)
      await db.query(sql`analyze`)
      return seeded
    } catch (error) {
      await db.query(sql`rollback`)
      throw error
    }
  })

async function fill(db: Session, settings: SeedSettings): Promise<Seeded> {
  const [before] = await db.query<{ records: boolean; last: number }>(sql`
select exists (select 1 from events) or exists (select 1 from venues) or exists (select 1 from organizers) or exists (select 1 from tags) or exists (select 1 from categories) as records,
  (select case when is_called then last_value else 0 end from record_ids) as last`)
  if (before?.records && !settings.add)
    throw new NotEmptyError('The calendar is not empty. To add demo records to it, say: kalends seed --add')
  const author = await demoAuthor(db)
  const { site, now } = settings
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const terms = await knownTerms(db)
  const world = makeWorld({
    seed: settings.seed,
    first_id: (before?.last ?? 0) + 1,
    languages: site.languages,
    today,
    translated: settings.translated ?? 0.05,
    known: (kind, name) => terms.get(`${kind} ${fold(name)}`),
  })
  const stamp = toDatabase(now)
  const owned = { author_id: author, status: 'publish', trashed_from: null, published_at: stamp }
  const loader = loaderOf(db, stamp)
  const rebuild = await withoutIndexes(db, settings.events > 5_000)
  for (const category of world.categories)
    await loader(categories, [category], () => ({ name_key: keyOf(category), parent_id: category.parent }))
  await loader(tags, world.tags, (made) => ({ name_key: keyOf(made) }))
  await loader(venues, world.venues, (made) => ({ ...owned, ...made.sent, show_map: true, show_map_link: true }))
  await loader(organizers, world.organizers, (made) => ({ ...owned, ...made.sent }))
  const ask: Ask = { site, now, caller: ANONYMOUS, language: site.default_language, named: false, root: '', strict: false }
  let done = 0
  for (const batch of batches(world.events(settings.events))) {
    const rows = batch.map((made) => ({ ...owned, ...eventRow(made, ask) }))
    await loader(events, batch, (_, i) => rows[i] ?? {})
    await loadListing(db, batch, rows)
    done += batch.length
    settings.progress.step(done)
  }
  await rebuild()
  const last = (before?.last ?? 0) + world.venues.length + world.organizers.length + world.categories.length + world.tags.length + done
  await db.query(sql`select setval('record_ids', ${last})`)
  settings.progress.end()
  return {
    venues: world.venues.length,
    organizers: world.organizers.length,
    categories: world.categories.length,
    tags: world.tags.length,
    events: done,
  }
}

async function knownTerms(db: Session): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ kind: string; name_key: string; id: number }>(
    sql`select 'tag' as kind, name_key, id from tags union all select 'category', name_key, id from categories`,
  )
  return new Map(rows.map(({ kind, name_key, id }) => [`${kind} ${name_key}`, id]))
}
async function demoAuthor(db: Session): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
insert into users (login, role, name) values ('demo', 'editor', 'Demo') on conflict (login) do update set name = excluded.name returning id`)
  return row?.id ?? 0
}
const keyOf = (made: Made): string => fold(made.texts.get(made.language)?.['name'] ?? '')

/** Loads rows of a kind and their texts, as writes one by one would leave them. */
const loaderOf =
  (db: Session, stamp: string) =>
  async (kind: Kind, all: readonly Made[], columnsOf: (made: Made, i: number) => Readonly<Record<string, unknown>>): Promise<void> => {
    const made = all.filter(({ known }) => !known)
    if (made.length === 0) return
    const rows = made.map((each, i) => ({
      id: each.id,
      language: each.language,
      created_at: stamp,
      modified_at: stamp,
      ...columnsOf(each, i),
    }))
    const names = Object.keys(rows[0] ?? {})
    await db.copy(
      kind.table,
      names,
      rows.map((row) => Object.values(row)),
    )
    const columns = ['id', 'language', 'original', 'others', ...textFields(kind), 'slug_owner', 'search', 'changed_at']
    await db.copy(kind.texts, columns, textValues(kind, made, rows, columns, stamp))
  }

function* textValues(
  kind: Kind,
  made: readonly Made[],
  rows: readonly Stored[],
  columns: readonly string[],
  stamp: string,
): Generator<unknown[]> {
  for (const [i, { id, language, texts }] of made.entries())
    for (const row of textRows(kind, { id, after: texts, original: language, row: rows[i] ?? {} }))
      yield columns.map((name) => (name === 'changed_at' ? stamp : row[name]))
}

function eventRow({ sent }: MadeEvent, ask: Ask): Record<string, unknown> {
  const { start, end, timezone, all_day, cost, ...flags } = sent as {
    start: Temporal.PlainDateTime
    end: Temporal.PlainDateTime
    timezone: string
    all_day: boolean
    cost: string | null
  }
  const wall = (each: Temporal.PlainDateTime) => ({ sort: 'wall', wall: each }) as const
  const times = settleDates({ start_date: wall(start), end_date: wall(end), timezone, all_day }, null, ask)
  return { ...times.columns, ...settleCost(cost === null ? null : [cost]), custom_fields: {}, hide_from_listings: false, ...flags }
}

/** The listing, and the links with the same columns beside them. */
async function loadListing(db: Session, batch: readonly MadeEvent[], rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const listed = rows.map((row) => {
    const carried: Readonly<Record<string, unknown>> = {
      ...row,
      starts_at: row['listed_from'],
      ends_at: row['listed_to'],
      protected: false,
    }
    return CARRIED.map((name) => carried[name])
  })
  await db.copy(
    'occurrences',
    ['event_id', ...CARRIED],
    batch.map(({ id }, i) => [id, ...(listed[i] ?? [])]),
  )
  for (const [name, { table }] of linkFields(events)) {
    const links = batch.flatMap((made, i) =>
      made.links[name as keyof MadeEvent['links']].map((to, n) => [made.id, to, n + 1, ...(listed[i] ?? [])]),
    )
    await db.copy(table, ['event_id', 'ref_id', 'position', ...CARRIED], links)
  }
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Many rows go in faster without the indexes that are not needed meanwhile, and without counting terms at each; both are made good at the end. */
async function withoutIndexes(db: Session, many: boolean): Promise<() => Promise<void>> {
  if (!many) return async () => undefined
  const tables = [events.table, events.texts, 'occurrences', ...linkFields(events).map(([, { table }]) => table)]
  const indexes = await db.query<{ name: string; definition: string }>(sql`
select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
join pg_class c on c.oid = i.indexrelid
join pg_class t on t.oid = i.indrelid
where t.relname = any(${tables}) and t.relnamespace = 'public'::regnamespace and not i.indisprimary`)
  for (const { name } of indexes) await db.query(sql`drop index ${ref(name)}`)
  const counted = ['event_tags', 'event_categories']
  for (const table of counted) await db.query(sql`alter table ${ref(table)} disable trigger user`)
  return async () => {
    await db.query(raw('set constraints all immediate'))
    await db.query(raw("set local maintenance_work_mem = '1GB'"))
    for (const { definition } of indexes) await db.query(raw(definition), { custom_plan: true })
    for (const table of counted) await db.query(sql`alter table ${ref(table)} enable trigger user`)
    await recountTerms(db)
  }
}
