// PostgreSQL: a pool with a limit on everything, named statements, and transactions that try again when the database asks for it.
import { userInfo } from 'node:os'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyLines } from './copy-format.ts'
import { watchWaiting } from './query-timeout.ts'
import { render, sql, type Sql } from './sql.ts'
import { nameOf } from './statement-names.ts'

/** What statements are run on: the pool, or one transaction. */
export interface Db {
  /** The same object for all handles of one database: a key for caches of its content. */
  readonly pool_key: object
  readonly is_transaction: boolean
  /** A transaction that was tried before, and lost to another. */
  readonly is_again: boolean
  query<Row = Record<string, unknown>>(statement: Sql, options?: QueryOptions): Promise<Row[]>
}
export interface QueryOptions {
  /** Planned for its values each time, not once for all: search depends on the word. */
  readonly custom_plan?: boolean
}
export interface Database extends Db {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Work of which one statement writes: as it is, and in a transaction once it was lost to another. */
  attempt<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A connection of its own without timeouts, for migrations and for loading in bulk. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Calls back when the channel is notified, and whenever listening begins anew. A connection of its own, made again when it is lost. */
  listen(channel: string, heard: () => void): Ear
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}
export interface Ear {
  /** A statement on that connection, which waits for no other work; null while there is none. */
  query(statement: Sql, timeout_ms: number): Promise<Record<string, unknown>[]> | null
  close(): Promise<void>
}
export interface Session extends Db {
  /** Loads rows into a table, the fast way: values in the order of the columns, or their text as COPY reads it. */
  copy(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]> | { readonly text: string }): Promise<void>
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
pg.defaults.user ||= nameOfUser()
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'postgres' // a container may run as a number without a name
  }
}

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
    lock_timeout: settings.lock_timeout_ms,
    idle_in_transaction_session_timeout: settings.idle_transaction_timeout_ms,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    application_name: 'kalends',
    options: `-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601${settings.prepared ? ` -c plan_cache_mode=${FIXED}` : ''}`,
    types,
  })
  // A backend that dies takes the process with it unless somebody listens: on the pool, and on every client that is out of it.
  pool.on('error', settings.on_error)
  pool.on('connect', (client) => client.on('error', settings.on_error))

  const waiting = watchWaiting()
  const limit_ms = settings.statement_timeout_ms + 1_000
  const on = (
    client: pg.PoolClient | null,
    { timeout_ms = limit_ms, is_again = false }: { timeout_ms?: number; is_again?: boolean } = {},
  ): Db => ({
    pool_key: pool,
    is_transaction: client !== null,
    is_again,
    async query<Row>(statement: Sql, options?: QueryOptions) {
      const { text, values } = render(statement)
      const named = settings.prepared && !options?.custom_plan
      const query = { ...(named && { name: nameOf(text) }), text, values: [...values] }
      const send = (own: pg.PoolClient) => waiting.answer(own, timeout_ms, () => askFor(own, query))
      const { rows } = await (client ? send(client) : withClient((own) => plans(own, named).then(() => send(own))))
      return rows as Row[]
    },
  })
  /** What the connection makes of its statements is changed only where it must be, and not in a transaction, which might take it back. */
  const plans = async (client: pg.PoolClient, named: boolean): Promise<void> => {
    const wanted = named ? FIXED : 'auto'
    if (!settings.prepared || (modes.get(client) ?? FIXED) === wanted) return
    await sayTo(client)(`set plan_cache_mode = ${wanted}`)
    modes.set(client, wanted)
  }
  const sayTo =
    (client: pg.PoolClient): Say =>
    (text) =>
      waiting.answer(client, limit_ms, () => client.query(text))
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
  const transact = <T>(work: (db: Db) => Promise<T>, is_again: boolean): Promise<T> =>
    withClient((client) => inTransaction(sayTo(client), () => work(on(client, { is_again }))))
  return {
    ...on(null),
    session: (work) =>
      withClient((client) =>
        patiently(sayTo(client), () => work({ ...on(client, { timeout_ms: NEVER_MS }), copy: (...rows) => copyRows(client, ...rows) })),
      ),
    transaction: (work) => again((is_again) => transact(work, is_again)),
    attempt: (work) => again((is_again) => (is_again ? transact(work, true) : work(on(null)))),
    listen: (channel, heard) => listenOn(settings, channel, heard),
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    close: () => pool.end().finally(() => waiting.close()),
  }
}

