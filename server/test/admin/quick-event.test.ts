// A new event in one line, as the command palette reads it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuickEvent } from '../../../admin/src/screens/palette/quick-event.ts'

const TODAY = '2026-11-19'
const read = (line: string, locale = 'en-GB') => parseQuickEvent(line, locale, TODAY)

test('a line is a title with a day, a time or both, in any order', () => {
  assert.deepEqual(read('Story hour 5/6/2027 10:30'), { title: 'Story hour', date: '2027-06-05', time: '10:30:00' })
  assert.deepEqual(read('19h30 Chorale 5.6'), { title: 'Chorale', date: '2027-06-05', time: '19:30:00' })
  assert.deepEqual(read('Chess 2027-06-05'), { title: 'Chess', date: '2027-06-05' })
  assert.deepEqual(read('  Talk   at 7 pm '), { title: 'Talk at', time: '19:00:00' })
  assert.deepEqual(read('Night walk 12:15am 31-12-26'), { title: 'Night walk', date: '2026-12-31', time: '00:15:00' })
})

test('a day without a year is the next one', () => {
  assert.equal(read('Fair 19/11')?.date, '2026-11-19')
  assert.equal(read('Fair 18/11')?.date, '2027-11-18')
  assert.equal(read('Leap party 29/2')?.date, '2028-02-29')
})

test('the language decides the order of day and month', () => {
  assert.equal(read('Fair 5/6', 'en-US')?.date, '2027-05-06')
  assert.equal(read('Fair 5/6/2027', 'fr')?.date, '2027-06-05')
  assert.deepEqual(read('معرض ٥/٦/٢٠٢٧ ١٠:٣٠', 'ar'), { title: 'معرض', date: '2027-06-05', time: '10:30:00' })
})

test('text that is neither a day nor a time stays in the title', () => {
  assert.deepEqual(read('Waltz 3/4 99/99 25:00 20:00'), { title: 'Waltz 99/99 25:00', date: '2027-04-03', time: '20:00:00' })
  for (const line of ['Story hour', '10:30', 'Route 66', 'Concert 31/2', '2027', 'Area 51 13pm', '']) assert.equal(read(line), null, line)
})

test('a long line is read in linear time', () => {
  for (const piece of ['1', '1/', '1:00 ', '9'.repeat(50), 'a ', ' ']) {
    const started = performance.now()
    read(piece.repeat(100_000))
    assert.ok(performance.now() - started < 1_000, piece)
  }
})
