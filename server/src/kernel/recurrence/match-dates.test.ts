// Recurrence 13.4.1: dates keep their ids when the recurrence of a series changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchDates, type KnownDate } from './match-dates.ts'

const live = (id: number, start: string): KnownDate => ({ id, start, retired: false })
const retired = (id: number, start: string): KnownDate => ({ id, start, retired: true })

void test('13.4.1 the same start comes first, then explicit moves, then the same day', () => {
  const known = [
    live(1, '2027-05-04 18:00:00'),
    live(2, '2027-05-06 18:00:00'),
    live(3, '2027-05-11 10:00:00'),
    live(4, '2027-05-11 12:00:00'),
    live(5, '2027-05-13 18:00:00'),
  ]
  const next = ['2027-05-04 18:00:00', '2027-05-05 18:00:00', '2027-05-11 11:00:00', '2027-05-11 13:00:00', '2027-05-20 18:00:00']
  assert.deepEqual(matchDates(known, next, new Map([['2027-05-06 18:00:00', '2027-05-05 18:00:00']])), {
    kept: [
      { id: 1, from: '2027-05-04 18:00:00', to: '2027-05-04 18:00:00' },
      { id: 2, from: '2027-05-06 18:00:00', to: '2027-05-05 18:00:00' },
      { id: 3, from: '2027-05-11 10:00:00', to: '2027-05-11 11:00:00' },
      { id: 4, from: '2027-05-11 12:00:00', to: '2027-05-11 13:00:00' },
    ],
    added: ['2027-05-20 18:00:00'],
    retired: [5],
  })
})

void test('13.4.1 a retired date comes back, but takes no start from a live one', () => {
  const known = [
    retired(1, '2027-05-04 18:00:00'),
    live(2, '2027-05-04 18:00:00'),
    retired(3, '2027-05-05 18:00:00'),
    live(4, '2027-05-06 18:00:00'),
    retired(5, '2027-05-07 18:00:00'),
  ]
  const moves = new Map([['2027-05-06 18:00:00', '2027-05-07 18:00:00']])
  const { kept, added, retired: gone } = matchDates(known, ['2027-05-04 18:00:00', '2027-05-05 18:00:00', '2027-05-07 18:00:00'], moves)
  assert.deepEqual(
    kept.map(({ id }) => id),
    [2, 3, 4],
  )
  assert.deepEqual([added, gone], [[], []])
})

void test('13.4.1 on the same day, a live date comes before a retired one', () => {
  const known = [retired(1, '2027-05-04 09:00:00'), live(2, '2027-05-04 18:00:00')]
  assert.deepEqual(matchDates(known, ['2027-05-04 12:00:00']).kept, [{ id: 2, from: '2027-05-04 18:00:00', to: '2027-05-04 12:00:00' }])
})

const wall = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 8, max: 12 }))
  .map(([day, hour]) => `2027-05-0${day} ${String(hour).padStart(2, '0')}:00:00`)
void test('13.4.1 every new date has one id or is added, and every live id is kept or retired', () => {
  const dates = fc.uniqueArray(fc.tuple(wall, fc.boolean()), { maxLength: 30, selector: ([start, isRetired]) => `${start} ${isRetired}` })
  const moves = fc.array(fc.tuple(wall, wall)).map((pairs) => new Map(pairs))
  fc.assert(
    fc.property(dates, fc.uniqueArray(wall, { maxLength: 30 }), moves, (starts, next, moved) => {
      const known = starts.map(([start, isRetired], id) => ({ id, start, retired: isRetired }))
      const { kept, added, retired: gone } = matchDates(known, next, moved)
      assert.deepEqual([...kept.map(({ to }) => to), ...added].sort(), next.toSorted())
      const ids = [...kept.map(({ id }) => id), ...gone]
      assert.equal(new Set(ids).size, ids.length)
      assert.ok(known.every(({ id, retired: isRetired }) => isRetired || ids.includes(id)))
      for (const { id, start, retired: isRetired } of known)
        if (!isRetired && next.includes(start)) assert.equal(kept.find((each) => each.id === id)?.to, start)
    }),
    { seed: 1, numRuns: 500 },
  )
})
