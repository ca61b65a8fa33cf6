// Filters of event lists by date (contract 5.1 to 5.4, 5.13). Pure functions.
import Type, { type Static } from 'typebox'
import type { CacheLifetime } from '../engine/definition/caching.ts'
import { filter, INVENTORY_PARAM, param } from '../engine/definition/resource.ts'
import type { RequestContext } from '../engine/definition/kind.ts'
import type { ExternalKey } from '../engine/definition/external-ids.ts'
import type { Bound, TimeWindow } from '../engine/definition/time-window.ts'
import {
  dayContaining,
  isLocalYearSupported,
  isSupportedYear,
  toInstant,
  formatDateTime,
  toLocal,
  type DateTimeInput,
} from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import * as values from '../kernel/validation/value-types.ts'
import { isSelectedDate } from './event-series-filters.ts'
import { OPEN_PARAMS, openBounds, openOverlap, resolveOpen, type OpenValues } from './opening-hours-filter.ts'
import { EXTERNAL_ID_PARAM } from './shared-filters.ts'

export const DATES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'] as const
type DateName = (typeof DATES)[number]
const OTHER_DATES = ['relative_to', 'open_on', 'open_at'] as const
const RELATIVE = ['past', 'running', 'upcoming'] as const
interface OtherValues extends OpenValues {
  readonly strict_dates?: boolean
  readonly relative?: (typeof RELATIVE)[number]
  readonly relative_to?: DateTimeInput
  readonly include?: readonly number[]
  readonly inventory?: boolean
  readonly external_id?: ExternalKey
}
type DateValues = { readonly [K in DateName]?: DateTimeInput } & OtherValues
/** Filters that select records by their own ids select them regardless of their dates. */
const selectsById = ({ include, external_id }: DateValues): boolean => include !== undefined || external_id !== undefined

const NULLABLE_DATE = Type.Union([Type.String(), Type.Null()])
const APPLIED = Type.Object({ start_date: NULLABLE_DATE, end_date: NULLABLE_DATE, strict_dates: Type.Boolean() })
export const dates = filter(
  {
    start_date: param(
      values.dateTime,
      'Returns only events that start on or after this date. Default: today, unless another date filter is sent.',
    ),
    end_date: param(
      values.dateTime,
      'Returns only events that end on or before this date. Default: two years from now, unless another date filter is sent.',
    ),
    starts_before: param(values.dateTime, 'Returns only events that start before this date.'),
    starts_after: param(values.dateTime, 'Returns only events that start after this date.'),
    ends_before: param(values.dateTime, 'Returns only events that end before this date.'),
    ends_after: param(values.dateTime, 'Returns only events that end after this date.'),
    from: param(
      values.dateTime,
      'Returns only events that end on or after this date. Combine it with `to` to select the events that overlap a period.',
    ),
    to: param(
      values.dateTime,
      'Returns only events that start on or before this date. Combine it with `from` to select the events that overlap a period.',
    ),
    strict_dates: param(values.boolean, 'Whether date filters compare exact times instead of whole days.', { fallback: false }),
    relative: param(
      values.oneOf(RELATIVE),
      'Returns only events that have ended (`past`), that are in progress (`running`), or that have not started (`upcoming`).',
    ),
    relative_to: param(values.dateTime, 'The time to which `relative` refers. The default is the time of the request.'),
    ...OPEN_PARAMS,
    include: param(values.listOf(values.integer(1)), 'Returns only events with these IDs, regardless of their dates.'),
    ...EXTERNAL_ID_PARAM,
    inventory: INVENTORY_PARAM,
  },
  (given) => (given.include ? isSelectedDate(given.include) : null),
  {
    resolvedParams: resolveDates,
    applied: appliedDates,
    appliedSchema: APPLIED,
    check: findDateErrors,
    timeWindow: (given, ctx) => (selectsById(given) ? null : windowOf(given, ctx)),
    cacheLifetime,
    feed: { params: ['start_date', 'end_date', 'from', 'to'], columns: [] },
  },
)

/** Relative dates can leave the years 1 to 9999. A day within them in the site's zone is valid, even if it is outside them in UTC. */
function findDateErrors(given: DateValues, ctx: RequestContext): Record<string, FieldError> {
  const { timeZone: zone } = ctx.site
  const isWithin = (instant: Temporal.Instant): boolean => isSupportedYear(instant) || isLocalYearSupported(toLocal(instant, zone))
  const far = [...DATES, ...OTHER_DATES].filter((name) => {
    const date = given[name]
    return date && !isWithin(toInstant(date, zone, ctx.now))
  })
  return {
    ...Object.fromEntries(far.map((name) => [name, new FieldError('not_moment')])),
    ...(given.relative_to && !given.relative && { relative: new FieldError('together') }),
  }
}

const wholeSecond = (instant: Temporal.Instant): Temporal.Instant => instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
/** Whether the defaults of `start_date` and `end_date` do not apply. */
const dropsDefaults = (given: DateValues): boolean =>
  given.inventory === true ||
  (given.relative ?? given.open_on ?? given.open_at) !== undefined ||
  DATES.some((name) => name !== 'start_date' && name !== 'end_date' && given[name])

