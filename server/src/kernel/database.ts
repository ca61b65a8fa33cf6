// PostgreSQL: a pool with a limit on everything, named statements, and transactions that try again when the database asks for it.
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import pg from 'pg'
import { render, sql, type Sql } from './sql.ts'

/** What statements are run on: the pool, or one transaction. */
export interface Db {
  query<Row = Record<string, unknown>>(statement: Sql, options?: QueryOptions): Promise<Row[]>
}
export interface QueryOptions {
  /** Planned for its values each time, not once for all: search depends on the word. */
  readonly custom_plan?: boolean
}
export interface Database extends Db {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A connection of its own, for locks that outlive a transaction. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}
export interface DatabaseSettings {
  readonly url: string
  readonly pool_size: number
  readonly connect_timeout_ms: number
  readonly statement_timeout_ms: number
  readonly lock_timeout_ms: number
  readonly idle_transaction_timeout_ms: number
  /** Off behind a pooler in transaction mode that does not know prepared statements. */
  readonly prepared: boolean
  readonly on_error: (error: Error) => void
}

// Like every client of PostgreSQL: an address without a user means the one who runs this.
pg.defaults.user ||= userInfo().username

// The database's own text for moments is what we show, and ids fit a double: no Date, no BigInt, no strings for numbers.
const asText = (value: string): string => value
const asNumbers = (value: string): number[] => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))
const PARSERS: Readonly<Record<number, (value: string) => unknown>> = {
  20: Number,
  1016: asNumbers,
  1114: asText,
  1184: asText,
  1082: asText,
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
}

export function openDatabase(settings: DatabaseSettings): Database {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.pool_size,
    connectionTimeoutMillis: settings.connect_timeout_ms,
    statement_timeout: settings.statement_timeout_ms,
    query_timeout: settings.statement_timeout_ms + 1_000,
    lock_timeout: settings.lock_timeout_ms,
    idle_in_transaction_session_timeout: settings.idle_transaction_timeout_ms,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    application_name: 'kalends',
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601',
    types,
  })
  // A backend that dies takes the process with it unless somebody listens: on the pool, and on every client that is out of it.
  pool.on('error', settings.on_error)
  pool.on('connect', (client) => client.on('error', settings.on_error))

  const on = (client: pg.Pool | pg.PoolClient): Db => ({
    async query<Row>(statement: Sql, options?: QueryOptions) {
      const { text, values } = render(statement)
      const named = settings.prepared && !options?.custom_plan
      const result = await client.query({ ...(named && { name: nameOf(text) }), text, values: [...values] })
      return result.rows as Row[]
    },
  })
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(isBroken(error))
      throw error
    }
  }
  return {
    ...on(pool),
    session: (work) => withClient((client) => work(on(client))),
    transaction: (work) => again(() => withClient((client) => inTransaction(client, () => work(on(client))))),
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    close: () => pool.end(),
  }
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const TRIES = 6
/** Deadlocks, names taken and records gone in between: the whole function again, a little later each time, and it will see what happened. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !['40001', '40P01', '23505', '23503'].includes(codeOf(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** The name of the constraint that refused a row. */
export const constraintOf = (error: unknown): string => (error instanceof Error && 'constraint' in error ? String(error.constraint) : '')
/** A connection that timed out on our side may still be busy: it is thrown away, not given to the next. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /timeout|terminat|connection/i.test(error.message) && codeOf(error) !== '57014'

const names = new Map<string, string>()
/** A stable name for a statement. The map is bounded: a text that was pushed out gets the same name again. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= 2_000) names.clear()
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

/** Waits for the transaction that holds this word, and holds it to the end of ours. */
export const lockWord = (db: Db, word: string): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`)
/** The same without waiting: whether it was free. */
export async function tryLockWord(db: Db, word: string): Promise<boolean> {
  const [row] = await db.query<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${word}, 0)) as free`)
  return row?.free === true
}
