// The parts of a sentence about a recurrence that every language provides, and the words that Intl knows (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'

/** Consecutive numbers, or one number if both are equal. Weekdays are 0 (Monday) to 6, months 1 to 12. */
export interface NumberRun {
  readonly first: number
  readonly last: number
}
/** A text for each plural form, with `{n}` for the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
/** The first dates of a list, and the number of those that the sentence does not name. */
export interface DateList {
  readonly dates: readonly string[]
  readonly more: number
}

/** The phrases of one language. Ordinals count from the end if they are negative. */
export interface RecurrenceGrammar {
  readonly comma: string
  readonly semicolon: string
  readonly list: (items: readonly string[]) => string
  readonly every: (freq: Frequency, interval: number) => string
  /** Joins `every` with the days of the period. */
  readonly everyOn: (every: string, days: string) => string
  /** "every Tuesday and Thursday" */
  readonly everyWeekday: (runs: readonly NumberRun[]) => string
  /** "on Tuesday and Thursday" */
  readonly onWeekdays: (runs: readonly NumberRun[]) => string
  /** "on the 1st and the last day of May", from the items of the functions below and a period */
  readonly on: (items: readonly string[], period: string) => string
  readonly nthWeekday: (ordinals: readonly number[], weekday: number) => readonly string[]
  readonly dayRun: (run: NumberRun) => string
  /** "the first and last day" */
  readonly nthDay: (ordinals: readonly number[]) => readonly string[]
  /** "on March 15 and June 15" */
  readonly onYearlyDates: (dates: readonly string[]) => string
  /** "on December 24 and 25", "from March 18 to 21" */
  readonly onDaysOfMonth: (runs: readonly NumberRun[], month: number) => string
  /** The period after days: "of May", "of the year" */
  readonly ofMonths: (months: readonly number[], run: NumberRun | null) => string
  readonly ofTheMonth: string
  readonly ofEveryMonth: string
  readonly ofTheYear: string
  readonly inMonths: (runs: readonly NumberRun[]) => string
  /** Weeks of the year by number, and weeks that count from its end. */
  readonly inWeeks: (runs: readonly NumberRun[], fromEnd: readonly number[]) => string
  /** "on a Monday or between Thursday and Saturday", from runs and from items of `nthWeekday` with a period */
  readonly fallingOn: (runs: readonly NumberRun[], numbered: readonly string[], period: string) => string
  /** "the last day of May that falls on a Saturday or a Sunday" */
  readonly nthDayFallingOn: (ordinals: readonly number[], period: string, weekdays: string) => string
  readonly only: (condition: string) => string
  readonly onlyIf: (weekdays: string) => string
  /** "only the first of these dates each month" */
  readonly onlyPositions: (ordinals: readonly number[], freq: Frequency) => string
  readonly weekStart: (weekday: number) => string
  readonly at: (times: readonly string[], more: number) => string
  /** Whether a comma separates two phrases, so that two ranges do not meet: "from June to August, from 18:00 to 20:00". */
  readonly needsComma: (before: string, after: string) => boolean
  /** "from 18:00 to 12:00 (2 days later)" */
  readonly fromTo: (start: string, end: string, daysLater: number) => string
  readonly listRanges: (ranges: readonly string[], more: number) => string
  readonly lasting: (days: number) => string
  /** "each time for 3 days", from a text of `lasting` */
  readonly eachTime: (lasting: string) => string
  readonly date: (dayNumber: number, withYear: boolean) => string
  /** Joins a date with a text of `at`, `fromTo` or `lasting`. */
  readonly dateWithTime: (date: string, time: string) => string
  readonly starting: (date: string) => string
  readonly until: (date: string) => string
  /** "6 times", or "6 times in total" if the number could be that of the weeks, months or years. */
  readonly times: (count: number, isTotal: boolean) => string
  readonly onDates: (list: DateList) => string
  readonly alsoOn: (list: DateList) => string
  readonly except: (list: DateList) => string
}

