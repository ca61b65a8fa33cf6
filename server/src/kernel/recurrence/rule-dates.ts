// Generates the dates of one rule in order, as seconds on the wall clock, and counts every step of the work before it is done.
import { countMonthDays, DAY_SECONDS, isLeapYear, LAST_DAY, startOfWeek, toCalendarDate, toDayNumber, weekdayOf } from './calendar-days.ts'
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

/** A period of a rule: the days of it that match. Null ends the rule. */
type Period = { readonly firstDay: number; readonly days: readonly number[] }
type PeriodReader = (index: number) => Period
interface Periods {
  readonly read: PeriodReader
  /** The index of the period that contains a day, or of the next period if the interval skips the day. */
  readonly indexOf: (day: number) => number
}

/** Yields the dates of a rule. Dates before `sinceDay` may be left out if the rule has no COUNT. */
export function* generateRuleDates(source: AnchoredRule, budget: StepBudget, sinceDay = -Infinity): Generator<number, undefined> {
  const { rule, anchorDay, anchorSeconds, untilDay, times } = source
  const periods = PERIODS[rule.freq](rule, anchorDay, budget)
  const lastDay = Math.min(untilDay ?? LAST_DAY, LAST_DAY)
  let index = rule.count === null && sinceDay > anchorDay ? periods.indexOf(sinceDay) : 0
  let count = 0
  for (; ; index += 1) {
    const { firstDay, days } = periods.read(index)
    if (firstDay > lastDay) return
    for (const wall of selectPositions(rule.bySetPos, days, times)) {
      budget.charge(1)
      if (wall < anchorSeconds) continue
      if (wall >= (lastDay + 1) * DAY_SECONDS) return
      yield wall
      count += 1
      if (count === rule.count) return
    }
  }
}

/** Yields the days of a period at all times of day, or only those at the positions of BYSETPOS. */
function* selectPositions(positions: readonly number[], days: readonly number[], times: readonly number[]): Generator<number> {
  if (positions.length === 0) {
    for (const day of days) for (const time of times) yield day * DAY_SECONDS + time
    return
  }
  const size = days.length * times.length
  const indexes = new Set(positions.map((position) => (position > 0 ? position - 1 : size + position)))
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const day = days[Math.floor(index / times.length)]
    const time = times[index % times.length]
    if (index >= 0 && day !== undefined && time !== undefined) yield day * DAY_SECONDS + time
  }
}

