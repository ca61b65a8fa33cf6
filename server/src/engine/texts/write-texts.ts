// Writes the texts of a record: applies the change of one language, chooses the owner of each slug, and stores the rows (contract section 9).
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import { comparisonKey } from '../../kernel/text/fold.ts'
import { slugify } from '../../kernel/text/slugify.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException } from '../definition/resource.ts'
import { searchText } from './search-text.ts'
import { contentFields, unchangedFieldChanges } from './translation-fields.ts'
import { firstText, languageChain, textFields, type FallbackLanguages, type Text, type Texts } from './texts.ts'

/** How the slug of a language is chosen: it does not change, is generated from a text, or was requested. */
export type SlugRequest = { readonly keep: true } | { readonly generateFrom: string } | { readonly requested: string }
export interface TextChange {
  readonly texts: Texts
  readonly language: string
  readonly slug: SlugRequest
  /** The slug that the language has if it has none of its own. Null for the original, which always has one. */
  readonly fallbackSlug: string | null
  readonly fieldErrors: Readonly<Record<string, FieldError>>
}

/** The language of a write: the one that the request names, else the default language if the record has it, else the original. */
export const writeLanguage = (texts: Texts, original: string, ctx: RequestContext): string =>
  ctx.hasExplicitLanguage || texts.size === 0 || texts.has(ctx.language) ? ctx.language : original

/** The language of a write, and the languages that its texts fall back to. */
interface TextLanguages extends FallbackLanguages {
  readonly language: string
}
type SentValues = Readonly<Record<string, unknown>>
/** Returns the texts after the write, before the slug is assigned. A translation that equals its fallback is not stored. */
export function applyTextChange(kind: Kind, before: Texts, sent: SentValues, languages: TextLanguages): TextChange {
  const { original, language } = languages
  const fieldErrors: Record<string, FieldError> = {}
  const names = textFields(kind)
  const [, ...fallbacks] = languageChain(language, languages)
  const old = before.get(language)
  const text: Record<string, string | null> = Object.fromEntries(names.map((name) => [name, old?.[name] ?? null]))
  const isOriginal = language === original
  const fallback = (name: string): string | null => (isOriginal ? null : firstText(before, fallbacks, name))
  for (const name of names) {
    if (name === 'slug' || !Object.hasOwn(sent, name)) continue
    const value = sent[name] as string | null
    text[name] = value === fallback(name) ? null : value
  }
  if (isOriginal && text[kind.title] === null) fieldErrors[kind.title] = new FieldError('required')
  const slug = slugRequest(kind, { text, old, fallbackSlug: fallback('slug') }, sent)
  if ('requested' in slug && slug.requested === '') fieldErrors['slug'] = new FieldError('empty_slug')
  const texts = new Map(before)
  const empty = names.every((name) => text[name] === null) && !('requested' in slug)
  if (empty && !isOriginal) texts.delete(language)
  else texts.set(language, text)
  return { texts, language, slug: empty ? { keep: true } : slug, fallbackSlug: fallback('slug'), fieldErrors }
}

interface TextDraft {
  /** The text after the write. */
  readonly text: Record<string, string | null>
  readonly old: Text | undefined
  readonly fallbackSlug: string | null
}
/** Chooses how the slug is assigned. Clears the slug of the text if the language uses its fallback. */
function slugRequest(kind: Kind, { text, old, fallbackSlug }: TextDraft, sent: SentValues): SlugRequest {
  const title = text[kind.title] ?? null
  if (typeof sent['slug'] === 'string') {
    const requested = slugify(sent['slug'])
    if (requested === fallbackSlug) text['slug'] = null
    else return { requested }
    return { keep: true }
  }
  const isNew = title !== null && (old?.[kind.title] ?? null) === null
  if (title !== null && (isNew || sent['slug'] === null)) return { generateFrom: title }
  if (title === null && (sent['slug'] === null || (old?.[kind.title] ?? null) !== null)) text['slug'] = null
  return { keep: true }
}

/** The texts of a record before and after a write. */
export interface TextWrite extends FallbackLanguages {
  readonly id: number
  readonly before: Texts
  readonly after: Texts
  readonly row: StoredRow
}

/** The columns of a text row that the server derives from the texts. */
export const derivedTextColumns = (kind: Kind): string[] => ['slug_owner', ...(kind.inlineReuse ? ['name_key'] : []), 'search']

/** Stores the texts of records: deletes removed languages, then inserts or updates each row that differs. */
export async function saveTexts(db: Db, kind: Kind, writes: readonly TextWrite[], now: string): Promise<void> {
  for (const { id, before, after } of writes) {
    const removed = [...before.keys()].filter((language) => !after.has(language))
    if (removed.length > 0) await db.query(sql`delete from ${ref(kind.texts)} where id = ${id} and language = any(${removed})`)
    // A slug that moves to another language is released first, because the unique index is checked row by row.
    const releasesSlug = [...before].some(([language, { slug }]) => slug !== null && after.get(language)?.['slug'] !== slug)
    if (releasesSlug) await db.query(sql`update ${ref(kind.texts)} set slug_owner = false where id = ${id} and slug_owner`)
  }
  const rows = writes.flatMap((write) => textRows(kind, write))
  const names = textFields(kind).map((name) => ref(name))
  const content = contentFields(kind).map((name) => ref(name))
  const columns = [
    ...['language', 'original', 'other_languages'].map((name) => ref(name)),
    ...names,
    ...derivedTextColumns(kind).map((name) => ref(name)),
  ]
  const columnList = (alias: string, list: readonly Sql[]): Sql => join(list.map((name) => sql`${raw(alias)}.${name}`))
  const isChanged = sql`(${columnList('x', content)}) is distinct from (${columnList('excluded', content)})`
  const types = sql`id bigint, language text, original boolean, other_languages text[], ${join(names.map((name) => sql`${name} text`))}, slug_owner boolean, name_key text, search text`
  await db.query(sql`
insert into ${ref(kind.texts)} as x (id, ${join(columns)}, changed_at)
select n.id, ${columnList('n', columns)}, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(${types})
on conflict (id, language) do update
  set (${join(columns)}, changed_at, field_changes) =
    (${columnList('excluded', columns)}, case when ${isChanged} then excluded.changed_at else x.changed_at end, case when ${isChanged} then ${unchangedFieldChanges(kind)} else x.field_changes end)
  where (${columnList('x', columns)}) is distinct from (${columnList('excluded', columns)})`)
}

/** The rows of a record's texts, as the database stores them. */
export function textRows(kind: Kind, write: Omit<TextWrite, 'before'>): Record<string, unknown>[] {
  const { id, after, original, row } = write
  const otherLanguages = [...after.keys()].filter((language) => language !== original).sort()
  const owners = slugOwners(after, original)
  return [...after].map(([language, text]) => ({
    id,
    language,
    original: language === original,
    other_languages: language === original ? otherLanguages : [],
    ...text,
    slug_owner: owners.get(text['slug'] ?? '') === language && !isException(kind, row),
    ...(kind.inlineReuse && { name_key: nameKey(text[kind.title]) }),
    search: searchText(kind, after, languageChain(language, write), row),
  }))
}

const nameKey = (title: string | null | undefined): string | null => (title ? comparisonKey(title) : null)

/** A record may use one slug in several languages. Only one of these rows owns it in the unique index across records. */
function slugOwners(texts: Texts, original: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const language of [original, ...[...texts.keys()].sort()]) {
    const slug = texts.get(language)?.['slug']
    if (slug && !owners.has(slug)) owners.set(slug, language)
  }
  return owners
}
