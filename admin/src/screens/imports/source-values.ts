// The values of the form of a source, and the inputs that they become.
import type { ImportSource, ImportSourceChanges } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'
import { kindOf } from './source-types.ts'

export const SOURCE_FIELDS = ['name', 'type', 'url', 'language', 'status', 'vanished', 'precedence', 'every_hours'] as const
export interface SourceValues {
  readonly name: string
  readonly type: string
  /** Whether the document is at an address. A file is sent with each run. */
  readonly hasUrl: boolean
  readonly url: string
  readonly language: string
  readonly status: ImportSource['status']
  readonly vanished: ImportSource['vanished']
  readonly precedence: ImportSource['precedence']
  readonly every_hours: number | null
  readonly categories: string
  readonly timezone: string
}

export const NEW_SOURCE: SourceValues = {
  name: '',
  type: 'icalendar',
  hasUrl: false,
  url: '',
  language: pageSettings.default_language,
  status: 'publish',
  vanished: 'keep',
  precedence: 'editors',
  every_hours: null,
  categories: 'tags',
  timezone: pageSettings.time_zone,
}
export const sourceValues = (source: ImportSource): SourceValues => ({
  ...source,
  hasUrl: source.url !== null,
  url: source.url ?? '',
  categories: source.mapping['categories'] ?? NEW_SOURCE.categories,
  timezone: source.mapping['timezone'] ?? NEW_SOURCE.timezone,
})

/** The mapping of another type has keys that this one does not know. */
export function sourceInputs(values: SourceValues, source: ImportSource | null): ImportSourceChanges & { name: string } {
  const { name, type, url, language, status, vanished, precedence, every_hours, categories, timezone } = values
  const kind = kindOf(type)
  const { timezone: _, categories: __, ...columns } = source?.type === type ? source.mapping : {}
  const hasUrl = values.hasUrl || kind.files === null
  return {
    name: name.trim(),
    type,
    url: hasUrl ? url.trim() : null,
    mapping: {
      ...columns,
      ...(timezone !== NEW_SOURCE.timezone && { timezone }),
      ...(kind.hasCategories && categories !== NEW_SOURCE.categories && { categories }),
    },
    language,
    status,
    vanished,
    precedence,
    every_hours: hasUrl ? every_hours : null,
  }
}
