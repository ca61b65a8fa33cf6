// Watches the change log: a generation number that changes whenever this process or another one has written.
import type { Database } from '../../kernel/database/database.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { raw, sql, type Sql } from '../../kernel/database/sql.ts'
import { positionOf, READ_POSITION, type PositionRow, type WalPosition } from '../../kernel/database/wal-position.ts'
import type { Revision } from '../definition/caching.ts'

export interface ChangeWatcher {
  /** The generation, or null while it is unknown. Cached values must not be used then. */
  readonly generation: () => number | null
  /** Must be called after each write of this process. The generation is unknown until the log was read again. */
  noteLocalWrite(): void
  /** A position that all writes before the generation precede. Null without `onPosition`. */
  readonly position: () => WalPosition | null
  /** Milliseconds since the change log was last read. */
  readonly ageMs: () => number
  close(): Promise<void>
}
export interface ChangeWatcherOptions {
  /** The generation is unknown if it was not confirmed within this time, whatever happens to the listening connection. */
  readonly maxStalenessMs: number
  /** Minimum interval between changes of the generation because of other processes. Without it, frequent writes would make caches useless. */
  readonly minRefreshMs: number
  /** Called if the log could not be read for some time. Another server may have replaced the one that was read before. */
  readonly onGap?: () => void
  /** Called after writes of this process and of others, without the minimum interval. It may be called without a change. */
  readonly onChange?: () => void
  /** Called with the position of the primary, which everything that was committed before the given time precedes. */
  readonly onPosition?: ((position: WalPosition, at: number) => void) | undefined
}

/** The channel of notifications that a process has written. */
export const CHANGES_CHANNEL = 'kalends_changes'
/** Time during which a process collects its writes before it notifies the other processes. */
const NOTIFY_DELAY_MS = 20

export function watchChanges(database: Database, options: ChangeWatcherOptions, log: Logger): ChangeWatcher {
  const { maxStalenessMs, minRefreshMs } = options
  const state: WatchState = {
    generation: 0,
    bumpedAt: 0,
    confirmedAt: -Infinity,
    cursor: null,
    position: null,
    writes: 0,
    seenWrites: 0,
    failed: false,
  }
  // The listening connection does not wait behind requests. The pool replaces it while it is down or silent.
  const runQuery: RunQuery = async (statement) => {
    try {
      const rows = await listener.query(statement, maxStalenessMs / 4)
      if (rows !== null) return rows as unknown as PollRow[]
    } catch {
      // The listener reconnects.
    }
    return database.query<PollRow>(statement)
  }
  const poller = createPoller(() => poll(state, runQuery, options, log))
  // Notifications of other processes wait for the rest of the minimum interval.
  const refresh = createTimer(poller.pollSoon)
  const onNotify = (): void => {
    options.onChange?.()
    const wait = minRefreshMs - (performance.now() - state.bumpedAt)
    if (wait <= 0) poller.pollSoon()
    else refresh.start(wait)
  }
  const notify = createTimer(() => void runQuery(sql`select pg_notify(${CHANGES_CHANNEL}, '')`).catch(() => undefined))
  const pollTimer = setInterval(poller.pollSoon, maxStalenessMs / 4)
  const listener = database.listen(CHANGES_CHANNEL, onNotify)
  poller.pollSoon()
  return {
    generation: () => currentGeneration(state, maxStalenessMs),
    position: () => state.position,
    ageMs: () => performance.now() - state.confirmedAt,
    noteLocalWrite: () => {
      state.writes += 1
      poller.pollSoon()
      notify.start(NOTIFY_DELAY_MS)
    },
    close: async () => {
      clearInterval(pollTimer)
      refresh.stop()
      notify.stop()
      const polling = poller.close()
      await listener.close()
      await polling
    },
  }
}

interface WatchState {
  generation: number
  bumpedAt: number
  /** All changes that were committed before this time are known. */
  confirmedAt: number
  cursor: Cursor | null
  position: WalPosition | null
  /** Number of writes of this process, and how many of them preceded the last poll. */
  writes: number
  seenWrites: number
  failed: boolean
}
const currentGeneration = ({ seenWrites, writes, confirmedAt, generation }: WatchState, maxStalenessMs: number): number | null =>
  seenWrites < writes || performance.now() - confirmedAt > maxStalenessMs ? null : generation

