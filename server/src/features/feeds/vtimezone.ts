// VTIMEZONE: what a reader needs to know of a zone, computed from the zone data of the runtime, for the years of the events.
import { abbreviation } from '../../resources/zone-abbreviations.ts'
import { foldLine, escapeText } from './content-lines.ts'

export interface ZoneBlock {
  readonly text: string
  /** Whether local times between these moments are read right with it. */
  covers(start: Temporal.Instant, end: Temporal.Instant): boolean
}
interface Change {
  readonly at: Temporal.Instant
  /** The wall clock at that moment, as it went before. */
  readonly wall: Temporal.PlainDateTime
  readonly from: number
  readonly to: number
}

/** So long the changes of a clock must follow one rule for it to be written as a rule: in 28 years every weekday has met every date. */
const RULE_YEARS = 30
const LOOK_YEARS = 40
/** So long changes without a rule are listed one by one. */
const LISTED_YEARS = 10
const FIRST_WALL = Temporal.PlainDateTime.from('1601-01-01T00:00:00')

const blocks = new Map<string, ZoneBlock>()
/** The zone from the year of a moment on. `now` says from when on the rules are those of today. */
export function zoneBlock(zone: string, from: Temporal.Instant, now: Temporal.Instant): ZoneBlock {
  const year = from.toZonedDateTimeISO(zone).year
  const today = now.toZonedDateTimeISO('UTC').year
  const key = `${zone} ${year} ${today}`
  const known = blocks.get(key)
  if (known) return known
  if (blocks.size >= 1_000) blocks.clear()
  const block = makeBlock(zone, year, today)
  blocks.set(key, block)
  return block
}

function makeBlock(zone: string, year: number, today: number): ZoneBlock {
  const start = firstOf(year, zone)
  const end = firstOf(Math.max(year, today) + LOOK_YEARS, zone)
  const before = changeBefore(start)
  const { changes, isOver } = changesBetween(start, end)
  const rules = isOver ? null : rulesOf(changes)
  const until = isOver || rules ? null : firstOf(Math.max(year, today) + LISTED_YEARS, zone).toInstant()
  const listed = rules
    ? changes.slice(0, rules.first)
    : changes.filter(({ at }) => !until || at.epochMilliseconds < until.epochMilliseconds)
  const named = (at: Temporal.Instant): string => abbreviation(zone, at)
  const all = [...(before ? [before] : []), ...changes]
  const parts = [
    before ? observance(before, isSummer(before, all), named(start.toInstant())) : always(start, named(start.toInstant())),
    ...listed.map((change) => observance(change, isSummer(change, all), named(change.at))),
    ...(rules?.rules ?? []).map(({ change, rule }) => observance(change, isSummer(change, all), named(change.at), rule)),
  ]
  return {
    text: `${foldLine('BEGIN:VTIMEZONE')}${foldLine(`TZID:${escapeText(zone)}`)}${parts.join('')}${foldLine('END:VTIMEZONE')}`,
    covers: (first, last) =>
      first.epochMilliseconds >= start.epochMilliseconds && (!until || last.epochMilliseconds < until.epochMilliseconds),
  }
}

