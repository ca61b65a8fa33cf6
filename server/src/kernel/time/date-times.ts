// Moments as people and programs write them (contract 2.5), and the zones they are read in. All zone arithmetic happens with Temporal.

/** What was written, before a zone makes it an instant. */
export type DateTimeInput =
  | { readonly type: 'instant'; readonly instant: Temporal.Instant }
  | { readonly type: 'wall'; readonly wall: Temporal.PlainDateTime }
  | { readonly type: 'day'; readonly days: number }
  | { readonly type: 'shift'; readonly shift: Temporal.DurationLike }

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(Z|[+\- ]\d\d:\d\d)?)?$/i
const SHIFT = /^([+-]?) *(\d{1,6}) (minute|hour|day|week|month|year)s?$/i
const DAYS: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 }

/** Reads any of the accepted forms; null for what is none, or names a day that does not exist. */
export function parseDateTime(value: unknown): DateTimeInput | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromUnix(Math.floor(value)) : null
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim()
  const word = text.toLowerCase()
  if (word === 'now') return { type: 'shift', shift: { seconds: 0 } }
  if (Object.hasOwn(DAYS, word)) return { type: 'day', days: DAYS[word] ?? 0 }
  // Eight digits are a date; four could be a year, so they are refused.
  if (/^\d{8}$/.test(text)) return fromForm(FORM.exec(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`))
  if (/^\d{4}$/.test(text)) return null
  const unix = /^@?(-?\d{1,13})$/.exec(text)
  if (unix) return fromUnix(Number(unix[1]))
  const shift = SHIFT.exec(text)
  if (shift) return { type: 'shift', shift: { [`${shift[3]?.toLowerCase()}s`]: Number(`${shift[1]}${shift[2]}`) } }
  return fromForm(FORM.exec(text))
}

function fromForm(parts: RegExpExecArray | null): DateTimeInput | null {
  if (!parts) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (!year || !month || !day || second > 59) return null
  try {
    const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }, { overflow: 'reject' })
    const offset = parts[7]?.toUpperCase().replace(' ', '+')
    if (offset === undefined) return { type: 'wall', wall }
    return within(wall.toZonedDateTime(offset === 'Z' ? 'UTC' : offset).toInstant())
  } catch {
    return null
  }
}

const fromUnix = (seconds: number): DateTimeInput | null =>
  Math.abs(seconds) > 1e12 ? null : within(Temporal.Instant.fromEpochMilliseconds(seconds * 1000))

const within = (instant: Temporal.Instant): DateTimeInput | null => (isSupportedYear(instant) ? { type: 'instant', instant } : null)

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')
/** Years 1 to 9999: what the service can show. */
export const isSupportedYear = ({ epochMilliseconds: ms }: Temporal.Instant): boolean => ms >= FIRST_MS && ms < END_MS
export const isLocalYearSupported = ({ year }: Temporal.PlainDateTime): boolean => year >= 1 && year <= 9999

/** The instant that was meant, read in a zone. In a gap a wall time moves forward, in an overlap the first is meant. */
export function toInstant(moment: DateTimeInput, zone: string, now: Temporal.Instant): Temporal.Instant {
  switch (moment.type) {
    case 'instant':
      return moment.instant
    case 'wall':
      return localToInstant(moment.wall, zone)
    case 'day':
      return dayStart(now.toZonedDateTimeISO(temporalZone(zone)).toPlainDate().add({ days: moment.days }), zone)
    case 'shift':
      return applyOffset(now.toZonedDateTimeISO(temporalZone(zone)), moment.shift)
  }
}
/** A shift can lead out of the years there are, even out of those that can be reckoned with. */
function applyOffset(now: Temporal.ZonedDateTime, shift: Temporal.DurationLike): Temporal.Instant {
  try {
    const instant = now.add(shift).toInstant().round({ smallestUnit: 'second', roundingMode: 'floor' })
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
/** The first moment of a day, which is not midnight everywhere. */
export const dayStart = (day: Temporal.PlainDate, zone: string): Temporal.Instant => day.toZonedDateTime(temporalZone(zone)).toInstant()

/** A day at a place: its first moment, and that of the next. */
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
/** The day that an instant lies in. The last ones of each zone are kept: most ask for the same. */
export function dayContaining(instant: Temporal.Instant, zone: string): Day {
  const at = instant.epochMilliseconds
  const kept = dayCache.get(zone) ?? []
  const there = kept.find(({ fromMs, toMs }) => fromMs <= at && at < toMs)
  if (there) return there
  const day = toLocal(instant, zone).toPlainDate()
  const [start, end] = [dayStart(day, zone), dayStart(day.add({ days: 1 }), zone)]
  const found = { start, end, fromMs: start.epochMilliseconds, toMs: end.epochMilliseconds }
  dayCache.set(zone, [found, ...kept.slice(0, DAYS_MAX - 1)])
  return found
}

const OFFSET = /^UTC([+-])(\d{1,2})(?::(\d\d))?$/i
/** The zone as it is kept: an IANA name in IANA letter case (links stay links), or UTC±H[:MM]. Null when there is none such. */
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

/** The zone as Temporal takes it: UTC+5:30 is +05:30 there. */
export function temporalZone(zone: string): string {
  const offset = OFFSET.exec(zone)
  return offset ? `${offset[1]}${offset[2]?.padStart(2, '0')}:${offset[3] ?? '00'}` : zone
}

/** `2031-05-06 07:08:09`, the form of every date that goes out. */
export const formatDateTime = (wall: Temporal.PlainDateTime): string =>
  `${String(wall.year).padStart(4, '0')}-${pad2(wall.month)}-${pad2(wall.day)} ${pad2(wall.hour)}:${pad2(wall.minute)}:${pad2(wall.second)}`
const pad2 = (n: number): string => String(n).padStart(2, '0')

/** An instant as the database writes it (session zone UTC), to the second: what is read back is the same text. */
export const toDatabase = ({ epochMilliseconds }: Temporal.Instant): string => databaseText(epochMilliseconds)
/** The same for epoch milliseconds. PostgreSQL has no year 0: it counts the years before 1 as BC. */
export function databaseText(ms: number): string {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  const rest = date.toISOString().slice(-20, -5).replace('T', ' ')
  return `${String(year < 1 ? 1 - year : year).padStart(4, '0')}${rest}+00${year < 1 ? ' BC' : ''}`
}
/** The same read back. */
export function fromDatabase(text: string): Temporal.Instant {
  const [, year = '', day = '', time = '', before] = /^(\d{4,6})(-\d\d-\d\d) (.*)\+00( BC)?$/.exec(text) ?? []
  const count = before ? 1 - Number(year) : Number(year)
  const sign = count < 0 ? '-' : '+'
  return Temporal.Instant.from(`${sign}${String(Math.abs(count)).padStart(6, '0')}${day}T${time}Z`)
}
/** The database's text of an instant as it is shown in a zone. In UTC that is its beginning. */
export const formatInZone = (text: string, zone: string): string =>
  zone === 'UTC' ? text.slice(0, 19) : formatDateTime(toLocal(fromDatabase(text), zone))
