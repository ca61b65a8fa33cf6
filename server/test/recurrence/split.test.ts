// Recurrence 13.5.3 and 13.2: random series are split at each of their first dates, and shown and normalized again, without changing any date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandRecurrence, type RecurrenceDate } from '../../src/kernel/recurrence/expand.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { showRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import type { Series } from '../../src/kernel/recurrence/series-start.ts'
import { splitRecurrence } from '../../src/kernel/recurrence/split.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { makeSeries, normalizeInput } from './random-series.ts'

const SERIES = scaled(2_000, 40)
const SPLITS = 50
const DAYS = 500
const BIG = 10_000_000

const addDays = (wall: string, days: number): string =>
  new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const textOf = ({ start, end }: RecurrenceDate): string => `${start} ${end}`
function datesOf({ recurrence, times }: Series, throughDay: string): RecurrenceDate[] {
  const expanded = expandRecurrence(recurrence, times, { throughDay, maxSteps: BIG, maxDates: BIG })
  assert.ok(!isRecurrenceError(expanded), JSON.stringify(expanded))
  return expanded.dates.filter(({ start }) => start.slice(0, 10) <= throughDay)
}
/** The first differences between two lists of dates, as text. */
function differences(actual: readonly RecurrenceDate[], expected: readonly RecurrenceDate[]): string[] {
  const [own, other] = [actual.map(textOf), expected.map(textOf)]
  const [ownSet, otherSet] = [new Set(own), new Set(other)]
  if (own.length !== ownSet.size) return [`a date is repeated: ${own.length} ${ownSet.size}`]
  return [
    ...other.filter((text) => !ownSet.has(text)).map((text) => `lost ${text}`),
    ...own.filter((text) => !otherSet.has(text)).map((text) => `added ${text}`),
  ].slice(0, 3)
}

function* randomSeries(count: number, run: number): Generator<Series> {
  let made = 0
  for (let index = 0; made < count; index += 1) {
    const series = makeSeries(run, index)
    if (!series) continue
    made += 1
    yield series
  }
}

void test('13.5.3 a split at any of the first 50 dates changes no date', () => {
  const wrong: string[] = []
  let splits = 0
  for (const series of randomSeries(SERIES, seed)) {
    const throughDay = addDays(series.times.start, DAYS)
    const whole = datesOf(series, throughDay)
    for (const { start } of whole.slice(0, SPLITS)) {
      const split = splitRecurrence(series.recurrence, series.times, start, BIG)
      assert.ok(!isRecurrenceError(split))
      const [before, after] = [datesOf(split.before, throughDay), datesOf(split.after, throughDay)]
      splits += 1
      const misplaced = [...before.filter((date) => date.start >= start), ...after.filter((date) => date.start < start)].map(
        (date) => `misplaced ${textOf(date)}`,
      )
      const found = [...differences([...before, ...after], whole), ...misplaced.slice(0, 3)]
      if (found.length > 0) wrong.push(JSON.stringify({ series, start, found, split }))
    }
  }
  reportEvidence('recurrence-rules', { split_series: SERIES, splits, split_differences: wrong.length })
  assert.deepEqual([wrong.length, wrong.slice(0, 2)], [0, []])
  assert.ok(splits > SERIES * 5)
})

void test('13.2 a recurrence that is shown and sent back is the same', () => {
  for (const { recurrence, times } of randomSeries(scaled(2_000), seed + 1)) {
    const shown = showRecurrence(recurrence, times, (wall) => Date.parse(`${wall.replace(' ', 'T')}Z`))
    assert.deepEqual(normalizeInput(JSON.parse(JSON.stringify(shown)), times), recurrence)
  }
})
