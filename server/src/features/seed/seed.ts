// `kalends seed`: fills a calendar with demo records, in bulk and in one transaction, so that a failure leaves nothing behind.
import { categories, events, images, organizers, tags, venues } from '../../resources/index.ts'
import { newChangeId, recordBulkChange } from '../../engine/changes/change-log.ts'
import { linkFields } from '../../engine/definition/resource.ts'
import type { Kind, Site } from '../../engine/definition/kind.ts'
import { resetSearchIndex } from '../../engine/list/search-index.ts'
import type { Database, Session } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import type { Progress } from '../../kernel/runtime/progress.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { syncPublicRows } from '../../engine/write/listing-rows.ts'
import { EVENT_LISTING } from '../../resources/event-listing.ts'
import { startEventBatches, type Batch, type EventBatches } from './batches.ts'
import { DEMO_EVENTS, findExistingTerm, generateDemo, type DemoRecord } from './generate.ts'
import { NotEmptyError } from './not-empty-error.ts'
import { findPictures, storePictures, type PictureLibrary } from './pictures.ts'
import { recordRows } from './table-rows.ts'

export interface SeedSettings {
  readonly site: Site
  readonly now: Temporal.Instant
  readonly seed: number
  readonly events: number
  /** Share of the events that are translated into every language. Default: all events of a demo, one in twenty of a large calendar. */
  readonly translated?: number
  /** Add to a calendar that has records. */
  readonly add: boolean
  /** Without it, records have no pictures. */
  readonly pictures?: PictureLibrary
  readonly progress: Progress
}
export interface Seeded {
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
  readonly images: number
  readonly events: number
}
/** The share of translated events in a calendar that is too large to be a demo. */
const LARGE_TRANSLATED_SHARE = 0.05

export const seed = (database: Database, settings: SeedSettings): Promise<Seeded> =>
  database.session(async (db) => {
    await db.query(sql`begin`)
    try {
      const seeded = await insertDemo(db, settings)
      await recordBulkChange(db, 'records', newChangeId())
      await db.query(sql`commit`)
      // Gives the planner statistics before the first request.
      await db.query(sql`analyze`)
      return seeded
    } catch (error) {
      await db.query(sql`rollback`)
      throw error
    }
  })

async function insertDemo(db: Session, settings: SeedSettings): Promise<Seeded> {
  const { site, now, pictures: library } = settings
  const lastId = await checkEmpty(db, settings.add)
  const createdAt = toDatabase(now)
  const author = await upsertDemoAuthor(db)
  const owned = { author_id: author, status: 'publish', trashed_from: null, published_at: createdAt }
  const terms = await loadTerms(db)
  const pictures = library ? await findPictures(db, library, lastId + 1) : []
  const demoSettings = {
    seed: settings.seed,
    events: settings.events,
    firstId: lastId + 1 + pictures.filter(({ isExisting }) => !isExisting).length,
    slugSuffix: lastId === 0 ? '' : `-${lastId + 1}`,
    languages: site.languages,
    defaultLanguage: site.defaultLanguage,
    horizonMonths: site.recurrenceHorizonMonths,
    today: now.toZonedDateTimeISO('UTC').toPlainDate().toString(),
    translatedShare: settings.translated ?? (settings.events > DEMO_EVENTS ? LARGE_TRANSLATED_SHARE : 1),
    pictures: new Map(pictures.map(({ key, id }) => [key, id])),
  }
  // Events are generated while pictures are encoded.
  const batches = startEventBatches({ ...demoSettings, terms, timeZone: site.timeZone, now: now.toString(), owned })
  try {
    const insert = createInserter(db, createdAt)
    const demo = generateDemo({ ...demoSettings, existingTerm: findExistingTerm(terms) })
    const imageRecords = library ? await storePictures(db, library, pictures, demoSettings) : []
    const restoreIndexes = await dropIndexes(db, settings.events > 5_000)
    await insert(images, imageRecords, ({ columns }) => ({ author_id: author, ...columns }))
    for (const category of demo.categories)
      await insert(categories, [category], () => ({ name_key: nameKey(category), parent_id: category.parent, color: category.color }))
    await insert(tags, demo.tags, (tag) => ({ name_key: nameKey(tag) }))
    await insert(venues, demo.venues, ({ columns }) => ({ ...owned, ...columns, show_map: true, show_map_link: true }))
    await insert(organizers, demo.organizers, ({ columns }) => ({ ...owned, ...columns }))
    const { count, series, lastId: lastDateId } = await insertEvents(db, batches, settings.progress)
    const counts = {
      venues: demo.venues.length,
      organizers: demo.organizers.length,
      categories: demo.categories.length,
      tags: demo.tags.length,
      images: pictures.length,
      events: count,
    }
    await restoreIndexes()
    for (let from = 0; from < series.length; from += SERIES_AT_ONCE)
      await syncPublicRows(db, EVENT_LISTING, series.slice(from, from + SERIES_AT_ONCE))
    await db.query(
      sql`select setval('record_ids', ${Math.max(lastDateId, lastId + Object.values(counts).reduce((sum, each) => sum + each))})`,
    )
    settings.progress.end()
    return counts
  } finally {
    await batches.close()
  }
}