/** One plan for all values: the planner would make a new one for every list, and take longer than the list. */
const FIXED = 'force_generic_plan'
const modes = new WeakMap<pg.PoolClient, string>()

/** With a callback: on the driver's own promises rows that were read stay until the next full collection of garbage, and memory goes up and down by 100 MB. */
const askFor = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => client.query(query, (error, result) => (error ? reject(error) : resolve(result))))

const LISTEN_AGAIN_MS = 1_000
function listenOn(settings: DatabaseSettings, channel: string, heard: () => void): Ear {
  let client: pg.Client | null = null
  let listens = false
  let closed = false
  let waiting: NodeJS.Timeout | undefined
  const lost = (own: pg.Client): void => {
    if (client !== own) return
    client = null
    listens = false
    own.end().catch(() => undefined)
    if (!closed) waiting = setTimeout(begin, LISTEN_AGAIN_MS)
  }
  const begun = (own: pg.Client): void => {
    listens = client === own
    heard()
  }
  const begin = (): void => {
    const own = new pg.Client({
      connectionString: settings.url,
      connectionTimeoutMillis: settings.connect_timeout_ms,
      keepAlive: true,
      application_name: 'kalends listens',
      types,
    })
    client = own
    own.on('error', () => lost(own))
    own.on('end', () => lost(own))
    own.on('notification', heard)
    own
      .connect()
      .then(() => own.query(`listen ${own.escapeIdentifier(channel)}`))
      .then(() => begun(own))
      .catch(() => lost(own))
  }
  begin()
  return {
    query: (statement, timeout_ms) => {
      const own = client
      if (own === null || !listens) return null
      const { text, values } = render(statement)
      const asked = { text, values: [...values], query_timeout: timeout_ms }
      return own.query<Record<string, unknown>>(asked).then(
        ({ rows }) => rows,
        (error: unknown) => {
          // A connection that does not answer does not tell either.
          lost(own)
          throw error
        },
      )
    },
    close: async () => {
      closed = true
      clearTimeout(waiting)
      await client?.end().catch(() => undefined)
    },
  }
}

type Say = (text: string) => Promise<unknown>
const NEVER_MS = 2 ** 31 - 1
const PATIENCE = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
async function patiently<T>(say: Say, work: () => Promise<T>): Promise<T> {
  for (const setting of PATIENCE) await say(`set ${setting} = 0`)
  try {
    return await work()
  } finally {
    for (const setting of PATIENCE) await say(`reset ${setting}`).catch(() => undefined)
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
    'text' in rows ? [rows.text] : copyLines(rows),
    client.query(copyFrom(`copy ${names[0]} (${names.slice(1).join(', ')}) from stdin`)),
  )
}
async function inTransaction<T>(say: Say, work: () => Promise<T>): Promise<T> {
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

const TRIES = 6
/** Deadlocks, names taken and records gone in between: the whole function again, a little later each time, and it will see what happened. */
async function again<T>(work: (is_again: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1)
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

/** Waits for the transaction that holds this word, and holds it to the end of ours. */
export const lockWord = (db: Db, word: string): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`)
/** Locks several words, in the same order in all transactions, so that no two wait for each other. */
export const lockWords = (db: Db, words: readonly string[]): Promise<unknown> =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(w, 0)) from unnest(${[...new Set(words)].sort()}::text[]) w`)
/** The same without waiting: whether it was free. */
export async function tryLockWord(db: Db, word: string): Promise<boolean> {
  const [row] = await db.query<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${word}, 0)) as free`)
  return row?.free === true
}
