// Recurrence 13.2.6 and 13.2.8: a new time of a series moves its dates and exact exclusions, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTimes } from './change-times.ts'
import type { SeriesTimes, StoredRecurrence, StoredRule } from './recurrence.ts'

const rule = (rrule: string, start_time: string | null = null): StoredRule => ({
  rrule,
  until: null,
  from: null,
  start_time,
  end_time: null,
})
const BEFORE: SeriesTimes = { start: '2027-05-04 18:00:00', end: '2027-05-04 20:00:00', allDay: false }
const STORED: StoredRecurrence = {
  rules: [rule('FREQ=WEEKLY;BYDAY=TU'), rule('FREQ=WEEKLY;BYDAY=SA', '10:00:00')],
  dates: [{ start: '2027-05-05 18:00:00', end: '2027-05-05 19:00:00' }],
  exclude: ['2027-05-08 10:00:00', '2027-05-11 18:00:00', '2027-05-18'],
}

void test('13.2.6 exact exclusions of the rules without a time of their own move with the series', () => {
  const after = { ...BEFORE, start: '2027-05-04 19:30:00', end: '2027-05-04 21:30:00' }
  const { recurrence, moves } = changeTimes(STORED, BEFORE, after, ['2027-05-04 18:00:00', '2027-05-05 18:00:00', '2027-05-15 10:00:00'])
  assert.deepEqual(recurrence, { ...STORED, exclude: ['2027-05-08 10:00:00', '2027-05-11 19:30:00', '2027-05-18'] })
  assert.deepEqual([...moves], [['2027-05-04 18:00:00', '2027-05-04 19:30:00']])
})

void test('13.2.8 a series that becomes all-day, and one that becomes timed, keep their days', () => {
  const allDay = { start: '2027-05-04 00:00:00', end: '2027-05-04 23:59:59', allDay: true }
  const whole = changeTimes(STORED, BEFORE, allDay, ['2027-05-15 10:00:00'])
  assert.deepEqual(whole.recurrence.exclude, ['2027-05-08', '2027-05-11', '2027-05-18'])
  assert.deepEqual(whole.recurrence.dates, [{ start: '2027-05-05 00:00:00', end: '2027-05-05 23:59:59' }])
  assert.deepEqual([...whole.moves], [['2027-05-15 10:00:00', '2027-05-15 00:00:00']])
  const timed = changeTimes({ ...whole.recurrence, rules: [rule('FREQ=DAILY')] }, allDay, BEFORE, ['2027-05-05 00:00:00'])
  assert.deepEqual(timed.recurrence.dates, [{ start: '2027-05-05 18:00:00', end: '2027-05-05 20:00:00' }])
  assert.deepEqual([...timed.moves], [['2027-05-05 00:00:00', '2027-05-05 18:00:00']])
})
