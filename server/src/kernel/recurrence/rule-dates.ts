// Generates the dates of one rule in order, as seconds on the wall clock, and counts every step of the work before it is done.
import { countMonthDays, DAY_SECONDS, LAST_DAY, startOfWeek, toCalendarDate, toDayNumber } from './calendar-days.ts'
import { buildDayFilter } from './day-filter.ts'
import type { RecurrenceRule } from './rule.ts'

/** A rule with the values that it takes from its series. */
export interface AnchoredRule {
  readonly rule: RecurrenceRule
  /** The day from which INTERVAL counts. */
  readonly anchorDay: number
  /** Dates before these wall seconds are neither yielded nor counted. */
  readonly anchorSeconds: number
  /** The last day, inclusive. */
  readonly untilDay: number | null
  /** The times of day in order, in seconds. */
  readonly times: readonly number[]
}

/** Thrown by `StepBudget.charge` and caught by `withStepBudget`. */
class StepLimitError extends Error {}
export interface StepBudget {
  readonly charge: (steps: number) => void
  readonly spent: () => number
}
/** Runs a function with a budget of steps. Returns null if the budget is exceeded. */
export function withStepBudget<T>(maxSteps: number, run: (budget: StepBudget) => T): T | null {
  let spent = 0
  const charge = (steps: number): void => {
    spent += steps
    if (spent > maxSteps) throw new StepLimitError()
  }
  try {
    return run({ charge, spent: () => spent })
  } catch (error) {
    if (error instanceof StepLimitError) return null
    throw error
  }
}

/** A period of a rule: its first day, and the days of it that match. */
type Period = { readonly firstDay: number; readonly days: readonly number[] }
type PeriodReader = (index: number) => Period
interface Periods {
  readonly read: PeriodReader
  /** The index of the period that contains a day, or of the next period if the interval skips the day. */
  readonly indexOf: (day: number) => number
}

/** Yields the dates of a rule. Dates before `sinceDay` may be left out if the rule has no COUNT. */
export function* generateRuleDates(source: AnchoredRule, budget: StepBudget, sinceDay = -Infinity): Generator<number, undefined> {
  const { rule, anchorDay, anchorSeconds, untilDay } = source
  const select = buildSelector(source, budget)
  const periods = PERIODS[rule.freq](rule, anchorDay, budget)
  const lastDay = Math.min(untilDay ?? LAST_DAY, LAST_DAY)
  let index = rule.count === null && sinceDay > anchorDay ? periods.indexOf(sinceDay) : 0
  let count = 0
  for (; ; index += 1) {
    const { firstDay, days } = periods.read(index)
    if (firstDay > lastDay) return
    if (days.length === 0) continue
    for (const wall of select(days)) {
      budget.charge(1)
      if (wall < anchorSeconds) continue
      if (wall >= (lastDay + 1) * DAY_SECONDS) return
      yield wall
      count += 1
      if (count === rule.count) return
    }
  }
}

/** Yields the wall seconds of the dates of a period: its days at all times of day, or only those at the positions of BYSETPOS. */
type DateSelector = (days: readonly number[]) => Iterable<number>
function buildSelector({ rule, times }: AnchoredRule, budget: StepBudget): DateSelector {
  if (rule.bySetPos.length === 0) return (days) => combine(days, times)
  let [lastSize, indexes]: [number, readonly number[]] = [0, []]
  return (days) => {
    const size = days.length * times.length
    // Most periods of a rule have the same number of dates.
    if (size !== lastSize) {
      budget.charge(rule.bySetPos.length)
      indexes = indexesOf(rule.bySetPos, size)
      lastSize = size
    }
    return indexes.map((index) => (days[Math.floor(index / times.length)] ?? 0) * DAY_SECONDS + (times[index % times.length] ?? 0))
  }
}
function* combine(days: readonly number[], times: readonly number[]): Generator<number> {
  for (const day of days) for (const time of times) yield day * DAY_SECONDS + time
}
/** The places of the positions in a set of a size, in order, each once. */
function indexesOf(positions: readonly number[], size: number): number[] {
  const indexes = positions.map((position) => (position > 0 ? position - 1 : size + position))
  return [...new Set(indexes)].filter((index) => index >= 0 && index < size).sort((a, b) => a - b)
}

type PeriodsOf = (rule: RecurrenceRule, anchorDay: number, budget: StepBudget) => Periods
const PERIODS: Readonly<Record<RecurrenceRule['freq'], PeriodsOf>> = {
  DAILY: (rule, anchorDay, budget) => {
    const matches = buildDayFilter(rule)
    return {
      read: (index) => {
        budget.charge(1)
        const firstDay = anchorDay + index * rule.interval
        return { firstDay, days: matches(firstDay) ? [firstDay] : NO_DAYS }
      },
      indexOf: (day) => Math.ceil((day - anchorDay) / rule.interval),
    }
  },
  WEEKLY: (rule, anchorDay, budget) => {
    const matches = buildDayFilter(rule)
    const firstWeek = startOfWeek(anchorDay, rule.weekStart)
    return {
      read: (index) => {
        budget.charge(7)
        const firstDay = firstWeek + index * 7 * rule.interval
        // The first week begins with the rule: BYSETPOS counts from there.
        return { firstDay, days: filterDays(Math.max(firstDay, anchorDay), firstDay + 7, matches) }
      },
      indexOf: (day) => Math.floor((day - firstWeek) / 7 / rule.interval),
    }
  },
  MONTHLY: (rule, anchorDay, budget) => {
    const { year, month } = toCalendarDate(anchorDay)
    const firstMonth = year * 12 + month - 1
    const readMonth = monthReader(rule, budget)
    return {
      read: (index) => {
        const number = firstMonth + index * rule.interval
        const [year, month] = [Math.floor(number / 12), (number % 12) + 1]
        return { firstDay: toDayNumber(year, month, 1), days: readMonth(year, month) }
      },
      indexOf: (day) => {
        const { year, month } = toCalendarDate(day)
        return Math.floor((year * 12 + month - 1 - firstMonth) / rule.interval)
      },
    }
  },
  YEARLY: (rule, anchorDay, budget) => {
    const { year: firstYear } = toCalendarDate(anchorDay)
    const readMonth = monthReader(rule, budget)
    return {
      read: (index) => {
        const year = firstYear + index * rule.interval
        return { firstDay: toDayNumber(year, 1, 1), days: MONTHS.flatMap((month) => readMonth(year, month)) }
      },
      indexOf: (day) => Math.floor((toCalendarDate(day).year - firstYear) / rule.interval),
    }
  },
}
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const NO_DAYS: readonly number[] = []

function filterDays(firstDay: number, endDay: number, matches: (day: number) => boolean): number[] {
  const days: number[] = []
  for (let day = firstDay; day < endDay; day += 1) if (matches(day)) days.push(day)
  return days
}

/** Reads the matching days of a month. A month that BYMONTH leaves out costs one step. */
function monthReader(rule: RecurrenceRule, budget: StepBudget): (year: number, month: number) => readonly number[] {
  const matches = buildDayFilter(rule)
  return (year, month) => {
    const isLeftOut = rule.byMonth.length > 0 && !rule.byMonth.includes(month)
    const length = countMonthDays(year, month)
    budget.charge(isLeftOut ? 1 : length)
    const firstDay = toDayNumber(year, month, 1)
    return isLeftOut ? NO_DAYS : filterDays(firstDay, firstDay + length, matches)
  }
}
