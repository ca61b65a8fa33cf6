// The French grammar of sentences about recurrences (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'
import {
  isSingle,
  type DateList,
  type LocaleWords,
  type NumberRun,
  type PluralForms,
  type RecurrenceGrammar,
} from './recurrence-grammar.ts'

const FR_EVERY: Readonly<Record<Frequency, PluralForms>> = {
  DAILY: { one: 'tous les jours', other: 'tous les {n} jours' },
  WEEKLY: { one: 'toutes les semaines', other: 'toutes les {n} semaines' },
  MONTHLY: { one: 'tous les mois', other: 'tous les {n} mois' },
  YEARLY: { one: 'tous les ans', other: 'tous les {n} ans' },
}
const FR_EACH: Readonly<Record<Frequency, string>> = {
  DAILY: 'chaque jour',
  WEEKLY: 'chaque semaine',
  MONTHLY: 'chaque mois',
  YEARLY: 'chaque année',
}
const FR_ORDINALS = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième']
const FROM_END = 'en partant de la fin'
/** An ordinal that stands before its noun, other than "3e … en partant de la fin". */
const isBefore = (n: number): boolean => n >= -2
type Gender = 'm' | 'f'
const FR_ARTICLES: Readonly<Record<Gender, string>> = { m: 'le', f: 'la' }
function frenchOrdinal(n: number, gender: Gender): string {
  if (n === -2) return gender === 'm' ? 'l’avant-dernier' : 'l’avant-dernière'
  const word = n === -1 ? 'dernier' : (FR_ORDINALS[Math.abs(n)] ?? `${Math.abs(n)}e`)
  return `${FR_ARTICLES[gender]} ${gender === 'f' ? word.replace(/ier$/, 'ière') : word}`
}
/** "de mars", "d’avril" */
const frenchOf = (name: string): string => (/^[ao]/.test(name) ? `d’${name}` : `de ${name}`)
const frenchDay = (n: number): string => (n === 1 ? '1er' : String(n))

/** Ordinals with a noun: "le premier et le dernier lundi", "le troisième et le quatrième lundi en partant de la fin". */
function frenchNth(all: readonly number[], noun: string, gender: Gender, { and }: LocaleWords): string[] {
  const ordinals = (some: readonly number[]): string => `${and(some.map((n) => frenchOrdinal(n, gender)))} ${noun}`
  const [before, after] = [all.filter(isBefore), all.filter((n) => !isBefore(n))]
  return [...(before.length > 0 ? [ordinals(before)] : []), ...(after.length > 0 ? [`${ordinals(after)} ${FROM_END}`] : [])]
}
function frenchDayRun({ first, last }: NumberRun): string {
  if (first > 0) return first === last ? `le ${frenchDay(first)}` : `du ${frenchDay(first)} au ${frenchDay(last)}`
  return last === -1 ? `les ${-first} derniers jours` : `les jours ${-first} à ${-last} ${FROM_END}`
}

/** A comma separates a list, a range or a month from the phrase that follows it. */
const LIST_OR_RANGE = /,|(?:^| )(?:de|du|en|pendant) | d’/

/** Numbers of days need a noun before the month: "le 25 et le 31 du mois de mars". */
const isNumber = (item: string): boolean => /^(?:le|du) \d+(?:er)?(?:$| au )/.test(item)
const isOneMonth = (period: string): boolean => /^ d(?:e |’)(?!chaque|l’)/.test(period)

