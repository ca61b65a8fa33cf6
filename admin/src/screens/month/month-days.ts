// The days of a month view. The language decides on which day a week begins.
import { getWeeksInMonth, isWeekend, parseDate, startOfWeek } from '@internationalized/date'
import { addDays } from '../../lib/days.ts'

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const

/** The weeks that a month is part of, with all of their days. */
export function weeksOf(month: string, locale: string): readonly (readonly string[])[] {
  const first = parseDate(`${month}-01`)
  const start = startOfWeek(first, locale).toString()
  return Array.from({ length: getWeeksInMonth(first, locale) }, (_, week) => WEEK.map((day) => addDays(start, week * WEEK.length + day)))
}
export const monthOf = (day: string): string => day.slice(0, 7)
/** The same day of another month, or the last one of it. */
export const addMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString()
export const isWeekendDay = (day: string, locale: string): boolean => isWeekend(parseDate(day), locale)
