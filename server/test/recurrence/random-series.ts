// Random rules and series with a seed: rules that every reader knows (recurrence 13.6.1), rules with any part of RFC 5545, and series with several rules.
import { formatDay, toCalendarDate, toDayNumber, weekdayOf } from '../../src/kernel/recurrence/calendar-days.ts'
import { firstDate } from '../../src/kernel/recurrence/expand.ts'
import { parseRecurrence } from '../../src/kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { normalizeRecurrence, type SeriesTimes, type StoredRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import { WEEKDAYS } from '../../src/kernel/recurrence/rule.ts'
import { startAtFirstDate, timesFrom, type Series } from '../../src/kernel/recurrence/series-start.ts'
import { Random, seedOf } from '../model/random.ts'

const FIRST_DAY = toDayNumber(2024, 1, 1)
const DAYS = 3_650
const pad = (value: number): string => String(value).padStart(2, '0')
const name = (day: number): string => WEEKDAYS[weekdayOf(day)] ?? ''
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const signed = (to: number): number[] => [...range(1, to), ...range(-to, -1)]

/** A start between 2024 and 2033. */
function randomStart(random: Random): { readonly day: number; readonly wall: string } {
  const day = FIRST_DAY + random.below(DAYS)
  return { day, wall: `${formatDay(day)} ${pad(random.below(24))}:${random.pick(['00', '15', '30'])}:00` }
}

/** INTERVAL, COUNT or UNTIL, and WKST. */
function commonParts(random: Random, day: number, weekStarts: readonly string[]): string[] {
  const end = random.below(3)
  return [
    ...(random.chance(0.4) ? [`INTERVAL=${random.chance(0.1) ? 1 + random.below(60) : 2 + random.below(4)}`] : []),
    ...(end === 1 ? [`COUNT=${1 + random.below(15)}`] : []),
    ...(end === 2 ? [`UNTIL=${formatDay(day + random.below(random.pick([30, 400, 3_000]))).replaceAll('-', '')}`] : []),
    ...(random.chance(0.3) ? [`WKST=${random.pick(weekStarts)}`] : []),
  ]
}

/** The nth weekday of a day in its month, counted from the beginning or from the end. */
function nthWeekday(random: Random, day: number): string {
  const { year, month, day: monthDay } = toCalendarDate(day)
  const length = toDayNumber(year + Math.floor(month / 12), (month % 12) + 1, 1) - toDayNumber(year, month, 1)
  const nth = random.chance(0.5) ? Math.floor((monthDay - 1) / 7) + 1 : -Math.floor((length - monthDay) / 7) - 1
  return `${nth}${name(day)}`
}

function portableParts(random: Random, day: number): string[] {
  const { month, day: monthDay } = toCalendarDate(day)
  const more = <T>(own: T, all: readonly T[]): string => [...new Set([own, ...(random.chance(0.5) ? random.some(all, 3) : [])])].join(',')
  switch (random.pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])) {
    case 'DAILY':
      return ['FREQ=DAILY']
    case 'WEEKLY':
      return ['FREQ=WEEKLY', `BYDAY=${more(name(day), WEEKDAYS)}`]
    case 'MONTHLY':
      if (random.chance(0.5)) return ['FREQ=MONTHLY', `BYMONTHDAY=${more(monthDay, [...range(1, 31), -1])}`]
      return ['FREQ=MONTHLY', `BYDAY=${more(nthWeekday(random, day), ['1MO', '2TU', '3WE', '4TH', '-1FR', '-1SU', '5SA'])}`]
    default:
      if (random.chance(0.3)) return ['FREQ=YEARLY']
      if (random.chance(0.5))
        return ['FREQ=YEARLY', `BYMONTH=${monthDay > 28 ? month : more(month, range(1, 12))}`, `BYMONTHDAY=${monthDay}`]
      return ['FREQ=YEARLY', `BYMONTH=${more(month, range(1, 12))}`, `BYDAY=${nthWeekday(random, day)}`]
  }
}

/** rrule and libical need the values of a list in order. */
const inOrder = <T>(chosen: readonly T[], all: readonly T[]): T[] => all.filter((value) => chosen.includes(value))

