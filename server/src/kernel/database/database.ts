// PostgreSQL: a connection pool with timeouts, prepared statements, and transactions that are retried after conflicts.
import { userInfo } from 'node:os'
import pg from 'pg'
import {
  CommitInterrupted,
  inTransaction,
  resolveCommit,
  StatementInterrupted,
  withoutWarning,
  type TransactionOptions,
  type RunConfirmed,
} from './commit-outcome.ts'
import { copyRows } from './copy-format.ts'
import { errorCode, isBroken, isRejectedByServer } from './database-errors.ts'
import { observeQuery, type QueryObserver } from './query-observer.ts'
import { createQueryTimeouts, type QueryTimeouts } from './query-timeout.ts'
import { openListener, type Listener } from './listener.ts'
import { render, type Sql } from './sql.ts'
import { statementName } from './statement-names.ts'
import { pgTypes } from './type-parsers.ts'

/** A handle that runs statements: on any connection of the pool, or in one transaction. */
export interface Db {
  /** All handles of one database have the same object, which caches of its content use as their key. */
  readonly poolKey: object
  readonly isTransaction: boolean
  /** Whether the transaction is a retry after a conflict with another one. */
  readonly isRetry: boolean
  query<Row = Record<string, unknown>>(statement: Sql, options?: QueryOptions): Promise<Row[]>
}
export interface QueryOptions {
  /** Plans the statement for its values each time, because the best plan of a search depends on its terms. */
  readonly customPlan?: boolean
}
export interface Database extends Db {
  /** If the connection is lost during the commit, finds out whether it took place. Throws 503 `rest_outcome_unknown` if it cannot. */
  transaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Runs work in which a single statement writes, without a transaction. After a conflict, it is retried in a transaction. */
  withoutTransaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Runs a statement on the primary, whose answer includes that the synchronous standby has everything that was committed before. */
  readonly runConfirmed: RunConfirmed
  /** Reserves a connection for statements that follow one another. It must be released. */
  reserve(): Promise<ReservedConnection>
  /** Reserves a connection without timeouts, for migrations and bulk loading. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Calls `onNotify` with the payload of each notification, and without one each time listening starts. Uses a separate connection, which
   * reconnects when it is lost.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Listener
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}
export interface ReservedConnection extends Db {
  /** Identifies the connection as long as it is open. */
  readonly server: object
  /** Returns the connection to the pool once, or closes it after an error. */
  release(error?: unknown): void
}
export interface Session extends Db {
  /** Loads rows into a table with COPY. Rows have values in the order of the columns, or are text in the format of COPY. */
  copy(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]> | { readonly text: string }): Promise<void>
}
export interface DatabaseSettings {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleTransactionTimeoutMs: number
  /** Off behind a pooler in transaction mode that does not support prepared statements. */
  readonly prepared: boolean
  readonly onError: (error: Error) => void
  readonly observer?: QueryObserver | undefined
}

// A URL without a user means the user of the process, as in psql.
pg.defaults.user ||= systemUser()
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'postgres' // A container may run with a user id that has no name.
  }
}

export function openDatabase(settings: DatabaseSettings): Database {
  const pool = createPool(settings)
  const timeouts = createQueryTimeouts()
  const { prepared, observer } = settings
  const connections: Connections = { pool, timeouts, prepared, observer, timeoutMs: settings.statementTimeoutMs + 1_000 }
  const runConfirmed = confirmedRunner(connections)
  const transact = async <T>(work: (db: Db) => Promise<T>, isRetry: boolean, options: TransactionOptions): Promise<T> => {
    try {
      return await withClient(connections, (client) =>
        inTransaction(client, execOn(connections, client), options, async () => {
          if (options.hasNoTimeouts) await execOn(connections, client)('set local statement_timeout = 0; set local lock_timeout = 0')
          return work(queryHandle(connections, client, { isRetry, ...(options.hasNoTimeouts && { timeoutMs: NO_TIMEOUT_MS }) }))
        }),
      )
    } catch (error) {
      if (error instanceof CommitInterrupted) return resolveCommit(runConfirmed, error as CommitInterrupted<T>, options)
      throw error
    }
  }
  return {
    ...queryHandle(connections, null),
    runConfirmed,
    session: (work) =>
      withClient(connections, (client) =>
        withoutTimeouts(execOn(connections, client), () =>
          work({
            ...queryHandle(connections, client, { timeoutMs: NO_TIMEOUT_MS }),
            copy: (...rows) => copyRows(client, ...rows),
          }),
        ),
      ),
    reserve: () => reserveConnection(connections),
    transaction: (work, options = {}) => withRetries((isRetry) => transact(work, isRetry, options)),
    withoutTransaction: (work, options = {}) =>
      withRetries((isRetry) => (isRetry ? transact(work, true, options) : work(queryHandle(connections, null)))),
    listen: (channel, onNotify) => openListener(settings, channel, onNotify),
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    close: () => pool.end().finally(() => timeouts.close()),
  }
}

interface Connections {
  readonly pool: pg.Pool
  readonly observer: QueryObserver | undefined
  readonly timeouts: QueryTimeouts
  readonly prepared: boolean
  /** The client-side timeout is longer than the server's, which usually ends a slow statement first. */
  readonly timeoutMs: number
}

function createPool(settings: DatabaseSettings): pg.Pool {
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
    options: `-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c jit=off${settings.prepared ? ` -c plan_cache_mode=${GENERIC_PLAN}` : ''}`,
    types: pgTypes,
  })
  // Node ends the process on an `error` event without a listener, and idle and checked-out clients both emit them.
  pool.on('error', settings.onError)
  pool.on('connect', (client) => client.on('error', settings.onError))
  return pool
}

