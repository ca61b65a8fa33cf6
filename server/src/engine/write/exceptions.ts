// Exceptions: dates of a series that were edited on their own. An exception has a row of its own, and takes all other fields from its series.
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { recordExceptionChanges } from '../changes/change-log.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import type { SeriesDate } from '../definition/series-dates.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { tableColumns } from '../read/select-rows.ts'
import { loadLinksOf, type LinkedIds } from './links.ts'
import { loadTextsOf, textFields, type Text, type Texts } from '../texts/texts.ts'
import { saveTexts } from '../texts/write-texts.ts'

/** Columns of an exception that are never taken from its series. */
const OWN_COLUMNS = [
  'created_at',
  'recurrence',
  'expanded_until',
  'series_id',
  'original_start',
  'own_version',
  'own_status',
  'overrides',
  'split_from',
]
/** Columns that follow rules of their own: the status, and the version, which counts the writes to both. */
const STATUS_COLUMNS = ['status', 'trashed_from', 'trashed_at']
const COUNTED_COLUMNS = ['version', 'modified_at']

/** The field that a column belongs to, if an exception may override it. */
export function fieldOfColumn(kind: Kind, column: string): string | null {
  const fieldColumns = kind.listing?.recurring.fieldColumns ?? {}
  const derived = Object.entries(fieldColumns).find(([, columns]) => columns.includes(column))
  if (derived) return derived[0]
  const found = Object.entries(kind.fields).find(
    ([, { storage }]) => (storage.in === 'column' || storage.in === 'reference') && storage.column === column,
  )
  return found?.[0] ?? null
}

/** Columns that exceptions take from their series, with the field that may override each of them. */
function inheritedColumns(kind: Kind, listing: Listing): { readonly column: string; readonly field: string | null }[] {
  const excluded = [...OWN_COLUMNS, ...STATUS_COLUMNS, ...COUNTED_COLUMNS, ...listing.recurring.dateColumns]
  return tableColumns(kind)
    .filter((column) => !excluded.includes(column))
    .map((column) => ({ column, field: fieldOfColumn(kind, column) }))
}