/** Returns the instants of all date filters, including their defaults. */
function instants(given: DateValues, ctx: RequestContext): Partial<Record<DateName, Temporal.Instant>> {
  const found: Partial<Record<DateName, Temporal.Instant>> = {}
  for (const name of DATES) {
    const date = given[name]
    if (date) found[name] = toInstant(date, ctx.site.timeZone, ctx.now)
  }
  if (dropsDefaults(given)) return found
  const { now, ahead } = defaultDates(wholeSecond(ctx.now))
  return { ...found, start_date: found.start_date ?? now, end_date: found.end_date ?? ahead }
}
interface DefaultDates {
  readonly now: Temporal.Instant
  readonly ahead: Temporal.Instant
}
let lastDefaults: DefaultDates | null = null
/** The defaults of `start_date` and `end_date`. The last ones are kept, because each list needs them several times. */
function defaultDates(now: Temporal.Instant): DefaultDates {
  if (!lastDefaults?.now.equals(now)) lastDefaults = { now, ahead: now.toZonedDateTimeISO('UTC').add({ years: 2 }).toInstant() }
  return lastDefaults
}

function windowOf(given: DateValues, ctx: RequestContext): TimeWindow {
  const at = instants(given, ctx)
  const strict = given.strict_dates === true
  const first = (instant: Temporal.Instant): number =>
    (strict ? instant : dayContaining(instant, ctx.site.timeZone).start).epochMilliseconds
  const end = (instant: Temporal.Instant): number => (strict ? instant : dayContaining(instant, ctx.site.timeZone).end).epochMilliseconds
  const bounds: Bound[] = []
  const add = (of: Bound['of'], sign: Bound['sign'], value: number): void => void bounds.push({ of, sign, at: value })
  if (at.start_date) add('starts_at', '>=', first(at.start_date))
  if (at.end_date) {
    add('ends_at', '<=', end(at.end_date))
    add('starts_at', '<=', end(at.end_date))
  }
  if (at.starts_before) add('starts_at', '<', end(at.starts_before))
  if (at.starts_after) add('starts_at', strict ? '>' : '>=', end(at.starts_after))
  if (at.ends_before) add('ends_at', '<', end(at.ends_before))
  if (at.ends_after) add('ends_at', '>', end(at.ends_after))
  if (at.to) add('starts_at', '<', end(at.to))
  if (given.relative) bounds.push(...relativeBounds(given.relative, relativeTo(given, ctx).epochMilliseconds))
  bounds.push(...openBounds(given, ctx))
  const overlaps = [...(at.from ? [first(at.from)] : []), ...openOverlap(given, ctx)]
  return { bounds, overlapsFrom: overlaps.length === 0 ? null : Math.max(...overlaps) }
}
const relativeTo = (given: DateValues, ctx: RequestContext): Temporal.Instant =>
  wholeSecond(given.relative_to ? toInstant(given.relative_to, ctx.site.timeZone, ctx.now) : ctx.now)
/** Each event is past, running or upcoming at an instant. The bounds on starts follow from the others; indexes need them. */
function relativeBounds(relative: (typeof RELATIVE)[number], at: number): Bound[] {
  if (relative === 'upcoming') return [{ of: 'starts_at', sign: '>', at }]
  return [
    { of: 'starts_at', sign: '<=', at },
    { of: 'ends_at', sign: relative === 'running' ? '>' : '<=', at },
  ]
}
/** Returns absolute dates for the links to other pages, so that all pages belong together even if the next one is requested a day later. */
function resolveDates(given: DateValues, ctx: RequestContext): Record<string, string> {
  if (selectsById(given)) return resolveOpen(given, ctx)
  return {
    ...resolveOpen(given, ctx),
    ...Object.fromEntries(Object.entries(instants(given, ctx)).map(([name, instant]) => [name, formatBound(given, instant, ctx)])),
    ...(given.relative && { relative_to: relativeTo(given, ctx).toString() }),
  }
}
function formatBound(given: DateValues, instant: Temporal.Instant, ctx: RequestContext): string {
  const { timeZone: zone } = ctx.site
  const first = given.strict_dates === true ? instant : dayContaining(instant, zone).start
  return [first, instant].find(isSupportedYear)?.toString() ?? formatDateTime(toLocal(instant, zone))
}
function appliedDates(given: DateValues, ctx: RequestContext): { [K in keyof Static<typeof APPLIED>]: Static<typeof APPLIED>[K] } {
  const { start_date = null, end_date = null } = resolveDates(given, ctx)
  return { start_date, end_date, strict_dates: given.strict_dates === true }
}
/** A response with absolute dates stays valid. With a default date it expires at midnight, with relative or exact dates after a second. */
function cacheLifetime(given: DateValues): CacheLifetime {
  const names = selectsById(given) ? (['open_on', 'open_at'] as const) : [...DATES, ...OTHER_DATES]
  const inputs = names.flatMap((name) => (given[name] ? [given[name]] : []))
  if (inputs.some(({ type }) => type === 'relative')) return 'second'
  if (selectsById(given)) return inputs.some(({ type }) => type === 'day') ? 'day' : 'always'
  if (given.relative && !given.relative_to) return 'second'
  const usesDefault = !dropsDefaults(given) && (!given.start_date || !given.end_date)
  if (usesDefault && given.strict_dates === true) return 'second'
  return usesDefault || inputs.some(({ type }) => type === 'day') ? 'day' : 'always'
}
