// A model of series: which dates a calendar shows after a history of writes. It knows days, not rules of iCalendar, and nothing of the server.

/** Fields of a series that a date can have for itself. */
export interface Shown {
  title: string
  /** The French title; null if there is none. */
  french: string | null
  website: string | null
  featured: boolean
  event_status: string
  venue: number
}
export interface ModelDate {
  /** The local day that the pattern gives the date. Patterns of the model have at most one date on a day. */
  day: string
  /** The time of day of a single date (`dates`); null if the date has the time of the series. */
  time: string | null
  /** Fields that the date has for itself; `start` is a local time such as `2027-03-01 18:00`. */
  own: Partial<Shown> & { start?: string }
  /** The ID that the server gave the date when it was first seen. */
  id: number | null
  version: number
  /** The date as it was shown with that version. */
  shown: string
  /** Whether a client excluded the date, so that the pattern has it but the series does not show it. */
  isExcluded: boolean
}
export interface ModelSeries {
  id: number
  shared: Shown
  time: string
  zone: string
  weekdays: readonly string[]
  dates: ModelDate[]
  /** Dates that were removed. They return with their ID and their own fields. */
  removed: ModelDate[]
  isTrashed: boolean
  /** Whether the recurrence was ended: the only date is the event itself. */
  isSingle: boolean
}
/** A date as a list shows it. */
export interface ListedDate extends Omit<Shown, 'french'> {
  readonly day: string
  readonly start: string
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
export const weekdayOf = (day: string): string => WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? ''
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
/** The days of a weekly pattern, by looking at every day. */
export function weeklyDays(start: string, weekdays: readonly string[], count: number): string[] {
  const days: string[] = []
  for (let day = start; days.length < count; day = addDays(day, 1)) if (weekdays.includes(weekdayOf(day))) days.push(day)
  return days
}

export const newDate = (day: string, time: string | null = null): ModelDate => ({
  day,
  time,
  own: {},
  id: null,
  version: 0,
  shown: '',
  isExcluded: false,
})
export const hasOwn = ({ own }: ModelDate): boolean => Object.keys(own).length > 0
const byDay = (a: ModelDate, b: ModelDate): number => (a.day < b.day ? -1 : 1)

/** The local start that the date has, whether or not its zone has that time. */
export const writtenStart = ({ time }: ModelSeries, date: ModelDate): string => date.own.start ?? `${date.day} ${date.time ?? time}`
/** The local start that clients see: a time that the clocks skip is later. */
export const shownStart = (series: ModelSeries, date: ModelDate): string => existingTime(writtenStart(series, date), series.zone)
export const existingTime = (start: string, zone: string): string =>
  Temporal.PlainDateTime.from(start.replace(' ', 'T')).toZonedDateTime(zone).toPlainDateTime().toString().replace('T', ' ').slice(0, 16)

/** The date as lists show it. */
export function listedDate(series: ModelSeries, date: ModelDate): ListedDate {
  const { title, website, featured, event_status, venue } = { ...series.shared, ...date.own }
  return { day: date.day, start: shownStart(series, date), title, website, featured, event_status, venue }
}
/** The title in French. A text follows the series in each language for itself; a language without a text shows the first one. */
export const frenchTitle = ({ shared }: ModelSeries, { own }: ModelDate): string => own.french ?? shared.french ?? own.title ?? shared.title

/**
 * Gives a series the days and the time of a new pattern. Dates on the same day stay, and dates with fields of their own are never lost. The
 * time is that of the start of the series, which differs from that of its pattern after a split at a single date.
 */
export function changeDays(series: ModelSeries, weekdays: readonly string[], days: readonly string[], time: string): void {
  const current = series.isSingle ? [] : series.dates
  const known = new Map([...series.removed, ...current].map((date) => [date.day, date]))
  const kept = current.filter((date) => !days.includes(date.day) && hasOwn(date))
  for (const date of kept) date.time ??= series.time
  const next = days.map((day) => {
    const date = known.get(day)
    if (!date) return newDate(day)
    // A removed date returns with its ID if its time is the same.
    if (series.removed.includes(date) && (date.time ?? series.time) !== time) return newDate(day)
    return Object.assign(date, { time: null })
  })
  retire(
    series,
    current.filter((date) => !next.includes(date) && !kept.includes(date)),
  )
  series.dates = [...next, ...kept].sort(byDay)
  series.removed = series.removed.filter((date) => !series.dates.includes(date))
  // A new recurrence replaces the exclusions too.
  for (const date of series.removed) Object.assign(date, { isExcluded: false, time: date.time ?? series.time })
  for (const date of series.dates) date.isExcluded = false
  Object.assign(series, { weekdays, time, isSingle: false })
}
function retire(series: ModelSeries, dates: readonly ModelDate[]): void {
  for (const date of dates) date.time ??= series.time
  series.removed.push(...dates)
}

export function addDate(series: ModelSeries, day: string, time: string): void {
  series.dates = [...series.dates, newDate(day, time)].sort(byDay)
}
/** Excludes a date. Its exclusion follows the pattern. */
export function removeDate(series: ModelSeries, date: ModelDate): void {
  series.dates = series.dates.filter((each) => each !== date)
  series.removed.push(date)
  date.isExcluded = true
}
export function restoreDate(series: ModelSeries, date: ModelDate): void {
  series.removed = series.removed.filter((each) => each !== date)
  date.isExcluded = false
  series.dates = [...series.dates, date].sort(byDay)
}
/** Returns the function that moves all dates of a weekday by some days; null if another date is there. */
export function planWeekdayMove(series: ModelSeries, from: string, days: number): (() => void) | null {
  const moves = ({ day, time }: ModelDate): boolean => time === null && weekdayOf(day) === from
  const moving = [...series.dates, ...series.removed.filter(({ isExcluded }) => isExcluded)].filter(moves)
  const others = [...series.dates, ...series.removed].filter((date) => !moving.includes(date))
  if (moving.some(({ day }) => others.some((other) => other.day === addDays(day, days)))) return null
  return () => {
    for (const date of moving) date.day = addDays(date.day, days)
    series.dates.sort(byDay)
    const to = WEEKDAYS[WEEKDAYS.indexOf(from) + days] ?? from
    series.weekdays = series.weekdays.map((weekday) => (weekday === from ? to : weekday))
  }
}
/** Splits a series at a date. Removed dates go with their day. */
export function splitModel(series: ModelSeries, date: ModelDate, id: number): ModelSeries {
  const isLater = (each: ModelDate): boolean => each.day >= date.day
  const later = {
    ...series,
    id,
    shared: { ...series.shared },
    dates: series.dates.filter(isLater),
    removed: series.removed.filter(isLater),
  }
  series.dates = series.dates.filter((each) => !isLater(each))
  series.removed = series.removed.filter((each) => !isLater(each))
  return later
}
/** Ends the recurrence: the event stays at its first date, and dates with fields of their own become events. Returns those. */
export function endRecurrence(series: ModelSeries): ModelSeries[] {
  const [first, ...rest] = series.dates
  if (!first) throw new Error('the series has no date')
  const exceptions = rest.filter(hasOwn).map((date): ModelSeries => {
    const { start: _, ...own } = date.own
    const [day = '', time = ''] = writtenStart(series, date).split(' ')
    const single = { ...newDate(day), id: date.id, version: date.version }
    return { ...series, id: date.id ?? 0, shared: { ...series.shared, ...own }, time, dates: [single], removed: [], isSingle: true }
  })
  retire(
    series,
    series.dates.filter((date) => date === first || !hasOwn(date)),
  )
  // Exceptions of deleted dates become events too, in the trash. A later recurrence has a new date in their place.
  series.removed = series.removed.filter((date) => !hasOwn(date))
  for (const date of series.removed) Object.assign(date, { isExcluded: false, time: date.time ?? series.time })
  series.time = first.time ?? series.time
  series.dates = [{ ...newDate(first.day), id: series.id }]
  series.isSingle = true
  return exceptions
}
