// Dates, times and counts of the embedded calendar in the language of the reader. Times are those on the clocks of the place of the event.
import { embedTexts, type EmbedTexts } from './embed-texts.ts'
import type { TextForms } from './embed-month-texts.ts'

export interface EmbedFormats {
  readonly texts: EmbedTexts
  /** 1 is Monday, 7 is Sunday. */
  readonly firstWeekday: number
  readonly dayNumber: (day: string) => string
  readonly shortMonth: (day: string) => string
  readonly shortWeekday: (day: string) => string
  /** A weekday above a column of the month: one letter, if the language has no short names. */
  readonly columnWeekday: (day: string) => string
  readonly weekday: (day: string) => string
  /** A day in full, such as `Saturday 12 December`. */
  readonly fullDay: (day: string) => string
  readonly month: (month: string) => string
  readonly time: (wall: string) => string
  readonly dayRange: (first: string, last: string) => string
  readonly list: (names: readonly string[]) => string
  /** Selects a text by the plural category of a number, and inserts the values. */
  readonly count: (forms: TextForms, count: number, day?: string) => string
}

const built = new Map<string, EmbedFormats>()
export function embedFormats(language: string): EmbedFormats {
  const formats = built.get(language) ?? buildFormats(language)
  built.set(language, formats)
  return formats
}

/** English dates have the day first and 24 hours, and Arabic text has the digits that its readers type. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' }
/** Unicode has no short names of weekdays in Swahili: these begin with Sunday. */
const SHORT_WEEKDAYS: Readonly<Record<string, readonly string[]>> = { sw: ['J2', 'J3', 'J4', 'J5', 'Alh', 'Ij', 'J1'] }
/** Longer names do not fit into a column. */
const SHORT_WEEKDAY_LENGTH = 4

function buildFormats(language: string): EmbedFormats {
  const locale = LOCALES[language] ?? language
  const format = (options: Intl.DateTimeFormatOptions): ((text: string) => string) => {
    const dates = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (text) => dates.format(asDate(text))
  }
  const ranges = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const shortWeekdays = format({ weekday: 'short' })
  const shortWeekday = (day: string): string => SHORT_WEEKDAYS[language]?.[asDate(day).getUTCDay()] ?? shortWeekdays(day)
  const narrowWeekday = format({ weekday: 'narrow' })
  return {
    texts: embedTexts(language),
    firstWeekday: firstWeekdayOf(locale),
    dayNumber: (day) => numbers.format(Number(day.slice(8))),
    shortMonth: format({ month: 'short' }),
    shortWeekday,
    columnWeekday: (day) => (shortWeekday(day).length > SHORT_WEEKDAY_LENGTH ? narrowWeekday : shortWeekday)(day),
    weekday: format({ weekday: 'long' }),
    fullDay: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    month: format({ month: 'long', year: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit' }),
    dayRange: (first, last) => ranges.formatRange(asDate(first), asDate(last)),
    list: (names) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names),
    count: (forms, count, day = '') =>
      (forms[plurals.select(count)] ?? forms.other ?? '').replace('{day}', () => day).replace('{count}', numbers.format(count)),
  }
}

const asDate = (text: string): Date => new Date(text.length > 10 ? `${text.replace(' ', 'T')}Z` : text)

type WeekInfo = { readonly firstDay: number }
type WeekLocale = { readonly weekInfo?: WeekInfo; getWeekInfo?(): WeekInfo }
/** Browsers without information about weeks begin them with Monday. */
function firstWeekdayOf(locale: string): number {
  const weeks = new Intl.Locale(locale) as Intl.Locale & WeekLocale
  return (weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? 1
}
