// Converts schedules of schema.org to the recurrence of a series.
import { normalizeZone } from '../../../kernel/time/date-times.ts'
import { itemsOf, rawTextOf, termOf, type Node } from './nodes.ts'

const FREQUENCIES: Readonly<Record<string, string>> = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' }
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d(?::\d\d)?$/

interface ScheduleRule {
  readonly rrule: string
  readonly from: string | null
  readonly start_time: string | null
  readonly end_time: string | null
}
interface ScheduleRecurrence {
  readonly rules: readonly ScheduleRule[]
  readonly dates: readonly []
  readonly exclude: readonly string[]
}
export interface Schedules {
  readonly recurrence: ScheduleRecurrence
  readonly zone: string | null
  /** The start of the first schedule, for events without one. */
  readonly start: string
}
/** Returns null if there is no schedule that can be read. */
export function readSchedules(nodes: readonly Node[]): Schedules | null {
  const rules = nodes.flatMap((node) => {
    const rrule = ruleOf(node)
    return rrule === null ? [] : [{ rrule, ...clockOf(node), from: dayOf(node['startDate']) }]
  })
  const [first] = nodes
  if (!first || rules.length < nodes.length) return null
  const exclude = nodes.flatMap((node) => itemsOf(node['exceptDate']).map((each) => rawTextOf(each).replace('T', ' ')))
  const time = rules[0]?.start_time ?? null
  return {
    recurrence: { rules, dates: [], exclude: [...new Set(exclude)] },
    zone: normalizeZone(rawTextOf(first['scheduleTimezone'])),
    start: `${rawTextOf(first['startDate'])}${time === null ? '' : `T${time}`}`,
  }
}

/** A rule has a day and times of its own only if they differ from those of the series. */
export function withoutTimesOf({ rules, ...others }: ScheduleRecurrence, times: Readonly<Record<string, unknown>>): ScheduleRecurrence {
  const [start, end] = [String(times['start_date']), String(times['end_date'] ?? '')]
  return {
    ...others,
    rules: rules.map((rule) => {
      const from = rule.from === start.slice(0, 10) ? null : rule.from
      const isSame = isTime(rule.start_time, start) && (rule.end_time === null || isTime(rule.end_time, end))
      return isSame ? { ...rule, from, start_time: null, end_time: null } : { ...rule, from }
    }),
  }
}
const isTime = (time: string | null, wall: string): boolean => time === null || wall.slice(11).startsWith(time)

function ruleOf(node: Node): string | null {
  const [, count, unit] = /^P(\d{1,4})([DWMY])$/.exec(rawTextOf(node['repeatFrequency'])) ?? []
  const frequency = FREQUENCIES[unit ?? '']
  if (frequency === undefined || count === undefined) return null
  const days = itemsOf(node['byDay']).map(weekdayOf)
  if (days.includes(null)) return null
  const [until, repeat] = [rawTextOf(node['endDate']), rawTextOf(node['repeatCount'])]
  const parts = [
    ['FREQ', frequency],
    ['INTERVAL', count],
    ['BYDAY', days.join(',')],
    ['BYMONTH', integersOf(node['byMonth'])],
    ['BYMONTHDAY', integersOf(node['byMonthDay'])],
    // A rule has one of the two ends.
    /^\d{1,5}$/.test(repeat) ? ['COUNT', repeat] : ['UNTIL', DAY.test(until.slice(0, 10)) ? until.slice(0, 10).replaceAll('-', '') : ''],
  ]
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`])).join(';')
}
/** `https://schema.org/Monday`, `Monday`, or with the syntax of iCalendar, `MO` and `2TU`. */
function weekdayOf(value: unknown): string | null {
  const term = termOf(value)
  const named = WEEKDAYS[DAY_NAMES.indexOf(term)]
  return named ?? (/^(?:[+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(term) ? term : null)
}
const integersOf = (value: unknown): string =>
  itemsOf(value)
    .map(rawTextOf)
    .filter((text) => /^-?\d{1,2}$/.test(text))
    .join(',')
const dayOf = (value: unknown): string | null => {
  const day = rawTextOf(value).slice(0, 10)
  return DAY.test(day) ? day : null
}
const clockOf = (node: Node): { start_time: string | null; end_time: string | null } => {
  const [start, end] = [rawTextOf(node['startTime']), rawTextOf(node['endTime'])]
  return TIME.test(start) ? { start_time: start, end_time: TIME.test(end) ? end : null } : { start_time: null, end_time: null }
}
