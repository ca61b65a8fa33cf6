// Recurrence of events: derives the columns and the dates of a series, and changes its pattern (contract 13.2, 13.5). Pure functions.
import { isDeepStrictEqual } from 'node:util'
import type { DerivedColumns, Recurring, RequestContext, StoredRow } from '../engine/definition/kind.ts'
import type { PatternMove, SeriesDate } from '../engine/definition/series-dates.ts'
import { horizonDay, type DatesContext } from '../engine/definition/horizon.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { changeStart } from '../kernel/recurrence/change-start.ts'
import { expandRecurrence, type ExpandedRecurrence } from '../kernel/recurrence/expand.ts'
import { movePattern as moveRecurrence } from '../kernel/recurrence/move-pattern.ts'
import { HIGHEST_LIMITS, type RecurrenceLimits } from '../kernel/recurrence/limits.ts'
import { findExceededLimit, type ParsedRecurrence } from '../kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError, type RecurrenceError } from '../kernel/recurrence/recurrence-error.ts'
import { normalizeRecurrence, type SeriesTimes, type StoredRecurrence } from '../kernel/recurrence/recurrence.ts'
import { startAtFirstDate, type Series } from '../kernel/recurrence/series-start.ts'
import { splitRecurrence } from '../kernel/recurrence/split.ts'
import { formatDateTime, toLocal } from '../kernel/time/date-times.ts'
import { deriveDates, localDateColumns } from './event-dates.ts'
import { toFieldError } from './recurrence-errors.ts'

export const storedRecurrence = (event: StoredRow): StoredRecurrence | null => (event['recurrence'] ?? null) as StoredRecurrence | null
export const timesOf = (event: StoredRow): SeriesTimes => ({
  start: String(event['starts_local']),
  end: (event['ends_local'] ?? null) as string | null,
  allDay: event['all_day'] === true,
})
const hasSameTimes = (a: StoredRow, b: StoredRow): boolean => isDeepStrictEqual(timesOf(a), timesOf(b)) && zoneOf(a) === zoneOf(b)
const zoneOf = (event: StoredRow): string => String(event['timezone'])

export interface RecurrenceInput {
  /** The date columns of the event after the write. */
  readonly dates: StoredRow
  /** The recurrence that was sent; null clears it, undefined keeps it. */
  readonly sent: ParsedRecurrence | null | undefined
  readonly stored: StoredRow | null
}
/** Derives the columns of the recurrence. A series starts at its first date, so the date columns may change too (contract 13.2.8). */
export function deriveRecurrence({ dates, sent, stored }: RecurrenceInput, ctx: DatesContext): DerivedColumns {
  const event = { ...stored, ...dates }
  // Without valid dates, the errors of the dates are reported.
  if (event['starts_local'] === undefined) return { columns: {}, fieldErrors: {} }
  const old = stored ? storedRecurrence(stored) : null
  if (sent === null || (sent === undefined && old === null))
    return { columns: { ...firstDateColumns(event, stored, ctx), recurrence: null, expanded_until: null }, fieldErrors: {} }
  // Otherwise every write would move the horizon of the series, and get a new version.
  if (sent === undefined && stored && hasSameTimes(stored, event)) return { columns: {}, fieldErrors: {} }
  const limits = ctx.site.recurrenceLimits
  const recurrence = sent
    ? (findExceededLimit(sent, limits) ?? normalize(sent, event))
    : changeStart(old ?? NONE, stored ? timesOf(stored) : timesOf(event), timesOf(event), limits.maxSteps)
  const columns = isRecurrenceError(recurrence)
    ? toFieldError(recurrence)
    : seriesColumns(event, dropExclusions(recurrence, { event, old, sent: sent !== undefined }, ctx), ctx, limits)
  return columns instanceof FieldError ? { columns: {}, fieldErrors: { recurrence: columns } } : { columns, fieldErrors: {} }
}
/** The date columns of a series that becomes a single event: those of its first date, unless the client sent others. The start itself may be excluded. */
function firstDateColumns(event: StoredRow, stored: StoredRow | null, ctx: DatesContext): StoredRow {
  if (!stored || !storedRecurrence(stored) || !hasSameTimes(stored, event)) return {}
  const [first] = seriesDates(stored, ctx)
  if (!first || first.starts_local === stored['starts_local']) return {}
  return localDateColumns(
    { start: first.starts_local, end: first.ends_local, zone: zoneOf(stored), allDay: stored['all_day'] === true },
    ctx,
  )
}
interface StoredExclusions {
  readonly event: StoredRow
  readonly old: StoredRecurrence | null
  /** Whether the client sent the recurrence, which may then have new exclusions. */
  readonly sent: boolean
}
const UNMATCHED_DAYS = 30
/** Drops exclusions that match no date, 30 days after their day. New ones stay, so that the response names each at least once (contract 13.2.6). */
function dropExclusions(recurrence: StoredRecurrence, { event, old, sent }: StoredExclusions, ctx: DatesContext): StoredRecurrence {
  const limit = toLocal(ctx.now, zoneOf(event)).toPlainDate().subtract({ days: UNMATCHED_DAYS }).toString()
  const isDue = (each: string): boolean => each.slice(0, 10) < limit && (!sent || old?.exclude.includes(each) === true)
  if (isDeepStrictEqual(recurrence, old) || !recurrence.exclude.some(isDue)) return recurrence
  const expanded = expand({ ...event, recurrence }, timesOf(event), ctx)
  const unmatched = isRecurrenceError(expanded) ? [] : expanded.unmatchedExclude
  return { ...recurrence, exclude: recurrence.exclude.filter((each) => !isDue(each) || !unmatched.includes(each)) }
}
/** An event with opening hours cannot repeat (contract 13.7). `name` is the field that the client sent. */
export const rejectRecurrence = (columns: StoredRow, name: 'hours' | 'recurrence'): Record<string, FieldError> =>
  (columns['recurrence'] ?? null) === null
    ? {}
    : { [name]: new FieldError('not_with', { name: name === 'hours' ? 'recurrence' : 'hours' }) }
