// Writes events in the JSON format of FullCalendar. FullCalendar keeps further properties, and other widgets can read them.
import Type from 'typebox'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { param } from '../../engine/definition/resource.ts'
import type { RequestContext, Params } from '../../engine/definition/kind.ts'
import {
  dayStart,
  isSupportedYear,
  normalizeZone,
  toInstant,
  temporalZone,
  toLocal,
  type DateTimeInput,
} from '../../kernel/time/date-times.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { EVENT_STATUS } from '../../resources/event-status.ts'
import { URI } from '../../resources/shared-fields.ts'
import { jsonItemWriter, formatVenues, toPlainText, termNames, type Entry, type Format } from './feed.ts'
import { endpoints, parseLocal } from './icalendar-times.ts'

/** The time zone that FullCalendar sends. `local` is the zone of the browser, which the server does not know. */
const displayZone: values.ValueType<string> = {
  schema: Type.String({ maxLength: 64 }),
  parse: (value) =>
    value === 'local' ? '' : typeof value === 'string' ? (normalizeZone(value) ?? new FieldError('not_zone')) : new FieldError('not_zone'),
}
const WINDOW: Params = {
  start: param(values.dateTime, 'Start of the displayed period. Requires `end`.'),
  end: param(values.dateTime, 'End of the displayed period. Requires `start`.'),
  timeZone: param(displayZone, 'Time zone of the returned dates. Default: the time zone of each event.'),
}
const NULLABLE = Type.Union([Type.String(), Type.Null()])
const SOURCE = Type.Array(
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    start: Type.String(),
    end: Type.Optional(Type.String()),
    allDay: Type.Boolean(),
    url: URI,
    description: Type.String(),
    location: NULLABLE,
    people: Type.Array(Type.String()),
    categories: Type.Array(Type.String()),
    timezone: Type.String(),
    status: Type.String(),
    featured: Type.Boolean(),
    protected: Type.Boolean(),
    event_status: EVENT_STATUS,
    image: NULLABLE,
  }),
)

/**
 * Converts the window of the widget to date filters of the list. Lists find all-day events by the days of the site's zone, so the window
 * also covers these days there. The widget itself hides events outside its window.
 */
function windowFilters(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Inputs {
  const zone = String(values['timeZone'] || ctx.site.timeZone)
  const bound = (name: 'start' | 'end'): string | undefined => {
    if (values[name] === undefined) return undefined
    const instant = toInstant(values[name] as DateTimeInput, zone, ctx.now)
    if (!isSupportedYear(instant)) return OUT_OF_RANGE
    const local = toLocal(instant, zone)
    const isMidnight = local.toPlainTime().equals('00:00')
    const day = dayStart(local.toPlainDate().add({ days: name === 'end' && !isMidnight ? 1 : 0 }), ctx.site.timeZone)
    const isWider = Temporal.Instant.compare(day, instant) === (name === 'end' ? 1 : -1)
    return (isWider && isSupportedYear(day) ? day : instant).toString()
  }
  const [from, to] = [bound('start'), bound('end')]
  return from === undefined && to === undefined ? {} : { ...(from && { from }), ...(to && { to }), strict_dates: true }
}
/** The validation of the list rejects this date. */
const OUT_OF_RANGE = '+999999 years'

export const fullCalendar: Format = {
  ending: 'fullcalendar.json',
  type: 'application/json; charset=utf-8',
  description: 'Returns all matching events as a JSON array for the FullCalendar widget.',
  schema: SOURCE,
  params: WINDOW,
  window: windowFilters,
  open: (_, { timeZone }) => jsonItemWriter('[', ']', (entry) => calendarItem(entry, timeZone ? String(timeZone) : null)),
}

function calendarItem(entry: Entry, timeZone: string | null) {
  const { start, end } = endpoints(entry)
  const zone = temporalZone(timeZone ?? entry.timezone)
  const time = (at: Temporal.Instant): string =>
    at.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('+00:00', 'Z')
  const day = (date: string, days: number): string => parseLocal(date).toPlainDate().add({ days }).toString()
  return {
    id: String(entry.id),
    title: entry.titleWithStatus,
    start: entry.all_day ? day(entry.start_date, 0) : time(start),
    // FullCalendar excludes the end, so it is the day after the last day.
    ...(entry.end_date !== null && end && { end: entry.all_day ? day(entry.end_date, 1) : time(end) }),
    allDay: entry.all_day,
    url: entry.url,
    description: toPlainText(entry),
    location: formatVenues(entry) || null,
    people: entry.organizer.map(({ organizer }) => organizer),
    categories: termNames(entry),
    timezone: entry.timezone,
    status: entry.status,
    featured: entry.featured,
    protected: entry.protected,
    event_status: entry.event_status,
    image: entry.image?.url ?? null,
  }
}
