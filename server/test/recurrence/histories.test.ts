// Contract 13: random histories of writes to series. After each write, lists equal the model, dry runs equal the effect, and no ID changes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertSameDates, COMPARED, expectedDate, listDates, NOW } from '../feeds/recurrence-feeds.ts'
import { expandByIcal, expandByPython, inDays } from '../feeds/recurrence-readers.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { frenchTitle, hasOwn, listedDate, type ListedDate, type ModelDate } from './history-model.ts'
import { createSeries, writeAtRandom, type History } from './history-operations.ts'

const server = await testServer({ RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0' }, { now: () => Temporal.Instant.from(NOW) })
const venues = await Promise.all([1, 2].map(async () => (await server.make('venues', { venue: unique() })).id))
/** The work of the current part, and of all parts; those that an interrupted run finished are included. */
const counts = { histories: 0, writes: 0, dryRuns: 0, lists: 0, feeds: 0 }
const totals = { ...counts }
const COUNTED = Object.keys(counts) as (keyof typeof counts)[]
after(() => reportEvidence('recurrence-histories', totals))

const fail = ({ log }: History, why: string): never => assert.fail(`The server differs from the model: ${why}\n${log.join('\n')}`)

/** Sends a write, and before it sometimes the same write as a dry run, which must have the same effect and change nothing. */
async function write(history: History, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: Json = {}): Promise<Json> {
  const request = (query: string): Promise<Answer> => {
    const url = `${path}${path.includes('?') ? '&' : '?'}${query}`
    return server.request(method, url, { as: 'admin', ...(method !== 'DELETE' && { body }) })
  }
  history.log.push(`${method} ${path} ${JSON.stringify(body)}`)
  const dry = method !== 'POST' && history.random.chance(0.25) ? await request('dry_run=true') : null
  if (dry) await compare(history)
  const answer = await request('')
  counts.writes += 1
  if (answer.status !== (method === 'POST' ? 201 : 200)) fail(history, `${answer.status} ${answer.text}`)
  if (dry) {
    counts.dryRuns += 1
    const withoutIds = (effect: unknown): string =>
      JSON.stringify(effect ?? null, (key, value: unknown) => (key === 'id' && typeof value === 'number' ? 0 : value))
    const [expected, effect] = [withoutIds(dry.json['occurrences']), withoutIds(answer.json['effect'])]
    if (expected !== effect) fail(history, `the dry run has another effect: ${expected}, ${effect}`)
  }
  return answer.json
}

const shownByServer = (event: Json): ListedDate & { id: number } => ({
  day: String(event['original_start_date'] ?? event['start_date']).slice(0, 10),
  start: String(event['start_date']).slice(0, 16),
  id: event['id'] as number,
  title: String(event['title']),
  website: event['website'] as string | null,
  featured: event['featured'] === true,
  event_status: String(event['event_status']),
  venue: ((event['venue'] as Json[])[0]?.['id'] ?? 0) as number,
})
const keyOf = ({ day, start, title, website, featured, event_status, venue }: ListedDate): string =>
  JSON.stringify([day, start, title, website, featured, event_status, venue])

/** Compares the list with the model, and remembers the IDs that it shows. */
async function compare(history: History): Promise<void> {
  counts.lists += 1
  const listed = (await listDates(server, history.category)).map(shownByServer)
  const expected = history.all
    .filter(({ isTrashed }) => !isTrashed)
    .flatMap((series) => series.dates.map((date) => ({ date, key: keyOf(listedDate(series, date)) })))
  const [is, should] = [listed.map(keyOf).sort(), expected.map(({ key }) => key).sort()]
  const wrong = is.flatMap((text, i) => (text === should[i] ? [] : [`listed ${text}, expected ${String(should[i])}`])).slice(0, 3)
  if (wrong.length > 0 || is.length !== should.length)
    fail(history, `${is.length} dates listed, ${should.length} expected\n${wrong.join('\n')}`)
  const byKey = Map.groupBy(listed, keyOf)
  for (const { date, key } of expected) {
    const found = byKey.get(key) ?? []
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

/** Compares the French titles, if there are any. */
async function compareFrench(history: History): Promise<void> {
  if (!history.log.some((line) => line.includes('i18n_language=fr'))) return
  const listed = await listDates(server, history.category, 'fr')
  const titles = new Map(listed.map((event) => [event['id'], event['title']]))
  // Two dates that look alike in English cannot be told apart, so the model does not know their IDs.
  for (const series of history.all.filter(({ isTrashed }) => !isTrashed))
    for (const date of series.dates)
      if (date.id !== null && titles.get(date.id) !== frenchTitle(series, date))
        fail(history, `the French title of ${date.day} is ${String(titles.get(date.id))}, not ${frenchTitle(series, date)}`)
}

/** Reads the feed with two other implementations, which must find the listed dates. */
async function compareFeed(history: History): Promise<void> {
  const expected = inDays((await listDates(server, history.category)).map(expectedDate), COMPARED)
  const ics = (await server.get(`/events.ics?categories=${history.category}&from=2000-01-01`)).text
  const log = `The server differs from the model\n${history.log.join('\n')}`
  assertSameDates(expandByIcal(ics, COMPARED), expected, `ical.js: ${log}`)
  assertSameDates(expandByPython(ics, COMPARED), expected, `recurring-ical-events: ${log}`)
  counts.feeds += 1
}

async function runHistory(index: number): Promise<void> {
  const random = new Random(seedOf(seed, index))
  const history: History = {
    random,
    category: unique(),
    venues,
    log: [`seed ${seed}, history ${index}`],
    all: [],
    write: (method, path, body) => write(history, method, path, body),
    read: async (path) => (await server.get(path, { as: 'admin' })).json,
    compare: () => compare(history),
  }
  await createSeries(history)
  await compare(history)
  for (let step = 0; step < 3 + random.below(8); step += 1) {
    const living = history.all.filter(({ dates, isTrashed }) => !isTrashed && dates.length > 0 && dates.every(({ id }) => id !== null))
    if (living.length === 0) break
    const series = random.pick(living)
    const date = random.pick(series.dates)
    await writeAtRandom(history, series, date)
    await compare(history)
    const exceptions = series.dates.filter(hasOwn).slice(0, 2)
    for (const each of [...exceptions, random.pick(series.dates.length > 0 ? series.dates : [date])]) await compareVersion(history, each)
  }
  await compareFrench(history)
  if (index % FEED_EVERY === 0) await compareFeed(history)
  counts.histories += 1
}

const HISTORIES = scaled(20_000, 80)
/** The feeds of 500 histories are read. */
const FEED_EVERY = scaled(40, 8)
const PART = 200
/** A run with a seeded fault begins with the history that notices it soonest. The others follow, also those before it. */
const FIRST = Number(process.env['FIRST_HISTORY'] ?? 0)
/** Histories have categories of their own, so several run at a time. */
const AT_ONCE = 4
const OPTIONS = { timeout: 7_200_000, ...requiresTools('icalendar', 'recurring-ical-events') }
void test(`13 ${HISTORIES} random histories: lists equal the model, and no ID or exception is lost`, OPTIONS, async () => {
  for (let from = 0; from < HISTORIES; from += PART) {
    const done = await resumable('recurrence-histories', `histories ${from}`, async () => {
      for (const name of COUNTED) counts[name] = 0
      let next = from
      const runNext = async (): Promise<void> => {
        while (next < Math.min(from + PART, HISTORIES)) await runHistory((FIRST + next++) % HISTORIES)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, runNext))
      return { ...counts }
    })
    for (const name of COUNTED) totals[name] += done[name]
  }
  assert.equal(totals.histories, HISTORIES)
})
