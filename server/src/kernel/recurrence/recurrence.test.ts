// Recurrence 13.2: input and output of recurrences, and their dates on the wall clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandRecurrence, firstDate, type ExpandedRecurrence } from './expand.ts'
import { parseRecurrence } from './parse-recurrence.ts'
import { isRecurrenceError, type RecurrenceError } from './recurrence-error.ts'
import { normalizeRecurrence, showRecurrence, type SeriesTimes, type StoredRecurrence } from './recurrence.ts'
import { formatRule, isPortableRule, parseRule } from './rule.ts'

const TIMES: SeriesTimes = { start: '2027-05-04 18:00:00', end: '2027-05-04 20:00:00', allDay: false }
/** A zone that is two hours ahead of UTC. */
const OFFSET_MS = 7_200_000
const toLocal = (utcMs: number): string => new Date(utcMs + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
const toUtc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`) - OFFSET_MS

function unwrap<T extends object | string>(value: T | RecurrenceError): T {
  assert.ok(!isRecurrenceError(value), JSON.stringify(value))
  return value
}
const store = (input: unknown, times = TIMES): StoredRecurrence =>
  unwrap(normalizeRecurrence(unwrap(parseRecurrence(input)), times, toLocal))
const expand = (input: unknown, times = TIMES, throughDay = '2027-12-31'): ExpandedRecurrence =>
  unwrap(expandRecurrence(store(input, times), times, { throughDay }))
const starts = (input: unknown, times = TIMES, throughDay = '2027-12-31'): string[] =>
  expand(input, times, throughDay).dates.map(({ start }) => start)
const errorOf = (value: object | string): string =>
  isRecurrenceError(value) ? [value.code, value.path, value.limit].filter((part) => part !== undefined).join(' ') : 'none'

const RULES: readonly (readonly [text: string, canonical: string])[] = [
  ['FREQ=WEEKLY;BYDAY=TH,TU', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ['rrule:freq=monthly;byday=-1fr,+2mo;interval=1', 'FREQ=MONTHLY;BYDAY=2MO,-1FR'],
  ['COUNT=3;FREQ=DAILY;BYMONTHDAY=-1,15,1,15;', 'FREQ=DAILY;COUNT=3;BYMONTHDAY=1,15,-1'],
  ['FREQ=YEARLY;BYSETPOS=-1;BYHOUR=9;BYDAY=SU;WKST=SU;BYMONTH=12,1', 'FREQ=YEARLY;BYMONTH=1,12;BYDAY=SU;BYHOUR=9;BYSETPOS=-1;WKST=SU'],
]
void test('13.2.2 a rule is parsed in any order and written in one', () => {
  for (const [text, canonical] of RULES) assert.equal(formatRule(unwrap(parseRule(text))), canonical)
})

const WRONG_RULES: readonly (readonly [text: string, error: string])[] = [
  ['FREQ=HOURLY', 'sub-daily-frequency'],
  ['FREQ=SOMETIMES', 'invalid-part'],
  ['BYDAY=MO', 'missing-frequency'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20271231', 'count-and-until'],
  ['FREQ=DAILY;FREQ=DAILY', 'duplicate-part'],
  ['FREQ=DAILY;X-PART=1', 'unknown-part'],
  ['FREQ=DAILY;;COUNT=2', 'syntax'],
  ['', 'syntax'],
  ['FREQ=DAILY;INTERVAL=10000', 'invalid-part 9999'],
  ['FREQ=DAILY;INTERVAL=0', 'invalid-part 9999'],
  ['FREQ=DAILY;COUNT=100000', 'invalid-part 99999'],
  ['FREQ=DAILY;BYMONTH=-1', 'invalid-part 12'],
  ['FREQ=YEARLY;BYWEEKNO=54', 'invalid-part 53'],
  ['FREQ=YEARLY;BYDAY=54MO', 'invalid-part'],
  ['FREQ=YEARLY;BYDAY=0MO', 'invalid-part'],
  ['FREQ=DAILY;UNTIL=20270230', 'invalid-part'],
  [
    `FREQ=DAILY;BYMINUTE=${Array.from({ length: 60 }, (_, i) => i)};BYSECOND=${Array.from({ length: 25 }, (_, i) => i)}`,
    'invalid-part 1440',
  ],
  ['FREQ=WEEKLY;BYDAY=1MO', 'part-combination'],
  ['FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=3', 'part-combination'],
  ['FREQ=MONTHLY;BYYEARDAY=1', 'part-combination'],
  ['FREQ=MONTHLY;BYWEEKNO=1', 'part-combination'],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'part-combination'],
  ['FREQ=DAILY;BYSETPOS=1', 'part-combination'],
  [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(500)}1`, 'too-long 1000'],
]
void test('13.2.2 a rule that RFC 5545 does not allow is refused', () => {
  for (const [text, error] of WRONG_RULES) assert.equal(errorOf(parseRule(text)), error, text)
})

