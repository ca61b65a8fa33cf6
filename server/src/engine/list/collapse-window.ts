// Builds the SQL of public lists that show the first date of each series in a time window, from the columns that listings have for it:
// the start and the latest end of the previous dates, and the first and last dates per day. No I/O.
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind } from '../definition/kind.ts'
import type { Bound, TimeWindow } from '../definition/time-window.ts'
import {
  countOf,
  countRows,
  DAY_MS,
  dayOf,
  ongoingAt,
  ongoingSplit,
  pageInWindow,
  startBounds,
  textOf,
  tightestBound,
  windowConditions,
  wholeDaysIn,
  type PageSlice,
  type RowSource,
} from './time-window.ts'

/** Shorter windows are counted row by row. Only gaps between dates that are longer have an index. */
const SHORT_DAYS = 8
/** Maximum gap of each class of `gap_class`, in days. The last class has no maximum. */
const GAP_CLASS_DAYS = [16, 32, 64, 128, 256, 400, Number.POSITIVE_INFINITY]

/** Rows of the public table of one linked record, or of the whole calendar. */
interface ListedRows extends RowSource {
  readonly kind: Kind
  readonly ref_id: number
}
/** Whether one lower bound decides which dates are too early. With two, a date can fail one bound while another date fails the other. */
export const hasOneLowerBound = (window: TimeWindow): boolean =>
  [tightestBound(window, 'starts_at', true), tightestBound(window, 'ends_at', true), window.overlapsFrom].filter((bound) => bound !== null)
    .length <= 1

interface ListedPage {
  readonly kind: Kind
  readonly ref_id: number
  readonly listed: RowSource
  /** The same rows after the position of a cursor. */
  readonly ordered: RowSource
}
/** The page and the total of a list that shows the first date of each series in the window. */
export const collapsedByPreviousDates = ({ kind, ref_id, listed, ordered }: ListedPage, window: TimeWindow, slice: PageSlice) => {
  const rows: ListedRows = { ...listed, kind, ref_id }
  return {
    page: pageInWindow({ ...ordered, wheres: [...ordered.wheres, isFirstInWindow(rows, window)] }, window, slice),
    total: countSeriesInWindow(rows, window),
  }
}

/** Condition on the rows of the window: they are the first dates of their series in it. */
function isFirstInWindow(rows: ListedRows, window: TimeWindow): Sql {
  const [starts, ends] = [tightestBound(window, 'starts_at', true), tightestBound(window, 'ends_at', true)]
  const isFirst = sql`o.previous_at is null`
  const isEarlier: Sql[] = []
  if (starts) isEarlier.push(sql`o.previous_at ${raw(starts.sign === '>' ? '<=' : '<')} ${textOf(starts.at)}`)
  if (ends) isEarlier.push(sql`o.previous_end <= ${textOf(ends.at)}`)
  if (window.overlapsFrom !== null) {
    const at = textOf(window.overlapsFrom)
    isEarlier.push(sql`(o.previous_at < ${at} and o.previous_end <= ${at})`)
  }
  const upper = tightestBound(window, 'ends_at', false)
  const arms = [isFirst, ...isEarlier, ...(upper ? [isFirstThatEndsBefore(rows, window, upper)] : [])]
  return sql`(${join(arms, ' or ')})`
}
/** If a date of a series ends too late, a later one may be the first that matches. Only series with such a date are looked at. */
function isFirstThatEndsBefore(rows: ListedRows, window: TimeWindow, upper: Bound): Sql {
  const at = textOf(upper.at)
  const isLate = sql`o.ends_at ${raw(upper.sign === '<' ? '>=' : '>')} ${at}`
  const wheres = [sql`o.starts_at <= ${at}`, isLate, raw('not (o.previous_at is null and o.last)')]
  const late = join([...ongoingAt(rows, upper.at, { columns: raw('o.series'), wheres })], '\nunion all\n')
  const earlier = sql`select 1 from ${datesOfSeries(rows, raw('shown.series'))} where ${and([...rows.wheres, raw('(o.starts_at, o.id) < (shown.starts_at, shown.id)'), ...windowConditions(window)])}`
  return sql`(o.series in (
${late}
) and not exists (select 1 from (select o.series, o.starts_at, o.id) shown cross join lateral (${earlier}) e))`
}

/** The series of a date that does not match. If it has no other date in the list, no other date can match. */
const CANDIDATE = 'o.series, o.previous_at is null and o.last as alone'
/** The dates of one series. `offset 0` makes the planner, which does not know the window, find them by the series instead of by their starts. */
const datesOfSeries = ({ from }: ListedRows, series: Sql): Sql => sql`(select o.* from ${from} where o.series = ${series} offset 0) o`

/**
 * Counts the series with a date in the window: those with a start in it, less those whose starts in it all end too late, plus those that are only
 * ongoing at its beginning.
 */
