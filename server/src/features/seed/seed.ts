// `kalends seed`: fills a calendar with demo records, in bulk and in one transaction: all of it or nothing.
import { categories, events, organizers, tags, venues } from '../../resources/index.ts'
import { recordBulk } from '../../engine/changes/change-log.ts'
import { linkFields, type Kind, type Site } from '../../engine/definition/resource.ts'
import type { Database, Session } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import type { Progress } from '../../kernel/runtime/progress.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { eventBatches } from './batches.ts'
import { knownBy, makeWorld, type Made } from './generate.ts'
import { rowsOf } from './rows.ts'

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

/** The planner is told what came in, before anybody asks. */
export const seed = (database: Database, settings: SeedSettings): Promise<Seeded> =>
  database.session(async (db) => {
    await db.query(sql`begin`)
    try {
      const seeded = await fill(db, settings)
      await recordBulk(db)
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
  const terms = await knownTerms(db)
  const wished = {
    seed: settings.seed,
    first_id: (before?.last ?? 0) + 1,
    languages: site.languages,
    today: now.toZonedDateTimeISO('UTC').toPlainDate().toString(),
    translated: settings.translated ?? 0.05,
  }
  const world = makeWorld({ ...wished, known: knownBy(terms) })
  const stamp = toDatabase(now)
  const owned = { author_id: author, status: 'publish', trashed_from: null, published_at: stamp }
  const loader = loaderOf(db, stamp)
  const rebuild = await withoutIndexes(db, settings.events > 5_000)
  for (const category of world.categories)
    await loader(categories, [category], () => ({ name_key: keyOf(category), parent_id: category.parent }))
  await loader(tags, world.tags, (made) => ({ name_key: keyOf(made) }))
  await loader(venues, world.venues, (made) => ({ ...owned, ...made.sent, show_map: true, show_map_link: true }))
  await loader(organizers, world.organizers, (made) => ({ ...owned, ...made.sent }))
  let done = 0
  const asked = { ...wished, known: [...terms], zone: site.zone, now: now.toString(), owned, events: settings.events }
  for await (const { count, tables } of eventBatches(asked)) {
    for (const { table, columns, text } of tables) await db.copy(table, columns, { text })
    done += count
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

/** Loads rows of a kind and their texts. */
const loaderOf =
  (db: Session, stamp: string) =>
  async (kind: Kind, all: readonly Made[], columnsOf: (made: Made) => Readonly<Record<string, unknown>>): Promise<void> => {
    const made = all.filter(({ known }) => !known)
    for (const { table, columns, rows } of made.length > 0 ? rowsOf(kind, made, made.map(columnsOf), stamp) : [])
      await db.copy(table, columns, rows)
  }

/** Many rows go in faster without the indexes that are not needed meanwhile, and without looking up and counting at each; all is made good at the end. */
async function withoutIndexes(db: Session, many: boolean): Promise<() => Promise<void>> {
  if (!many) return async () => undefined
  const counted = ['occurrences', ...linkFields(events).map(([, { table }]) => table)]
  const tables = sql`select oid from pg_class where relname = any(${[events.table, events.texts, ...counted]}) and relnamespace = 'public'::regnamespace`
  const indexes = await db.query<{ name: string; definition: string }>(sql`
select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
join pg_class c on c.oid = i.indexrelid
where i.indrelid in (${tables}) and not i.indisprimary`)
  const references = await db.query<{ table: string; name: string; definition: string }>(sql`
select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint
where conrelid in (${tables}) and contype = 'f'`)
  for (const { name } of indexes) await db.query(sql`drop index ${ref(name)}`)
  for (const { table, name } of references) await db.query(sql`alter table ${ref(table)} drop constraint ${ref(name)}`)
  for (const table of counted) await db.query(sql`alter table ${ref(table)} disable trigger user`)
  return async () => {
    await db.query(raw("set local maintenance_work_mem = '1GB'"))
    for (const { definition } of indexes) await db.query(raw(definition), { custom_plan: true })
    for (const { table, name, definition } of references)
      await db.query(sql`alter table ${ref(table)} add constraint ${ref(name)} ${raw(definition)}`, { custom_plan: true })
    for (const table of counted) await db.query(sql`alter table ${ref(table)} enable trigger user`)
    await db.query(sql`select recount()`)
  }
}
