// The stored form of a recurrence: normalizes parsed input to it, and shows it in the form of the API (recurrence 13.2).
import {
  DAY_SECONDS,
  dayOfSeconds,
  formatDay,
  formatTimeOfDay,
  formatWall,
  parseDay,
  timeOfSeconds,
  toCalendarDate,
  wallSeconds,
  weekdayOf,
  type LocalDay,
  type TimeOfDay,
  type WallTime,
} from './calendar-days.ts'
import type { ParsedMoment, ParsedRecurrence, ParsedRule } from './parse-recurrence.ts'
import { isRecurrenceError, type RecurrenceError } from './recurrence-error.ts'
import type { AnchoredRule } from './rule-dates.ts'
import { formatRule, parseRule, writeImpliedParts, type RecurrenceRule } from './rule.ts'

export interface StoredRule {
  /** Canonical, with implied parts and without UNTIL. */
  readonly rrule: string
  /** The last local day on which a date may start, inclusive. */
  readonly until: LocalDay | null
  /** The local day from which INTERVAL and COUNT count; null is the start of the series. */
  readonly from: LocalDay | null
  /** Null is the time of the series. */
  readonly start_time: TimeOfDay | null
  readonly end_time: TimeOfDay | null
}
export interface StoredRecurrence {
  readonly rules: readonly StoredRule[]
  /** Single dates in order. An end of null is the length of the series. */
  readonly dates: readonly { readonly start: WallTime; readonly end: WallTime | null }[]
  /** Days (`2027-12-24`) and exact starts (`2027-12-28 18:00:00`), in order. */
  readonly exclude: readonly string[]
}
/** The times of a series. An all-day series starts at 00:00:00. */
export interface SeriesTimes {
  readonly start: WallTime
  readonly end: WallTime | null
  readonly allDay: boolean
}
/** A recurrence as responses show it: UNTIL is part of the rule. */
export interface ShownRecurrence {
  readonly rules: readonly Omit<StoredRule, 'until'>[]
  readonly dates: StoredRecurrence['dates']
  readonly exclude: StoredRecurrence['exclude']
}

/** Converts a parsed recurrence to its stored form. `toLocal` converts an instant to the wall time of the zone of the series. */
export function normalizeRecurrence(
  parsed: ParsedRecurrence,
  times: SeriesTimes,
  toLocal: (utcMs: number) => WallTime,
): StoredRecurrence | RecurrenceError {
  const start = wallSeconds(times.start)
  const resolve = (moment: ParsedMoment): number => resolveMoment(moment, start, toLocal)
  const dates = new Map<number, number | null>(parsed.includesStart ? [[start, null]] : [])
  for (const [index, date] of parsed.dates.entries()) {
    const [from, to] = [resolve(date.start), date.end && resolve(date.end)]
    if (to !== null && to < from) return { code: 'end-before-start', path: `dates.${index}.end` }
    dates.set(from, to)
  }
  const exclude = parsed.exclude.map((moment) =>
    moment.type === 'day' || times.allDay ? formatDay(dayOfSeconds(resolve(moment))) : formatWall(resolve(moment)),
  )
  return {
    rules: parsed.rules.map((rule) => normalizeRule(rule, times, toLocal)),
    dates: [...dates]
      .sort(([a], [b]) => a - b)
      .map(([from, to]) => ({ start: formatWall(from), end: to === null ? null : formatWall(to) })),
    exclude: [...new Set(exclude)].sort(),
  }
}

/** A day without a time takes the time at which the series starts. */
function resolveMoment(moment: ParsedMoment, start: number, toLocal: (utcMs: number) => WallTime): number {
  if (moment.type === 'day') return moment.value * DAY_SECONDS + timeOfSeconds(start)
  return moment.type === 'utc' ? wallSeconds(toLocal(moment.value * 1_000)) : moment.value
}

