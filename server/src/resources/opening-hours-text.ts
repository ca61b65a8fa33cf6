// Opening hours as a sentence in one language, such as "Tuesday to Friday 10:00–18:00; closed December 24–26, 2027" (contract 13.7). Pure functions.
import type { LocalDay } from '../kernel/recurrence/calendar-days.ts'
import { DAY_CODES, type DayRange, type ShownHours, type Stretch } from './opening-hours.ts'

/** Consecutive weekdays; 0 is Monday. */
interface DayRun {
  readonly first: number
  readonly last: number
}
interface DateParts {
  readonly day: number
  /** Name of the month. */
  readonly month: string
  readonly year: number
}
/** The days of an exception. The second is null if there is only one day. */
type Dates = readonly [first: DateParts, last: DateParts | null]

/** The words of one language. */
interface Grammar {
  readonly locale: string
  /** Between the parts of the sentence. */
  readonly separator: string
  readonly everyDay: string
  readonly aroundTheClock: string
  readonly weekdays: (runs: readonly DayRun[], names: readonly string[], list: Intl.ListFormat) => string
  readonly times: (stretch: Stretch) => string
  readonly dates: (dates: Dates) => string
  readonly weekly: (days: string, times: string) => string
  readonly closed: (dates: string) => string
  readonly adjusted: (dates: string, times: string) => string
}

interface DateWords {
  readonly day: (date: DateParts) => string
  readonly dayAndMonth: (date: DateParts) => string
  readonly full: (date: DateParts) => string
  readonly one: (date: string) => string
  /** Two consecutive days of a month: "the 5th and 6th of April". */
  readonly two: (first: string, last: string) => string
  readonly several: (first: string, last: string) => string
}
/** The first date of a range omits the month and the year if they are those of the last one. */
const joinDates =
  ({ day, dayAndMonth, full, one, two, several }: DateWords): Grammar['dates'] =>
  ([first, last]) => {
    if (!last) return one(full(first))
    if (first.year !== last.year) return several(full(first), full(last))
    if (first.month !== last.month) return several(dayAndMonth(first), full(last))
    return (last.day === first.day + 1 ? two : several)(day(first), full(last))
  }
const numberOfDay = ({ day }: DateParts): string => String(day)
const dayThenMonth = ({ day, month }: DateParts): string => `${day} ${month}`
const dayMonthYear = ({ day, month, year }: DateParts): string => `${day} ${month} ${year}`
const joinRuns =
  (single: (name: string, day: number) => string, range: (first: string, last: string) => string): Grammar['weekdays'] =>
  (runs, names, list) =>
    list.format(
      runs.map(({ first, last }) => (first === last ? single(names[first] ?? '', first) : range(names[first] ?? '', names[last] ?? ''))),
    )
const separated = (...parts: readonly string[]): string => parts.join(', ')
const spaced = (...parts: readonly string[]): string => parts.join(' ')
const dashed = ({ opens, closes }: Stretch): string => `${opens}–${closes}`

const ENGLISH: Grammar = {
  locale: 'en-US',
  separator: '; ',
  everyDay: 'daily',
  aroundTheClock: 'around the clock',
  weekdays: joinRuns(
    (name) => name,
    (first, last) => `${first} to ${last}`,
  ),
  times: dashed,
  dates: ([first, last]) => {
    const monthAndDay = ({ day, month }: DateParts): string => `${month} ${day}`
    const full = (date: DateParts): string => `${monthAndDay(date)}, ${date.year}`
    if (!last) return full(first)
    if (first.year !== last.year) return `${full(first)} to ${full(last)}`
    return first.month === last.month ? `${monthAndDay(first)}–${last.day}, ${last.year}` : `${monthAndDay(first)} to ${full(last)}`
  },
  weekly: spaced,
  closed: (dates) => `closed ${dates}`,
  adjusted: (dates, times) => `${dates}: ${times}`,
}

