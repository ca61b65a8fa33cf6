// Loads rows with PostgreSQL's COPY, in its text format: one line per row, tabs between values.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly unknown[]> | { readonly text: string },
): Promise<void> {
  const names = [table, ...columns].map((name) => client.escapeIdentifier(name))
  await pipeline(
    'text' in rows ? [rows.text] : encodeCopyRows(rows),
    client.query(copyFrom(`copy ${names[0]} (${names.slice(1).join(', ')}) from stdin`)),
  )
}

/** Yields the rows as text, in chunks of about 64 kB. */
export function* encodeCopyRows(rows: Iterable<readonly unknown[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) chunk += (i === 0 ? '' : '\t') + copyValue(row[i])
    chunk += '\n'
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function copyValue(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string')
    return NEEDS_ESCAPE.test(value) ? value.replaceAll(ESCAPABLE, (character) => ESCAPED[character] ?? character) : value
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return copyValue(Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : JSON.stringify(value))
}
const NEEDS_ESCAPE = /[\\\n\r\t]/
const ESCAPABLE = /[\\\n\r\t]/g
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
