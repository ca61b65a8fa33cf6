// The importer of CSV files (RFC 4180): one item for each row.
import { normalizeZone } from '../../../kernel/time/date-times.ts'
import { decodeText } from '../decode-text.ts'
import { digestOf, ERROR_COLUMN, fingerprintOf, type ImportedItem, type ImportOptions } from '../importer.ts'
import { findColumns, type CellOf } from './columns.ts'
import { localFormats } from './local-formats.ts'
import { InvalidCell, readRowFields, type RowContext, type RowFields } from './row-fields.ts'
import { readRows, type Row, type Separator } from './read-rows.ts'

const KIND = 'event'

export function readTable(document: Uint8Array, { mapping, timeZone }: ImportOptions) {
  const read = readRows(decodeText(document), (mapping['separator'] ?? null) as Separator | null)
  const { cellOf, columns } = findColumns(read, mapping)
  const context = { formats: localFormats(mapping['locale']), zone: normalizeZone(mapping['timezone'] ?? '') ?? timeZone }
  const isPart = read.header.at(-1) === ERROR_COLUMN
  return { columns, isPart, items: withUniqueIds(read.rows.map((row) => toItem(row, cellOf, context))) }
}

const TITLE_MAX = 200
/** Rows without an ID are identified by title, start and place. */
function toItem({ cells, error }: Row, cellOf: CellOf, context: RowContext): ImportedItem {
  const read = error === null ? tryFields(cells, cellOf, context) : { code: error, field: null }
  const title = cellOf(cells, 'title') ?? ''
  const start = 'code' in read ? (cellOf(cells, 'start_date') ?? '') : read.start
  const fingerprint = fingerprintOf(KIND, { start, title, place: cellOf(cells, 'venue') ?? '' })
  const shared = { kind: KIND, externalId: cellOf(cells, 'id') || `row-${fingerprint}`, title: title.slice(0, TITLE_MAX).toWellFormed() }
  if ('code' in read)
    return {
      ...shared,
      cells,
      fields: {},
      fingerprint,
      notes: [],
      error: read.code,
      ...(read.field !== null && { errorField: read.field }),
    }
  return { ...shared, cells, fields: read.fields, fingerprint, notes: read.notes, error: null }
}
function tryFields(cells: readonly string[], cellOf: CellOf, context: RowContext): RowFields | { code: string; field: string } {
  try {
    return readRowFields((field) => cellOf(cells, field), context)
  } catch (error) {
    if (error instanceof InvalidCell) return { code: error.message, field: error.field }
    throw error
  }
}

/** The first of several rows with the same ID has it. The others fail. */
function withUniqueIds(items: readonly ImportedItem[]): ImportedItem[] {
  const seen = new Set<string>()
  return items.map((item, i) => {
    const isRepeated = seen.has(item.externalId)
    seen.add(item.externalId)
    return isRepeated ? { ...item, externalId: digestOf([item.externalId, i]), error: item.error ?? 'repeated' } : item
  })
}
