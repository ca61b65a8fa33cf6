// Splits the text of a CSV file into rows of cells.
import { CsvError, parse } from 'csv-parse/sync'
import { restoreCell } from '../../../kernel/text/csv-cells.ts'
import { MAX_ITEMS_OF_RUN, UnreadableDocument } from '../importer.ts'

export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Separator = keyof typeof SEPARATORS

export interface Row {
  readonly cells: readonly string[]
  /** Why the row cannot be read; null if it can. */
  readonly error: string | null
}
export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}

const COLUMNS_MAX = 200
const ROW_CHARACTERS_MAX = 500_000
/** A row that is too long is reported with the beginnings of its cells. */
const REPORTED_CHARACTERS = 1_000

export function readRows(text: string, separator: Separator | null): Table {
  const records: string[][] = []
  let error: string | null = null
  try {
    // One kind of line ends, because programs mix them, and because the parser is slow with empty lines of another kind.
    parse(text.replaceAll(/\r\n?/g, '\n'), {
      record_delimiter: '\n',
      delimiter: SEPARATORS[separator ?? findSeparator(text)],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (record: string[]) => {
        records.push(record)
        // The header is not an item.
        if (records.length > MAX_ITEMS_OF_RUN + 1) throw new UnreadableDocument('too_many_items')
        return null
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown
    // The rows before the quote are valid.
    error = 'unclosed_quote'
  }
  const [header = [], ...rows] = records
  if (header.length > COLUMNS_MAX) throw new UnreadableDocument('too_complex')
  const read = rows.map((cells) => toRow(cells, header.length))
  return { header: header.map((name) => name.trim()), rows: error === null ? read : [...read, { cells: [], error }] }
}

function toRow(cells: readonly string[], columns: number): Row {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0)
  if (length > ROW_CHARACTERS_MAX)
    return { cells: cells.slice(0, columns).map((cell) => cell.slice(0, REPORTED_CHARACTERS).toWellFormed()), error: 'row_too_long' }
  // A separator in a text without quotes moves the cells after it.
  const isMoved = cells.slice(columns).some((cell) => cell.trim() !== '')
  return { cells: cells.slice(0, columns).map(restoreCell), error: isMoved ? 'too_many_cells' : null }
}

const HEADER_MAX = 20_000
/** The separator that the first line has most often outside quotes. */
function findSeparator(text: string): Separator {
  const counts: Record<Separator, number> = { comma: 0, semicolon: 0, tab: 0 }
  const names = new Map(Object.entries(SEPARATORS).map(([name, character]) => [character as string, name as Separator]))
  let isQuoted = false
  for (const character of text.trimStart().slice(0, HEADER_MAX)) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n' || character === '\r') break
    const name = names.get(character)
    if (name) counts[name] += 1
  }
  return (Object.keys(counts) as Separator[]).reduce((best, name) => (counts[name] > counts[best] ? name : best), 'comma')
}