function normalizeRule(parsed: ParsedRule, times: SeriesTimes, toLocal: (utcMs: number) => WallTime): StoredRule {
  const start = wallSeconds(times.start)
  const anchorDay = parsed.from ?? dayOfSeconds(start)
  const rule = writeImpliedParts(parsed.rule, { ...toCalendarDate(anchorDay), weekday: weekdayOf(anchorDay) })
  const first = timesOfDay(rule, parsed.startTime ?? timeOfSeconds(start), times.allDay)[0] ?? 0
  return {
    rrule: formatRule(rule),
    until: rule.until && formatDay(lastDayOf(rule.until, first, toLocal)),
    from: parsed.from === null ? null : formatDay(parsed.from),
    start_time: parsed.startTime === null ? null : formatTimeOfDay(parsed.startTime),
    end_time: parsed.endTime === null ? null : formatTimeOfDay(parsed.endTime),
  }
}

/** UNTIL with a time leaves its day out only if the rule starts later on that day (recurrence 13.2.3). */
function lastDayOf(until: NonNullable<RecurrenceRule['until']>, startTime: number, toLocal: (utcMs: number) => WallTime): number {
  if (until.type === 'day') return until.value
  const wall = until.type === 'utc' ? wallSeconds(toLocal(until.value * 1_000)) : until.value
  return dayOfSeconds(wall) - (startTime > timeOfSeconds(wall) ? 1 : 0)
}

/** Shows a recurrence. UNTIL is the end of the last local day in UTC, or a date if the series is all-day. */
export function showRecurrence(stored: StoredRecurrence, times: SeriesTimes, toUtc: (wall: WallTime) => number): ShownRecurrence {
  return {
    ...stored,
    rules: stored.rules.map(({ until, ...rule }) => ({
      ...rule,
      rrule: until === null ? rule.rrule : `${rule.rrule};UNTIL=${formatRuleEnd(until, times.allDay, toUtc)}`,
    })),
  }
}
function formatRuleEnd(until: LocalDay, allDay: boolean, toUtc: (wall: WallTime) => number): string {
  if (allDay) return until.replaceAll('-', '')
  const wall = formatWall(Math.floor(toUtc(`${until} 23:59:59`) / 1_000))
  return `${wall.replace(' ', 'T').replaceAll(/[-:]/g, '')}Z`
}

/** Parses the text of a stored rule, which is valid. */
export function parseStoredRule(rrule: string): RecurrenceRule {
  const rule = parseRule(rrule)
  if (isRecurrenceError(rule)) throw new Error(`the stored rule is not valid: ${rrule} (${rule.code})`)
  return rule
}

/** Combines a stored rule with the values that it takes from its series. */
export function anchorRule(stored: StoredRule, times: SeriesTimes): AnchoredRule {
  const rule = parseStoredRule(stored.rrule)
  const start = wallSeconds(times.start)
  const from = stored.from === null ? null : dayNumberOf(stored.from)
  return {
    rule,
    anchorDay: from ?? dayOfSeconds(start),
    anchorSeconds: from === null ? start : from * DAY_SECONDS,
    untilDay: stored.until === null ? null : dayNumberOf(stored.until),
    times: timesOfDay(rule, startTimeOf(stored, times), times.allDay),
  }
}

/** The number of a stored day, which is valid. */
export function dayNumberOf(day: LocalDay): number {
  return parseDay(day) ?? dayOfSeconds(wallSeconds(`${day} 00:00:00`))
}

/** The time of day at which a rule starts, in seconds. An all-day series ignores the times of its rules. */
export const startTimeOf = ({ start_time }: StoredRule, times: SeriesTimes): number =>
  timeOfSeconds(wallSeconds(start_time === null || times.allDay ? times.start : `${times.start.slice(0, 10)} ${start_time}`))

/** The times of day of a rule, from BYHOUR, BYMINUTE and BYSECOND or else from its start. RFC 5545 ignores these parts if the start is a date. */
function timesOfDay({ byHour, byMinute, bySecond }: RecurrenceRule, startTime: number, allDay: boolean): readonly number[] {
  if (allDay || byHour.length + byMinute.length + bySecond.length === 0) return [startTime]
  const hours = byHour.length > 0 ? byHour : [Math.floor(startTime / 3_600)]
  const minutes = byMinute.length > 0 ? byMinute : [Math.floor(startTime / 60) % 60]
  const seconds = bySecond.length > 0 ? bySecond : [startTime % 60]
  return hours.flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => hour * 3_600 + minute * 60 + second)))
}
