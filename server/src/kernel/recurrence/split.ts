// Splits a series in two at one of its dates, without changing any date (recurrence 13.5.3).
import { dayOfSeconds, formatDay, formatWall, wallSeconds, type WallTime } from './calendar-days.ts'
import { MAX_STEPS, readExclusions } from './expand.ts'
import type { RecurrenceError } from './recurrence-error.ts'
import { anchorRule, parseStoredRule, type SeriesTimes, type StoredRecurrence, type StoredRule } from './recurrence.ts'
import { generateRuleDates, withStepBudget, type StepBudget } from './rule-dates.ts'
import { formatRule } from './rule.ts'
import { reanchorRule, timesFrom, type Series } from './series-start.ts'

export interface SplitSeries {
  /** The dates before the split. It has none if the split is at the first date. */
  readonly before: Series
  readonly after: Series
}

/** Splits a series at a date: that date and all later ones belong to the second series. */
export function splitRecurrence(
  stored: StoredRecurrence,
  times: SeriesTimes,
  at: WallTime,
  maxSteps = MAX_STEPS,
): SplitSeries | RecurrenceError {
  const next = timesFrom(times, at)
  const split = withStepBudget(maxSteps, (budget) => {
    const uses = stored.rules.map((rule) => examineRule(rule, stored, { times, at: wallSeconds(at) }, budget))
    return {
      before: stored.rules.flatMap((rule, index) => endRule(rule, uses[index])),
      after: stored.rules.flatMap((rule, index) => (uses[index]?.hasLater ? [reanchorRule(rule, times, next, budget)] : [])),
    }
  })
  if (split === null) return { code: 'too-many-steps', limit: maxSteps }
  const part = (rules: readonly StoredRule[], isOwn: (start: string) => boolean): StoredRecurrence => ({
    rules,
    dates: stored.dates.filter(({ start }) => isOwn(start)),
    exclude: stored.exclude.filter(isOwn),
  })
  // The date of the split is not excluded, so no excluded day contains it, and texts can be compared.
  const before = part(split.before, (start) => start < at)
  return {
    before: { recurrence: before, times: at > times.start ? times : timesBefore(before, times) },
    after: { recurrence: part(split.after, (start) => start >= at), times: next },
  }
}

/** Single dates may precede the start. If the split leaves no others, the first part starts at the first of them. */
function timesBefore({ dates }: StoredRecurrence, times: SeriesTimes): SeriesTimes {
  const first = Math.min(...dates.map(({ start }) => wallSeconds(start)))
  return first === Infinity ? times : timesFrom(times, formatWall(first))
}

interface RuleUse {
  /** The last date before the split. It may be excluded: it can return as long as the rule reaches it. */
  readonly lastEarlier: number | null
  /** Whether a date before the split is not excluded. */
  readonly hasEarlier: boolean
  /** The number of dates before the split from which COUNT counts, with excluded ones. */
  readonly countEarlier: number
  /** The first date from the split on, excluded or not. */
  readonly firstLater: number | null
  /** Whether a date from the split on is not excluded. */
  readonly hasLater: boolean
}
interface SplitPoint {
  readonly times: SeriesTimes
  readonly at: number
}
function examineRule(rule: StoredRule, { exclude }: StoredRecurrence, { times, at }: SplitPoint, budget: StepBudget): RuleUse {
  const { excludes } = readExclusions(exclude)
  const start = wallSeconds(times.start)
  let lastEarlier: number | null = null
  let firstLater: number | null = null
  let hasEarlier = false
  let countEarlier = 0
  for (const wall of generateRuleDates(anchorRule(rule, times), budget)) {
    if (wall < at) {
      countEarlier += 1
      if (wall >= start) lastEarlier = wall
      hasEarlier ||= wall >= start && !excludes(wall)
      continue
    }
    firstLater ??= wall
    if (!excludes(wall)) return { lastEarlier, hasEarlier, countEarlier, firstLater, hasLater: true }
  }
  return { lastEarlier, hasEarlier, countEarlier, firstLater, hasLater: false }
}

/** Ends a rule with its last date before the split. A rule without such a date is dropped. */
function endRule(stored: StoredRule, use: RuleUse | undefined): readonly StoredRule[] {
  if (!use?.hasEarlier || use.lastEarlier === null) return []
  if (use.firstLater === null) return [stored]
  const rule = parseStoredRule(stored.rrule)
  const lastDay = dayOfSeconds(use.lastEarlier)
  // A rule with several times a day can continue on its last day, so its dates are counted instead.
  const isCounted = rule.count !== null || dayOfSeconds(use.firstLater) === lastDay
  return [
    isCounted
      ? { ...stored, rrule: formatRule({ ...rule, count: use.countEarlier }), until: null }
      : { ...stored, until: formatDay(lastDay) },
  ]
}
