// Recognizes recurring events. The original lists each date as an event of its own, whose URL ends with the date, and does not return the rule.
import type { SiteTimes } from './record-fields.ts'

const DATE_URL = /^(.{1,2000}?)\/(\d{4}-\d\d-\d\d)(?:\/\d{1,5})?\/?$/
/** The URL that the dates of one recurring event share; null for a single event. */
export const seriesUrlOf = (url: unknown): string | null => (typeof url === 'string' ? (DATE_URL.exec(url)?.[1] ?? null) : null)

/** Returns a rule that yields exactly these dates, or null. The dates are in order. */
export function inferRule(dates: readonly SiteTimes[]): string | null {
  const [first] = dates
  if (!first || dates.length < 2 || !dates.every((date) => hasSameClock(date, first))) return null
  const days = dates.map(({ start_date }) => Temporal.PlainDate.from(start_date.slice(0, 10)))
  return equalSteps(days) ?? weekdays(days) ?? monthly(days)
}
/** Each date has the same time of day, length and zone. */
function hasSameClock(date: SiteTimes, first: SiteTimes): boolean {
  const lengthOf = ({ start_date, end_date }: SiteTimes): number =>
    Temporal.PlainDateTime.from(start_date).until(Temporal.PlainDateTime.from(end_date)).total({ unit: 'seconds' })
  return (
    date.start_date.slice(11) === first.start_date.slice(11) &&
    date.timezone === first.timezone &&
    date.all_day === first.all_day &&
    lengthOf(date) === lengthOf(first)
  )
}

function equalSteps(days: readonly Temporal.PlainDate[]): string | null {
  const steps = new Set(days.slice(1).map((day, i) => days[i]?.until(day).total({ unit: 'days' }) ?? 0))
  const [step = 0] = steps
  if (steps.size !== 1 || step < 1) return null
  const [frequency, interval] = step % 7 === 0 ? ['WEEKLY', step / 7] : ['DAILY', step]
  return `FREQ=${frequency};INTERVAL=${interval};COUNT=${days.length}`
}
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Several days of every week, without a gap. */
function weekdays(days: readonly Temporal.PlainDate[]): string | null {
  const [first, last] = [days[0], days.at(-1)]
  const used = new Set(days.map(({ dayOfWeek }) => dayOfWeek))
  if (!first || !last || used.size === 7 || new Set(days.map(String)).size < days.length) return null
  const span = first.until(last).total({ unit: 'days' })
  const expected = [...used].reduce((sum, day) => sum + Math.floor((span - ((day - first.dayOfWeek + 7) % 7)) / 7) + 1, 0)
  if (expected !== days.length) return null
  const names = [...used].sort((a, b) => a - b).map((day) => WEEKDAYS[day - 1])
  return `FREQ=WEEKLY;BYDAY=${names.join(',')};COUNT=${days.length}`
}
/** The same day of the month, in equal steps of months. */
function monthly(days: readonly Temporal.PlainDate[]): string | null {
  const [first] = days
  const indexes = days.map(({ year, month }) => year * 12 + month)
  const step = (indexes[1] ?? 0) - (indexes[0] ?? 0)
  const isEven = days.every((day, i) => day.day === first?.day && indexes[i] === (indexes[0] ?? 0) + i * step)
  // A later day is missing in some months, where a rule and a site may differ.
  return isEven && step > 0 && (first?.day ?? 31) <= 28 ? `FREQ=MONTHLY;INTERVAL=${step};COUNT=${days.length}` : null
}
