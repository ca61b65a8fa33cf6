// Describes a recurrence as a sentence in the language of the reader (recurrence 13.1).
import { memoize } from '../kernel/cache/memoize.ts'
import {
  DAY_SECONDS,
  dayOfSeconds,
  formatTimeOfDay,
  parseTimeOfDay,
  timeOfSeconds,
  wallSeconds,
} from '../kernel/recurrence/calendar-days.ts'
import { firstDate, lengthOf } from '../kernel/recurrence/expand.ts'
import { isRecurrenceError } from '../kernel/recurrence/recurrence-error.ts'
import {
  dayNumberOf,
  parseStoredRule,
  startTimeOf,
  type SeriesTimes,
  type StoredRecurrence,
  type StoredRule,
} from '../kernel/recurrence/recurrence.ts'
import type { RecurrenceRule } from '../kernel/recurrence/rule.ts'
import { arabicGrammar } from './recurrence-grammar-ar.ts'
import { englishGrammar } from './recurrence-grammar-en.ts'
import { frenchGrammar } from './recurrence-grammar-fr.ts'
import { portugueseGrammar } from './recurrence-grammar-pt.ts'
import { swahiliGrammar } from './recurrence-grammar-sw.ts'
import { createLocaleWords, joinPhrases, type DateList, type LocaleWords, type RecurrenceGrammar } from './recurrence-grammar.ts'
import { describeRuleDays } from './recurrence-rule-text.ts'

/** The grammar of each language, and the locale of Intl that fits its texts in the message catalogs. */
const LANGUAGES: Readonly<Record<string, { readonly locale: string; readonly createGrammar: (words: LocaleWords) => RecurrenceGrammar }>> =
  {
    en: { locale: 'en', createGrammar: englishGrammar },
    fr: { locale: 'fr', createGrammar: frenchGrammar },
    pt: { locale: 'pt-PT', createGrammar: portugueseGrammar },
    ar: { locale: 'ar', createGrammar: arabicGrammar },
    sw: { locale: 'sw', createGrammar: swahiliGrammar },
  }
const grammarOf = memoize(Object.keys(LANGUAGES).length, (primary) => {
  const { locale, createGrammar } = LANGUAGES[primary] ?? { locale: 'en', createGrammar: englishGrammar }
  return createGrammar(createLocaleWords(locale))
})

