// Runs one migration: in a transaction that waits for locks only briefly, or as concurrent changes of indexes outside a transaction.
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './database-errors.ts'
import type { Db } from './database.ts'
import { raw, sql } from './sql.ts'

interface MigrationFile {
  readonly name: string
  readonly text: string
  readonly digest: string
}
export interface MigrationOptions {
  /** Time that a statement waits for a lock before the migration is rolled back and tried again. 0 waits without limit. */
  readonly lockTimeoutMs?: number
  readonly report?: (progress: MigrationProgress) => void
}
export interface MigrationProgress {
  readonly migration: string
  /** A wait for locks is a warning; steps of the migration are not. */
  readonly level: 'info' | 'warn'
  readonly message: string
}

/** Requests that need the table wait behind the migration while it waits for its lock. */
const LOCK_TIMEOUT_MS = 200
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000
/** lock_not_available, and deadlock_detected. */
const LOCK_ERRORS = ['55P03', '40P01']

export async function applyMigration(db: Db, migration: MigrationFile, options: MigrationOptions): Promise<void> {
  const statements = indexStatements(migration)
  try {
    await (statements === null ? applyInTransaction(db, migration, options) : applyConcurrently(db, migration, statements, options))
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function applyInTransaction(db: Db, migration: MigrationFile, options: MigrationOptions): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, report } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runTransaction(db, migration, lockTimeoutMs)
      return
    } catch (error) {
      if (!LOCK_ERRORS.includes(errorCode(error))) throw error
    }
    const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (attempt - 1))
    const message = `attempt ${attempt} did not get a lock within ${lockTimeoutMs} ms, next attempt in ${pauseMs} ms${await describeOldest(db)}`
    report?.({ migration: migration.name, level: 'warn', message })
    await sleep(pauseMs)
  }
}

async function runTransaction(db: Db, migration: MigrationFile, lockTimeoutMs: number): Promise<void> {
  await db.query(sql`begin`)
  try {
    await db.query(raw(`set local lock_timeout = ${lockTimeoutMs}`), { customPlan: true })
    await db.query(raw(migration.text), { customPlan: true })
    await markApplied(db, migration)
    await db.query(sql`commit`)
  } catch (error) {
    await db.query(sql`rollback`)
    throw error
  }
}

const markApplied = (db: Db, { name, digest }: MigrationFile): Promise<unknown> =>
  db.query(sql`insert into migrations (name, digest) values (${name}, ${digest})`)

/** The oldest transaction is the one that most likely holds the lock. Operators can end it. */
async function describeOldest(db: Db): Promise<string> {
  const [oldest] = await db.query<{ pid: number; seconds: number }>(sql`
select pid, extract(epoch from clock_timestamp() - xact_start)::int as seconds from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type in ('client backend', 'autovacuum worker')
order by xact_start limit 1`)
  return oldest ? `; the oldest transaction has run for ${oldest.seconds} s in process ${oldest.pid} of PostgreSQL` : ''
}

/** The first line of a migration whose indexes are built while the tables are written to. */
export const CONCURRENT_DIRECTIVE = '-- kalends: no transaction'
const STATEMENT = /^(?:(create)(?: unique)?|(drop)) index concurrently (?:if exists )?([a-z_][a-z0-9_]*)(?: on .+)?$/s

interface IndexStatement {
  readonly text: string
  readonly action: 'create' | 'drop'
  readonly index: string
}

/** Returns the statements of a migration that runs without a transaction, and null for any other. */
export function indexStatements({ name, text }: Pick<MigrationFile, 'name' | 'text'>): readonly IndexStatement[] | null {
  if (text.split('\n', 1)[0]?.trimEnd() !== CONCURRENT_DIRECTIVE) return null
  return text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, create, , index = ''] = STATEMENT.exec(statement) ?? []
      if (index === '')
        throw new Error(`${name} runs without a transaction, so it may only create or drop indexes concurrently: ${statement}`)
      return { text: statement, action: create === undefined ? 'drop' : 'create', index }
    })
}

/** Each statement can be repeated. A process that was killed leaves a complete index, or an invalid one, which is built again. */
async function applyConcurrently(
  db: Db,
  migration: MigrationFile,
  statements: readonly IndexStatement[],
  { report }: MigrationOptions,
): Promise<void> {
  const reportStep = (message: string): void => report?.({ migration: migration.name, level: 'info', message })
  for (const { text, action, index } of statements) {
    const state = await stateOfIndex(db, index)
    if (action === 'drop' ? state === 'missing' : state === 'valid') continue
    if (action === 'create' && state === 'invalid') {
      reportStep(`index ${index} is not complete and is built again`)
      await db.query(raw(`drop index concurrently ${index}`), { customPlan: true })
    }
    reportStep(
      `${action === 'create' ? 'building' : 'dropping'} index ${index} while the table is in use; transactions that are running must end first`,
    )
    await db.query(raw(text), { customPlan: true })
  }
  await markApplied(db, migration)
}

async function stateOfIndex(db: Db, index: string): Promise<'missing' | 'valid' | 'invalid'> {
  const [row] = await db.query<{ valid: boolean }>(
    sql`select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass(${index})`,
  )
  return row === undefined ? 'missing' : row.valid ? 'valid' : 'invalid'
}
