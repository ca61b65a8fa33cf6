// Contract 2.5, 3.2, 5.3, 7.1 and 7.2: parsing of date-times, conversion to instants, and time zones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dayStart,
  fromDatabase,
  localToInstant,
  isSupportedYear,
  normalizeZone,
  parseDateTime,
  toInstant,
  formatInZone,
  formatDateTime,
  temporalZone,
  toDatabase,
  toLocal,
} from './date-times.ts'

const NOW = Temporal.Instant.from('2031-03-29T11:22:33.987Z')

/** Parses text and returns a local date-time unchanged, an instant in UTC, or `null` for invalid text. */
function read(value: unknown): string | null {
  const moment = parseDateTime(value)
  if (!moment) return null
  if (moment.type === 'local') return String(moment.local)
  return moment.type === 'instant' ? String(moment.instant) : moment.type
}
function meant(text: string, zone = 'UTC', now = NOW): string {
  const moment = parseDateTime(text)
  assert.ok(moment, text)
  return String(toInstant(moment, zone, now))
}

const WALLS: readonly (readonly [text: string, wall: string])[] = [
  ['2031-05-06', '2031-05-06T00:00:00'],
  ['2031-05-06 07:08', '2031-05-06T07:08:00'],
  ['2031-05-06 07:08:09', '2031-05-06T07:08:09'],
  ['2031-05-06T07:08', '2031-05-06T07:08:00'],
  ['2031-05-06T07:08:09', '2031-05-06T07:08:09'],
  ['2031-05-06t07:08:09', '2031-05-06T07:08:09'],
  ['2031-05-06 07:08:09.999', '2031-05-06T07:08:09'],
  ['2031-05-06T07:08:09,123456789', '2031-05-06T07:08:09'],
  ['  2031-05-06 07:08  ', '2031-05-06T07:08:00'],
  ['2028-02-29', '2028-02-29T00:00:00'],
  ['0001-01-01', '0001-01-01T00:00:00'],
  ['20270601', '2027-06-01T00:00:00'],
  ['9999-12-31 23:59:59', '9999-12-31T23:59:59'],
]
void test('2.5 a date or time without an offset is local', () => {
  for (const [text, wall] of WALLS) assert.equal(read(text), wall, text)
})

const INSTANTS: readonly (readonly [value: unknown, instant: string])[] = [
  ['2031-05-06T07:08:09Z', '2031-05-06T07:08:09Z'],
  ['2031-05-06 07:08z', '2031-05-06T07:08:00Z'],
  ['2031-05-06T07:08:09.5Z', '2031-05-06T07:08:09Z'],
  ['2031-05-06T07:08:09+02:00', '2031-05-06T05:08:09Z'],
  ['2031-05-06T07:08:09-03:30', '2031-05-06T10:38:09Z'],
  ['2031-05-06 07:08+14:00', '2031-05-05T17:08:00Z'],
  ['2031-05-06T07:08:09-00:00', '2031-05-06T07:08:09Z'],
  ['2031-05-06T07:08:09 02:00', '2031-05-06T05:08:09Z'],
  [1_900_000_000, '2030-03-17T17:46:40Z'],
  [1_900_000_000.9, '2030-03-17T17:46:40Z'],
  ['@1900000000', '2030-03-17T17:46:40Z'],
  ['@0', '1970-01-01T00:00:00Z'],
  ['@20270601', '1970-08-23T14:43:21Z'],
  [20_270_601, '1970-08-23T14:43:21Z'],
  ['1900000000', '2030-03-17T17:46:40Z'],
  [0, '1970-01-01T00:00:00Z'],
  [-1, '1969-12-31T23:59:59Z'],
  [-1.5, '1969-12-31T23:59:58Z'],
  [-62_135_596_800, '0001-01-01T00:00:00Z'],
  [253_402_300_799, '9999-12-31T23:59:59Z'],
]
void test('2.5 an offset, Z or Unix time gives an instant; a + that the query string turned into a space is restored', () => {
  for (const [value, instant] of INSTANTS) assert.equal(read(value), instant, String(value))
})

const NO_DAYS = ['2026-02-31', '2025-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31 10:00', '0000-01-01']
const NO_FORMS = [
  '10000-01-01',
  '-0001-01-01',
  '+002031-05-06',
  '2026-1-1',
  '26-01-01',
  '2026/01/01',
  '01.02.2026',
  '20260101T000000',
  '2027',
  '20270231',
  '00000101',
]
const NO_TIMES = [
  '2026-01-01 24:00',
  '2026-01-01 23:60',
  '2026-01-01 23:59:60',
  '2026-01-01T',
  '2026-01-01 10',
  '2026-01-01  10:00',
  '10:00',
]
const NO_OFFSETS = ['+2:00', '+25:00', '+02:60', '[Europe/Paris]', 'ZZ', '+0200'].map((offset) => `2026-01-01T10:00${offset}`)
const NO_YEARS = ['0001-01-01T00:00+01:00', '9999-12-31T23:59:59-00:01', -62_135_596_801, 253_402_300_800, 1e300, '@99999999999999999999']
const NO_WORDS =
  'soon|now!|today 10:00|next week|+1 decade|+1.5 hours|+ hours|+1234567 days|++1 day|@|@1.5|@x|__proto__|constructor|toString'
