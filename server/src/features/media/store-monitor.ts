// Checks the store at the start and every 30 seconds: which calendar owns it, and whether it can be read and written.
import type { Db } from '../../kernel/database/database.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { withDiskDeadline } from '../../kernel/concurrency/disk-deadline.ts'
import { loadCalendarId } from '../../kernel/database/calendar-id.ts'
import { loadDatabaseId } from '../../kernel/database/database-id.ts'
import { DEADLINE } from '../../kernel/outbound/s3-bucket.ts'
import {
  findOtherDeletingDatabase,
  mayDelete,
  renewDeletion,
  claimDeletion,
  type DeletingDatabase,
  type StoreNotes,
} from './deleting-database.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { sql } from '../../kernel/database/sql.ts'

/** `unchecked`: the id of the calendar could not be read from the database. `unclaimed`: the store holds pictures of an unknown calendar. */
export type StoreState = 'ok' | 'unchecked' | 'foreign' | 'unclaimed' | 'missing' | 'unwritable' | 'hanging'
export interface StoreReport {
  readonly state: StoreState
  /** Message for the operator. */
  readonly found: string
  /** Instruction for the operator. Empty if there is nothing to do. */
  readonly remedy: string
}
export interface StoreMonitor {
  report(): StoreReport
  /** Inspects the store, and logs a change of its state. */
  check(): Promise<StoreReport>
  /** Whether this database may delete files of the store. A restored copy of the calendar may not. */
  mayDelete(): Promise<boolean>
  /** Does the same before garbage collection, and notes that this database deletes files. */
  renewDeletion(keepDays: number): Promise<boolean>
}
/** The store belongs to another calendar, whose pictures this server would delete. */
export class ForeignStoreError extends Error {}

/** `claim` makes this calendar the owner of an unowned store, unless it holds pictures of another one; `watch` and `inspect` change nothing. */
export type Inspection = 'claim' | 'watch' | 'inspect'
interface StoreRemedies {
  /** The place belongs to another calendar. */
  readonly elsewhere: string
  /** The place is empty, although there are images. */
  readonly connect: string
  /** The place has become empty. */
  readonly reconnect: string
  readonly hanging: string
  of(error: unknown): string
}
/** The place of a store, as its owner sees it. The file or object `calendar-id` has the id of the calendar that owns it. */
export interface StorePlace extends StoreNotes {
  /** For example `/srv/media`. */
  readonly name: string
  /** For example `The media folder /srv/media`. */
  readonly title: string
  /** Instructions for the operator. */
  readonly remedies: StoreRemedies
  /** Returns a report if the inspection ends here, because the place does not exist yet. */
  prepare(mode: Inspection): Promise<'missing' | StoreReport | null>
  allDigests(): AsyncIterable<readonly string[]>
  /** Writes and removes a file as an upload would, unless that is expensive in this mode. */
  probe(mode: Inspection): Promise<void>
}
export const OWNER = 'calendar-id'
const DEADLINE_MS = 5_000
const DATABASE_MS = 1_000

export async function monitorStore(place: StorePlace, db: Db, log: Logger, deadlineMs = DEADLINE_MS): Promise<StoreMonitor> {
  let report: StoreReport = { state: 'unchecked', found: `${place.name} has not been checked yet`, remedy: '' }
  let claimed = false
  let running: Promise<StoreReport> | null = null
  const check = async (): Promise<StoreReport> => {
    // A check that hangs occupies a thread or a connection, so no second check starts meanwhile.
    running ??= inspect(place, db, { mode: claimed ? 'watch' : 'claim', deadlineMs }).finally(() => (running = null))
    const next = await withDiskDeadline(running, deadlineMs, () => hanging(place, deadlineMs))
    claimed ||= next.state === 'ok'
    if (next.state !== report.state || next.remedy !== report.remedy) logState(log, place.name, next)
    report = next
    return next
  }
  const first = await check()
  if (first.state === 'foreign' || first.state === 'unclaimed') throw new ForeignStoreError(`${first.found}. ${first.remedy}`)
  return {
    report: () => report,
    check,
    // If the note cannot be read, the operation that follows fails too and reports the cause.
    mayDelete: () =>
      withDiskDeadline(
        mayDelete(place, db).catch(() => false),
        deadlineMs,
        () => false,
      ),
    renewDeletion: (keepDays) => renewDeletion(place, db, keepDays),
  }
}

function logState(log: Logger, store: string, { state, found, remedy }: StoreReport): void {
  if (state === 'ok' && !remedy) log.info({ store }, found)
  else if (state === 'ok' || state === 'unchecked') log.warn({ store, remedy }, found)
  else log.error({ store, remedy }, `${found}: pictures cannot be stored`)
}

