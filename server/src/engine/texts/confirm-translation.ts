// Confirms translations: the texts of a language are still correct although the original changed, so they count as changed now (contract 9.6).
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import type { Kind } from '../definition/kind.ts'
import { contentFields, fieldChange } from './translation-fields.ts'
import type { Texts } from './texts.ts'

/** Texts of one language that count as changed now. */
interface ConfirmedTexts {
  readonly language: string
  readonly names: readonly string[]
}

interface WrittenTexts {
  /** The texts after the write. */
  readonly after: Texts
  /** The fields that the record overrides if it is an exception, such as `title.fr`. Null for all other records. */
  readonly overrides: readonly string[] | null
}
/** Returns why texts cannot be confirmed: they are no translations, or the date takes them from its series. */
export function confirmationError(original: string, texts: ConfirmedTexts, { after, overrides }: WrittenTexts): FieldError | null {
  const { language, names } = texts
  const translation = language === original ? undefined : after.get(language)
  if (names.some((name) => (translation?.[name] ?? null) === null)) return new FieldError('not_translated')
  return overrides && names.some((name) => !overrides.includes(`${name}.${language}`)) ? new FieldError('not_on_date') : null
}

/**
 * Gives texts of a record the present time, and also those of its exceptions that follow them. Returns whether any text or the translation was
 * outdated; nothing changes otherwise.
 */
export async function confirmTranslation(
  db: Db,
  kind: Kind,
  { id, language, names }: ConfirmedTexts & { readonly id: number },
  now: string,
): Promise<boolean> {
  const series = kind.listing?.seriesColumn
  const time = (alias: string, name: string): Sql => sql`(${fieldChange(alias, name)} #>> '{}')::timestamptz`
  const isFollowing = (name: string): Sql => (series ? sql`(r.id = ${id} or ${`${name}.${language}`} <> all(r.overrides))` : sql`true`)
  const times = contentFields(kind).map((name) => {
    const kept = fieldChange('x', name)
    return sql`${literal(name)}, ${names.includes(name) ? sql`case when ${isFollowing(name)} then null else ${kept} end` : kept}`
  })
  const isOutdated = names.map((name) => sql`${time('s', name)} < ${time('b', name)}`)
  const rows = await db.query(sql`
update ${ref(kind.texts)} x set changed_at = ${now}::timestamptz, field_changes = jsonb_strip_nulls(jsonb_build_object(${join(times)}))
from ${ref(kind.table)} r, ${ref(kind.texts)} s join ${ref(kind.texts)} b on b.id = s.id and b.original
where s.id = ${id} and s.language = ${language} and not s.original and (s.is_outdated or ${join(isOutdated, ' or ')})
  and x.language = s.language and r.id = x.id and (r.id = s.id${series ? sql` or r.${ref(series)} = s.id` : raw('')})
  and (${join(names.map(isFollowing), ' or ')})
returning x.id`)
  return rows.length > 0
}
