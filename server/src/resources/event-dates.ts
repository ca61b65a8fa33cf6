// When an event happens: from what was sent to wall time, zone and instant, and back (contract 3.2, 7.1, 7.2). Pure.
import type { Ask, Settled, Stored } from '../engine/definition/resource.ts'
import {
  dayStart,
  fromDatabase,
  hasYear,
  instantOf,
  inYears,
  resolveMoment,
  stamp,
  toDatabase,
  wallOf,
  type Moment,
} from '../kernel/time/date-times.ts'
import { Fault } from '../kernel/errors/problems.ts'
import { abbreviation } from './zone-abbreviations.ts'

interface DatesSent {
  readonly start_date?: Moment | null
  readonly end_date?: Moment | null
  readonly timezone?: string | null
  readonly all_day?: boolean | null
}
interface Edge {
  readonly wall: Temporal.PlainDateTime
  readonly instant: Temporal.Instant
}

/** The version of the zone data that computed the instants: when a government changes its rules, we know what to compute again. */
const ZONE_DATA = process.versions['tz'] ?? 'unknown'

/** All that times hang on of a request. */
type Asking = Pick<Ask, 'now'> & { readonly site: Pick<Ask['site'], 'zone'> }
/** Columns of the times, or what is wrong with them. What was not sent stays: wall times also when the zone, or what is known of it, changes. */
export function settleDates(sent: DatesSent, stored: Stored | null, ask: Asking): Settled {
  const zone = sent.timezone ?? (stored && sent.timezone !== null ? String(stored['timezone']) : ask.site.zone)
  const allDay = sent.all_day ?? (stored && sent.all_day !== null ? stored['all_day'] === true : false)
  const edge = (moment: Moment | null | undefined, name: 'starts' | 'ends'): Edge | null => {
    const found = moment ? edgeOf(moment, zone, ask) : stored && keptEdge(stored, name, zone)
    return found && allDay ? wholeDay(found, name, zone) : found
  }
  const [start, end] = [edge(sent.start_date, 'starts'), edge(sent.end_date, 'ends')]
  if (!start || !end) return { columns: {}, faults: {} } // A required input is missing, and said so elsewhere.
  const faults = faultsOf(start, end, sent)
  if (Object.keys(faults).length > 0) return { columns: {}, faults }
  return {
    columns: {
      starts_local: stamp(start.wall),
      ends_local: stamp(end.wall),
      timezone: zone,
      zone_data: stored && isKept(stored, start, end) ? stored['zone_data'] : ZONE_DATA,
      starts_at: toDatabase(start.instant),
      ends_at: toDatabase(end.instant),
      all_day: allDay,
      ...searchedTimes(start, end, allDay, ask),
    },
    faults,
  }
}

/** The instants are as they were: so is the version of the zone data that computed them. */
const isKept = (stored: Stored, start: Edge, end: Edge): boolean =>
  stored['starts_at'] === toDatabase(start.instant) && stored['ends_at'] === toDatabase(end.instant)

function edgeOf(moment: Moment, zone: string, ask: Asking): Edge {
  const instant = resolveMoment(moment, zone, ask.now)
  return { instant, wall: wallOf(instant, zone) }
}
/** What was not sent keeps its wall time; its instant too, as long as it shows that wall time in that zone (the second hour of an overlap stays). */
function keptEdge(stored: Stored, name: 'starts' | 'ends', zone: string): Edge {
  const wall = Temporal.PlainDateTime.from(String(stored[`${name}_local`]))
  const known = fromDatabase(String(stored[`${name}_at`]))
  if (zone === stored['timezone'] && wallOf(known, zone).equals(wall)) return { wall, instant: known }
  const instant = instantOf(wall, zone)
  return { instant, wall: wallOf(instant, zone) }
}
/** From the first moment of the first day to the last second of the last. */
function wholeDay({ wall }: Edge, name: 'starts' | 'ends', zone: string): Edge {
  const edge = wall.withPlainTime(name === 'starts' ? '00:00:00' : '23:59:59')
  return { wall: edge, instant: instantOf(edge, zone) }
}

function faultsOf(start: Edge, end: Edge, sent: DatesSent): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  if (!isShowable(start)) faults['start_date'] = new Fault('not_moment')
  if (!isShowable(end)) faults['end_date'] = new Fault('not_moment')
  if (Temporal.Instant.compare(end.instant, start.instant) < 0) faults[sent.end_date ? 'end_date' : 'start_date'] ??= new Fault('backwards')
  return faults
}
const isShowable = ({ wall, instant }: Edge): boolean => inYears(instant) && hasYear(wall)

/** When lists find it. A whole-day event falls on its own days everywhere: its dates are read at the site. */
function searchedTimes(start: Edge, end: Edge, allDay: boolean, { site }: Asking): Record<string, string> {
  if (!allDay) return { listed_from: toDatabase(start.instant), listed_to: toDatabase(end.instant) }
  const from = dayStart(start.wall.toPlainDate(), site.zone)
  const to = dayStart(end.wall.toPlainDate().add({ days: 1 }), site.zone).subtract({ seconds: 1 })
  return { listed_from: toDatabase(from), listed_to: toDatabase(to) }
}

/** `{year: '2031', month: '05', …}` of a shown date. */
export const detailsOf = (shown: string) => ({
  year: shown.slice(0, 4),
  month: shown.slice(5, 7),
  day: shown.slice(8, 10),
  hour: shown.slice(11, 13),
  minutes: shown.slice(14, 16),
  seconds: shown.slice(17, 19),
})

export const zoneAbbreviation = (row: Stored): string => abbreviation(String(row['timezone']), fromDatabase(String(row['starts_at'])))
