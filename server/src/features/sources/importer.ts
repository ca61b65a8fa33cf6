// The interface of importers: each turns the bytes of a document into items, without the database and without a clock.
import { createHash } from 'node:crypto'
import { comparisonKey } from '../../kernel/text/fold.ts'

export const SOURCE_TYPES = ['icalendar', 'csv', 'tec', 'jsonld', 'kalends'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

/** An item that another item of the same source refers to. */
export interface ItemReference {
  readonly kind: string
  readonly externalId: string
}
export interface KeptIds {
  readonly own: number | null
  readonly image: number | null
}
export interface ImportedItem {
  readonly kind: string
  /** The ID of the item in the document. It is unique for its kind. */
  readonly externalId: string
  readonly title: string
  /** Inputs of the record, as a client would send them. Null clears a field. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The item changes one date of a series: the one with this local start, or the first one on this day. */
  readonly dateOf?: { readonly series: string; readonly start: string }
  /** Fields whose value is the ID of the record of another item, or a list of such IDs. */
  readonly references?: Readonly<Record<string, ItemReference | readonly ItemReference[]>>
  /** IDs that the record and its image get if the calendar is empty. */
  readonly keptIds?: KeptIds
  /** The times with which a rescheduled event was announced first. A new record gets them before its own. */
  readonly announced?: Readonly<Record<string, unknown>>
  /** Whether the item must not become public, whatever status the source gives to its records. */
  readonly isPrivate?: boolean
  /** Digest of start, title and place in hexadecimal. */
  readonly fingerprint: string
  /** Codes of remarks in the report. */
  readonly notes: readonly string[]
  /** Why the item cannot be imported; null if it can. */
  readonly error: string | null
  /** The field that the error is about. */
  readonly errorField?: string
  /** The cells of the row, for the file of rows that failed. */
  readonly cells?: readonly string[]
}
export interface Column {
  readonly name: string
  /** The field that the column has; null if it is not imported. */
  readonly field: string | null
}
/** A column with its first value, by which a person recognizes the field. */
export type ReadColumn = Column & { readonly example: string }
export interface ReadItems {
  readonly items: readonly ImportedItem[]
  /** Null if the document is no table. */
  readonly columns: readonly ReadColumn[] | null
  /** Set if the document has all changes since the last run: the records that are gone, and the cursor for the next run. */
  readonly mirror?: { readonly cursor: string; readonly gone: readonly ItemReference[] }
  /** Whether the document has only some of the items, so that records without an item are not gone. */
  readonly isPart?: boolean
}
export interface ImportOptions {
  /** The settings of the source for this importer. */
  readonly mapping: Readonly<Record<string, string>>
  /** The time zone of the calendar, for times without one. */
  readonly timeZone: string
  /** The URL of the document; null for a file. */
  readonly url?: string | null
}
export type Importer = (document: Uint8Array, options: ImportOptions) => ReadItems

/** The column with the reasons in a file of rows that failed. A table with it at the end is such a file. */
export const ERROR_COLUMN = 'error'

/** A document that cannot be imported at all. The message is a code of the report. */
export class UnreadableDocument extends Error {
  readonly columns: readonly ReadColumn[] | null
  constructor(code: string, { columns = null, ...options }: ErrorOptions & { readonly columns?: ReadItems['columns'] } = {}) {
    super(code, options)
    this.columns = columns
  }
}

export const MAX_ITEMS_OF_RUN = 20_000

/** Titles and places are compared without case, accents and differences in white space. */
export const fingerprintOf = (kind: string, { start, title, place }: { start: string; title: string; place: string }): string =>
  digestOf([kind, start, comparisonKey(title), comparisonKey(place)])
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
/** The key of an item: a digest, because an external ID may have any length and is erased with its record. */
export const keyOf = ({ kind, externalId }: ItemReference): string => digestOf([kind, externalId])
