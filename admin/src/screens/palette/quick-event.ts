// Reads a new event from one line: its title, and a day and a time in the numeric form of the language, such as `Story hour 5/6 10:30`.
import { isDay } from '../../lib/days.ts'

export interface QuickEvent {
  readonly title: string
  /** Such as `2027-06-05`; undefined if the line has none. */
  readonly date?: string
  /** Such as `10:30:00`. */
  readonly time?: string
}

const START = String.raw`(?<=^|\s)`
const END = String.raw`(?=\s|$)`
const TIME = new RegExp(`${START}(\\d{1,2})(?:[:h](\\d{2}))?(?:\\s?([ap])\\.?m\\.?)?${END}`, 'giu')
const DATE = new RegExp(`${START}(\\d{1,4})([./-])(\\d{1,2})(?:\\2(\\d{1,4}))?\\.?${END}`, 'gu')
type Part = 'day' | 'month' | 'year'

/** Returns null unless the line has a title, and a day or a time. A day without a year is the next one, from today on. */
export function parseQuickEvent(line: string, locale: string, today: string): QuickEvent | null {
  const text = withAsciiDigits(line)
  const date = firstMatch(text, DATE, (match) => readDate(match, orderOf(locale), today))
  const rest = date ? date.rest : text
  const time = firstMatch(rest, TIME, readTime)
  const title = (time ? time.rest : rest).replaceAll(/\s+/g, ' ').trim()
  if (title === '' || (!date && !time)) return null
  return { title, ...(date && { date: date.value }), ...(time && { time: time.value }) }
}

/** Keyboards of some languages write other digits. */
const withAsciiDigits = (text: string): string => text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

function firstMatch(text: string, pattern: RegExp, read: (match: RegExpExecArray) => string | null) {
  for (const match of text.matchAll(pattern)) {
    const value = read(match)
    if (value !== null) return { value, rest: text.slice(0, match.index) + text.slice(match.index + match[0].length) }
  }
  return null
}

function readTime([, hours = '', minutes, half]: RegExpExecArray): string | null {
  if (minutes === undefined && half === undefined) return null
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59 || hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return null
  const shown = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${pad(shown)}:${pad(minute)}:00`
}

function readDate([, first = '', , second = '', third]: RegExpExecArray, order: readonly Part[], today: string): string | null {
  const isYearFirst = first.length === 4
  const parts = isYearFirst ? (['year', 'month', 'day'] as const) : order.filter((part) => part !== 'year' || third !== undefined)
  const numbers = [first, second, ...(third === undefined ? [] : [third])]
  if (isYearFirst && third === undefined) return null
  const valueOf = (part: Part): number | null => {
    const text = numbers[parts.indexOf(part)]
    return text === undefined ? null : Number(text)
  }
  const [year, month, day] = [valueOf('year'), valueOf('month') ?? 0, valueOf('day') ?? 0]
  if (year !== null) return dateOf(year < 100 ? 2_000 + year : year, month, day)
  const thisYear = Number(today.slice(0, 4))
  // February 29 may be some years away.
  for (let next = thisYear; next <= thisYear + 8; next += 1) {
    const date = dateOf(next, month, day)
    if (date !== null && date >= today) return date
  }
  return null
}
function dateOf(year: number, month: number, day: number): string | null {
  const date = `${year}-${pad(month)}-${pad(day)}`
  return isDay(date) ? date : null
}
const pad = (number: number): string => String(number).padStart(2, '0')

/** The order in which the language writes a date in numbers. Years come last if a day is written without its year first. */
function orderOf(locale: string): Part[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(new Date(0))
  return parts.map(({ type }) => type).filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}
