// The outcome of a commit whose answer was lost: the primary is asked for it, which may be another server by now (contract 21).
import { errorCode, isRejectedByServer } from './database-errors.ts'
import { LOG_MESSAGE } from './log-message.ts'
import { sql, type Sql } from './sql.ts'

/** Identifies a transaction. After a crash or a failover, a server may assign the ids of transactions that it has lost again. */
export interface TransactionId {
  readonly xid: string
  /** The timeline of the write-ahead log, in hexadecimal digits. */
  readonly timeline: string
  /** The position of the last checkpoint. Crash recovery ends with one, so ids were not assigned again while it is the same. */
  readonly checkpoint: string
}
export interface OutcomeOptions {
  /** The search for the outcome ends when the signal is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Returns a row if the transaction with this id has stored something that no other transaction stores. */
  readonly proof?: ((xid: string) => Sql) | undefined
}
export interface TransactionOptions extends OutcomeOptions {
  /** With `repeatable read`, all statements see the same state of the database. The default is `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read'
  /** For maintenance whose statements may take minutes. */
  readonly hasNoTimeouts?: boolean
}
/** A COMMIT without a reliable answer. */
export class CommitInterrupted<T> extends Error {
  readonly id: TransactionId
  readonly result: T
  constructor(id: TransactionId, result: T, cause: unknown) {
    super('The connection was lost during COMMIT.', { cause })
    this.id = id
    this.result = result
  }
}

/** Nobody can tell whether a write was stored. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The outcome of a write is unknown.', { cause })
  }
}
/** A statement that writes, without a transaction and without an answer. */
export class StatementInterrupted extends OutcomeUnknown {}

interface Connection {
  on(name: 'notice', listener: NoticeListener): unknown
  off(name: 'notice', listener: NoticeListener): unknown
}
type NoticeListener = (notice: { readonly code?: string | undefined }) => void
type Exec = (text: string) => Promise<unknown>

export async function inTransaction<T>(
  client: Connection,
  exec: Exec,
  { isolation = 'read committed' }: TransactionOptions,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const id = readId(await exec(beginStatement(isolation)))
    return await commit(client, exec, id, await work())
  } catch (error) {
    if (!(error instanceof CommitInterrupted)) await exec('rollback').catch(() => undefined)
    throw error
  }
}
/** A connection that is being closed may end the message before its second statement. */
function readId(results: unknown): TransactionId {
  const [, selected] = [results].flat() as { readonly rows: readonly TransactionId[] }[]
  const [id] = selected?.rows ?? []
  if (id === undefined) throw new Error('The connection ended before the transaction began.')
  return id
}
/** The id is read in the message that begins the transaction, because it must be known before the commit. The level cannot be changed after it. */
const beginStatement = (isolation: string): string => `begin isolation level ${isolation};
select pg_current_xact_id()::text as xid, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline, checkpoint_lsn::text as checkpoint
from pg_control_checkpoint()`

/**
 * Commits. A statement timeout does not cover the wait for a synchronous standby, and this process never sends a cancel request: it closes
 * the connection. If somebody else cancels the wait, PostgreSQL reports success with a warning, although no standby has the write.
 */
async function commit<T>(client: Connection, exec: Exec, id: TransactionId, result: T): Promise<T> {
  try {
    await withoutWarning(client, () => exec('commit'))
  } catch (error) {
    throw isRejectedByServer(error) ? error : new CommitInterrupted(id, result, error)
  }
  return result
}
/** Throws if a statement that commits ended with a warning. */
export async function withoutWarning<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  let hasWarning = false
  const listener: NoticeListener = ({ code }) => void (hasWarning ||= code !== NO_WARNING)
  client.on('notice', listener)
  try {
    const result = await work()
    if (hasWarning) throw new Error('The statement ended with a warning.')
    return result
  } finally {
    client.off('notice', listener)
  }
}
/** SQLSTATE of notices that are no warnings. */
const NO_WARNING = '00000'

