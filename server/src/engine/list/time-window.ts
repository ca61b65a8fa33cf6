// Lists that lie in time: a window over starts and ends → the rows of a page and their exact number, without reading what is passed over or counted. No I/O.
import { databaseText } from '../../kernel/time/date-times.ts'
import type { Bound, TimeWindow } from '../definition/time-window.ts'
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'

/** Where rows are read from: a table as `o`, and what must hold beside the window. */
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

/** What lasts longer is found by its class, all else close to its start. */
export const LONG_EVENT_DAYS = 2
export const isLongEvent = (alias: string): string => `${alias}.ends_at - ${alias}.starts_at > interval '${LONG_EVENT_DAYS} days'`
const LONG = isLongEvent('o')
/** How many days what is in each class of `span_class` lasts at most; the last has no end. */
const DURATION_CLASS_DAYS = [8, 32, 128, 512, Number.POSITIVE_INFINITY]
const DAY_MS = 86_400_000

export const windowConditions = ({ bounds, overlapsFrom: touches }: TimeWindow): Sql[] => [
  ...bounds.map(({ of, sign, at }) => sql`o.${ref(of)} ${raw(sign)} ${textOf(at)}`),
  ...(touches === null ? [] : [sql`(o.ends_at > ${textOf(touches)} or o.starts_at >= ${textOf(touches)})`]),
]

const isLower = ({ sign }: Bound): boolean => sign.startsWith('>')
/** The tightest of the bounds on one side; of two at one instant the one that leaves it out. */
function tightestBound(window: TimeWindow, of: Bound['of'], lower: boolean): Bound | null {
  const own = window.bounds.filter((bound) => bound.of === of && isLower(bound) === lower)
  const further = (a: Bound, b: Bound): Bound => {
    if (a.at === b.at) return a.sign.length === 1 ? a : b
    return a.at > b.at === lower ? a : b
  }
  return own.length === 0 ? null : own.reduce(further)
}
/** The instant that parts what is running from what is to come, where a window asks for both. */
function ongoingSplit(window: TimeWindow): number | null {
  const ends = tightestBound(window, 'ends_at', true)
  const at = Math.max(ends?.at ?? Number.NEGATIVE_INFINITY, window.overlapsFrom ?? Number.NEGATIVE_INFINITY)
  const from = tightestBound(window, 'starts_at', true)
  return at === Number.NEGATIVE_INFINITY || (from && from.at >= at) ? null : at
}

/**
 * Rows that hang over an instant: started before it, still running at it. Two arms, each of which an index answers: short ones close to the instant, and long
 * ones by how long they last, each class as far back as it can reach. `offset 0` keeps a planner that does not know the instants from other ways. `first`:
 * in which order, and how many, where the first of each are enough.
 */
function* ongoingAt(rows: RowSource, at: number, wheres: readonly Sql[], columns: Sql, first = raw('offset 0')): Generator<Sql> {
  const since = (days: number): string => textOf(at - days * DAY_MS)
  yield sql`(select ${columns} from ${rows.from} where ${and([...rows.wheres, ...wheres, sql`o.starts_at >= ${since(LONG_EVENT_DAYS)}`, raw(`not ${LONG}`)])} ${first})`
  const classes = DURATION_CLASS_DAYS.map((days, i) => sql`(${raw(String(i))}, ${since(days)}::timestamptz)`)
  const reached = [
    raw(LONG),
    raw('span_class(o.starts_at, o.ends_at) = c.class'),
    sql`o.starts_at >= c.since and o.starts_at <= ${textOf(at)}`,
  ]
  yield sql`select ${columns} from (values ${join(classes)}) c(class, since)
cross join lateral (select o.* from ${rows.from} where ${and([...rows.wheres, ...reached, ...wheres])} ${first}) o`
}
const countOf = (statements: Iterable<Sql>): Sql => sql`(select count(*) from (${join([...statements], '\nunion all\n')}) c)`

/** The ids of a page in the order of their starts. What is running stands before what is to come, so each part keeps the order of its index. */
export function pageInWindow(rows: RowSource, window: TimeWindow, { direction: way, limit, offset }: PageSlice): Sql {
  const order = sql`o.starts_at ${raw(way)}, ${rows.id} ${raw(way)}`
  const at = ongoingSplit(window)
  if (at === null)
    return sql`select ${rows.id} from ${rows.from} where ${and([...rows.wheres, ...windowConditions(window)])} order by ${order} limit ${limit} offset ${offset}`
  const columns = sql`${rows.id} as id, o.starts_at`
  const first = sql`order by ${order} limit ${offset + limit}`
  const running = [...ongoingAt(rows, at, [sql`o.starts_at < ${textOf(at)}`, ...windowConditions(window)], columns, first)]
  const coming = sql`(select ${columns} from ${rows.from} where ${and([...rows.wheres, sql`o.starts_at >= ${textOf(at)}`, ...windowConditions(window)])} ${first})`
  return sql`select o.id from (
${join([...running, coming], '\nunion all\n')}
) o order by o.starts_at ${raw(way)}, o.id ${raw(way)} limit ${limit} offset ${offset}`
}

