// Recurrences of demo series: courses, markets, and classes at two times, as clients would send them.
import { expandRecurrence } from '../../kernel/recurrence/expand.ts'
import { parseRecurrence, type ParsedRecurrence } from '../../kernel/recurrence/parse-recurrence.ts'
import { isRecurrenceError } from '../../kernel/recurrence/recurrence-error.ts'
import { normalizeRecurrence } from '../../kernel/recurrence/recurrence.ts'
import { PROGRAMS, type Program, type ProgramKey } from './programs.ts'
import type { Random } from './random.ts'

export interface Repeat {
  readonly recurrence: ParsedRecurrence
  /** Local starts of the dates, such as `2027-03-01 18:00:00`. */
  readonly starts: readonly string[]
}
interface SentRecurrence {
  readonly rules: readonly { readonly rrule: string; readonly start_time?: string; readonly end_time?: string }[]
  readonly exclude: readonly string[]
}
interface PatternSettings {
  readonly day: Temporal.PlainDate
  readonly program: Program
  readonly random: Random
  readonly isEndless: boolean
}
type Pattern = (settings: PatternSettings) => SentRecurrence

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const weekdayCode = (dayOfWeek: number): string => WEEKDAYS[dayOfWeek - 1] ?? 'MO'
const until = (day: Temporal.PlainDate, weeks: number): string => `;UNTIL=${day.add({ weeks }).toString().replaceAll('-', '')}`
const pattern = (rrule: string, exclude: readonly string[] = []): SentRecurrence => ({ rules: [{ rrule }], exclude })

const course: Pattern = ({ day, random, isEndless }) =>
  pattern(`FREQ=WEEKLY;BYDAY=${weekdayCode(day.dayOfWeek)}${isEndless ? '' : `;COUNT=${random.pick([6, 8, 10])}`}`)

/** Weekly, except in the week of the winter holidays. */
const season: Pattern = ({ day, random }) => {
  const weeks = random.pick([8, 10, 12])
  const weekly = Array.from({ length: weeks + 1 }, (_, i) => day.add({ weeks: i }))
  const isHoliday = (each: Temporal.PlainDate): boolean => (each.month === 12 && each.day >= 24) || (each.month === 1 && each.day === 1)
  return pattern(
    `FREQ=WEEKLY;BYDAY=${weekdayCode(day.dayOfWeek)}${until(day, weeks)}`,
    weekly.filter(isHoliday).map((each) => each.toString()),
  )
}

/** On the same weekday of each month, such as the second Saturday. Some of these series have no end. */
const monthly: Pattern = ({ day, random }) => {
  const week = Math.ceil(day.day / 7)
  const end = random.below(4) === 0 ? '' : ';COUNT=6'
  return pattern(`FREQ=MONTHLY;BYDAY=${week > 4 ? -1 : week}${weekdayCode(day.dayOfWeek)}${end}`)
}
const twiceMonthly: Pattern = ({ day }) => {
  const code = weekdayCode(day.dayOfWeek)
  return pattern(`FREQ=MONTHLY;BYDAY=1${code},3${code};COUNT=8`)
}

/** On two weekdays at different times: two rules, of which the second has times of its own. */
const twoTimes: Pattern = ({ day, program: { weekdays, time, minutes } }) => {
  const first = Temporal.PlainTime.from(time)
  const second = time >= '17:00' ? first.subtract({ hours: 2 }) : first.add({ hours: 4 })
  const rrule = (dayOfWeek: number): string => `FREQ=WEEKLY;BYDAY=${weekdayCode(dayOfWeek)}${until(day, 5)}`
  const other = weekdays.find((each) => each !== day.dayOfWeek) ?? day.dayOfWeek
  const times = { start_time: second.toString().slice(0, 5), end_time: second.add({ minutes }).toString().slice(0, 5) }
  return { rules: [{ rrule: rrule(day.dayOfWeek) }, { rrule: rrule(other), ...times }], exclude: [] }
}

/** Only programs that take place all year repeat, so that every date of a series fits its program. */
const PATTERNS: Readonly<Partial<Record<ProgramKey, readonly Pattern[]>>> = {
  danceForAll: [course, twoTimes],
  pottery: [course],
  cooking: [course],
  runningGroup: [course, twoTimes],
  storyHour: [season, twoTimes],
  puppets: [course],
  farmersMarket: [season, monthly],
  repairCafe: [monthly],
  choir: [monthly],
  jazzNight: [season],
  shortPlays: [course],
  documentary: [twiceMonthly],
  reading: [monthly, twiceMonthly],
  scienceTalk: [twiceMonthly],
  harborHistory: [monthly],
}
export const canRepeat = (program: ProgramKey): boolean => PATTERNS[program] !== undefined

export interface RepeatSettings {
  readonly program: ProgramKey
  readonly day: Temporal.PlainDate
  readonly random: Random
  /** Dates are computed through this day. */
  readonly throughDay: Temporal.PlainDate
  /** Makes the series a weekly course without an end. */
  readonly isEndless: boolean
  readonly isFree: (day: string) => boolean
}
/** Draws a recurrence. The days on which its venue is taken are excluded. Returns null if most of its days are. */
export function drawRepeat({ program: key, day, random, throughDay, isEndless, isFree }: RepeatSettings): Repeat | null {
  const program: Program = PROGRAMS[key]
  const chosen = isEndless ? course : random.pick(PATTERNS[key] ?? [course])
  const sent = chosen({ day, program, random, isEndless })
  const recurrence = parse(sent)
  const starts = expandStarts(recurrence, { day, program, throughDay })
  const taken = starts.map((start) => start.slice(0, 10)).filter((each) => !isFree(each))
  if (taken.length > MAX_TAKEN) return null
  if (taken.length === 0) return { recurrence, starts }
  const excluded = parse({ ...sent, exclude: [...sent.exclude, ...taken] })
  return { recurrence: excluded, starts: starts.filter((start) => !taken.includes(start.slice(0, 10))) }
}
const MAX_TAKEN = 2

function expandStarts(
  parsed: ParsedRecurrence,
  { day, program, throughDay }: Pick<RepeatSettings, 'day' | 'throughDay'> & { program: Program },
): string[] {
  const start = day.toPlainDateTime(Temporal.PlainTime.from(program.time))
  const format = (wall: Temporal.PlainDateTime): string => wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
  const times = { start: format(start), end: format(start.add({ minutes: program.minutes })), allDay: false }
  const recurrence = normalizeRecurrence(parsed, times, () => times.start)
  const expanded = isRecurrenceError(recurrence) ? recurrence : expandRecurrence(recurrence, times, { throughDay: throughDay.toString() })
  if (isRecurrenceError(expanded)) throw new TypeError(`A demo recurrence is not valid: ${expanded.code}`)
  return expanded.dates.map((date) => date.start)
}
function parse(sent: SentRecurrence): ParsedRecurrence {
  const parsed = parseRecurrence(sent)
  if (isRecurrenceError(parsed)) throw new TypeError(`A demo recurrence is not valid: ${parsed.code}`)
  return parsed
}
