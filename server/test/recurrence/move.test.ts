// Recurrence 13.5.4 and 13.2.6: a date is moved together with its pattern. All dates of its weekday move along, no other date changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOfSeconds, formatWall, startOfWeek, wallSeconds, weekdayOf } from '../../src/kernel/recurrence/calendar-days.ts'
import { expandRecurrence, type RecurrenceDate } from '../../src/kernel/recurrence/expand.ts'
import { movePattern, type MovedDate, type MovedSeries } from '../../src/kernel/recurrence/move-pattern.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { parseStoredRule } from '../../src/kernel/recurrence/recurrence.ts'
import type { Series } from '../../src/kernel/recurrence/series-start.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { makeSeries, normalizeInput } from './random-series.ts'

const SERIES = scaled(5_000)
const BIG = 10_000_000
const TIMES = { start: '2027-05-04 18:00:00', end: '2027-05-04 20:00:00', allDay: false }
const THROUGH = '2027-07-31'

function datesOf({ recurrence, times }: Series, throughDay: string): readonly RecurrenceDate[] {
  const expanded = expandRecurrence(recurrence, times, { throughDay, maxSteps: BIG, maxDates: BIG })
  assert.ok(!isRecurrenceError(expanded), JSON.stringify(expanded))
  return expanded.dates
}
function move(series: Series, moved: MovedDate, throughDay = THROUGH): MovedSeries {
  const result = movePattern(series.recurrence, series.times, moved, { throughDay, maxSteps: BIG })
  assert.ok(!isRecurrenceError(result), JSON.stringify(result))
  return result
}
const seriesOf = (input: unknown): Series => ({ recurrence: normalizeInput(input, TIMES), times: TIMES })
const reasonOf = (series: Series, moved: MovedDate): string | undefined => {
  const result = movePattern(series.recurrence, series.times, moved, { throughDay: THROUGH })
  return isRecurrenceError(result) ? `${result.code}: ${result.detail}` : undefined
}