function rfcParts(random: Random): string[] {
  const freq = random.pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
  const maybe = (chance: number, part: string, values: readonly (number | string)[], most = 3): string[] =>
    random.chance(chance) ? [`${part}=${inOrder(random.some(values, most), values).join(',')}`] : []
  const isYearly = freq === 'YEARLY'
  const byWeekNo = isYearly ? maybe(0.2, 'BYWEEKNO', signed(53)) : []
  const byMonth = maybe(0.25, 'BYMONTH', range(1, 12), 4)
  const numbered = signed(isYearly && byMonth.length === 0 ? 53 : 5).map((nth) => `${nth}${random.pick(WEEKDAYS)}`)
  const canNumber = (freq === 'MONTHLY' || isYearly) && byWeekNo.length === 0
  const byDay = random.chance(0.5)
    ? maybe(1, 'BYDAY', canNumber && random.chance(0.6) ? [...(random.chance(0.04) ? WEEKDAYS : []), ...numbered] : WEEKDAYS, 4)
    : []
  const parts = [
    ...byMonth,
    ...byWeekNo,
    ...(isYearly ? maybe(0.15, 'BYYEARDAY', signed(366), 5) : []),
    ...(freq === 'WEEKLY' ? [] : maybe(0.3, 'BYMONTHDAY', signed(31), 6)),
    ...byDay,
    ...maybe(0.1, 'BYHOUR', range(0, 23)),
    ...maybe(0.1, 'BYMINUTE', range(0, 59)),
  ]
  return [`FREQ=${freq}`, ...parts, ...(parts.length > 0 ? maybe(0.2, 'BYSETPOS', [...range(1, 6), -3, -2, -1]) : [])]
}

/** A rule whose start is one of its dates. */
export interface RandomRule {
  readonly text: string
  readonly recurrence: StoredRecurrence
  readonly times: SeriesTimes
}
type RuleKind = 'portable' | 'rfc'
/** Makes the rule of a number, or returns null if it has no date. */
export function makeRule(kind: RuleKind, seed: number, index: number): RandomRule | null {
  const random = new Random(seedOf(seed, index))
  const { day, wall } = randomStart(random)
  const own = kind === 'portable' ? portableParts(random, day) : rfcParts(random)
  const text = [...own, ...commonParts(random, day, kind === 'portable' ? ['MO', 'SU'] : WEEKDAYS)].join(';')
  const times = { start: wall, end: null, allDay: false }
  const stored = normalizeInput(text, times)
  const first = firstDate(stored, times, 20_000)
  if (isRecurrenceError(first)) return null
  return { text, recurrence: stored, times: timesFrom(times, first) }
}

export function normalizeInput(input: unknown, times: SeriesTimes): StoredRecurrence {
  const parsed = parseRecurrence(input)
  if (isRecurrenceError(parsed)) throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(parsed)}`)
  const stored = normalizeRecurrence(parsed, times, (utcMs) => new Date(utcMs).toISOString().slice(0, 19).replace('T', ' '))
  if (isRecurrenceError(stored)) throw new Error(JSON.stringify(stored))
  return stored
}

/** A series with one to three rules, single dates and exclusions, which starts at one of its dates. Null if it has no date. */
export function makeSeries(seed: number, index: number): Series | null {
  const random = new Random(seedOf(seed, index))
  const { day, wall } = randomStart(random)
  const allDay = random.chance(0.15)
  const start = allDay ? `${wall.slice(0, 10)} 00:00:00` : wall
  const times = timesFrom({ start, end: null, allDay }, start, allDay ? 86_399 : random.pick([null, 3_600, 30_000, 200_000]))
  const rules = Array.from({ length: 1 + random.below(3) }, () => {
    const own = random.chance(0.5) ? portableParts(random, day) : rfcParts(random)
    const hasTime = random.chance(0.3)
    return {
      rrule: [...own, ...commonParts(random, day, WEEKDAYS)].join(';'),
      from: random.chance(0.15) ? formatDay(day - random.below(40)) : null,
      start_time: hasTime ? `${pad(random.below(24))}:00` : null,
      end_time: hasTime && random.chance(0.5) ? `${pad(random.below(24))}:00` : null,
    }
  })
  const someDay = (): string => formatDay(day + random.below(120))
  const dates = random.chance(0.3) ? Array.from({ length: random.below(4) }, someDay) : []
  const exclude = random.chance(0.4)
    ? Array.from({ length: random.below(12) }, () => (random.chance(0.5) ? someDay() : `${someDay()} ${start.slice(11)}`))
    : []
  const series = startAtFirstDate(normalizeInput({ rules, dates, exclude }, times), times, 20_000)
  return isRecurrenceError(series) ? null : series
}
