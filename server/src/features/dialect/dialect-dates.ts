// Parses dates as clients of the original write them: ISO dates, Unix times, English dates and relative dates. Offsets are ignored.

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WORDS: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 }
const DAY =
  /^(?:(?<year>\d{4})-?(?<month>\d\d)-?(?<day>\d\d)|(?<name>[a-z]{3,9})\.? (?<nameday>\d{1,2}),? (?<nameyear>\d{4})|(?<word>today|tomorrow|yesterday))(?<time>$|[ t].*$)/
const TIME = /^[ t]+(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d{1,9})?)? ?(am|pm)?(?: ?(?:z|utc|[+-]\d\d:?\d\d))?$/
const RELATIVE = /^([+-]?) ?(\d{1,5}) (minute|hour|day|week|month|year)s?$/

/** Returns the date and time that the text names, or null. Relative dates count from now in UTC, as on the original. */
export function parseDialectDate(value: unknown, now: Temporal.Instant): Temporal.PlainDateTime | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim().toLowerCase()
  const current = now.toZonedDateTimeISO('UTC').toPlainDateTime()
  try {
    const date = text === 'now' ? current : (fromNumber(text) ?? fromRelative(text, current) ?? fromDay(text, current))
    return date && date.year >= 1 && date.year <= 9999 ? date.round({ smallestUnit: 'second', roundingMode: 'floor' }) : null
  } catch (error) {
    // Temporal throws for a date beyond its range, and for a month or a time that does not exist.
    if (error instanceof RangeError) return null
    throw error
  }
}

function fromNumber(text: string): Temporal.PlainDateTime | null {
  const seconds = /^@?(-?\d{9,12})$/.exec(text)?.[1]
  if (seconds === undefined) return null
  return Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
}
function fromRelative(text: string, current: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  const [, sign, count, unit] = RELATIVE.exec(text) ?? []
  return unit === undefined ? null : current.add({ [`${unit}s`]: Number(`${sign}${count}`) })
}
/** A day that the month does not have continues in the next month: February 31 is March 3. */
function fromDay(text: string, current: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  const { year, month, day, name, nameday, nameyear, word, time = '' } = DAY.exec(text)?.groups ?? {}
  const clock = toClock(time)
  if (!clock || Number(day ?? nameday ?? 1) > 31) return null
  if (word !== undefined)
    return current
      .toPlainDate()
      .add({ days: WORDS[word] ?? 0 })
      .toPlainDateTime(clock)
  const number = name === undefined ? Number(month) : MONTHS.indexOf(name.slice(0, 3)) + 1
  const first = Temporal.PlainDate.from({ year: Number(year ?? nameyear), month: number, day: 1 }, { overflow: 'reject' })
  return first.add({ days: Number(day ?? nameday) - 1 }).toPlainDateTime(clock)
}
function toClock(time: string): Temporal.PlainTime | null {
  if (time === '') return new Temporal.PlainTime()
  const [, hours, minute = '0', second = '0', half] = TIME.exec(time) ?? []
  // A number without minutes and without am or pm is no time.
  if (hours === undefined || (half === undefined && !time.includes(':'))) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  return new Temporal.PlainTime(hour, Number(minute), Number(second))
}
