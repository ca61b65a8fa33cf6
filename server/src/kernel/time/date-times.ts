// Parses and formats date-times and time zones (contract 2.5). All time zone arithmetic uses Temporal.

/** A date-time as the client sent it, before a time zone makes it an instant. */
export type DateTimeInput =
  | { readonly type: 'instant'; readonly instant: Temporal.Instant }
  | { readonly type: 'local'; readonly local: Temporal.PlainDateTime }
  | { readonly type: 'day'; readonly days: number }
  | { readonly type: 'relative'; readonly offset: Temporal.DurationLike }

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(Z|[+\- ]\d\d:\d\d)?)?$/i
const RELATIVE = /^([+-]?) *(\d{1,6}) (minute|hour|day|week|month|year)s?$/i
const DAYS: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 }

/** Parses any of the accepted formats. Returns null for other text, and for a date that does not exist. */
export function parseDateTime(value: unknown): DateTimeInput | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromUnix(Math.floor(value)) : null
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim()
  const keyword = text.toLowerCase()
  if (keyword === 'now') return { type: 'relative', offset: { seconds: 0 } }
  if (Object.hasOwn(DAYS, keyword)) return { type: 'day', days: DAYS[keyword] ?? 0 }
  // Eight digits are a date. Four digits could be a year, so they are refused.
  if (/^\d{8}$/.test(text)) return fromParts(DATE_TIME.exec(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`))
  if (/^\d{4}$/.test(text)) return null
  const unix = /^@?(-?\d{1,13})$/.exec(text)
  if (unix) return fromUnix(Number(unix[1]))
  const relative = RELATIVE.exec(text)
  if (relative) return { type: 'relative', offset: { [`${relative[3]?.toLowerCase()}s`]: Number(`${relative[1]}${relative[2]}`) } }
  return fromParts(DATE_TIME.exec(text))
}

function fromParts(parts: RegExpExecArray | null): DateTimeInput | null {
  if (!parts) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (!year || !month || !day || second > 59) return null
  try {
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }, { overflow: 'reject' })
    const offset = parts[7]?.toUpperCase().replace(' ', '+')
    if (offset === undefined) return { type: 'local', local }
    return ifSupported(local.toZonedDateTime(offset === 'Z' ? 'UTC' : offset).toInstant())
  } catch {
    return null
  }
}

const fromUnix = (seconds: number): DateTimeInput | null =>
  Math.abs(seconds) > 1e12 ? null : ifSupported(Temporal.Instant.fromEpochMilliseconds(seconds * 1000))

const ifSupported = (instant: Temporal.Instant): DateTimeInput | null => (isSupportedYear(instant) ? { type: 'instant', instant } : null)

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')
/** The API supports the years 1 to 9999. */
export const isSupportedYear = ({ epochMilliseconds: ms }: Temporal.Instant): boolean => ms >= FIRST_MS && ms < END_MS
export const isLocalYearSupported = ({ year }: Temporal.PlainDateTime): boolean => year >= 1 && year <= 9999

/** Converts input to an instant in a time zone. A wall time in a gap moves forward; in an overlap, the first instant is used. */
export function toInstant(input: DateTimeInput, zone: string, now: Temporal.Instant): Temporal.Instant {
  switch (input.type) {
    case 'instant':
      return input.instant
    case 'local':
      return localToInstant(input.local, zone)
    case 'day':
      return dayStart(now.toZonedDateTimeISO(temporalZone(zone)).toPlainDate().add({ days: input.days }), zone)
    case 'relative':
      return applyOffset(now.toZonedDateTimeISO(temporalZone(zone)), input.offset)
  }
}
/** The result can lie outside the supported years, or even outside the range of Temporal. */
function applyOffset(now: Temporal.ZonedDateTime, offset: Temporal.DurationLike): Temporal.Instant {
  try {
    const instant = now.add(offset).toInstant().round({ smallestUnit: 'second', roundingMode: 'floor' })
    return isSupportedYear(instant) ? instant : OUT_OF_RANGE
  } catch {
    return OUT_OF_RANGE
  }
}
const OUT_OF_RANGE = Temporal.Instant.from('+012000-01-01T00:00:00Z')

export const localToInstant = (wall: Temporal.PlainDateTime, zone: string): Temporal.Instant =>
  wall.toZonedDateTime(temporalZone(zone), { disambiguation: 'compatible' }).toInstant()
export const toLocal = (instant: Temporal.Instant, zone: string): Temporal.PlainDateTime =>
  instant.toZonedDateTimeISO(temporalZone(zone)).toPlainDateTime()
/** Returns the first instant of a day, which is not always midnight. */
export const dayStart = (day: Temporal.PlainDate, zone: string): Temporal.Instant => day.toZonedDateTime(temporalZone(zone)).toInstant()

/** A day in a time zone: its first instant, and the first instant of the next day. */
export interface Day {
  readonly start: Temporal.Instant
  readonly end: Temporal.Instant
}
interface CachedDay extends Day {
  readonly fromMs: number
  readonly toMs: number
}
const DAYS_MAX = 8
const dayCache = new Map<string, readonly CachedDay[]>()
/** Returns the day that contains an instant. Recent days of each zone are cached, because most requests need the same ones. */
export function dayContaining(instant: Temporal.Instant, zone: string): Day {
  const at = instant.epochMilliseconds
  const recent = dayCache.get(zone) ?? []
  const cached = recent.find(({ fromMs, toMs }) => fromMs <= at && at < toMs)
  if (cached) return cached
  const day = toLocal(instant, zone).toPlainDate()
  const [start, end] = [dayStart(day, zone), dayStart(day.add({ days: 1 }), zone)]
  const entry = { start, end, fromMs: start.epochMilliseconds, toMs: end.epochMilliseconds }
  dayCache.set(zone, [entry, ...recent.slice(0, DAYS_MAX - 1)])
  return entry
}

const OFFSET = /^UTC([+-])(\d{1,2})(?::(\d\d))?$/i
/** Returns the stored form of a zone: an IANA name in its official case, with links unchanged, or UTC±H[:MM]. Null if it is unknown. */
export function normalizeZone(name: string): string | null {
  const offset = OFFSET.exec(name)
  if (offset) {
    const [hours, minutes] = [Number(offset[2]), Number(offset[3] ?? 0)]
    if (hours * 60 + minutes > 14 * 60 || minutes > 59) return null
    return hours + minutes === 0 ? 'UTC' : `UTC${offset[1]}${hours}${minutes ? `:${offset[3]}` : ''}`
  }
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/** Converts a stored zone to the form that Temporal uses: UTC+5:30 becomes +05:30. */
export function temporalZone(zone: string): string {
  const offset = OFFSET.exec(zone)
  return offset ? `${offset[1]}${offset[2]?.padStart(2, '0')}:${offset[3] ?? '00'}` : zone
}

/** Formats a date-time as all responses do: `2031-05-06 07:08:09`. */
export const formatDateTime = (wall: Temporal.PlainDateTime): string =>
  `${String(wall.year).padStart(4, '0')}-${pad2(wall.month)}-${pad2(wall.day)} ${pad2(wall.hour)}:${pad2(wall.minute)}:${pad2(wall.second)}`
const pad2 = (n: number): string => String(n).padStart(2, '0')

/** Formats an instant as PostgreSQL does in a session with time zone UTC, to the second. Reading it back gives the same text. */
export const toDatabase = ({ epochMilliseconds }: Temporal.Instant): string => databaseText(epochMilliseconds)
/** Formats epoch milliseconds in the same way. PostgreSQL has no year 0, and writes the years before 1 as BC. */
export function databaseText(ms: number): string {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  const rest = date.toISOString().slice(-20, -5).replace('T', ' ')
  return `${String(year < 1 ? 1 - year : year).padStart(4, '0')}${rest}+00${year < 1 ? ' BC' : ''}`
}
/** A time of the database as the API shows it: in UTC, to the second. */
export const showInstant = (text: string): string => fromDatabase(text).round('second').toString()
export const showInstantOrNull = (text: string | null): string | null => (text === null ? null : showInstant(text))
/** Parses the text that PostgreSQL writes for an instant. */
export function fromDatabase(text: string): Temporal.Instant {
  const [, year = '', day = '', time = '', before] = /^(\d{4,6})(-\d\d-\d\d) (.*)\+00( BC)?$/.exec(text) ?? []
  const count = before ? 1 - Number(year) : Number(year)
  const sign = count < 0 ? '-' : '+'
  return Temporal.Instant.from(`${sign}${String(Math.abs(count)).padStart(6, '0')}${day}T${time}Z`)
}
/** Converts PostgreSQL's text of an instant to local time in a zone. In UTC, the result is a prefix of the text. */
export const formatInZone = (text: string, zone: string): string =>
  zone === 'UTC' ? text.slice(0, 19) : formatDateTime(toLocal(fromDatabase(text), zone))