void test('13.6.1 portable rules are those that every common reader expands alike', () => {
  const isPortable = (text: string): boolean => isPortableRule(unwrap(parseRule(text)))
  for (const text of [
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=WEEKLY;BYDAY=MO;WKST=SU',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  ])
    assert.equal(isPortable(text), true, text)
  for (const text of [
    'FREQ=DAILY;BYMONTH=1',
    'FREQ=WEEKLY;BYDAY=MO;WKST=TU',
    'FREQ=MONTHLY;BYDAY=FR',
    'FREQ=YEARLY;BYDAY=53MO',
    'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9',
  ])
    assert.equal(isPortable(text), false, text)
})

void test('13.2.1 an object, a rule and an iCalendar block give the same recurrence', () => {
  const object = {
    rules: [{ rrule: 'FREQ=WEEKLY;BYDAY=TU' }],
    dates: ['2027-05-05', { start: '2027-05-06T10:00' }],
    exclude: ['2027-05-11', '2027-05-18T16:00:00Z'],
  }
  const block =
    'RRULE:FREQ=WEEKLY;\r\n BYDAY=TU\r\nRDATE;VALUE=DATE:20270505\r\nRDATE;TZID=Europe/Paris:20270506T100000\r\nEXDATE;VALUE=DATE:20270511\r\nEXDATE:20270518T160000Z\r\n'
  const stored = store(object)
  assert.deepEqual(store(block), stored)
  assert.deepEqual(stored.dates, [
    { start: '2027-05-05 18:00:00', end: null },
    { start: '2027-05-06 10:00:00', end: null },
  ])
  assert.deepEqual(stored.exclude, ['2027-05-11', '2027-05-18 18:00:00'])
  assert.deepEqual(store('FREQ=WEEKLY').rules, [
    { rrule: 'FREQ=WEEKLY;BYDAY=TU', until: null, from: null, start_time: null, end_time: null },
  ])
  assert.deepEqual(starts('RDATE;VALUE=PERIOD:20270505T180000/PT3H'), ['2027-05-04 18:00:00', '2027-05-05 18:00:00'])
})

const WRONG_INPUTS: readonly (readonly [input: unknown, error: string])[] = [
  [null, 'syntax'],
  [['FREQ=DAILY'], 'syntax'],
  [{ rule: 'FREQ=DAILY' }, 'unknown-key rule'],
  [{ rules: 'FREQ=DAILY' }, 'syntax rules'],
  [{ rules: [{ rrule: 'FREQ=DAILY', until: '2027-05-05' }] }, 'unknown-key rules.0.until'],
  [{ rules: ['FREQ=DAILY', 'FREQ=HOURLY'] }, 'sub-daily-frequency rules.1.rrule'],
  [{ rules: [{ rrule: 'FREQ=DAILY', start_time: '24:00' }] }, 'invalid-time rules.0.start_time'],
  [{ rules: [{ rrule: 'FREQ=DAILY', from: '2027-02-29' }] }, 'invalid-date rules.0.from'],
  [{ rules: Array(21).fill('FREQ=DAILY') }, 'too-many-rules rules 20'],
  [{ dates: Array(1_001).fill('2027-05-05') }, 'too-many-dates dates 1000'],
  [{ exclude: Array(1_001).fill('2027-05-05') }, 'too-many-exclusions exclude 1000'],
  [{ exclude: ['tomorrow'] }, 'invalid-date exclude.0'],
  ['DTSTART:20270504T180000\nRRULE:FREQ=DAILY', 'syntax'],
  [`EXDATE:${'20270504,'.repeat(1_001)}20270504`, 'too-many-exclusions exclude 1000'],
]
void test('13.2.9 input of another form or beyond a limit is refused with its place', () => {
  for (const [input, error] of WRONG_INPUTS) assert.equal(errorOf(parseRecurrence(input)), error, JSON.stringify(input)?.slice(0, 80))
})

const IMPLIED: readonly (readonly [text: string, canonical: string])[] = [
  ['FREQ=DAILY', 'FREQ=DAILY'],
  ['FREQ=WEEKLY;INTERVAL=2', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=4'],
  ['FREQ=MONTHLY;BYDAY=MO', 'FREQ=MONTHLY;BYDAY=MO'],
  ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4'],
  ['FREQ=YEARLY;BYMONTH=1', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=4'],
  ['FREQ=YEARLY;BYWEEKNO=20', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=TU'],
  ['FREQ=YEARLY;BYYEARDAY=100', 'FREQ=YEARLY;BYYEARDAY=100'],
]
void test('13.2.4 implied parts are written out', () => {
  for (const [text, canonical] of IMPLIED) assert.equal(store(text).rules[0]?.rrule, canonical)
})

const ENDS: readonly (readonly [until: string, day: string])[] = [
  ['20270511', '2027-05-11'],
  ['20270511T180000', '2027-05-11'],
  ['20270511T175959', '2027-05-10'],
  ['20270511T160000Z', '2027-05-11'],
  ['20270511T155959Z', '2027-05-10'],
  ['20270511T220000Z', '2027-05-11'],
]
void test('13.2.3 UNTIL is kept as the last local day and shown as the end of it', () => {
  for (const [until, day] of ENDS) assert.equal(store(`FREQ=DAILY;UNTIL=${until}`).rules[0]?.until, day, until)
  const shown = showRecurrence(store('FREQ=DAILY;UNTIL=20270511'), TIMES, toUtc)
  assert.equal(shown.rules[0]?.rrule, 'FREQ=DAILY;UNTIL=20270511T215959Z')
  const allDay = { start: '2027-05-04 00:00:00', end: '2027-05-04 23:59:59', allDay: true }
  assert.equal(showRecurrence(store('FREQ=DAILY;UNTIL=20270511', allDay), allDay, toUtc).rules[0]?.rrule, 'FREQ=DAILY;UNTIL=20270511')
})

void test('13.2.5 rules have times of their own, and two that yield the same start make one date', () => {
  const rules = [
    { rrule: 'FREQ=WEEKLY;BYDAY=TU' },
    { rrule: 'FREQ=WEEKLY;BYDAY=SA', start_time: '22:00', end_time: '02:00' },
    'FREQ=MONTHLY;BYDAY=2TU',
  ]
  const { dates } = expand({ rules }, TIMES, '2027-05-11')
  assert.deepEqual(dates.slice(0, 3), [
    { start: '2027-05-04 18:00:00', end: '2027-05-04 20:00:00', rule: 0 },
    { start: '2027-05-08 22:00:00', end: '2027-05-09 02:00:00', rule: 1 },
    { start: '2027-05-11 18:00:00', end: '2027-05-11 20:00:00', rule: 0 },
  ])
  assert.equal(dates.filter(({ start }) => start === '2027-05-11 18:00:00').length, 1)
})

void test('13.2.6 exclusions win, COUNT counts them, and those without a date are named', () => {
  const { dates, unmatchedExclude, isComplete } = expand({
    rules: ['FREQ=DAILY;COUNT=4'],
    dates: [{ start: '2027-05-20 09:00', end: '2027-05-20 10:00' }, '2027-05-21'],
    exclude: ['2027-05-05', '2027-05-06 18:00', '2027-05-06 19:00', '2027-05-21', '2027-06-01'],
  })
  assert.deepEqual(
    dates.map(({ start, end }) => `${start} ${end}`),
    ['2027-05-04 18:00:00 2027-05-04 20:00:00', '2027-05-07 18:00:00 2027-05-07 20:00:00', '2027-05-20 09:00:00 2027-05-20 10:00:00'],
  )
  assert.deepEqual(unmatchedExclude, ['2027-05-06 19:00:00', '2027-06-01'])
  assert.equal(isComplete, true)
})

void test('13.2.8 the series begins at its start, and the start moves to the first date', () => {
  const thursday = { ...TIMES, start: '2027-05-06 18:00:00', end: '2027-05-06 20:00:00' }
  assert.equal(firstDate(store('FREQ=WEEKLY;BYDAY=TU', thursday), thursday), '2027-05-11 18:00:00')
  assert.equal(errorOf(firstDate(store('FREQ=DAILY;UNTIL=20270501', thursday), thursday)), 'no-dates')
  const counted = { rules: [{ rrule: 'FREQ=DAILY;INTERVAL=2;COUNT=4', from: '2027-05-02' }] }
  assert.deepEqual(starts(counted), ['2027-05-04 18:00:00', '2027-05-06 18:00:00', '2027-05-08 18:00:00'])
})

void test('13.2.9 dates and steps are limited', () => {
  assert.equal(errorOf(expandRecurrence(store('FREQ=DAILY'), TIMES, { throughDay: '2047-05-04' })), 'too-many-occurrences 5000')
  assert.equal(
    errorOf(expandRecurrence(store('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), TIMES, { throughDay: '2027-12-31' })),
    'too-many-steps 200000',
  )
  const { dates, isComplete, steps } = unwrap(
    expandRecurrence(store('FREQ=DAILY'), TIMES, { throughDay: '2047-05-04', sinceDay: '2047-05-03' }),
  )
  assert.deepEqual([dates.length, isComplete, steps], [3, false, 6])
})
