// Reads the texts of a record in one language, with the original language as fallback, and reports the state of translations (contract section 9).
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { EmbeddedColumns, RequestContext, Kind, StoredRow } from '../definition/kind.ts'

/** The texts of one language; null falls back to the original. */
export type Text = Readonly<Record<string, string | null>>
export type Texts = ReadonlyMap<string, Text>

export const textFields = (kind: Kind): string[] => Object.keys(kind.fields).filter((name) => kind.fields[name]?.storage.in === 'text')

/** The columns of a row that depend on the language. Joins: `b` the original, `t` the asked language. */
export const textColumns = (kind: Kind): Sql =>
  join([
    ...textFields(kind).map((name) => sql`coalesce(${ref(`t.${name}`)}, ${ref(`b.${name}`)}, '') as ${ref(name)}`),
    sql`case when ${ref(`t.${kind.title}`)} is null then b.language else t.language end as text_language`,
    sql`(select jsonb_object_agg(x.language, x.changed_at) from ${ref(kind.texts)} x where x.id = r.id) as text_changes`,
  ])
export const textJoins = (
  kind: Kind,
  ctx: RequestContext,
  alias = 'r',
): Sql => sql`join ${ref(kind.texts)} b on b.id = ${raw(alias)}.id and b.original
left join ${ref(kind.texts)} t on t.id = ${raw(alias)}.id and t.language = ${ctx.language} and not t.original`
/** A record of the kind as it is shown inside another: the columns and texts named, of the row that `where` finds as `p`. */
export const embeddedRecord = (kind: Kind, { columns, texts }: EmbeddedColumns, where: Sql, ctx: RequestContext): Sql => {
  const pairs = [
    ...['id', ...columns].map((name) => sql`${literal(name)}, ${ref(`p.${name}`)}`),
    ...texts.map((name) => sql`${literal(name)}, coalesce(${ref(`t.${name}`)}, ${ref(`b.${name}`)})`),
  ]
  return sql`(select jsonb_build_object(${join(pairs)}) from ${ref(kind.table)} p ${textJoins(kind, ctx, 'p')} where ${where})`
}

/** One text field of the record `id` in the asked language, as a value to sort by. */
export const localizedTextSql = (kind: Pick<Kind, 'texts'>, field: string, id: Sql, ctx: RequestContext): Sql =>
  sql`(select x.${ref(field)} from ${ref(kind.texts)} x where x.id = ${id} and x.${ref(field)} is not null and (x.language = ${ctx.language} or x.original) order by x.original limit 1)`

/** Whether the text row `t` is what a reader of the asked language is shown. */
export const readInLanguage = (ctx: RequestContext): Sql =>
  sql`(t.language = ${ctx.language} or t.original and ${ctx.language} <> all(t.other_languages))`

export async function loadTexts(db: Db, kind: Kind, id: number): Promise<Texts> {
  const fields = textFields(kind).map((name) => ref(name))
  const rows = await db.query<Record<string, string | null>>(sql`select language, ${join(fields)} from ${ref(kind.texts)} where id = ${id}`)
  return new Map(rows.map(({ language, ...text }) => [String(language), text]))
}

/** Languages that have a text of their own, with the moment it was changed. */
export const textChanges = (row: StoredRow): Readonly<Record<string, string>> => (row['text_changes'] ?? {}) as Record<string, string>
/** Of each language of the site: is there a text of its own, and is it as new as the original? */
export function translationStatus(row: StoredRow, languages: readonly string[]): Record<string, 'current' | 'outdated' | 'missing'> {
  const changes = textChanges(row)
  const original = changes[String(row['language'])] ?? ''
  return Object.fromEntries(languages.map((language) => [language, stateOf(changes[language], original)]))
}
const stateOf = (changed: string | undefined, original: string): 'current' | 'outdated' | 'missing' =>
  changed === undefined ? 'missing' : Temporal.Instant.compare(changed, original) < 0 ? 'outdated' : 'current'

export const missingTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`not exists (select 1 from ${ref(texts)} x where x.id = ${id} and x.language = ${language})`
export const outdatedTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`exists (select 1 from ${ref(texts)} x join ${ref(texts)} b on b.id = x.id and b.original where x.id = ${id} and x.language = ${language} and x.changed_at < b.changed_at)`