/** The words of a language from Intl, with Latin digits, like the other texts of the API. */
export interface LocaleWords {
  readonly weekday: (weekday: number) => string
  readonly month: (month: number) => string
  readonly and: (items: readonly string[]) => string
  readonly or: (items: readonly string[]) => string
  readonly plural: (forms: PluralForms, n: number) => string
  readonly date: (dayNumber: number, withYear: boolean) => string
}

const FIRST_MONDAY = 4
export function createLocaleWords(locale: string): LocaleWords {
  const formatOf = (options: Intl.DateTimeFormatOptions): ((dayNumber: number) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' })
    return (dayNumber) => format.format(dayNumber * DAY_MS)
  }
  const [weekdayOfDay, monthOfDay] = [formatOf({ weekday: 'long' }), formatOf({ month: 'long' })]
  const weekdays = Array.from({ length: 7 }, (_, index) => weekdayOfDay(FIRST_MONDAY + index))
  const months = Array.from({ length: 12 }, (_, index) => monthOfDay(index * 30 + 15))
  const [long, short] = [formatOf({ year: 'numeric', month: 'long', day: 'numeric' }), formatOf({ month: 'long', day: 'numeric' })]
  const [and, or] = (['conjunction', 'disjunction'] as const).map((type) => new Intl.ListFormat(locale, { type }))
  const [plurals, numbers] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale, { numberingSystem: 'latn' })]
  return {
    weekday: (weekday) => weekdays[weekday] ?? '',
    month: (month) => months[month - 1] ?? '',
    and: (items) => and?.format(items) ?? '',
    or: (items) => or?.format(items) ?? '',
    plural: (forms, n) => (forms[plurals.select(n)] ?? forms.other).replaceAll('{n}', numbers.format(n)),
    date: (dayNumber, withYear) => (withYear ? long : short)(dayNumber),
  }
}
const DAY_MS = 86_400_000

/** Joins two phrases with a space, or with a comma where the language needs one. */
export const joinPhrases = (before: string, after: string, { comma, needsComma }: RecurrenceGrammar): string =>
  `${before}${needsComma(before, after) ? comma : ' '}${after}`

export const isSingle = ({ first, last }: NumberRun): boolean => first === last
const MIN_RUN = 3
/** Joins three or more consecutive numbers to a run. The numbers are in order. */
export function findRuns(numbers: readonly number[]): readonly NumberRun[] {
  const runs: NumberRun[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last.last + 1 === number) runs[runs.length - 1] = { first: last.first, last: number }
    else runs.push({ first: number, last: number })
  }
  return runs.flatMap((run) => (run.last - run.first + 1 >= MIN_RUN ? [run] : spread(run)))
}
const spread = ({ first, last }: NumberRun): NumberRun[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ first: first + index, last: first + index }))

interface Cycle {
  /** The smallest number of the cycle: 0 for weekdays, 1 for months. */
  readonly min: number
  readonly length: number
  /** The number with which the cycle begins. */
  readonly start: number
  /** Whether a run may pass the end of the cycle: Friday to Monday. */
  readonly canWrap: boolean
}
/** Finds runs of numbers that repeat, such as weekdays from the first day of the week. */
export function findCyclicRuns(numbers: readonly number[], { min, length, start, canWrap }: Cycle): readonly NumberRun[] {
  const inOrder = (positions: readonly number[]): readonly NumberRun[] => findRuns(positions.toSorted((a, b) => a - b))
  const positions = numbers.map((number) => (number - start + length) % length).toSorted((a, b) => a - b)
  const tail = canWrap && positions.length < length ? countTail(positions, length) : 0
  const rotated = inOrder(positions.map((position) => (position >= length - tail ? position - length : position)))
  const runs = rotated.some(({ first, last }) => first < 0 && last >= 0) ? rotated : inOrder(positions)
  const numberAt = (position: number): number => ((position + start - min + length) % length) + min
  return runs.map(({ first, last }) => ({ first: numberAt(first), last: numberAt(last) }))
}
/** Counts the positions at the end of the cycle without a gap. */
function countTail(positions: readonly number[], length: number): number {
  let count = 0
  while (positions.at(-1 - count) === length - 1 - count) count += 1
  return count
}
