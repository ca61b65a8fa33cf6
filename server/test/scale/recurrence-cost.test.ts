// Costs of recurring events. The ordinary run compares the buffers that lists read in small calendars; `npm run evidence -- recurrence-cost` measures
// times in calendars of up to ten million dates.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { migrate, readMigrations } from '../../src/kernel/database/migrations.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import type { Caller } from '../../src/kernel/security/caller.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { admin, freshDatabase, LOOSE, urlOf } from '../support/database.ts'
import { isFullRun, reportEvidence, resumable } from '../support/evidence.ts'
import { freePort, NO_RATES, PATIENT } from '../support/process.ts'
import { NS, type Json } from '../support/server.ts'
import { busyIds, generateCalendar, type GeneratedCalendar } from './generated-calendar.ts'
import { measuredCalendar, measureInTurn, measurementOf, processorTime, type MeasuredCalendar, type Measurement } from './measured-lists.ts'

const NAME = 'recurrence-cost'
const EDITOR: Caller = { id: 1, login: 'demo', role: 'editor', scope: 'admin' }
const DAY = 86_400_000
const day = (ahead: number): string => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10)
const MONTH = `from=${day(40)}&to=${day(70)}`
const LISTS = (events: number) => {
  const { categories, venue } = busyIds(events)
  return { default: '', category: `categories=${categories[0]}`, venue: `venue=${venue}`, month: MONTH }
}
const COLLAPSED = (events: number) => {
  const { default: _, category, venue } = LISTS(events)
  return { default: 'collapse=series', category: `collapse=series&${category}`, venue: `collapse=series&${venue}` }
}

/**
 * Opens a generated calendar. A full run keeps its databases, kalends_cost_*, so that an interrupted run continues. Drop them before another full run:
 * the writes that it measures leave counts behind, which make the lists of single events slower.
 */
