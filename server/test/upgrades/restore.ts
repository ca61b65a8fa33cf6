// Restores the dumps of this folder, and compares schemas and records.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { connected } from '../support/database.ts'

/** One dump: a file NAME.sql with the database, and NAME.json with records as its version returned them, by path. */
export interface Dump {
  readonly name: string
  readonly sql: string
  readonly responses: Readonly<Record<string, unknown>>
}

const FOLDER = new URL('dumps/', import.meta.url)
export const dumpFile = (name: string): URL => new URL(name, FOLDER)
export const dumps: readonly Dump[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => {
    const name = file.replace(/\.sql$/, '')
    const responses = JSON.parse(readFileSync(dumpFile(`${name}.json`), 'utf8')) as Dump['responses']
    return { name, sql: readFileSync(dumpFile(file), 'utf8'), responses }
  })

/** Settings under which the recorded responses do not depend on the machine. Nothing expires, because dumps are never renewed. */
export const SETTINGS_OF_DUMPS = {
  PUBLIC_URL: 'https://calendar.example',
  SITE_TIMEZONE: 'Europe/Lisbon',
  LANGUAGES: 'en,fr',
  // The dumps are older than public pages, or were made without them.
  PAGES: '',
  TRASH_DAYS: '3650',
  MEDIA_UNUSED_DAYS: '0',
  CHANGES_KEEP_DAYS: '0',
  LOG_LEVEL: 'error',
} as const

export const restore = (url: string, dump: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query(dump)
  })

/**
 * The schema as SQL, without the partitions of the queue: there is one for each day from the day on which its tables were created. PostgreSQL
 * drops parentheses of nested conditions when it restores a dump, so those of checks and triggers are left out.
 */
export function schemaOf(url: string): string {
  const schema = pgDump(url, '--schema-only', '--exclude-table=pgboss.queue_stats_*')
  return schema.replaceAll(/^(?: +CONSTRAINT \w+ CHECK|CREATE TRIGGER) .*$/gm, (condition) => condition.replaceAll(/[()]/g, ''))
}

/** A dump without owners, as INSERT statements that any client can run. */
export const dumpOf = (url: string): string => pgDump(url, '--inserts', '--rows-per-insert=100')

function pgDump(url: string, ...options: string[]): string {
  const args = ['--no-owner', '--no-privileges', ...options, url]
  const { status, stdout, stderr } = spawnSync('pg_dump', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`pg_dump ended with ${status}: ${stderr}`)
  // Older servers do not have the setting transaction_timeout.
  return stdout.replaceAll(/^(?:\\(?:un)?restrict|SET transaction_timeout|--).*\n/gm, '').replaceAll(/\n{2,}/g, '\n')
}

/** Paths at which the actual value lacks or changes a part of the expected one. A later version may add properties. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (typeof expected !== 'object' || expected === null)
    return isDeepStrictEqual(expected, actual) ? [] : [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`]
  if (typeof actual !== 'object' || actual === null) return [`${path}: expected an object, got ${JSON.stringify(actual)}`]
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length))
    return [`${path}: expected ${expected.length} items, got ${JSON.stringify(actual)}`]
  const values = actual as Readonly<Record<string, unknown>>
  return Object.entries(expected).flatMap(([key, value]) => differences(value, values[key], `${path}/${key}`))
}