const normalize = (parsed: ParsedRecurrence, event: StoredRow): StoredRecurrence | RecurrenceError =>
  normalizeRecurrence(parsed, timesOf(event), (ms) => formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(ms), zoneOf(event))))
const NONE: StoredRecurrence = { rules: [], dates: [], exclude: [] }

/** The columns of a series: its recurrence, and the date columns if it starts later than the event. */
function seriesColumns(
  event: StoredRow,
  given: StoredRecurrence,
  ctx: DatesContext,
  limits: RecurrenceLimits = HIGHEST_LIMITS,
): StoredRow | FieldError {
  const started = startAtFirstDate(given, timesOf(event), limits.maxSteps)
  if (isRecurrenceError(started)) return toFieldError(started)
  const { recurrence, times } = started
  const expanded = expand({ ...event, recurrence }, times, ctx, limits)
  if (isRecurrenceError(expanded)) return toFieldError(expanded)
  if (expanded.dates.length === 0) return new FieldError('no_dates')
  return {
    recurrence,
    expanded_until: expanded.isComplete ? null : throughDay(event, ctx),
    ...(times.start !== event['starts_local'] && patternColumns(times, zoneOf(event), ctx)),
  }
}

/** The date columns of a series. Its local times are those of the pattern, also if the clocks skip them on the first day. */
const patternColumns = (times: SeriesTimes, zone: string, ctx: DatesContext): StoredRow => ({
  ...localDateColumns({ ...times, zone }, ctx),
  starts_local: times.start,
  ends_local: times.end,
})

/** The horizon never moves back. */
function throughDay(event: StoredRow, ctx: DatesContext): string {
  const day = horizonDay(ctx).toString()
  const before = (event['expanded_until'] ?? null) as string | null
  return before !== null && before > day ? before : day
}
const expand = (
  event: StoredRow,
  times: SeriesTimes,
  ctx: DatesContext,
  { maxSteps, maxOccurrences }: RecurrenceLimits = HIGHEST_LIMITS,
): ExpandedRecurrence | RecurrenceError =>
  expandRecurrence(storedRecurrence(event) ?? NONE, times, { throughDay: throughDay(event, ctx), maxSteps, maxDates: maxOccurrences })

const DATE_COLUMNS = [
  'starts_local',
  'ends_local',
  'timezone',
  'zone_data',
  'starts_at',
  'ends_at',
  'listing_starts_at',
  'listing_ends_at',
  'all_day',
]

