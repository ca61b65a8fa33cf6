// The items of a run: as the importer read them, as they are stored, and what became of them.
import type { Kind } from '../../engine/definition/kind.ts'
import type { ReusedRecord } from '../../engine/write/reuse-records.ts'
import type { FieldDigests } from './imported-fields.ts'
import { keyOf, type ImportedItem } from './importer.ts'
import type { Outcome, Source } from './source.ts'

/** The content of an item that waits, that failed, or that a dry run read. */
export type ItemContent =
  | ({ readonly gone: false; readonly oldKey: string | null } & Pick<
      ImportedItem,
      'fields' | 'dateOf' | 'references' | 'announced' | 'keptIds' | 'isPrivate' | 'fingerprint' | 'error' | 'errorField' | 'cells'
    >)
  | { readonly gone: true; readonly isDate: boolean; readonly isUpcoming: boolean }

export type ReadContent = Extract<ItemContent, { readonly gone: false }>

/** A row as a run finds it, and as an undo restores it. Digests are in hexadecimal. */
export interface StoredRecord {
  readonly key: string
  readonly external_id: string | null
  readonly record_id: number
  readonly series_key: string | null
  readonly fingerprint: string
  readonly fields: FieldDigests
  readonly run_id: number
  readonly imported_at: string
  readonly is_gone: boolean
}
export interface WaitingItem {
  readonly position: number
  readonly kind: string
  /** Digest in hexadecimal. */
  readonly key: string
  readonly external_id: string | null
  readonly record_id: number | null
  readonly content: ItemContent
  readonly notes: readonly string[]
}
export interface ItemError {
  readonly field: string | null
  readonly code: string
  readonly message: string
}
export interface ItemResult {
  readonly outcome: Outcome
  readonly recordId: number | null
  /** Whether the change log has a row of it. */
  readonly isLogged: boolean
  readonly reason: string | null
  readonly leftAlone: readonly string[]
  readonly notes: readonly string[]
  readonly duplicates: readonly number[]
  readonly errors: readonly ItemError[]
  /** The stored row of the record before the run. */
  readonly previous: StoredRecord | null
  /** A new record, whose row has to be stored. */
  readonly created?: CreatedItem
}
export interface CreatedItem {
  readonly kind: Kind
  readonly item: WaitingItem
  readonly content: ReadContent
  readonly recordId: number
  readonly fields: Readonly<Record<string, unknown>>
  /** The inputs of the write. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Existing records that took the place of inline ones. */
  readonly reused: readonly ReusedRecord[]
}
export interface AppliedRun {
  readonly id: number
  readonly source: Source
}

export const NO_RESULT = {
  recordId: null,
  isLogged: false,
  reason: null,
  leftAlone: [],
  notes: [],
  duplicates: [],
  errors: [],
  previous: null,
} as const
/** The key of the series of an item. */
export const seriesKeyOf = (kind: string, dateOf: ImportedItem['dateOf']): string | null =>
  dateOf ? keyOf({ kind, externalId: dateOf.series }) : null

/** Messages of the errors that importers find. */
export const ITEM_ERRORS: Readonly<Record<string, string>> = {
  invalid_lines: 'The lines of the event are not valid iCalendar.',
  invalid_time: 'A time of the event is not valid.',
  unknown_time_zone: 'The time zone of the event is not known.',
  no_start: 'The event has no start.',
  unsupported_range: 'Changes of this and all following dates are not supported.',
  repeated: 'The document has this event more than once.',
  no_such_date: 'The series does not have this date.',
  invalid_date: 'The date is not valid, or has another format than the locale of the source.',
  ambiguous_date: 'The date can be read with the day or the month first. Set the locale of the source.',
  invalid_number: 'The number is not valid.',
  invalid_flag: 'The value is neither yes nor no.',
  no_time: 'The event is not all day and has no time.',
  too_many_cells: 'The row has more cells than the header. A text with a separator needs quotes.',
  row_too_long: 'The row has more than 500,000 characters.',
  invalid_json: 'The JSON-LD of the page is not valid JSON.',
  unclosed_quote: 'A quote is not closed. The rows from here on were not read.',
}