/** Reads the change log once and updates the state. */
async function poll(state: WatchState, runQuery: RunQuery, options: ChangeWatcherOptions, log: Logger): Promise<void> {
  const { onGap, onChange, onPosition } = options
  const startedAt = performance.now()
  const { writes } = state
  try {
    const next = await pollChangeLog(runQuery, state.cursor, onPosition !== undefined)
    if (next.gap) onGap?.()
    // Writes of this process always change the generation, whatever the log says.
    if (next.hasChanges || writes > state.seenWrites) {
      state.generation += 1
      state.bumpedAt = performance.now()
      onChange?.()
    }
    state.cursor = next
    state.position = next.position
    if (next.position !== null) onPosition?.(next.position, startedAt)
    state.confirmedAt = startedAt
    state.seenWrites = writes
    state.failed = false
  } catch (error) {
    if (!state.failed) log.warn({ err: error }, 'failed to read the change log; cached responses are not served')
    state.failed = true
    state.cursor = null
    // Requests may reach the database before the next poll does, so cached records are dropped now.
    onGap?.()
  }
}

/** Runs one poll at a time. A request for a poll that arrives meanwhile causes another one after it. */
function createPoller(runPoll: () => Promise<void>) {
  let running: Promise<void> | null = null
  let pollAgain = false
  let closed = false
  const pollSoon = (): void => {
    if (closed) return
    if (running) {
      pollAgain = true
      return
    }
    running = runPoll().finally(() => {
      running = null
      if (pollAgain) {
        pollAgain = false
        pollSoon()
      }
    })
  }
  const close = async (): Promise<void> => {
    closed = true
    await running
  }
  return { pollSoon, close }
}

/** A timer that ignores further starts while it is running. */
function createTimer(run: () => void) {
  let timer: NodeJS.Timeout | undefined
  const start = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, delayMs)
  }
  return { start, stop: () => clearTimeout(timer) }
}

/** Position of a reader in the log: all transactions below `since` have ended; from there on, `seen` changes are known. */
interface Cursor {
  readonly since: string
  readonly seen: number
}
interface PollRow {
  readonly since: string
  readonly seen: number
  readonly all: number
  readonly back: boolean
  readonly position: PositionRow | null
}
/** All transactions below `low` have ended, and none from `high` on has begun. */
const RUNNING = raw('(select pg_snapshot_xmin(pg_current_snapshot()) as low, pg_snapshot_xmax(pg_current_snapshot()) as high) s')
interface PollResult extends Cursor {
  readonly hasChanges: boolean
  readonly gap: boolean
  readonly position: WalPosition | null
}
type RunQuery = (statement: Sql) => Promise<readonly PollRow[]>
/**
 * Transactions do not commit in the order of their ids, so changes are counted from the oldest transaction that may still be running. A dump of
 * another server may contain ids that are still in the future here; such changes are excluded until then.
 */
async function pollChangeLog(runQuery: RunQuery, cursor: Cursor | null, readsPosition: boolean): Promise<PollResult> {
  // The snapshot of the statement is older than the position that it reads.
  const position = readsPosition ? sql`(select to_json(p) from (${READ_POSITION}) p)` : raw('null')
  const [row] = await runQuery(sql`
select s.low::text as since, s.low < ${cursor?.since ?? '0'}::xid8 as back,
  (select count(*) from changes where xact >= s.low and xact < s.high) as seen,
  (select count(*) from changes where xact >= ${cursor?.since ?? '0'}::xid8 and xact < s.high and ${cursor !== null}) as all,
  ${position} as position
from ${RUNNING}`)
  const { since = '0', seen = 0, all = 0, back = false } = row ?? {}
  const gap = cursor === null || back
  const server = row?.position ? positionOf(row.position) : null
  return { since, seen, gap, hasChanges: gap || all !== cursor.seen, position: server?.isStandby ? null : server }
}

/** Number of changes after which a new base is chosen, so that counting stays cheap. */
const COUNTED_MAX = 64
/**
 * Counts changes from a base: a transaction id below which no transaction is running. Changes below it are final, so each commit raises the
 * count, whatever the order in which transactions end. The oldest running transaction of each snapshot cannot serve as the base: it belongs to
 * the whole server and moves with transactions of other databases. The last change distinguishes equal counts after old changes were deleted.
 * Concurrent commits may become visible in another order on a replica, so its counts are not those of the primary.
 */
export function createRevision(): Revision {
  let base: string | null = null
  let max = 0
  return {
    // A base above the oldest running transaction comes from another server: changes below it may still be committed here.
    expression: (condition) => sql`(
  select concat_ws('+', b.since,
    (select count(*) from changes c where ${condition} and c.xact >= b.since and c.xact < s.high),
    (select c.xact from changes c where ${condition} and c.xact < s.high order by c.xact desc limit 1),
    case when pg_is_in_recovery() then 'replica' end)
  from ${RUNNING}, lateral (select least(${base}::xid8, s.low) as since) b
)`,
    observe: (revision) => {
      const [since = '', count] = revision.split('+')
      if (base === null) {
        base = since
        max = Number(count) + COUNTED_MAX
      } else if (since === base && Number(count) > max) base = null
    },
  }
}
