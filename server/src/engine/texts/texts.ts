// Reads the texts of a record in one language, with the default language and the original as fallbacks, and reports the state of translations (contract section 9).
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, StatementContext, StoredRow } from '../definition/kind.ts'
import type { EmbeddedColumns } from '../definition/storage.ts'

/** The texts of one language. Null means that the fallback applies. */
export type Text = Readonly<Record<string, string | null>>
export type Texts = ReadonlyMap<string, Text>

export const textFields = (kind: Kind): string[] => Object.keys(kind.fields).filter((name) => kind.fields[name]?.storage.in === 'text')

/** The language that a record was created in, and the default language of the site. */
export interface FallbackLanguages {
  readonly original: string
  readonly defaultLanguage: string
}
/** The languages in which a reader of one language sees each field: the first one that has a text (contract 9.2). */
export const languageChain = (language: string, { original, defaultLanguage }: FallbackLanguages): string[] => [
  ...new Set([language, defaultLanguage, original]),
]
/** The first text of a field in these languages. */
export const firstText = (texts: Texts, languages: readonly string[], name: string): string | null =>
  languages.map((language) => texts.get(language)?.[name] ?? null).find((text) => text !== null) ?? null

/**
 * Aliases of the text rows that a reader sees, in the order of the fallback: `t` has the language of the request, `d` the default language,
 * and `b` is the original. A request in the default language needs no `d`.
 */
const textAliases = ({ language, site }: StatementContext): readonly string[] =>
  language === site.defaultLanguage ? ['t', 'b'] : ['t', 'd', 'b']
/** The columns of a row that depend on the language. */
export const textColumns = (kind: Kind, ctx: StatementContext): Sql => {
  const translations = textAliases(ctx).slice(0, -1)
  const languages = translations.map((alias) => sql`when ${ref(`${alias}.${kind.title}`)} is not null then ${raw(alias)}.language`)
  return join([
    ...textFields(kind).map((name) => sql`coalesce(${firstTextSql(name, ctx)}, '') as ${ref(name)}`),
    sql`case ${join(languages, ' ')} else b.language end as text_language`,
    sql`(select jsonb_object_agg(x.language, x.changed_at) from ${ref(kind.texts)} x where x.id = r.id) as text_changes`,
  ])
}
const firstTextSql = (name: string, ctx: StatementContext): Sql => join(textAliases(ctx).map((alias) => ref(`${alias}.${name}`)))
export function textJoins(kind: Kind, ctx: StatementContext, alias = 'r'): Sql {
  const { language, site } = ctx
  const translation = (as: string, of: string, more = ''): Sql =>
    sql`left join ${ref(kind.texts)} ${raw(as)} on ${raw(as)}.id = ${raw(alias)}.id and ${raw(as)}.language = ${of}${raw(more)}`
  const joins =
    language === site.defaultLanguage
      ? [translation('t', language, ' and not t.original')]
      : // The original is `t` if the request has its language, because the default language comes after it then.
        [translation('t', language), translation('d', site.defaultLanguage, ' and not d.original')]
  return join([sql`join ${ref(kind.texts)} b on b.id = ${raw(alias)}.id and b.original`, ...joins], '\n')
}
/** A referenced record as JSON: the given columns and texts of the row `p` that matches `where`. */
export const embeddedRecord = (kind: Kind, { columns, texts }: EmbeddedColumns, where: Sql, ctx: StatementContext): Sql => {
  const pairs = [
    ...['id', ...columns].map((name) => sql`${literal(name)}, ${ref(`p.${name}`)}`),
    ...texts.map((name) => sql`${literal(name)}, coalesce(${firstTextSql(name, ctx)})`),
  ]
  return sql`(select jsonb_build_object(${join(pairs)}) from ${ref(kind.table)} p ${textJoins(kind, ctx, 'p')} where ${where})`
}