/** Series whose public rows are derived at the same time. */
const SERIES_AT_ONCE = 200

async function insertEvents(db: Session, batches: EventBatches, progress: Progress): Promise<Omit<Batch, 'tables'>> {
  let inserted: Omit<Batch, 'tables'> = { count: 0, series: [], lastId: 0 }
  for await (const { tables, count, series, lastId } of batches.all()) {
    for (const { table, columns, text } of tables) await db.copy(table, columns, { text })
    inserted = { count: inserted.count + count, series: [...inserted.series, ...series], lastId }
    progress.step(inserted.count)
  }
  return inserted
}

/** Returns the last record ID. Throws if the calendar has records and `add` is false. */
async function checkEmpty(db: Session, add: boolean): Promise<number> {
  const [state] = await db.query<{ has_records: boolean; last_id: number }>(sql`
select exists (select 1 from events) or exists (select 1 from venues) or exists (select 1 from organizers) or exists (select 1 from tags) or exists (select 1 from categories) as has_records,
  (select case when is_called then last_value else 0 end from record_ids) as last_id`)
  if (state?.has_records && !add) throw new NotEmptyError('The calendar is not empty. To add demo records to it, run: kalends seed --add')
  return state?.last_id ?? 0
}

/** IDs of the terms in the calendar, by kind and folded name. */
async function loadTerms(db: Session): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ kind: string; name_key: string; id: number }>(
    sql`select 'tag' as kind, name_key, id from tags union all select 'category', name_key, id from categories`,
  )
  return new Map(rows.map(({ kind, name_key, id }) => [`${kind} ${name_key}`, id]))
}
async function upsertDemoAuthor(db: Session): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
insert into users (login, role, name) values ('demo', 'editor', 'Demo') on conflict (login) do update set name = excluded.name returning id`)
  return row?.id ?? 0
}
const nameKey = ({ texts, language }: DemoRecord): string => fold(texts.get(language)?.['name'] ?? '')

/** Returns a function that inserts records of a kind and their texts. */
const createInserter =
  (db: Session, createdAt: string) =>
  async (kind: Kind, all: readonly DemoRecord[], columnsOf: (record: DemoRecord) => Readonly<Record<string, unknown>>): Promise<void> => {
    const records = all.filter(({ isExisting }) => !isExisting)
    for (const { table, columns, rows } of records.length > 0 ? recordRows(kind, records, records.map(columnsOf), createdAt) : [])
      await db.copy(table, columns, rows)
  }

/** COPY of many rows is faster without secondary indexes, foreign keys and counting triggers. The returned function restores them. */
async function dropIndexes(db: Session, isLarge: boolean): Promise<() => Promise<void>> {
  if (!isLarge) return async () => undefined
  const countedTables = ['occurrences', 'listings', ...linkFields(events).map(([, { table }]) => table)]
  const tables = sql`select oid from pg_class where relname = any(${[events.table, events.texts, ...countedTables]}) and relnamespace = 'public'::regnamespace`
  const indexes = await db.query<{ name: string; definition: string }>(sql`
select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
join pg_class c on c.oid = i.indexrelid
where i.indrelid in (${tables}) and not i.indisprimary`)
  const foreignKeys = await db.query<{ table: string; name: string; definition: string }>(sql`
select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint
where conrelid in (${tables}) and contype = 'f'`)
  for (const { name } of indexes) await db.query(sql`drop index ${ref(name)}`)
  for (const { table, name } of foreignKeys) await db.query(sql`alter table ${ref(table)} drop constraint ${ref(name)}`)
  for (const table of countedTables) await db.query(sql`alter table ${ref(table)} disable trigger user`)
  return async () => {
    await db.query(raw("set local maintenance_work_mem = '1GB'"))
    for (const { definition } of indexes) await db.query(raw(definition), { customPlan: true })
    for (const { table, name, definition } of foreignKeys)
      await db.query(sql`alter table ${ref(table)} add constraint ${ref(name)} ${raw(definition)}`, { customPlan: true })
    for (const table of countedTables) await db.query(sql`alter table ${ref(table)} enable trigger user`)
    await db.query(sql`select recount()`)
    await resetSearchIndex(db)
  }
}
