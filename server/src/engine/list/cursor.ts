// Cursors of lists (contract 3.8): the position of the last record of a page, the time that the list was computed for, and a
// fingerprint of the list. All values are those of a record in the response, so a cursor contains nothing that the caller cannot see.
import { isUtf8 } from 'node:buffer'
import Type from 'typebox'
import { FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import { dayContaining, fromDatabase } from '../../kernel/time/date-times.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import type { CacheLifetime } from '../definition/caching.ts'
import type { Kind, Param, RequestContext, Sort } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'
import { parseRankedPosition } from './ranked-position.ts'
import { sortOf, type KeysetCursor } from './sort-order.ts'
import { VIEW_PARAMS } from './view-params.ts'

export interface ListCursor {
  readonly fingerprint: string
  /** The time that the first page was computed for, in seconds since 1970; null if the list does not depend on the time. */
  readonly seconds: number | null
  readonly after: KeysetCursor
}

/** The longest sort value is a title of 500 characters. */
const CURSOR_MAX = 3_000
/** Version, fingerprint, time, id and sort value, which may contain spaces. */
const PARTS = /^1 ([\w-]{22}) (-|\d{1,12}) ([1-9]\d{0,14}) (.*)$/s
/** The year 9900: two years later is still a year that the API supports. */
const SECONDS_MAX = 250_000_000_000

export const encodeCursor = ({ fingerprint, seconds, after }: ListCursor): string =>
  Buffer.from(`1 ${fingerprint} ${seconds ?? '-'} ${after.id} ${after.at}`).toString('base64url')

function decodeCursor(text: string): ListCursor | null {
  if (text.length > CURSOR_MAX) return null
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) return null
  const [, fingerprint, seconds, id, at] = isUtf8(bytes) ? (PARTS.exec(bytes.toString()) ?? []) : []
  if (fingerprint === undefined || seconds === undefined || id === undefined || at === undefined) return null
  if (Number(seconds) > SECONDS_MAX || at.includes('\0')) return null
  return { fingerprint, seconds: seconds === '-' ? null : Number(seconds), after: { at, id: Number(id) } }
}

const cursorType: ValueType<ListCursor> = {
  schema: Type.String({ maxLength: CURSOR_MAX }),
  parse: (value) => (typeof value === 'string' ? decodeCursor(value) : null) ?? new FieldError('not_cursor'),
}
export const CURSOR_PARAM: Param<ListCursor> = param(
  cursorType,
  'The `next_cursor` of the previous page. The filters and the order must be the same. An empty value returns the first page. It cannot be combined with `page`.',
)

/** Parameters that do not change which records a list contains, or that the fingerprint covers separately. */
const OTHER_PARAMS = [...VIEW_PARAMS, 'i18n_language']
export interface FingerprintedList {
  readonly order: string
  readonly direction: string
  readonly rankedMax?: number
  /** The parameters as they were parsed. References and relative dates are not resolved. */
  readonly values: Readonly<Record<string, unknown>>
}
/** Identifies a list by everything that decides about its records and their order, except the time. */
export function listFingerprint(kind: Kind, { order, direction, rankedMax, values }: FingerprintedList, ctx: RequestContext): string {
  const filters = Object.keys(values)
    .filter((name) => !OTHER_PARAMS.includes(name))
    .toSorted()
    .map((name) => [name, values[name]])
  return contentHash(JSON.stringify([kind.name, rankedMax ? 'relevance' : order, direction, ctx.language, filters]))
}

/** Finds a cursor that belongs to another list, whose sort value has another type, or that is sent with `page`. */
export function findCursorErrors(kind: Kind, list: FingerprintedList, hasCursor: boolean, ctx: RequestContext): FieldErrors {
  const { page, cursor } = list.values as { readonly page?: number; readonly cursor?: ListCursor }
  const pageError = hasCursor && page !== undefined ? { page: new FieldError('not_with', { name: 'cursor' }) } : {}
  if (!cursor) return pageError
  if (cursor.fingerprint !== listFingerprint(kind, list, ctx)) return { ...pageError, cursor: new FieldError('other_list') }
  const { type } = sortOf(kind, list.order)
  const ranked = list.rankedMax ? parseRankedPosition(cursor.after) : null
  const sortValues = ranked ? [ranked.end.at, ranked.after.at] : [cursor.after.at]
  return sortValues.every((at) => isSortValue(type, at)) ? pageError : { ...pageError, cursor: new FieldError('not_cursor') }
}

/** Stored times are at most one day outside the years 1 to 9999. */
const [FIRST_MS, LAST_MS] = [Date.parse('0000-12-30T00:00:00Z'), Date.parse('+010000-01-03T00:00:00Z')]
/** Whether PostgreSQL can convert the text to the type. A client may have changed it. */
function isSortValue(type: Sort['type'], text: string): boolean {
  if (type === 'integer') return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
  if (type === 'text') return true
  if (!/^(?!0000)\d{4,5}-\d\d-\d\d \d\d:\d\d:[0-5]\d(?:\.\d{1,6})?\+00(?: BC)?$/.test(text)) return false
  try {
    const { epochMilliseconds } = fromDatabase(text)
    return epochMilliseconds >= FIRST_MS && epochMilliseconds <= LAST_MS
  } catch {
    return false
  }
}

/**
 * The time that a list is computed for, in seconds since 1970. It is the same for all requests within the lifetime of a response, so that
 * equal pages have equal cursors. The middle of a day is on that day in every year, whatever the offset of its time zone.
 */
export function listSeconds(cursor: ListCursor | undefined, lifetime: CacheLifetime, { now, site }: RequestContext): number | null {
  if (cursor) return cursor.seconds
  if (lifetime === 'always') return null
  if (lifetime === 'second') return Math.floor(now.epochMilliseconds / 1_000)
  const { start, end } = dayContaining(now, site.timeZone)
  return Math.floor((start.epochMilliseconds + end.epochMilliseconds) / 2_000)
}