/** The first day of a month is an ordinal number. */
const frenchDay = ({ day }: DateParts): string => (day === 1 ? '1er' : String(day))
const FRENCH: Grammar = {
  locale: 'fr',
  separator: '\u202f; ',
  everyDay: 'tous les jours',
  aroundTheClock: '24 heures sur 24',
  weekdays: joinRuns(
    (name) => `le ${name}`,
    (first, last) => `du ${first} au ${last}`,
  ),
  times: ({ opens, closes }) => `de ${opens} à ${closes}`,
  dates: joinDates({
    day: frenchDay,
    dayAndMonth: (date) => `${frenchDay(date)} ${date.month}`,
    full: (date) => `${frenchDay(date)} ${date.month} ${date.year}`,
    one: (date) => `le ${date}`,
    two: (first, last) => `les ${first} et ${last}`,
    several: (first, last) => `du ${first} au ${last}`,
  }),
  weekly: separated,
  closed: (dates) => `fermé ${dates}`,
  adjusted: separated,
}

/** One o'clock is singular. */
const isOneOClock = (time: string): boolean => time.startsWith('01:')
const PORTUGUESE: Grammar = {
  locale: 'pt-PT',
  separator: '; ',
  everyDay: 'todos os dias',
  aroundTheClock: '24 horas por dia',
  weekdays: joinRuns(
    // Saturday and Sunday are masculine.
    (name, day) => `${day >= 5 ? 'ao' : 'à'} ${name}`,
    (first, last) => `de ${last.endsWith('-feira') ? first.replace('-feira', '') : first} a ${last}`,
  ),
  times: ({ opens, closes }) => `${isOneOClock(opens) ? 'da' : 'das'} ${opens} ${isOneOClock(closes) ? 'à' : 'às'} ${closes}`,
  dates: joinDates({
    day: numberOfDay,
    dayAndMonth: ({ day, month }) => `${day} de ${month}`,
    full: ({ day, month, year }) => `${day} de ${month} de ${year}`,
    one: (date) => `a ${date}`,
    two: (first, last) => `a ${first} e ${last}`,
    several: (first, last) => `de ${first} a ${last}`,
  }),
  weekly: separated,
  closed: (dates) => `encerrado ${dates}`,
  adjusted: separated,
}

/** Single days follow the word for one day, two days or more days. */
const arabicDays: Grammar['weekdays'] = (runs, names, list) => {
  const phrases: string[] = []
  let singles: string[] = []
  const endSingles = (): void => {
    const word = ['', 'يوم', 'يومي'][singles.length] ?? 'أيام'
    if (singles.length > 0) phrases.push(`${word} ${list.format(singles)}`)
    singles = []
  }
  for (const { first, last } of runs) {
    if (first === last) singles.push(names[first] ?? '')
    else {
      endSingles()
      phrases.push(`من ${names[first]} إلى ${names[last]}`)
    }
  }
  endSingles()
  return list.format(phrases)
}
const ARABIC: Grammar = {
  locale: 'ar-u-nu-latn',
  separator: '؛ ',
  everyDay: 'يوميًا',
  aroundTheClock: 'على مدار الساعة',
  weekdays: arabicDays,
  times: ({ opens, closes }) => `من ${opens} إلى ${closes}`,
  dates: joinDates({
    day: numberOfDay,
    dayAndMonth: dayThenMonth,
    full: dayMonthYear,
    one: (date) => `في ${date}`,
    two: (first, last) => `في ${first} و${last}`,
    several: (first, last) => `من ${first} إلى ${last}`,
  }),
  weekly: (days, times) => `${days}، ${times}`,
  closed: (dates) => `مغلق ${dates}`,
  adjusted: (dates, times) => `${dates}، ${times}`,
}

const SWAHILI: Grammar = {
  locale: 'sw',
  separator: '; ',
  everyDay: 'kila siku',
  aroundTheClock: 'kwa saa 24',
  weekdays: joinRuns(
    (name) => name,
    (first, last) => `${first} hadi ${last}`,
  ),
  // The word for a time of day is left out, because it would mean another hour: the Swahili day begins at six.
  times: dashed,
  dates: joinDates({
    day: numberOfDay,
    dayAndMonth: dayThenMonth,
    full: dayMonthYear,
    one: (date) => `tarehe ${date}`,
    two: (first, last) => `tarehe ${first} na ${last}`,
    several: (first, last) => `tarehe ${first} hadi ${last}`,
  }),
  weekly: spaced,
  closed: (dates) => `imefungwa ${dates}`,
  adjusted: (dates, times) => `${dates}: ${times}`,
}
const GRAMMARS: Readonly<Record<string, Grammar>> = { en: ENGLISH, fr: FRENCH, pt: PORTUGUESE, ar: ARABIC, sw: SWAHILI }

