// Applies migrations: SQL files in order. An advisory lock lets several processes start concurrently.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from './database.ts'
import { applyMigration, type MigrationOptions } from './migration-steps.ts'
import { sql } from './sql.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  readonly digest: string
}
interface Applied {
  readonly name: string
  readonly digest: string
}

export const migrationsFolder = new URL('../../../migrations/', import.meta.url)

export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Applies pending migrations and returns their names. Throws if the database is newer than this version, or if an applied migration was changed. */
export async function migrate(database: Database, migrations: readonly Migration[], options: MigrationOptions = {}): Promise<string[]> {
  return database.session(async (db) => {
    await waitForOtherProcesses(db)
    try {
      await db.query(
        sql`create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())`,
      )
      const mismatch = await findSchemaMismatch(db, migrations)
      if (mismatch) throw new Error(`${mismatch.found} ${mismatch.remedy}`)
      const done = new Set((await appliedMigrations(db)).map(({ name }) => name))
      const missing = migrations.filter(({ name }) => !done.has(name))
      for (const migration of missing) await applyMigration(db, migration, options)
      return missing.map((m) => m.name)
    } finally {
      await db.query(sql`select pg_advisory_unlock(hashtextextended('kalends migrations', 0))`)
    }
  })
}

const POLL_MS = 100
/** Polls, because a statement that waits for the advisory lock has a snapshot, and an index is not built concurrently while an older one exists. */
async function waitForOtherProcesses(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ locked: boolean }>(sql`select pg_try_advisory_lock(hashtextextended('kalends migrations', 0)) as locked`)
    if (row?.locked) return
    await sleep(POLL_MS)
  }
}

/** Returns the names of pending migrations. A newer database has none, so that the old version keeps serving during a rollout. */
export async function pendingMigrations(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const [row] = await db.query<{ exists: boolean }>(sql`select to_regclass('migrations') is not null as exists`)
  const done = new Set(row?.exists ? (await appliedMigrations(db)).map(({ name }) => name) : [])
  return migrations.flatMap(({ name }) => (done.has(name) ? [] : [name]))
}

/** Compares the applied migrations with those of this version. Returns null if every applied migration is known and unchanged. */
export async function findSchemaMismatch(
  db: Db,
  migrations: readonly Migration[],
): Promise<{ readonly found: string; readonly remedy: string } | null> {
  const known = new Map(migrations.map((m) => [m.name, m]))
  const applied = await appliedMigrations(db)
  const unknown = applied.flatMap(({ name }) => (known.has(name) ? [] : [name]))
  if (unknown.length > 0) {
    const last = migrations.at(-1)?.name ?? ''
    const isNewer = applied.length > unknown.length && unknown.every((name) => name > last)
    return {
      found: `The database has migrations that this version does not know: ${unknown.join(', ')}.`,
      remedy: isNewer
        ? 'Run the newer version of Kalends.'
        : 'Another line of versions created this database, and it cannot be migrated. Use an empty database, or run the version that created it.',
    }
  }
  for (const { name, digest } of applied)
    if (known.get(name)?.digest !== digest)
      return { found: `Migration ${name} was changed after it was applied.`, remedy: 'Restore the file, and put the change in a new one.' }
  return null
}

const appliedMigrations = (db: Db): Promise<Applied[]> => db.query<Applied>(sql`select name, digest from migrations order by name`)
