// The writes of random histories: each sends a request and applies it to the model.
import assert from 'node:assert/strict'
import type { Random } from '../model/random.ts'
import { unique, type Json } from '../support/server.ts'
import {
  addDate,
  addDays,
  changeDays,
  endRecurrence,
  hasOwn,
  listedDate,
  newDate,
  planWeekdayMove,
  existingTime,
  removeDate,
  restoreDate,
  shownStart,
  splitModel,
  WEEKDAYS,
  weekdayOf,
  weeklyDays,
  writtenStart,
  type ModelDate,
  type ModelSeries,
  type Shown,
} from './history-model.ts'

export interface History {
  readonly random: Random
  readonly category: string
  readonly venues: readonly number[]
  readonly log: string[]
  readonly all: ModelSeries[]
  /** Sends a write, which must succeed, and returns the response. */
  write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: Json): Promise<Json>
  read(path: string): Promise<Json>
  /** Compares the list of the server with the model. */
  compare(): Promise<void>
}

/** The effect of a deletion has the number of the dates that it removes, and some of them. */
function assertRemoved({ effect }: Json, scope: string, dates: readonly ModelDate[]): void {
  const { scope: applied, removed, sample } = effect as { scope: string; removed: number; sample: readonly { id: number }[] }
  const ids = new Set(dates.map(({ id }) => id))
  const expected = { scope, removed: dates.length, sample: Math.min(dates.length, 10) }
  const known = sample.filter(({ id }) => ids.has(id))
  assert.deepEqual({ scope: applied, removed, sample: known.length }, expected, JSON.stringify(effect))
}

export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Tokyo']
const TIMES = ['09:00', '18:00', '02:30', '23:30']
const endOf = (start: string): string =>
  Temporal.PlainDateTime.from(start.replace(' ', 'T')).add({ hours: 1 }).toString().replace('T', ' ').slice(0, 16)
const startingAt = (start: string): Json => ({ start_date: start, end_date: endOf(start) })
const pickWeekdays = (random: Random): string[] => [...new Set([random.pick(WEEKDAYS), random.pick(WEEKDAYS)])]
const weekly = (weekdays: readonly string[], count: number): string => `FREQ=WEEKLY;BYDAY=${weekdays.join(',')};COUNT=${count}`

export async function createSeries(history: History): Promise<void> {
  const { random, category, venues, write, all } = history
  const weekdays = pickWeekdays(random)
  const first = weeklyDays(`2027-0${1 + random.below(9)}-${String(10 + random.below(18))}`, weekdays, 1)[0] ?? ''
  const [count, time, zone] = [1 + random.below(8), random.pick(TIMES), random.pick(ZONES)]
  const shared: Shown = { title: unique(), french: null, website: null, featured: false, event_status: 'scheduled', venue: venues[0] ?? 0 }
  const { id } = await write('POST', '/events', {
    title: shared.title,
    venue: shared.venue,
    categories: [category],
    ...startingAt(`${first} ${time}`),
    timezone: zone,
    recurrence: weekly(weekdays, count),
  })
  const dates = weeklyDays(first, weekdays, count).map((day) => newDate(day))
  all.push({ id: id as number, shared, time, zone, weekdays, dates, removed: [], isTrashed: false, isSingle: false })
}

const newFields = ({ random, venues }: History): Partial<Shown> =>
  random.pick<() => Partial<Shown>>([
    () => ({ title: unique() }),
    () => ({ website: `https://example.org/${unique()}` }),
    () => ({ featured: random.chance(0.5) }),
    () => ({ event_status: random.pick(['scheduled', 'cancelled', 'postponed']) }),
    () => ({ venue: random.pick(venues) }),
    () => ({ title: unique(), venue: random.pick(venues) }),
    () => ({ french: unique() }),
  ])()
/** The body of a write, and the language of its texts. */
const bodyOf = ({ french, ...fields }: Partial<Shown>): [query: string, body: Json] =>
  french === undefined ? ['', fields] : ['i18n_language=fr', { title: french }]
/** Values that equal those that are shown are no change. */
const differing = (fields: Partial<Shown>, shown: Shown): Partial<Shown> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => shown[name as keyof Shown] !== value))
const isMovable = (date: ModelDate): boolean => !hasOwn(date) && date.time === null