const firstOf = (year: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from({ year: Math.min(year, 9999), month: 1, day: 1 }).toZonedDateTime(zone)

const SECOND_NS = 1_000_000_000
const changeAt = (after: Temporal.ZonedDateTime): Change => {
  const at = after.toInstant()
  const [from, to] = [after.subtract({ nanoseconds: 1 }).offsetNanoseconds / SECOND_NS, after.offsetNanoseconds / SECOND_NS]
  // Offsets in seconds are of times before railways, and few can read them: that clock is said to have gone as it does after.
  const shown = from % 60 === 0 ? from : to
  return { at, from: shown, to, wall: at.add({ seconds: shown }).toZonedDateTimeISO('UTC').toPlainDateTime() }
}
/** The change that the clock at the start goes by, which may be at that very moment; none where it always went so. */
function changeBefore(start: Temporal.ZonedDateTime): Change | null {
  const found = start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return found ? changeAt(found) : null
}
function changesBetween(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): { changes: Change[]; isOver: boolean } {
  const changes: Change[] = []
  for (let next = start.getTimeZoneTransition('next'); next; next = next.getTimeZoneTransition('next')) {
    if (Temporal.ZonedDateTime.compare(next, end) >= 0) return { changes, isOver: false }
    changes.push(changeAt(next))
  }
  return { changes, isOver: true }
}

/** Summer time: put forward, and back within a year. */
function isSummer(change: Change, all: readonly Change[]): boolean {
  const next = all[all.indexOf(change) + 1]
  const again = change.to > change.from && next !== undefined && next.to < next.from
  return again && next.at.epochMilliseconds - change.at.epochMilliseconds < 300 * 86_400_000
}

interface Rules {
  readonly first: number
  readonly rules: readonly { readonly change: Change; readonly rule: string }[]
}
/** The two yearly rules that the changes follow from some year on to the end; null where they follow none that can be written. */
function rulesOf(changes: readonly Change[]): Rules | null {
  for (let first = 0; changes.length - first >= 2 * RULE_YEARS - 1; first += 1) {
    const rules = [0, 1].map((i) => {
      const own = changes.slice(first).filter((_, n) => n % 2 === i)
      return { change: own[0] as Change, rule: ruleOf(own) }
    })
    if (rules.every((each): each is { change: Change; rule: string } => each.rule !== null)) return { first, rules }
  }
  return null
}
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
function ruleOf(changes: readonly Change[]): string | null {
  const [one] = changes
  if (!one) return null
  const clock = one.wall.toPlainTime()
  const same = changes.every(
    ({ wall, from, to }, i) =>
      wall.year === one.wall.year + i &&
      wall.month === one.wall.month &&
      wall.dayOfWeek === one.wall.dayOfWeek &&
      wall.toPlainTime().equals(clock) &&
      from === one.from &&
      to === one.to,
  )
  if (!same) return null
  const weekday = WEEKDAYS[one.wall.dayOfWeek - 1]
  const days = changes.map(({ wall }) => wall.day)
  const [low, high] = [Math.min(...days), Math.max(...days)]
  const month = `FREQ=YEARLY;BYMONTH=${one.wall.month}`
  if (changes.every(({ wall }) => wall.day + 7 > wall.daysInMonth)) return `${month};BYDAY=-1${weekday}`
  if (high - low !== 6) return null
  if (low % 7 === 1) return `${month};BYDAY=${(low + 6) / 7}${weekday}`
  return `${month};BYMONTHDAY=${Array.from({ length: 7 }, (_, i) => low + i).join(',')};BYDAY=${weekday}`
}

function observance({ wall, from, to }: Change, summer: boolean, name: string, rule?: string): string {
  const what = summer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${what}`,
    `DTSTART:${localText(wall)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `TZNAME:${escapeText(name)}`,
    `END:${what}`,
  ]
    .map(foldLine)
    .join('')
}
const always = (start: Temporal.ZonedDateTime, name: string): string => {
  const offset = start.offsetNanoseconds / SECOND_NS
  return observance({ at: start.toInstant(), wall: FIRST_WALL, from: offset, to: offset }, false, name)
}

/** `20310506T070809`. */
export const localText = (wall: Temporal.PlainDateTime): string =>
  `${String(wall.year).padStart(4, '0')}${two(wall.month)}${two(wall.day)}T${two(wall.hour)}${two(wall.minute)}${two(wall.second)}`
const two = (n: number): string => String(n).padStart(2, '0')
/** `+0530`. */
const offsetText = (seconds: number): string => {
  const all = Math.abs(seconds)
  const rest = all % 60 ? two(all % 60) : ''
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(all / 3600))}${two(Math.floor(all / 60) % 60)}${rest}`
}
