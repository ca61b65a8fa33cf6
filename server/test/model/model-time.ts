// Time as the contract tells it (2.5, 3.2, 5.3, 5.4, 7.1, 7.2): values to instants, zones, whole days, and when lists find an event.

export interface Edge {
  readonly wall: Temporal.PlainDateTime
  readonly instant: Temporal.Instant
}
export interface Times {
  readonly zone: string
  readonly all_day: boolean
  readonly start: Edge
  readonly end: Edge
}

/** 7.2: the zone as it is kept; null where there is none such. */
export function zoneOf(name: unknown): string | null {
  if (typeof name !== 'string') return null
  if (/^UTC[+-]\d{1,2}(:\d\d)?$/.test(name)) return name
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}
/** `UTC+5:30` is `+05:30` to Temporal. */
function temporal(zone: string): string {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d\d))?$/.exec(zone) ?? []
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : zone
}

/** 7.1: in a gap forward, in an overlap the first. */
export const instantOf = (wall: Temporal.PlainDateTime, zone: string): Temporal.Instant =>
  wall.toZonedDateTime(temporal(zone), { disambiguation: 'compatible' }).toInstant()
export const wallOf = (instant: Temporal.Instant, zone: string): Temporal.PlainDateTime =>
  instant.toZonedDateTimeISO(temporal(zone)).toPlainDateTime()

const seconds = (instant: Temporal.Instant): Temporal.Instant => instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** 2.5: a value as the instant it names in a zone; null for what is no date-time. */
export function momentOf(value: unknown, zone: string, now: Temporal.Instant): Temporal.Instant | null {
  if (typeof value === 'number') return Temporal.Instant.fromEpochMilliseconds(Math.floor(value) * 1000)
  if (typeof value !== 'string') return null
  const here = now.toZonedDateTimeISO(temporal(zone))
  if (value === 'now') return seconds(now)
  const day = DAYS[value]
  if (day !== undefined) return here.toPlainDate().add({ days: day }).toZonedDateTime(temporal(zone)).toInstant()
  const [, sign, count, unit] = /^([+-])(\d+) (minute|hour|day|week|month|year)s$/.exec(value) ?? []
  if (unit) return seconds(here.add({ [`${unit}s`]: Number(`${sign}${count}`) }).toInstant())
  if (/^@\d+$/.test(value)) return Temporal.Instant.fromEpochMilliseconds(Number(value.slice(1)) * 1000)
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return null
  try {
    // A space before an offset is a plus that a query string lost.
    const text = value.replace(/^(\S+[ T]\S+) (\d\d:\d\d)$/, '$1+$2').replace(' ', 'T')
    return seconds(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Temporal.Instant.from(text) : instantOf(Temporal.PlainDateTime.from(text), zone))
  } catch {
    return null
  }
}

export interface TimesSent {
  readonly start?: unknown
  readonly end?: unknown
  readonly zone?: string | null
  readonly all_day?: boolean
}
/** 7.1, 7.2: the times after a write, or null if the end precedes the start. Omitted inputs keep their wall time. */
export function settle(
  sent: TimesSent,
  before: Times | null,
  site: { readonly zone: string; readonly now: Temporal.Instant },
): Times | null {
  const zone = sent.zone === undefined ? (before?.zone ?? site.zone) : (sent.zone ?? site.zone)
  const all_day = sent.all_day ?? before?.all_day ?? false
  const edge = (value: unknown, kept: Edge | undefined, time: string): Edge => {
    const instant = value === undefined ? keptInstant(kept, before?.zone, zone) : momentOf(value, zone, site.now)
    if (!instant) throw new TypeError('a time that was not checked')
    const wall = wallOf(instant, zone)
    if (!all_day) return { wall, instant }
    const whole = wall.withPlainTime(time)
    return { wall: whole, instant: instantOf(whole, zone) }
  }
  const [start, end] = [edge(sent.start, before?.start, '00:00:00'), edge(sent.end, before?.end, '23:59:59')]
  return Temporal.Instant.compare(start.instant, end.instant) > 0 ? null : { zone, all_day, start, end }
}
const keptInstant = (kept: Edge | undefined, old: string | undefined, zone: string): Temporal.Instant | undefined =>
  kept && (old === zone ? kept.instant : instantOf(kept.wall, zone))

/** 5.4: when lists find it. Whole days are those of the site. */
export function searched({ all_day, start, end }: Times, site: string): { from: number; to: number } {
  if (!all_day) return { from: start.instant.epochMilliseconds, to: end.instant.epochMilliseconds }
  return {
    from: start.wall.toPlainDate().toZonedDateTime(site).epochMilliseconds,
    to: end.wall.toPlainDate().add({ days: 1 }).toZonedDateTime(site).epochMilliseconds - 1000,
  }
}
/** 5.3: the first moment of the day of an instant at the site, or of a day after it. */
export const dayAt = (instant: Temporal.Instant, site: string, after = 0): number =>
  wallOf(instant, site).toPlainDate().add({ days: after }).toZonedDateTime(temporal(site)).epochMilliseconds

/** 3.2. */
export const stamp = (wall: Temporal.PlainDateTime): string => wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
export const stampIn = (instant: Temporal.Instant, zone: string): string => stamp(wallOf(instant, zone))
export const details = (shown: string): Record<string, string> => {
  const [year = '', month = '', day = '', hour = '', minutes = '', second = ''] = shown.split(/[- :]/)
  return { year, month, day, hour, minutes, seconds: second }
}

/** 7.2: usual English abbreviations of the zones that are used here, by whether it is summer time; others have none. */
const ABBREVIATIONS: Readonly<Record<string, readonly [standard: string, summer: string]>> = {
  UTC: ['UTC', 'UTC'],
  'Europe/Berlin': ['CET', 'CEST'],
  'America/New_York': ['EST', 'EDT'],
  'America/St_Johns': ['NST', 'NDT'],
  'Asia/Kolkata': ['IST', 'IST'],
  'Asia/Beirut': ['EET', 'EEST'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Africa/Nairobi': ['EAT', 'EAT'],
  'Pacific/Auckland': ['NZST', 'NZDT'],
}
export function abbreviation({ zone, start }: Times): string {
  const known = ABBREVIATIONS[zone]
  const there = start.instant.toZonedDateTimeISO(temporal(zone))
  if (known) return known[there.offsetNanoseconds > standardOffset(zone, there.year) ? 1 : 0]
  const minutes = there.offsetNanoseconds / 60e9
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
const standardOffset = (zone: string, year: number): number =>
  Math.min(
    ...[1, 7].map((month) => instantOf(new Temporal.PlainDateTime(year, month, 15), zone).toZonedDateTimeISO(zone).offsetNanoseconds),
  )
