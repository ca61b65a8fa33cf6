// The Portuguese grammar of sentences about recurrences, as written in Portugal and in Africa (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'
import {
  isSingle,
  type DateList,
  type LocaleWords,
  type NumberRun,
  type PluralForms,
  type RecurrenceGrammar,
} from './recurrence-grammar.ts'

const PT_EVERY: Readonly<Record<Frequency, PluralForms>> = {
  DAILY: { one: 'todos os dias', other: 'de {n} em {n} dias' },
  WEEKLY: { one: 'todas as semanas', other: 'de {n} em {n} semanas' },
  MONTHLY: { one: 'todos os meses', other: 'de {n} em {n} meses' },
  YEARLY: { one: 'todos os anos', other: 'de {n} em {n} anos' },
}
const PT_EACH: Readonly<Record<Frequency, string>> = {
  DAILY: 'em cada dia',
  WEEKLY: 'em cada semana',
  MONTHLY: 'em cada mês',
  YEARLY: 'em cada ano',
}
const PT_FROM_END = ['', 'últim', 'penúltim', 'antepenúltim']
const COUNTED_FROM_END = 'a contar do fim'
type Gender = 'o' | 'a'
/** An ordinal that stands before its noun. */
const isBefore = (n: number): boolean => n >= -3
/** Ordinals are numbers, because "segunda" to "sexta" are also names of weekdays. */
function portugueseOrdinal(n: number, gender: Gender): string {
  const word = n < 0 ? PT_FROM_END[-n] : undefined
  return word ? `${word}${gender}` : `${Math.abs(n)}.${gender === 'o' ? 'º' : 'ª'}`
}
/** Monday to Friday are feminine. */
const genderOf = (weekday: number): Gender => (weekday < 5 ? 'a' : 'o')

/** Ordinals with a noun: "a 1.ª e a última terça-feira", "o 4.º e o 5.º sábado a contar do fim". */
function portugueseNth(all: readonly number[], noun: string, gender: Gender, { and }: LocaleWords): string[] {
  const ordinals = (some: readonly number[]): string => `${and(some.map((n) => `${gender} ${portugueseOrdinal(n, gender)}`))} ${noun}`
  const [before, after] = [all.filter(isBefore), all.filter((n) => !isBefore(n))]
  return [...(before.length > 0 ? [ordinals(before)] : []), ...(after.length > 0 ? [`${ordinals(after)} ${COUNTED_FROM_END}`] : [])]
}
/** Contracts each article with the preposition "em": "no dia 15", "na 1.ª e na última terça-feira". */
const contract = (item: string): string => item.replaceAll(/(^|, | e )(?=(?:as?|os?) (?:\d|últ|pen|ante|dia))/g, '$1n')

/** "os dias 1 a 3" and "o dia 15" become "os dias 1 a 3 e 15". */
function mergeDays(items: readonly string[], and: LocaleWords['and']): readonly string[] {
  const days = items.filter((item) => /^os? dias? \d+(?: a \d+)?$/.test(item))
  if (days.length < 2) return items
  return [`os dias ${and(days.map((day) => day.replace(/^os? dias? /, '')))}`, ...items.filter((item) => !days.includes(item))]
}
const numberRun = ({ first, last }: NumberRun): string => (first === last ? `a ${first}` : `de ${first} a ${last}`)
function portugueseDayRun({ first, last }: NumberRun): string {
  if (first < 0) return last === -1 ? `os últimos ${-first} dias` : `os dias ${-first} a ${-last} ${COUNTED_FROM_END}`
  return first === last ? `o dia ${first}` : `os dias ${first} a ${last}`
}

/** "todas as terças e quintas-feiras e todos os sábados" */
const withOneFeira = (names: readonly string[]): string[] =>
  names.map((name, index) => (index < names.length - 1 ? name.replace(/-feiras?$/, '') : name))
function everyPortugueseWeekday(runs: readonly NumberRun[], { weekday, and }: LocaleWords): string {
  const plural = ({ first }: NumberRun): string => (first < 5 ? weekday(first).replace('-', 's-') : weekday(first)).concat('s')
  return (['a', 'o'] as const)
    .map((gender) => ({ gender, names: runs.filter(({ first }) => genderOf(first) === gender).map(plural) }))
    .filter(({ names }) => names.length > 0)
    .map(({ gender, names }) => `tod${gender}s ${gender}s ${and(withOneFeira(names))}`)
    .join(' e ')
}

/** A comma separates a list, a range or a month from the phrase that follows it. */
const LIST_OR_RANGE = /,|^(?:de|à|ao) | e todos | (?:a|das?|de|em) /

/** The preposition before an hour is singular for one o'clock. */
const isOneOClock = (time: string): boolean => time.startsWith('01:')
const atTime = (time: string): string => `${isOneOClock(time) ? 'à' : 'às'} ${time}`

