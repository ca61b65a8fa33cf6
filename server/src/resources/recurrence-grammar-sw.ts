// The Swahili grammar of sentences about recurrences (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'
import {
  isSingle,
  type DateList,
  type LocaleWords,
  type NumberRun,
  type PluralForms,
  type RecurrenceGrammar,
} from './recurrence-grammar.ts'

const SW_EVERY: Readonly<Record<Frequency, PluralForms>> = {
  DAILY: { one: 'kila siku', other: 'kila baada ya siku {n}' },
  WEEKLY: { one: 'kila wiki', other: 'kila baada ya wiki {n}' },
  MONTHLY: { one: 'kila mwezi', other: 'kila baada ya miezi {n}' },
  YEARLY: { one: 'kila mwaka', other: 'kila baada ya miaka {n}' },
}
const SW_UNITS: Readonly<Record<Frequency, string>> = { DAILY: 'siku', WEEKLY: 'wiki', MONTHLY: 'mwezi', YEARLY: 'mwaka' }
const SW_ORDINALS = ['', 'kwanza', 'pili', 'tatu', 'nne', 'tano']
/** Weekdays, days, weeks and dates take the connective "ya". */
const ordinal = (n: number): string =>
  n === -1 ? 'ya mwisho' : `ya ${SW_ORDINALS[Math.abs(n)] ?? Math.abs(n)}${n < 0 ? ` ${FROM_END}` : ''}`
const FROM_END = 'kutoka mwisho'
/** "From the end" and "of a period" become "from the end of the period". */
const joinPeriod = (text: string, period: string): string =>
  text.endsWith(FROM_END) ? `${text}${period.replace(/^ [yz]a /, ' wa ')}` : `${text}${period}`
const numberRun = ({ first, last }: NumberRun): string => (first === last ? String(first) : `${first} hadi ${last}`)

/** Days that count from the beginning of the month are dates. */
function swahiliDayRun(run: NumberRun): string {
  if (run.first > 0) return `tarehe ${numberRun(run)}`
  return run.last === -1 ? `siku ${-run.first} za mwisho` : `siku ya ${-run.first} hadi ya ${-run.last} ${FROM_END}`
}

const isDate = (item: string): boolean => item.startsWith('tarehe ')
/** "tarehe 1" and "tarehe 15" become "tarehe 1 na 15". */
const mergeDates = (items: readonly string[]): string[] => items.map((item, index) => (index > 0 ? item.replace(/^tarehe /, '') : item))