/** Describes a recurrence: "Every Tuesday and Thursday at 18:00 until December 31, 2027, except December 24". Other languages get English. */
export function recurrenceText(stored: StoredRecurrence, times: SeriesTimes, language: string): string {
  const primary = language.toLowerCase().split('-', 1)[0] ?? ''
  const grammar = grammarOf(Object.hasOwn(LANGUAGES, primary) ? primary : 'en')
  const rules = stored.rules.map((rule) => describeRule(rule, times, grammar))
  const sentence = rules.length === 0 ? datesText(stored, times, grammar) : rulesText(rules, stored, times, grammar)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

interface RuleText {
  /** Days and times: "every Tuesday at 18:00". */
  readonly main: string
  readonly clauses: readonly string[]
  readonly until: string | null
  /** The times of each day: "at 18:00". */
  readonly time: string
  readonly starts: DayStarts
}

function describeRule(stored: StoredRule, times: SeriesTimes, grammar: RecurrenceGrammar): RuleText {
  const rule = parseStoredRule(stored.rrule)
  const starts = startsOfDay(rule, startTimeOf(stored, times), times.allDay)
  const { days, conditions } = describeRuleDays(rule, starts.count, grammar)
  const time = ruleTimeText(stored, starts, times, grammar)
  const startDay = dayOfSeconds(wallSeconds(times.start))
  const anchorDay = stored.from === null ? startDay : dayNumberOf(stored.from)
  const hasOwnStart = anchorDay > startDay || (anchorDay < startDay && rule.count !== null)
  const firstDay = anchorDay > startDay && starts.count <= MAX_TIMES ? findFirstDay(stored, times) : null
  return {
    main: joinTime(days, time, times.allDay, grammar),
    clauses: [
      ...conditions,
      ...(hasOwnStart ? [grammar.starting(grammar.date(firstDay ?? anchorDay, true))] : []),
      ...(rule.count === null ? [] : [grammar.times(rule.count, hasSeveralDates(rule, starts))]),
    ],
    until: stored.until === null ? null : grammar.until(grammar.date(dayNumberOf(stored.until), true)),
    time,
    starts,
  }
}

/** The first starts of each day in seconds, and the number of all of them. */
interface DayStarts {
  readonly first: readonly number[]
  readonly count: number
}
const MAX_TIMES = 6
/** A rule may have a start in every second of the day, so that the starts are not listed. */
function startsOfDay({ byHour, byMinute, bySecond }: RecurrenceRule, startTime: number, allDay: boolean): DayStarts {
  if (allDay || byHour.length + byMinute.length + bySecond.length === 0) return { first: [startTime], count: 1 }
  const hours = byHour.length > 0 ? byHour : [Math.floor(startTime / 3_600)]
  const minutes = byMinute.length > 0 ? byMinute : [Math.floor(startTime / 60) % 60]
  const seconds = bySecond.length > 0 ? bySecond : [startTime % 60]
  const count = hours.length * minutes.length * seconds.length
  const startAt = (index: number): number => {
    const [second, minute] = [index % seconds.length, Math.floor(index / seconds.length) % minutes.length]
    const hour = Math.floor(index / seconds.length / minutes.length)
    return (hours[hour] ?? 0) * 3_600 + (minutes[minute] ?? 0) * 60 + (seconds[second] ?? 0)
  }
  return { first: Array.from({ length: Math.min(count, MAX_TIMES) }, (_, index) => startAt(index)), count }
}

const MAX_STEPS = 1_000
/** Finds the first date of a rule that begins later than its series. Null if that takes too many steps. */
function findFirstDay(rule: StoredRule, times: SeriesTimes): number | null {
  const first = firstDate({ rules: [rule], dates: [], exclude: [] }, times, MAX_STEPS)
  return isRecurrenceError(first) ? null : dayOfSeconds(wallSeconds(first))
}
/** The number of days that each date lasts follows a comma: "every day for 3 days" would be three dates. */
function joinTime(days: string, time: string, isEachTime: boolean, grammar: RecurrenceGrammar): string {
  if (time === '') return days
  return isEachTime ? `${days}${grammar.comma}${grammar.eachTime(time)}` : joinPhrases(days, time, grammar)
}
/** Whether a rule may have several dates in one of its weeks, months or years. */
function hasSeveralDates({ freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay }: RecurrenceRule, { count }: DayStarts): boolean {
  if (count > 1 || [byMonth, byWeekNo, byYearDay, byMonthDay, byDay].some((list) => list.length > 1)) return true
  return (freq === 'MONTHLY' || freq === 'YEARLY') && byDay.some(({ nth }) => nth === 0)
}

function ruleTimeText({ end_time }: StoredRule, { first, count }: DayStarts, times: SeriesTimes, grammar: RecurrenceGrammar): string {
  const length = lengthOf(times)
  if (times.allDay) return allDayText(length, grammar)
  const endTime = end_time === null ? null : parseTimeOfDay(end_time)
  const lengthAt = (start: number): number | null => (endTime === null ? length : endTime - start + (endTime < start ? DAY_SECONDS : 0))
  const more = count - first.length
  if (!first.some(lengthAt)) return grammar.at(first.map(formatTime), more)
  return grammar.listRanges(
    first.map((start) => timeText(start, lengthAt(start), grammar)),
    more,
  )
}
/** Names the time of one start. An end within 24 hours needs no day. */
function timeText(start: number, length: number | null, grammar: RecurrenceGrammar): string {
  if (length === null || length === 0) return grammar.at([formatTime(start)], 0)
  const end = start + length
  return grammar.fromTo(formatTime(start), formatTime(timeOfSeconds(end)), length < DAY_SECONDS ? 0 : dayOfSeconds(end))
}
/** All-day dates have no times, but may last for several days. */
const allDayText = (length: number | null, grammar: RecurrenceGrammar): string => {
  const days = countDays(length)
  return days > 1 ? grammar.lasting(days) : ''
}
const countDays = (length: number | null): number => Math.max(Math.ceil((length ?? 0) / DAY_SECONDS), 1)
/** Seconds are shown only if there are any: `18:00`. */
const formatTime = (seconds: number): string => formatTimeOfDay(seconds).replace(/:00$/, '')

function rulesText(rules: readonly RuleText[], stored: StoredRecurrence, times: SeriesTimes, grammar: RecurrenceGrammar): string {
  const { comma, semicolon } = grammar
  const withUntil = ({ until }: RuleText, text: string, isPlain: boolean): string => {
    if (until === null) return text
    return isPlain ? joinPhrases(text, until, grammar) : `${text}${comma}${until}`
  }
  const [first] = rules
  const haveSameEnd = rules.every(({ until }) => until === first?.until)
  const canBeListed = haveSameEnd && rules.every(({ clauses, main, time }) => clauses.length === 0 && time !== '' && !main.includes(comma))
  const isOneClause = rules.length === 1 || canBeListed
  const text =
    first && rules.length > 1 && canBeListed
      ? withUntil(first, grammar.list(rules.map(({ main }) => main)), false)
      : rules.map((rule) => withUntil(rule, [rule.main, ...rule.clauses].join(comma), rule.clauses.length === 0)).join(semicolon)
  const dates = listDates(stored, rules, times, grammar)
  const exclusions = listExclusions(stored, rules, times, grammar)
  return [
    text,
    ...(dates.dates.length > 0 ? [grammar.alsoOn(dates)] : []),
    ...(exclusions.dates.length > 0 ? [grammar.except(exclusions)] : []),
  ].join(isOneClause ? comma : semicolon)
}

const MAX_DATES = 3
const YEAR_DAYS = 365
/** Formats the first dates. The year is left out if the series has only one such day of the year. */
function formatDates<T>(
  entries: readonly T[],
  dayOf: (entry: T) => number,
  { stored, times, grammar }: { readonly stored: StoredRecurrence; readonly times: SeriesTimes; readonly grammar: RecurrenceGrammar },
  suffixOf: (entry: T) => string,
): DateList {
  const shown = entries.slice(0, MAX_DATES)
  const firstDay = dayOfSeconds(wallSeconds(times.start))
  const ends = stored.rules.map(({ until }) => (until === null ? Infinity : dayNumberOf(until)))
  const lastDay = ends.length > 0 ? Math.max(...ends) : Infinity
  const isOnlyOne = lastDay - firstDay < YEAR_DAYS && shown.every((entry) => dayOf(entry) >= firstDay && dayOf(entry) <= lastDay)
  return {
    dates: shown.map((entry) => {
      const [date, suffix] = [grammar.date(dayOf(entry), !isOnlyOne), suffixOf(entry)]
      return suffix === '' ? date : grammar.dateWithTime(date, suffix)
    }),
    more: entries.length - shown.length,
  }
}

type SingleDate = StoredRecurrence['dates'][number]
const dayOfDate = ({ start }: SingleDate): number => dayOfSeconds(wallSeconds(start))
/** The times of single dates are shown unless all of them are the time of all rules, so that no date takes the time of the next. */
function listDates(stored: StoredRecurrence, rules: readonly RuleText[], times: SeriesTimes, grammar: RecurrenceGrammar): DateList {
  const timeOf = (date: SingleDate): string => singleTimeText(date, times, grammar)
  const isUsual = stored.dates.slice(0, MAX_DATES).every((date) => rules.every(({ time }) => time === timeOf(date)))
  return formatDates(stored.dates, dayOfDate, { stored, times, grammar }, (date) => (isUsual ? '' : timeOf(date) || grammar.lasting(1)))
}
function singleTimeText({ start, end }: SingleDate, times: SeriesTimes, grammar: RecurrenceGrammar): string {
  const length = end === null ? lengthOf(times) : wallSeconds(end) - wallSeconds(start)
  return times.allDay ? allDayText(length, grammar) : timeText(timeOfSeconds(wallSeconds(start)), length, grammar)
}

/** The time of an exact start is shown if rules start at other times too. Such starts precede days, so that no day takes the time of the next. */
function listExclusions(stored: StoredRecurrence, rules: readonly RuleText[], times: SeriesTimes, grammar: RecurrenceGrammar): DateList {
  const isOnlyStart = (start: number): boolean =>
    rules.length > 0 && rules.every(({ starts }) => starts.count === 1 && starts.first[0] === start)
  const dayOfText = (text: string): number => dayNumberOf(text.slice(0, 10))
  const timeOf = (text: string): string => {
    const start = text.length === 10 ? null : timeOfSeconds(wallSeconds(text))
    return start === null || isOnlyStart(start) ? '' : grammar.at([formatTime(start)], 0)
  }
  const shown = stored.exclude.slice(0, MAX_DATES)
  const inOrder = [...shown.filter((text) => timeOf(text) !== ''), ...shown.filter((text) => timeOf(text) === '')]
  return formatDates([...inOrder, ...stored.exclude.slice(MAX_DATES)], dayOfText, { stored, times, grammar }, timeOf)
}

/** A series without rules consists of single dates. */
function datesText(stored: StoredRecurrence, times: SeriesTimes, grammar: RecurrenceGrammar): string {
  const all = stored.dates.length > 0 ? stored.dates : [{ start: times.start, end: null }]
  const shown = new Set(all.map((date) => singleTimeText(date, times, grammar)))
  const [time = ''] = shown
  const list = formatDates(all, dayOfDate, { stored, times, grammar }, (date) =>
    shown.size === 1 ? '' : singleTimeText(date, times, grammar) || grammar.lasting(1),
  )
  const exclusions = listExclusions(stored, [], times, grammar)
  const text = joinTime(grammar.onDates(list), shown.size === 1 ? time : '', times.allDay && all.length > 1, grammar)
  return exclusions.dates.length > 0 ? `${text}${grammar.comma}${grammar.except(exclusions)}` : text
}
