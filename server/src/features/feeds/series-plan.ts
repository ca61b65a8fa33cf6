// Plans how iCalendar writes a series: groups of dates with RRULE, RDATE and EXDATE, and the dates that need a RECURRENCE-ID (contract 13.6).
import {
  dayOfSeconds,
  formatTimeOfDay,
  formatWall,
  wallSeconds,
  type LocalDay,
  type TimeOfDay,
  type WallTime,
} from '../../kernel/recurrence/calendar-days.ts'
import { endOfRule, lengthOf, MAX_STEPS, readExclusions } from '../../kernel/recurrence/expand.ts'
import { anchorRule, dayNumberOf, startTimeOf, type SeriesTimes, type StoredRecurrence } from '../../kernel/recurrence/recurrence.ts'
import { generateRuleDates, withStepBudget } from '../../kernel/recurrence/rule-dates.ts'
import { isPortableRule } from '../../kernel/recurrence/rule.ts'
import {
  groupLines,
  isRegularDate,
  isRegularStart,
  recurrenceId,
  utcOf,
  type GroupDates,
  type SeriesClock,
  type StoredDate,
} from './series-lines.ts'

export interface SeriesSource {
  readonly recurrence: StoredRecurrence
  readonly times: SeriesTimes
  /** Dates are stored through this day; null if all are. */
  readonly expandedUntil: LocalDay | null
  /** In order of their local start. */
  readonly dates: readonly StoredDate[]
  readonly clock: SeriesClock
}
/** One VEVENT with a recurrence, and the VEVENTs of dates that differ from it. */
export interface SeriesGroup {
  /** Follows the UID of the series. */
  readonly suffix: string
  /** DTSTART, DTEND, RRULE, RDATE and EXDATE. */
  readonly lines: readonly string[]
  readonly overrides: readonly { readonly id: number; readonly line: string }[]
}

/** The suffixes do not depend on filters, windows and time: each date always has the UID of the same group. */
export function planSeries(source: SeriesSource): SeriesGroup[] {
  const { times } = source
  const { groups, rest } = withStepBudget(MAX_STEPS, (budget) => assignDates(source, budget)) ?? { groups: [], rest: source.dates }
  const base = groups.find(({ index }) => index === 0)
  const first = base?.dates[0]
  const length = lengthOf(times)
  const ownTime = times.start.slice(11)
  const single: DateList = { dates: rest, suffix: '', time: ownTime, endOf: (wall) => (length === null ? null : wall + length) }
  const others = groups.filter(({ index }) => index !== 0).flatMap((group) => writeGroup(group, [], source))
  if (!base || !first) return [...writeDates(single, source), ...others]
  if (!canWriteRule(base, first, source))
    return [...writeDates({ ...single, dates: [...base.dates, ...rest], endOf: base.endOf }, source), ...others]
  // Readers ignore an RDATE before DTSTART, and some confuse the dates of one day if one of them has a RECURRENCE-ID.
  const isAddable = ({ wall }: StoredDate): boolean => wall > first.wall && wall.slice(11) === first.wall.slice(11)
  const apart = rest.filter((date) => !isAddable(date))
  return [...writeGroup(base, rest.filter(isAddable), source), ...writeDates({ ...single, suffix: '-d', dates: apart }, source), ...others]
}

/** The dates of one rule. */
interface RuleGroup {
  readonly index: number
  readonly dates: readonly StoredDate[]
  /** Starts that the rule yields and that are no dates of this group, in order. */
  readonly gaps: readonly number[]
  /** The number of dates that the rule yields before the first date of the group. */
  readonly countBefore: number
  readonly endOf: (wall: number) => number | null
}
interface AssignedDates {
  readonly groups: readonly RuleGroup[]
  /** Dates that no rule yields. */
  readonly rest: readonly StoredDate[]
}
/** Gives each date to the first rule that yields it. */
function assignDates(
  { recurrence, times, expandedUntil, dates }: SeriesSource,
  budget: Parameters<typeof generateRuleDates>[1],
): AssignedDates {
  const start = wallSeconds(times.start)
  const stored = new Map(dates.map((date) => [wallSeconds(date.wall), date]))
  const lastWall = Math.max(start, ...stored.keys())
  const { excludes } = readExclusions(recurrence.exclude)
  const horizon = expandedUntil === null ? Infinity : dayNumberOf(expandedUntil)
  const lastDay = expandedUntil === null ? Infinity : Math.max(horizon, ...recurrence.exclude.map((text) => dayNumberOf(text.slice(0, 10))))
  const taken = new Set<number>()
  const groups = recurrence.rules.map((rule, index): RuleGroup => {
    const own: StoredDate[] = []
    const gaps: number[] = []
    let [countBefore, firstWall] = [0, 0]
    for (const wall of generateRuleDates(anchorRule(rule, times), budget, dayOfSeconds(start))) {
      if (wall > lastWall && dayOfSeconds(wall) > lastDay) break
      const date = wall < start || taken.has(wall) ? undefined : stored.get(wall)
      // Dates after the horizon are not stored yet.
      const isLater = dayOfSeconds(wall) > horizon && !excludes(wall) && !taken.has(wall)
      if (date) {
        own.push(date)
        if (own.length === 1) firstWall = wall
      } else if (!isLater) gaps.push(wall)
      if (own.length === 0) countBefore += 1
      if (date || isLater) taken.add(wall)
    }
    return { index, dates: own, gaps: gaps.filter((wall) => wall > firstWall), countBefore, endOf: endOfRule(rule, times) }
  })
  return { groups: groups.filter((group) => group.dates.length > 0), rest: dates.filter(({ wall }) => !taken.has(wallSeconds(wall))) }
}
const lengthAt = (endOf: RuleGroup['endOf'], start: WallTime): number | null => {
  const wall = wallSeconds(start)
  const end = endOf(wall)
  return end === null ? null : end - wall
}

