// Builds the one statement that stores a new record: its row, its texts, its listing row, its links and the entry in the change log.
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { changeSnapshot } from '../changes/change-log.ts'
import { insertExternalIds } from './external-ids.ts'
import { insertLinks } from './links.ts'
import { linkFields } from '../definition/resource.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { insertListingRow, insertPublicRows } from './listing-rows.ts'
import { firstFreeSlugSql } from './unique-slugs.ts'
import { textFields, type Text } from '../texts/texts.ts'
import { derivedTextColumns, textRows } from '../texts/write-texts.ts'

export interface NewRecord {
  readonly kind: Kind
  readonly columns: Readonly<Record<string, unknown>>
  /** The texts in the original language, without the slug. */
  readonly text: Text
  readonly links: Readonly<Record<string, readonly number[]>>
  readonly externalIds: ExternalIds
}

/** The statement returns the id. If all slugs are taken, it stores nothing and returns no row. */
export function insertStatement(record: NewRecord, slugs: readonly string[], ctx: RequestContext): Sql {
  const { kind, columns, links, externalIds } = record
  const names = Object.keys(columns)
  const linked = linkFields(kind).flatMap(([name, storage]) => (links[name]?.length ? [{ storage, ids: links[name] }] : []))
  const parts = [
    sql`free as (\n${firstFreeSlugSql(kind, null, slugs)}\n)`,
    sql`r as (
  insert into ${ref(kind.table)} (${columnsOf(names)}) select ${join(names.map((name) => sql`${toSqlValue(columns[name])}`))} from free returning *
)`,
    insertText(record, slugs, ctx),
    ...listingParts(record),
    ...linked.map(({ storage, ids }) => sql`${ref(storage.table)} as (\n${insertLinks(kind, storage, raw('r'), ids)}\n)`),
    ...(Object.keys(externalIds).length > 0 ? [sql`x as (\n${insertExternalIds(kind, externalIds, raw('r.id'), raw('r, '))}\n)`] : []),
    insertChange(record, ctx),
  ]
  return sql`with ${join(parts)}\nselect id from r`
}

/** Inserts the listing rows of a record with one date. The dates of a series are inserted afterwards. */
function listingParts(record: NewRecord): Sql[] {
  const { kind, links } = record
  const { listing, passwordProtection } = kind
  const row = storedColumns(record)
  if (!listing || listing.isSeries(row)) return []
  const hidden = passwordProtection && row[passwordProtection.flagColumn] === true ? passwordProtection.hiddenFields : []
  // Protected records have negative ids of the linked records that they hide.
  const refs = linkFields(kind).flatMap(([name]) => (links[name] ?? []).map((id) => (hidden.includes(name) ? -id : id)))
  return [
    sql`o as (\n${insertListingRow(listing, row)}\n)`,
    ...(listing.isPublic(listing.row(row)) ? [sql`p as (\n${insertPublicRows(listing, [0, ...refs])}\n)`] : []),
  ]
}

/** Objects are stored in JSON columns. */
export const toSqlValue = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
const columnsOf = (names: readonly string[]): Sql => join(names.map((name) => ref(name)))

/** The columns with the flag that the database generates from the password. */
const storedColumns = ({ kind: { passwordProtection: protection }, columns }: NewRecord): StoredRow => ({
  ...columns,
  ...(protection && { [protection.flagColumn]: (columns[protection.digestColumn] ?? null) !== null }),
})

function insertText(record: NewRecord, slugs: readonly string[], ctx: RequestContext): Sql {
  const { kind, text } = record
  const row = storedColumns(record)
  const languages = { original: ctx.language, defaultLanguage: ctx.site.defaultLanguage }
  const rowWith = (slug: string | null): Record<string, unknown> =>
    textRows(kind, { id: 0, after: new Map([[ctx.language, { ...text, slug }]]), ...languages, row })[0] ?? {}
  const values = rowWith(slugs[0] ?? null)
  // The database picks the slug, so a search text that contains it is sent once per candidate.
  const search = kind.searchFields.includes('slug')
    ? sql`(${slugs.map((slug) => rowWith(slug)['search'])}::text[])[free.n]`
    : sql`${values['search']}`
  const contents = textFields(kind).filter((name) => name !== 'slug')
  const derived = derivedTextColumns(kind).filter((name) => name !== 'search')
  const names = ['language', 'original', 'other_languages', ...contents, ...derived]
  const parameters = names.map((name) => sql`${values[name]}`)
  return sql`t as (
  insert into ${ref(kind.texts)} (id, slug, changed_at, ${columnsOf(names)}, search) select r.id, free.slug, ${ctx.now.toString()}, ${join(parameters)}, ${search} from r, free
)`
}
function insertChange({ kind, columns, text, links, externalIds }: NewRecord, { language, caller, changeId }: RequestContext): Sql {
  const after = JSON.stringify(changeSnapshot(kind, { ...columns, external_ids: externalIds }, new Map([[language, text]]), links))
  return sql`c as (
  insert into changes (kind, record_id, version, action, actor_id, change_id, language, after)
  select ${kind.name}, r.id, r.version, 'create', ${caller.id}, ${changeId}::uuid, ${language}, jsonb_set(${after}::jsonb, ${['texts', language, 'slug']}::text[], to_jsonb(free.slug)) from r, free
)`
}
