// One record, several texts: reading with fallback, writing one language, slugs per language, and what search finds (contract section 9).
import type { Db } from '../../kernel/database/database.ts'
import { fold, canUseTrigramIndex } from '../../kernel/text/fold.ts'
import { htmlToSearchText } from '../../kernel/text/html.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import { slugify } from '../../kernel/text/slugify.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { EmbeddedColumns } from '../definition/fields.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/resource.ts'

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

/** How a language comes to its slug: it stays, is made from a text, or was asked for. */
export type SlugRequest = { readonly keep: true } | { readonly generateFrom: string } | { readonly requested: string }
export interface TextChange {
  readonly texts: Texts
  readonly language: string
  readonly slug: SlugRequest
  readonly fieldErrors: Readonly<Record<string, FieldError>>
}

/** Which language a write is for: the one it names, else the site's if the record has it, else the original. */
export const writeLanguage = (texts: Texts, original: string, ctx: RequestContext): string =>
  ctx.hasExplicitLanguage || texts.size === 0 || texts.has(ctx.language) ? ctx.language : original

/** The texts as they will be, before the slug is settled. What equals the fallback is not kept. */
export function applyTextChange(
  kind: Kind,
  before: Texts,
  original: string,
  language: string,
  sent: Readonly<Record<string, unknown>>,
): TextChange {
  const fieldErrors: Record<string, FieldError> = {}
  const names = textFields(kind)
  const source = before.get(original)
  const old = before.get(language)
  const own: Record<string, string | null> = Object.fromEntries(names.map((name) => [name, old?.[name] ?? null]))
  const isOriginal = language === original
  for (const name of names) {
    if (name === 'slug' || !Object.hasOwn(sent, name)) continue
    const value = sent[name] as string | null
    own[name] = !isOriginal && value === source?.[name] ? null : value
  }
  if (isOriginal && own[kind.title] === null) fieldErrors[kind.title] = new FieldError('required')
  const slug = slugRequest(kind, own, old, source, isOriginal, sent)
  if ('requested' in slug && slug.requested === '') fieldErrors['slug'] = new FieldError('empty_slug')
  const texts = new Map(before)
  const empty = names.every((name) => own[name] === null) && !('requested' in slug)
  if (empty && !isOriginal) texts.delete(language)
  else texts.set(language, own)
  return { texts, language, slug: empty ? { keep: true } : slug, fieldErrors }
}

function slugRequest(
  kind: Kind,
  own: Record<string, string | null>,
  old: Text | undefined,
  source: Text | undefined,
  isOriginal: boolean,
  sent: Readonly<Record<string, unknown>>,
): SlugRequest {
  const title = own[kind.title] ?? null
  if (typeof sent['slug'] === 'string') {
    const requested = slugify(sent['slug'])
    if (!isOriginal && requested !== '' && requested === source?.['slug']) own['slug'] = null
    else return { requested }
    return { keep: true }
  }
  const fresh = title !== null && (old?.[kind.title] ?? null) === null
  if (title !== null && (fresh || sent['slug'] === null)) return { generateFrom: title }
  if (title === null && (sent['slug'] === null || (old?.[kind.title] ?? null) !== null)) own['slug'] = null
  return { keep: true }
}

/** The texts of a record as they were and as they will be. */
export interface TextWrite {
  readonly id: number
  readonly before: Texts
  readonly after: Texts
  readonly original: string
  readonly row: StoredRow
}

