// Converts the times of iCalendar events to inputs of the API: dates, local times of a zone, or instants.
import { formatDateTime, localToInstant, toLocal } from '../../../kernel/time/date-times.ts'
import { ruleText, type Property } from './components.ts'
import type { FindZone } from './zones.ts'

/** A day, a local time in a zone, or an instant (whose zone is UTC). A floating time has the zone of the calendar. */
export interface Moment {
  readonly type: 'day' | 'local' | 'utc'
  readonly wall: Temporal.PlainDateTime
  readonly zone: string
  readonly isGuessed: boolean
}
/** The reason why an event cannot be imported. The message is a code of the report. */
export class UnreadableEvent extends Error {}

export interface ZoneContext {
  readonly findZone: FindZone
  /** The zone of floating times and of days. */
  readonly calendarZone: string
}

export function readMoment({ params }: Property, value: unknown, { findZone, calendarZone }: ZoneContext): Moment {
  const text = String(value)
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d):(\d\d)(Z?))?$/.exec(text)
  if (!match) throw new UnreadableEvent('invalid_time')
  const [, day = '', time = '00:00', seconds = '00', isUtc = ''] = match
  // A leap second is the last second of its minute.
  const wall = parseWall(`${day}T${time}:${seconds === '60' ? '59' : seconds}`)
  if (match[2] === undefined) return { type: 'day', wall, zone: calendarZone, isGuessed: false }
  if (isUtc !== '') return { type: 'utc', wall, zone: 'UTC', isGuessed: false }
  const { tzid } = params
  if (tzid === undefined) return { type: 'local', wall, zone: calendarZone, isGuessed: false }
  const zone = findZone(tzid)
  if (!zone) throw new UnreadableEvent('unknown_time_zone')
  return { type: 'local', wall, zone: zone.name, isGuessed: zone.isGuessed }
}
function parseWall(text: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' })
  } catch {
    throw new UnreadableEvent('invalid_time')
  }
}

export interface EventTimes {
  readonly start: Moment
  /** The zone of the event. */
  readonly zone: string
  readonly inputs: Readonly<Record<string, unknown>>
}
export interface TimeProperties {
  readonly start: Property
  readonly end: Property | undefined
  readonly duration: Property | undefined
  readonly rules: readonly Property[]
  readonly additional: readonly Property[]
  readonly excluded: readonly Property[]
}
/** Returns the inputs `start_date`, `end_date`, `all_day`, `timezone` and `recurrence`. */
export function readTimes(properties: TimeProperties, context: ZoneContext): EventTimes {
  const start = readMoment(properties.start, properties.start.values[0], context)
  const isSeries = properties.rules.length > 0 || properties.additional.length > 0
  // A rule in UTC has its dates on the clock of UTC. A single instant is shown in the zone of the calendar.
  const zone = start.type === 'utc' && !isSeries ? context.calendarZone : start.zone
  const inputs = {
    start_date: formatStart(start),
    end_date: readEnd(start, properties, context, isSeries),
    all_day: start.type === 'day',
    timezone: zone,
    recurrence: isSeries ? readRecurrence(start, properties, context) : null,
  }
  return { start, zone, inputs }
}
const formatStart = ({ type, wall }: Moment): string =>
  type === 'day' ? formatDateTime(wall).slice(0, 10) : `${formatDateTime(wall)}${type === 'utc' ? 'Z' : ''}`

function readEnd(start: Moment, { end, duration }: TimeProperties, context: ZoneContext, isSeries: boolean): string | null {
  if (start.type === 'day') {
    const next = end
      ? readMoment(end, end.values[0], context).wall
      : duration
        ? addDuration(start.wall, duration)
        : start.wall.add({ days: 1 })
    const last = next.toPlainDate().subtract({ days: 1 })
    return (Temporal.PlainDate.compare(last, start.wall) < 0 ? start.wall.toPlainDate() : last).toString()
  }
  if (end) {
    const moment = readMoment(end, end.values[0], context)
    return moment.type === 'local' && moment.zone === start.zone ? formatDateTime(moment.wall) : `${formatDateTime(utcWall(moment))}Z`
  }
  // Without both, the end is not known.
  if (!duration) return null
  // The length of a series is that on the clock. Otherwise the clocks may change during the event.
  if (isSeries || start.type === 'utc') return `${formatDateTime(addDuration(start.wall, duration))}${start.type === 'utc' ? 'Z' : ''}`
  const instant = localToInstant(start.wall, start.zone).toZonedDateTimeISO('UTC').add(parseDuration(duration))
  return `${formatDateTime(instant.toPlainDateTime())}Z`
}
const addDuration = (wall: Temporal.PlainDateTime, duration: Property): Temporal.PlainDateTime => {
  try {
    return wall.add(parseDuration(duration))
  } catch (error) {
    throw error instanceof UnreadableEvent ? error : new UnreadableEvent('invalid_time')
  }
}
function parseDuration({ values: [value] }: Property): Temporal.Duration {
  try {
    return Temporal.Duration.from(String(value))
  } catch {
    throw new UnreadableEvent('invalid_time')
  }
}
export const utcWall = ({ wall, zone, type }: Moment): Temporal.PlainDateTime =>
  type === 'utc' ? wall : toLocal(localToInstant(wall, zone), 'UTC')

const MAX_VALUES = 5_000
function readRecurrence(start: Moment, { rules, additional, excluded }: TimeProperties, context: ZoneContext) {
  const dates = [
    // Without a rule, the start is one of the dates.
    ...(rules.length === 0 ? [{ start: formatStart(start) }] : []),
    ...additional.flatMap((property) => property.values.slice(0, MAX_VALUES).map((value) => readDate(property, value, start, context))),
  ]
  const exclude = excluded.flatMap((property) =>
    property.values.slice(0, MAX_VALUES).map((value) => formatIn(start, readMoment(property, value, context))),
  )
  return {
    rules: rules.flatMap(({ values }) => values.map((value) => ({ rrule: ruleText(value) }))),
    dates,
    exclude: [...new Set(exclude)],
  }
}
/** A period is a list of two: its start, and its end or duration. */
function readDate(property: Property, value: unknown, start: Moment, context: ZoneContext): { start: string; end?: string } {
  if (!Array.isArray(value)) return { start: formatIn(start, readMoment(property, value, context)) }
  const first = readMoment(property, value[0], context)
  const second = String(value[1])
  const end = second.startsWith('P')
    ? { ...first, wall: addDuration(first.wall, { ...property, values: [second] }) }
    : readMoment(property, second, context)
  return { start: formatIn(start, first), end: formatIn(start, end) }
}
/** Times in the zone of the series are local, all others are instants. */
const formatIn = (start: Moment, moment: Moment): string => {
  if (moment.type === 'day') return formatStart(moment)
  return moment.type === 'local' && moment.zone === start.zone ? formatDateTime(moment.wall) : `${formatDateTime(utcWall(moment))}Z`
}

/** The local start, in the zone of the series, of the date that a RECURRENCE-ID names; a day if it names a day. */
export function readOriginalStart(property: Property, series: EventTimes, context: ZoneContext): string {
  const moment = readMoment(property, property.values[0], context)
  if (moment.type === 'day' || series.start.type === 'day') {
    const day = formatDateTime(moment.wall).slice(0, 10)
    return series.start.type === 'day' ? `${day} 00:00:00` : day
  }
  if (moment.type === 'local' && moment.zone === series.zone) return formatDateTime(moment.wall)
  return formatDateTime(toLocal(localToInstant(utcWall(moment), 'UTC'), series.zone))
}