export function frenchGrammar(words: LocaleWords): RecurrenceGrammar {
  const { weekday, month, and, or, plural } = words
  const weekdayRun = ({ first, last }: NumberRun): string =>
    first === last ? `le ${weekday(first)}` : `du ${weekday(first)} au ${weekday(last)}`
  const monthRun = ({ first, last }: NumberRun): string => `${frenchOf(month(first))} à ${month(last)}`
  const dates = ({ dates: shown, more }: DateList): string =>
    and([...shown.map((date) => `le ${date}`), ...(more > 0 ? [plural({ one: 'une autre date', other: '{n} autres dates' }, more)] : [])])
  const moreTimes = (more: number): string[] =>
    more > 0 ? [plural({ one: 'à un autre horaire', other: 'à {n} autres horaires' }, more)] : []
  return {
    comma: ', ',
    semicolon: '\u202f; ',
    list: and,
    every: (freq, interval) => plural(FR_EVERY[freq], interval),
    everyOn: (every, days) => `${every}, ${days}`,
    everyWeekday: (runs) =>
      runs.every(isSingle) ? `tous les ${and(runs.map(({ first }) => `${weekday(first)}s`))}` : and(runs.map(weekdayRun)),
    onWeekdays: (runs) => and(runs.map(weekdayRun)),
    on: (items, period) => `${and(items)}${isOneMonth(period) && items.some(isNumber) ? ' du mois' : ''}${period}`,
    nthWeekday: (all, day) => frenchNth(all, weekday(day), 'm', words),
    dayRun: frenchDayRun,
    nthDay: (all) => frenchNth(all, 'jour', 'm', words),
    onYearlyDates: (all) => and(all.map((date) => `le ${date}`)),
    onDaysOfMonth: (runs, n) => {
      const days = runs.map(({ first }) => frenchDay(first))
      return `${days.length > 1 && runs.every(isSingle) ? `les ${and(days)}` : and(runs.map(frenchDayRun))} ${month(n)}`
    },
    ofMonths: (months, run) =>
      run ? ` de chaque mois, ${monthRun(run)}` : ` ${months.length > 1 ? 'des mois ' : ''}${and(months.map((n) => frenchOf(month(n))))}`,
    ofTheMonth: ' du mois',
    ofEveryMonth: ' de chaque mois',
    ofTheYear: ' de l’année',
    inMonths: (runs) => and(runs.map((run) => (isSingle(run) ? `en ${month(run.first)}` : monthRun(run)))),
    inWeeks: (runs, fromEnd) =>
      `pendant ${and([
        ...runs.map(({ first, last }) => (first === last ? `la semaine ${first}` : `les semaines ${first} à ${last}`)),
        ...frenchNth(fromEnd, 'semaine', 'f', words),
      ])}${fromEnd.length > 0 ? ' de l’année' : ''}`,
    fallingOn: (runs, numbered, period) => {
      const anyOf = (run: NumberRun): string =>
        isSingle(run) ? `un ${weekday(run.first)}` : `entre le ${weekday(run.first)} et le ${weekday(run.last)}`
      return `${or([...runs.map(anyOf), ...numbered])}${period}`
    },
    nthDayFallingOn: (all, period, days) =>
      `${and(all.map((n) => frenchOrdinal(n, 'm')))} jour${period} qui tombe${all.length > 1 ? 'nt' : ''} ${days}`,
    only: (condition) => `uniquement ${condition}`,
    onlyIf: (days) => `uniquement si la date tombe ${days}`,
    onlyPositions: (all, freq) => {
      const items = all.map((n) => `${frenchOrdinal(n, 'f')}${isBefore(n) ? '' : ` ${FROM_END}`}`)
      return `en ne retenant ${FR_EACH[freq]} que ${and(items)} de ces dates`
    },
    weekStart: (day) => `les semaines commençant le ${weekday(day)}`,
    needsComma: (before) => LIST_OR_RANGE.test(before),
    at: (times, more) => `à ${and([...times, ...moreTimes(more)])}`,
    fromTo: (start, end, days) =>
      `de ${start} à ${end}${days > 0 ? plural({ one: ' (le lendemain)', other: ' ({n} jours plus tard)' }, days) : ''}`,
    listRanges: (ranges, more) => and([...ranges, ...moreTimes(more)]),
    lasting: (days) => plural({ one: 'pendant un jour', other: 'pendant {n} jours' }, days),
    eachTime: (lasting) => `chaque fois ${lasting}`,
    dateWithTime: (date, time) => `${date} ${time}`,
    date: (day, withYear) => words.date(day, withYear).replace(/^1 /, '1er '),
    starting: (date) => `à partir du ${date}`,
    until: (date) => `jusqu’au ${date}`,
    times: (count, isTotal) => plural({ one: 'une seule fois', other: `{n} fois${isTotal ? ' au total' : ''}` }, count),
    onDates: dates,
    alsoOn: (list) => `ainsi que ${dates(list)}`,
    except: (list) => `sauf ${dates(list)}`,
  }
}
