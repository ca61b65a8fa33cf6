// Formats of days and times on the clocks of a place, in the language of the interface. The time zone of the reader has no effect on them.
import { cachedBy } from './cached.ts'
import { useLanguage } from './language.tsx'
import { formatLocale } from './messages.ts'

export interface WallFormats {
  /** A day, such as `Tue 17 Nov 2026`, from `2026-11-17`. */
  readonly day: (day: string) => string
  /** A time, such as `10:30`, from `10:30:00`. */
  readonly time: (time: string) => string
}
export function useWallFormats(): WallFormats {
  const { language } = useLanguage()
  return wallFormatsOf(formatLocale(language))
}

const wallFormatsOf = cachedBy((locale): WallFormats => {
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  return { day: (day) => days.format(new Date(`${day}T00:00:00Z`)), time: (time) => times.format(new Date(`2000-01-01T${time}Z`)) }
})
