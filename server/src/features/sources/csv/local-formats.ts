// Reads dates, times, numbers and flags as people of a locale write them. The conventions are those of CLDR, through Intl.
import { parseDateTime } from '../../../kernel/time/date-times.ts'
import { fold } from '../../../kernel/text/fold.ts'

/** A cell that cannot be read. The message is a code of the report. */
export class UnreadableCell extends Error {}

export interface LocalFormats {
  /** The order of day, month and year in numbers; null if no locale was chosen. */
  readonly order: readonly string[] | null
  readonly decimal: string
  readonly months: ReadonlyMap<string, number>
}

/** Without a locale, dates must be unambiguous, names of months are English, and the decimal separator is a point. */
export function localFormats(locale: string | undefined): LocalFormats {
  const tag = locale ?? 'en'
  const parts = dateFormat(tag, '2-digit').formatToParts(0)
  return {
    order: locale === undefined ? null : parts.map(({ type }) => type).filter((type) => ['day', 'month', 'year'].includes(type)),
    decimal:
      new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    months: new Map(['en', tag].flatMap((each) => (['long', 'short'] as const).flatMap((length) => monthNames(dateFormat(each, length))))),
  }
}
const dateFormat = (locale: string, month: '2-digit' | 'long' | 'short') =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: '2-digit', calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' })
const monthNames = (format: Intl.DateTimeFormat): [string, number][] =>
  Array.from({ length: 12 }, (_, i) => {
    const name = format.formatToParts(Date.UTC(2028, i, 15)).find(({ type }) => type === 'month')?.value ?? ''
    return [monthKey(name), i + 1]
  })
const monthKey = (name: string): string => fold(name).replaceAll('.', '').trim()

export interface LocalMoment {
  readonly date: Temporal.PlainDate
  readonly time: Temporal.PlainTime | null
}
const CELL_MAX = 64
/** Reads a date that a time may follow. Returns an instant if the cell has an offset from UTC. */
export function readDate(text: string, formats: LocalFormats): LocalMoment | Temporal.Instant {
  if (text.length > CELL_MAX) throw new UnreadableCell('invalid_date')
  const parsed = ISO_DATE.test(text) ? parseDateTime(text) : null
  if (parsed?.type === 'instant') return parsed.instant
  if (parsed?.type === 'local') return { date: parsed.local.toPlainDate(), time: text.length > 10 ? parsed.local.toPlainTime() : null }
  const { day, rest } = splitDate(text, formats)
  const time = rest.replace(/^(?:T|[\s,]+)/, '')
  return { date: day, time: time === '' ? null : readTime(time) }
}
const ISO_DATE = /^\d{4}-\d\d-\d\d/
const NUMERIC = /^(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,4})(?!\d)/
const DAY_FIRST = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(?:de\s)?(\p{L}[\p{L}\p{M}]*)\.?,?[\s-]*(?:de\s)?(\d{4})(?!\d)/iu
const MONTH_FIRST = /^(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu

function splitDate(text: string, { order, months }: LocalFormats): { day: Temporal.PlainDate; rest: string } {
  const numeric = NUMERIC.exec(text)
  if (numeric) return { day: dateOf(orderedParts(numeric.slice(1, 4), order)), rest: text.slice(numeric[0].length) }
  const named = DAY_FIRST.exec(text)
  const [all = '', day, month = '', year] = named ?? swapped(MONTH_FIRST.exec(text))
  const number = months.get(monthKey(month))
  if (number === undefined) throw new UnreadableCell('invalid_date')
  return { day: dateOf({ day: Number(day), month: number, year: Number(year) }), rest: text.slice(all.length) }
}
const swapped = (match: RegExpExecArray | null): readonly string[] =>
  match ? [match[0], match[2] ?? '', match[1] ?? '', match[3] ?? ''] : []

interface DateParts {
  readonly day: number
  readonly month: number
  readonly year: number
}
/** A year of four digits in front is followed by month and day in all locales. */
function orderedParts(texts: readonly string[], order: readonly string[] | null): DateParts {
  const [first = 0, second = 0, third = 0] = texts.map(Number)
  if (texts[0]?.length === 4) return { year: first, month: second, day: third }
  const year = texts[2]?.length === 2 ? 2000 + third : third
  if (order?.[0] === 'year') return { year: texts[0]?.length === 2 ? 2000 + first : first, month: second, day: third }
  if (order)
    return order.indexOf('day') < order.indexOf('month') ? { day: first, month: second, year } : { month: first, day: second, year }
  if (first <= 12 && second <= 12 && first !== second) throw new UnreadableCell('ambiguous_date')
  return first > 12 ? { day: first, month: second, year } : { month: first, day: second, year }
}
function dateOf(parts: DateParts): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(parts, { overflow: 'reject' })
  } catch {
    throw new UnreadableCell('invalid_date')
  }
}

const TIME = /^(\d{1,2})(?:\s?[:.h]\s?(\d\d)(?:[:.](\d\d))?)?\s*(a\.?m\.?|p\.?m\.?|h|uhr)?$/i
/** Reads a time on a clock of 24 hours, or of 12 hours with AM or PM. */
export function readTime(text: string): Temporal.PlainTime {
  const [, hours, minute, second = '0', suffix = ''] = TIME.exec(text.slice(0, CELL_MAX)) ?? []
  const half = /^[ap]/i.exec(suffix)?.[0].toLowerCase()
  const hour = Number(hours)
  const isValid =
    hours !== undefined && (minute !== undefined || suffix !== '') && (half === undefined ? hour < 24 : hour >= 1 && hour <= 12)
  if (!isValid || Number(minute ?? 0) > 59 || Number(second) > 59) throw new UnreadableCell('invalid_time')
  const of24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return new Temporal.PlainTime(of24, Number(minute ?? 0), Number(second))
}

/** Returns a number with a decimal point, or null if the text is no number. Groups of three digits may be separated. */
export function readNumber(text: string, { decimal }: LocalFormats): string | null {
  if (text.length > CELL_MAX) return null
  const [whole = '', fraction, ...more] = text.split(decimal)
  const isWhole = /^[+-]?(?:\d+|\d{1,3}(?:[.,'’\s]\d{3})+)$/u.test(whole)
  if (!isWhole || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const digits = whole.replaceAll(/[.,'’\s+]/gu, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** The words of spreadsheets in several languages. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...'1 true yes y on x wahr ja vrai oui verdadero si verdadeiro sim'.split(' ').map((word) => [word, true] as const),
  ...' 0 false no n off falsch nein faux non falso nao'.split(' ').map((word) => [word, false] as const),
])
export function readFlag(text: string): boolean {
  const flag = text.length > CELL_MAX ? undefined : FLAGS.get(fold(text).trim())
  if (flag === undefined) throw new UnreadableCell('invalid_flag')
  return flag
}
