// Writes dates and times of events in words, in the language of a page. Times are those of the event's own time zone.
import type { Translate } from '../../kernel/text/messages.ts'
import { temporalZone } from '../../kernel/time/date-times.ts'
import { SITE_STRINGS } from './site-strings.ts'

type Wall = Temporal.PlainDateTime
type Options = Readonly<Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Wall-clock times are formatted as UTC, so that no time zone moves them. Digits are Latin, as everywhere on the pages. */
function formatter(language: string, options: Options): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  let known = formatters.get(key)
  if (!known) {
    known = new Intl.DateTimeFormat(language, { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...options })
    formatters.set(key, known)
  }
  return known
}
const LONG: Options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }
const LONG_RANGE: Options = { day: 'numeric', month: 'long', year: 'numeric' }
const SHORT: Options = { weekday: 'short', day: 'numeric', month: 'short' }
const SHORT_RANGE: Options = { day: 'numeric', month: 'short' }
const TIME: Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Parses a date and time of the API, such as `2027-05-03 20:00:00`. */
export const toWall = (text: string): Wall => Temporal.PlainDateTime.from(text.replace(' ', 'T'))
const asDate = (wall: Wall | Temporal.PlainDate): Date => new Date(wall.toZonedDateTime('UTC').epochMilliseconds)
const format = (language: string, options: Options, wall: Wall | Temporal.PlainDate): string =>
  formatter(language, options).format(asDate(wall))

export const longDate = (day: Wall | Temporal.PlainDate, language: string): string => format(language, LONG, day)
export const shortDate = (day: Wall | Temporal.PlainDate, language: string): string => format(language, SHORT, day)
export const monthName = (day: Temporal.PlainDate, language: string): string => format(language, { month: 'long', year: 'numeric' }, day)
export const shortMonth = (day: Wall, language: string): string => format(language, { month: 'short' }, day)
export const shortMonthAndYear = (day: Temporal.PlainDate, language: string): string =>
  format(language, { month: 'short', year: 'numeric' }, day)
export const weekdayName = (day: Temporal.PlainDate, language: string, length: 'long' | 'short' | 'narrow' = 'long'): string =>
  format(language, { weekday: length }, day)
export const clockTime = (wall: Wall, language: string): string => format(language, TIME, wall)

/** The parts of an event that its time consists of. */
export interface TimedRecord {
  readonly all_day: boolean
  readonly start_date: string
  /** Null if the end is not known. */
  readonly end_date: string | null
  /** Opening hours, or null. */
  readonly hours: unknown
  readonly timezone: string
}
interface Words {
  readonly language: string
  readonly translate: Translate
}
type Period = Pick<TimedRecord, 'start_date' | 'end_date' | 'hours'>

/**
 * The last day of an event. An event that ends at midnight does not take place on the day that begins then. With opening hours and without an
 * end, it runs until further notice, and the result is null.
 */
export function lastDay({ start_date, end_date, hours }: Period): Temporal.PlainDate | null {
  if (end_date === null && hours !== null) return null
  const [start, end] = [toWall(start_date), toWall(end_date ?? start_date)]
  const last = Temporal.PlainDateTime.compare(end, start) > 0 ? end.subtract({ seconds: 1 }) : end
  return last.toPlainDate()
}
/** Whether an event takes place on several days. A night that ends before 6 o'clock belongs to the day on which it began. */
export function isLong(record: Period): boolean {
  const last = lastDay(record)
  if (last === null) return true
  const days = toWall(record.start_date).toPlainDate().until(last).days
  return days > 1 || (days === 1 && toWall(record.end_date ?? record.start_date).hour >= 6)
}

/** The days of an event in words: one day with its weekday, or the first and the last day. */
export const daysInWords = (record: TimedRecord, words: Words): string =>
  isLong(record) ? rangeInWords(record, words, LONG_RANGE) : longDate(toWall(record.start_date), words.language)
/** The same for cards: in short form, with the time. */
export function daysInShort(record: TimedRecord, words: Words): string {
  if (isLong(record)) return rangeInWords(record, words, SHORT_RANGE)
  const start = toWall(record.start_date)
  const day = shortDate(start, words.language)
  return record.all_day ? day : `${day}, ${clockTime(start, words.language)}`
}
function rangeInWords(record: TimedRecord, { language, translate }: Words, options: Options): string {
  const [start, last] = [toWall(record.start_date), lastDay(record)]
  if (last === null) return translate(SITE_STRINGS.from_date, { day: format(language, options, start) })
  return formatter(language, options).formatRange(asDate(start), asDate(last))
}

/** The times of an event on one day; null if it lasts all day. */
export function timesInWords(record: TimedRecord, language: string): string | null {
  if (record.all_day) return null
  const start = toWall(record.start_date)
  const end = toWall(record.end_date ?? record.start_date)
  if (start.equals(end)) return clockTime(start, language)
  return `${clockTime(start, language)} – ${clockTime(end, language)}`
}

/** The name of a time zone in words, such as "Central European Time". UTC and offsets are shown by their code. */
export function zoneInWords({ timezone, start_date }: TimedRecord, language: string): string {
  if (timezone.startsWith('UTC')) return timezone
  const options = { timeZone: temporalZone(timezone), timeZoneName: 'longGeneric' } as const
  const parts = new Intl.DateTimeFormat(language, options).formatToParts(asDate(toWall(start_date)))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone
}

/** Headings begin with a capital, which names of months and days have in some languages only. */
export const capitalize = (text: string, language: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** The first day of the week: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(language: string): number {
  const { firstDay } = (new Intl.Locale(language) as Intl.Locale & { getWeekInfo(): { firstDay: number } }).getWeekInfo()
  return firstDay
}
