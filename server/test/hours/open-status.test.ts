// Whether hours are open now, and when they open next, against the brute-force model; and the stretches of a day (13.7.1, 13.7.3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openStatus, type OpenStatus } from '../../src/resources/open-status.ts'
import { openIntervals } from '../../src/resources/opening-hours.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { nearbyDay, randomHours, ZONES } from './generate-hours.ts'
import { clockAt, CODES, isOpenAt, reaches, stretchesOn, type Hours } from './model-hours.ts'

const CHECKS = scaled(20_000, 400)
type ServerHours = Parameters<typeof openStatus>[0]
const NEVER = { weekly: [], closed: [], adjusted: [] }
const weekly = (days: readonly string[], opens: string, closes: string): Hours => ({ ...NEVER, weekly: [{ days, opens, closes }] })
const instant = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at)
interface Run {
  readonly zone: string
  readonly start: number
  readonly end: number
}
const statusOf = (hours: Hours, { zone, start, end }: Run, at: number): OpenStatus => {
  const [startsAt, endsAt] = [start, end].map((each) => (Number.isFinite(each) ? instant(each) : null))
  return openStatus(hours as ServerHours, { zone, startsAt: startsAt ?? null, endsAt: endsAt ?? null }, instant(at))
}

/** The next opening by the model: an instant at which it is open, and was not just before. No exception is later than 260 days ahead. */
function nextOpening(hours: Hours, run: Run, at: number): number | null {
  const isOpening = (each: number): boolean => each > at && isOpen(hours, run, each) && !isOpen(hours, run, each - 1)
  const today = clockAt(run.zone, Math.max(at, run.start)).toPlainDate()
  for (let i = -1; i < 260; i += 1) {
    const day = today.add({ days: i })
    const starts = stretchesOn(hours, day).map(({ opens }) => reaches(run.zone, day.toPlainDateTime(opens)))
    const [first] = [...starts, run.start].filter(isOpening).sort((a, b) => a - b)
    if (first !== undefined) return first
  }
  return null
}
const isOpen = (hours: Hours, run: Run, at: number): boolean => run.start <= at && at < run.end && isOpenAt(hours, run.zone, at)
const wallText = (zone: string, at: number): string => clockAt(zone, at).toString({ smallestUnit: 'second' }).replace('T', ' ')

void test('13.7.3 the status is that of the model: open or not, the next opening, and when it changes', () => {
  const random = new Random(seedOf(seed, 13_73))
  const wrong: string[] = []
  const seen = { open: 0, opens_later: 0, never_again: 0 }
  for (let i = 0; i < CHECKS; i += 1) {
    const [hours, zone] = [randomHours(random), random.pick(ZONES)]
    const at = reaches(zone, nearbyDay(random).toPlainDateTime({ hour: random.below(24), minute: random.pick([0, 15, 29, 30]) }))
    const start = random.chance(0.3) ? at + (random.below(40) - 20) * 3_600_000 : -Infinity
    const run = { zone, start, end: random.chance(0.3) ? Math.max(at, start) + random.below(30) * 3_600_000 : Infinity }
    const next = nextOpening(hours, run, at)
    const wanted = { isOpen: isOpen(hours, run, at), nextOpening: next === null ? null : wallText(zone, next) }
    const { changesAt, ...found } = statusOf(hours, run, at)
    // While it is open, the status changes when it closes. The server does not look further ahead than some years.
    const isChange = wanted.isOpen
      ? changesAt !== null && isOpen(hours, run, changesAt - 1) && (!isOpen(hours, run, changesAt) || changesAt > at + 6e10)
      : changesAt === next
    if (!isDeepStrictEqual(found, wanted) || !isChange) wrong.push(JSON.stringify({ hours, run, at, changesAt, found, wanted }))
    seen[wanted.isOpen ? 'open' : next === null ? 'never_again' : 'opens_later'] += 1
  }
  assert.deepEqual([wrong.length, ...wrong.slice(0, 3)], [0])
  assert.ok(
    Object.values(seen).every((count) => count > CHECKS / 40),
    JSON.stringify(seen),
  )
  reportEvidence('opening-hours', { status_checks: CHECKS, ...seen })
})

const ALWAYS: Run = { zone: 'UTC', start: -Infinity, end: Infinity }
const at = (text: string): number => Date.parse(`${text}Z`)

void test('13.7.3 long closures are skipped, and hours without a gap never open again', () => {
  const open = weekly(['mo'], '10:00', '12:00')
  const closed = Array.from({ length: 200 }, (_, i) => ({ from: `${2100 + i}-01-01`, to: `${2100 + i}-12-31` }))
  assert.equal(statusOf({ ...open, closed }, ALWAYS, at('2100-01-01T00:00:00')).nextOpening, '2300-01-01 10:00:00')
  assert.equal(
    statusOf({ ...open, closed: [{ from: '2027-01-01', to: '9999-12-31' }] }, ALWAYS, at('2027-05-05T00:00:00')).nextOpening,
    null,
  )
  const season = { ...NEVER, adjusted: [{ from: '2500-06-01', to: '2500-06-03', opens: '10:00', closes: '12:00' }] }
  assert.equal(statusOf(season, ALWAYS, at('2027-01-01T00:00:00')).nextOpening, '2500-06-01 10:00:00')
  const always = statusOf(weekly(CODES, '00:00', '00:00'), ALWAYS, at('2027-01-01T00:00:00'))
  assert.deepEqual([always.isOpen, always.nextOpening], [true, null])
})

void test('13.7.1 the intervals of a day: closed wins over adjusted, adjusted over weekly; overlapping stretches are one', () => {
  const days = (hours: Hours, day: string): string[] =>
    openIntervals(hours as ServerHours, day).map(({ opens, closes }) => `${opens} ${closes}`)
  const hours: Hours = {
    weekly: [
      { days: ['mo', 'tu'], opens: '20:00', closes: '02:00' },
      { days: ['mo'], opens: '09:00', closes: '12:00' },
      { days: ['mo'], opens: '11:00', closes: '13:00' },
    ],
    adjusted: [{ from: '2027-03-02', to: '2027-03-03', opens: '06:00', closes: '06:00' }],
    closed: [{ from: '2027-03-03', to: '2027-03-08' }],
  }
  assert.deepEqual(days(hours, '2027-03-01'), ['2027-03-01 09:00:00 2027-03-01 13:00:00', '2027-03-01 20:00:00 2027-03-02 02:00:00'])
  assert.deepEqual(days(hours, '2027-03-02'), ['2027-03-02 06:00:00 2027-03-03 06:00:00'])
  for (const day of ['2027-03-03', '2027-03-08', '2027-03-10']) assert.deepEqual(days(hours, day), [], day)
})