const NO_TEXTS = ['', ' ', '٢٠٣١-٠٥-٠٦', `2031-05-06${' '.repeat(60)}`]
const NO_VALUES = [Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, false, {}, [], ['2031-05-06'], 1n, new Date(0)]
void test('2.5 invalid text, dates that do not exist, and years outside 1 to 9999 are rejected', () => {
  for (const value of [...NO_DAYS, ...NO_FORMS, ...NO_TIMES, ...NO_OFFSETS, ...NO_YEARS, ...NO_WORDS.split('|'), ...NO_TEXTS, ...NO_VALUES])
    assert.equal(read(value), null, String(value))
})

const RELATIVE: readonly (readonly [text: string, zone: string, instant: string])[] = [
  ['now', 'UTC', '2031-03-29T11:22:33Z'],
  ['NOW', 'Asia/Tokyo', '2031-03-29T11:22:33Z'],
  ['today', 'UTC', '2031-03-29T00:00:00Z'],
  [' Today ', 'Europe/Paris', '2031-03-28T23:00:00Z'],
  ['today', 'Pacific/Auckland', '2031-03-29T11:00:00Z'],
  ['tomorrow', 'Europe/Paris', '2031-03-29T23:00:00Z'],
  ['yesterday', 'Europe/Paris', '2031-03-27T23:00:00Z'],
  ['+90 minutes', 'UTC', '2031-03-29T12:52:33Z'],
  ['-1 minute', 'UTC', '2031-03-29T11:21:33Z'],
  ['+1 day', 'Europe/Paris', '2031-03-30T10:22:33Z'],
  ['+24 hours', 'Europe/Paris', '2031-03-30T11:22:33Z'],
  [' 5 days', 'UTC', '2031-04-03T11:22:33Z'],
  ['-2 weeks', 'UTC', '2031-03-15T11:22:33Z'],
  ['-1 Month', 'UTC', '2031-02-28T11:22:33Z'],
  ['+2 years', 'UTC', '2033-03-29T11:22:33Z'],
  ['+0 days', 'UTC', '2031-03-29T11:22:33Z'],
]
void test('2.5 relative date-times use the zone: days by the calendar, hours by elapsed time', () => {
  for (const [text, zone, instant] of RELATIVE) assert.equal(meant(text, zone), instant, `${text} in ${zone}`)
  assert.equal(meant('-1 year', 'UTC', Temporal.Instant.from('2028-02-29T00:00:00Z')), '2027-02-28T00:00:00Z')
})
void test('2.5 a relative date-time outside the years 1 to 9999 never throws', () => {
  for (const unit of ['minutes', 'hours', 'days', 'weeks', 'months', 'years'])
    for (const sign of ['+', '-']) {
      const moment = parseDateTime(`${sign}999999 ${unit}`)
      if (moment) assert.doesNotThrow(() => toInstant(moment, 'Europe/Paris', NOW), `${sign}999999 ${unit}`)
    }
})

const READINGS: readonly (readonly [wall: string, zone: string, instant: string])[] = [
  ['2031-07-01 12:00', 'Europe/Paris', '2031-07-01T10:00:00Z'],
  ['2031-03-30 02:30', 'Europe/Paris', '2031-03-30T01:30:00Z'], // Moves forward, to 03:30.
  ['2031-10-26 02:30', 'Europe/Paris', '2031-10-26T00:30:00Z'], // The first of two instants.
  ['2031-10-05 02:15', 'Australia/Lord_Howe', '2031-10-04T15:45:00Z'], // A gap of half an hour.
  ['2011-12-30 10:00', 'Pacific/Apia', '2011-12-30T20:00:00Z'], // A day that the zone skipped.
  ['2018-11-04 00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'], // A gap at midnight.
  ['2031-05-06 12:00', 'UTC+5:30', '2031-05-06T06:30:00Z'],
  ['2031-05-06 12:00', 'UTC-9', '2031-05-06T21:00:00Z'],
  ['1971-06-01 12:00', 'Africa/Monrovia', '1971-06-01T12:44:30Z'],
]
void test('7.1 a local time in a gap moves forward; in an overlap, the first instant is used', () => {
  for (const [wall, zone, instant] of READINGS) assert.equal(meant(wall, zone), instant, `${wall} in ${zone}`)
})
void test('5.3 the first instant of a day is not always midnight', () => {
  const start = (day: string, zone: string): string => String(dayStart(Temporal.PlainDate.from(day), zone))
  assert.equal(start('2018-11-04', 'America/Sao_Paulo'), '2018-11-04T03:00:00Z')
  assert.equal(start('2031-05-06', 'Asia/Kathmandu'), '2031-05-05T18:15:00Z')
  assert.equal(start('2031-05-06', 'UTC-3:30'), '2031-05-06T03:30:00Z')
  assert.equal(
    String(toLocal(dayStart(Temporal.PlainDate.from('2018-11-04'), 'America/Sao_Paulo'), 'America/Sao_Paulo')),
    '2018-11-04T01:00:00',
  )
})

