// Recurrence 13.2.7: dates on the wall clock become instants by the function of single dates, in every zone and at every change of its clocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, parseDay, type WallTime } from '../../src/kernel/recurrence/calendar-days.ts'
import { expandRecurrence } from '../../src/kernel/recurrence/expand.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { showRecurrence, type SeriesTimes, type StoredRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import { localToInstant, toLocal } from '../../src/kernel/time/date-times.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { requiresTools } from '../support/tools.ts'
import { expandWithPython } from './oracles.ts'
import { makeRule, type RandomRule } from './random-series.ts'

const RULES = scaled(2_000)
const PART = 200
const DAYS = 200
const ZONES = [
  'Africa/Cairo',
  'Africa/Nairobi',
  'America/Havana',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Paris',
  'Pacific/Auckland',
  'Pacific/Chatham',
]

const plainOf = (wall: WallTime): Temporal.PlainDateTime => Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
const instantOf = (wall: WallTime, zone: string): number => localToInstant(plainOf(wall), zone).epochMilliseconds
const addDays = (wall: WallTime, days: number): string => formatDay((parseDay(wall.slice(0, 10)) ?? 0) + days)
function startsOf(recurrence: StoredRecurrence, times: SeriesTimes, throughDay: string): WallTime[] {
  const expanded = expandRecurrence(recurrence, times, { throughDay })
  assert.ok(!isRecurrenceError(expanded), JSON.stringify(expanded))
  return expanded.dates.map(({ start }) => start).filter((start) => start.slice(0, 10) <= throughDay)
}
/** Whether the clocks show this wall time twice. */
const isRepeated = (wall: WallTime, zone: string): boolean => {
  const first = plainOf(wall).toZonedDateTime(zone, { disambiguation: 'earlier' })
  return first.toPlainDateTime().equals(plainOf(wall)) && !first.equals(plainOf(wall).toZonedDateTime(zone, { disambiguation: 'later' }))
}

interface ZoneResult {
  readonly next: number
  readonly dates: number
  readonly repeated: number
  readonly wrong: readonly string[]
}
async function compareZones(first: number, count: number): Promise<ZoneResult> {
  const rules: RandomRule[] = []
  let next = first
  for (; rules.length < count; next += 1) {
    const made = makeRule('portable', seed + 4, next)
    if (made) rules.push(made)
  }
  const cases = rules.flatMap(({ recurrence, times }) => ZONES.map((zone) => ({ recurrence, times, zone })))
  const tasks = cases.map(({ recurrence, times, zone }) => {
    const [shown] = showRecurrence(recurrence, times, (wall) => instantOf(wall, zone)).rules
    return { rule: shown?.rrule ?? '', start: `${times.start}|${zone}`, count: DAYS }
  })
  const answers = await expandWithPython('recurring-ical-events', tasks)
  const wrong: string[] = []
  let [dates, repeated] = [0, 0]
  for (const [index, { recurrence, times, zone }] of cases.entries()) {
    // The library converts UNTIL with the offset of the start, and can lose a date in the last hour of the last day.
    const isUncertain = (wall: WallTime): boolean => (recurrence.rules[0]?.until ? wall >= `${recurrence.rules[0].until} 23:00:00` : false)
    const walls = startsOf(recurrence, times, addDays(times.start, DAYS - 3)).filter((wall) => !isUncertain(wall))
    const last = instantOf(`${addDays(times.start, DAYS - 3)} 23:59:59`, zone)
    const uncertain = recurrence.rules[0]?.until ? instantOf(`${recurrence.rules[0].until} 23:00:00`, zone) : Infinity
    const other = (answers[index] ?? []).map((text) => Date.parse(text)).filter((ms) => ms <= last && ms < uncertain)
    dates += walls.length
    // The library takes the second of two equal wall times, Kalends the first: such dates are compared by their wall time only.
    const doubled = new Set(walls.filter((wall) => isRepeated(wall, zone)))
    repeated += doubled.size
    const later = (wall: WallTime): number => plainOf(wall).toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
    const expected = walls.map((wall) =>
      doubled.has(wall) && !other.includes(instantOf(wall, zone)) ? later(wall) : instantOf(wall, zone),
    )
    if (expected.length !== other.length || expected.some((ms, each) => ms !== other[each]))
      wrong.push(`${tasks[index]?.rule} from ${tasks[index]?.start}: ${walls.length} dates, ${other.length} of the library`)
  }
  return { next, dates, repeated, wrong }
}

