// The Arabic grammar of sentences about recurrences (recurrence 13.1).
import type { Frequency } from '../kernel/recurrence/rule.ts'
import {
  isSingle,
  type DateList,
  type LocaleWords,
  type NumberRun,
  type PluralForms,
  type RecurrenceGrammar,
} from './recurrence-grammar.ts'

const AR_EVERY: Readonly<Record<Frequency, PluralForms>> = {
  DAILY: { one: 'كل يوم', two: 'كل يومين', few: 'كل {n} أيام', many: 'كل {n} يومًا', other: 'كل {n} يوم' },
  WEEKLY: { one: 'كل أسبوع', two: 'كل أسبوعين', few: 'كل {n} أسابيع', many: 'كل {n} أسبوعًا', other: 'كل {n} أسبوع' },
  MONTHLY: { one: 'كل شهر', two: 'كل شهرين', few: 'كل {n} أشهر', many: 'كل {n} شهرًا', other: 'كل {n} شهر' },
  YEARLY: { one: 'كل سنة', two: 'كل سنتين', few: 'كل {n} سنوات', many: 'كل {n} سنة', other: 'كل {n} سنة' },
}
const AR_EACH: Readonly<Record<Frequency, string>> = { DAILY: 'كل يوم', WEEKLY: 'كل أسبوع', MONTHLY: 'كل شهر', YEARLY: 'كل سنة' }
const AR_ORDINALS = ['', 'الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع', 'الثامن', 'التاسع', 'العاشر']
const AR_CONSTRUCT_ORDINALS = ['', 'أول', 'ثاني', 'ثالث', 'رابع', 'خامس']
const FROM_END = 'عدًّا من النهاية'
/** "Counting from the end" and a period become "counting from the end of the period". */
const joinPeriod = (text: string, period: string): string =>
  text.endsWith(FROM_END) && period !== ''
    ? `${text.slice(0, -FROM_END.length)}عدًّا من ${period.replace(/^ من /, 'نهاية ')}`
    : `${text}${period}`
const MORE_DATES: PluralForms = {
  one: 'تاريخ واحد آخر',
  two: 'تاريخين آخرين',
  few: '{n} تواريخ أخرى',
  many: '{n} تاريخًا آخر',
  other: '{n} تاريخ آخر',
}
const MORE_TIMES: PluralForms = {
  one: 'في وقت آخر',
  two: 'في وقتين آخرين',
  few: 'في {n} أوقات أخرى',
  many: 'في {n} وقتًا آخر',
  other: 'في {n} وقت آخر',
}
const DAYS_LATER: PluralForms = {
  one: ' (في اليوم التالي)',
  two: ' (بعد يومين)',
  few: ' (بعد {n} أيام)',
  many: ' (بعد {n} يومًا)',
  other: ' (بعد {n} يوم)',
}
const LASTING: PluralForms = {
  one: 'لمدة يوم واحد',
  two: 'لمدة يومين',
  few: 'لمدة {n} أيام',
  many: 'لمدة {n} يومًا',
  other: 'لمدة {n} يوم',
}
const LAST_DAYS: PluralForms = { few: 'آخر {n} أيام', many: 'آخر {n} يومًا', other: 'آخر {n} يوم' }
const TIMES: PluralForms = { one: 'مرة واحدة فقط', two: 'مرتين', few: '{n} مرات', many: '{n} مرة', other: '{n} مرة' }

/** A comma separates a range, a date or a month from the phrase that follows it, because "من" means both "of" and "from". */
const RANGE_OR_DATE = /(?:^| )و?(?:من|في|بين) /

/** A noun with the article and its ordinal: "الموعد الثاني", "الموعد قبل الأخير", "الموعد رقم 20". */
function definiteNth(noun: string, n: number): string {
  if (n === -1) return `${noun} الأخير`
  if (n === -2) return `${noun} قبل الأخير`
  const ordinal = AR_ORDINALS[Math.abs(n)] ?? `رقم ${Math.abs(n)}`
  return `${noun} ${ordinal}${n < 0 ? ` ${FROM_END}` : ''}`
}
/** After "كل", a weekday has no article. */
const withoutArticle = (weekday: string): string => weekday.replace(/^ال/, '')
const arabicDay = (n: number): string => (n === -1 ? 'آخر يوم' : n > 0 ? `اليوم ${n}` : definiteNth('اليوم', n))
function arabicDayRun({ first, last }: NumberRun, plural: LocaleWords['plural']): string {
  if (first === last) return arabicDay(first)
  if (last === -1) return plural(LAST_DAYS, -first)
  return first > 0 ? `الأيام من ${first} إلى ${last}` : `الأيام من ${-first} إلى ${-last} ${FROM_END}`
}
/** "اليوم 1" and "اليوم 15" become "اليومين 1 و15". */
function mergeDays(items: readonly string[], and: LocaleWords['and']): readonly string[] {
  const days = items.filter((item) => /^(?:اليوم|الأيام من) \d+(?: إلى \d+)?$/.test(item))
  if (days.length < 2) return items
  const isTwo = days.length === 2 && days.every((day) => day.startsWith('اليوم '))
  const numbers = days.map((day) => day.replace(/^(?:اليوم|الأيام) /, ''))
  return [`${isTwo ? 'اليومين' : 'الأيام'} ${and(numbers)}`, ...items.filter((item) => !days.includes(item))]
}
const arabicWeekRun = ({ first, last }: NumberRun): string => (first === last ? `الأسبوع ${first}` : `الأسابيع من ${first} إلى ${last}`)
/** A noun in the construct state agrees in number with the names that follow it: one, two, or more. */
const construct = (forms: readonly [one: string, two: string, more: string], names: readonly string[], and: LocaleWords['and']): string =>
  `${forms[Math.min(names.length, 3) - 1] ?? ''} ${and(names)}`

