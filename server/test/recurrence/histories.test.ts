// Contract 13: random histories of writes to series. After each write, lists equal the model, dry runs equal the effect, and no ID changes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'
import {
  changeDays,
  hasOwn,
  newDate,
  removeDate,
  restoreDate,
  shownDates,
  splitModel,
  weeklyDays,
  type ModelDate,
  type ModelSeries,
  type Shown,
} from './history-model.ts'

const server = await testServer(
  { RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0' },
  { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') },
)
const venues = await Promise.all([1, 2].map(async () => (await server.make('venues', { venue: unique() })).id))
const counts = { histories: 0, writes: 0, dryRuns: 0, lists: 0 }
after(() => reportEvidence('recurrence-histories', counts))

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Tokyo']
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const TIMES = ['09:00', '18:00', '02:30', '23:30']
const endOf = (day: string, time: string): string =>
  Temporal.PlainDateTime.from(`${day}T${time}`).add({ hours: 1 }).toString().replace('T', ' ').slice(0, 16)

interface History {
  readonly random: Random
  readonly category: string
  readonly log: string[]
  readonly all: ModelSeries[]
}
const fail = ({ log }: History, why: string): never => assert.fail(`The server differs from the model: ${why}\n${log.join('\n')}`)

/** Sends a write, and before it sometimes the same write as a dry run, which must have the same effect and change nothing. */
async function write(history: History, method: 'PATCH' | 'DELETE', path: string, body: Json = {}): Promise<Json> {
  const request = (query: string): Promise<Answer> => {
    const url = `${path}${path.includes('?') ? '&' : '?'}${query}`
    return method === 'PATCH' ? server.patch(url, body) : server.remove(url)
  }
  history.log.push(`${method} ${path} ${JSON.stringify(body)}`)
  const dry = history.random.chance(0.25) ? await request('dry_run=true') : null
  if (dry) await compare(history)
  const answer = await request('')
  counts.writes += 1
  if (answer.status !== 200) fail(history, `${answer.status} ${answer.text}`)
  if (dry) {
    counts.dryRuns += 1
    const withoutIds = (effect: unknown): string =>
      JSON.stringify(effect, (key, value: unknown) => (key === 'id' && typeof value === 'number' ? 0 : value))
    if (withoutIds(dry.json['occurrences']) !== withoutIds(answer.json['effect'] ?? null)) fail(history, 'the dry run has another effect')
  }
  return answer.json
}

async function listDates(category: string): Promise<Json[]> {
  const events: Json[] = []
  for (let page = 1; ; page += 1) {
    const { json } = await server.get(`/events?categories=${category}&start_date=2020-01-01&end_date=2040-01-01&per_page=100&page=${page}`)
    events.push(...(json['events'] as Json[]))
    if (events.length >= Number(json['total'])) return events
  }
}
const shownByServer = (event: Json): Shown & { day: string; id: number } => ({
  day: String(event['original_start_date'] ?? event['start_date']).slice(0, 10),
  id: event['id'] as number,
  title: String(event['title']),
  website: event['website'] as string | null,
  time: String(event['start_date']).slice(11, 16),
  featured: event['featured'] === true,
  event_status: String(event['event_status']),
  venue: ((event['venue'] as Json[])[0]?.['id'] ?? 0) as number,
})
const keyOf = ({ day, title, website, time, featured, event_status, venue }: Shown & { day: string }): string =>
  JSON.stringify([day, title, website, time, featured, event_status, venue])

/** Compares the list with the model, and remembers the IDs that it shows. */
async function compare(history: History): Promise<void> {
  counts.lists += 1
  const listed = (await listDates(history.category)).map(shownByServer)
  const expected = history.all.flatMap(shownDates)
  const [is, should] = [listed.map(keyOf).sort(), expected.map(keyOf).sort()]
  const wrong = is.flatMap((text, i) => (text === should[i] ? [] : [`listed ${text}, expected ${String(should[i])}`])).slice(0, 3)
  if (wrong.length > 0 || is.length !== should.length)
    fail(history, `${is.length} dates listed, ${should.length} expected\n${wrong.join('\n')}`)
  const byKey = Map.groupBy(listed, keyOf)
  for (const series of history.all.filter(({ isTrashed }) => !isTrashed))
    for (const date of series.dates) {
      const found = byKey.get(keyOf({ day: date.day, ...series.shared, ...date.own })) ?? []
      const [first] = found
      if (date.id === null) date.id = found.length === 1 ? (first?.id ?? null) : null
      else if (!found.some(({ id }) => id === date.id)) fail(history, `the ID of ${date.day} was ${date.id} and is ${String(first?.id)}`)
    }
}

/** The version of an ID never falls, and rises when the date changes. */
async function compareVersion(history: History, date: ModelDate): Promise<void> {
  if (date.id === null) return
  const answer = await server.get(`/events/${date.id}`, { as: 'admin' })
  const version = Number(/^(?:W\/)?"(\d+)\./.exec(answer.headers.get('etag') ?? '')?.[1] ?? -1)
  const shown = answer.status === 200 ? keyOf(shownByServer(answer.json)) : ''
  const isStale = version < date.version || (version === date.version && shown !== date.shown)
  if (answer.status !== 200 || isStale) fail(history, `version of ${date.id}: ${answer.status} ${version}, was ${date.version}`)
  Object.assign(date, { version, shown })
}

async function createSeries(history: History): Promise<void> {
  const { random, category } = history
  const weekdays = [...new Set([random.pick(WEEKDAYS), random.pick(WEEKDAYS)])]
  const first = weeklyDays(`2027-0${1 + random.below(9)}-${String(10 + random.below(18))}`, weekdays, 1)[0] ?? ''
  const count = 1 + random.below(8)
  const time = random.pick(TIMES)
  const shared: Shown = { title: unique(), website: null, time, featured: false, event_status: 'scheduled', venue: venues[0] ?? 0 }
  const body = {
    title: shared.title,
    venue: shared.venue,
    categories: [category],
    start_date: `${first} ${time}`,
    end_date: endOf(first, time),
    timezone: random.pick(ZONES),
    recurrence: `FREQ=WEEKLY;BYDAY=${weekdays.join(',')};COUNT=${count}`,
  }
  history.log.push(`POST /events ${JSON.stringify(body)}`)
  const { id } = await server.make('events', body)
  const dates = weeklyDays(first, weekdays, count).map(newDate)
  history.all.push({ id, shared, dates, removed: [], isTrashed: false })
}

const newFields = (random: Random): Partial<Shown> =>
  random.pick<() => Partial<Shown>>([
    () => ({ title: unique() }),
    () => ({ website: `https://example.org/${unique()}` }),
    () => ({ featured: random.chance(0.5) }),
    () => ({ event_status: random.pick(['scheduled', 'cancelled', 'postponed']) }),
    () => ({ venue: random.pick(venues) }),
    () => ({ title: unique(), venue: random.pick(venues) }),
  ])()
/** Values that equal those that are shown are no change. */
const differing = (fields: Partial<Shown>, shown: Shown): Partial<Shown> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => shown[name as keyof Shown] !== value))

type Operation = (history: History, series: ModelSeries, date: ModelDate) => Promise<void>
const OPERATIONS: readonly Operation[] = [
  async (history, series, date) => {
    const fields = newFields(history.random)
    await write(history, 'PATCH', `/events/${date.id}`, fields)
    Object.assign(date.own, differing(fields, { ...series.shared, ...date.own }))
  },
  async (history, series, date) => {
    const time = history.random.pick(TIMES)
    await write(history, 'PATCH', `/events/${date.id}`, { start_date: `${date.day} ${time}`, end_date: endOf(date.day, time) })
    if (time !== { ...series.shared, ...date.own }.time) date.own.time = time
  },
  async (history, series) => {
    const fields = newFields(history.random)
    await write(history, 'PATCH', `/events/${series.id}`, fields)
    Object.assign(series.shared, fields)
  },
  async (history, series, date) => {
    if (hasOwn(date)) return
    const fields = newFields(history.random)
    await write(history, 'PATCH', `/events/${date.id}?scope=all`, fields)
    Object.assign(series.shared, fields)
  },
  async (history, series, date) => {
    if (hasOwn(date)) return
    const time = history.random.pick(TIMES)
    await write(history, 'PATCH', `/events/${date.id}?scope=all`, { start_date: `${date.day} ${time}`, end_date: endOf(date.day, time) })
    series.shared.time = time
  },
  async (history, series, date) => {
    const fields = { website: `https://example.org/${unique()}` }
    const { id } = await write(history, 'PATCH', `/events/${date.id}?scope=following`, fields)
    if (date === series.dates[0]) Object.assign(series.shared, fields)
    else {
      const later = splitModel(series, date, id as number)
      Object.assign(later.shared, fields)
      history.all.push(later)
    }
  },
  async (history, series, date) => {
    if (series.dates.length === 1) return
    await write(history, 'DELETE', `/events/${date.id}`)
    removeDate(series, date)
  },
  async (history, series) => {
    const date = series.removed.find(({ id, isExcluded }) => id !== null && isExcluded)
    if (!date) return
    await write(history, 'PATCH', `/events/${date.id}`, { status: 'publish' })
    restoreDate(series, date)
  },
  async (history, series, date) => {
    if (date === series.dates[0]) return
    await write(history, 'DELETE', `/events/${date.id}?scope=following`)
    splitModel(series, date, 0)
  },
  async (history, series) => {
    await write(history, 'DELETE', `/events/${series.id}`)
    series.isTrashed = true
    await compare(history)
    await write(history, 'PATCH', `/events/${series.id}`, { status: 'publish' })
    series.isTrashed = false
  },
  async (history, series, date) => {
    const { random } = history
    if (series.dates.length > 1 && random.chance(0.5)) {
      await write(history, 'DELETE', `/events/${date.id}`)
      removeDate(series, date)
    }
    const weekdays = random.chance(0.5) ? WEEKDAYS : [...new Set([random.pick(WEEKDAYS), random.pick(WEEKDAYS)])]
    const count = 1 + random.below(12)
    const { start_date } = (await server.get(`/events/${series.id}`)).json
    const days = weeklyDays(String(start_date).slice(0, 10), weekdays, count)
    await write(history, 'PATCH', `/events/${series.id}`, { recurrence: `FREQ=WEEKLY;BYDAY=${weekdays.join(',')};COUNT=${count}` })
    changeDays(series, days)
  },
  async (history, _, date) => {
    if (!hasOwn(date)) return
    await write(history, 'PATCH', `/events/${date.id}`, { overrides: [] })
    date.own = {}
  },
]

async function runHistory(index: number): Promise<void> {
  const random = new Random(seedOf(seed, index))
  const history: History = { random, category: unique(), log: [`seed ${seed}, history ${index}`], all: [] }
  await createSeries(history)
  await compare(history)
  for (let step = 0; step < 3 + random.below(8); step += 1) {
    const living = history.all.filter(({ dates, isTrashed }) => !isTrashed && dates.length > 0 && dates.every(({ id }) => id !== null))
    if (living.length === 0) break
    const series = random.pick(living)
    const date = random.pick(series.dates)
    await random.pick(OPERATIONS)(history, series, date)
    await compare(history)
    const exceptions = series.dates.filter(hasOwn).slice(0, 2)
    for (const each of [...exceptions, random.pick(series.dates.length > 0 ? series.dates : [date])]) await compareVersion(history, each)
  }
  counts.histories += 1
}

const HISTORIES = scaled(20_000, 80)
const PART = 200
void test(`13 ${HISTORIES} random histories: lists equal the model, and no ID or exception is lost`, { timeout: 7_200_000 }, async () => {
  for (let from = 0; from < HISTORIES; from += PART)
    await resumable('recurrence-histories', `histories ${from}`, async () => {
      for (let i = from; i < Math.min(from + PART, HISTORIES); i += 1) await runHistory(i)
      return true
    })
  assert.equal(counts.histories > 0, true)
})
