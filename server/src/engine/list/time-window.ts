// Builds the SQL of lists with a time window: the rows of a page and the exact total, without reading skipped or counted rows. No I/O.
import { databaseText } from '../../kernel/time/date-times.ts'
import type { Bound, TimeWindow } from '../definition/time-window.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'

/** The table that rows are read from, as `o`, and the conditions besides the time window. */
export interface RowSource {
  readonly from: Sql
  readonly wheres: readonly Sql[]
  readonly id: Sql
}
export interface PageSlice {
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Events that last longer are found by their duration class, all others by their start. */
const LONG_EVENT_HOURS = 6
const LONG = `o.ends_at - o.starts_at > interval '${LONG_EVENT_HOURS} hours'`
/** Maximum duration of each class of `span_class`, in days. The last class has no maximum. */
const DURATION_CLASS_DAYS = [1, 2, 8, 32, 128, 512, Number.POSITIVE_INFINITY]
/** A query that does not look at each class finds events that last longer by their classes, and all others by their start. */
export const LONG_EVENT_DAYS = 2
export const isLongEvent = (alias: string): string =>
  `${alias}.ends_at - ${alias}.starts_at > interval '${LONG_EVENT_HOURS} hours' and span_class(${alias}.starts_at, ${alias}.ends_at) > ${DURATION_CLASS_DAYS.indexOf(LONG_EVENT_DAYS)}`
export const DAY_MS = 86_400_000

export const windowConditions = ({ bounds, overlapsFrom }: TimeWindow): Sql[] => [
  ...bounds.map(({ of, sign, at }) => sql`o.${ref(of)} ${raw(sign)} ${textOf(at)}`),
  ...(overlapsFrom === null ? [] : [sql`(o.ends_at > ${textOf(overlapsFrom)} or o.starts_at >= ${textOf(overlapsFrom)})`]),
]

/** The same for the start and the end of a row that is already loaded, in milliseconds since 1970. */
export function isInWindow({ bounds, overlapsFrom }: TimeWindow, starts_at: number, ends_at: number): boolean {
  const isWithin = ({ of, sign, at }: Bound): boolean => {
    const value = of === 'starts_at' ? starts_at : ends_at
    return value === at ? sign.endsWith('=') : value > at === sign.startsWith('>')
  }
  return bounds.every(isWithin) && (overlapsFrom === null || ends_at > overlapsFrom || starts_at >= overlapsFrom)
}

const isLower = ({ sign }: Bound): boolean => sign.startsWith('>')
/** Returns the tightest bound on one side. If two bounds have the same instant, the one that excludes it is tighter. */
export function tightestBound(window: TimeWindow, of: Bound['of'], lower: boolean): Bound | null {
  const candidates = window.bounds.filter((bound) => bound.of === of && isLower(bound) === lower)
  const tighter = (a: Bound, b: Bound): Bound => {
    if (a.at === b.at) return a.sign.length === 1 ? a : b
    return a.at > b.at === lower ? a : b
  }
  return candidates.length === 0 ? null : candidates.reduce(tighter)
}
/** Returns the instant that separates ongoing from upcoming rows, if the window contains both. */
export function ongoingSplit(window: TimeWindow): number | null {
  const ends = tightestBound(window, 'ends_at', true)
  const at = Math.max(ends?.at ?? Number.NEGATIVE_INFINITY, window.overlapsFrom ?? Number.NEGATIVE_INFINITY)
  const from = tightestBound(window, 'starts_at', true)
  return at === Number.NEGATIVE_INFINITY || (from && from.at >= at) ? null : at
}

interface OngoingQuery {
  readonly columns: Sql
  readonly wheres: readonly Sql[]
  /** `order by … limit …`, if the first rows of each query are enough. */
  readonly first?: Sql
}
/**
 * Yields queries for the rows that are ongoing at an instant: they started before it and end after it. An index serves each query. Short rows start
 * close to the instant, and long rows are found by duration class, as far back as the class reaches. `offset 0` keeps the planner, which does not
 * know the instants, from choosing another plan.
 */
export function* ongoingAt(rows: RowSource, at: number, { columns, wheres, first = raw('offset 0') }: OngoingQuery): Generator<Sql> {
  const since = (days: number): string => textOf(at - days * DAY_MS)
  yield sql`(select ${columns} from ${rows.from} where ${and([...rows.wheres, ...wheres, sql`o.starts_at >= ${since(LONG_EVENT_HOURS / 24)}`, raw(`not ${LONG}`)])} ${first})`
  const classes = DURATION_CLASS_DAYS.map((days, i) => sql`(${raw(String(i))}, ${since(days)}::timestamptz)`)
  const inClass = [
    raw(LONG),
    raw('span_class(o.starts_at, o.ends_at) = c.class'),
    sql`o.starts_at >= c.since and o.starts_at <= ${textOf(at)}`,
  ]
  yield sql`select ${columns} from (values ${join(classes)}) c(class, since)
cross join lateral (select o.* from ${rows.from} where ${and([...rows.wheres, ...inClass, ...wheres])} ${first}) o`
}
/** Returns queries for the rows in the window that are ongoing at its beginning. */
export function ongoingRows(rows: RowSource, window: TimeWindow, columns: Sql): Sql[] {
  const at = ongoingSplit(window)
  return at === null ? [] : [...ongoingAt(rows, at, { columns, wheres: [sql`o.starts_at < ${textOf(at)}`, ...windowConditions(window)] })]
}
/** Returns queries for all rows in the window, none of which reads an index from its beginning because of ongoing rows. */
export function rowsInWindow(rows: RowSource, window: TimeWindow, columns: Sql): Sql[] {
  const at = ongoingSplit(window)
  const wheres = [...rows.wheres, ...(at === null ? [] : [sql`o.starts_at >= ${textOf(at)}`]), ...windowConditions(window)]
  return [...ongoingRows(rows, window, columns), sql`select ${columns} from ${rows.from} where ${and(wheres)}`]
}
export const countOf = (statements: Iterable<Sql>): Sql => sql`(select count(*) from (${join([...statements], '\nunion all\n')}) c)`

/** Returns the ids of a page in the order of their starts. Ongoing rows start before upcoming rows, so each query follows the order of its index. */
export function pageInWindow(rows: RowSource, window: TimeWindow, slice: PageSlice): Sql {
  const { limit, offset } = slice
  const direction = raw(slice.direction)
  const order = sql`o.starts_at ${direction}, ${rows.id} ${direction}`
  const at = ongoingSplit(window)
  if (at === null)
    return sql`select ${rows.id} from ${rows.from} where ${and([...rows.wheres, ...windowConditions(window)])} order by ${order} limit ${limit} offset ${offset}`
  const columns = sql`${rows.id} as id, o.starts_at`
  const first = sql`order by ${order} limit ${offset + limit}`
  const ongoing = [...ongoingAt(rows, at, { columns, wheres: [sql`o.starts_at < ${textOf(at)}`, ...windowConditions(window)], first })]
  const upcoming = sql`(select ${columns} from ${rows.from} where ${and([...rows.wheres, sql`o.starts_at >= ${textOf(at)}`, ...windowConditions(window)])} ${first})`
  return sql`select o.id from (
${join([...ongoing, upcoming], '\nunion all\n')}
) o order by o.starts_at ${direction}, o.id ${direction} limit ${limit} offset ${offset}`
}

/** The whole days of a window, which have daily counts, and its edges, whose rows are counted one by one. */
export interface Days {
  readonly first: string
  readonly end: string
  /** The same as numbers of days since 1970-01-01, or infinite. */
  readonly range: { readonly from: number; readonly end: number }
  readonly edges: readonly { readonly day: string; readonly where: Sql }[]
  /** Queries for rows that start in the window but are excluded because of their end. */
  readonly excludedByEnd: readonly Sql[]
}
/** The bounds on starts. Rows that are ongoing at the beginning of the window start before them. */
export function startBounds(window: TimeWindow): { readonly from: Bound | null; readonly to: Bound | null } {
  const split = ongoingSplit(window)
  const ends = tightestBound(window, 'ends_at', false)
  const starts = tightestBound(window, 'starts_at', false)
  return {
    from: split === null ? tightestBound(window, 'starts_at', true) : { of: 'starts_at', sign: '>=', at: split },
    // A row that ends before an instant also starts before it.
    to: ends && (!starts || ends.at < starts.at) ? { ...ends, of: 'starts_at', sign: '<=' } : starts,
  }
}
/** `excluded` are the columns that the queries for excluded rows return. */
export function wholeDaysIn(rows: RowSource, window: TimeWindow, excluded: string): Days | null {
  const { from, to } = startBounds(window)
  const ends = tightestBound(window, 'ends_at', false)
  const edges: { day: string; where: Sql }[] = []
  let [first, end] = ['-infinity', 'infinity']
  const range = { from: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }
  if (from) {
    const isWholeDay = from.at % DAY_MS === 0 && from.sign === '>='
    range.from = Math.floor(from.at / DAY_MS) + (isWholeDay ? 0 : 1)
    first = dayOf(range.from * DAY_MS)
    if (!isWholeDay)
      edges.push({
        day: dayOf(from.at),
        where: sql`o.starts_at ${raw(from.sign)} ${textOf(from.at)} and o.starts_at < ${first}::timestamp at time zone 'UTC'`,
      })
  }
  if (to) {
    range.end = Math.floor(to.at / DAY_MS)
    end = dayOf(to.at)
    if (to.at % DAY_MS !== 0 || to.sign === '<=')
      edges.push({
        day: end,
        where: sql`o.starts_at >= ${end}::timestamp at time zone 'UTC' and o.starts_at ${raw(to.sign)} ${textOf(to.at)}`,
      })
  }
  // In a short window, counting the rows is faster.
  if (from && to && to.at - from.at < 3 * DAY_MS) return null
  const inStarts = [from, to].flatMap((bound) => (bound ? [sql`o.starts_at ${raw(bound.sign)} ${textOf(bound.at)}`] : []))
  const isAfter = ends && sql`o.ends_at ${raw(ends.sign === '<' ? '>=' : '>')} ${textOf(ends.at)}`
  const excludedByEnd = ends && isAfter ? [...ongoingAt(rows, ends.at, { columns: raw(excluded), wheres: [...inStarts, isAfter] })] : []
  // Rows that start at or after the bound of ends end after it, except zero-length rows exactly at that bound.
  const endsAfter = tightestBound(window, 'ends_at', true)
  if (endsAfter && from && endsAfter.sign === '>' && endsAfter.at === from.at) {
    const at = textOf(from.at)
    excludedByEnd.push(
      sql`select ${raw(excluded)} from ${rows.from} where ${and([...rows.wheres, ...inStarts, sql`o.starts_at = ${at} and o.ends_at = ${at}`])}`,
    )
  }
  return { first, end, range, edges, excludedByEnd }
}
export const textOf = (ms: number): string => (Number.isFinite(ms) ? databaseText(ms) : '-infinity')
/** The UTC day of an instant, as a PostgreSQL date. */
export const dayOf = (ms: number): string => textOf(Math.floor(ms / DAY_MS) * DAY_MS).replace(/ 00:00:00\+00/, '')

/** Computes the exact total from daily counts. `ref_id` is the linked record, 0 for all records. */
export function totalFromDailyCounts(rows: RowSource, window: TimeWindow, ref_id: number): Sql {
  const days = wholeDaysIn(rows, window, 'o.starts_at')
  if (days === null) return countRows(rows, window)
  const ongoing = ongoingRows(rows, window, raw('1'))
  const parts = [
    sql`(select coalesce(sum(n), 0) from day_counts where ref_id = ${ref_id} and day >= ${days.first} and day < ${days.end})`,
    ...days.edges.map(({ where }) => sql`(select count(*) from ${rows.from} where ${and([...rows.wheres, where])})`),
    ...(ongoing.length === 0 ? [] : [countOf(ongoing)]),
  ]
  const sum = join(parts, '\n+ ')
  return days.excludedByEnd.length === 0 ? sum : sql`${sum}\n- ${countOf(days.excludedByEnd)}`
}
export function countRows(rows: RowSource, window: TimeWindow): Sql {
  if (ongoingSplit(window) === null)
    return sql`(select count(*) from ${rows.from} where ${and([...rows.wheres, ...windowConditions(window)])})`
  return countOf(rowsInWindow(rows, window, raw('1')))
}

/** A page with a large offset: daily counts tell on which day it begins, and reading begins there. Null if daily counts do not apply. */
export function deepPage(rows: RowSource, window: TimeWindow, ref_id: number, slice: PageSlice): Sql | null {
  const { limit, offset } = slice
  const direction = raw(slice.direction)
  const days = ongoingSplit(window) === null ? wholeDaysIn(rows, window, 'o.starts_at') : null
  if (days === null) return null
  const counts = [
    sql`select day, n from day_counts where ref_id = ${ref_id} and day >= ${days.first} and day < ${days.end}`,
    ...days.edges.map(({ day, where }) => sql`select ${day}::date, count(*) from ${rows.from} where ${and([...rows.wheres, where])}`),
    ...days.excludedByEnd.map((rowsOf) => sql`select (o.starts_at at time zone 'UTC')::date, -1 from (${rowsOf}) o`),
  ]
  const begins =
    slice.direction === 'asc'
      ? sql`o.starts_at >= d.day::timestamp at time zone 'UTC'`
      : sql`o.starts_at < (d.day + 1)::timestamp at time zone 'UTC'`
  return sql`select o.id
from (
  select day, ${offset} - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day ${direction}) as upto from (
${join(counts, '\nunion all\n')}
  ) each group by day) run
  where upto > ${offset}
  order by day ${direction}
  limit 1
) d
cross join lateral (
  select ${rows.id} as id from ${rows.from}
  where ${and([...rows.wheres, ...windowConditions(window), begins])}
  order by o.starts_at ${direction}, ${rows.id} ${direction}
  limit ${limit} offset d.skip
) o`
}