interface OutcomeRow {
  readonly timeline: string
  readonly checkpoint: string
  /** Null for a transaction that has not ended or that the server does not know. */
  readonly status: 'committed' | 'aborted' | 'in progress' | null
  readonly proven: boolean
}
/**
 * Asks for the status of a transaction. The statement writes a message to the log, so it fails on a standby, and its own commit waits for the
 * synchronous standby: an answer means that all that was committed before is there too, and that no other primary has taken over.
 */
const statusStatement = ({ xid }: TransactionId, proof: OutcomeOptions['proof']): Sql => sql`
select left(pg_walfile_name(w.lsn), 8) as timeline, c.checkpoint_lsn::text as checkpoint,
  case when ${xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(${xid}::xid8) end as status,
  ${proof ? sql`exists (${proof(xid)})` : sql`false`} as proven
from ${CONFIRMED_MESSAGE} w, pg_control_checkpoint() c`
const CONFIRMED_MESSAGE = sql`(select ${LOG_MESSAGE} as lsn offset 0)`

type Outcome = 'committed' | 'aborted' | 'unknown'
/** Returns null if the transaction has not ended yet, or the server is not the one to ask. */
export function outcomeOf(id: TransactionId, { timeline, checkpoint, status, proven }: OutcomeRow): Outcome | null {
  if (timeline < id.timeline) return null
  if (proven) return 'committed'
  const hasNewTimeline = timeline > id.timeline
  if (status === 'committed') return hasNewTimeline || checkpoint !== id.checkpoint ? 'unknown' : 'committed'
  // No transaction survives a promotion, so one that runs under this id now is another one.
  return status === 'aborted' || hasNewTimeline ? 'aborted' : null
}

/** Runs a statement on a connection of the pool, and throws if it ended with a warning. */
export type RunConfirmed = <Row>(statement: Sql) => Promise<Row[]>

/** Returns the result of an interrupted commit, or throws its cause if the transaction was rolled back. */
export async function resolveCommit<T>(run: RunConfirmed, interrupted: CommitInterrupted<T>, options: OutcomeOptions): Promise<T> {
  const { id, result, cause } = interrupted
  const outcome = await askRepeatedly(options.signal, async () => {
    const [row] = await run<OutcomeRow>(statusStatement(id, options.proof))
    return row ? outcomeOf(id, row) : null
  })
  if (outcome === 'committed') return result
  throw outcome === 'aborted' ? cause : new OutcomeUnknown(cause)
}

/** Returns the rows of a statement that finds what a single statement has stored, or throws 503 if it finds none. */
export async function findStored<Row>(run: RunConfirmed, statement: Sql, cause: unknown): Promise<Row[]> {
  let askedAt = Infinity
  const rows = await askRepeatedly(undefined, async () => {
    const [found] = await run<{ rows: Row[] | null }>(
      sql`select (select jsonb_agg(to_jsonb(s)) from (${statement}) s) as rows from ${CONFIRMED_MESSAGE} w where w.lsn is not null`,
    )
    if (found?.rows) return found.rows
    askedAt = Math.min(askedAt, performance.now())
    // The statement may still be running. Its transaction has no id that this process knows.
    return performance.now() - askedAt > STILL_RUNNING_MS ? [] : null
  })
  if (rows === null || rows.length === 0) throw new OutcomeUnknown(cause)
  return rows
}
const STILL_RUNNING_MS = 2_000

/** A failover with the defaults of Patroni takes about 30 seconds. Requests have a deadline of their own. */
const LIMIT_MS = 40_000
const PAUSE_MS = 250
async function askRepeatedly<T>(signal: AbortSignal | undefined, ask: () => Promise<T | null>): Promise<T | null> {
  const end = performance.now() + LIMIT_MS
  const isOver = (): boolean => performance.now() > end || signal?.aborted === true
  while (!isOver()) {
    const answer = await ask().catch((error: unknown) => {
      if (FINAL_ERRORS.test(errorCode(error))) throw new OutcomeUnknown(error)
      return null
    })
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return null
}
/** Errors that do not pass: a missing function or permission, and a database that was closed. */
const FINAL_ERRORS = /^42/
