// Describes everything that a dry run must not change: the rows of all tables, and all files in the media folder.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'

/** A dry run may add to the security log (contract 7.18). */
const EXEMPT_TABLES = ['security_log']
/** A dry run may note the last use of a token. */
const EXEMPT_COLUMNS: Readonly<Record<string, string>> = { credentials: 'last_used_at' }

/** Returns a function that describes the current state: the number of rows and a checksum of each table, and the files. */
export async function openSnapshot(database: Database, mediaFolder: string): Promise<() => Promise<Record<string, string>>> {
  const tables = await database.query<{ name: string }>(
    raw(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`),
  )
  const parts = tables
    .filter(({ name }) => !EXEMPT_TABLES.includes(name))
    .map(({ name }) => {
      const row = name in EXEMPT_COLUMNS ? `(to_jsonb(t) - '${EXEMPT_COLUMNS[name]}')` : 't'
      return `select '${name}' as name, concat(count(*), ' rows, ', sum(hashtextextended(${row}::text, 0))) as state from "${name}" t`
    })
  const statement = raw(parts.join('\nunion all\n'))
  return async () => {
    const rows = await database.query<{ name: string; state: string }>(statement)
    return { ...Object.fromEntries(rows.map(({ name, state }) => [name, state])), files: filesIn(mediaFolder).join('\n') }
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .flatMap((name) => {
      const { size, mtimeMs, isFile } = stat(join(folder, name))
      return isFile ? [`${name} ${size} ${mtimeMs}`] : []
    })
function stat(path: string): { size: number; mtimeMs: number; isFile: boolean } {
  const found = statSync(path)
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }
}

/** Names the parts of the state that differ. */
export const changedParts = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  Object.keys(before).filter((name) => before[name] !== after[name])
