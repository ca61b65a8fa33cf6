// Repetition rules that the form of the editor can express, and their form in the API (RFC 5545).
import { getDayOfWeek, parseAbsolute, parseDate } from '@internationalized/date'
import type { Recurrence } from '@kalends/client'

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
export type Ending =
  | { readonly kind: 'never' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'count'; readonly count: number }

export interface SimpleRule {
  readonly frequency: Frequency
  /** Every so many days, weeks, months or years. */
  readonly interval: number
  /** The weekdays of a weekly rule. Without any, it is the weekday of the start. */
  readonly weekdays: readonly Weekday[]
  /** Of a monthly rule: which of its weekdays in the month, -1 for the last one. Null for the same day number. */
  readonly position: number | null
  readonly ending: Ending
}

export const ruleOf = (frequency: Frequency, interval = 1): SimpleRule => ({
  frequency,
  interval,
  weekdays: [],
  position: null,
  ending: { kind: 'never' },
})

export const weekdayOf = (day: string): Weekday | undefined => WEEKDAYS[getDayOfWeek(parseDate(day), 'en-US', 'mon')]
/** Which of its weekday in the month a day is: the first, and so on, and whether it is the last. */
export function positionsOf(day: string): readonly number[] {
  const date = parseDate(day)
  const position = Math.ceil(date.day / 7)
  const isLast = date.add({ days: 7 }).month !== date.month
  return [...(position < 5 ? [position] : []), ...(isLast ? [-1] : [])]
}

interface Anchor {
  /** The day on which the event starts. It may be empty. */
  readonly day: string
  readonly timezone: string
}
/** Returns null if the form cannot express the recurrence. */
export function simpleRuleOf({ rules }: Recurrence, { day, timezone }: Anchor): SimpleRule | null {
  const [rule, ...others] = rules
  if (rule === undefined || others.length > 0 || rule.start_time !== null || rule.end_time !== null) return null
  const parts = new Map(rule.rrule.split(';').map((part) => part.split('=') as [string, string]))
  const frequency = parts.get('FREQ') as Frequency
  const days = daysOf(parts, frequency, day)
  if (days === null || [...parts.keys()].some((name) => !KNOWN_PARTS[frequency].includes(name))) return null
  return { frequency, interval: Number(parts.get('INTERVAL') ?? 1), ...days, ending: endingOf(parts, timezone) }
}
const ALWAYS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST']
const KNOWN_PARTS: Readonly<Record<Frequency, readonly string[]>> = {
  DAILY: ALWAYS,
  WEEKLY: [...ALWAYS, 'BYDAY'],
  MONTHLY: [...ALWAYS, 'BYDAY', 'BYMONTHDAY'],
  YEARLY: [...ALWAYS, 'BYMONTH', 'BYMONTHDAY'],
}

function daysOf(parts: ReadonlyMap<string, string>, frequency: Frequency, day: string): Pick<SimpleRule, 'weekdays' | 'position'> | null {
  const byDay = parts.get('BYDAY')
  if (frequency === 'WEEKLY') {
    const names = byDay?.split(',') ?? []
    return names.every((name) => (WEEKDAYS as readonly string[]).includes(name)) ? { weekdays: names as Weekday[], position: null } : null
  }
  const hasOtherDay = (name: string, own: string): boolean => parts.has(name) && parts.get(name) !== own
  const [, month = '', date = ''] = day.split('-').map((part) => String(Number(part)))
  if (hasOtherDay('BYMONTHDAY', date) || hasOtherDay('BYMONTH', month)) return null
  if (byDay === undefined) return { weekdays: [], position: null }
  const [, position, weekday] = /^(-1|[1-4])([A-Z]{2})$/.exec(byDay) ?? []
  const isOfStart = day !== '' && weekday === weekdayOf(day) && positionsOf(day).includes(Number(position))
  return isOfStart && !parts.has('BYMONTHDAY') ? { weekdays: [], position: Number(position) } : null
}

function endingOf(parts: ReadonlyMap<string, string>, timezone: string): Ending {
  const count = parts.get('COUNT')
  const until = parts.get('UNTIL')
  if (count !== undefined) return { kind: 'count', count: Number(count) }
  return until === undefined ? { kind: 'never' } : { kind: 'day', day: lastDay(until, timezone) }
}
/** The API shows the end of the last day in UTC. */
function lastDay(until: string, timezone: string): string {
  const day = until.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')
  const time = /T(\d\d)(\d\d)(\d\d)Z$/.exec(until)
  if (time === null) return day
  try {
    return parseAbsolute(`${day}T${time.slice(1).join(':')}Z`, timezone)
      .toString()
      .slice(0, 10)
  } catch {
    // The time zone is no IANA name, such as `UTC+5`.
    return day
  }
}

/** Returns the recurrence with another rule. Additional and excluded dates stay. */
export function withRule(recurrence: Recurrence | null, rule: SimpleRule, day: string): Recurrence {
  const { frequency, interval, weekdays, position, ending } = rule
  const parts = [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(ending.kind === 'count' ? [`COUNT=${ending.count}`] : []),
    ...(ending.kind === 'day' && ending.day !== '' ? [`UNTIL=${ending.day.replaceAll('-', '')}`] : []),
    ...(weekdays.length > 0 ? [`BYDAY=${WEEKDAYS.filter((each) => weekdays.includes(each)).join(',')}`] : []),
    ...(position !== null && day !== '' ? [`BYDAY=${position}${weekdayOf(day)}`] : []),
  ]
  const { dates = [], exclude = [], rules = [] } = recurrence ?? {}
  const before = rules[0]
  const from = before?.rrule.includes(`FREQ=${frequency}`) ? before.from : null
  return { rules: [{ rrule: parts.join(';'), from, start_time: null, end_time: null }], dates, exclude }
}

/** Moves the rule of an event that is not a series yet along with its start. */
export function ruleAfterMove(recurrence: Recurrence | null, before: Anchor, after: Anchor): Recurrence | null {
  if (recurrence === null || before.day === '' || after.day === '' || before.day === after.day) return recurrence
  const rule = simpleRuleOf(recurrence, before)
  if (rule === null) return recurrence
  const isWeekdayOfStart = rule.weekdays.length === 1 && rule.weekdays[0] === weekdayOf(before.day)
  const position = rule.position === null ? null : (positionsOf(after.day)[0] ?? null)
  return withRule(recurrence, { ...rule, weekdays: isWeekdayOfStart ? [] : rule.weekdays, position }, after.day)
}