const ZONES: readonly (readonly [sent: string, kept: string | null])[] = [
  ['Europe/Paris', 'Europe/Paris'],
  ['europe/paris', 'Europe/Paris'],
  ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['us/pacific', 'US/Pacific'],
  ['etc/gmt-14', 'Etc/GMT-14'],
  ['est5edt', 'EST5EDT'],
  ['utc', 'UTC'],
  ['UTC+0', 'UTC'],
  ['UTC-00:00', 'UTC'],
  ['UTC+3', 'UTC+3'],
  ['utc+03', 'UTC+3'],
  ['UTC+05:30', 'UTC+5:30'],
  ['UTC-9:30', 'UTC-9:30'],
  ['UTC+5:00', 'UTC+5'],
  ['UTC+14', 'UTC+14'],
  ['UTC+14:01', null],
  ['UTC+15', null],
  ['UTC+5:60', null],
  ['UTC+5:3', null],
  ['UTC+5.5', null],
  ['UTC+', null],
  ['+05:30', null],
  ['Mars/Olympus', null],
  ['Europe', null],
  ['Europe/Paris ', null],
  ['Europe/Paris\0', null],
  ['../../etc/passwd', null],
  ['constructor', null],
  ['', null],
]
void test('7.2 a zone is an IANA name in its official case, with links unchanged, or UTC±H[:MM]', () => {
  for (const [name, zone] of ZONES) assert.equal(normalizeZone(name), zone, name)
  for (const [, zone] of ZONES) if (zone !== null) assert.equal(normalizeZone(zone), zone)
  assert.deepEqual(['UTC+5:30', 'UTC-9', 'UTC+14', 'Europe/Paris', 'UTC'].map(temporalZone), [
    '+05:30',
    '-09:00',
    '+14:00',
    'Europe/Paris',
    'UTC',
  ])
})

void test('3.2 date-times are formatted as YYYY-MM-DD HH:MM:SS', () => {
  assert.equal(formatDateTime(Temporal.PlainDateTime.from('2031-05-06T07:08:09.999')), '2031-05-06 07:08:09')
  assert.equal(formatDateTime(Temporal.PlainDateTime.from('0031-01-01T00:00')), '0031-01-01 00:00:00')
  assert.equal(formatInZone('2031-07-01 10:00:00+00', 'UTC'), '2031-07-01 10:00:00')
  assert.equal(formatInZone('2031-07-01 10:00:00.25+00', 'Europe/Paris'), '2031-07-01 12:00:00')
  assert.equal(formatInZone('2031-07-01 10:00:00+00', 'UTC-9:30'), '2031-07-01 00:30:00')
})
void test('3.2 the years 1 to 9999 are supported, and no others', () => {
  const within = (text: string): boolean => isSupportedYear(Temporal.Instant.from(text))
  assert.deepEqual(['0001-01-01T00:00Z', '9999-12-31T23:59:59Z'].map(within), [true, true])
  assert.deepEqual(['0000-12-31T23:59:59Z', '+010000-01-01T00:00Z'].map(within), [false, false])
})

/** Instants of the years 1 to 9999, and one day more at either end because of time zones. */
const seconds = fc
  .integer({ min: -62_135_596_800 - 86_400, max: 253_402_300_799 + 86_400 })
  .map((s) => Temporal.Instant.fromEpochMilliseconds(s * 1000))
void test('3.2 an instant is the same after it is stored and read back', () => {
  fc.assert(fc.property(seconds, (instant) => assert.equal(String(fromDatabase(toDatabase(instant))), String(instant))))
})
void test('7.1 the local time of an instant converts back to it, or to the first instant of an overlap', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC+5:45', 'UTC-9:30')
  fc.assert(
    fc.property(seconds, zones, (instant, zone) => {
      const again = localToInstant(toLocal(instant, zone), zone)
      assert.ok(Temporal.Instant.compare(again, instant) <= 0)
      assert.equal(String(toLocal(again, zone)), String(toLocal(instant, zone)))
    }),
  )
})