export function portugueseGrammar(words: LocaleWords): RecurrenceGrammar {
  const { weekday, month, and, or, plural } = words
  const range = ({ first, last }: NumberRun): string =>
    `de ${last < 5 ? weekday(first).replace('-feira', '') : weekday(first)} a ${weekday(last)}`
  const onWeekday = (n: number): string => `${genderOf(n) === 'a' ? 'à' : 'ao'} ${weekday(n)}`
  const onRuns = (runs: readonly NumberRun[]): string => and(runs.map((run) => (isSingle(run) ? onWeekday(run.first) : range(run))))
  const monthRun = ({ first, last }: NumberRun): string => `de ${month(first)} a ${month(last)}`
  const dates = ({ dates: shown, more }: DateList): string =>
    and([...shown.map((date) => `a ${date}`), ...(more > 0 ? [plural({ one: 'em mais uma data', other: 'em mais {n} datas' }, more)] : [])])
  const moreTimes = (more: number): string[] =>
    more > 0 ? [plural({ one: 'em mais um horário', other: 'em mais {n} horários' }, more)] : []
  return {
    comma: ', ',
    semicolon: '; ',
    list: and,
    every: (freq, interval) => plural(PT_EVERY[freq], interval),
    everyOn: (every, days) => `${every}, ${days}`,
    everyWeekday: (runs) => (runs.every(isSingle) ? everyPortugueseWeekday(runs, words) : onRuns(runs)),
    onWeekdays: onRuns,
    on: (items, period) => `${and(mergeDays(items, and).map(contract))}${period}`,
    nthWeekday: (all, day) => portugueseNth(all, weekday(day), genderOf(day), words),
    dayRun: portugueseDayRun,
    nthDay: (all) => portugueseNth(all, 'dia', 'o', words),
    onYearlyDates: (all) => and(all.map((date) => `a ${date}`)),
    onDaysOfMonth: (runs, n) =>
      `${runs.every(isSingle) ? `a ${and(runs.map(({ first }) => String(first)))}` : and(runs.map(numberRun))} de ${month(n)}`,
    ofMonths: (months, run) => (run ? ` de cada mês, ${monthRun(run)}` : ` ${and(months.map((n) => `de ${month(n)}`))}`),
    ofTheMonth: ' do mês',
    ofEveryMonth: ' de cada mês',
    ofTheYear: ' do ano',
    inMonths: (runs) =>
      runs.every(isSingle)
        ? `em ${and(runs.map(({ first }) => month(first)))}`
        : and(runs.map((run) => (isSingle(run) ? `em ${month(run.first)}` : monthRun(run)))),
    inWeeks: (runs, fromEnd) =>
      `${and([
        ...runs.map(({ first, last }) => (first === last ? `na semana ${first}` : `nas semanas ${first} a ${last}`)),
        ...portugueseNth(fromEnd, 'semana', 'a', words).map(contract),
      ])}${fromEnd.length > 0 ? ' do ano' : ''}`,
    fallingOn: (runs, numbered, period) => {
      const anyOf = ({ first, last }: NumberRun): string =>
        first === last
          ? `a ${genderOf(first) === 'a' ? 'uma' : 'um'} ${weekday(first)}`
          : `entre ${last < 5 ? weekday(first).replace('-feira', '') : weekday(first)} e ${weekday(last)}`
      return `${or([...runs.map(anyOf), ...numbered.map(contract)])}${period}`
    },
    nthDayFallingOn: (all, period, days) =>
      `${and(all.map((n) => `o ${portugueseOrdinal(n, 'o')}`))} dia${period} que calhe${all.length > 1 ? 'm' : ''} ${days}`,
    only: (condition) => `apenas ${condition}`,
    onlyIf: (days) => `apenas se calhar ${days}`,
    onlyPositions: (all, freq) => {
      const items = all.map((n) => `a ${portugueseOrdinal(n, 'a')}${isBefore(n) ? '' : ` ${COUNTED_FROM_END}`}`)
      return `apenas ${and(items)} destas datas ${PT_EACH[freq]}`
    },
    weekStart: (day) => `com as semanas a começar ${onWeekday(day)}`,
    needsComma: (before) => LIST_OR_RANGE.test(before),
    at: (times, more) =>
      and([...times.map((time, index) => (index === 0 || times.some(isOneOClock) ? atTime(time) : time)), ...moreTimes(more)]),
    fromTo: (start, end, days) =>
      `${isOneOClock(start) ? 'da' : 'das'} ${start} ${atTime(end)}${days > 0 ? plural({ one: ' (do dia seguinte)', other: ' ({n} dias depois)' }, days) : ''}`,
    listRanges: (ranges, more) => and([...ranges, ...moreTimes(more)]),
    lasting: (days) => plural({ one: 'durante um dia', other: 'durante {n} dias' }, days),
    eachTime: (lasting) => `de cada vez ${lasting}`,
    date: words.date,
    dateWithTime: (date, time) => `${date} ${time}`,
    starting: (date) => `a partir de ${date}`,
    until: (date) => `até ${date}`,
    times: (count, isTotal) => plural({ one: 'uma única vez', other: `{n} vezes${isTotal ? ' no total' : ''}` }, count),
    onDates: dates,
    alsoOn: (list) => `e também ${dates(list)}`,
    except: (list) => `exceto ${dates(list)}`,
  }
}