async function openCalendar(
  name: string,
  settings: GeneratedCalendar,
): Promise<{ url: string; calendar: MeasuredCalendar; seconds: number }> {
  const url = isFullRun ? await keptDatabase(`kalends_cost_${name}`) : await ordinaryDatabase()
  const database = openDatabase({ ...LOOSE, url, statementTimeoutMs: 0 })
  await migrate(database, await readMigrations())
  const [state] = await database.query<{ filled: boolean }>(raw('select exists (select 1 from events) as filled'))
  const start = performance.now()
  if (!state?.filled) await generateCalendar(database, settings)
  const seconds = Math.round((performance.now() - start) / 1_000)
  await database.close()
  const calendar = await measuredCalendar(url)
  after(() => calendar.close())
  return { url, calendar, seconds }
}
async function ordinaryDatabase(): Promise<string> {
  const database = await freshDatabase()
  after(() => database.drop())
  return database.url
}
async function keptDatabase(name: string): Promise<string> {
  await admin(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`)
  })
  return urlOf(name)
}

const inOrdinaryRun = (name: string, work: () => Promise<void>): void => (isFullRun ? undefined : void test(name, work))
const inFullRun = (name: string, work: () => Promise<void>): void => (isFullRun ? void test(name, work) : undefined)

const SMALL = 1_000
/** The most buffers that the statement of each list may read in the small calendar, two to three times as many as it reads. */
const LIMITS: Readonly<Record<string, number>> = {
  default: 100,
  category: 100,
  venue: 100,
  month: 130,
  'venue, editor': 130,
  'drafts by venue': 60,
  'collapsed, default': 180,
  'collapsed, category': 220,
  'collapsed, venue': 600,
  'collapsed, month': 400,
}
inOrdinaryRun('lists of a calendar with series read few buffers, and more if an index is missing', async () => {
  const { calendar } = await openCalendar('', { events: SMALL, seriesOneIn: 5 })
  const { venue } = busyIds(SMALL)
  const collapsed = Object.entries(COLLAPSED(SMALL)).map(([name, path]) => [`collapsed, ${name}`, path])
  const paths: Record<string, string> = {
    ...LISTS(SMALL),
    'venue, editor': `venue=${venue}`,
    'drafts by venue': `venue=${venue}&status=draft`,
    ...(Object.fromEntries(collapsed) as Record<string, string>),
    'collapsed, month': `collapse=series&${MONTH}`,
  }
  const tooMany = async (): Promise<string[]> => {
    const found: string[] = []
    for (const [name, limit] of Object.entries(LIMITS)) {
      const buffers = await calendar.buffers(paths[name] ?? '', /editor|drafts/.test(name) ? EDITOR : undefined)
      if (buffers > limit) found.push(`${name}: ${buffers} buffers, at most ${limit}`)
    }
    return found
  }
  assert.deepEqual(await tooMany(), [])
  const { database } = calendar
  for (const index of ['occurrences_unpublished', 'listings_long']) {
    const [found] = await database.query<{ definition: string }>(raw(`select pg_get_indexdef('${index}'::regclass) as definition`))
    await database.query(raw(`drop index ${index}`))
    assert.notDeepEqual(await tooMany(), [], `${index} was dropped`)
    await database.query(raw(found?.definition ?? ''), { customPlan: true })
  }
})

const RUNS = 60
/** Processor times of the same statement differ by this factor on a machine with other work. The evidence has the times themselves. */
const TOLERANCE = 3
const ONE_MILLION = 1_000_000
inFullRun('13.3 lists of ten million dates cost about as much as lists of a million single events', async () => {
  const figures = await resumable(NAME, 'lists', async () => {
    const single = await openCalendar('1m', { events: ONE_MILLION, seriesOneIn: 0 })
    const repeating = await openCalendar('10m', { events: ONE_MILLION, seriesOneIn: 5 })
    const result: Record<string, unknown> = { seeding_s: [single.seconds, repeating.seconds] }
    const paths = { ...LISTS(ONE_MILLION), 'page 1,000': 'page=1000' }
    for (const [name, path] of Object.entries(paths)) result[name] = await sideBySide(single.calendar, repeating.calendar, path)
    const after200Days = { after: { at: `${day(200)} 00:00:00+00`, id: 1 } }
    result['cursor'] = await sideBySide(single.calendar, repeating.calendar, 'cursor=', after200Days)
    return result
  })
  reportEvidence(NAME, { lists: figures })
})
async function sideBySide(a: MeasuredCalendar, b: MeasuredCalendar, path: string, more = {}): Promise<Json> {
  const runs = { single: await a.prepare(path, undefined, more), repeating: await b.prepare(path, undefined, more) }
  const { single, repeating } = await measureInTurn(runs, RUNS)
  assert.ok(repeating.cpu_p50 <= single.cpu_p50 * TOLERANCE, `${path}: ${JSON.stringify([single, repeating])}`)
  return { single: shown(single), repeating: shown(repeating), ratio: Math.round((repeating.cpu_p50 / single.cpu_p50) * 100) / 100 }
}
const shown = ({ total, p50, p95, cpu_p50, cpu_p95 }: Measurement): string =>
  `${p50} ms, p95 ${p95}; processor ${cpu_p50} ms, p95 ${cpu_p95}; total ${total}`

inFullRun('13.3.3 collapsed lists with exact totals take about 15 ms at most, at any size', async () => {
  for (const [name, events] of Object.entries({ '10k': 1_000, '100k': 10_000, '1m_dates': 100_000, '10m': ONE_MILLION })) {
    const figures = await resumable(NAME, `collapse ${name}`, async () => {
      const { calendar } = await openCalendar(name, { events, seriesOneIn: 5 })
      const { tags, venue } = busyIds(events)
      const others = {
        month: `collapse=series&${MONTH}`,
        tag: `collapse=series&tags=${tags[0]}`,
        featured: `collapse=series&venue=${venue}&featured=true`,
      }
      const runs: Record<string, Awaited<ReturnType<MeasuredCalendar['prepare']>>> = {}
      for (const [list, path] of Object.entries({ ...COLLAPSED(events), ...others })) runs[list] = await calendar.prepare(path)
      return measureInTurn(runs, RUNS)
    })
    for (const list of ['default', 'category', 'venue'])
      assert.ok((figures[list]?.cpu_p95 ?? Infinity) <= 15 * TOLERANCE, `${name}, ${list}: ${JSON.stringify(figures[list])}`)
    reportEvidence(NAME, { [`collapse ${name}`]: Object.fromEntries(Object.entries(figures).map(([list, each]) => [list, shown(each)])) })
  }
})

inFullRun('13.7.2 open_on and open_at take about 30 ms at most at a million events', async () => {
  const figures = await resumable(NAME, 'open', async () => {
    const { calendar } = await openCalendar('1m', { events: ONE_MILLION, seriesOneIn: 0 })
    const runs = { open_on: await calendar.prepare('open_on=today'), open_at: await calendar.prepare('open_at=now') }
    return measureInTurn(runs, RUNS)
  })
  for (const [name, each] of Object.entries(figures)) assert.ok(each.cpu_p95 <= 30 * TOLERANCE, `${name}: ${JSON.stringify(each)}`)
  reportEvidence(NAME, Object.fromEntries(Object.entries(figures).map(([name, each]) => [name, shown(each)])))
})

inFullRun('lists by venue of signed-in callers at 20,000 events', async () => {
  const figures = await resumable(NAME, 'signed in', async () => {
    const { calendar } = await openCalendar('20k', { events: 20_000, seriesOneIn: 0, days: [90, 365] })
    const { venue } = busyIds(20_000)
    return measureInTurn(
      {
        venue: await calendar.prepare(`venue=${venue}`, EDITOR),
        'venue, drafts': await calendar.prepare(`venue=${venue}&status=draft`, EDITOR),
        'venue, by title': await calendar.prepare(`venue=${venue}&orderby=title`),
      },
      RUNS,
    )
  })
  reportEvidence(NAME, { signed_in: Object.fromEntries(Object.entries(figures).map(([name, each]) => [name, shown(each)])) })
})

inFullRun('13.5 a weekly series of three years is created, and one of its dates is canceled', async () => {
  const figures = await resumable(NAME, 'writes', async () => {
    const { url } = await openCalendar('1m', { events: ONE_MILLION, seriesOneIn: 0 })
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const config = readConfig({
      DATABASE_URL: url,
      PORT: String(port),
      PUBLIC_URL: base,
      LOG_LEVEL: 'silent',
      ...NO_RATES,
      ...PATIENT,
      DATABASE_POOL_SIZE: '3',
    })
    const app = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
    await app.http.app.listen({ host: '127.0.0.1', port })
    const login = `cost${Date.now()}`
    await addUser(app.database, login, 'administrator', '')
    const { secret } = await addToken(app.database, login, { label: 'cost', scope: 'admin' })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const backends = async (): Promise<number> => {
      const rows = await app.database.query<{ pid: number }>(raw('select pid from pg_stat_activity where datname = current_database()'))
      return rows.reduce((sum, { pid }) => sum + (processorTime(pid) ?? 0), 0)
    }
    const [creates, cancels] = [
      { ms: [] as number[], cpu: [] as number[] },
      { ms: [] as number[], cpu: [] as number[] },
    ]
    const send = async (method: string, path: string, body: Json | null, times: { ms: number[]; cpu: number[] } | null): Promise<Json> => {
      const [used, own, start] = [await backends(), process.cpuUsage(), performance.now()]
      const answer = await fetch(`${base}${NS}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      times?.ms.push(performance.now() - start)
      const { user, system } = process.cpuUsage(own)
      times?.cpu.push((await backends()) - used + (user + system) / 1_000)
      assert.ok(answer.ok, text)
      return JSON.parse(text) as Json
    }
    try {
      const { categories, tags, venue, organizer } = busyIds(ONE_MILLION)
      for (let i = -3; i < 30; i += 1) {
        const body = { title: `Choir ${i}`, start_date: `${day(20)} 18:00:00`, end_date: `${day(20)} 20:00:00`, timezone: 'Europe/Paris' }
        const links = { categories, tags, venue: [venue], organizer: [organizer] }
        const { id } = await send('POST', '/events', { ...body, ...links, recurrence: 'FREQ=WEEKLY;COUNT=156' }, i < 0 ? null : creates)
        const list = await send('GET', `/events?series=${String(id)}&per_page=1&page=${20 + (i % 50)}`, null, null)
        const [date] = list['events'] as { id: number }[]
        await send('PATCH', `/events/${String(date?.id)}`, { event_status: 'cancelled' }, i < 0 ? null : cancels)
        await send('DELETE', `/events/${String(id)}?force=true`, null, null)
      }
    } finally {
      await app.close()
    }
    return { create: measurementOf(156, creates.ms, creates.cpu), cancel: measurementOf(1, cancels.ms, cancels.cpu) }
  })
  reportEvidence(NAME, Object.fromEntries(Object.entries(figures).map(([name, each]) => [name, shown(each)])))
})
