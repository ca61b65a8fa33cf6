// The document of a copy: the records of another calendar, the ones that are gone, and the cursor for the next run.
import type { ItemReference } from '../importer.ts'
import type { RemoteRecord } from './calendar-api.ts'

export const COPIED_KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const
export type CopiedKind = (typeof COPIED_KINDS)[number]
export const PLURALS: Readonly<Record<CopiedKind, string>> = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
}

export interface CopyDocument {
  readonly cursor: string
  /** The language of the texts, as the names of changed texts of dates contain it. */
  readonly language: string | null
  readonly records: readonly { readonly kind: CopiedKind; readonly record: RemoteRecord }[]
  /** By ID of the series: original starts of dates that the other calendar does not show. */
  readonly hidden: Readonly<Record<string, readonly string[]>>
  readonly gone: readonly ItemReference[]
}

/** The ID of a record in the source. A date has its place in its series and its own fields in it, so that a date with other ones is reset first. */
export const externalIdOf = (kind: CopiedKind, record: RemoteRecord): string =>
  kind === 'event' && record['type'] === 'exception'
    ? [record['id'], record['series'], record['original_start_date'], overridesOf(record).join()].join('#')
    : String(record['id'])
/** The ID of the date and of its series; null for other records. */
export function dateOfExternalId(externalId: string): { readonly id: number; readonly series: number } | null {
  const [id, series] = externalId.split('#')
  return series === undefined ? null : { id: Number(id), series: Number(series) }
}
/** The status is not copied: only dates that are shown are read. */
export const overridesOf = (record: RemoteRecord): string[] =>
  (Array.isArray(record['overrides']) ? record['overrides'] : []).map(String).filter((name) => name !== 'status')