function countSeriesInWindow(rows: ListedRows, window: TimeWindow): Sql {
  const days = wholeDaysIn(rows, window, CANDIDATE)
  const { from, to } = startBounds(window)
  const direct = countRows({ ...rows, wheres: [...rows.wheres, isFirstInWindow(rows, window)] }, window)
  if (days === null || (from && to && to.at - from.at <= SHORT_DAYS * DAY_MS)) return direct
  const inStarts = [from, to].flatMap((bound) => (bound ? [sql`o.starts_at ${raw(bound.sign)} ${textOf(bound.at)}`] : []))
  const matching = sql`select 1 from ${datesOfSeries(rows, raw('c.series'))} where ${and([...rows.wheres, ...inStarts, ...windowConditions(window)])} offset 0`
  const withoutMatch = (queries: readonly Sql[]): Sql =>
    sql`(select count(*) from (select distinct c.series from (${join(queries, '\nunion all\n')}) c where c.alone or not exists (${matching})) c)`
  const split = ongoingSplit(window)
  const ongoing =
    split === null
      ? []
      : [
          ...ongoingAt(rows, split, {
            columns: raw(CANDIDATE),
            wheres: [sql`o.starts_at < ${textOf(split)}`, ...windowConditions(window)],
          }),
        ]
  const total = join(
    [
      startingSeries(rows, from, to),
      ...(ongoing.length > 0 ? [sql`+ ${withoutMatch(ongoing)}`] : []),
      ...(days.excludedByEnd.length > 0 ? [sql`- ${withoutMatch(days.excludedByEnd)}`] : []),
    ],
    '\n',
  )
  if (!from) return total
  // Series without a last date are counted as if they had dates after every window, so their stored dates must reach past its beginning.
  const { table, listing } = rows.kind
  const expanded = sql`(select min(e.${ref(listing?.expandedColumn ?? '')}) from ${ref(table)} e)`
  return sql`(case when coalesce(${expanded} > ${dayOf(from.at)}::date, true) then ${total} else ${direct} end)`
}

/** Counts the series with a start between the bounds: those that have not ended before, less those that begin later or have none in between. */
function startingSeries(rows: ListedRows, from: Bound | null, to: Bound | null): Sql {
  const count = (...wheres: readonly Sql[]): Sql => sql`(select count(*) from ${rows.from} where ${and([...rows.wheres, ...wheres])})`
  const sum = (column: 'firsts' | 'lasts', where: Sql): Sql =>
    sql`(select coalesce(sum(${raw(column)}), 0) from day_counts where ref_id = ${rows.ref_id} and ${where})`
  const midnight = (day: string): Sql => sql`${day}::timestamp at time zone 'UTC'`
  const first = raw('o.previous_at is null')
  if (!from) {
    if (!to) return sum('firsts', raw('true'))
    const day = dayOf(to.at)
    const inEdge = sql`o.starts_at >= ${midnight(day)} and o.starts_at ${raw(to.sign)} ${textOf(to.at)}`
    return sql`${sum('firsts', sql`day < ${day}`)} + ${count(first, inEdge)}`
  }
  const since = dayOf(from.at + DAY_MS)
  const notEnded = [
    sum('lasts', sql`day >= ${since}`),
    count(raw('o.last'), sql`o.starts_at ${raw(from.sign)} ${textOf(from.at)} and o.starts_at < ${midnight(since)}`),
  ]
  if (!to) return join(notEnded, ' + ')
  const until = dayOf(to.at + DAY_MS)
  const isLater = sql`o.starts_at ${raw(to.sign === '<' ? '>=' : '>')} ${textOf(to.at)}`
  const classes = GAP_CLASS_DAYS.flatMap((days, i) =>
    days * DAY_MS >= to.at - from.at
      ? [sql`(${raw(String(i))}, ${Number.isFinite(days) ? textOf(from.at + days * DAY_MS) : 'infinity'}::timestamptz)`]
      : [],
  )
  const inGap = [
    raw(`o.starts_at - o.previous_at > interval '${SHORT_DAYS} days'`),
    raw('gap_class(o.previous_at, o.starts_at) = c.class'),
    isLater,
    raw('o.starts_at <= c.until'),
    sql`o.previous_at ${raw(from.sign === '>' ? '<=' : '<')} ${textOf(from.at)}`,
  ]
  const gaps = sql`select 1 from (values ${join(classes)}) c(class, until)
cross join lateral (select 1 from ${rows.from} where ${and([...rows.wheres, ...inGap])} offset 0) o`
  return join(
    [
      join(notEnded, ' + '),
      sum('firsts', sql`day >= ${until}`),
      count(first, isLater, sql`o.starts_at < ${midnight(until)}`),
      countOf([gaps]),
    ],
    '\n- ',
  )
}
