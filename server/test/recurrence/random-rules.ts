// Random recurrences: rules with any part that RFC 5545 allows, rules of the portable grammar, and series with dates and exclusions.
import { expandRecurrence, firstDate } from '../../src/kernel/recurrence/expand.ts'
import { parseRecurrence } from '../../src/kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { normalizeRecurrence, type SeriesTimes, type StoredRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import { isPortableRule, parseRule, WEEKDAYS } from '../../src/kernel/recurrence/rule.ts'
import type { Random } from '../model/random.ts'

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const signed = (max: number): number[] => [...numbers(1, max), ...numbers(-max, -1)]

/** Three or more consecutive values are as frequent as scattered ones. */
function someOf<T>(random: Random, from: readonly T[], most: number): T[] {
  if (!random.chance(0.3)) return random.some(from, most)
  const start = random.below(from.length)
  return from.slice(start, start + 3 + random.below(3))
}

const LISTS: Readonly<Record<string, readonly number[]>> = {
  BYMONTH: numbers(1, 12),
  BYWEEKNO: signed(53),
  BYYEARDAY: signed(366),
  BYMONTHDAY: signed(31),
  BYHOUR: numbers(0, 23),
  BYMINUTE: numbers(0, 59),
  BYSECOND: numbers(0, 59),
  BYSETPOS: [...signed(5), 20, -366],
}
function randomEnd(random: Random): string {
  if (random.chance(0.25)) return `;COUNT=${random.pick([1, 2, 3, 10, 11, 25, 100, 102])}`
  return random.chance(0.3) ? `;UNTIL=20${27 + random.below(3)}${random.pick(['0101', '0630', '1231'])}` : ''
}
const randomInterval = (random: Random): string => (random.chance(0.4) ? `;INTERVAL=${random.pick([2, 2, 2, 3, 4, 6, 10, 11, 100])}` : '')

/** A rule with any parts. Combinations that RFC 5545 forbids are drawn again. */
export function randomRule(random: Random): string {
  for (;;) {
    const freq = random.pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    const lists = Object.entries(LISTS)
      .filter(([name]) => random.chance(/HOUR|MINUTE/.test(name) ? 0.1 : name === 'BYSECOND' ? 0.03 : 0.25))
      .map(([name, values]) => `;${name}=${someOf(random, values, 3).join()}`)
    const day = (name: string): string => `${random.chance(0.4) ? random.pick([...signed(5), 20, -53]) : ''}${name}`
    const isNumbered = random.chance(0.5)
    const days = someOf(random, WEEKDAYS, 3).map((name) => (isNumbered ? day(name) : name))
    const weekStart = random.chance(0.2) ? `;WKST=${random.pick(WEEKDAYS)}` : ''
    const byDay = random.chance(0.5) ? `;BYDAY=${days.join()}` : ''
    const rule = `FREQ=${freq}${randomInterval(random)}${lists.join('')}${byDay}${weekStart}${randomEnd(random)}`
    if (!isRecurrenceError(parseRule(rule))) return rule
  }
}

/** A rule that every common reader of iCalendar expands alike (recurrence 13.6.1), without an end. */
export function randomPortableRule(random: Random): string {
  const nth = (): string =>
    [...new Set(random.some(WEEKDAYS, 2).map((name) => `${random.pick([...numbers(1, 5), -1, -2, -3])}${name}`))].join()
  const monthDays = (): string => `;BYMONTHDAY=${someOf(random, [...numbers(1, 31), -10, -3, -2, -1], 3).join()}`
  const months = `;BYMONTH=${someOf(random, numbers(1, 12), 3).join()}`
  const rule = {
    daily: () => 'FREQ=DAILY',
    weekly: () => `FREQ=WEEKLY;BYDAY=${someOf(random, WEEKDAYS, 4).join()}${random.chance(0.4) ? ';WKST=SU' : ''}`,
    monthly: () => `FREQ=MONTHLY${random.chance(0.5) ? monthDays() : `;BYDAY=${nth()}`}`,
    yearly: () => `FREQ=YEARLY${months}${random.chance(0.5) ? monthDays() : `;BYDAY=${nth()}`}`,
  }[random.weighted({ daily: 1, weekly: 8, monthly: 8, yearly: 8 })]()
  const full = `${rule}${random.chance(0.5) ? `;INTERVAL=${2 + random.below(3)}` : ''}`
  const parsed = parseRule(full)
  return isRecurrenceError(parsed) || !isPortableRule(parsed) ? randomPortableRule(random) : full
}

const wall = (random: Random, hour: number): string =>
  `2027-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')} ${String(hour).padStart(2, '0')}:${random.pick(['00', '00', '30'])}`
const END_HOURS = [1, 2, 3, 9, 23]
function randomTimes(random: Random): SeriesTimes {
  const allDay = random.chance(0.25)
  const start = `${wall(random, allDay ? 0 : 1 + random.below(23)).slice(0, 13)}:00:00`
  const days = random.pick([0, 0, 0, 1, 2])
  const startMs = Date.parse(`${start.replace(' ', 'T')}Z`)
  const lengthMs = allDay ? (days + 1) * 86_400_000 - 1_000 : (random.chance(0.1) ? 49 : random.pick(END_HOURS)) * 3_600_000
  const end = random.chance(0.3) ? null : new Date(startMs + lengthMs).toISOString().slice(0, 19).replace('T', ' ')
  return { start, end, allDay }
}

export interface RandomSeries {
  readonly stored: StoredRecurrence
  readonly times: SeriesTimes
}
/** A series as it is stored. `makeRule` makes the text of a rule. */
export function randomSeries(random: Random, makeRule: (random: Random) => string): RandomSeries {
  const times = randomTimes(random)
  const rule = (): object => ({
    rrule: makeRule(random),
    ...(random.chance(0.15) && { from: wall(random, 0).slice(0, 10) }),
    ...(random.chance(0.2) && { start_time: random.pick(['09:00', '01:30', '22:00']), end_time: random.pick(['12:00', '02:00', null]) }),
  })
  const entries = (most: number): string[] => Array.from({ length: 1 + random.below(most) }, () => wall(random, 1 + random.below(23)))
  const parsed = parseRecurrence({
    rules: Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, rule),
    dates: random.chance(0.3) ? entries(6) : [],
    exclude: random.chance(0.3) ? entries(6).map((text) => (random.chance(0.6) ? text.slice(0, 10) : text)) : [],
  })
  if (isRecurrenceError(parsed)) throw new Error(JSON.stringify(parsed))
  const stored = normalizeRecurrence(parsed, times, () => times.start)
  if (isRecurrenceError(stored)) throw new Error(JSON.stringify(stored))
  return { stored, times }
}

/** The dates of a rule for some years. The series begins at the first date of the rule (recurrence 13.2.8), or at the given start. */
export function datesOfRule(rrule: string, start?: string): { readonly start: string; readonly dates: string } | null {
  const rule = { rrule, until: null, from: null, start_time: null, end_time: null }
  const stored = { rules: [rule], dates: [], exclude: [] }
  const first = start ?? firstDate(stored, { start: '2027-03-03 18:00:00', end: null, allDay: false })
  if (isRecurrenceError(first)) return null
  const times = { start: first, end: null, allDay: false }
  const expanded = expandRecurrence(stored, times, { throughDay: '2033-12-31' })
  return isRecurrenceError(expanded) ? null : { start: first, dates: expanded.dates.map((date) => date.start).join() }
}
