// The rows of a spreadsheet that failed, and their corrections: which cells a person may change, and the file of the corrected rows.
import type { RunColumn, RunItem } from '@kalends/client'

/** The table of failed rows as the server writes it: the last column has the reasons. */
export interface FailedTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
/** New texts of cells, by the number of the row among those that failed, and by the position of the column. */
export type RowCorrections = ReadonlyMap<number, ReadonlyMap<number, string>>

/** The library is loaded with the first report that has failed rows. */
export async function parseFailedTable(text: string): Promise<FailedTable> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  const [header = [], ...rows] = parse(text, { bom: true })
  return { header, rows }
}

/** An error of one time may be that of another one: an event ends before it starts. */
const TIMES = ['start_date', 'start_time', 'end_date', 'end_time']
/** The positions of the columns that errors are about. */
export function columnsToFix(columns: readonly RunColumn[], errors: RunItem['errors']): number[] {
  const names = errors.flatMap(({ field }) => field?.split(/[.[]/)[0] ?? [])
  const isMeant = (field: string): boolean =>
    names.some((name) => field === name || field.startsWith(`${name}_`) || (TIMES.includes(name) && TIMES.includes(field)))
  return columns.flatMap(({ field }, position) => (field !== null && isMeant(field) ? [position] : []))
}

export function correctCell(corrections: RowCorrections, row: number, position: number, text: string): RowCorrections {
  return new Map(corrections).set(row, new Map(corrections.get(row)).set(position, text))
}
/** The numbers of the rows that differ from the document. */
export const correctedRows = ({ rows }: FailedTable, corrections: RowCorrections): number[] =>
  [...corrections].flatMap(([row, cells]) => ([...cells].some(([position, text]) => rows[row]?.[position] !== text) ? [row] : []))

/** Only the corrected rows. The server knows by the last column that the others are not gone. */
export function toCorrectedFile(table: FailedTable, corrections: RowCorrections): File {
  const rows = correctedRows(table, corrections).map((row) =>
    (table.rows[row] ?? []).map((cell, i) => corrections.get(row)?.get(i) ?? cell),
  )
  const lines = [table.header, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  return new File([`${lines.join('\r\n')}\r\n`], 'corrected-rows.csv', { type: 'text/csv' })
}
