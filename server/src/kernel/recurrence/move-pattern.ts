// Moves a date of a series together with its pattern: a new time of day, a new length, or another weekday (recurrence 13.5.4).
import {
  DAY_SECONDS,
  dayOfSeconds,
  formatTimeOfDay,
  formatWall,
  startOfWeek,
  timeOfSeconds,
  wallSeconds,
  weekdayOf,
  type LocalDay,
  type TimeOfDay,
  type WallTime,
} from './calendar-days.ts'
import { endOfRule, lengthOf, MAX_STEPS } from './expand.ts'
import { moveRule, type RuleMove } from './move-rule.ts'
import { isRecurrenceError, type RecurrenceError } from './recurrence-error.ts'
import { anchorRule, dayNumberOf, parseStoredRule, type SeriesTimes, type StoredRecurrence, type StoredRule } from './recurrence.ts'
import { generateRuleDates, withStepBudget, type StepBudget } from './rule-dates.ts'
import type { RecurrenceRule } from './rule.ts'
import { keepTime, reanchorRule, type Series } from './series-start.ts'

/** A date that an editor moves: its start now, its new start and end, and the index of the rule that yields it. */
export interface MovedDate {
  readonly from: WallTime
  readonly to: WallTime
  readonly end: WallTime | null
  readonly rule: number | null
}
export interface MovedSeries extends Series {
  /** The new start of each start that moves, up to the horizon. */
  readonly moves: ReadonlyMap<WallTime, WallTime>
}
export interface MoveOptions {
  /** The last day up to which `moves` lists dates. */
  readonly throughDay: LocalDay
  readonly maxSteps?: number
}

export function movePattern(
  stored: StoredRecurrence,
  times: SeriesTimes,
  moved: MovedDate,
  { throughDay, maxSteps = MAX_STEPS }: MoveOptions,
): MovedSeries | RecurrenceError {
  const index = moved.rule
  const old = index === null ? undefined : stored.rules[index]
  if (index === null || !old) return moveSingleDate(stored, times, moved)
  const rule = moveWeekday(parseStoredRule(old.rrule), moved)
  if (isRecurrenceError(rule)) return rule
  const lengths = moveLength(stored, times, { index, old, moved })
  if (isRecurrenceError(lengths)) return lengths
  const last = startOfWeek(Math.max(dayNumberOf(throughDay), dayNumberOf(dayOf(moved.from))), rule.weekStart) + 6
  const move = { old, rule, end_time: lengths.end_time, shift: shiftOf(moved), lastDay: last, times }
  const result = withStepBudget(maxSteps, (budget) => applyMove(stored, move, { index, length: lengths.length }, budget))
  return result ?? { code: 'too-many-steps', limit: maxSteps }
}
const dayOf = (wall: WallTime): LocalDay => wall.slice(0, 10)

function moveSingleDate(stored: StoredRecurrence, times: SeriesTimes, { from, to, end }: MovedDate): MovedSeries {
  const dates = stored.dates.filter(({ start }) => start !== from && start !== to)
  return {
    recurrence: { ...stored, dates: [...dates, { start: to, end }].sort((a, b) => (a.start < b.start ? -1 : 1)) },
    times,
    moves: new Map([[from, to]]),
  }
}

const notMovable = (detail: string): RecurrenceError => ({ code: 'pattern-not-movable', detail })
/** Replaces the weekday of a date in BYDAY. The new day must be in the same week. */
function moveWeekday(rule: RecurrenceRule, { from, to }: MovedDate): RecurrenceRule | RecurrenceError {
  const [oldDay, newDay] = [dayNumberOf(dayOf(from)), dayNumberOf(dayOf(to))]
  const hasTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0
  if (hasTimes && from.slice(11) !== to.slice(11)) return notMovable('BYHOUR, BYMINUTE or BYSECOND')
  if (oldDay === newDay) return rule
  if (rule.freq !== 'WEEKLY') return notMovable(`FREQ=${rule.freq}`)
  if (rule.bySetPos.length > 0 || rule.byMonth.length > 0) return notMovable('BYSETPOS or BYMONTH')
  if (startOfWeek(oldDay, rule.weekStart) !== startOfWeek(newDay, rule.weekStart)) return notMovable('another week')
  if (rule.byDay.some(({ weekday }) => weekday === weekdayOf(newDay))) return notMovable('a weekday of the rule')
  const byDay = rule.byDay.map((day) => (day.weekday === weekdayOf(oldDay) ? { ...day, weekday: weekdayOf(newDay) } : day))
  return { ...rule, byDay: byDay.sort((a, b) => a.weekday - b.weekday) }
}

/** Builds the function that moves every date of the rule as one date is moved. Dates of other weekdays keep their day. */
function shiftOf(moved: MovedDate): (wall: number) => number {
  const [from, to] = [wallSeconds(moved.from), wallSeconds(moved.to)]
  const days = dayOfSeconds(to) - dayOfSeconds(from)
  const isNewTime = timeOfSeconds(from) !== timeOfSeconds(to)
  return (wall) => {
    const day = dayOfSeconds(wall)
    const isMovedDay = days !== 0 && weekdayOf(day) === weekdayOf(dayOfSeconds(from))
    return (day + (isMovedDay ? days : 0)) * DAY_SECONDS + timeOfSeconds(isNewTime ? to : wall)
  }
}