/** One text field of the record `id` in the language of the request, as a sort value. */
export const localizedTextSql = (kind: Pick<Kind, 'texts'>, field: string, id: Sql, { language, site }: StatementContext): Sql => {
  const isDefault = language === site.defaultLanguage
  const languages = isDefault ? sql`x.language = ${language}` : sql`x.language in (${language}, ${site.defaultLanguage})`
  const order = isDefault ? raw('x.original') : sql`x.language <> ${language}, x.language <> ${site.defaultLanguage}`
  return sql`(select x.${ref(field)} from ${ref(kind.texts)} x where x.id = ${id} and x.${ref(field)} is not null and (${languages} or x.original) order by ${order} limit 1)`
}

/** Whether the text row `k` has the text of a field that `localizedTextSql` returns. Rows without a text of the field are left out. */
export function isShownTextSql(kind: Pick<Kind, 'texts'>, field: string, { language, site }: StatementContext): Sql {
  const others =
    language === site.defaultLanguage ? [] : [sql`x.language = ${site.defaultLanguage} and k.language <> ${site.defaultLanguage}`]
  const isPreferred = join([sql`x.language = ${language}`, ...others], ' or ')
  const fallback = language === site.defaultLanguage ? raw('k.original') : sql`(k.original or k.language = ${site.defaultLanguage})`
  return sql`k.${ref(field)} is not null and (k.language = ${language} or ${fallback}
  and not exists (select 1 from ${ref(kind.texts)} x where x.id = k.id and x.${ref(field)} is not null and (${isPreferred})))`
}
/** Whether the text row `t` has the search text of the language: its own row, else that of the default language, else the original. */
export const readInLanguage = (kind: Pick<Kind, 'texts'>, { language, site }: StatementContext): Sql => {
  const isMissing = (code: string): Sql => sql`${code} <> all(t.other_languages)`
  if (language === site.defaultLanguage) return sql`(t.language = ${language} or t.original and ${isMissing(language)})`
  const isDefault = sql`t.language = ${site.defaultLanguage}`
  return sql`(t.language = ${language}
or t.original and ${isMissing(language)} and (${isDefault} or ${isMissing(site.defaultLanguage)})
or ${isDefault} and not t.original and ${missingTranslation(kind.texts, raw('t.id'), language)})`
}

/** The texts of several records, by id. */
export async function loadTextsOf(db: Db, kind: Kind, ids: readonly number[]): Promise<ReadonlyMap<number, Texts>> {
  const fields = textFields(kind).map((name) => ref(name))
  const rows = await db.query<Record<string, string | null> & { id: number; language: string }>(
    sql`select id, language, ${join(fields)} from ${ref(kind.texts)} where id = any(${ids}::bigint[])`,
  )
  const texts = new Map<number, Map<string, Text>>()
  for (const { id, language, ...text } of rows) texts.set(id, (texts.get(id) ?? new Map()).set(language, text))
  return texts
}
export const loadTexts = async (db: Db, kind: Kind, id: number): Promise<Texts> => (await loadTextsOf(db, kind, [id])).get(id) ?? new Map()

export type TranslationState = 'current' | 'outdated' | 'missing'
/** The languages that a record has texts in, with the time of their last change. */
export const textChanges = (row: StoredRow): Readonly<Record<string, string>> => (row['text_changes'] ?? {}) as Record<string, string>
/** For each language of the site: whether the text exists, and whether it is at least as recent as the original. */
export function translationStatus(row: StoredRow, languages: readonly string[]): Record<string, TranslationState> {
  const changes = textChanges(row)
  const original = changes[String(row['language'])] ?? ''
  return Object.fromEntries(languages.map((language) => [language, stateOfTranslation(changes[language], original)]))
}
/** Compares the times at which a translation and its original were last changed. */
export const stateOfTranslation = (changed: string | undefined, original: string): TranslationState =>
  changed === undefined ? 'missing' : changed !== original && Temporal.Instant.compare(changed, original) < 0 ? 'outdated' : 'current'

export const missingTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`not exists (select 1 from ${ref(texts)} x where x.id = ${id} and x.language = ${language})`
/** The rows that a trigger has marked as older than the original are few, so lists begin with them. */
export const outdatedTranslation = (texts: string, id: Sql, language: string): Sql =>
  sql`${id} in (select x.id from ${ref(texts)} x where x.language = ${language} and x.is_outdated)`
