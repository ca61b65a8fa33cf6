// Writes the rule of a moved date: the day from which it counts, its end, and the dates that the move must not add (recurrence 13.5.4).
import {
  dayOfSeconds,
  formatDay,
  formatTimeOfDay,
  formatWall,
  startOfWeek,
  timeOfSeconds,
  wallSeconds,
  type TimeOfDay,
} from './calendar-days.ts'
import { anchorRule, dayNumberOf, startTimeOf, type SeriesTimes, type StoredRule } from './recurrence.ts'
import { generateRuleDates, type AnchoredRule, type StepBudget } from './rule-dates.ts'
import { formatRule, type RecurrenceRule } from './rule.ts'
import { anchorFor, timesFrom } from './series-start.ts'

export interface RuleMove {
  readonly old: StoredRule
  /** The rule with its new weekdays. */
  readonly rule: RecurrenceRule
  readonly end_time: TimeOfDay | null
  /** Moves a date of the rule, in wall seconds. */
  readonly shift: (wall: number) => number
  /** The last day up to which dates are compared: the end of a week. */
  readonly lastDay: number
  readonly times: SeriesTimes
}
export interface MovedRule {
  readonly rule: StoredRule
  readonly next: SeriesTimes
  /** Dates that the rule has yielded, in wall seconds. */
  readonly dates: readonly number[]
  /** Dates that the moved rule yields at its ends although no date moved there. They must be excluded. */
  readonly extra: readonly number[]
}
/** The new length of the series, and its first date that does not come from the rule. */
interface SeriesParts {
  readonly length: number | null
  readonly earliest: number
}

export function moveRule(move: RuleMove, { length, earliest }: SeriesParts, budget: StepBudget): MovedRule {
  const { old, rule, shift, times, lastDay } = move
  const start = wallSeconds(times.start)
  const dates = takeWhile(anchorRule(old, times), budget, (wall) => rule.count !== null || dayOfSeconds(wall) <= lastDay)
  const moved = dates.map(shift)
  const expected = new Set(dates.filter((wall) => wall >= start).map(shift))
  const next = timesFrom(times, formatWall(Math.min(earliest, smallest(expected))), length)
  const base = {
    ...writeTimes(move, next),
    from: writeAnchor(move, next, smallest(moved)),
    rrule: formatRule({ ...rule, count: null }),
    until: null,
  }
  const lastMoved = largest(moved)
  const walls = takeWhile(anchorRule(base, next), budget, (wall) =>
    rule.count === null ? dayOfSeconds(wall) <= lastDay : wall <= lastMoved,
  )
  const all = new Set(moved)
  // A date that is counted without having been one before raises COUNT.
  const count = rule.count === null ? null : rule.count + walls.filter((wall) => !all.has(wall)).length
  const end = moveEnd(base, move, next, budget)
  const endDay = end.until === null ? Infinity : dayNumberOf(end.until)
  const extra = walls.filter((wall) => wall >= wallSeconds(next.start) && !expected.has(wall) && dayOfSeconds(wall) <= endDay)
  return { rule: { ...base, rrule: formatRule({ ...rule, count }), until: end.until }, next, dates, extra: [...extra, ...end.extra] }
}

function takeWhile(source: AnchoredRule, budget: StepBudget, isWanted: (wall: number) => boolean, sinceDay?: number): number[] {
  const walls: number[] = []
  for (const wall of generateRuleDates(source, budget, sinceDay)) {
    if (!isWanted(wall)) break
    walls.push(wall)
  }
  return walls
}
const smallest = (values: Iterable<number>): number => [...values].reduce((a, b) => Math.min(a, b), Infinity)
const largest = (values: Iterable<number>): number => [...values].reduce((a, b) => Math.max(a, b), -Infinity)

/** A rule without a time of its own gets one if the series has another. */
function writeTimes({ old, shift, times, end_time }: RuleMove, next: SeriesTimes): StoredRule {
  const time = timeOfSeconds(shift(dayOfSeconds(wallSeconds(times.start)) * 86_400 + startTimeOf(old, times)))
  const isOwn = old.start_time !== null || time !== timeOfSeconds(wallSeconds(next.start))
  return { ...old, end_time, start_time: isOwn && !times.allDay ? formatTimeOfDay(time) : old.start_time }
}

/** The dates of the first week can move before the day from which the rule counted. */
function writeAnchor({ old, rule, times }: RuleMove, next: SeriesTimes, firstMoved: number): string | null {
  if (old.from !== null) return formatDay(Math.min(dayNumberOf(old.from), dayOfSeconds(firstMoved)))
  const [anchorDay, startDay] = [dayOfSeconds(wallSeconds(times.start)), dayOfSeconds(wallSeconds(next.start))]
  const anchor = startDay < anchorDay ? null : anchorFor(rule, anchorDay, startDay)
  return anchor === null ? null : formatDay(anchor)
}

/** Keeps the end of the rule if the last week has the same dates, otherwise ends the rule with the last date that moved. */
function moveEnd(
  base: StoredRule,
  { old, rule, shift, times }: RuleMove,
  next: SeriesTimes,
  budget: StepBudget,
): { readonly until: string | null; readonly extra: readonly number[] } {
  if (old.until === null) return { until: null, extra: [] }
  const since = startOfWeek(dayNumberOf(old.until), rule.weekStart) - 7 * rule.interval
  const isLate = (wall: number): boolean => dayOfSeconds(wall) >= since
  const take = (stored: StoredRule, own: SeriesTimes): number[] =>
    takeWhile(anchorRule(stored, own), budget, () => true, since).filter(isLate)
  const [start, nextStart] = [wallSeconds(times.start), wallSeconds(next.start)]
  const expected = new Set(
    take(old, times)
      .filter((wall) => wall >= start)
      .map(shift)
      .filter(isLate),
  )
  const dates = (until: string): number[] => take({ ...base, until }, next).filter((wall) => wall >= nextStart)
  if (expected.size === 0 || new Set(dates(old.until)).symmetricDifference(expected).size === 0) return { until: old.until, extra: [] }
  const until = formatDay(dayOfSeconds(largest(expected)))
  return { until, extra: dates(until).filter((wall) => !expected.has(wall)) }
}
