// Changes the start of a stored series: the day from which it begins, and the time of day of its rules. The pattern stays (contract 13.2.8).
import { dayOfSeconds, formatDay, wallSeconds } from './calendar-days.ts'
import { changeTimes } from './change-times.ts'
import { MAX_STEPS } from './expand.ts'
import type { RecurrenceError } from './recurrence-error.ts'
import { dayNumberOf, parseStoredRule, type SeriesTimes, type StoredRecurrence, type StoredRule } from './recurrence.ts'
import { withStepBudget } from './rule-dates.ts'
import { periodOf, reanchorRule } from './series-start.ts'

/** Returns the recurrence of the series with the times `next`. Rules without a time of their own take the new time of day. */
export function changeStart(
  stored: StoredRecurrence,
  times: SeriesTimes,
  next: SeriesTimes,
  maxSteps = MAX_STEPS,
): StoredRecurrence | RecurrenceError {
  if (times.start === next.start && times.allDay === next.allDay) return stored
  const [oldDay, newDay] = [times.start.slice(0, 10), next.start.slice(0, 10)]
  const rules = withStepBudget(maxSteps, (budget) =>
    stored.rules.map((rule) => {
      if (newDay === oldDay || rule.from !== null) return rule
      if (newDay < oldDay) return { ...rule, from: earlierAnchor(rule, oldDay, newDay) }
      // The time of the rule stays that of the series, so only the day is compared.
      const moved = reanchorRule(rule, times, { ...times, start: `${newDay} ${times.start.slice(11)}` }, budget)
      return { ...moved, start_time: rule.start_time, end_time: rule.end_time }
    }),
  )
  if (rules === null) return { code: 'too-many-steps', limit: maxSteps }
  return changeTimes({ ...stored, rules }, times, next).recurrence
}

/** The day on or before the new start from which the rule counts without changing its pattern. Null is the start. */
function earlierAnchor(stored: StoredRule, oldDay: string, newDay: string): string | null {
  const rule = parseStoredRule(stored.rrule)
  if (rule.interval === 1) return null
  const [anchor, start] = [dayNumberOf(oldDay), dayOfSeconds(wallSeconds(`${newDay} 00:00:00`))]
  const period = periodOf(rule, anchor, start)
  return formatDay(period.start(Math.floor(period.index)))
}
