// Generates VTIMEZONE components from the time zone data of the runtime, for the years of the events.
import { memoize } from '../../kernel/cache/memoize.ts'
import { abbreviation } from '../../resources/zone-abbreviations.ts'
import { foldLine, escapeText } from './content-lines.ts'

export interface ZoneBlock {
  readonly text: string
  /** Whether the component is correct for local times from `start` to `end`. */
  covers(start: Temporal.Instant, end: Temporal.Instant): boolean
}
interface Transition {
  readonly at: Temporal.Instant
  /** Local time of the transition, in the offset before it. */
  readonly local: Temporal.PlainDateTime
  /** Offsets before and after the transition, in seconds. */
  readonly from: number
  readonly to: number
}

/** Years in which transitions must follow a rule before it is written. Within 28 years every weekday falls on every date. */
const RULE_YEARS = 30
const LOOKAHEAD_YEARS = 40
/** Years for which transitions without a rule are listed one by one. */
const LISTED_YEARS = 10
const FIRST_LOCAL = Temporal.PlainDateTime.from('1601-01-01T00:00:00')

/** Returns the component of a zone from the year of `from` on. Rules are projected into the future from the year of `now`. */
export function zoneBlock(zone: string, from: Temporal.Instant, now: Temporal.Instant): ZoneBlock {
  const year = from.toZonedDateTimeISO(zone).year
  const today = now.toZonedDateTimeISO('UTC').year
  return cachedBlock(`${zone} ${year} ${today}`, zone, year, today)
}
const cachedBlock = memoize(1_000, (_key, zone: string, year: number, today: number) => buildBlock(zone, year, today))

function buildBlock(zone: string, year: number, today: number): ZoneBlock {
  const start = startOfYear(year, zone)
  const end = startOfYear(Math.max(year, today) + LOOKAHEAD_YEARS, zone)
  const before = transitionBefore(start)
  const { transitions, isComplete } = transitionsBetween(start, end)
  const rules = isComplete ? null : findRules(transitions)
  const until = isComplete || rules ? null : startOfYear(Math.max(year, today) + LISTED_YEARS, zone).toInstant()
  const listed = rules
    ? transitions.slice(0, rules.first)
    : transitions.filter(({ at }) => !until || at.epochMilliseconds < until.epochMilliseconds)
  const nameAt = (at: Temporal.Instant): string => abbreviation(zone, at)
  const all = [...(before ? [before] : []), ...transitions]
  const parts = [
    before ? observance(before, isDaylight(before, all), nameAt(start.toInstant())) : fixedObservance(start, nameAt(start.toInstant())),
    ...listed.map((each) => observance(each, isDaylight(each, all), nameAt(each.at))),
    ...(rules?.rules ?? []).map(({ first, rule }) => observance(first, isDaylight(first, all), nameAt(first.at), rule)),
  ]
  return {
    text: `${foldLine('BEGIN:VTIMEZONE')}${foldLine(`TZID:${escapeText(zone)}`)}${parts.join('')}${foldLine('END:VTIMEZONE')}`,
    covers: (first, last) =>
      first.epochMilliseconds >= start.epochMilliseconds && (!until || last.epochMilliseconds < until.epochMilliseconds),
  }
}