interface RuleOfDate {
  readonly index: number
  readonly old: StoredRule
  readonly moved: MovedDate
}
/** Gives the new length to the rule if other rules share the length of the series, otherwise to the series. */
function moveLength(
  { rules }: StoredRecurrence,
  times: SeriesTimes,
  { index, old, moved }: RuleOfDate,
): { readonly end_time: TimeOfDay | null; readonly length: number | null } | RecurrenceError {
  const [from, to, seriesLength] = [wallSeconds(moved.from), wallSeconds(moved.to), lengthOf(times)]
  const oldEnd = endOfRule(old, times)(from)
  const length = moved.end === null ? null : wallSeconds(moved.end) - to
  if (length !== null && length < 0) return { code: 'end-before-start' }
  const isNew = length !== (oldEnd === null ? null : oldEnd - from)
  const isShared = rules.some(({ end_time }, each) => each !== index && end_time === null)
  if (times.allDay) return { end_time: old.end_time, length }
  if (old.end_time === null && (!isNew || !isShared)) return { end_time: null, length: isNew ? length : seriesLength }
  if (length === seriesLength) return { end_time: null, length }
  if (length === null || length >= DAY_SECONDS) return notMovable('a length of a day or more, or none')
  return { end_time: formatTimeOfDay(timeOfSeconds(to + length)), length: seriesLength }
}

function applyMove(
  stored: StoredRecurrence,
  move: RuleMove,
  { index, length }: { readonly index: number; readonly length: number | null },
  budget: StepBudget,
): MovedSeries {
  const { old, times, shift } = move
  const others = stored.rules.filter((_, each) => each !== index)
  const { rule, next, extra, dates } = moveRule(move, { length, earliest: earliestOf({ ...stored, rules: others }, times, budget) }, budget)
  const [start, nextStart] = [wallSeconds(times.start), wallSeconds(next.start)]
  const rules = stored.rules.map((other, each) => {
    if (each === index) return rule
    return other.from === null ? reanchorRule(other, times, next, budget) : keepTime(other, times, next)
  })
  const moved = new Set(dates.filter((wall) => wall >= start).map(shift))
  // Rules that count from an earlier start must not yield dates that the series did not have.
  const early = rules.flatMap((other, each) => (each === index ? [] : takeBetween(other, next, [nextStart, start], budget)))
  const isOwn = dateTester([old], times, budget)
  const isOther = dateTester(others, times, budget)
  const singles = new Set(stored.dates.map((date) => date.start))
  const staysFree = (wall: number): boolean =>
    !stored.exclude.includes(formatWall(wall)) && (singles.has(formatWall(wall)) || (wall >= start && isOther(wall)))
  const exclude = stored.exclude.flatMap((text) => {
    const wall = text.length > 10 ? wallSeconds(text) : null
    if (wall === null || !isOwn(wall)) return [text]
    return [...(isOther(wall) ? [text] : []), ...(staysFree(shift(wall)) ? [] : [formatWall(shift(wall))])]
  })
  const added = [...extra.filter((wall) => !staysFree(wall)), ...early.filter((wall) => !moved.has(wall))]
  return {
    recurrence: { ...stored, rules, exclude: [...new Set([...exclude, ...added.map(formatWall)])].sort() },
    times: next,
    moves: new Map(dates.filter((wall) => shift(wall) !== wall).map((wall) => [formatWall(wall), formatWall(shift(wall))])),
  }
}

/** The first date of a series on or after its start; Infinity if it has none. */
function earliestOf({ rules, dates }: StoredRecurrence, times: SeriesTimes, budget: StepBudget): number {
  const start = wallSeconds(times.start)
  const firsts = rules.map((rule) => {
    for (const wall of generateRuleDates(anchorRule(rule, times), budget, dayOfSeconds(start))) if (wall >= start) return wall
    return Infinity
  })
  return Math.min(...firsts, ...dates.map((date) => wallSeconds(date.start)).filter((wall) => wall >= start))
}

function takeBetween(rule: StoredRule, times: SeriesTimes, [from, to]: readonly [number, number], budget: StepBudget): number[] {
  const walls: number[] = []
  if (from >= to) return walls
  for (const wall of generateRuleDates(anchorRule(rule, times), budget, dayOfSeconds(from))) {
    if (wall >= to) break
    if (wall >= from) walls.push(wall)
  }
  return walls
}

/** Builds the condition that one of the rules yields a wall time. The dates of a rule with COUNT are generated once. */
function dateTester(rules: readonly StoredRule[], times: SeriesTimes, budget: StepBudget): (wall: number) => boolean {
  const testers = rules.map((stored) => {
    const anchored = anchorRule(stored, times)
    let all: Set<number> | null = null
    return (wall: number): boolean => {
      if (anchored.rule.count !== null) return (all ??= new Set(generateRuleDates(anchored, budget))).has(wall)
      for (const each of generateRuleDates(anchored, budget, dayOfSeconds(wall))) if (each >= wall) return each === wall
      return false
    }
  })
  return (wall) => testers.some((isDate) => isDate(wall))
}
