// Cursors of the change feed (contract 14.1.4): a snapshot of the log, a position after it, and the caller and the log that they belong to.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import { openSealedText, sealText } from '../../kernel/security/sealed-text.ts'
import type { FilterInputs } from './feed-filters.ts'

/** A position in the log. Rows are ordered by transaction, then by id. */
export interface LogPosition {
  readonly xact: string
  readonly id: number
}
/** The position before the first row of the log. */
export const START: LogPosition = { xact: '0', id: 0 }
/** The rows of the log that a client has not read: those that are not visible in `from`. */
export interface FeedCursor {
  /** A snapshot as text. Null stands for the oldest row of the log. */
  readonly from: string | null
  /** Set while the client reads the rows that were new at some time: the snapshot of that time, and the last row that was read. */
  readonly page: { readonly to: string; readonly after: LogPosition } | null
  readonly kinds: readonly string[]
  readonly filters: CursorFilters | null
}
/** The filters of the first request. */
export interface CursorFilters {
  readonly inputs: FilterInputs
  /** A digest of the parameters as the client sent them. */
  readonly sent: string
  /** A digest of the ids that they resolved to. */
  readonly references: string
}

const VERSION = 2
/** A snapshot contains the ids of all running transactions. */
export const CURSOR_MAX = 8_000

const keys = new WeakMap<object, Buffer>()
export async function loadCursorKey(db: Db): Promise<Buffer> {
  const known = keys.get(db.poolKey) ?? (await db.query<{ cursor_key: Buffer }>(sql`select cursor_key from change_feed`))[0]?.cursor_key
  if (!known) throw new Error('The table change_feed is empty: restore its row from a backup.')
  keys.set(db.poolKey, known)
  return known
}

/** The cursor belongs to the caller with the role and scope of the request, and to the log of this database. */
const bindingOf = ({ id, role, scope }: Caller, logId: string): readonly unknown[] => [id, role, scope, logId]

export function encodeFeedCursor(key: Buffer, cursor: FeedCursor, caller: Caller, logId: string): string {
  const { from, page, kinds, filters } = cursor
  const position = page ? [page.to, page.after.xact, page.after.id] : null
  return sealText(key, JSON.stringify([VERSION, bindingOf(caller, logId), from, position, kinds, filters]))
}

export interface OpenedCursor {
  readonly cursor: FeedCursor
  /** The log that the cursor was made for. */
  readonly logId: string
  /** Whether the caller and the log are those that the cursor was made for. */
  isFor(caller: Caller, logId: string): boolean
}
type SealedParts = [number, unknown[], string | null, [string, string, number] | null, string[], CursorFilters | null]
/** Returns null if the text is not a cursor of this server. */
export function decodeFeedCursor(key: Buffer, text: string): OpenedCursor | null {
  const opened = text.length > CURSOR_MAX ? null : openSealedText(key, text)
  if (opened === null) return null
  const [version, binding, from, position, kinds, filters] = JSON.parse(opened) as SealedParts
  if (version !== VERSION) return null
  const page = position ? { to: position[0], after: { xact: position[1], id: position[2] } } : null
  return {
    cursor: { from, page, kinds, filters },
    logId: String(binding.at(-1)),
    isFor: (caller, logId) => JSON.stringify(binding) === JSON.stringify(bindingOf(caller, logId)),
  }
}
