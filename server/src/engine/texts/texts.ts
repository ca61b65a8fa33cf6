// Reads the texts of a record in one language, with the original language as fallback, and reports the state of translations (contract section 9).
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { EmbeddedColumns, RequestContext, Kind, StoredRow } from '../definition/kind.ts'

/** The texts of one language. Null means that the original applies. */
export type Text = Readonly<Record<string, string | null>>
export type Texts = ReadonlyMap<string, Text>

export const textFields = (kind: Kind): string[] => Object.keys(kind.fields).filter((name) => kind.fields[name]?.storage.in === 'text')

/** The columns of a row that depend on the language. `b` is the original text, `t` the text in the language of the request. */
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
/** A referenced record as JSON: the given columns and texts of the row `p` that matches `where`. */
export const embeddedRecord = (kind: Kind, { columns, texts }: EmbeddedColumns, where: Sql, ctx: RequestContext): Sql => {
  const pairs = [
    ...['id', ...columns].map((name) => sql`${literal(name)}, ${ref(`p.${name}`)}`),
    ...texts.map((name) => sql`${literal(name)}, coalesce(${ref(`t.${name}`)}, ${ref(`b.${name}`)})`),
  ]
  return sql`(select jsonb_build_object(${join(pairs)}) from ${ref(kind.table)} p ${textJoins(kind, ctx, 'p')} where ${where})`
}

/** One text field of the record `id` in the language of the request, as a sort value. */
export const localizedTextSql = (kind: Pick<Kind, 'texts'>, field: string, id: Sql, ctx: RequestContext): Sql =>
  sql`(select x.${ref(field)} from ${ref(kind.texts)} x where x.id = ${id} and x.${ref(field)} is not null and (x.language = ${ctx.language} or x.original) order by x.original limit 1)`

/** Whether the text row `t` is the one that readers of the language see: their own language, or the original if it is missing. */
export const readInLanguage = (ctx: RequestContext): Sql =>
  sql`(t.language = ${ctx.language} or t.original and ${ctx.language} <> all(t.other_languages))`

export async function loadTexts(db: Db, kind: Kind, id: number): Promise<Texts> {
  const fields = textFields(kind).map((name) => ref(name))
  const rows = await db.query<Record<string, string | null>>(sql`select language, ${join(fields)} from ${ref(kind.texts)} where id = ${id}`)
  return new Map(rows.map(({ language, ...text }) => [String(language), text]))
}

/** The languages that a record has texts in, with the time of their last change. */
export const textChanges = (row: StoredRow): Readonly<Record<string, string>> => (row['text_changes'] ?? {}) as Record<string, string>
/** For each language of the site: whether the text exists, and whether it is at least as recent as the original. */
export function translationStatus(row: StoredRow, languages: readonly string[]): Record<string, 'current' | 'outdated' | 'missing'> {
  const changes = textChanges(row)
  const original = changes[String(row['language'])] ?? ''
  return Object.fromEntries(languages.map((language) => [language, statusOfTranslation(changes[language], original)]))
}
const statusOfTranslation = (changed: string | undefined, original: string): 'current' | 'outdated' | 'missing' =>
  changed === undefined ? 'missing' : Temporal.Instant.compare(changed, original) < 0 ? 'outdated' : 'current'

export const missingTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`not exists (select 1 from ${ref(texts)} x where x.id = ${id} and x.language = ${language})`
export const outdatedTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`exists (select 1 from ${ref(texts)} x join ${ref(texts)} b on b.id = x.id and b.original where x.id = ${id} and x.language = ${language} and x.changed_at < b.changed_at)`
