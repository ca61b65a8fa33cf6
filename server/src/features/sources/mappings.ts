// The mapping of a source: which keys each type has, and the values of each key.
import { FieldError } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { COLUMN_FIELDS } from './csv/columns.ts'
import { SEPARATORS, type Separator } from './csv/read-rows.ts'
import { CATEGORY_FIELDS } from './icalendar/entry-fields.ts'
import type { SourceType } from './importer.ts'

export type Mapping = Readonly<Record<string, string>>
export const columnName = values.plainText(200)

/** BCP 47 tags of locales whose conventions are known. */
const locale: values.ValueType<string> = {
  schema: columnName.schema,
  parse: (value) => {
    try {
      const [tag] = typeof value === 'string' && value.length <= 35 ? Intl.DateTimeFormat.supportedLocalesOf(value) : []
      return tag ?? new FieldError('not_locale')
    } catch {
      return new FieldError('not_locale')
    }
  },
}
const KEYS: Readonly<Record<SourceType, Readonly<Record<string, values.ValueType<string>>>>> = {
  icalendar: { categories: values.oneOf(CATEGORY_FIELDS), timezone: values.timeZone },
  csv: {
    ...Object.fromEntries(COLUMN_FIELDS.map((field) => [field, columnName])),
    locale,
    separator: values.oneOf(Object.keys(SEPARATORS) as Separator[]),
    timezone: values.timeZone,
  },
  tec: { timezone: values.timeZone },
  jsonld: { timezone: values.timeZone },
  kalends: {},
}
export const MAPPING_NAMES: readonly string[] = [...new Set(Object.values(KEYS).flatMap((keys) => Object.keys(keys)))].toSorted()

/** Returns the first error of a mapping of this type, or null. */
export function checkMapping(type: SourceType, mapping: Mapping): FieldError | null {
  for (const [name, value] of Object.entries(mapping)) {
    const key = Object.hasOwn(KEYS[type], name) ? KEYS[type][name] : undefined
    if (!key) return new FieldError('not_choice', { words: Object.keys(KEYS[type]).join(', ') })
    const result = key.parse(value)
    if (result instanceof FieldError) return result
  }
  return null
}
