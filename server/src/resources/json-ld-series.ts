// Describes the recurrence of a series, and the series of a date, in the schema.org vocabulary (contract 13.6.4).
import Type from 'typebox'
import type { RequestContext, StoredRow } from '../engine/definition/kind.ts'
import { formatTimeOfDay, timeOfSeconds, wallSeconds } from '../kernel/recurrence/calendar-days.ts'
import { endOfRule } from '../kernel/recurrence/expand.ts'
import { parseStoredRule, startTimeOf, type SeriesTimes, type StoredRecurrence, type StoredRule } from '../kernel/recurrence/recurrence.ts'
import { WEEKDAYS, type Frequency, type RecurrenceRule } from '../kernel/recurrence/rule.ts'
import { storedRecurrence, timesOf } from './event-recurrence.ts'
import { publicUrl, recordUrl, URI } from './shared-fields.ts'

const optional = Type.Optional
const DAY = Type.String({ format: 'date' })
const TIME = Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d$' })
const INTEGERS = Type.Array(Type.Integer(), { minItems: 1 })
const SCHEDULE = Type.Object({
  '@type': Type.String({ enum: ['Schedule'] }),
  repeatFrequency: Type.String(),
  byDay: optional(Type.Array(Type.String(), { minItems: 1 })),
  byMonth: optional(INTEGERS),
  byMonthDay: optional(INTEGERS),
  startDate: DAY,
  endDate: optional(DAY),
  startTime: optional(TIME),
  endTime: optional(TIME),
  scheduleTimezone: optional(Type.String()),
  repeatCount: optional(Type.Integer()),
  exceptDate: optional(Type.Array(Type.String(), { minItems: 1 })),
})
export const SCHEDULES_LD = Type.Array(SCHEDULE, { minItems: 1 })
export const SERIES_LD = Type.Object({
  '@type': Type.String({ enum: ['EventSeries'] }),
  '@id': URI,
  name: optional(Type.String()),
  url: URI,
})

/** The series of a date. An exception with a title of its own does not know the title of its series. */
export function toSuperEvent(record: StoredRow, row: StoredRow, ctx: RequestContext): Record<string, unknown> | null {
  if ((record['series'] ?? null) === null) return null
  const series = { ...row, id: record['series'], original_start: null, starts_local: row['series_starts_local'] }
  const hasOwnTitle = (record['overrides'] as readonly string[]).some((name) => name.startsWith('title.'))
  return {
    '@type': 'EventSeries',
    '@id': recordUrl('events', series, ctx),
    ...(!hasOwnTitle && { name: record['title'] }),
    url: publicUrl('event', 'events', series, ctx),
  }
}

/** The rules that schema.org can express. */
export function toSchedules(record: StoredRow, row: StoredRow): Record<string, unknown>[] {
  const stored = record['recurrence'] ? storedRecurrence(row) : null
  if (!stored) return []
  const zone = String(record['timezone'])
  return stored.rules.flatMap((rule) => {
    const parsed = parseStoredRule(rule.rrule)
    return isExpressible(parsed) ? [toSchedule(rule, parsed, stored, { times: timesOf(row), zone })] : []
  })
}
const isExpressible = (rule: RecurrenceRule): boolean =>
  [rule.byWeekNo, rule.byYearDay, rule.byHour, rule.byMinute, rule.bySecond, rule.bySetPos].every((values) => values.length === 0)

const UNITS: Readonly<Record<Frequency, string>> = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' }
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
interface SeriesClockTimes {
  readonly times: SeriesTimes
  readonly zone: string
}
function toSchedule(
  stored: StoredRule,
  rule: RecurrenceRule,
  { exclude }: StoredRecurrence,
  { times, zone }: SeriesClockTimes,
): Record<string, unknown> {
  const time = startTimeOf(stored, times)
  const end = endOfRule(stored, times)(wallSeconds(`${times.start.slice(0, 10)} ${formatTimeOfDay(time)}`))
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${rule.interval}${UNITS[rule.freq]}`,
    // A numbered weekday, such as the second Tuesday, has the syntax of iCalendar.
    ...(rule.byDay.length > 0 && {
      byDay: rule.byDay.map(({ weekday, nth }) => (nth === 0 ? `https://schema.org/${DAY_NAMES[weekday]}` : `${nth}${WEEKDAYS[weekday]}`)),
    }),
    ...(rule.byMonth.length > 0 && { byMonth: [...rule.byMonth] }),
    ...(rule.byMonthDay.length > 0 && { byMonthDay: [...rule.byMonthDay] }),
    startDate: stored.from ?? times.start.slice(0, 10),
    ...(stored.until !== null && { endDate: stored.until }),
    ...(!times.allDay && { startTime: formatTimeOfDay(time) }),
    ...(!times.allDay && end !== null && { endTime: formatTimeOfDay(timeOfSeconds(end)) }),
    // schema.org has names of IANA only.
    ...(!/^UTC[+-]/.test(zone) && { scheduleTimezone: zone }),
    ...(rule.count !== null && { repeatCount: rule.count }),
    ...(exclude.length > 0 && { exceptDate: exclude.map((text) => text.replace(' ', 'T')) }),
  }
}
