// Following the change log: a number that rises whenever something was written, by this process or any other.
import type { Database } from '../../kernel/database/database.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { raw, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Revision } from '../definition/caching.ts'

export interface ChangeWatcher {
  /** The number, or null while it is not known: nothing kept may be taken for true then. */
  generation(): number | null
  /** This process wrote: what it kept is looked at again before anybody sees it. */
  noteLocalWrite(): void
  /** Milliseconds since the change log was last read. */
  ageMs(): number
  close(): Promise<void>
}
export interface ChangeWatcherOptions {
  /** Nothing is taken for true that was not confirmed within this time, whatever happens to the connection that tells of changes. */
  readonly maxStalenessMs: number
  /** Under many writes of others the number rises no more often than this: what is kept would never be used otherwise. */
  readonly minRefreshMs: number
  /** The log could not be followed for a while. What was read before may never have been: another server may have taken the place of the one that was read. */
  readonly onGap?: () => void
}

const CHANNEL = 'kalends_changes'
/** How long a process gathers its writes before it tells the others. */
const NOTIFY_DELAY_MS = 20

export function watchChanges(
  database: Database,
  { maxStalenessMs, minRefreshMs, onGap }: ChangeWatcherOptions,
  log: Logger,
): ChangeWatcher {
  let generation = 0
  let bumpedAt = 0
  /** As of when all that was committed is known. */
  let confirmedAt = -Infinity
  let cursor: Cursor | null = null
  /** Writes of our own, and how many of them were there when the log was last looked at. */
  let [written, seen] = [0, 0]
  let running: Promise<void> | null = null
  let pollAgain = false
  let closed = false
  let failed = false

  const bumpGeneration = (): void => {
    generation += 1
    bumpedAt = performance.now()
  }
  const poll = async (): Promise<void> => {
    const begun = performance.now()
    const before = written
    try {
      const next = await pollChangeLog(ctx, cursor)
      if (next.gap) onGap?.()
      // Of its own writes a process is sure, whatever it is told.
      if (next.news || before > seen) bumpGeneration()
      cursor = next
      confirmedAt = begun
      seen = before
      failed = false
    } catch (error) {
      if (!failed) log.warn({ err: error }, 'the change log cannot be read: nothing is served from memory')
      failed = true
      cursor = null
      // Requests may reach the database again before the next look does: cached records must be gone by then.
      onGap?.()
    }
  }
  /** On the connection that listens: it does not wait behind requests. On another while there is none, or it is silent. */
  const ctx: RunQuery = async (statement) => {
    try {
      const own = await listener.query(statement, maxStalenessMs / 4)
      if (own !== null) return own as unknown as PollRow[]
    } catch {
      // The connection is made anew.
    }
    return database.query<PollRow>(statement)
  }
  /** One look at a time; who asks meanwhile gets another after it. */
  const pollSoon = (): void => {
    if (closed) return
    if (running) {
      pollAgain = true
      return
    }
    running = poll().finally(() => {
      running = null
      if (pollAgain) {
        pollAgain = false
        pollSoon()
      }
    })
  }
  /** News from others wait until what is kept was of some use. */
  const onNotify = (): void => {
    const wait = minRefreshMs - (performance.now() - bumpedAt)
    if (wait <= 0) pollSoon()
    else
      later ??= setTimeout(() => {
        later = undefined
        pollSoon()
      }, wait)
  }
  let later: NodeJS.Timeout | undefined
  let telling: NodeJS.Timeout | undefined
  const pollTimer = setInterval(pollSoon, maxStalenessMs / 4)
  const listener = database.listen(CHANNEL, onNotify)
  pollSoon()
  return {
    generation: () => (seen < written || performance.now() - confirmedAt > maxStalenessMs ? null : generation),
    ageMs: () => performance.now() - confirmedAt,
    noteLocalWrite: () => {
      written += 1
      pollSoon()
      telling ??= setTimeout(() => {
        telling = undefined
        database.query(sql`select pg_notify(${CHANNEL}, '')`).catch(() => undefined)
      }, NOTIFY_DELAY_MS)
    },
    close: async () => {
      closed = true
      clearInterval(pollTimer)
      clearTimeout(later)
      clearTimeout(telling)
      await listener.close()
      await running
    },
  }
}

/** Where a reader of the log stands: all transactions below `since` are over; of those from there on `seen` changes are known. */
interface Cursor {
  readonly since: string
  readonly seen: number
}
interface PollRow {
  readonly since: string
  readonly seen: number
  readonly all: number
  readonly back: boolean
}
/** All transactions below `low` have ended, and none from `high` on has begun. */
const RUNNING = raw('(select pg_snapshot_xmin(pg_current_snapshot()) as low, pg_snapshot_xmax(pg_current_snapshot()) as high) s')
type RunQuery = (statement: Sql) => Promise<readonly PollRow[]>
/**
 * Transactions end in another order than their changes are numbered: so they are counted from the oldest that may still be running. What a dump
 * brought along from another server may have numbers that are still to come here: it is left out until then.
 */
async function pollChangeLog(ctx: RunQuery, mark: Cursor | null): Promise<Cursor & { readonly news: boolean; readonly gap: boolean }> {
  const [row] = await ctx(sql`
select s.low::text as since, s.low < ${mark?.since ?? '0'}::xid8 as back,
  (select count(*) from changes where xact >= s.low and xact < s.high) as seen,
  (select count(*) from changes where xact >= ${mark?.since ?? '0'}::xid8 and xact < s.high and ${mark !== null}) as all
from ${RUNNING}`)
  const { since = '0', seen = 0, all = 0, back = false } = row ?? {}
  const gap = mark === null || back
  return { since, seen, gap, news: gap || all !== mark.seen }
}

/** Number of changes after which a new base is chosen, so that counting stays cheap. */
const COUNTED_MAX = 64
/**
 * Changes are counted from a base: a transaction id below which no transaction is running. Changes below it are final, so each commit raises the
 * count, in whatever order transactions end. The oldest running transaction of each snapshot cannot serve as the base: it belongs to the whole
 * server, and moves with transactions of other databases. The last change distinguishes equal counts after old changes were deleted.
 */
export function createRevision(): Revision {
  let base: string | null = null
  let max = 0
  return {
    // A base above the oldest running transaction comes from another server: changes below it may still be committed here.
    expression: (which) => sql`(
  select concat_ws('+', b.since,
    (select count(*) from changes c where ${which} and c.xact >= b.since and c.xact < s.high),
    (select c.xact from changes c where ${which} and c.xact < s.high order by c.xact desc limit 1))
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