/** Stores the texts of records: removed languages first, then each row that differs. */
export async function saveTexts(db: Db, kind: Kind, writes: readonly TextWrite[], now: string): Promise<void> {
  for (const { id, before, after } of writes) {
    const gone = [...before.keys()].filter((language) => !after.has(language))
    if (gone.length > 0) await db.query(sql`delete from ${ref(kind.texts)} where id = ${id} and language = any(${gone})`)
    // A slug that goes from one language to another is let go first: the index is checked row by row.
    const passes = [...before].some(([language, { slug }]) => slug !== null && after.get(language)?.['slug'] !== slug)
    if (passes) await db.query(sql`update ${ref(kind.texts)} set slug_owner = false where id = ${id} and slug_owner`)
  }
  const rows = writes.flatMap((write) => textRows(kind, write))
  const names = textFields(kind).map((name) => ref(name))
  // A new slug does not make translations outdated.
  const content = textFields(kind).flatMap((name) => (name === 'slug' ? [] : [ref(name)]))
  const columns = [...['language', 'original', 'other_languages'].map((name) => ref(name)), ...names, ref('slug_owner'), ref('search')]
  const of = (alias: string, list: readonly Sql[]): Sql => join(list.map((name) => sql`${raw(alias)}.${name}`))
  const types = sql`id bigint, language text, original boolean, other_languages text[], ${join(names.map((name) => sql`${name} text`))}, slug_owner boolean, search text`
  await db.query(sql`
insert into ${ref(kind.texts)} as x (id, ${join(columns)}, changed_at)
select n.id, ${of('n', columns)}, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(${types})
on conflict (id, language) do update
  set (${join(columns)}, changed_at) =
    (${of('excluded', columns)}, case when (${of('x', content)}) is distinct from (${of('excluded', content)}) then excluded.changed_at else x.changed_at end)
  where (${of('x', columns)}) is distinct from (${of('excluded', columns)})`)
}

/** The rows of a record's texts, as they are stored. */
export function textRows(kind: Kind, { id, after, original, row }: Omit<TextWrite, 'before'>): Record<string, unknown>[] {
  const otherLanguages = [...after.keys()].filter((language) => language !== original).sort()
  const owners = slugOwners(after, original)
  return [...after].map(([language, text]) => ({
    id,
    language,
    original: language === original,
    other_languages: language === original ? otherLanguages : [],
    ...text,
    slug_owner: owners.get(text['slug'] ?? '') === language,
    search: searchText(kind, text, after.get(original) ?? text, row),
  }))
}

/** A record may use one slug in several languages; one row of them holds it against all other records. */
function slugOwners(texts: Texts, original: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const language of [original, ...[...texts.keys()].sort()]) {
    const slug = texts.get(language)?.['slug']
    if (slug && !owners.has(slug)) owners.set(slug, language)
  }
  return owners
}

/** What search finds in a language: its own texts with the fallback merged in, and the shared fields. Of a guarded record the title only. */
function searchText(kind: Kind, text: Text, original: Text, row: StoredRow): string {
  const names = kind.passwordProtection && row[kind.passwordProtection.flagColumn] === true ? [kind.title] : kind.searchFields
  const parts = names.map((name) => {
    const storage = kind.fields[name]?.storage
    if (storage?.in !== 'text') return String(row[storage?.in === 'column' ? storage.column : name] ?? '')
    const shown = text[name] ?? original[name] ?? ''
    return storage.html ? htmlToSearchText(shown) : shown
  })
  return fold(parts.filter(Boolean).join('\n'))
}

/** Columns of the row on which that hangs. */
export const searchedColumns = ({ searchFields, fields, passwordProtection }: Kind): string[] => [
  ...searchFields.flatMap((name) => (fields[name]?.storage.in === 'column' ? [fields[name].storage.column] : [])),
  ...(passwordProtection ? [passwordProtection.flagColumn] : []),
]

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

export const searchCondition = (kind: Pick<Kind, 'texts'>, id: Sql, patterns: readonly string[], ctx: RequestContext): Sql =>
  sql`${id} in (select t.id from ${ref(kind.texts)} t where ${join(
    patterns.map((pattern) => (canUseTrigramIndex(pattern) ? sql`t.search like ${pattern}` : sql`(t.search || '') like ${pattern}`)),
    ' and ',
  )} and ${readInLanguage(ctx)})`
