// Where the fields of a kind are stored.
import type { Inputs } from '../../kernel/http/request-parsing.ts'

/** Where a field is stored. `column`: in the record's row. `text`: one text per language. `reference`: a column with the id of another record.
 *  `derived`: in columns that `deriveColumns` sets. `external_ids`: in a table; null in the row if the caller may not edit the record. */
export type Storage =
  | { readonly in: 'column'; readonly column: string }
  | { readonly in: 'text'; readonly html: boolean }
  | LinksStorage
  | { readonly in: 'reference'; readonly to: string; readonly column: string; readonly shows?: EmbeddedColumns }
  | { readonly in: 'derived' }
  | { readonly in: 'external_ids' }
/** Columns and texts of a referenced record that the row contains under the name of the field. Callers need not be allowed to see that record. */
export interface EmbeddedColumns {
  readonly columns: readonly string[]
  readonly texts: readonly string[]
}
export interface LinksStorage {
  readonly in: 'links'
  readonly to: string
  readonly table: string
  /** Values by which a client may refer to a linked record. */
  readonly by: readonly ('id' | 'slug' | 'name')[]
  /** Whether a client may create the linked record inline, from a body or from a name. */
  readonly create: 'body' | 'name'
  readonly order: 'position' | 'name'
  /** Whether the column `counted` marks the links that the number of records of the linked record consists of. */
  readonly isCounted?: true
}
/** One item of a link field as the client sent it: an id, a slug or name, or the body of a record to create. */
export type LinkItem = { readonly id: number } | { readonly text: string } | { readonly create: Inputs }