export function arabicGrammar(words: LocaleWords): RecurrenceGrammar {
  const { weekday, month, and, or, plural } = words
  const range = ({ first, last }: NumberRun): string => `من ${weekday(first)} إلى ${weekday(last)}`
  const onRuns = (runs: readonly NumberRun[]): string => and(runs.map((run) => (isSingle(run) ? `يوم ${weekday(run.first)}` : range(run))))
  const monthRun = ({ first, last }: NumberRun): string => `من ${month(first)} إلى ${month(last)}`
  const nth = (n: number, day: number): string =>
    n === -1 ? `آخر يوم ${withoutArticle(weekday(day))}` : definiteNth(`يوم ${weekday(day)}`, n)
  const dates = ({ dates: shown, more }: DateList): string => and([...shown, ...(more > 0 ? [plural(MORE_DATES, more)] : [])])
  const moreTimes = (more: number): string[] => (more > 0 ? [plural(MORE_TIMES, more)] : [])
  return {
    comma: '، ',
    semicolon: '؛ ',
    list: and,
    every: (freq, interval) => plural(AR_EVERY[freq], interval),
    everyOn: (every, days) => `${every} ${days}`,
    everyWeekday: (runs) =>
      runs.every(isSingle) ? `كل يوم ${and(runs.map(({ first }) => withoutArticle(weekday(first))))}` : `كل أسبوع ${onRuns(runs)}`,
    onWeekdays: (runs) =>
      runs.every(isSingle)
        ? construct(
            ['يوم', 'يومي', 'أيام'],
            runs.map(({ first }) => weekday(first)),
            and,
          )
        : onRuns(runs),
    on: (items, period) => joinPeriod(`في ${and(mergeDays(items, and))}`, period),
    nthWeekday: (all, day) => all.map((n) => nth(n, day)),
    dayRun: (run) => arabicDayRun(run, plural),
    nthDay: (all) => all.map(arabicDay),
    onYearlyDates: (all) => `في ${and(all)}`,
    onDaysOfMonth: (runs, n) => {
      const items = runs.map((run) => (isSingle(run) ? String(run.first) : `من ${run.first} إلى ${run.last}`))
      return `${runs[0] && isSingle(runs[0]) ? 'في ' : ''}${and(items)} ${month(n)}`
    },
    ofMonths: (months, run) => (run ? ` من كل شهر ${monthRun(run)}` : ` من ${construct(['شهر', 'شهري', 'أشهر'], months.map(month), and)}`),
    ofTheMonth: ' من الشهر',
    ofEveryMonth: ' من كل شهر',
    ofTheYear: ' من السنة',
    inMonths: (runs) =>
      runs.every(isSingle)
        ? `في ${and(runs.map(({ first }) => month(first)))}`
        : and(runs.map((run) => (isSingle(run) ? `في ${month(run.first)}` : monthRun(run)))),
    inWeeks: (runs, fromEnd) =>
      joinPeriod(`في ${and([...runs.map(arabicWeekRun), ...fromEnd.map((n) => definiteNth('الأسبوع', n))])}`, ' من السنة'),
    fallingOn: (runs, numbered, period) => {
      const anyOf = ({ first, last }: NumberRun): string =>
        first === last ? `يوم ${weekday(first)}` : `بين ${weekday(first)} و${weekday(last)}`
      return joinPeriod(or([...runs.map(anyOf), ...numbered.map((item) => `في ${item}`)]), period)
    },
    nthDayFallingOn: (all, period, days) =>
      `${and(all.map((n) => (n === -1 ? 'آخر' : (AR_CONSTRUCT_ORDINALS[n] ?? ''))))} يوم${period} يقع ${days}`,
    only: (condition) => `${condition} فقط`,
    onlyIf: (days) => `فقط إذا وقع ذلك ${days}`,
    onlyPositions: (all, freq) => `على أن يقتصر ذلك في ${AR_EACH[freq]} على ${and(all.map((n) => definiteNth('الموعد', n)))}`,
    weekStart: (day) => `باعتبار أن الأسبوع يبدأ يوم ${weekday(day)}`,
    needsComma: (before) => RANGE_OR_DATE.test(before),
    at: (times, more) => `الساعة ${and([...times, ...moreTimes(more)])}`,
    fromTo: (start, end, days) => `من الساعة ${start} إلى ${end}${days > 0 ? plural(DAYS_LATER, days) : ''}`,
    listRanges: (ranges, more) => and([...ranges, ...moreTimes(more)]),
    lasting: (days) => plural(LASTING, days),
    eachTime: (lasting) => `في كل مرة ${lasting}`,
    date: words.date,
    dateWithTime: (date, time) => `${date} ${time}`,
    starting: (date) => `ابتداءً من ${date}`,
    until: (date) => `حتى ${date}`,
    times: (count, isTotal) => `${plural(TIMES, count)}${isTotal && count > 1 ? ' إجمالًا' : ''}`,
    onDates: (list) => `في ${dates(list)}`,
    alsoOn: (list) => `وكذلك في ${dates(list)}`,
    except: (list) => `باستثناء ${dates(list)}`,
  }
}