export function swahiliGrammar(words: LocaleWords): RecurrenceGrammar {
  const { weekday, month, and, or, plural } = words
  const weekdayRun = ({ first, last }: NumberRun): string => (first === last ? weekday(first) : `${weekday(first)} hadi ${weekday(last)}`)
  const monthRun = ({ first, last }: NumberRun): string => (first === last ? month(first) : `${month(first)} hadi ${month(last)}`)
  const dates = ({ dates: shown, more }: DateList): string =>
    and([...shown, ...(more > 0 ? [plural({ one: 'tarehe nyingine moja', other: 'tarehe nyingine {n}' }, more)] : [])])
  const moreTimes = (more: number): string[] => (more > 0 ? [plural({ one: 'wakati mmoja zaidi', other: 'nyakati {n} zaidi' }, more)] : [])
  const inMonths = (runs: readonly NumberRun[]): string =>
    `katika ${runs.length === 1 && runs.every(isSingle) ? 'mwezi wa' : 'miezi ya'} ${and(runs.map(monthRun))}`
  return {
    comma: ', ',
    semicolon: '; ',
    list: and,
    every: (freq, interval) => plural(SW_EVERY[freq], interval),
    everyOn: (every, days) => `${every}, ${days}`,
    everyWeekday: (runs) => `kila ${and(runs.map(weekdayRun))}`,
    onWeekdays: (runs) => and(runs.map(weekdayRun)),
    on: (items, period) => {
      const isPlural = items.every(isDate)
        ? items.length > 1 || items.some((item) => item.includes(' hadi '))
        : items.at(-1)?.endsWith(' za mwisho') === true
      return joinPeriod(and(mergeDates(items)), isPlural ? period.replace(/^ ya /, ' za ') : period)
    },
    nthWeekday: (all, day) => [`${weekday(day)} ${and(all.map(ordinal))}`],
    dayRun: swahiliDayRun,
    nthDay: (all) => [`siku ${and(all.map(ordinal))}`],
    onYearlyDates: (all) => `tarehe ${and(all)}`,
    onDaysOfMonth: (runs, n) => `tarehe ${and(runs.map(numberRun))} ${month(n)}`,
    ofMonths: (months, run) =>
      run ? ` ya kila mwezi kuanzia ${monthRun(run)}` : ` ya ${months.length === 1 ? 'mwezi wa' : 'miezi ya'} ${and(months.map(month))}`,
    ofTheMonth: ' ya mwezi',
    ofEveryMonth: ' ya kila mwezi',
    ofTheYear: ' ya mwaka',
    inMonths,
    inWeeks: (runs, fromEnd) => {
      const endsWithRun = fromEnd.length === 0 && !runs.slice(-1).every(isSingle)
      const items = [
        ...runs.map((run) => (isSingle(run) ? `wiki ya ${run.first}` : `wiki za ${numberRun(run)}`)),
        ...(fromEnd.length > 0 ? [`wiki ${and(fromEnd.map(ordinal))}`] : []),
      ]
      return joinPeriod(`katika ${and(items)}`, endsWithRun ? ' za mwaka' : ' ya mwaka')
    },
    fallingOn: (runs, numbered, period) => {
      const anyOf = ({ first, last }: NumberRun): string =>
        first === last ? weekday(first) : `kati ya ${weekday(first)} na ${weekday(last)}`
      return joinPeriod(or([...runs.map(anyOf), ...numbered]), period)
    },
    nthDayFallingOn: (all, period, days) => `siku ${and(all.map(ordinal))}${period} ${all.length > 1 ? 'ambazo' : 'ambayo'} ni ${days}`,
    only: (condition) => `${condition} tu`,
    onlyIf: (days) => `ikiwa tu ni ${days}`,
    onlyPositions: (all, freq) => `tarehe ${and(all.map(ordinal))} tu kati ya hizi kila ${SW_UNITS[freq]}`,
    weekStart: (day) => `wiki ikianza ${weekday(day)}`,
    needsComma: (before, after) =>
      /^(?:\d|hadi )/.test(after) || (/^tarehe | hadi | amba[yz]o /.test(before) && after.startsWith('kuanzia ')),
    // The word "saa" is left out, because it would mean another hour: the Swahili day begins at six.
    at: (times, more) => and([...times, ...moreTimes(more)]),
    fromTo: (start, end, days) =>
      `kuanzia ${start} hadi ${end}${days > 0 ? plural({ one: ' (siku inayofuata)', other: ' (siku {n} baadaye)' }, days) : ''}`,
    listRanges: (ranges, more) => and([...ranges, ...moreTimes(more)]),
    lasting: (days) => plural({ one: 'kwa siku moja', other: 'kwa siku {n}' }, days),
    eachTime: (lasting) => `kila mara ${lasting}`,
    date: words.date,
    dateWithTime: (date, time) => (/^\d/.test(time) ? `${date} (${time})` : `${date} ${time}`),
    starting: (date) => `kuanzia tarehe ${date}`,
    until: (date) => `hadi tarehe ${date}`,
    times: (count, isTotal) => plural({ one: 'mara moja tu', other: `mara {n}${isTotal ? ' kwa jumla' : ''}` }, count),
    onDates: (list) => `tarehe ${dates(list)}`,
    alsoOn: (list) => `pia tarehe ${dates(list)}`,
    except: (list) => `isipokuwa tarehe ${dates(list)}`,
  }
}