/** Days that are counted whole, and the edges of the window, whose rows are counted one by one. */
interface Days {
  readonly first: string
  readonly end: string
  readonly edges: readonly { readonly day: string; readonly where: Sql }[]
  /** Rows that start in the window and are not in it because of their end. */
  readonly excludedByEnd: readonly Sql[]
}
function wholeDaysIn(rows: RowSource, window: TimeWindow): Days | null {
  const parted = ongoingSplit(window)
  const from = parted === null ? tightestBound(window, 'starts_at', true) : ({ of: 'starts_at', sign: '>=', at: parted } as const)
  const ends = tightestBound(window, 'ends_at', false)
  const starts = tightestBound(window, 'starts_at', false)
  // Who ends before an instant starts before it.
  const to = ends && (!starts || ends.at < starts.at) ? ({ ...ends, of: 'starts_at', sign: '<=' } as const) : starts
  const edges: { day: string; where: Sql }[] = []
  let [first, end] = ['-infinity', 'infinity']
  if (from) {
    const whole = from.at % DAY_MS === 0 && from.sign === '>='
    first = dayOf(whole ? from.at : from.at + DAY_MS)
    if (!whole)
      edges.push({
        day: dayOf(from.at),
        where: sql`o.starts_at ${raw(from.sign)} ${textOf(from.at)} and o.starts_at < ${first}::timestamp at time zone 'UTC'`,
      })
  }
  if (to) {
    end = dayOf(to.at)
    if (to.at % DAY_MS !== 0 || to.sign === '<=')
      edges.push({
        day: end,
        where: sql`o.starts_at >= ${end}::timestamp at time zone 'UTC' and o.starts_at ${raw(to.sign)} ${textOf(to.at)}`,
      })
  }
  // A window of hours is counted as it is.
  if (from && to && to.at - from.at < 3 * DAY_MS) return null
  const inStarts = [from, to].flatMap((bound) => (bound ? [sql`o.starts_at ${raw(bound.sign)} ${textOf(bound.at)}`] : []))
  const over = ends
    ? [
        ...ongoingAt(
          rows,
          ends.at,
          [...inStarts, sql`o.ends_at ${raw(ends.sign === '<' ? '>=' : '>')} ${textOf(ends.at)}`],
          sql`o.starts_at`,
        ),
      ]
    : []
  // Rows that start at or after the bound of ends end after it, except zero-length rows exactly at that bound.
  const endsAfter = tightestBound(window, 'ends_at', true)
  if (endsAfter && from && endsAfter.sign === '>' && endsAfter.at === from.at) {
    const at = textOf(from.at)
    over.push(
      sql`select o.starts_at from ${rows.from} where ${and([...rows.wheres, ...inStarts, sql`o.starts_at = ${at} and o.ends_at = ${at}`])}`,
    )
  }
  return { first, end, edges, excludedByEnd: over }
}
const textOf = (ms: number): string => (Number.isFinite(ms) ? databaseText(ms) : '-infinity')
/** The UTC day of an instant, as a date of the database. */
const dayOf = (ms: number): string => textOf(Math.floor(ms / DAY_MS) * DAY_MS).replace(/ 00:00:00\+00/, '')

/** The exact number of rows from the days that are counted already: `ref` is the linked record, 0 for all. */
export function totalFromDailyCounts(rows: RowSource, window: TimeWindow, ref_id: number): Sql {
  const days = wholeDaysIn(rows, window)
  const parted = ongoingSplit(window)
  if (days === null) return countRows(rows, window)
  const parts = [
    sql`(select coalesce(sum(n), 0) from day_counts where ref_id = ${ref_id} and day >= ${days.first} and day < ${days.end})`,
    ...days.edges.map(({ where }) => sql`(select count(*) from ${rows.from} where ${and([...rows.wheres, where])})`),
    ...(parted === null
      ? []
      : [countOf(ongoingAt(rows, parted, [sql`o.starts_at < ${textOf(parted)}`, ...windowConditions(window)], raw('1')))]),
  ]
  const sum = join(parts, '\n+ ')
  return days.excludedByEnd.length === 0 ? sum : sql`${sum}\n- ${countOf(days.excludedByEnd)}`
}
export function countRows(rows: RowSource, window: TimeWindow): Sql {
  const at = ongoingSplit(window)
  if (at === null) return sql`(select count(*) from ${rows.from} where ${and([...rows.wheres, ...windowConditions(window)])})`
  const coming = sql`select 1 from ${rows.from} where ${and([...rows.wheres, sql`o.starts_at >= ${textOf(at)}`, ...windowConditions(window)])}`
  return countOf([...ongoingAt(rows, at, [sql`o.starts_at < ${textOf(at)}`, ...windowConditions(window)], raw('1')), coming])
}

/** A page far from the first: the counted days say on which day it begins, and reading begins there. Null where days do not help. */
export function deepPage(rows: RowSource, window: TimeWindow, ref_id: number, { direction: way, limit, offset }: PageSlice): Sql | null {
  const days = ongoingSplit(window) === null ? wholeDaysIn(rows, window) : null
  if (days === null) return null
  const arms = [
    sql`select day, n from day_counts where ref_id = ${ref_id} and day >= ${days.first} and day < ${days.end}`,
    ...days.edges.map(({ day, where }) => sql`select ${day}::date, count(*) from ${rows.from} where ${and([...rows.wheres, where])}`),
    ...days.excludedByEnd.map((over) => sql`select (o.starts_at at time zone 'UTC')::date, -1 from (${over}) o`),
  ]
  const begins =
    way === 'asc' ? sql`o.starts_at >= d.day::timestamp at time zone 'UTC'` : sql`o.starts_at < (d.day + 1)::timestamp at time zone 'UTC'`
  return sql`select o.id
from (
  select day, ${offset} - (upto - n) as skip
  from (select day, sum(n) as n, sum(sum(n)) over (order by day ${raw(way)}) as upto from (
${join(arms, '\nunion all\n')}
  ) each group by day) run
  where upto > ${offset}
  order by day ${raw(way)}
  limit 1
) d
cross join lateral (
  select ${rows.id} as id from ${rows.from}
  where ${and([...rows.wheres, ...windowConditions(window), begins])}
  order by o.starts_at ${raw(way)}, ${rows.id} ${raw(way)}
  limit ${limit} offset d.skip
) o`
}
