// Formats of a month view in the language of the interface. Days and times are those of the events, so the time zone of the reader has no effect.
import { cachedBy } from './cached.ts'
import type { EventTimes } from './days.ts'
import { useLanguage } from './language.tsx'
import { formatLocale } from './messages.ts'

export interface MonthFormats {
  /** A month, such as `November 2026`, from `2026-11`. */
  readonly month: (month: string) => string
  readonly weekday: (day: string) => string
  /** A weekday as short as possible, such as `F`. */
  readonly narrowWeekday: (day: string) => string
  /** The number of a day, such as `20`. */
  readonly dayNumber: (day: string) => string
  /** A day with its month, such as `1 November`. The name of the day contains the same words. */
  readonly dayAndMonth: (day: string) => string
  /** The days of an event, such as `6–8 Nov`. */
  readonly days: (times: EventTimes) => string
  /** The dates and times of an event in full. */
  readonly fullTimes: (times: EventTimes) => string
}
export function useMonthFormats(): MonthFormats {
  const { language } = useLanguage()
  return monthFormatsOf(formatLocale(language))
}

const FULL_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

const monthFormatsOf = cachedBy((locale): MonthFormats => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const ofDay = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
    const days = format(options)
    return (day) => days.format(new Date(day))
  }
  const shortDays = format({ day: 'numeric', month: 'short' })
  const fullDays = format(FULL_DAY)
  const fullTimes = format({ ...FULL_DAY, hour: '2-digit', minute: '2-digit' })
  return {
    month: ofDay({ month: 'long', year: 'numeric' }),
    weekday: ofDay({ weekday: 'long' }),
    narrowWeekday: ofDay({ weekday: 'narrow' }),
    dayNumber: ofDay({ day: 'numeric' }),
    dayAndMonth: ofDay({ day: 'numeric', month: 'long' }),
    days: (times) => formatRange(shortDays, times),
    fullTimes: (times) => formatRange(times.all_day ? fullDays : fullTimes, times),
  }
})

const wallDate = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`)
const formatRange = (format: Intl.DateTimeFormat, { start_date, end_date }: EventTimes): string =>
  end_date === null || end_date <= start_date
    ? format.format(wallDate(start_date))
    : format.formatRange(wallDate(start_date), wallDate(end_date))
