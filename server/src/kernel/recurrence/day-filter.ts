// Decides whether a day fulfills all parts of a rule that select days. Months and years are computed once, because most days follow each other.
import { countMonthDays, isLeapYear, startOfWeek, toCalendarDate, toDayNumber, weekdayOf } from './calendar-days.ts'
import type { RecurrenceRule } from './rule.ts'

/** The month and the year of the day that is examined. */
interface Surroundings {
  month: number
  monthStart: number
  monthLength: number
  yearStart: number
  yearLength: number
  year: number
}
type DayCondition = (day: number, at: Surroundings) => boolean

export function buildDayFilter(rule: RecurrenceRule): (day: number) => boolean {
  const conditions = [weekdayCondition(rule), monthCondition(rule), yearDayCondition(rule), weekNumberCondition(rule)].filter(
    (each) => each !== null,
  )
  const at: Surroundings = { month: 0, monthStart: 0, monthLength: 0, yearStart: 0, yearLength: 0, year: 0 }
  return (day) => {
    if (day < at.monthStart || day >= at.monthStart + at.monthLength) locate(day, at)
    for (const matches of conditions) if (!matches(day, at)) return false
    return true
  }
}

function locate(day: number, at: Surroundings): void {
  const { year, month } = toCalendarDate(day)
  at.month = month
  at.monthStart = toDayNumber(year, month, 1)
  at.monthLength = countMonthDays(year, month)
  if (year === at.year) return
  at.year = year
  at.yearStart = toDayNumber(year, 1, 1)
  at.yearLength = isLeapYear(year) ? 366 : 365
}

/** Positive and negative numbers share one table: the index of -1 is the last. */
function tableOf(numbers: readonly number[], size: number): Uint8Array {
  const table = new Uint8Array(2 * size + 1)
  for (const number of numbers) table[number < 0 ? 2 * size + 1 + number : number] = 1
  return table
}
const MONTH_DAYS = 31
const YEAR_DAYS = 366
const WEEKS = 53

function monthCondition({ byMonth, byMonthDay }: RecurrenceRule): DayCondition | null {
  if (byMonth.length === 0 && byMonthDay.length === 0) return null
  const [months, monthDays] = [tableOf(byMonth, 12), tableOf(byMonthDay, MONTH_DAYS)]
  return (day, { month, monthStart, monthLength }) => {
    if (byMonth.length > 0 && months[month] === 0) return false
    const number = day - monthStart + 1
    return byMonthDay.length === 0 || monthDays[number] === 1 || monthDays[2 * MONTH_DAYS + number - monthLength] === 1
  }
}

function yearDayCondition({ byYearDay }: RecurrenceRule): DayCondition | null {
  if (byYearDay.length === 0) return null
  const yearDays = tableOf(byYearDay, YEAR_DAYS)
  return (day, { yearStart, yearLength }) => {
    const number = day - yearStart + 1
    return yearDays[number] === 1 || yearDays[2 * YEAR_DAYS + number - yearLength] === 1
  }
}

/** The first week of a year is the first that has four of its days. */
const firstWeekOf = (year: number, weekStart: number): number => startOfWeek(toDayNumber(year, 1, 4), weekStart)
function weekNumberCondition({ byWeekNo, weekStart }: RecurrenceRule): DayCondition | null {
  if (byWeekNo.length === 0) return null
  const weeks = tableOf(byWeekNo, WEEKS)
  let [first, end] = [0, 0]
  return (day, { year }) => {
    if (day < first || day >= end) {
      const own = firstWeekOf(year, weekStart)
      const next = firstWeekOf(year + 1, weekStart)
      const weekYear = day < own ? year - 1 : day >= next ? year + 1 : year
      first = firstWeekOf(weekYear, weekStart)
      end = firstWeekOf(weekYear + 1, weekStart)
    }
    const number = Math.floor((day - first) / 7) + 1
    return weeks[number] === 1 || weeks[2 * WEEKS + number - (end - first) / 7] === 1
  }
}

/** A numbered weekday counts within the month if the rule is monthly or has BYMONTH, otherwise within the year. */
function weekdayCondition({ byDay, freq, byMonth }: RecurrenceRule): DayCondition | null {
  if (byDay.length === 0) return null
  const every = new Uint8Array(7)
  for (const { weekday, nth } of byDay) if (nth === 0) every[weekday] = 1
  const numbered = Array.from({ length: 7 }, (_, weekday) => {
    const numbers = byDay.filter((day) => day.weekday === weekday && day.nth !== 0).map(({ nth }) => nth)
    return numbers.length > 0 ? tableOf(numbers, WEEKS) : null
  })
  const isInMonth = freq === 'MONTHLY' || byMonth.length > 0
  return (day, { monthStart, monthLength, yearStart, yearLength }) => {
    const weekday = weekdayOf(day)
    if (every[weekday] === 1) return true
    const numbers = numbered[weekday] ?? null
    if (numbers === null) return false
    const position = day - (isInMonth ? monthStart : yearStart)
    const left = (isInMonth ? monthLength : yearLength) - 1 - position
    return numbers[Math.floor(position / 7) + 1] === 1 || numbers[2 * WEEKS - Math.floor(left / 7)] === 1
  }
}
