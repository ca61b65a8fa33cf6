// A model of series: which dates a calendar shows after a history of writes. It knows days, not rules of iCalendar, and nothing of the server.

export interface ModelDate {
  /** The local day that the pattern gives the date. Patterns of the model have at most one date on a day. */
  readonly day: string
  /** Fields that the date has for itself. */
  own: Partial<Shown>
  /** The ID that the server gave the date when it was first seen. */
  id: number | null
  version: number
  /** The date as it was shown with that version. */
  shown: string
  /** Whether a client deleted the date, so that the pattern has it but the series excludes it. */
  isExcluded: boolean
}
export interface Shown {
  title: string
  website: string | null
  time: string
  featured: boolean
  event_status: string
  venue: number
}
export interface ModelSeries {
  id: number
  shared: Shown
  dates: ModelDate[]
  /** Dates that were removed. They return with their ID and their own fields. */
  removed: ModelDate[]
  isTrashed: boolean
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** The days of a weekly pattern, by looking at every day. */
export function weeklyDays(start: string, weekdays: readonly string[], count: number): string[] {
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(start); days.length < count; day = day.add({ days: 1 }))
    if (weekdays.includes(WEEKDAYS[day.dayOfWeek - 1] ?? '')) days.push(day.toString())
  return days
}

/** Gives a series the days of a new pattern. Dates on the same day stay, and dates with fields of their own are never lost. */
export function changeDays(series: ModelSeries, days: readonly string[]): void {
  const known = new Map([...series.removed, ...series.dates].map((date) => [date.day, date]))
  const kept = series.dates.filter((date) => !days.includes(date.day) && hasOwn(date)).map(({ day }) => day)
  const all = [...new Set([...days, ...kept])].sort()
  const next = all.map((day) => known.get(day) ?? newDate(day))
  series.removed = [...known.values()].filter((date) => !next.includes(date))
  series.dates = next
  // A new recurrence replaces the exclusions too.
  for (const date of known.values()) date.isExcluded = false
}
export const newDate = (day: string): ModelDate => ({ day, own: {}, id: null, version: 0, shown: '', isExcluded: false })
export const hasOwn = ({ own }: ModelDate): boolean => Object.keys(own).length > 0

export function removeDate(series: ModelSeries, date: ModelDate): void {
  series.dates = series.dates.filter((each) => each !== date)
  series.removed = [...series.removed, date]
  date.isExcluded = true
}
export function restoreDate(series: ModelSeries, date: ModelDate): void {
  series.removed = series.removed.filter((each) => each !== date)
  date.isExcluded = false
  series.dates = [...series.dates, date].sort((a, b) => (a.day < b.day ? -1 : 1))
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

/** The dates of a series as lists show them, in order. */
export const shownDates = (series: ModelSeries): (Shown & { day: string; id: number | null })[] =>
  series.isTrashed ? [] : series.dates.map(({ day, own, id }) => ({ day, id, ...series.shared, ...own }))
