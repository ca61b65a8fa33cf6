// The values of fields as they are stored, independent of the caller, to find out whether the record changed since a working copy was started.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/database/database.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { recordIdOf } from '../read/entries.ts'
import { loadTexts } from '../texts/texts.ts'
import { loadExternalIds } from '../write/external-ids.ts'
import { loadLinks } from '../write/links.ts'
import type { InputsByLanguage, WorkingCopy } from './working-copies.ts'

/** Returns the present values of the fields that the inputs have, by language. */
export async function loadFieldStates(
  db: Db,
  kind: Kind,
  { row, inputs }: { readonly row: StoredRow; readonly inputs: InputsByLanguage },
  ctx: RequestContext,
): Promise<InputsByLanguage> {
  const id = recordIdOf(row)
  const [texts, links, externalIds] = [await loadTexts(db, kind, id), await loadLinks(db, kind, id), await loadExternalIds(db, id)]
  const valueOf = (name: string, language: string): unknown => {
    const field = kind.fields[name]
    if (!field) return null
    const { storage } = field
    if (storage.in === 'text') return texts.get(language)?.[name]
    if (storage.in === 'links') return links[name]
    if (storage.in === 'external_ids') return externalIds
    if (storage.in === 'derived') return field.serialize?.(row, { ...ctx, language }, {})
    return row[storage.column]
  }
  return Object.fromEntries(
    Object.entries(inputs).map(([language, own]) => [
      language,
      Object.fromEntries(Object.keys(own).map((name) => [name, toJson(valueOf(name, language))])),
    ]),
  )
}
/** The value as the database returns it from a JSON column. */
const toJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

/** The values that edits are based on: for fields that the copy had before, those of its first version. */
export function mergeBase(kind: Kind, states: InputsByLanguage, before: InputsByLanguage): InputsByLanguage {
  const known = (language: string, name: string): unknown => {
    const languages = kind.fields[name]?.storage.in === 'text' ? [language] : [language, ...Object.keys(before)]
    return languages.map((each) => before[each]?.[name]).find((value) => value !== undefined)
  }
  return Object.fromEntries(
    Object.entries(states).map(([language, own]) => [
      language,
      // The value before may be null, which differs from no value.
      Object.fromEntries(Object.entries(own).map(([name, value]) => [name, orElse(known(language, name), value)])),
    ]),
  )
}

const orElse = (value: unknown, other: unknown): unknown => (value === undefined ? other : value)

/** The fields that both the working copy and the record have changed since. */
export async function findConflicts(
  db: Db,
  kind: Kind,
  { row, copy }: { readonly row: StoredRow; readonly copy: WorkingCopy },
  ctx: RequestContext,
): Promise<string[]> {
  if (row['version'] === copy.base_version) return []
  const states = await loadFieldStates(db, kind, { row, inputs: copy.inputs }, ctx)
  const names = Object.entries(states).flatMap(([language, own]) =>
    Object.entries(own).flatMap(([name, value]) => (isDeepStrictEqual(value, copy.base[language]?.[name] ?? null) ? [] : [name])),
  )
  return [...new Set(names)]
}