async function inspect(
  place: StorePlace,
  db: Db,
  { mode, deadlineMs }: { readonly mode: Inspection; readonly deadlineMs: number },
): Promise<StoreReport> {
  const id = await loadCalendarId(db).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (id instanceof Error) return { state: 'unchecked', found: `The id of this calendar could not be read (${id.message})`, remedy: '' }
  try {
    const prepared = await place.prepare(mode)
    if (prepared !== null) return prepared === 'missing' ? missing(place) : prepared
    const owner = await place.readNote(OWNER)
    if (owner === null && mode === 'watch') return missing(place)
    const report = owner === null ? await inspectUnowned(place, id, db, mode) : owner === id ? own(place) : foreign(place, owner, id)
    if (report.state !== 'ok') return report
    await place.probe(mode)
    // A database that does not answer is no fault of the store.
    const database = await withDiskDeadline(
      loadDatabaseId(db).catch(() => null),
      DATABASE_MS,
      () => null,
    )
    const other = database && (await findOtherDeletingDatabase(place, database, mode !== 'inspect'))
    return other === null || report.remedy !== '' ? report : copied(place, other)
  } catch (error) {
    return errorCode(error) === DEADLINE ? hanging(place, deadlineMs) : unwritable(place, error)
  }
}

/** Inspects the store with a deadline and without changes. */
export const inspectInTime = (place: StorePlace, db: Db): Promise<StoreReport> =>
  withDiskDeadline(inspect(place, db, { mode: 'inspect', deadlineMs: DEADLINE_MS }), DEADLINE_MS, () => hanging(place, DEADLINE_MS))

/** Makes this calendar the owner of the store, even if another one owns it. */
export async function adoptStore(place: StorePlace, db: Db): Promise<void> {
  const id = await loadCalendarId(db)
  await place.prepare('claim')
  await place.writeNote(OWNER, id, 'replacing')
  await claimDeletion(place, db)
}

async function inspectUnowned(place: StorePlace, id: string, db: Db, mode: Inspection): Promise<StoreReport> {
  const { referenced, others } = await countDigests(place, db)
  // Two calendars may have some pictures in common, so a few pictures in the database do not prove ownership.
  if (others > referenced) return unclaimed(place, others)
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images`)
  const lost = referenced === 0 ? (row?.n ?? 0) : 0
  if (mode === 'inspect') return own(place, lost)
  // If two servers start at the same time, the second finds the id of the first.
  await place.writeNote(OWNER, id, 'unless_present')
  const owner = (await place.readNote(OWNER)) ?? ''
  return owner === id ? own(place, lost) : foreign(place, owner, id)
}

/** Counts the pictures in the store that are in the database, and those that are not. */
async function countDigests(place: StorePlace, db: Db): Promise<{ referenced: number; others: number }> {
  let [referenced, all] = [0, 0]
  for await (const digests of place.allDigests()) {
    const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images where digest = any(${digests}::text[])`)
    referenced += row?.n ?? 0
    all += digests.length
  }
  return { referenced, others: all - referenced }
}

const own = ({ title, name, remedies }: StorePlace, lost = 0): StoreReport => ({
  state: 'ok',
  found: lost > 0 ? `${title} is empty, but the calendar has ${lost} images` : `${name} belongs to this calendar`,
  remedy: lost > 0 ? `${remedies.connect}, or restore them from a backup` : '',
})
const ADOPT = 'run: kalends media adopt'
const copied = ({ name, remedies }: StorePlace, { id, at }: DeletingDatabase): StoreReport => ({
  state: 'ok',
  found: `${name} belongs to this calendar, but another database of it (${id}) used it last at ${at}, so this one deletes no files there`,
  remedy: `If this database is a copy: ${remedies.elsewhere}. If it replaces the other one, after a restore or a failover, ${ADOPT}`,
})
const foreign = ({ title, remedies }: StorePlace, owner: string, id: string): StoreReport => ({
  state: 'foreign',
  found: `${title} belongs to another calendar (${owner}; this one is ${id})`,
  remedy: `${remedies.elsewhere}. If that calendar is no longer used and this one should take over its pictures, ${ADOPT}`,
})
const unclaimed = ({ title, remedies }: StorePlace, others: number): StoreReport => ({
  state: 'unclaimed',
  found: `${title} holds ${others} pictures that are not in the database of this calendar, and no ${OWNER} that names their owner`,
  remedy: `${remedies.elsewhere}. If they belong to this calendar, ${ADOPT}`,
})
const missing = ({ title, remedies }: StorePlace): StoreReport => ({
  state: 'missing',
  found: `${title} is empty: its ${OWNER} is missing`,
  remedy: `${remedies.reconnect}. If it is meant to be empty, restart the service`,
})
const hanging = ({ title, remedies }: StorePlace, ms: number): StoreReport => ({
  state: 'hanging',
  found: `${title} has not answered for ${ms / 1_000} s`,
  remedy: remedies.hanging,
})
const unwritable = ({ title, remedies }: StorePlace, error: unknown): StoreReport => ({
  state: 'unwritable',
  found: `${title} cannot be written to (${error instanceof Error ? error.message : String(error)})`,
  remedy: remedies.of(error),
})
