// Opening hours by brute force: what the contract says (13.7), one event and one stretch at a time. It shares no code with the server.

export const CODES = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export interface Stretch {
  readonly opens: string
  readonly closes: string
}
export interface Days {
  readonly from: string
  readonly to: string
}
export interface Hours {
  readonly weekly: readonly (Stretch & { readonly days: readonly string[] })[]
  readonly closed: readonly Days[]
  readonly adjusted: readonly (Days & Stretch)[]
}
/** The stretches that begin on a day: none if it is closed, those of the day if it is adjusted, else those of the weekday. */
export function stretchesOn(hours: Hours, day: Temporal.PlainDate): Stretch[] {
  const covers = ({ from, to }: Days): boolean =>
    Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, Temporal.PlainDate.from(to)) <= 0
  if (hours.closed.some(covers)) return []
  const adjusted = hours.adjusted.filter(covers)
  return adjusted.length > 0 ? adjusted : hours.weekly.filter(({ days }) => days.includes(CODES[day.dayOfWeek - 1] ?? ''))
}

/** The name of a zone in Temporal. */
const temporalName = (zone: string): string => {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d\d))?$/.exec(zone) ?? []
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : zone
}
export const clockAt = (zone: string, at: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(temporalName(zone)).toPlainDateTime()

const MINUTE = 60_000
const known = new Map<string, number>()
/** The first instant at which the clock of a zone shows a time, or a later one: it is sought minute by minute where the clock changes. */
export function reaches(zone: string, wall: Temporal.PlainDateTime): number {
  const key = `${zone} ${wall.toString()}`
  const found = known.get(key)
  if (found !== undefined) return found
  const utc = wall.toZonedDateTime('UTC').epochMilliseconds
  const offset = (at: number): number => clockAt(zone, at).toZonedDateTime('UTC').epochMilliseconds - at
  const [before, after] = [offset(utc - 1_800 * MINUTE), offset(utc + 1_800 * MINUTE)]
  let at = utc - Math.max(before, after) - 2 * 60 * MINUTE
  if (before === after) at = utc - before
  else while (Temporal.PlainDateTime.compare(clockAt(zone, at), wall) < 0) at += MINUTE
  known.set(key, at)
  return at
}

/** Whether the hours are open at an instant: a stretch of the same day or of the days before it has opened and not closed. */
export function isOpenAt(hours: Hours, zone: string, at: number): boolean {
  const today = clockAt(zone, at).toPlainDate()
  return [-2, -1, 0, 1].some((days) => {
    const day = today.add({ days })
    return stretchesOn(hours, day).some(({ opens, closes }) => {
      const last = closes > opens ? day : day.add({ days: 1 })
      return reaches(zone, day.toPlainDateTime(opens)) <= at && at < reaches(zone, last.toPlainDateTime(closes))
    })
  })
}

export interface ModelEvent {
  readonly id: number
  readonly hours: Hours | null
  readonly zone: string
  readonly startsAt: number
  /** Null: until further notice with hours, at the start without. */
  readonly endsAt: number | null
  readonly featured: boolean
  readonly isProtected: boolean
}
const endOf = ({ hours, startsAt, endsAt }: ModelEvent): number => endsAt ?? (hours ? Infinity : startsAt)
/** A protected event shows no hours. */
const shownHours = ({ hours, isProtected }: ModelEvent): Hours | null => (isProtected ? null : hours)

/** `open_at`: the event is in progress, and its hours are open. */
export function matchesOpenAt(event: ModelEvent, at: number): boolean {
  if (event.startsAt > at || endOf(event) <= at) return false
  const hours = shownHours(event)
  return hours === null || isOpenAt(hours, event.zone, at)
}
/** `open_on`: with hours, the day is one of the event's days in its zone and has a stretch; else the event overlaps the day in the site's zone. */
export function matchesOpenOn(event: ModelEvent, day: Temporal.PlainDate, siteZone: string): boolean {
  const hours = shownHours(event)
  if (hours) {
    const first = clockAt(event.zone, event.startsAt).toPlainDate()
    const last = event.endsAt === null ? null : clockAt(event.zone, event.endsAt).toPlainDate()
    const isWithin = Temporal.PlainDate.compare(first, day) <= 0 && (last === null || Temporal.PlainDate.compare(day, last) <= 0)
    return isWithin && stretchesOn(hours, day).length > 0
  }
  const [start, end] = [day, day.add({ days: 1 })].map((each) => each.toZonedDateTime(siteZone).epochMilliseconds) as [number, number]
  return event.startsAt < end && (endOf(event) > start || event.startsAt >= start)
}
