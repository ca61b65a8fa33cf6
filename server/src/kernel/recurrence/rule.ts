// Parses and formats recurrence rules of RFC 5545, section 3.3.10, from FREQ=DAILY up (recurrence 13.2.2).
import { checkedDay, checkedTime, DAY_SECONDS } from './calendar-days.ts'
import type { RecurrenceError } from './recurrence-error.ts'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
/** A value of BYDAY. `nth` is 0 for every such weekday; 2 is the second, -1 the last of the month or year. */
export interface WeekdayOrdinal {
  /** 0 is Monday. */
  readonly weekday: number
  readonly nth: number
}
/** The end of a rule as it was written: a local day, or seconds on the local wall clock or in UTC. */
export type RuleEnd = { readonly type: 'day' | 'local' | 'utc'; readonly value: number }
/** A rule. An empty list is a part that the rule does not have. */
export interface RecurrenceRule {
  readonly freq: Frequency
  readonly interval: number
  readonly count: number | null
  readonly until: RuleEnd | null
  /** The weekday on which weeks begin; 0 is Monday. */
  readonly weekStart: number
  readonly byMonth: readonly number[]
  readonly byWeekNo: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byMonthDay: readonly number[]
  readonly byDay: readonly WeekdayOrdinal[]
  readonly byHour: readonly number[]
  readonly byMinute: readonly number[]
  readonly bySecond: readonly number[]
  readonly bySetPos: readonly number[]
}
type ListName = 'byMonth' | 'byWeekNo' | 'byYearDay' | 'byMonthDay' | 'byHour' | 'byMinute' | 'bySecond' | 'bySetPos'

export const MAX_RULE_LENGTH = 1_000
const MAX_INTERVAL = 9_999
const MAX_COUNT = 99_999
/** One a minute. */
const MAX_TIMES = 1_440
const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const SUB_DAILY: readonly string[] = ['HOURLY', 'MINUTELY', 'SECONDLY']
export const WEEKDAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Parts that are lists of integers, in the order in which a rule is written, with their range. */
const LISTS: Readonly<Record<string, { readonly name: ListName; readonly min: number; readonly max: number; readonly isSigned: boolean }>> =
  {
    BYMONTH: { name: 'byMonth', min: 1, max: 12, isSigned: false },
    BYWEEKNO: { name: 'byWeekNo', min: 1, max: 53, isSigned: true },
    BYYEARDAY: { name: 'byYearDay', min: 1, max: 366, isSigned: true },
    BYMONTHDAY: { name: 'byMonthDay', min: 1, max: 31, isSigned: true },
    BYHOUR: { name: 'byHour', min: 0, max: 23, isSigned: false },
    BYMINUTE: { name: 'byMinute', min: 0, max: 59, isSigned: false },
    BYSECOND: { name: 'bySecond', min: 0, max: 59, isSigned: false },
    BYSETPOS: { name: 'bySetPos', min: 1, max: 366, isSigned: true },
  }
const OTHER_PARTS: readonly string[] = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY']
const EMPTY: RecurrenceRule = {
  freq: 'DAILY',
  interval: 1,
  count: null,
  until: null,
  weekStart: 0,
  byMonth: [],
  byWeekNo: [],
  byYearDay: [],
  byMonthDay: [],
  byDay: [],
  byHour: [],
  byMinute: [],
  bySecond: [],
  bySetPos: [],
}

/** Parses the text of a rule, with or without `RRULE:` in front. */
export function parseRule(text: string): RecurrenceRule | RecurrenceError {
  if (text.length > MAX_RULE_LENGTH) return { code: 'too-long', limit: MAX_RULE_LENGTH }
  const parts = splitParts(text)
  if (!(parts instanceof Map)) return parts
  const rule: { -readonly [Key in keyof RecurrenceRule]: RecurrenceRule[Key] } = { ...EMPTY }
  for (const [name, value] of parts) {
    const error = applyPart(rule, name, value)
    if (error) return error
  }
  if (!parts.has('FREQ')) return { code: 'missing-frequency' }
  return findCombinationError(rule) ?? rule
}

function splitParts(text: string): Map<string, string> | RecurrenceError {
  const body = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
  const parts = new Map<string, string>()
  for (const part of body.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (at < 1) return { code: 'syntax', detail: part.slice(0, 40) }
    if (!Object.hasOwn(LISTS, name) && !OTHER_PARTS.includes(name)) return { code: 'unknown-part', detail: name.slice(0, 40) }
    if (parts.has(name)) return { code: 'duplicate-part', detail: name }
    parts.set(name, part.slice(at + 1).trim())
  }
  return parts
}

