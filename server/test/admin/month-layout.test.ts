// The layout of the month view of the admin: the days of an event, its lane in a week, and the events that do not fit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, eventsBetween, layoutWeek } from '../../../admin/src/screens/month/month-layout.ts'

const WEEK = ['2027-11-01', '2027-11-02', '2027-11-03', '2027-11-04', '2027-11-05', '2027-11-06', '2027-11-07']
let lastId = 0
const makeEvent = (start_date: string, end_date: string | null, all_day = false) => ({ id: ++lastId, start_date, end_date, all_day })

test('an event is shown on the days of its own clock, and a night belongs to the day before', () => {
  const days = (start: string, end: string | null, isAllDay = false): string => {
    const { first, last } = daysOf(makeEvent(`2027-11-${start}`, end === null ? null : `2027-11-${end}`, isAllDay))
    return first === last ? first.slice(8) : `${first.slice(8)} to ${last.slice(8)}`
  }
  assert.equal(days('05 10:00:00', '05 11:00:00'), '05')
  assert.equal(days('05 10:00:00', null), '05')
  assert.equal(days('05 10:00:00', '05 10:00:00'), '05')
  assert.equal(days('05 10:00:00', '07 18:00:00'), '05 to 07')
  assert.equal(days('05 00:00:00', '06 23:59:59', true), '05 to 06')
  assert.equal(days('05 22:00:00', '06 02:00:00'), '05')
  assert.equal(days('05 22:00:00', '06 06:00:01'), '05 to 06')
  assert.equal(days('05 01:00:00', '06 02:00:00'), '05 to 06')
  assert.equal(days('05 10:00:00', '06 00:00:00'), '05')
  assert.equal(days('05 10:00:00', '07 00:00:00'), '05 to 06')
})

test('long events are above short ones, and short ones are sorted by time', () => {
  const late = makeEvent('2027-11-02 20:00:00', null)
  const early = makeEvent('2027-11-02 09:00:00', null)
  const wholeDay = makeEvent('2027-11-02 00:00:00', '2027-11-02 23:59:59', true)
  const long = makeEvent('2027-11-02 10:00:00', '2027-11-04 18:00:00')
  assert.deepEqual(eventsBetween([late, early, wholeDay, long], '2027-11-02', '2027-11-02'), [long, wholeDay, early, late])
  assert.deepEqual(eventsBetween([late, long], '2027-11-03', '2027-11-03'), [long])
})

test('an event of several weeks is open at both edges, and other events are below it', () => {
  const long = makeEvent('2027-10-20 10:00:00', '2027-11-20 18:00:00')
  const talk = makeEvent('2027-11-03 10:00:00', '2027-11-03 11:00:00')
  const { segments, hiddenCounts } = layoutWeek(WEEK, [talk, long])
  assert.deepEqual(segments, [
    { event: long, column: 0, span: 7, lane: 0, isContinued: true, continues: true },
    { event: talk, column: 2, span: 1, lane: 1, isContinued: false, continues: false },
  ])
  assert.deepEqual(hiddenCounts, [0, 0, 0, 0, 0, 0, 0])
})

test('four events of a day are shown, and of six the last lane counts the other three', () => {
  const talks = Array.from({ length: 6 }, (_, index) => makeEvent(`2027-11-03 1${index}:00:00`, null))
  assert.deepEqual(layoutWeek(WEEK, talks.slice(0, 4)).hiddenCounts, [0, 0, 0, 0, 0, 0, 0])
  const { segments, hiddenCounts } = layoutWeek(WEEK, talks)
  assert.deepEqual(
    segments.map(({ lane }) => lane),
    [0, 1, 2],
  )
  assert.deepEqual(hiddenCounts, [0, 0, 3, 0, 0, 0, 0])
})

test('a bar in the last lane is hidden on all of its days if one of them has too many events', () => {
  const bars = Array.from({ length: 4 }, () => makeEvent('2027-11-02 10:00:00', '2027-11-04 18:00:00'))
  const talk = makeEvent('2027-11-04 10:00:00', null)
  const { segments, hiddenCounts } = layoutWeek(WEEK, [...bars, talk])
  assert.equal(segments.length, 3)
  assert.deepEqual(hiddenCounts, [0, 1, 1, 2, 0, 0, 0])
})
