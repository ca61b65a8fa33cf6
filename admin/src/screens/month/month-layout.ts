// Places the events of a week: each of them has a lane, and the days of those that do not fit count them.
import { addDays, daysBetween, type EventTimes } from '../../lib/days.ts'

interface Days {
  readonly first: string
  readonly last: string
}
/** An event that ends by this time on the next day is shown on its first day only. */
const END_OF_NIGHT = '06:00:00'

/** The days on which an event is shown. */
export function daysOf({ all_day, start_date, end_date }: EventTimes): Days {
  const [first = '', startTime = ''] = start_date.split(' ')
  if (end_date === null || end_date <= start_date) return { first, last: first }
  const [last = '', endTime = ''] = end_date.split(' ')
  if (all_day) return { first, last }
  if (endTime === '00:00:00') return { first, last: addDays(last, -1) }
  const isOneNight = last === addDays(first, 1) && endTime <= END_OF_NIGHT && endTime < startTime
  return { first, last: isOneNight ? first : last }
}

interface Listed extends EventTimes {
  readonly id: number
}
/** Events of several days come first, the longest of them at the top. All others are sorted by their time. */
function compare<E extends Listed>(a: E, b: E): number {
  const [daysOfA, daysOfB] = [daysOf(a), daysOf(b)]
  const [isLongA, isLongB] = [daysOfA.first < daysOfA.last, daysOfB.first < daysOfB.last]
  if (isLongA !== isLongB) return isLongA ? -1 : 1
  if (isLongA && daysOfA.first !== daysOfB.first) return daysOfA.first < daysOfB.first ? -1 : 1
  if (isLongA && daysOfA.last !== daysOfB.last) return daysOfA.last > daysOfB.last ? -1 : 1
  if (a.all_day !== b.all_day) return a.all_day ? -1 : 1
  return a.start_date === b.start_date ? a.id - b.id : a.start_date < b.start_date ? -1 : 1
}

const overlaps = (event: Listed, first: string, last: string): boolean => {
  const days = daysOf(event)
  return days.first <= last && days.last >= first
}
/** The events of some days, in the order in which they are listed. */
export const eventsBetween = <E extends Listed>(events: readonly E[], first: string, last: string): readonly E[] =>
  events.filter((event) => overlaps(event, first, last)).toSorted(compare)

export interface Segment<E> {
  readonly event: E
  /** Index of the first day in the week. */
  readonly column: number
  readonly span: number
  readonly lane: number
  readonly isContinued: boolean
  readonly continues: boolean
}
interface WeekLayout<E> {
  readonly segments: readonly Segment<E>[]
  /** How many events of each day are not shown. */
  readonly hiddenCounts: readonly number[]
}
const LANES = 4
/** On days with events that do not fit, the last lane says how many they are. */
const LAST_LANE = LANES - 1

export function layoutWeek<E extends Listed>(week: readonly string[], events: readonly E[]): WeekLayout<E> {
  const all = placeInLanes(week, events)
  const full = new Set<number>()
  let hidden: readonly Segment<E>[] = all.filter(({ lane }) => lane > LAST_LANE)
  for (;;) {
    hidden.flatMap(columnsOf).forEach((column) => full.add(column))
    const next = all.filter((segment) => segment.lane >= LAST_LANE && columnsOf(segment).some((column) => full.has(column)))
    if (next.length === hidden.length) break
    hidden = next
  }
  return {
    segments: all.filter((segment) => !hidden.includes(segment)),
    hiddenCounts: week.map((_, column) => hidden.filter((segment) => columnsOf(segment).includes(column)).length),
  }
}
export const columnsOf = ({ column, span }: Segment<unknown>): number[] => Array.from({ length: span }, (_, index) => column + index)

function placeInLanes<E extends Listed>(week: readonly string[], events: readonly E[]): Segment<E>[] {
  const [firstDay = '', lastDay = ''] = [week[0], week.at(-1)]
  const taken: Set<number>[] = []
  return eventsBetween(events, firstDay, lastDay).map((event) => {
    const { first, last } = daysOf(event)
    const column = Math.max(daysBetween(firstDay, first), 0)
    const span = Math.min(daysBetween(firstDay, last), week.length - 1) - column + 1
    const columns = Array.from({ length: span }, (_, index) => column + index)
    const free = taken.findIndex((lane) => columns.every((each) => !lane.has(each)))
    const lane = free === -1 ? taken.length : free
    taken[lane] = new Set([...(taken[lane] ?? []), ...columns])
    return { event, column, span, lane, isContinued: first < firstDay, continues: last > lastDay }
  })
}
