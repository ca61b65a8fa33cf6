// Changes the start of a series without changing its later dates: the pattern of every rule is kept (recurrence 13.2.4, 13.2.8).
import {
  dayOfSeconds,
  formatDay,
  formatTimeOfDay,
  formatWall,
  startOfWeek,
  timeOfSeconds,
  toCalendarDate,
  toDayNumber,
  wallSeconds,
  type WallTime,
} from './calendar-days.ts'
import { firstDate, lengthOf, MAX_STEPS } from './expand.ts'
import { isRecurrenceError, type RecurrenceError } from './recurrence-error.ts'
import {
  anchorRule,
  dayNumberOf,
  parseStoredRule,
  startTimeOf,
  type SeriesTimes,
  type StoredRecurrence,
  type StoredRule,
} from './recurrence.ts'
import { generateRuleDates, withStepBudget, type StepBudget } from './rule-dates.ts'
import { formatRule, type RecurrenceRule } from './rule.ts'

/** A recurrence with the times of its series. */
export interface Series {
  readonly recurrence: StoredRecurrence
  readonly times: SeriesTimes
}

/** The times of the series if it starts at another date. The length stays. */
export function timesFrom(times: SeriesTimes, start: WallTime, length = lengthOf(times)): SeriesTimes {
  return { ...times, start, end: length === null ? null : formatWall(wallSeconds(start) + length) }
}

/** Moves the start to the first date, if the start is not a date of the series. Excluded dates count, because they can return. */
export function startAtFirstDate(recurrence: StoredRecurrence, times: SeriesTimes, maxSteps = MAX_STEPS): Series | RecurrenceError {
  const first = firstDate(recurrence, times, maxSteps)
  if (isRecurrenceError(first)) return first
  if (first === times.start) return { recurrence, times }
  const next = timesFrom(times, first)
  const rules = withStepBudget(maxSteps, (budget) =>
    recurrence.rules.map((rule) => (rule.from === null ? reanchorRule(rule, times, next, budget) : keepTime(rule, times, next))),
  )
  return rules === null ? { code: 'too-many-steps', limit: maxSteps } : { recurrence: { ...recurrence, rules }, times: next }
}

/** Gives a rule the time of the old series as its own, if the new series has another one. */
export function keepTime(rule: StoredRule, times: SeriesTimes, next: SeriesTimes): StoredRule {
  const time = startTimeOf(rule, times)
  return rule.start_time !== null || time === timeOfSeconds(wallSeconds(next.start)) ? rule : { ...rule, start_time: formatTimeOfDay(time) }
}

/** Makes a rule of a series count from a new start, so that none of its dates from there on changes. COUNT loses the dates before the new start. */
export function reanchorRule(stored: StoredRule, times: SeriesTimes, next: SeriesTimes, budget: StepBudget): StoredRule {
  const kept = keepTime(stored, times, next)
  const start = wallSeconds(next.start)
  if (stored.from !== null && dayNumberOf(stored.from) >= dayOfSeconds(start)) return kept
  const { rule, anchorDay } = anchorRule(stored, times)
  const from = anchorFor(rule, anchorDay, dayOfSeconds(start))
  const moved = { ...kept, from: from === null ? null : formatDay(from) }
  if (rule.count === null) return moved
  const limit = Math.max(start, wallSeconds(times.start))
  const count = rule.count - countBefore(stored, times, limit, budget) + countBefore(moved, next, limit, budget)
  return { ...moved, rrule: formatRule({ ...rule, count: Math.max(count, 1) }) }
}

/** The day from which a rule must count if its series starts on `startDay`. Null is that day itself. */
export function anchorFor(rule: RecurrenceRule, anchorDay: number, startDay: number): number | null {
  // BYSETPOS counts from the anchor in the first week, so the anchor must stay or be the start of a week.
  const dependsOnFirstWeek = rule.freq === 'WEEKLY' && rule.bySetPos.length > 0
  if (startDay < anchorDay) return anchorDay
  const { index, start } = periodOf(rule, anchorDay, startDay)
  if (Number.isInteger(index) && !dependsOnFirstWeek) return null
  return Math.max(anchorDay, Number.isInteger(index) ? start(index) : start(Math.ceil(index)))
}

/** The index of the period that contains a day, counted in intervals: an integer if the rule has dates in that period. */
/** The period of a rule (interval days, weeks, months or years) that has a day, counted from the anchor, and the first day of a period. */
export function periodOf(
  rule: RecurrenceRule,
  anchorDay: number,
  day: number,
): { readonly index: number; readonly start: (index: number) => number } {
  const { interval } = rule
  const [anchor, date] = [toCalendarDate(anchorDay), toCalendarDate(day)]
  switch (rule.freq) {
    case 'DAILY':
      return { index: (day - anchorDay) / interval, start: (index) => anchorDay + index * interval }
    case 'WEEKLY': {
      const first = startOfWeek(anchorDay, rule.weekStart)
      return { index: (startOfWeek(day, rule.weekStart) - first) / 7 / interval, start: (index) => first + index * 7 * interval }
    }
    case 'MONTHLY': {
      const first = anchor.year * 12 + anchor.month - 1
      return {
        index: (date.year * 12 + date.month - 1 - first) / interval,
        start: (index) => toDayNumber(Math.floor((first + index * interval) / 12), ((first + index * interval) % 12) + 1, 1),
      }
    }
    case 'YEARLY':
      return { index: (date.year - anchor.year) / interval, start: (index) => toDayNumber(anchor.year + index * interval, 1, 1) }
  }
}

/** Counts the dates of a rule before a wall time, without its own limit. */
function countBefore(stored: StoredRule, times: SeriesTimes, end: number, budget: StepBudget): number {
  const rrule = formatRule({ ...parseStoredRule(stored.rrule), count: null })
  let count = 0
  for (const wall of generateRuleDates(anchorRule({ ...stored, rrule }, times), budget)) {
    if (wall >= end) break
    count += 1
  }
  return count
}