void test(
  '13.2.7 portable rules in twelve zones have the instants of another library',
  requiresTools('recurring-ical-events'),
  async () => {
    let [next, dates, repeated] = [0, 0, 0]
    const wrong: string[] = []
    for (let done = 0; done < RULES; done += PART) {
      const first = next
      const part = await resumable('recurrence-rules', `zones-${done}`, () => compareZones(first, Math.min(PART, RULES - done)))
      next = part.next
      dates += part.dates
      repeated += part.repeated
      wrong.push(...part.wrong)
    }
    reportEvidence('recurrence-rules', {
      zone_rules: RULES,
      zones: ZONES.length,
      zone_dates: dates,
      repeated_walls: repeated,
      zone_differences: wrong.length,
    })
    assert.deepEqual([wrong.length, wrong.slice(0, 5)], [0, []])
  },
)

const FIRST = Temporal.Instant.from('2024-01-01T00:00:00Z')
const END = Temporal.Instant.from('2038-01-01T00:00:00Z')
function* transitionsOf(zone: string): Generator<Temporal.ZonedDateTime> {
  let at = FIRST.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; at && at.epochMilliseconds < END.epochMilliseconds; at = at.getTimeZoneTransition('next')) yield at
}
interface DailyDates {
  /** Days with another number of dates than one. */
  readonly wrong: readonly string[]
  /** Dates whose wall time is in a gap that lasts until midnight: 7.1 moves them to the next day. */
  readonly afterMidnight: readonly string[]
}
function examineDays(zone: string, day: Temporal.PlainDate, time: string): DailyDates {
  const start = `${day.subtract({ days: 3 }).toString()} ${time}`
  const rule = { rrule: 'FREQ=DAILY', until: null, from: null, start_time: null, end_time: null }
  const times = { start, end: null, allDay: time === '00:00:00' }
  const walls = startsOf({ rules: [rule], dates: [], exclude: [] }, times, day.add({ days: 3 }).toString())
  const dayOf = (wall: WallTime): string =>
    toLocal(localToInstant(plainOf(wall), zone), zone)
      .toPlainDate()
      .toString()
  const lastSecond = (wall: WallTime): WallTime => `${wall.slice(0, 10)} 23:59:59`
  const afterMidnight = walls.filter((wall) => dayOf(lastSecond(wall)) !== wall.slice(0, 10) && dayOf(wall) !== wall.slice(0, 10))
  const days = walls.map((wall) => (afterMidnight.includes(wall) ? wall.slice(0, 10) : dayOf(wall)))
  const examined = [-2, -1, 0, 1, 2].map((offset) => day.add({ days: offset }).toString())
  return { wrong: examined.filter((each) => days.filter((own) => own === each).length !== 1), afterMidnight }
}

void test('13.2.7 a daily series has one date on every local day, at every change of the clocks from 2024 to 2037', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const wrong: string[] = []
  const lateZones = new Set<string>()
  let transitions = 0
  for (const zone of zones)
    for (const at of transitionsOf(zone)) {
      transitions += 1
      // The last minute before the change, moved on, is inside the gap or the overlap.
      const before = at.subtract({ minutes: 1 }).toPlainDateTime().add({ minutes: 31 })
      for (const time of ['00:00:00', before.toPlainTime().toString({ smallestUnit: 'second' })]) {
        const found = examineDays(zone, before.toPlainDate(), time)
        wrong.push(...found.wrong.map((day) => `${zone} ${day} ${time}`))
        if (found.afterMidnight.length > 0) lateZones.add(zone)
      }
    }
  reportEvidence('recurrence-rules', {
    all_zones: zones.length,
    transitions,
    days_without_one_date: wrong.length,
    gaps_until_midnight: [...lateZones],
  })
  assert.deepEqual([wrong.length, wrong.slice(0, 5)], [0, []])
  assert.ok(transitions > 1_000)
  assert.deepEqual(
    [...lateZones],
    ['America/Godthab', 'America/Scoresbysund'],
    'only the clocks of Greenland skip the hour before midnight',
  )
})