/** The names that `Intl` has in the language of a grammar. */
interface Names {
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly list: Intl.ListFormat
}
const namesByLocale = new Map<string, Names>()
function namesIn(locale: string): Names {
  const known = namesByLocale.get(locale)
  if (known) return known
  const formatEach = (count: number, options: Intl.DateTimeFormatOptions, dateOf: (i: number) => number): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
    return Array.from({ length: count }, (_, i) => format.format(dateOf(i)))
  }
  const names = {
    // January 1, 2024 is a Monday.
    weekdays: formatEach(7, { weekday: 'long' }, (i) => Date.UTC(2024, 0, 1 + i)),
    months: formatEach(12, { month: 'long' }, (i) => Date.UTC(2024, i, 1)),
    list: new Intl.ListFormat(locale),
  }
  namesByLocale.set(locale, names)
  return names
}

/** Formats opening hours in a language; in English if it has no grammar. */
export function formatHours(hours: ShownHours, language: string): string {
  const grammar = GRAMMARS[language.split('-')[0] ?? ''] ?? ENGLISH
  const names = namesIn(grammar.locale)
  const text = [...formatWeekly(hours, grammar, names), ...formatExceptions(hours, grammar, names)].join(grammar.separator)
  const [first = ''] = text
  return first.toLocaleUpperCase(grammar.locale) + text.slice(first.length)
}

/** One part for each group of weekdays that have the same times. */
function formatWeekly({ weekly }: ShownHours, grammar: Grammar, { weekdays, list }: Names): string[] {
  const groups = new Map<string, number[]>()
  DAY_CODES.forEach((code, day) => {
    const stretches = weekly.filter(({ days }) => days.includes(code))
    if (stretches.length === 0) return
    const times = formatTimes(stretches, grammar, list)
    groups.set(times, [...(groups.get(times) ?? []), day])
  })
  return [...groups].map(([times, days]) =>
    grammar.weekly(days.length === 7 ? grammar.everyDay : grammar.weekdays(runsOf(days), weekdays, list), times),
  )
}
/** Three or more consecutive days form a range. */
function runsOf(days: readonly number[]): DayRun[] {
  const runs: DayRun[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && day === last.last + 1) runs[runs.length - 1] = { first: last.first, last: day }
    else runs.push({ first: day, last: day })
  }
  const isPair = ({ first, last }: DayRun): boolean => last - first === 1
  return runs.flatMap((run) => (isPair(run) ? [run.first, run.last].map((day) => ({ first: day, last: day })) : [run]))
}
function formatTimes(stretches: readonly Stretch[], grammar: Grammar, list: Intl.ListFormat): string {
  const texts = stretches
    .toSorted((a, b) => (a.opens < b.opens ? -1 : 1))
    .map((stretch) => (stretch.opens === '00:00' && stretch.closes === '00:00' ? grammar.aroundTheClock : grammar.times(stretch)))
  return list.format([...new Set(texts)])
}

/** One part for each closed or adjusted range of days, in their order. */
function formatExceptions({ closed, adjusted }: ShownHours, grammar: Grammar, { months, list }: Names): string[] {
  const dates = (range: DayRange): string => grammar.dates(datesOf(range, months))
  const noted = (text: string, note: string | null): string => (note === null ? text : `${text} (${note})`)
  const stretches = Map.groupBy(adjusted, ({ from, to, note }) => JSON.stringify([from, to, note]))
  const parts = [
    ...closed.map((range) => ({ range, text: noted(grammar.closed(dates(range)), range.note) })),
    ...[...stretches.values()].flatMap((entries) => {
      const [range] = entries
      return range ? [{ range, text: noted(grammar.adjusted(dates(range), formatTimes(entries, grammar, list)), range.note) }] : []
    }),
  ]
  return parts.toSorted((a, b) => (a.range.from < b.range.from ? -1 : a.range.from > b.range.from ? 1 : 0)).map(({ text }) => text)
}
function datesOf({ from, to }: DayRange, months: readonly string[]): Dates {
  const parse = (text: LocalDay): DateParts => {
    const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
    return { day, month: months[month - 1] ?? '', year }
  }
  return [parse(from), from === to ? null : parse(to)]
}