type MutableRule = { -readonly [Key in keyof RecurrenceRule]: RecurrenceRule[Key] }
function applyPart(rule: MutableRule, name: string, value: string): RecurrenceError | null {
  const invalid = (limit?: number): RecurrenceError => ({
    code: 'invalid-part',
    detail: `${name}=${value.slice(0, 40)}`,
    ...(limit !== undefined && { limit }),
  })
  const list = LISTS[name]
  if (list) {
    const values = parseIntegers(value, list)
    if (values === null) return invalid(list.max)
    rule[list.name] = values
    return null
  }
  switch (name) {
    case 'FREQ':
      if (SUB_DAILY.includes(value)) return { code: 'sub-daily-frequency', detail: value }
      if (!FREQUENCIES.includes(value)) return invalid()
      rule.freq = value as Frequency
      return null
    case 'INTERVAL':
    case 'COUNT': {
      const max = name === 'COUNT' ? MAX_COUNT : MAX_INTERVAL
      const number = parseInteger(value, { min: 1, max, isSigned: false })
      if (number === null) return invalid(max)
      rule[name === 'COUNT' ? 'count' : 'interval'] = number
      return null
    }
    case 'UNTIL':
      rule.until = parseRuleEnd(value)
      return rule.until ? null : invalid()
    case 'WKST':
      rule.weekStart = WEEKDAYS.indexOf(value)
      return rule.weekStart < 0 ? invalid() : null
    default: {
      const days = parseWeekdays(value)
      if (days === null) return invalid()
      rule.byDay = days
      return null
    }
  }
}

type Range = { readonly min: number; readonly max: number; readonly isSigned: boolean }
function parseInteger(text: string, { min, max, isSigned }: Range): number | null {
  if (!/^[+-]?\d{1,6}$/.test(text) || (!isSigned && /^[+-]/.test(text))) return null
  const value = Number(text)
  return Math.abs(value) >= min && Math.abs(value) <= max ? value : null
}
function parseIntegers(text: string, range: Range): readonly number[] | null {
  const values = text.split(',').map((part) => parseInteger(part.trim(), range))
  return values.every((value) => value !== null) ? [...new Set(values)].sort(compareSigned) : null
}
/** Positive numbers come first, then negative ones, which count from the end: 1, 15, -2, -1. */
const compareSigned = (a: number, b: number): number => Number(a < 0) - Number(b < 0) || a - b

const WEEKDAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/
const MAX_NTH = 53
function parseWeekdays(text: string): readonly WeekdayOrdinal[] | null {
  const days = new Map<string, WeekdayOrdinal>()
  for (const part of text.split(',')) {
    const [, ordinal, name = ''] = WEEKDAY.exec(part.trim()) ?? []
    const nth = Number(ordinal ?? 0)
    if (name === '' || (ordinal !== undefined && nth === 0) || Math.abs(nth) > MAX_NTH) return null
    days.set(`${nth}${name}`, { weekday: WEEKDAYS.indexOf(name), nth })
  }
  return [...days.values()].sort((a, b) => a.weekday - b.weekday || compareSigned(a.nth, b.nth))
}

const RULE_END = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/
/** Parses a date or date-time in the basic format of iCalendar: `20271231`, `20271231T180000`, `20271231T170000Z`. */
export function parseRuleEnd(text: string): RuleEnd | null {
  const match = RULE_END.exec(text)
  if (!match) return null
  const day = checkedDay(Number(match[1]), Number(match[2]), Number(match[3]))
  if (day === null) return null
  if (match[4] === undefined) return { type: 'day', value: day }
  const time = checkedTime(Number(match[4]), Number(match[5]), Number(match[6]))
  return time === null ? null : { type: match[7] ? 'utc' : 'local', value: day * DAY_SECONDS + time }
}

/** The number of times of day of a rule. */
const countTimes = ({ byHour, byMinute, bySecond }: RecurrenceRule): number =>
  Math.max(byHour.length, 1) * Math.max(byMinute.length, 1) * Math.max(bySecond.length, 1)

/** The combinations that RFC 5545 forbids, and too many times of day. */
function findCombinationError(rule: RecurrenceRule): RecurrenceError | null {
  const { freq } = rule
  const isNumbered = rule.byDay.some(({ nth }) => nth !== 0)
  const hasOtherPart = Object.values(LISTS).some(({ name }) => name !== 'bySetPos' && rule[name].length > 0) || rule.byDay.length > 0
  const forbidden: readonly (readonly [isWrong: boolean, detail: string])[] = [
    [isNumbered && (freq === 'DAILY' || freq === 'WEEKLY'), `a numbered BYDAY with FREQ=${freq}`],
    [isNumbered && rule.byWeekNo.length > 0, 'a numbered BYDAY with BYWEEKNO'],
    [rule.byYearDay.length > 0 && freq !== 'YEARLY', `BYYEARDAY with FREQ=${freq}`],
    [rule.byWeekNo.length > 0 && freq !== 'YEARLY', `BYWEEKNO with FREQ=${freq}`],
    [rule.byMonthDay.length > 0 && freq === 'WEEKLY', `BYMONTHDAY with FREQ=${freq}`],
    [rule.bySetPos.length > 0 && !hasOtherPart, 'BYSETPOS without another BY part'],
  ]
  if (countTimes(rule) > MAX_TIMES) return { code: 'invalid-part', detail: 'BYHOUR, BYMINUTE and BYSECOND', limit: MAX_TIMES }
  if (rule.count !== null && rule.until !== null) return { code: 'count-and-until' }
  const found = forbidden.find(([isWrong]) => isWrong)
  return found ? { code: 'part-combination', detail: found[1] } : null
}