/** Inserts the row, the texts and the links of an exception. `row` is the entry of the date. */
export async function createException(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<void> {
  const { listing } = kind
  if (!listing) return
  const [id, seriesId] = [row['id'] as number, row['record_id'] as number]
  const columns = [...inheritedColumns(kind, listing).map(({ column }) => column), ...STATUS_COLUMNS]
  const dates = listing.recurring.dateColumns.filter((name) => name in row)
  const own = {
    id,
    created_at: ctx.now.toString(),
    modified_at: row['modified_at'],
    version: row['version'],
    series_id: seriesId,
    original_start: row['original_start'],
    own_version: row['own_version'],
    ...Object.fromEntries(dates.map((name) => [name, row[name]])),
  }
  const names = Object.keys(own)
  const texts = textFields(kind)
  await db.query(sql`
with x as (
  insert into ${ref(kind.table)} (${columnList([...names, ...columns])})
  select ${join(names.map((name) => sql`${(own as StoredRow)[name]}`))}, ${columnList(columns, 's')} from ${ref(kind.table)} s where s.id = ${seriesId}
  returning id
), t as (
  insert into ${ref(kind.texts)} (id, language, original, other_languages, ${columnList(texts)}, slug_owner, search, changed_at, field_changes)
  select x.id, s.language, s.original, s.other_languages, ${columnList(texts, 's')}, false, s.search, s.changed_at, s.field_changes from x, ${ref(kind.texts)} s where s.id = ${seriesId}
), ${join(linkFields(kind).map(([, storage]) => copyLinks(kind, storage.table, sql`x.id`, sql`x, `, seriesId)))}
update ${ref(listing.table)} o set record_id = x.id, starts_local = null, ends_local = null from x where o.id = x.id`)
}
const columnList = (names: readonly string[], alias = ''): Sql => join(names.map((name) => ref(alias ? `${alias}.${name}` : name)))
/** Links of exceptions never count for the records that they link to, because those of the series do. */
const copyLinks = (kind: Kind, table: string, id: Sql, source: Sql, seriesId: number): Sql => {
  const owner = ref(ownerColumn(kind))
  return sql`${ref(table)} as (
  insert into ${ref(table)} (${owner}, ref_id, position) select ${id}, s.ref_id, s.position from ${source}${ref(table)} s where s.${owner} = ${seriesId}
)`
}

/** The changes of a write to an exception. */
export interface ExceptionChange {
  readonly columns: StoredRow
  readonly links: readonly string[]
  readonly before: Texts
  readonly after: Texts
}
/** The fields that an exception overrides, with the texts that a write changes. */
export function overridesAfter(kind: Kind, row: StoredRow, { before, after }: Pick<ExceptionChange, 'before' | 'after'>): string[] {
  const languages = [...new Set([...before.keys(), ...after.keys()])]
  const isChanged = (name: string, language: string): boolean =>
    name !== 'slug' && (before.get(language)?.[name] ?? null) !== (after.get(language)?.[name] ?? null)
  const changed = languages.flatMap((language) =>
    textFields(kind).flatMap((name) => (isChanged(name, language) ? [`${name}.${language}`] : [])),
  )
  return [...(row['overrides'] as readonly string[]), ...changed]
}
/** Columns that a write to an exception sets besides the columns of fields: the overridden fields, its own status and the number of writes. */
export function exceptionColumns(kind: Kind, row: StoredRow, { columns, links, before, after }: ExceptionChange): StoredRow {
  const texts = overridesAfter(kind, row, { before, after })
  const fields = Object.keys(columns).flatMap((column) => (column === 'status' ? ['status'] : (fieldOfColumn(kind, column) ?? [])))
  return {
    overrides: [...new Set([...texts, ...fields, ...links])].sort(),
    own_version: (row['own_version'] as number) + 1,
    ...('status' in columns && { own_status: columns['status'] }),
  }
}

/** An exception is never more visible than its series: while the series is not published, the exception has its status. */
export async function statusUnderSeries(db: Db, { table, listing }: Kind, exception: StoredRow): Promise<StoredRow> {
  const [series] = await db.query<StoredRow>(
    sql`select ${columnList(STATUS_COLUMNS)} from ${ref(table)} where id = ${exception[listing?.seriesColumn ?? '']} and status <> 'publish'`,
  )
  return series ?? {}
}

/** Makes an exception an ordinary date again. The date refers to its series first, because it is deleted together with the record that it shows. */
export async function deleteException(db: Db, kind: Kind, listing: Listing, id: number): Promise<void> {
  await db.query(sql`
update ${ref(listing.table)} o set record_id = o.series_id, own_version = r.own_version, starts_local = r.starts_local, ends_local = r.ends_local
from ${ref(kind.table)} r where o.id = ${id} and r.id = o.id`)
  await db.query(sql`delete from ${ref(kind.table)} where id = ${id}`)
}

/** Returns the series and the start of a date that its series no longer has. */
export async function findRetired(db: Db, id: number): Promise<{ readonly series_id: number; readonly original_start: string } | null> {
  const [row] = await db.query<{ series_id: number; original_start: string }>(
    sql`select series_id, original_start::text from retired_occurrences where id = ${id}`,
  )
  return row ?? null
}

export interface ExceptionRow extends StoredRow {
  readonly id: number
  /** False if the series excludes the date, so that the exception has no listing row. */
  readonly is_listed: boolean
}
export interface ExceptionUpdate {
  /** The series after the write. */
  readonly series: StoredRow
  readonly linksChanged: boolean
  /** The date of each exception by the recurrence, by id of the exception, if the dates of the series changed. */
  readonly dates?: ReadonlyMap<number, SeriesDate>
}
/** Copies the fields of a series to its exceptions, except for those that they override. Returns their rows; the caller updates their listing rows. */
export async function updateExceptions(db: Db, kind: Kind, update: ExceptionUpdate, ctx: RequestContext): Promise<ExceptionRow[]> {
  const { listing } = kind
  if (!listing) return []
  const { series, dates, linksChanged } = update
  const seriesId = series['id'] as number
  const before = await loadExceptions(db, kind, seriesId)
  if (before.length === 0) return []
  const ids = before.map((exception) => exception['id'] as number)
  const withLinks = async (rows: readonly StoredRow[]): Promise<readonly StoredRow[]> =>
    linksChanged ? addLinks(rows, await loadLinksOf(db, kind, ids)) : rows
  const states = await withLinks(before)
  const moved = before.flatMap((exception) => {
    const date = dates?.get(exception['id'] as number)
    return date
      ? [{ id: exception['id'], original_start: date.original_start, ...listing.recurring.exceptionDates(exception, series, date, ctx) }]
      : []
  })
  const rows = await db.query<ExceptionRow>(inheritStatement(kind, listing, seriesId, moved))
  const texts = await loadTextsOf(db, kind, [seriesId, ...ids])
  const seriesTexts = texts.get(seriesId) ?? new Map()
  const original = String(series['language'])
  await saveTexts(
    db,
    kind,
    rows.map((row) => {
      const own = texts.get(row.id) ?? new Map()
      const after = inheritTexts(kind, seriesTexts, own, row['overrides'] as readonly string[])
      return { id: row.id, before: own, after, original, defaultLanguage: ctx.site.defaultLanguage, row }
    }),
    ctx.now.toString(),
  )
  for (const [name, { table }] of linkFields(kind)) await inheritLinks(db, kind, { name, table, seriesId })
  await recordExceptionChanges(db, kind, { series, before: states, after: await withLinks(rows) }, ctx)
  return rows
}

const addLinks = (rows: readonly StoredRow[], links: ReadonlyMap<number, LinkedIds>): StoredRow[] =>
  rows.map((row) => ({ ...row, ...links.get(row['id'] as number) }))
/** The exceptions of a series with the ids that they link to. */
export async function loadExceptionsWithLinks(db: Db, kind: Kind, seriesId: number): Promise<StoredRow[]> {
  const rows = await loadExceptions(db, kind, seriesId)
  return addLinks(
    rows,
    await loadLinksOf(
      db,
      kind,
      rows.map((row) => row['id'] as number),
    ),
  )
}
export const loadExceptions = (db: Db, { table, listing }: Kind, seriesId: number): Promise<StoredRow[]> =>
  listing
    ? db.query<StoredRow>(sql`select * from ${ref(table)} where ${ref(listing.seriesColumn)} = ${seriesId} order by id for update`)
    : Promise.resolve([])

/** Dates of exceptions are computed by the caller, because the database does not know the rules of time zones. */
function inheritStatement(kind: Kind, listing: Listing, seriesId: number, moved: readonly StoredRow[]): Sql {
  const sets = inheritedColumns(kind, listing).map(({ column, field }) => {
    const name = ref(column)
    return field === null
      ? sql`${name} = s.${name}`
      : sql`${name} = case when ${field} = any(x.overrides) then x.${name} else s.${name} end`
  })
  const isListed = sql`exists (select 1 from ${ref(listing.table)} o where o.id = x.id)`
  const isExcluded = sql`(s.status <> 'trash' and not ${isListed})`
  const hasOwnStatus = raw(`x.own_status is not null and s.status = 'publish'`)
  const dateColumns = ['original_start', ...listing.recurring.dateColumns]
  const dates = dateColumns.map((name) => sql`${ref(name)} = case when m.id is null then x.${ref(name)} else m.${ref(name)} end`)
  return sql`update ${ref(kind.table)} x
set ${join([
    ...sets,
    ...dates,
    // The exception of an excluded date has no listing row, and is in the trash.
    sql`status = case when ${isExcluded} then 'trash' when ${hasOwnStatus} then x.own_status else s.status end`,
    sql`trashed_from = case when ${isExcluded} then coalesce(x.trashed_from, x.status) when ${hasOwnStatus} then null when s.trashed_from = 'publish' then coalesce(x.own_status, s.trashed_from) else s.trashed_from end`,
    sql`trashed_at = case when ${isExcluded} then coalesce(x.trashed_at, s.modified_at) when ${hasOwnStatus} then null else s.trashed_at end`,
    raw('version = s.version + x.own_version'),
    raw('modified_at = greatest(x.modified_at, s.modified_at)'),
  ])}
from ${ref(kind.table)} s join ${ref(kind.table)} y on y.${ref(listing.seriesColumn)} = s.id
left join jsonb_populate_recordset(null::${ref(kind.table)}, ${JSON.stringify(moved)}::jsonb) m on m.id = y.id
where s.id = ${seriesId} and x.id = y.id
returning x.*, ${isListed} as is_listed`
}

/** An override names a field and a language: `title.fr`. The slug is always that of the series. */
function inheritTexts(kind: Kind, series: Texts, own: Texts, overrides: readonly string[]): Texts {
  const isOverridden = (name: string, language: string): boolean => overrides.includes(`${name}.${language}`)
  const languages = new Set([
    ...series.keys(),
    ...[...own.keys()].filter((language) => textFields(kind).some((name) => isOverridden(name, language))),
  ])
  return new Map(
    [...languages].map((language): [string, Text] => [
      language,
      Object.fromEntries(
        textFields(kind).map((name) => [name, (isOverridden(name, language) ? own : series).get(language)?.[name] ?? null]),
      ),
    ]),
  )
}

interface InheritedLinks {
  readonly name: string
  readonly table: string
  readonly seriesId: number
}
async function inheritLinks(db: Db, kind: Kind, { name, table, seriesId }: InheritedLinks): Promise<void> {
  const owner = ref(ownerColumn(kind))
  const heirs = sql`select id from ${ref(kind.table)} where series_id = ${seriesId} and ${name} <> all(overrides)`
  await db.query(sql`
with heirs as (${heirs}), gone as (
  delete from ${ref(table)} l using heirs h where l.${owner} = h.id
    and l.ref_id not in (select s.ref_id from ${ref(table)} s where s.${owner} = ${seriesId})
)
insert into ${ref(table)} as l (${owner}, ref_id, position) select h.id, s.ref_id, s.position from heirs h, ${ref(table)} s where s.${owner} = ${seriesId}
on conflict on constraint ${ref(`${table}_pkey`)} do update set position = excluded.position where l.position <> excluded.position`)
}