export const EVENT_RECURRENCE: Recurring = {
  dateColumns: DATE_COLUMNS,
  fieldColumns: {
    start_date: ['starts_local', 'starts_at', 'listing_starts_at'],
    end_date: ['ends_local', 'ends_at', 'listing_ends_at'],
    timezone: ['timezone'],
    all_day: ['all_day'],
    cost: ['cost', 'cost_details'],
    custom_fields: ['custom_fields'],
    event_status: ['event_status', 'previous_starts_at'],
    date: ['published_at', 'undated'],
  },
  seriesFields: ['slug', 'password', 'recurrence', 'hours', 'post_parent', 'author', 'sticky', 'external_ids'],
  extend: (series, ctx) => {
    const expanded = expand(series, timesOf(series), ctx)
    return { expanded_until: !isRecurrenceError(expanded) && expanded.isComplete ? null : throughDay(series, ctx) }
  },
  dates: seriesDates,
  excludedStarts: (series, ctx) => {
    const recurrence = storedRecurrence(series)
    if (!recurrence || recurrence.exclude.length === 0) return []
    const [all, live] = [{ ...recurrence, exclude: [] }, recurrence].map((each) =>
      expand({ ...series, recurrence: each }, timesOf(series), ctx),
    )
    if (!all || !live || isRecurrenceError(all) || isRecurrenceError(live)) return []
    const starts = new Set(live.dates.map(({ start }) => start))
    return all.dates.flatMap(({ start }) => (starts.has(start) ? [] : [start]))
  },
  unmatchedExclusions: (series, ctx) => {
    const expanded = expand(series, timesOf(series), ctx)
    return isRecurrenceError(expanded) ? [] : expanded.unmatchedExclude
  },
  exceptionDates,
  addDates: (series, starts, ctx) => {
    const recurrence = storedRecurrence(series)
    if (!recurrence) return {}
    const isExcluded = (start: string): boolean => recurrence.exclude.includes(start) || recurrence.exclude.includes(start.slice(0, 10))
    const added = starts.filter((start) => !isExcluded(start)).map((start) => ({ start, end: null }))
    if (added.length === 0) return {}
    const dates = [...recurrence.dates, ...added].sort((a, b) => (a.start < b.start ? -1 : 1))
    return requireColumns(seriesColumns(series, { ...recurrence, dates }, ctx))
  },
  excludeDate: (series, start, ctx) => {
    const recurrence = storedRecurrence(series) ?? NONE
    const exclude = [...new Set([...recurrence.exclude, timesOf(series).allDay ? start.slice(0, 10) : start])].sort()
    const columns = seriesColumns(series, { ...recurrence, exclude }, ctx)
    return columns instanceof FieldError && columns.code === 'no_dates' ? new FieldError('last_date') : columns
  },
  includeDate: (series, start, ctx) => {
    const recurrence = storedRecurrence(series)
    if (!recurrence) return null
    const exclude = recurrence.exclude.filter((each) => each !== start && each !== start.slice(0, 10))
    return requireColumns(seriesColumns(series, { ...recurrence, exclude }, ctx))
  },
  patternTimes: (sent, date, ctx) => deriveDates({ ...sent, isSeries: true }, date, ctx),
  split: (series, start, ctx) => {
    const recurrence = storedRecurrence(series) ?? NONE
    const parts = splitRecurrence(recurrence, timesOf(series), start, HIGHEST_LIMITS.maxSteps)
    if (isRecurrenceError(parts)) return toFieldError(parts)
    const columnsOf = (part: Series): StoredRow | FieldError => {
      const dates = patternColumns(part.times, zoneOf(series), ctx)
      const columns = seriesColumns({ ...series, ...dates }, part.recurrence, ctx)
      return columns instanceof FieldError ? columns : { ...dates, ...columns }
    }
    const [before, after] = [columnsOf(parts.before), columnsOf(parts.after)]
    // All later dates are excluded: the request addresses one of them by its exception in the trash.
    if (after instanceof FieldError) return after
    return before instanceof FieldError && before.code === 'no_dates' ? null : { before: requireColumns(before), after }
  },
  movePattern,
}

/** The recurrence was valid before, so an error is a fault of the program. */
function requireColumns(columns: StoredRow | FieldError): StoredRow {
  if (columns instanceof FieldError) throw new TypeError(`A change of a stored recurrence is not valid: ${columns.code}`)
  return columns
}

export function seriesDates(series: StoredRow, ctx: DatesContext): SeriesDate[] {
  const times = timesOf(series)
  const expanded = expand(series, times, ctx)
  if (isRecurrenceError(expanded))
    throw new TypeError(`The stored recurrence of event ${String(series['id'])} is not valid: ${expanded.code}`)
  return expanded.dates.map(({ start, end }) => {
    const columns = localDateColumns({ start, end, zone: zoneOf(series), allDay: times.allDay }, ctx)
    return {
      original_start: start,
      starts_local: columns.starts_local,
      ends_local: columns.ends_local,
      starts_at: columns.listing_starts_at,
      ends_at: columns.listing_ends_at,
    }
  })
}

/** The start and the end of an exception follow its series, unless it overrides them. */
export function exceptionDates(exception: StoredRow, series: StoredRow, date: SeriesDate, ctx: DatesContext): StoredRow {
  const overrides = exception['overrides'] as readonly string[]
  const own = (field: string): boolean => overrides.includes(field)
  const zone = zoneOf(own('timezone') ? exception : series)
  const allDay = (own('all_day') ? exception : series)['all_day'] === true
  const start = own('start_date') ? String(exception['starts_local']) : date.starts_local
  const end = (own('end_date') ? exception['ends_local'] : date.ends_local) as string | null
  return localDateColumns({ start, end: end !== null && end < start ? start : end, zone, allDay }, ctx)
}

function movePattern(series: StoredRow, { originalStart, start, end }: PatternMove, ctx: RequestContext) {
  const recurrence = storedRecurrence(series)
  const expanded = expand(series, timesOf(series), ctx)
  if (!recurrence || isRecurrenceError(expanded)) return new FieldError('not_movable')
  const rule = expanded.dates.find((date) => date.start === originalStart)?.rule ?? null
  const moved = moveRecurrence(
    recurrence,
    timesOf(series),
    { from: originalStart, to: start, end, rule },
    { throughDay: throughDay(series, ctx), maxSteps: ctx.site.recurrenceLimits.maxSteps },
  )
  if (isRecurrenceError(moved)) return toFieldError(moved)
  const dates = patternColumns(moved.times, zoneOf(series), ctx)
  const columns = seriesColumns({ ...series, ...dates }, moved.recurrence, ctx, ctx.site.recurrenceLimits)
  return columns instanceof FieldError ? columns : { columns: { ...dates, ...columns }, moves: moved.moves }
}
