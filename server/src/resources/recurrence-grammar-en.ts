// The English grammar of sentences about recurrences (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'
import {
  isSingle,
  type DateList,
  type LocaleWords,
  type NumberRun,
  type PluralForms,
  type RecurrenceGrammar,
} from './recurrence-grammar.ts'

const EN_EVERY: Readonly<Record<Frequency, PluralForms>> = {
  DAILY: { one: 'every day', other: 'every {n} days' },
  WEEKLY: { one: 'every week', other: 'every {n} weeks' },
  MONTHLY: { one: 'every month', other: 'every {n} months' },
  YEARLY: { one: 'every year', other: 'every {n} years' },
}
const EN_UNITS: Readonly<Record<Frequency, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const EN_ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth']
const EN_SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function needsComma(before: string, after: string): boolean {
  if (/ between | that falls? |\d to \d|^on .*,/.test(before)) return true
  if (after.startsWith('until ')) return / (?:for|from|of|to) /.test(before)
  return before.includes(' from ') && after.startsWith('from ')
}

export function englishGrammar(words: LocaleWords): RecurrenceGrammar {
  const { weekday, month, and, or, plural } = words
  const rules = new Intl.PluralRules('en', { type: 'ordinal' })
  const number = (n: number): string => `${n}${EN_SUFFIXES[rules.select(n)] ?? ''}`
  const word = (n: number): string => EN_ORDINALS[n] ?? number(n)
  const ordinal = (n: number): string => (n > 0 ? word(n) : n === -1 ? 'last' : `${word(-n)}-to-last`)
  const ordinals = (all: readonly number[]): string => and(all.map(ordinal))
  const range = ({ first, last }: NumberRun, nameOf: (n: number) => string): string => `${nameOf(first)} to ${nameOf(last)}`
  const runText = (run: NumberRun, nameOf: (n: number) => string): string => (isSingle(run) ? nameOf(run.first) : range(run, nameOf))
  const dates = ({ dates: shown, more }: DateList): string =>
    and([...shown, ...(more > 0 ? [plural({ one: '{n} more date', other: '{n} more dates' }, more)] : [])])
  const dayOfRun = (run: NumberRun): string => runText(run, String)
  const moreTimes = (more: number): string[] => (more > 0 ? [plural({ one: '{n} more time', other: '{n} more times' }, more)] : [])
  return {
    comma: ', ',
    semicolon: '; ',
    list: and,
    every: (freq, interval) => plural(EN_EVERY[freq], interval),
    everyOn: (every, days) => `${every} ${days}`,
    everyWeekday: (runs) => `every ${and(runs.map((run) => runText(run, weekday)))}`,
    onWeekdays: (runs) =>
      runs.length === 1 && runs[0] && !isSingle(runs[0])
        ? `from ${range(runs[0], weekday)}`
        : `on ${and(runs.map((run) => runText(run, weekday)))}`,
    on: (items, period) => `${items.length === 1 && items[0]?.includes(' to the ') ? 'from' : 'on'} ${and(items)}${period}`,
    nthWeekday: (all, day) => [`the ${ordinals(all)} ${weekday(day)}`],
    dayRun: (run) => {
      if (run.last === -1) return `the last ${-run.first} days`
      return run.first > 0 ? runText(run, (n) => `the ${number(n)}`) : `the ${ordinal(run.first)} to the ${ordinal(run.last)} day`
    },
    nthDay: (all) => [`the ${ordinals(all)} day`],
    onYearlyDates: (all) => `on ${and(all)}`,
    onDaysOfMonth: (runs, n) => `${runs.length === 1 && !runs.every(isSingle) ? 'from' : 'on'} ${month(n)} ${and(runs.map(dayOfRun))}`,
    ofMonths: (months, run) => (run ? ` of each month from ${range(run, month)}` : ` of ${and(months.map(month))}`),
    ofTheMonth: ' of the month',
    ofEveryMonth: ' of every month',
    ofTheYear: ' of the year',
    inMonths: (runs) =>
      runs.every(isSingle)
        ? `in ${and(runs.map(({ first }) => month(first)))}`
        : and(runs.map((run) => (isSingle(run) ? `in ${month(run.first)}` : `from ${range(run, month)}`))),
    inWeeks: (runs, fromEnd) =>
      `in ${and([
        ...runs.map((run) => (isSingle(run) ? `week ${run.first}` : `weeks ${range(run, String)}`)),
        ...(fromEnd.length > 0 ? [`the ${ordinals(fromEnd)} week of the year`] : []),
      ])}`,
    fallingOn: (runs, numbered, period) => {
      if (runs.every(isSingle) && numbered.length === 0) return `on ${or(runs.map(({ first }) => `a ${weekday(first)}`))}`
      const items = [
        ...runs.map((run) => (isSingle(run) ? `on a ${weekday(run.first)}` : `between ${weekday(run.first)} and ${weekday(run.last)}`)),
        ...numbered.map((item) => `on ${item}`),
      ]
      return `${or(items)}${period}`
    },
    nthDayFallingOn: (all, period, days) =>
      `the ${ordinals(all)} ${all.length > 1 ? `days${period} that fall` : `day${period} that falls`} ${days}`,
    only: (condition) => `only ${condition}`,
    onlyIf: (days) => `only if the date falls ${days}`,
    onlyPositions: (all, freq) => `only the ${ordinals(all)} of these dates each ${EN_UNITS[freq]}`,
    weekStart: (day) => `with weeks beginning on ${weekday(day)}`,
    needsComma,
    at: (times, more) => `at ${and([...times, ...moreTimes(more)])}`,
    fromTo: (start, end, days) =>
      `from ${start} to ${end}${days > 0 ? plural({ one: ' (the next day)', other: ' ({n} days later)' }, days) : ''}`,
    listRanges: (ranges, more) => and([...ranges, ...moreTimes(more)]),
    lasting: (days) => plural({ one: 'for 1 day', other: 'for {n} days' }, days),
    eachTime: (lasting) => `each time ${lasting}`,
    date: words.date,
    dateWithTime: (date, time) => `${date} ${time}`,
    starting: (date) => `starting ${date}`,
    until: (date) => `until ${date}`,
    times: (count, isTotal) => plural({ one: 'only once', other: `{n} times${isTotal ? ' in total' : ''}` }, count),
    onDates: (list) => `on ${dates(list)}`,
    alsoOn: (list) => `also on ${dates(list)}`,
    except: (list) => `except ${dates(list)}`,
  }
}
