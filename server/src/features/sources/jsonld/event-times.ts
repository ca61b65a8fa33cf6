// Reads the times of events in JSON-LD: days, local times, and times with an offset.
import { formatDateTime, localToInstant, toLocal } from '../../../kernel/time/date-times.ts'
import { UnreadableEvent } from '../icalendar/times.ts'
import { rawTextOf, type Node } from './nodes.ts'

export interface LdMoment {
  /** The local time in the zone of the event. */
  readonly wall: Temporal.PlainDateTime
  readonly isDay: boolean
  /** The same in UTC if the text has an offset; null if it does not. */
  readonly instant: Temporal.Instant | null
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
/** Returns null if there is no text. Throws an `UnreadableEvent` if the text is no time. */
export function readLdMoment(value: unknown, zone: string): LdMoment | null {
  const text = rawTextOf(value)
  if (text === '') return null
  const [, day = '', time, seconds = '00', offset] = MOMENT.exec(text) ?? []
  try {
    const local = Temporal.PlainDateTime.from(`${day}T${time ?? '00:00'}:${seconds === '60' ? '59' : seconds}`, { overflow: 'reject' })
    if (offset === undefined) return { wall: local, isDay: time === undefined, instant: null }
    const instant = Temporal.Instant.from(`${local.toString()}${offset.toUpperCase()}`)
    return { wall: toLocal(instant, zone), isDay: false, instant }
  } catch {
    throw new UnreadableEvent('invalid_time')
  }
}

/** An instant is sent as such, because a local time occurs twice when the clocks are set back. */
const format = ({ wall, instant }: LdMoment, isLocal: boolean): string =>
  instant === null || isLocal ? formatDateTime(wall) : `${formatDateTime(toLocal(instant, 'UTC'))}Z`
const dayOf = ({ wall }: LdMoment): string => formatDateTime(wall).slice(0, 10)

export interface LdTimes {
  readonly inputs: Readonly<Record<string, unknown>>
  /** In UTC, for comparisons. */
  readonly start: string
}
export interface TimeOptions {
  readonly zone: string
  /** Whether all times are sent as local times: rules have no instants. */
  readonly isSeries: boolean
}
/** Returns the inputs `start_date`, `end_date`, `all_day` and `timezone`. */
export function readLdTimes(node: Node, { zone, isSeries }: TimeOptions): LdTimes {
  const start = readLdMoment(node['startDate'], zone)
  const end = readLdMoment(node['endDate'], zone)
  if (!start) throw new UnreadableEvent('no_start')
  const inputs = { ...(start.isDay ? dayInputs(start, end) : timeInputs(start, end, isSeries)), all_day: start.isDay, timezone: zone }
  return { inputs, start: (start.instant ?? localToInstant(start.wall, zone)).toString() }
}
const dayInputs = (start: LdMoment, end: LdMoment | null) => ({
  start_date: dayOf(start),
  end_date: end && dayOf(Temporal.PlainDateTime.compare(end.wall, start.wall) > 0 ? end : start),
})
/** An end without a time is the end of its day. Without an end, it is not known. */
const timeInputs = (start: LdMoment, end: LdMoment | null, isSeries: boolean) => ({
  start_date: format(start, isSeries),
  end_date: end && (end.isDay ? `${dayOf(end)} 23:59:59` : format(end, isSeries)),
})

/** The times with which an event was announced first, if it is rescheduled. */
export function readPreviousTimes(node: Node, options: TimeOptions): Readonly<Record<string, unknown>> | null {
  const previous = readLdMoment(node['previousStartDate'], options.zone)
  return previous && { ...readLdTimes({ startDate: node['previousStartDate'] }, options).inputs, event_status: 'scheduled' }
}
