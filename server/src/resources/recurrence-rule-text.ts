// Describes the days of one recurrence rule (recurrence 13.1). Every rule that RFC 5545 allows has a description.
import { countMonthDays, toDayNumber } from '../kernel/recurrence/calendar-days.ts'
import type { RecurrenceRule } from '../kernel/recurrence/rule.ts'
import { findCyclicRuns, findRuns, isSingle, joinPhrases, type NumberRun, type RecurrenceGrammar } from './recurrence-grammar.ts'
import { simplifyRule } from './simplify-rule.ts'

/** The days of a rule: "every 2 weeks on Tuesday", and the conditions on them: "only in June". */
export interface RuleDaysText {
  readonly days: string
  readonly conditions: readonly string[]
}

export function describeRuleDays(given: RecurrenceRule, startsPerDay: number, grammar: RecurrenceGrammar): RuleDaysText {
  const rule = simplifyRule(given, startsPerDay)
  const position = findNthDay(rule, startsPerDay, grammar)
  const { days, conditions } = position === null ? DESCRIPTIONS[rule.freq](rule, grammar) : positionText(rule, position, grammar)
  const isRestOfPosition = position === null && rule.bySetPos.length > 0
  return {
    days,
    conditions: [
      ...conditions,
      ...(isRestOfPosition ? [grammar.onlyPositions(rule.bySetPos, rule.freq)] : []),
      ...(dependsOnWeekStart(rule) ? [grammar.weekStart(rule.weekStart)] : []),
    ],
  }
}

/** The first day of the week matters only if it separates days that are in the same week from Monday on. */
function dependsOnWeekStart({ freq, interval, weekStart, byDay, byWeekNo, bySetPos }: RecurrenceRule): boolean {
  if (weekStart === 0) return false
  if (byWeekNo.length > 0) return true
  const isSplit = byDay.some(({ weekday }) => weekday < weekStart) && byDay.some(({ weekday }) => weekday >= weekStart)
  return freq === 'WEEKLY' && isSplit && (interval > 1 || bySetPos.length > 0)
}

type Describe = (rule: RecurrenceRule, grammar: RecurrenceGrammar) => RuleDaysText
const DESCRIPTIONS: Readonly<Record<RecurrenceRule['freq'], Describe>> = {
  DAILY: describeDaily,
  WEEKLY: describeWeekly,
  MONTHLY: describeMonthly,
  YEARLY: describeYearly,
}

function describeDaily(rule: RecurrenceRule, grammar: RecurrenceGrammar): RuleDaysText {
  const days = grammar.every('DAILY', rule.interval)
  return rule.interval === 1 && rule.byMonth.length > 0
    ? {
        days: joinPhrases(days, monthsText(rule, grammar), grammar),
        conditions: [...monthDayCondition(rule, grammar), ...weekdayCondition(rule, grammar)],
      }
    : { days, conditions: [...weekdayCondition(rule, grammar), ...monthDayCondition(rule, grammar), ...monthCondition(rule, grammar)] }
}

function describeWeekly(rule: RecurrenceRule, grammar: RecurrenceGrammar): RuleDaysText {
  const runs = weekdayRuns(rule)
  if (rule.interval > 1 || runs.length === 0) {
    const every = grammar.every('WEEKLY', rule.interval)
    return {
      days: runs.length === 0 ? every : grammar.everyOn(every, grammar.onWeekdays(runs)),
      conditions: monthCondition(rule, grammar),
    }
  }
  const days = grammar.everyWeekday(runs)
  return { days: rule.byMonth.length > 0 ? joinPhrases(days, monthsText(rule, grammar), grammar) : days, conditions: [] }
}

/** The sentence names the month again after days that count from its end. */
function describeMonthly(rule: RecurrenceRule, grammar: RecurrenceGrammar): RuleDaysText {
  const every = grammar.every('MONTHLY', rule.interval)
  const isByMonthDay = rule.byMonthDay.length > 0
  const items = isByMonthDay ? monthDayItems(rule, grammar) : weekdayItems(rule, grammar)
  const needsPeriod = isByMonthDay ? rule.byMonthDay.some((day) => day < 0) : rule.byDay.some(({ nth }) => nth === 0 || nth < -2)
  return {
    days: items.length === 0 ? every : grammar.everyOn(every, grammar.on(items, needsPeriod ? grammar.ofTheMonth : '')),
    conditions: [...(isByMonthDay ? weekdayCondition(rule, grammar) : []), ...monthCondition(rule, grammar)],
  }
}

