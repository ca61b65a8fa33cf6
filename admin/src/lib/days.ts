// Days as text, such as `2026-11-17`. Calculations use UTC, so that they do not depend on the time zone of the browser.

import { cachedBy } from './cached.ts'

/** Days and times on the clocks of the place, such as `2026-11-17 10:30:00`. */
export interface EventTimes {
  readonly all_day: boolean
  readonly start_date: string
  /** Null if the end is not known. */
  readonly end_date: string | null
}

const DAY_MS = 86_400_000

const dayFormatOf = cachedBy((timeZone) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }))
/** Today in a time zone. */
export function todayIn(timeZone: string): string {
  const parts = dayFormatOf(timeZone).formatToParts(new Date())
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
/** Whether the text is a day of the calendar. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** A moment on the clocks of the reader, as a wall time such as `2026-11-17 10:30:00`. */
export function wallOfReader(utc: string): string {
  const moment = new Date(utc)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}
