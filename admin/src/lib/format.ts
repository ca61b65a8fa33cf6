// Formats of dates and numbers in the language of the interface.
import { cachedBy } from './cached.ts'
import { useLanguage } from './language.tsx'
import { formatLocale } from './messages.ts'

export interface Formats {
  /** A moment, such as `17 Nov 2026, 21:05`, in the time zone of the reader. */
  readonly moment: (utc: string) => string
  /** A day, such as `17 Nov 2026`. */
  readonly day: (utc: string) => string
  /** The time of a wall time such as `2026-11-17 10:30:00`: `10:30`. */
  readonly wallTime: (wall: string) => string
  /** The day of a wall time as a heading: `Tuesday 17 November`, with the year if it is not the given one. */
  readonly wallDay: (wall: string, currentYear: string) => string
  /** The day of a wall time as short as possible: `17 Nov`, with the year if it is not the given one. */
  readonly shortWallDay: (wall: string, currentYear: string) => string
  /** A distance in days from today, such as `tomorrow` or `in 3 days`. */
  readonly relativeDay: (days: number) => string
  readonly number: (value: number) => string
  readonly list: (values: readonly string[]) => string
}
export function useFormats(): Formats {
  const { language } = useLanguage()
  return formatsOf(formatLocale(language))
}

const formatsOf = cachedBy((locale): Formats => {
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const wallTimes = wallFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const wallDays = wallFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const wallDaysOfYears = wallFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const shortDays = wallFormat(locale, { day: 'numeric', month: 'short' })
  const shortDaysOfYears = wallFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    moment: (utc) => moments.format(new Date(utc)),
    day: (utc) => days.format(new Date(utc)),
    wallTime: wallTimes,
    wallDay: (wall, currentYear) => (wall.startsWith(currentYear) ? wallDays : wallDaysOfYears)(wall),
    shortWallDay: (wall, currentYear) => (wall.startsWith(currentYear) ? shortDays : shortDaysOfYears)(wall),
    relativeDay: (distance) => distances.format(distance, 'day'),
    number: (value) => numbers.format(value),
    list: (values) => lists.format(values),
  }
})

/** Wall times are formatted in UTC, so that the time zone of the browser does not shift them. */
function wallFormat(locale: string, options: Intl.DateTimeFormatOptions): (wall: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (wall) => format.format(new Date(`${wall.replace(' ', 'T')}Z`))
}