interface HandleOptions {
  readonly timeoutMs?: number
  readonly isRetry?: boolean
  /** The client is reserved, but has no transaction. */
  readonly isReserved?: true
}
/** Runs statements on a client, or on any client of the pool if it is null. */
const queryHandle = (connections: Connections, client: pg.PoolClient | null, options: HandleOptions = {}): Db => ({
  poolKey: connections.pool,
  isTransaction: client !== null && !options.isReserved,
  isRetry: options.isRetry ?? false,
  async query<Row>(statement: Sql, { customPlan = false }: QueryOptions = {}) {
    const { text, values } = render(statement)
    const isNamed = connections.prepared && !customPlan
    const query = { ...(isNamed && { name: statementName(text) }), text, values: [...values] }
    const observed = options.timeoutMs === NO_TIMEOUT_MS ? { ...query, hasNoTimeout: true as const } : query
    const send = (own: pg.PoolClient) =>
      observeQuery(connections.observer, observed, () =>
        connections.timeouts.run(own, options.timeoutMs ?? connections.timeoutMs, () => runQuery(own, query)),
      )
    const sendAlone = (own: pg.PoolClient) => setPlanMode(connections, own, isNamed).then(() => send(own))
    const sendInsert = (own: pg.PoolClient) =>
      withoutWarning(own, () => sendAlone(own)).catch((error: unknown) => {
        throw isRejectedByServer(error) ? error : new StatementInterrupted(error)
      })
    const sendOnOwn = client ? (options.isReserved ? sendAlone : send) : INSERTS.test(text) ? sendInsert : sendAlone
    const result = await (client ? sendOnOwn(client) : withClient(connections, sendOnOwn))
    return rowsOf(result) as Row[]
  },
})

const INSERTS = /\binsert into\b/i

/** The driver returns an array of results for a text with several statements. */
const rowsOf = (result: pg.QueryResult | readonly pg.QueryResult[]): unknown[] =>
  'rows' in result ? result.rows : result.flatMap(({ rows }) => rows as unknown[])

/** Sets the plan mode of a connection if it differs. It is not set in a transaction, because a rollback would revert it. */
async function setPlanMode(connections: Connections, client: pg.PoolClient, isNamed: boolean): Promise<void> {
  const mode = isNamed ? GENERIC_PLAN : 'auto'
  if (!connections.prepared || (planModes.get(client) ?? GENERIC_PLAN) === mode) return
  await execOn(connections, client)(`set plan_cache_mode = ${mode}`)
  planModes.set(client, mode)
}

const execOn =
  ({ timeouts, timeoutMs, observer }: Connections, client: pg.PoolClient): Exec =>
  (text) =>
    observeQuery(observer, { text }, () => timeouts.run(client, timeoutMs, () => client.query(text)))

async function takeClient({ pool, observer }: Connections): Promise<pg.PoolClient> {
  const start = performance.now()
  const client = await pool.connect()
  observer?.onConnect(performance.now() - start)
  return client
}

async function withClient<T>(connections: Connections, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeClient(connections)
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(isBroken(error))
    throw error
  }
}

/** Behind a pooler in transaction mode, only the statements of one transaction are sure to reach the same server. */
async function reserveConnection(connections: Connections): Promise<ReservedConnection> {
  const client = await takeClient(connections)
  const exec = execOn(connections, client)
  let isReserved = true
  const release = (cause?: unknown): void => {
    if (!isReserved) return
    isReserved = false
    if (connections.prepared || cause !== undefined) return client.release(cause !== undefined)
    void exec('commit').then(
      () => client.release(),
      () => client.release(true),
    )
  }
  try {
    if (!connections.prepared) await exec('begin')
  } catch (error) {
    release(error)
    throw error
  }
  return { ...queryHandle(connections, client, { isReserved: true }), server: connections.prepared ? client : {}, release }
}

/** One plan for all values. Planning each list anew would take longer than running it. */
const GENERIC_PLAN = 'force_generic_plan'
const planModes = new WeakMap<pg.PoolClient, string>()

/** Uses a callback, because the driver's own promises retain rows until the next full garbage collection, about 100 MB. */
const runQuery = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => client.query(query, (error, result) => (error ? reject(error) : resolve(result))))

type Exec = (text: string) => Promise<unknown>
const NO_TIMEOUT_MS = 2 ** 31 - 1
const TIMEOUT_SETTINGS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
async function withoutTimeouts<T>(exec: Exec, work: () => Promise<T>): Promise<T> {
  for (const setting of TIMEOUT_SETTINGS) await exec(`set ${setting} = 0`)
  try {
    return await work()
  } finally {
    for (const setting of TIMEOUT_SETTINGS) await exec(`reset ${setting}`).catch(() => undefined)
  }
}

/** Statements run without a name, because they are rare. */
function confirmedRunner(connections: Connections): RunConfirmed {
  return <Row>(statement: Sql) =>
    withClient(connections, (client) =>
      withoutWarning(client, () => queryHandle(connections, client, { isReserved: true }).query<Row>(statement, { customPlan: true })),
    )
}

/** Repeats the transaction, because a record changed before it was locked. It has the code that PostgreSQL uses for such conflicts. */
export class TransactionConflict extends Error {
  readonly code = '40001'
}
const MAX_ATTEMPTS = 6
/** Retries the whole function after a deadlock, or after another transaction took a name or deleted a record. Delays grow exponentially. */
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