/** Whether every reader computes the dates of the rule from its first date on. */
const canWriteRule = ({ index }: RuleGroup, first: StoredDate, { recurrence, times, clock }: SeriesSource): boolean => {
  const rule = recurrence.rules[index]
  return rule !== undefined && isPortableRule(anchorRule(rule, times).rule) && isRegularStart(first.wall, clock)
}

/** Writes a rule. `extra` are dates that no rule yields. */
function writeGroup(group: RuleGroup, extra: readonly StoredDate[], source: SeriesSource): SeriesGroup[] {
  const { index, dates, gaps, countBefore, endOf } = group
  const { recurrence, times, clock } = source
  const suffix = index === 0 ? '' : `-r${index + 1}`
  const [first] = dates
  const rule = recurrence.rules[index]
  if (!first || !rule) return []
  const failing = dates.filter(({ matches }) => !matches)
  // A filter that most dates fail selects dates, not the series: a rule would continue after the dates that it selects.
  const isMostlyShown = failing.length * 2 <= dates.length
  if (!canWriteRule(group, first, source) || !clock.hasRules || !isMostlyShown)
    return writeDates({ dates: [...dates, ...extra], suffix, time: formatTimeOfDay(startTimeOf(rule, times)), endOf }, source)
  const { rule: parsed } = anchorRule(rule, times)
  const shown = [...dates, ...extra].filter(({ matches }) => matches)
  const length = lengthAt(endOf, first.wall)
  const written: GroupDates = {
    first: first.wall,
    length,
    rule: { ...parsed, count: parsed.count === null ? null : parsed.count - countBefore },
    until: rule.until,
    add: extra.filter(({ matches }) => matches).map(({ wall }) => wall),
    exclude: [...gaps.map(formatWall), ...failing.map(({ wall }) => wall)].sort(),
  }
  return shown.length === 0 ? [] : [{ suffix, lines: groupLines(written, clock), overrides: findOverrides(shown, length, clock) }]
}

interface DateList {
  readonly dates: readonly StoredDate[]
  readonly suffix: string
  /** Dates at other times of day, or with another UTC offset than the start of the series has, have a suffix of their own. */
  readonly time: TimeOfDay
  readonly endOf: RuleGroup['endOf']
}
/** Writes dates one by one, in UTC, so that no reader has to compute a local time. */
function writeDates({ dates, suffix, time, endOf }: DateList, { clock, times }: SeriesSource): SeriesGroup[] {
  const inUtc = { ...clock, isLocal: false }
  const shown = dates.filter(({ matches }) => matches).sort((a, b) => (a.wall < b.wall ? -1 : 1))
  const utcTimeOf = (wall: WallTime): string => (clock.allDay ? '' : utcOf(wall, clock.zone).slice(11))
  // When the clocks change, two dates may be on one day of UTC, which some readers confuse. So the dates of a list have one time of day in UTC too.
  const groups = Map.groupBy(shown, ({ wall }) => `${wall.slice(11)} ${utcTimeOf(wall)}`)
  return [...groups].flatMap(([key, own]) => {
    const [ownTime = '', utcTime = ''] = key.split(' ')
    const hasFirstOffset = utcTime === utcTimeOf(`${times.start.slice(0, 10)} ${ownTime}`)
    const walls = own.map(({ wall }) => wall)
    const first = walls[0] ?? ''
    const length = lengthAt(endOf, first)
    // Without a rule, some readers do not count DTSTART as a date.
    const lines = groupLines({ first, length, rule: null, until: null, add: walls, exclude: [] }, inUtc)
    return {
      suffix:
        suffix + (ownTime === time ? '' : `-t${ownTime.replaceAll(':', '')}`) + (hasFirstOffset ? '' : `-u${utcTime.replaceAll(':', '')}`),
      lines,
      overrides: findOverrides(own, length, inUtc),
    }
  })
}

const findOverrides = (dates: readonly StoredDate[], length: number | null, clock: SeriesClock): SeriesGroup['overrides'] =>
  dates.flatMap((date) => (isRegularDate(date, length, clock) ? [] : [{ id: date.id, line: recurrenceId(date.wall, clock) }]))