/** The part with the fewest days describes a yearly rule, and the others are conditions. */
function describeYearly(rule: RecurrenceRule, grammar: RecurrenceGrammar): RuleDaysText {
  const every = grammar.every('YEARLY', rule.interval)
  const on = (days: string, ...conditions: readonly (readonly string[])[]): RuleDaysText => ({
    days: grammar.everyOn(every, days),
    conditions: conditions.flat(),
  })
  const months = monthCondition(rule, grammar)
  const monthDays = monthDayCondition(rule, grammar)
  const weeks = rule.byWeekNo.length > 0 ? [grammar.only(weeksText(rule, grammar))] : []
  const weekdays = weekdayCondition(rule, grammar)
  if (rule.byYearDay.length > 0)
    return on(grammar.on(grammar.nthDay(rule.byYearDay), grammar.ofTheYear), weekdays, monthDays, months, weeks)
  if (rule.byWeekNo.length > 0 && rule.byDay.length > 0)
    return on(`${grammar.onWeekdays(weekdayRuns(rule))} ${weeksText(rule, grammar)}`, monthDays, months)
  if (rule.byMonthDay.length > 0) return on(yearlyMonthDays(rule, grammar), weekdays, weeks)
  if (rule.byDay.length > 0) return on(grammar.on(weekdayItems(rule, grammar), periodText(rule, grammar)))
  return { days: every, conditions: [...months, ...weeks] }
}

const MAX_YEARLY_DATES = 6
/** A few dates are named one by one: "on March 15 and June 15", or as a range in each month: "from March 18 to 21". */
function yearlyMonthDays(rule: RecurrenceRule, grammar: RecurrenceGrammar): string {
  const { byMonth, byMonthDay } = rule
  const days = monthDayItems(rule, grammar)
  if (byMonth.length === 0) return grammar.on(days, grammar.ofEveryMonth)
  const exists = (month: number, day: number): boolean => day > 0 && day <= countMonthDays(LEAP_YEAR, month)
  const canBeNamed = byMonth.every((month) => byMonthDay.every((day) => exists(month, day)))
  const isShort = byMonth.length === 1 || byMonth.length * byMonthDay.length <= MAX_YEARLY_DATES
  if (!canBeNamed || !isShort) return grammar.on(days, ofMonthsText(rule, grammar))
  const runs = findRuns(byMonthDay)
  if (byMonth.length === 1 || (runs.length === 1 && byMonthDay.length > 1))
    return grammar.list(byMonth.map((month) => grammar.onDaysOfMonth(runs, month)))
  return grammar.onYearlyDates(byMonth.flatMap((month) => byMonthDay.map((day) => grammar.date(toDayNumber(LEAP_YEAR, month, day), false))))
}
const LEAP_YEAR = 2000

const weekdayCondition = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string[] =>
  rule.byDay.length > 0 ? [grammar.onlyIf(fallingOnText(rule, grammar))] : []
const monthDayCondition = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string[] =>
  rule.byMonthDay.length > 0 ? [grammar.only(grammar.on(monthDayItems(rule, grammar), grammar.ofTheMonth))] : []
const monthCondition = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string[] =>
  rule.byMonth.length > 0 ? [grammar.only(monthsText(rule, grammar))] : []

const monthsText = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string => grammar.inMonths(monthRuns(rule))
function ofMonthsText(rule: RecurrenceRule, grammar: RecurrenceGrammar): string {
  const [run, ...others] = monthRuns(rule)
  return grammar.ofMonths(rule.byMonth, run && others.length === 0 && !isSingle(run) ? run : null)
}
/** The months or the year to which the days of a yearly rule belong. */
const periodText = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string =>
  rule.byMonth.length > 0 ? ofMonthsText(rule, grammar) : grammar.ofTheYear
const weeksText = ({ byWeekNo }: RecurrenceRule, grammar: RecurrenceGrammar): string =>
  grammar.inWeeks(
    findRuns(byWeekNo.filter((number) => number > 0)),
    byWeekNo.filter((number) => number < 0),
  )