type Operation = (history: History, series: ModelSeries, date: ModelDate) => Promise<void>
/** Writes to one date, or through one date of a series. */
const DATE_OPERATIONS: readonly Operation[] = [
  async function changeFields(history, series, date) {
    const fields = newFields(history)
    const [query, body] = bodyOf(fields)
    await history.write('PATCH', `/events/${date.id}?${query}`, body)
    Object.assign(date.own, differing(fields, { ...series.shared, ...date.own }))
  },
  async function moveDate({ random, write }, series, date) {
    const start = `${addDays(date.day, random.pick([0, 0, 1, 3, -2]))} ${random.pick(TIMES)}`
    await write('PATCH', `/events/${date.id}`, startingAt(start))
    // A date of its own has no pattern whose time it could keep.
    if (start !== writtenStart(series, date)) date.own.start = existingTime(start, series.zone)
  },
  async function changeFieldsOfAll(history, series, date) {
    if (hasOwn(date)) return
    const fields = newFields(history)
    const [query, body] = bodyOf(fields)
    await history.write('PATCH', `/events/${date.id}?scope=all&${query}`, body)
    Object.assign(series.shared, fields)
  },
  async function moveTimeOfAll({ random, write }, series, date) {
    if (hasOwn(date)) return
    const time = random.pick(TIMES)
    await write('PATCH', `/events/${date.id}?scope=all`, startingAt(`${date.day} ${time}`))
    if (date.time === null) series.time = time
    else date.time = time
  },
  async function moveWeekdayOfAll({ random, write }, series, date) {
    const free = WEEKDAYS.filter((weekday) => !series.weekdays.includes(weekday))
    if (!isMovable(date) || free.length === 0) return
    const from = weekdayOf(date.day)
    const days = WEEKDAYS.indexOf(random.pick(free)) - WEEKDAYS.indexOf(from)
    const move = planWeekdayMove(series, from, days)
    if (!move) return
    await write('PATCH', `/events/${date.id}?scope=all`, startingAt(`${addDays(date.day, days)} ${series.time}`))
    move()
  },
  async function splitAtDate({ write, all }, series, date) {
    const fields = { website: `https://example.org/${unique()}` }
    const { id } = await write('PATCH', `/events/${date.id}?scope=following`, fields)
    if (date === series.dates[0]) Object.assign(series.shared, fields)
    else {
      const later = splitModel(series, date, id as number)
      Object.assign(later.shared, fields)
      all.push(later)
    }
  },
  async function deleteDate({ write }, series, date) {
    if (series.dates.length === 1) return
    assertRemoved(await write('DELETE', `/events/${date.id}`), 'this', [date])
    removeDate(series, date)
  },
  async function deleteFollowing({ write }, series, date) {
    if (date === series.dates[0]) return
    const removed = await write('DELETE', `/events/${date.id}?scope=following`)
    assertRemoved(removed, 'following', splitModel(series, date, 0).dates)
  },
  async function resetDate({ write }, _, date) {
    if (!hasOwn(date)) return
    await write('PATCH', `/events/${date.id}`, { overrides: [] })
    date.own = {}
  },
]

interface ShownRecurrence {
  readonly dates: readonly Json[]
  readonly exclude: readonly string[]
}
const recurrenceOf = async ({ read }: History, { id }: ModelSeries): Promise<ShownRecurrence> =>
  (await read(`/events/${id}`))['recurrence'] as ShownRecurrence
/** Writes to the dates of a series. */
const PATTERN_OPERATIONS: readonly Operation[] = [
  async function restoreExcluded({ write }, series) {
    const date = series.removed.find(({ id, isExcluded }) => id !== null && isExcluded)
    if (!date) return
    await write('PATCH', `/events/${date.id}`, { status: 'publish' })
    restoreDate(series, date)
  },
  async function excludeDay(history, series, date) {
    if (series.dates.length === 1 || !isMovable(date)) return
    const recurrence = await recurrenceOf(history, series)
    await history.write('PATCH', `/events/${series.id}`, {
      recurrence: { ...recurrence, exclude: [...recurrence.exclude, `${date.day} ${series.time}:00`] },
    })
    removeDate(series, date)
  },
  async function addExtraDate(history, series) {
    const { random } = history
    const day = addDays(series.dates[0]?.day ?? '', 1 + random.below(20))
    if ([...series.dates, ...series.removed].some((date) => date.day === day)) return
    const start = `${day} ${random.pick(TIMES)}`
    const recurrence = await recurrenceOf(history, series)
    await history.write('PATCH', `/events/${series.id}`, {
      recurrence: { ...recurrence, dates: [...recurrence.dates, { start, end: endOf(start) }] },
    })
    addDate(series, day, start.slice(11))
  },
  async function stopRecurring({ write, all }, series) {
    const [first] = series.dates
    if (!first || hasOwn(first) || series.dates.some((date) => shownStart(series, date) !== writtenStart(series, date))) return
    await write('PATCH', `/events/${series.id}`, { recurrence: null })
    all.push(...endRecurrence(series))
  },
]

/** Writes to a series or to a single event. */
const RECORD_OPERATIONS: readonly Operation[] = [
  async function changeFieldsOfRecord(history, series) {
    const fields = newFields(history)
    const [query, body] = bodyOf(fields)
    await history.write('PATCH', `/events/${series.id}?${query}`, body)
    Object.assign(series.shared, fields)
  },
  async function changeZone({ random, write }, series) {
    const timezone = random.pick(ZONES)
    await write('PATCH', `/events/${series.id}`, { timezone })
    series.zone = timezone
  },
  async function trashAndRestore(history, series, date) {
    const path = series.isSingle || history.random.chance(0.5) ? `/events/${series.id}` : `/events/${date.id}?scope=all`
    const removed = await history.write('DELETE', path)
    if (!series.isSingle) assertRemoved(removed, 'all', series.dates)
    series.isTrashed = true
    await history.compare()
    await history.write('PATCH', `/events/${series.id}`, { status: 'publish' })
    series.isTrashed = false
  },
  async function changeRule({ random, write, read }, series, date) {
    if (!series.isSingle && series.dates.length > 1 && random.chance(0.5)) {
      await write('DELETE', `/events/${date.id}`)
      removeDate(series, date)
    }
    const weekdays = random.chance(0.5) ? WEEKDAYS : pickWeekdays(random)
    const count = 1 + random.below(12)
    const { start_date } = await read(`/events/${series.id}`)
    const [day = '', time = ''] = String(start_date).slice(0, 16).split(' ')
    await write('PATCH', `/events/${series.id}`, { recurrence: weekly(weekdays, count) })
    changeDays(series, weekdays, weeklyDays(day, weekdays, count), time)
  },
]

/** Does one random write. */
export async function writeAtRandom(history: History, series: ModelSeries, date: ModelDate): Promise<void> {
  const operations = series.isSingle ? RECORD_OPERATIONS : [...DATE_OPERATIONS, ...PATTERN_OPERATIONS, ...RECORD_OPERATIONS]
  const operation = history.random.pick(operations)
  history.log.push(`${operation.name}: ${JSON.stringify(listedDate(series, date))}`)
  await operation(history, series, date)
}
