// Rewrites a recurrence rule to an equivalent one with fewer or more common parts, which has a simpler description (recurrence 13.1).
import type { Frequency, RecurrenceRule } from '../kernel/recurrence/rule.ts'

export function simplifyRule(rule: RecurrenceRule, startsPerDay: number): RecurrenceRule {
  return chooseFrequency(startsPerDay === 1 ? resolvePositions(rule) : rule)
}

const MAX_MONTH_DAY = 31
const MAX_NTH = 53
/** The second of all Tuesdays of a month is the second Tuesday, and the last of all days is the last day of the month. */
function resolvePositions(rule: RecurrenceRule): RecurrenceRule {
  const { freq, byDay, bySetPos, byMonth } = rule
  const [first] = byDay
  const isInMonth = freq === 'MONTHLY' || (freq === 'YEARLY' && byMonth.length === 1)
  const isInYear = freq === 'YEARLY' && byMonth.length === 0
  const isWithin = (max: number): boolean => bySetPos.every((position) => Math.abs(position) <= max)
  if (bySetPos.length === 0 || !first || !hasOnlyPlainWeekdays(rule)) return rule
  if (byDay.length === 7 && isInMonth && isWithin(MAX_MONTH_DAY)) return { ...rule, byDay: [], byMonthDay: bySetPos, bySetPos: [] }
  if (byDay.length === 1 && (isInMonth || isInYear) && isWithin(MAX_NTH))
    return { ...rule, byDay: bySetPos.map((nth) => ({ weekday: first.weekday, nth })), bySetPos: [] }
  return rule
}

/** Without an interval and positions, the parts alone select the days, so that another frequency may say the same. */
function chooseFrequency(rule: RecurrenceRule): RecurrenceRule {
  if (rule.interval > 1 || rule.bySetPos.length > 0) return rule
  const freq = simplestFrequency(rule)
  return freq === 'DAILY' && rule.byDay.length === 7 ? { ...rule, freq, byDay: [] } : { ...rule, freq }
}
function simplestFrequency(rule: RecurrenceRule): Frequency {
  const { freq, byMonth, byMonthDay, byWeekNo, byYearDay, byDay } = rule
  const isNumberedInYear = freq === 'YEARLY' && byDay.some(({ nth }) => nth !== 0)
  if (hasOnlyPlainWeekdays(rule)) return byDay.length === 7 ? 'DAILY' : 'WEEKLY'
  if (byMonthDay.length > 0 && byWeekNo.length + byYearDay.length === 0 && (byMonth.length > 0 || !isNumberedInYear))
    return byMonth.length > 0 ? 'YEARLY' : 'MONTHLY'
  return freq === 'MONTHLY' && byMonth.length > 0 ? 'YEARLY' : freq
}
/** Whether weekdays without numbers are the only days of a rule. It may have months. */
const hasOnlyPlainWeekdays = ({ byMonthDay, byWeekNo, byYearDay, byDay }: RecurrenceRule): boolean =>
  byDay.length > 0 && byDay.every(({ nth }) => nth === 0) && byMonthDay.length + byWeekNo.length + byYearDay.length === 0