type PeriodsOf = (rule: RecurrenceRule, anchorDay: number, budget: StepBudget) => Periods
const PERIODS: Readonly<Record<RecurrenceRule['freq'], PeriodsOf>> = {
  DAILY: (rule, anchorDay, budget) => {
    const matches = dayFilter(rule)
    return {
      read: (index) => {
        budget.charge(1)
        const firstDay = anchorDay + index * rule.interval
        return { firstDay, days: matches(firstDay) ? [firstDay] : [] }
      },
      indexOf: (day) => Math.ceil((day - anchorDay) / rule.interval),
    }
  },
  WEEKLY: (rule, anchorDay, budget) => {
    const matches = dayFilter(rule)
    const firstWeek = startOfWeek(anchorDay, rule.weekStart)
    return {
      read: (index) => {
        budget.charge(7)
        const firstDay = firstWeek + index * 7 * rule.interval
        // The first week begins with the rule: BYSETPOS counts from there.
        return { firstDay, days: filterDays(firstDay, 7, (day) => day >= anchorDay && matches(day)) }
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

function filterDays(firstDay: number, length: number, matches: (day: number) => boolean): number[] {
  const days: number[] = []
  for (let day = firstDay; day < firstDay + length; day += 1) if (matches(day)) days.push(day)
  return days
}

/** Reads the matching days of a month. A month that BYMONTH leaves out costs one step. */
function monthReader(rule: RecurrenceRule, budget: StepBudget): (year: number, month: number) => readonly number[] {
  const matches = dayFilter(rule)
  return (year, month) => {
    const isLeftOut = rule.byMonth.length > 0 && !rule.byMonth.includes(month)
    const length = countMonthDays(year, month)
    budget.charge(isLeftOut ? 1 : length)
    return isLeftOut ? [] : filterDays(toDayNumber(year, month, 1), length, matches)
  }
}

/** Builds the condition that a day fulfills all parts of a rule that select days. */
function dayFilter(rule: RecurrenceRule): (day: number) => boolean {
  const conditions = [monthFilter(rule), weekNumberFilter(rule), yearDayFilter(rule), weekdayFilter(rule)].filter((each) => each !== null)
  return (day) => conditions.every((matches) => matches(day))
}
type DayFilter = ((day: number) => boolean) | null

function monthFilter({ byMonth, byMonthDay }: RecurrenceRule): DayFilter {
  if (byMonth.length === 0 && byMonthDay.length === 0) return null
  const [months, monthDays] = [new Set(byMonth), new Set(byMonthDay)]
  return (dayNumber) => {
    const { year, month, day } = toCalendarDate(dayNumber)
    if (months.size > 0 && !months.has(month)) return false
    return monthDays.size === 0 || monthDays.has(day) || monthDays.has(day - countMonthDays(year, month) - 1)
  }
}

/** The first week of a year is the first that has four of its days. */
const firstWeekOf = (year: number, weekStart: number): number => startOfWeek(toDayNumber(year, 1, 4), weekStart)
function weekNumberFilter({ byWeekNo, weekStart }: RecurrenceRule): DayFilter {
  if (byWeekNo.length === 0) return null
  const numbers = new Set(byWeekNo)
  return (day) => {
    const { year } = toCalendarDate(day)
    const weekYear = day < firstWeekOf(year, weekStart) ? year - 1 : day >= firstWeekOf(year + 1, weekStart) ? year + 1 : year
    const first = firstWeekOf(weekYear, weekStart)
    const number = Math.floor((day - first) / 7) + 1
    const total = (firstWeekOf(weekYear + 1, weekStart) - first) / 7
    return numbers.has(number) || numbers.has(number - total - 1)
  }
}

function yearDayFilter({ byYearDay }: RecurrenceRule): DayFilter {
  if (byYearDay.length === 0) return null
  const numbers = new Set(byYearDay)
  return (day) => {
    const { year } = toCalendarDate(day)
    const number = day - toDayNumber(year, 1, 1) + 1
    return numbers.has(number) || numbers.has(number - (isLeapYear(year) ? 366 : 365) - 1)
  }
}

/** A numbered weekday counts within the month if the rule is monthly or has BYMONTH, otherwise within the year. */
function weekdayFilter({ byDay, freq, byMonth }: RecurrenceRule): DayFilter {
  if (byDay.length === 0) return null
  const every = new Set(byDay.flatMap(({ weekday, nth }) => (nth === 0 ? [weekday] : [])))
  const numbered = new Map(
    Map.groupBy(
      byDay.filter(({ nth }) => nth !== 0),
      ({ weekday }) => weekday,
    )
      .entries()
      .map(([weekday, all]) => [weekday, new Set(all.map(({ nth }) => nth))]),
  )
  const isInMonth = freq === 'MONTHLY' || byMonth.length > 0
  return (dayNumber) => {
    const weekday = weekdayOf(dayNumber)
    if (every.has(weekday)) return true
    const numbers = numbered.get(weekday)
    if (numbers === undefined) return false
    const { year, month, day } = toCalendarDate(dayNumber)
    const position = isInMonth ? day : dayNumber - toDayNumber(year, 1, 1) + 1
    const length = isInMonth ? countMonthDays(year, month) : isLeapYear(year) ? 366 : 365
    return numbers.has(Math.floor((position - 1) / 7) + 1) || numbers.has(-Math.floor((length - position) / 7) - 1)
  }
}
