// The state of each translated field: whether the original's field changed after the translation's (contract 3.4).
import type { Db } from '../../kernel/database/database.ts'
import { join, literal, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { stateOfTranslation, textFields, type TranslationState } from './texts.ts'

/** The text fields whose changes make translations outdated. A new slug does not. */
export const contentFields = (kind: Kind): string[] => textFields(kind).filter((name) => name !== 'slug')

/** The time of the last change of a field in a row of texts, as JSON. The column has only those that are earlier than the change of the row. */
export const fieldChange = (alias: string, name: string): Sql =>
  sql`coalesce(${ref(`${alias}.field_changes`)} -> ${literal(name)}, to_jsonb(${ref(`${alias}.changed_at`)}))`

/** The times of the fields that an update of the row `x` with the texts of `excluded` does not change. */
export const unchangedFieldChanges = (kind: Kind): Sql => {
  const pairs = contentFields(kind).map(
    (name) =>
      sql`${literal(name)}, case when ${ref(`x.${name}`)} is not distinct from ${ref(`excluded.${name}`)} then ${fieldChange('x', name)} end`,
  )
  return sql`jsonb_strip_nulls(jsonb_build_object(${join(pairs)}))`
}

/** A column with the times of the fields that have a text, by language. Only the response for one record needs it. */
export const fieldChangesColumn = (kind: Kind): Sql => {
  const pairs = contentFields(kind).map(
    (name) => sql`${literal(name)}, case when ${ref(`x.${name}`)} is not null then ${fieldChange('x', name)} end`,
  )
  return sql`(select jsonb_object_agg(x.language, jsonb_strip_nulls(jsonb_build_object(${join(pairs)}))) from ${ref(kind.texts)} x where x.id = r.id) as field_changes`
}

type FieldChanges = Readonly<Record<string, Readonly<Record<string, string>>>>
/**
 * For each language except the original: the state of the fields that the original has. `record` is the record as the response shows it, so that
 * fields that are hidden from the caller are left out. A field that the original has is shown in every language.
 */
export function translationFields(
  row: StoredRow,
  languages: readonly string[],
  record: Readonly<Record<string, unknown>>,
): Record<string, Record<string, TranslationState>> {
  const changes = (row['field_changes'] ?? {}) as FieldChanges
  const original = changes[String(row['language'])] ?? {}
  const names = Object.keys(record).filter((name) => Object.hasOwn(original, name) && record[name] !== '')
  const stateOf = (language: string, name: string): TranslationState => stateOfTranslation(changes[language]?.[name], original[name] ?? '')
  return Object.fromEntries(
    languages
      .filter((language) => language !== row['language'])
      .map((language) => [language, Object.fromEntries(names.map((name) => [name, stateOf(language, name)]))]),
  )
}

/**
 * Gives the texts of a record the times of the texts of its series, from which they were copied. `overrides` are the texts that the record has for
 * itself, such as `title.fr`.
 */
export async function inheritFieldChanges(
  db: Db,
  kind: Kind,
  { id, seriesId, overrides }: { readonly id: number; readonly seriesId: number; readonly overrides: readonly string[] },
): Promise<void> {
  const changes = (alias: string): Sql => join(contentFields(kind).map((name) => sql`${literal(name)}, ${fieldChange(alias, name)}`))
  await db.query(sql`
update ${ref(kind.texts)} t set changed_at = n.changed_at, field_changes = n.field_changes
from (
  select x.language, max(c.at::timestamptz) as changed_at, jsonb_object_agg(c.name, c.at) as field_changes
  from ${ref(kind.texts)} x join ${ref(kind.texts)} s on s.id = ${seriesId} and s.language = x.language
  cross join lateral (
    select o.key as name, case when o.key || '.' || x.language = any(${overrides}::text[]) then o.value else i.value end as at
    from jsonb_each_text(jsonb_build_object(${changes('x')})) o join jsonb_each_text(jsonb_build_object(${changes('s')})) i on i.key = o.key
  ) c
  where x.id = ${id}
  group by x.language
) n
where t.id = ${id} and t.language = n.language`)
}