/** Days that count from the end share a noun if there are no others: "the second-to-last and last day". */
function monthDayItems({ byMonthDay }: RecurrenceRule, grammar: RecurrenceGrammar): readonly string[] {
  const isFromEnd = (run: NumberRun): boolean => run.first < 0 && isSingle(run)
  const runs = findRuns(byMonthDay)
  if (runs.every(isFromEnd)) return grammar.nthDay(byMonthDay)
  return runs.flatMap((run) => (isFromEnd(run) ? grammar.nthDay([run.first]) : [grammar.dayRun(run)]))
}

/** The months of every second year are those of one year, so that a run does not pass its end. */
const monthRuns = ({ freq, interval, byMonth }: RecurrenceRule): readonly NumberRun[] =>
  findCyclicRuns(byMonth, { min: 1, length: 12, start: 1, canWrap: freq !== 'YEARLY' || interval === 1 })
function weekdayRuns({ freq, interval, byDay, byWeekNo, bySetPos, weekStart }: RecurrenceRule): readonly NumberRun[] {
  const isWithinWeek = (freq === 'WEEKLY' && interval > 1) || byWeekNo.length > 0 || bySetPos.length > 0
  const every = byDay.filter(({ nth }) => nth === 0).map(({ weekday }) => weekday)
  return findCyclicRuns(every, { min: 0, length: 7, start: isWithinWeek ? weekStart : 0, canWrap: !isWithinWeek })
}

function weekdayItems(rule: RecurrenceRule, grammar: RecurrenceGrammar): string[] {
  const every = rule.byDay.filter(({ nth }) => nth === 0).map(({ weekday }) => ({ first: weekday, last: weekday }))
  return [...(every.length > 0 ? [grammar.everyWeekday(every)] : []), ...numberedWeekdays(rule, grammar)]
}
function numberedWeekdays({ byDay }: RecurrenceRule, grammar: RecurrenceGrammar): string[] {
  const numbered = Map.groupBy(
    byDay.filter(({ nth }) => nth !== 0),
    ({ weekday }) => weekday,
  )
  return [...numbered].flatMap(([weekday, all]) =>
    grammar.nthWeekday(
      all.map(({ nth }) => nth),
      weekday,
    ),
  )
}
const fallingOnText = (rule: RecurrenceRule, grammar: RecurrenceGrammar): string => {
  const numbered = numberedWeekdays(rule, grammar)
  const period = rule.freq === 'MONTHLY' || rule.byMonth.length > 0 ? grammar.ofTheMonth : grammar.ofTheYear
  return grammar.fallingOn(weekdayRuns(rule), numbered, numbered.length > 0 ? period : '')
}

const MAX_NAMED_POSITION = 5
/** A position among weekdays of a month or year: "the last day that falls on a Saturday or a Sunday". Null if the rule has none, or a rare one. */
function findNthDay(rule: RecurrenceRule, startsPerDay: number, grammar: RecurrenceGrammar): string | null {
  const { freq, byMonth, byDay, bySetPos, byMonthDay, byWeekNo, byYearDay } = rule
  const isNamed = bySetPos.length > 0 && bySetPos.every((n) => n === -1 || (n > 0 && n <= MAX_NAMED_POSITION))
  const isPlain = byDay.length > 1 && byDay.every(({ nth }) => nth === 0) && startsPerDay === 1
  if (!isNamed || !isPlain || byMonthDay.length + byWeekNo.length + byYearDay.length > 0) return null
  if (freq !== 'MONTHLY' && (freq !== 'YEARLY' || byMonth.length > 1)) return null
  const period = freq === 'MONTHLY' ? '' : periodText(rule, grammar)
  return grammar.nthDayFallingOn(bySetPos, period, fallingOnText(rule, grammar))
}
const positionText = (rule: RecurrenceRule, position: string, grammar: RecurrenceGrammar): RuleDaysText => ({
  days: grammar.everyOn(grammar.every(rule.freq, rule.interval), grammar.on([position], '')),
  conditions: rule.freq === 'MONTHLY' ? monthCondition(rule, grammar) : [],
})
