// An event source as FullCalendar reads it; what it does not know by name it keeps, and other widgets find it there.
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
import { URI } from '../../resources/shared-fields.ts'
import { jsonItemWriter, formatVenues, toPlainText, termNames, type Entry, type Format } from './feed.ts'
import { endpoints, wall } from './icalendar-times.ts'

/** What FullCalendar itself sends: the window it shows, and the zone it shows it in. `local` is the reader's own, which we are not told. */
const zone: values.ValueType<string> = {
  schema: Type.String({ maxLength: 64 }),
  parse: (value) =>
    value === 'local' ? '' : typeof value === 'string' ? (normalizeZone(value) ?? new FieldError('not_zone')) : new FieldError('not_zone'),
}
const WINDOW: Params = {
  start: param(values.dateTime, 'Start of the displayed period; requires `end`.'),
  end: param(values.dateTime, 'End of the displayed period; requires `start`.'),
  timeZone: param(zone, 'Time zone of the returned dates. Default: the time zone of each event.'),
}
const NULLABLE = Type.Union([Type.String(), Type.Null()])
const SOURCE = Type.Array(
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    start: Type.String(),
    end: Type.String(),
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
    image: NULLABLE,
  }),
)

/** The window as a list is asked for it. Whole days are searched at the site, so it is as wide as its days are there too; a widget shows what fits. */
function windowOf(given: Readonly<Record<string, unknown>>, ctx: RequestContext): Inputs {
  const shown = String(given['timeZone'] || ctx.site.timeZone)
  const at = (name: string, way: 1 | -1): string | undefined => {
    if (given[name] === undefined) return undefined
    const exact = toInstant(given[name] as DateTimeInput, shown, ctx.now)
    if (!isSupportedYear(exact)) return OUTSIDE
    const clock = toLocal(exact, shown)
    const isMidnight = clock.toPlainTime().equals('00:00')
    const day = dayStart(clock.toPlainDate().add({ days: way === 1 && !isMidnight ? 1 : 0 }), ctx.site.timeZone)
    return (Temporal.Instant.compare(day, exact) === way && isSupportedYear(day) ? day : exact).toString()
  }
  const [from, to] = [at('start', -1), at('end', 1)]
  return from === undefined && to === undefined ? {} : { ...(from && { from }), ...(to && { to }), strict_dates: true }
}
/** Refused where the list reads it. */
const OUTSIDE = '+999999 years'

export const fullCalendar: Format = {
  ending: 'fullcalendar.json',
  type: 'application/json; charset=utf-8',
  description: 'Returns all matching events as a JSON array for the FullCalendar widget.',
  schema: SOURCE,
  params: WINDOW,
  window: windowOf,
  open: (_, { timeZone }) => jsonItemWriter('[', ']', (entry) => sourceOf(entry, timeZone ? String(timeZone) : null)),
}

function sourceOf(entry: Entry, shownIn: string | null) {
  const { start, end } = endpoints(entry)
  const clock = temporalZone(shownIn ?? entry.timezone)
  const time = (at: Temporal.Instant): string =>
    at.toZonedDateTimeISO(clock).toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('+00:00', 'Z')
  const day = (shown: string, days: number): string => wall(shown).toPlainDate().add({ days }).toString()
  return {
    id: String(entry.id),
    title: entry.title,
    start: entry.all_day ? day(entry.start_date, 0) : time(start),
    // The day after the last.
    end: entry.all_day ? day(entry.end_date, 1) : time(end),
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
    image: entry.image?.url ?? null,
  }
}