void test('13.5.4 another weekday replaces this one only, and exact exclusions move along', () => {
  const series = seriesOf({ rules: ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8'], exclude: ['2027-05-11 18:00', '2027-05-13 18:00', '2027-05-18'] })
  const { recurrence, times, moves } = move(series, {
    from: '2027-05-25 18:00:00',
    to: '2027-05-26 18:00:00',
    end: '2027-05-26 20:00:00',
    rule: 0,
  })
  assert.deepEqual(
    recurrence.rules.map(({ rrule }) => rrule),
    ['FREQ=WEEKLY;COUNT=8;BYDAY=WE,TH'],
  )
  assert.deepEqual(recurrence.exclude, ['2027-05-12 18:00:00', '2027-05-13 18:00:00', '2027-05-18'])
  assert.equal(times.start, '2027-05-05 18:00:00')
  assert.deepEqual(moves.get('2027-05-04 18:00:00'), '2027-05-05 18:00:00')
  assert.equal(moves.has('2027-05-06 18:00:00'), false)
})

void test('13.5.4 a new time or length applies to the rule of the date only', () => {
  const rules = ['FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=TH', { rrule: 'FREQ=WEEKLY;BYDAY=SA', start_time: '10:00', end_time: '11:00' }]
  const series = seriesOf({ rules })
  const thursday = move(series, { from: '2027-05-06 18:00:00', to: '2027-05-06 19:00:00', end: '2027-05-06 22:00:00', rule: 1 })
  assert.deepEqual(
    thursday.recurrence.rules.map(({ start_time, end_time }) => [start_time, end_time]),
    [
      [null, null],
      ['19:00:00', '22:00:00'],
      ['10:00:00', '11:00:00'],
    ],
  )
  assert.deepEqual(thursday.times, TIMES)
  const tuesday = move(series, { from: '2027-05-04 18:00:00', to: '2027-05-04 17:30:00', end: '2027-05-04 19:30:00', rule: 0 })
  assert.deepEqual(
    datesOf(tuesday, THROUGH)
      .slice(0, 3)
      .map(({ start, end }) => `${start} ${end}`),
    ['2027-05-04 17:30:00 2027-05-04 19:30:00', '2027-05-06 18:00:00 2027-05-06 20:00:00', '2027-05-08 10:00:00 2027-05-08 11:00:00'],
  )
  const single = move(seriesOf('FREQ=DAILY'), {
    from: '2027-05-09 18:00:00',
    to: '2027-05-09 09:00:00',
    end: '2027-05-11 09:00:00',
    rule: 0,
  })
  assert.deepEqual(
    [single.times.start, single.times.end, single.recurrence.rules[0]?.start_time],
    ['2027-05-04 09:00:00', '2027-05-06 09:00:00', null],
  )
})

void test('13.5.4 a day in another week, a weekday that the rule has, and a rule that is not weekly are refused', () => {
  const to = (day: string, rule = 'FREQ=WEEKLY;BYDAY=TU,TH'): string | undefined =>
    reasonOf(seriesOf(rule), { from: '2027-05-04 18:00:00', to: `${day} 18:00:00`, end: null, rule: 0 })
  assert.equal(to('2027-05-10'), 'pattern-not-movable: another week')
  assert.equal(to('2027-05-09', 'FREQ=WEEKLY;BYDAY=TU;WKST=SU'), 'pattern-not-movable: another week')
  assert.equal(to('2027-05-06'), 'pattern-not-movable: a weekday of the rule')
  assert.equal(to('2027-05-05', 'FREQ=MONTHLY'), 'pattern-not-movable: FREQ=MONTHLY')
  assert.equal(to('2027-05-05', 'FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=1'), 'pattern-not-movable: BYSETPOS or BYMONTH')
})

/** A random new start of a date: another time, another day of the week, or both. */
function randomMove(random: Random, { recurrence, times }: Series, { start, end, rule }: RecurrenceDate): MovedDate {
  const { weekStart } = parseStoredRule(recurrence.rules[rule ?? 0]?.rrule ?? '')
  const from = wallSeconds(start)
  const day = random.chance(0.7) ? startOfWeek(dayOfSeconds(from), weekStart) + random.below(7) : dayOfSeconds(from)
  const to = day * 86_400 + (times.allDay || random.chance(0.5) ? from - dayOfSeconds(from) * 86_400 : random.below(24) * 3_600)
  const length = end === null ? null : random.chance(0.5) || times.allDay ? wallSeconds(end) - from : 3_600 * (1 + random.below(23))
  return { from: start, to: formatWall(to), end: length === null ? null : formatWall(to + length), rule }
}

/** The starts that the series must have after the move. */
function expectedStarts(series: Series, dates: readonly RecurrenceDate[], moved: MovedDate): Set<string> {
  const [from, to] = [wallSeconds(moved.from), wallSeconds(moved.to)]
  const days = dayOfSeconds(to) - dayOfSeconds(from)
  // A start that another rule yields too stays, so the dates of the other rules are computed by themselves.
  const others = {
    ...series,
    recurrence: { ...series.recurrence, rules: series.recurrence.rules.filter((_, index) => index !== moved.rule) },
  }
  const only = {
    ...series,
    recurrence: { ...series.recurrence, dates: [], rules: series.recurrence.rules.filter((_, index) => index === moved.rule) },
  }
  const last = dates.at(-1)?.start.slice(0, 10) ?? ''
  const shift = (start: string): string => {
    const wall = wallSeconds(start)
    const day = dayOfSeconds(wall)
    const isMoved = days !== 0 && weekdayOf(day) === weekdayOf(dayOfSeconds(from))
    const time = (from - to) % 86_400 === 0 ? wall - day * 86_400 : to - dayOfSeconds(to) * 86_400
    return formatWall((day + (isMoved ? days : 0)) * 86_400 + time)
  }
  return new Set([...datesOf(others, last).map(({ start }) => start), ...datesOf(only, last).map(({ start }) => shift(start))])
}

void test('13.5.4 random moves of random series: no date is lost or added', () => {
  const wrong: string[] = []
  const counts = { moved: 0, refused: 0, other_day: 0 }
  for (let index = 0; counts.moved < SERIES; index += 1) {
    const random = new Random(seedOf(seed + 3, index))
    const series = makeSeries(seed + 2, index)
    const throughDay = series ? formatWall(wallSeconds(series.times.start) + 300 * 86_400).slice(0, 10) : ''
    const dates = series ? datesOf(series, throughDay).filter(({ rule, start }) => rule !== null && start.slice(0, 10) <= throughDay) : []
    // Exclusions of whole days belong to the day, so a moved date can meet or leave one: they have their own test.
    if (!series || dates.length === 0 || series.recurrence.exclude.some((text) => text.length === 10)) continue
    const moved = randomMove(random, series, random.pick(dates))
    const result = movePattern(series.recurrence, series.times, moved, { throughDay, maxSteps: BIG })
    if (isRecurrenceError(result)) {
      counts.refused += 1
      continue
    }
    counts.moved += 1
    if (moved.from.slice(0, 10) !== moved.to.slice(0, 10)) counts.other_day += 1
    const expected = expectedStarts(series, datesOf(series, throughDay), moved)
    // Near the horizon the two expansions end at different dates.
    const isCompared = (start: string): boolean =>
      start.slice(0, 10) < formatWall(wallSeconds(`${throughDay} 00:00:00`) - 8 * 86_400).slice(0, 10)
    const actual = datesOf(result, throughDay)
    const found = [...new Set(actual.map(({ start }) => start)).symmetricDifference(expected)].filter(isCompared)
    // If another rule yields the same start, the end is that of the first rule.
    const target = actual.find(({ start, rule }) => start === moved.to && rule === moved.rule)
    if (found.length > 0 || (target && target.end !== moved.end))
      wrong.push(
        JSON.stringify({ series, moved, result: result.recurrence, times: result.times, found: found.slice(0, 3), end: target?.end }),
      )
  }
  reportEvidence('recurrence-rules', { moves: counts, move_differences: wrong.length })
  assert.deepEqual([wrong.length, wrong.slice(0, 2)], [0, []])
  assert.ok(counts.other_day > SERIES / 20, JSON.stringify(counts))
})
