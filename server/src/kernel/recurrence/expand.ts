// Expands a recurrence to its dates on the wall clock, within a budget of steps (recurrence 13.2.5 to 13.2.9).
import {
  DAY_SECONDS,
  dayOfSeconds,
  formatWall,
  parseTimeOfDay,
  timeOfSeconds,
  wallSeconds,
  type LocalDay,
  type WallTime,
} from './calendar-days.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { RecurrenceError } from './recurrence-error.ts'
import { anchorRule, dayNumberOf, type SeriesTimes, type StoredRecurrence, type StoredRule } from './recurrence.ts'
import { generateRuleDates, withStepBudget, type StepBudget } from './rule-dates.ts'

export interface ExpandOptions {
  /** Each rule is expanded up to and including its first date after this day. Single dates are never cut off. */
  readonly throughDay: LocalDay
  /** Leaves out dates before this day. A rule without COUNT costs no steps for them. */
  readonly sinceDay?: LocalDay
  readonly maxSteps?: number
  readonly maxDates?: number
}
export interface RecurrenceDate {
  readonly start: WallTime
  readonly end: WallTime | null
  /** The index of the rule that yields the date; null for a single date. */
  readonly rule: number | null
}
export interface ExpandedRecurrence {
  /** In order of start, each start once. */
  readonly dates: readonly RecurrenceDate[]
  /** Whether no rule continues after the dates that are returned. */
  readonly isComplete: boolean
  /** Exclusions within the expanded days that match no date. */
  readonly unmatchedExclude: readonly string[]
  readonly steps: number
}
export const { maxSteps: MAX_STEPS, maxOccurrences: MAX_OCCURRENCES } = DEFAULT_LIMITS

export function expandRecurrence(
  stored: StoredRecurrence,
  times: SeriesTimes,
  options: ExpandOptions,
): ExpandedRecurrence | RecurrenceError {
  const { maxSteps = MAX_STEPS, maxDates = MAX_OCCURRENCES } = options
  const expanded = withStepBudget(maxSteps, (budget) => collectDates(stored, times, { ...options, maxDates }, budget))
  return expanded ?? { code: 'too-many-steps', limit: maxSteps }
}

/** The end of a date in wall seconds, and the index of its rule. */
interface Found {
  end: number | null
  readonly rule: number | null
}

function collectDates(
  stored: StoredRecurrence,
  times: SeriesTimes,
  { throughDay, sinceDay, maxDates = MAX_OCCURRENCES }: ExpandOptions,
  budget: StepBudget,
): ExpandedRecurrence | RecurrenceError {
  const [start, through] = [wallSeconds(times.start), dayNumberOf(throughDay)]
  const since = sinceDay === undefined ? -Infinity : dayNumberOf(sinceDay)
  const exclusions = readExclusions(stored.exclude)
  const found = new Map<number, Found>()
  let isComplete = true
  for (const [index, rule] of stored.rules.entries()) {
    const anchored = anchorRule(rule, times)
    const endOf = endOfRule(rule, times)
    const walls = generateRuleDates(anchored, budget, Math.max(since, dayOfSeconds(start)))
    for (const wall of walls) {
      const day = dayOfSeconds(wall)
      if (wall < start || day < since || exclusions.excludes(wall)) continue
      if (!found.has(wall)) found.set(wall, { end: endOf(wall), rule: index })
      if (found.size > maxDates) return { code: 'too-many-occurrences', limit: maxDates }
      if (day <= through) continue
      isComplete &&= isBounded(anchored) && walls.next().done === true
      break
    }
  }
  addSingleDates(stored, times, { since, excludes: exclusions.excludes }, found)
  if (found.size > maxDates) return { code: 'too-many-occurrences', limit: maxDates }
  return {
    dates: [...found]
      .sort(([a], [b]) => a - b)
      .map(([wall, { end, rule }]) => ({ start: formatWall(wall), end: end === null ? null : formatWall(end), rule })),
    isComplete,
    unmatchedExclude: exclusions
      .unmatched()
      .filter((text) => isWithin(dayNumberOf(text.slice(0, 10)), since, isComplete ? Infinity : through)),
    steps: budget.spent(),
  }
}
const isWithin = (day: number, first: number, last: number): boolean => day >= first && day <= last
const isBounded = ({ rule, untilDay }: ReturnType<typeof anchorRule>): boolean => rule.count !== null || untilDay !== null

/** The single dates of a series count even before its start. One that a rule yields too stays a date of the rule, with the end of the single date. */
function addSingleDates(
  { dates }: StoredRecurrence,
  times: SeriesTimes,
  { since, excludes }: { readonly since: number; readonly excludes: (wall: number) => boolean },
  found: Map<number, Found>,
): void {
  const length = lengthOf(times)
  for (const date of dates) {
    const wall = wallSeconds(date.start)
    if (excludes(wall) || dayOfSeconds(wall) < since) continue
    const known = found.get(wall)
    const end = date.end === null ? null : wallSeconds(date.end)
    if (!known) found.set(wall, { end: end ?? (length === null ? null : wall + length), rule: null })
    else if (end !== null) known.end = end
  }
}

/** The length of a series in wall seconds. */
export const lengthOf = ({ start, end }: SeriesTimes): number | null => (end === null ? null : wallSeconds(end) - wallSeconds(start))

/** Computes the end of a date of a rule. An end time before the start is on the next day (recurrence 13.2.5). */
export function endOfRule({ end_time }: StoredRule, times: SeriesTimes): (wall: number) => number | null {
  const endTime = end_time === null || times.allDay ? null : parseTimeOfDay(end_time)
  const length = lengthOf(times)
  if (endTime === null) return (wall) => (length === null ? null : wall + length)
  return (wall) => {
    const end = dayOfSeconds(wall) * DAY_SECONDS + endTime
    return endTime < timeOfSeconds(wall) ? end + DAY_SECONDS : end
  }
}

export interface Exclusions {
  readonly excludes: (wall: number) => boolean
  readonly unmatched: () => string[]
}
/** Notes which exclusions match a date. */
export function readExclusions(exclude: StoredRecurrence['exclude']): Exclusions {
  const days = new Map(exclude.filter((text) => text.length === 10).map((text) => [dayNumberOf(text), text]))
  const starts = new Map(exclude.filter((text) => text.length > 10).map((text) => [wallSeconds(text), text]))
  const matched = new Set<string>()
  return {
    excludes: (wall) => {
      const found = [days.get(dayOfSeconds(wall)), starts.get(wall)].filter((text) => text !== undefined)
      for (const text of found) matched.add(text)
      return found.length > 0
    },
    unmatched: () => exclude.filter((text) => !matched.has(text)),
  }
}

/** Finds the first date on or after the start of the series, excluded dates included (recurrence 13.2.8). */
export function firstDate(stored: StoredRecurrence, times: SeriesTimes, maxSteps = MAX_STEPS): WallTime | RecurrenceError {
  const start = wallSeconds(times.start)
  const first = withStepBudget(maxSteps, (budget) => {
    const firsts = stored.rules.map((rule) => {
      for (const wall of generateRuleDates(anchorRule(rule, times), budget, dayOfSeconds(start))) if (wall >= start) return wall
      return Infinity
    })
    return Math.min(...firsts, ...stored.dates.map((date) => wallSeconds(date.start)).filter((wall) => wall >= start))
  })
  if (first === null) return { code: 'too-many-steps', limit: maxSteps }
  return first === Infinity ? { code: 'no-dates' } : formatWall(first)
}
