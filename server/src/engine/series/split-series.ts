// Splits a series in two, so that a write applies to a date and all later ones (contract 13.5.3).
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import { changeSnapshot, recordChange, recordExceptionChanges } from '../changes/change-log.ts'
import type { Kind, Listing, RequestContext, StoredRow } from '../definition/kind.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import { findOne } from '../read/records.ts'
import { tableColumns } from '../read/select-rows.ts'
import { loadTexts, type Texts } from '../texts/texts.ts'
import { inheritFieldChanges } from '../texts/translation-fields.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { assignSlug } from '../write/unique-slugs.ts'
import { toSqlValue } from '../write/insert-statement.ts'
import { loadLinks } from '../write/links.ts'
import { updateRecord } from '../write/write-records.ts'
import { insertDates } from '../write/sync-record.ts'

export interface SplitResult {
  /** The date from which the series was split, in the series that it belongs to now. */
  readonly entry: StoredRow
  /** False if the date is the first one of its series that is not excluded, so that no split is needed. */
  readonly isSplit: boolean
}

/** Moves a date and all later ones to a new series. Dates keep their ids and exceptions. Must run in the transaction of the write. */
export async function splitSeries(db: Db, kind: Kind, listing: Listing, entry: StoredRow, ctx: RequestContext): Promise<SplitResult> {
  const seriesId = entry[listing.seriesColumn] as number
  const start = String(entry['original_start'])
  const [earlier] = await db.query(
    sql`select 1 from ${ref(listing.table)} where series_id = ${seriesId} and original_start < ${start} limit 1`,
  )
  if (!earlier) return { entry, isSplit: false }
  const series = await findOne(db, kind, { id: seriesId, forUpdate: true }, ctx)
  const parts = listing.recurring.split(series, start, ctx)
  if (!parts) return { entry, isSplit: false }
  if (parts instanceof FieldError) throw invalidParams({ scope: parts })
  const newId = await insertSplit(db, kind, seriesId, { ...parts.after, split_from: seriesId })
  await copyContent(db, kind, { from: seriesId, to: newId }, ctx)
  await db.query(sql`
update ${ref(listing.table)} set series_id = ${newId}, record_id = case when record_id = ${seriesId} then ${newId} else record_id end
where series_id = ${seriesId} and original_start >= ${start}`)
  await db.query(sql`update retired_occurrences set series_id = ${newId} where series_id = ${seriesId} and original_start >= ${start}`)
  const moved = await db.query<StoredRow>(
    sql`update ${ref(kind.table)} set ${ref(listing.seriesColumn)} = ${newId} where ${ref(listing.seriesColumn)} = ${seriesId} and original_start >= ${start} returning *`,
  )
  const pattern = { columns: parts.before, moves: new Map<string, string>() }
  await updateRecord(db, kind, { locator: { id: seriesId }, inputs: {}, precondition: () => undefined, pattern }, ctx)
  // The change feed of the earlier series tells that the exceptions left it. An undo expects the row of the new recurrence before this one.
  const before = moved.map((exception) => ({ ...exception, [listing.seriesColumn]: seriesId }))
  const shortened = await findOne(db, kind, { id: seriesId }, ctx)
  await recordExceptionChanges(db, kind, { series: shortened, before, after: moved }, ctx)
  await insertDates(db, kind, newId, ctx)
  return { entry: await findOne(db, kind, { id: entry['id'] as number }, ctx), isSplit: true }
}

/** Inserts the row of the new series: a copy of the old one, with the version of the old one, so that the version of no date falls. */
async function insertSplit(db: Db, kind: Kind, seriesId: number, columns: StoredRow): Promise<number> {
  const own = Object.entries(columns)
  const copied = tableColumns(kind).filter((name) => !(name in columns))
  const [row] = await db.query<{ id: number }>(sql`
insert into ${ref(kind.table)} (${join([...own.map(([name]) => ref(name)), ...copied.map((name) => ref(name))])})
select ${join([...own.map(([, value]) => sql`${toSqlValue(value)}`), ...copied.map((name) => ref(`s.${name}`))])} from ${ref(kind.table)} s where s.id = ${seriesId}
returning id`)
  return row?.id ?? 0
}

/** Copies the texts, with new slugs, and the links of a series, and records the new one in the change log. */
async function copyContent(db: Db, kind: Kind, { from, to }: { from: number; to: number }, ctx: RequestContext): Promise<void> {
  const [row] = await db.query<StoredRow>(sql`select * from ${ref(kind.table)} where id = ${to}`)
  if (!row) return
  const original = String(row['language'])
  const old = await loadTexts(db, kind, from)
  let texts: Texts = new Map([...old].map(([language, text]) => [language, { ...text, slug: null }]))
  for (const language of [original, ...[...old.keys()].filter((each) => each !== original)]) {
    const title = old.get(language)?.[kind.title] ?? null
    if (title === null) continue
    const fallbackSlug = language === original ? null : (texts.get(original)?.['slug'] ?? null)
    texts = await assignSlug(db, kind, { texts, language, slug: { generateFrom: title }, fallbackSlug, fieldErrors: {} }, to)
  }
  const write = { id: to, before: new Map(), after: texts, original, defaultLanguage: ctx.site.defaultLanguage, row }
  await saveTexts(db, kind, [write], ctx.now.toString())
  await inheritFieldChanges(db, kind, { id: to, seriesId: from, overrides: [] })
  const owner = ref(ownerColumn(kind))
  for (const [, { table, isCounted }] of linkFields(kind)) {
    const columns = join(['ref_id', 'position', ...(isCounted ? ['counted'] : [])].map((name) => ref(name)))
    await db.query(
      sql`insert into ${ref(table)} (${owner}, ${columns}) select ${to}, ${columns} from ${ref(table)} where ${owner} = ${from}`,
    )
  }
  await recordChange(db, {
    kind,
    id: to,
    version: row['version'] as number,
    action: 'create',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: original,
    before: null,
    after: changeSnapshot(kind, row, texts, await loadLinks(db, kind, to)),
  })
}
