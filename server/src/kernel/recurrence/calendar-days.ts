// Arithmetic on local days and wall times without a time zone. A day is a number of days since 1970-01-01, a wall time a number of seconds.

/** A local day: `2027-05-01`. */
export type LocalDay = string
/** A local time of day: `18:00:00`. */
export type TimeOfDay = string
/** A local date and time without a zone: `2027-05-01 18:00:00`. */
export type WallTime = string

export const DAY_SECONDS = 86_400
const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The years of 400-year cycles begin in March, so that the leap day is the last day of a year. */
export function toDayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function toCalendarDate(dayNumber: number): CalendarDate {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
export const countMonthDays = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)

/** The weekday of a day: 0 is Monday. */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 3) % 7) + 7) % 7
/** The first day of the week that contains a day. `weekStart` is the weekday on which weeks begin. */
export const startOfWeek = (dayNumber: number, weekStart: number): number => dayNumber - ((weekdayOf(dayNumber) - weekStart + 7) % 7)

/** The last day of the year 9999, the last year that the API supports. */
export const LAST_DAY = toDayNumber(9999, 12, 31)

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/
/** Returns null for other text, and for a day that does not exist. */
export function parseDay(text: string): number | null {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number)
  return year === undefined || month === undefined || day === undefined ? null : checkedDay(year, month, day)
}
export function checkedDay(year: number, month: number, day: number): number | null {
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= countMonthDays(year, month)
  return exists ? toDayNumber(year, month, day) : null
}
export function formatDay(dayNumber: number): LocalDay {
  const { year, month, day } = toCalendarDate(dayNumber)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

const TIME = /^(\d\d):(\d\d)(?::(\d\d))?$/
/** Parses `18:00` and `18:00:00` to seconds of the day. Returns null for other text. */
export function parseTimeOfDay(text: string): number | null {
  const [, hour, minute, second = '0'] = TIME.exec(text) ?? []
  return hour === undefined || minute === undefined ? null : checkedTime(Number(hour), Number(minute), Number(second))
}
export const checkedTime = (hour: number, minute: number, second: number): number | null =>
  hour <= 23 && minute <= 59 && second <= 59 ? hour * 3_600 + minute * 60 + second : null
export const formatTimeOfDay = (seconds: number): TimeOfDay =>
  `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`

/** Converts a stored wall time to seconds since 1970-01-01 00:00:00 on the same wall clock. */
export function wallSeconds(wall: WallTime): number {
  const day = parseDay(wall.slice(0, 10))
  const time = parseTimeOfDay(wall.slice(11))
  if (day === null || time === null) throw new RangeError(`not a wall time: ${wall}`)
  return day * DAY_SECONDS + time
}
export const dayOfSeconds = (seconds: number): number => Math.floor(seconds / DAY_SECONDS)
export const timeOfSeconds = (seconds: number): number => seconds - dayOfSeconds(seconds) * DAY_SECONDS
export const formatWall = (seconds: number): WallTime => `${formatDay(dayOfSeconds(seconds))} ${formatTimeOfDay(timeOfSeconds(seconds))}`