const startOfYear = (year: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from({ year: Math.min(year, 9999), month: 1, day: 1 }).toZonedDateTime(zone)

const SECOND_NS = 1_000_000_000
const toTransition = (after: Temporal.ZonedDateTime): Transition => {
  const at = after.toInstant()
  const [from, to] = [after.subtract({ nanoseconds: 1 }).offsetNanoseconds / SECOND_NS, after.offsetNanoseconds / SECOND_NS]
  // Few readers understand the offsets in seconds of local mean time, so the later offset is written instead.
  const offset = from % 60 === 0 ? from : to
  return { at, from: offset, to, local: at.add({ seconds: offset }).toZonedDateTimeISO('UTC').toPlainDateTime() }
}
/** Returns the last transition at or before the start, or null if there is none. */
function transitionBefore(start: Temporal.ZonedDateTime): Transition | null {
  const found = start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return found ? toTransition(found) : null
}
interface TransitionRange {
  readonly transitions: readonly Transition[]
  /** Whether the zone has no transition after them. */
  readonly isComplete: boolean
}
function transitionsBetween(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): TransitionRange {
  const transitions: Transition[] = []
  for (let next = start.getTimeZoneTransition('next'); next; next = next.getTimeZoneTransition('next')) {
    if (Temporal.ZonedDateTime.compare(next, end) >= 0) return { transitions, isComplete: false }
    transitions.push(toTransition(next))
  }
  return { transitions, isComplete: true }
}

/** Daylight saving time: the offset increases, and decreases again within a year. */
function isDaylight(transition: Transition, all: readonly Transition[]): boolean {
  const next = all[all.indexOf(transition) + 1]
  const isReverted = transition.to > transition.from && next !== undefined && next.to < next.from
  return isReverted && next.at.epochMilliseconds - transition.at.epochMilliseconds < 300 * 86_400_000
}

interface YearlyRule {
  /** The first transition that follows the rule. */
  readonly first: Transition
  readonly rule: string
}
interface YearlyRules {
  /** Index of the first transition that follows a rule. */
  readonly first: number
  readonly rules: readonly YearlyRule[]
}
/** Returns the two yearly rules that all transitions follow from some year on, or null if an RRULE cannot express them. */
function findRules(transitions: readonly Transition[]): YearlyRules | null {
  for (let first = 0; transitions.length - first >= 2 * RULE_YEARS - 1; first += 1) {
    const rules = [0, 1].map((i) => {
      const alternate = transitions.slice(first).filter((_, n) => n % 2 === i)
      return { first: alternate[0] as Transition, rule: findRule(alternate) }
    })
    if (rules.every((each): each is YearlyRule => each.rule !== null)) return { first, rules }
  }
  return null
}
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
function findRule(transitions: readonly Transition[]): string | null {
  const [first] = transitions
  if (!first) return null
  const time = first.local.toPlainTime()
  const isRegular = transitions.every(
    ({ local, from, to }, i) =>
      local.year === first.local.year + i &&
      local.month === first.local.month &&
      local.dayOfWeek === first.local.dayOfWeek &&
      local.toPlainTime().equals(time) &&
      from === first.from &&
      to === first.to,
  )
  if (!isRegular) return null
  const weekday = WEEKDAYS[first.local.dayOfWeek - 1]
  const days = transitions.map(({ local }) => local.day)
  const [low, high] = [Math.min(...days), Math.max(...days)]
  const month = `FREQ=YEARLY;BYMONTH=${first.local.month}`
  if (transitions.every(({ local }) => local.day + 7 > local.daysInMonth)) return `${month};BYDAY=-1${weekday}`
  if (high - low !== 6) return null
  if (low % 7 === 1) return `${month};BYDAY=${(low + 6) / 7}${weekday}`
  return `${month};BYMONTHDAY=${Array.from({ length: 7 }, (_, i) => low + i).join(',')};BYDAY=${weekday}`
}

function observance({ local, from, to }: Transition, daylight: boolean, name: string, rule?: string): string {
  const component = daylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${component}`,
    `DTSTART:${formatBasic(local)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${formatOffset(from)}`,
    `TZOFFSETTO:${formatOffset(to)}`,
    `TZNAME:${escapeText(name)}`,
    `END:${component}`,
  ]
    .map(foldLine)
    .join('')
}
/** Observance of a zone without transitions. */
const fixedObservance = (start: Temporal.ZonedDateTime, name: string): string => {
  const offset = start.offsetNanoseconds / SECOND_NS
  return observance({ at: start.toInstant(), local: FIRST_LOCAL, from: offset, to: offset }, false, name)
}

/** Formats a local time as `20310506T070809`. */
export const formatBasic = (local: Temporal.PlainDateTime): string =>
  `${String(local.year).padStart(4, '0')}${pad2(local.month)}${pad2(local.day)}T${pad2(local.hour)}${pad2(local.minute)}${pad2(local.second)}`
const pad2 = (n: number): string => String(n).padStart(2, '0')
/** Formats an offset as `+0530`. */
const formatOffset = (seconds: number): string => {
  const absolute = Math.abs(seconds)
  const rest = absolute % 60 ? pad2(absolute % 60) : ''
  return `${seconds < 0 ? '-' : '+'}${pad2(Math.floor(absolute / 3600))}${pad2(Math.floor(absolute / 60) % 60)}${rest}`
}
