// Days of months, and the days on which events take place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countByDay, dayInZone, daysOfEvent, parseShownDate, shiftMonth, weeksOfMonth } from './embed-days.ts'

const timed = (utc_start_date: string, utc_end_date: string | null) => ({
  all_day: false,
  start_date: '',
  end_date: utc_end_date && '',
  utc_start_date,
  utc_end_date,
})

test('weeks contain every day of the month, and begin on the first weekday of the language', () => {
  const november = weeksOfMonth('2026-11', 1)
  assert.deepEqual([november.length, november[0]?.[0], november.at(-1)?.at(-1)], [6, '2026-10-26', '2026-12-06'])
  const saturdays = weeksOfMonth('2026-11', 6)
  assert.deepEqual([saturdays.length, saturdays[0]?.[0], saturdays.at(-1)?.at(-1)], [5, '2026-10-31', '2026-12-04'])
  const february = weeksOfMonth('2027-02', 1)
  assert.deepEqual([february.length, february[0]?.[0], february.at(-1)?.at(-1)], [4, '2027-02-01', '2027-02-28'])
})

test('a day that another month does not have becomes its last one', () => {
  assert.equal(shiftMonth('2026-01-31', 1), '2026-02-28')
  assert.equal(shiftMonth('2028-03-31', -1), '2028-02-29')
  assert.equal(shiftMonth('2026-12-04', 1), '2027-01-04')
})

test('the days of an event are those in the zone of the calendar, and midnight belongs to the day before', () => {
  const days = (start: string, end: string | null, zone = 'UTC') => daysOfEvent(timed(start, end), zone)
  assert.deepEqual(days('2026-12-04 20:00:00', '2026-12-05 00:00:00'), ['2026-12-04', '2026-12-04'])
  assert.deepEqual(days('2026-12-04 20:00:00', '2026-12-05 00:00:01'), ['2026-12-04', '2026-12-05'])
  assert.deepEqual(days('2026-12-04 20:00:00', null), ['2026-12-04', '2026-12-04'])
  assert.deepEqual(days('2026-12-04 00:00:00', '2026-12-04 00:00:00'), ['2026-12-04', '2026-12-04'])
  assert.deepEqual(days('2026-12-04 23:30:00', '2026-12-04 23:45:00', 'Europe/Paris'), ['2026-12-05', '2026-12-05'])
  const allDay = { ...timed('2026-12-03 11:00:00', '2026-12-05 10:59:59'), all_day: true }
  const pacific = { ...allDay, start_date: '2026-12-04 00:00:00', end_date: '2026-12-05 23:59:59' }
  assert.deepEqual(daysOfEvent(pacific, 'America/Lima'), ['2026-12-04', '2026-12-05'])
})

test('days after the last counted event are not counted', () => {
  const events = [timed('2026-12-04 10:00:00', '2026-12-05 12:00:00'), timed('2026-12-05 10:00:00', null)]
  const week = ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06']
  const all = countByDay(events, week, { zone: 'UTC', total: 2 })
  assert.deepEqual([[...all.counts.values()], all.uncountedFrom], [[0, 1, 2, 0], null])
  assert.equal(countByDay(events, week, { zone: 'UTC', total: 3 }).uncountedFrom, '2026-12-05')
})

test('a date that does not exist is its month, and anything else is today', () => {
  const today = '2026-11-18'
  assert.deepEqual(parseShownDate('2026-12-04', today), { month: '2026-12', day: '2026-12-04' })
  assert.deepEqual(parseShownDate('2026-12', today), { month: '2026-12', day: null })
  assert.deepEqual(parseShownDate('2026-11', today), { month: '2026-11', day: today })
  assert.deepEqual(parseShownDate('2026-02-31', today), { month: '2026-02', day: null })
  assert.deepEqual(parseShownDate('2026-02-00', today), { month: '2026-02', day: null })
  for (const text of [null, undefined, '', 'tomorrow', '2026-13', '9999-12', '2026-12-04T10:00', '20261204', '<b>'])
    assert.deepEqual(parseShownDate(text, today), { month: '2026-11', day: today })
})

test('a moment has another day in another zone', () => {
  const moment = Date.UTC(2026, 11, 4, 23, 30)
  assert.deepEqual([dayInZone(moment, 'UTC'), dayInZone(moment, 'Africa/Nairobi')], ['2026-12-04', '2026-12-05'])
})
