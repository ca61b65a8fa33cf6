// PostgreSQL: a pool with a limit on everything, named statements, and transactions that try again when the database asks for it.
import { userInfo } from 'node:os'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { encodeCopyRows } from './copy-format.ts'
import { createQueryTimeouts } from './query-timeout.ts'
import { openListener, type Listener } from './listener.ts'
import { render, type Sql } from './sql.ts'
import { statementName } from './statement-names.ts'
import { pgTypes } from './type-parsers.ts'

/** What statements are run on: the pool, or one transaction. */
export interface Db {
  /** The same object for all handles of one database: a key for caches of its content. */
  readonly poolKey: object
  readonly isTransaction: boolean
  /** A transaction that was tried before, and lost to another. */
  readonly isRetry: boolean
  query<Row = Record<string, unknown>>(statement: Sql, options?: QueryOptions): Promise<Row[]>
}
export interface QueryOptions {
  /** Planned for its values each time, not once for all: search depends on the word. */
  readonly customPlan?: boolean
}
export interface Database extends Db {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Work of which one statement writes: as it is, and in a transaction once it was lost to another. */
  withoutTransaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A connection of its own without timeouts, for migrations and for loading in bulk. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Calls back when the channel is notified, and whenever listening begins anew. A connection of its own, made again when it is lost. */
  listen(channel: string, onNotify: () => void): Listener
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}
export interface Session extends Db {
  /** Loads rows into a table, the fast way: values in the order of the columns, or their text as COPY reads it. */
  copy(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]> | { readonly text: string }): Promise<void>
}
export interface DatabaseSettings {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleTransactionTimeoutMs: number
  /** Off behind a pooler in transaction mode that does not know prepared statements. */
  readonly prepared: boolean
  readonly onError: (error: Error) => void
}

// Like every client of PostgreSQL: an address without a user means the one who runs this.
pg.defaults.user ||= nameOfUser()
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'postgres' // a container may run as a number without a name
  }
}

export function openDatabase(settings: DatabaseSettings): Database {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleTransactionTimeoutMs,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    application_name: 'kalends',
    options: `-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601${settings.prepared ? ` -c plan_cache_mode=${GENERIC_PLAN}` : ''}`,
    types: pgTypes,
  })
  // A backend that dies takes the process with it unless somebody listens: on the pool, and on every client that is out of it.
  pool.on('error', settings.onError)
  pool.on('connect', (client) => client.on('error', settings.onError))

  const waiting = createQueryTimeouts()
  const limit_ms = settings.statementTimeoutMs + 1_000
  const queryHandle = (
    client: pg.PoolClient | null,
    { timeoutMs = limit_ms, isRetry = false }: { timeoutMs?: number; isRetry?: boolean } = {},
  ): Db => ({
    poolKey: pool,
    isTransaction: client !== null,
    isRetry,
    async query<Row>(statement: Sql, options?: QueryOptions) {
      const { text, values } = render(statement)
      const named = settings.prepared && !options?.customPlan
      const query = { ...(named && { name: statementName(text) }), text, values: [...values] }
      const send = (own: pg.PoolClient) => waiting.run(own, timeoutMs, () => runQuery(own, query))
      const { rows } = await (client ? send(client) : withClient((own) => setPlanMode(own, named).then(() => send(own))))
      return rows as Row[]
    },
  })
  /** What the connection makes of its statements is changed only where it must be, and not in a transaction, which might take it back. */
  const setPlanMode = async (client: pg.PoolClient, named: boolean): Promise<void> => {
    const wanted = named ? GENERIC_PLAN : 'auto'
    if (!settings.prepared || (planModes.get(client) ?? GENERIC_PLAN) === wanted) return
    await execOn(client)(`set plan_cache_mode = ${wanted}`)
    planModes.set(client, wanted)
  }
  const execOn =
    (client: pg.PoolClient): Exec =>
    (text) =>
      waiting.run(client, limit_ms, () => client.query(text))
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
  const transact = <T>(work: (db: Db) => Promise<T>, isRetry: boolean): Promise<T> =>
    withClient((client) => inTransaction(execOn(client), () => work(queryHandle(client, { isRetry }))))
  return {
    ...queryHandle(null),
    session: (work) =>
      withClient((client) =>
        withoutTimeouts(execOn(client), () =>
          work({ ...queryHandle(client, { timeoutMs: NO_TIMEOUT_MS }), copy: (...rows) => copyRows(client, ...rows) }),
        ),
      ),
    transaction: (work) => withRetries((isRetry) => transact(work, isRetry)),
    withoutTransaction: (work) => withRetries((isRetry) => (isRetry ? transact(work, true) : work(queryHandle(null)))),
    listen: (channel, onNotify) => openListener(settings, channel, onNotify),
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    close: () => pool.end().finally(() => waiting.close()),
  }
}

/** One plan for all values: the planner would make a new one for every list, and take longer than the list. */
const GENERIC_PLAN = 'force_generic_plan'
const planModes = new WeakMap<pg.PoolClient, string>()

/** With a callback: on the driver's own promises rows that were read stay until the next full collection of garbage, and memory goes up and down by 100 MB. */
const runQuery = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => client.query(query, (error, result) => (error ? reject(error) : resolve(result))))

type Exec = (text: string) => Promise<unknown>
const NO_TIMEOUT_MS = 2 ** 31 - 1
const TIMEOUT_SETTINGS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
async function withoutTimeouts<T>(say: Exec, work: () => Promise<T>): Promise<T> {
  for (const setting of TIMEOUT_SETTINGS) await say(`set ${setting} = 0`)
  try {
    return await work()
  } finally {
    for (const setting of TIMEOUT_SETTINGS) await say(`reset ${setting}`).catch(() => undefined)
  }
}

async function copyRows(
  client: pg.PoolClient,
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
async function inTransaction<T>(say: Exec, work: () => Promise<T>): Promise<T> {
  await say('begin')
  try {
    const result = await work()
    await say('commit')
    return result
  } catch (error) {
    await say('rollback').catch(() => undefined)
    throw error
  }
}

const MAX_ATTEMPTS = 6
/** Deadlocks, names taken and records gone in between: the whole function again, a little later each time, and it will see what happened. */
async function withRetries<T>(work: (isRetry: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !['40001', '40P01', '23505', '23503'].includes(errorCode(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

export const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** The name of the constraint that refused a row. */
export const violatedConstraint = (error: unknown): string =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
/** A connection that timed out on our side may still be busy: it is thrown away, not given to the next. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /timeout|terminat|connection/i.test(error.message) && errorCode(error) !== '57014'