/** Formats a rule with its lists in order and without UNTIL. Rules with the same parts have the same text. */
export function formatRule(rule: RecurrenceRule): string {
  const lists = Object.entries(LISTS).flatMap(([part, { name }]) => (rule[name].length > 0 ? [[part, rule[name].join(',')] as const] : []))
  const days = rule.byDay.map(({ weekday, nth }) => `${nth === 0 ? '' : nth}${WEEKDAYS[weekday]}`)
  const dayIndex = lists.findIndex(([part]) => /^BY(HOUR|MINUTE|SECOND|SETPOS)$/.test(part))
  const byDay = days.length > 0 ? [['BYDAY', days.join(',')] as const] : []
  const parts: readonly (readonly [string, string | number])[] = [
    ['FREQ', rule.freq],
    ...(rule.interval > 1 ? [['INTERVAL', rule.interval] as const] : []),
    ...(rule.count === null ? [] : [['COUNT', rule.count] as const]),
    ...lists.toSpliced(dayIndex < 0 ? lists.length : dayIndex, 0, ...byDay),
    ...(rule.weekStart === 0 ? [] : [['WKST', WEEKDAYS[rule.weekStart] ?? ''] as const]),
  ]
  return parts.map(([name, value]) => `${name}=${value}`).join(';')
}

const hasOnly = (rule: RecurrenceRule, ...names: readonly (ListName | 'byDay')[]): boolean =>
  [...Object.values(LISTS).map(({ name }) => name), 'byDay' as const].every((name) => rule[name].length === 0 || names.includes(name))
const MAX_PORTABLE_NTH = 5
const SHORTEST_MONTH = 28
/** ical.js puts a day that one of several months does not have into the next month. */
const hasPortableMonthDays = (rule: RecurrenceRule): boolean =>
  rule.byMonthDay.length > 0 &&
  hasOnly(rule, 'byMonth', 'byMonthDay') &&
  rule.byMonthDay.every((day) => day > 0 && (day <= SHORTEST_MONTH || rule.byMonth.length === 1))
/** Whether every common reader of iCalendar computes the same dates of a rule whose implied parts are written out (recurrence 13.6.1). */
export function isPortableRule(rule: RecurrenceRule): boolean {
  if (rule.weekStart !== 0 && rule.weekStart !== 6) return false
  const isNth = rule.byDay.length > 0 && rule.byDay.every(({ nth }) => nth !== 0 && Math.abs(nth) <= MAX_PORTABLE_NTH)
  switch (rule.freq) {
    case 'DAILY':
      return hasOnly(rule)
    case 'WEEKLY':
      return rule.byDay.length > 0 && hasOnly(rule, 'byDay')
    case 'MONTHLY':
      return (rule.byMonthDay.length > 0 && hasOnly(rule, 'byMonthDay')) || (isNth && hasOnly(rule, 'byDay'))
    case 'YEARLY':
      return rule.byMonth.length > 0 && ((isNth && hasOnly(rule, 'byMonth', 'byDay')) || hasPortableMonthDays(rule))
  }
}

/** Writes out the parts that a rule takes from the day from which it counts, so that its meaning never changes (recurrence 13.2.4). */
export function writeImpliedParts(
  rule: RecurrenceRule,
  anchor: { readonly month: number; readonly day: number; readonly weekday: number },
): RecurrenceRule {
  const byDay = [{ weekday: anchor.weekday, nth: 0 }]
  const byMonthDay = [anchor.day]
  const hasDays = rule.byDay.length > 0 || rule.byMonthDay.length > 0 || rule.byYearDay.length > 0
  if (rule.freq === 'DAILY' || hasDays) return rule
  if (rule.freq === 'WEEKLY' || rule.byWeekNo.length > 0) return { ...rule, byDay }
  if (rule.freq === 'MONTHLY') return { ...rule, byMonthDay }
  return { ...rule, byMonthDay, byMonth: rule.byMonth.length > 0 ? rule.byMonth : [anchor.month] }
}
