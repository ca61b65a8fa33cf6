// Every pair of date filters over random small calendars whose events meet the bounds: pages and totals against a brute-force filter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { listStatement, matchingRows, type ListRequest } from '../../src/engine/list/list-query.ts'
import type { RequestContext, Kind } from '../../src/engine/definition/kind.ts'
import { createRecord } from '../../src/engine/write/write-records.ts'
import type { Caller } from '../../src/kernel/security/caller.ts'
import { parseDateTime } from '../../src/kernel/time/date-times.ts'
import { deepPage } from '../../src/engine/list/time-window.ts'
import { join, raw, sql, type Sql } from '../../src/kernel/database/sql.ts'
import { DATES } from '../../src/resources/event-filters.ts'
import { Random, seedOf } from '../model/random.ts'
import { isFullRun, reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer } from '../support/server.ts'

const CALENDARS = scaled(200, 4)
/** Bounds tried for each pair of filters in each calendar. */
const BOUNDS = isFullRun ? 4 : 1
const EVENTS = 30
const PER_PAGE = 5
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const FIRST = Date.parse('2031-03-20T00:00:00Z')
/** Zero-length events are the most frequent; the others end just within and just beyond the classes that lists are read by. */
const LENGTHS = [0, 0, 0, 0, 0, SECOND, HOUR, DAY, 2 * DAY, 2 * DAY + SECOND, 5 * DAY, 9 * DAY, 40 * DAY]

const server = await testServer()
const { database } = server.app
const caller: Caller = { id: server.ids.admin, login: 'admin', role: 'administrator', scope: 'admin' }
type DateName = (typeof DATES)[number]
interface Listed {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly linked: boolean
}
interface Case {
  readonly dates: Readonly<Partial<Record<DateName, string>>>
  readonly strict: boolean
  readonly linked: boolean
  readonly way: 'asc' | 'desc'
}

function askIn(zone: string): RequestContext {
  const site = siteOf(readConfig({ SITE_TIMEZONE: zone }))
  return {
    site,
    caller,
    now: Temporal.Instant.from('2031-03-22T10:17:23Z'),
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
}
const kindOf = (ctx: RequestContext): Kind => ctx.site.kinds.get('event') ?? assert.fail('no events')
const textOf = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** The first moment of the day of an instant in a zone, or of a later day. */
const dayIn = (zone: string, ms: number, later = 0): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().add({ days: later }).toZonedDateTime(zone)
    .epochMilliseconds

/** Instants at which bounds and events meet: midnights in UTC and at the site, noons, and a second beside each. */
function instant(random: Random, zone: string): number {
  const day = FIRST + random.below(12) * DAY
  const at = random.pick([day, day, dayIn(zone, day), dayIn(zone, day), day + 12 * HOUR])
  return at + (random.chance(0.15) ? random.pick([-SECOND, SECOND]) : 0)
}

async function makeCalendar(random: Random, ctx: RequestContext, category: number): Promise<Listed[]> {
  await database.query(raw('delete from events'))
  const listed: Listed[] = []
  for (let n = 0; n < EVENTS; n += 1) {
    const start = random.chance(0.3) && listed.length > 0 ? random.pick(listed).end : instant(random, ctx.site.timeZone)
    const end = start + random.pick(LENGTHS)
    const linked = random.chance(0.6)
    const body = { title: 'x', start_date: textOf(start), end_date: textOf(end), ...(linked && { categories: [category] }) }
    const { id } = await database.transaction((db) => createRecord(db, kindOf(ctx), body, ctx))
    listed.push({ id, start, end, linked })
  }
  if (random.chance(0.5)) await database.query(raw('select fold_counts()'))
  return listed
}

/** The rules of the contract (5.1 to 5.3, 5.13), event by event. */
function expected({ dates, strict, linked, way }: Case, listed: readonly Listed[], ctx: RequestContext): number[] {
  const { timeZone: zone } = ctx.site
  const at: Partial<Record<DateName, number>> = Object.fromEntries(Object.entries(dates).map(([name, text]) => [name, Date.parse(text)]))
  if (Object.keys(at).every((name) => name === 'start_date' || name === 'end_date')) {
    at.start_date ??= ctx.now.epochMilliseconds
    at.end_date ??= ctx.now.toZonedDateTimeISO('UTC').add({ years: 2 }).epochMilliseconds
  }
  const first = (ms: number): number => (strict ? ms : dayIn(zone, ms))
  const next = (ms: number): number => (strict ? ms : dayIn(zone, ms, 1))
  const rules: Readonly<Record<DateName, (event: Listed, ms: number) => boolean>> = {
    start_date: ({ start }, ms) => start >= first(ms),
    end_date: ({ end }, ms) => end <= next(ms),
    starts_before: ({ start }, ms) => start < next(ms),
    starts_after: ({ start }, ms) => (strict ? start > ms : start >= next(ms)),
    ends_before: ({ end }, ms) => end < next(ms),
    ends_after: ({ end }, ms) => end > next(ms),
    from: ({ start, end }, ms) => end > first(ms) || start >= first(ms),
    to: ({ start }, ms) => start < next(ms),
  }
  return listed
    .filter((event) => (!linked || event.linked) && DATES.every((name) => at[name] === undefined || rules[name](event, at[name])))
    .sort((a, b) => (way === 'asc' ? 1 : -1) * (a.start - b.start || a.id - b.id))
    .map(({ id }) => id)
}

/** The whole list and some of its pages, each as lists are read near the first page, and as far pages are sought; one statement for all. */
function statementOf({ dates, strict, linked, way }: Case, pages: readonly Page[], ctx: RequestContext, category: number): Sql {
  const kind = kindOf(ctx)
  const values = {
    ...Object.fromEntries(Object.entries(dates).map(([name, text]) => [name, parseDateTime(text)])),
    strict_dates: strict,
    ...(linked && { categories: [category] }),
  }
  const parts = pages.flatMap(({ page, per_page }, i) => {
    const request: ListRequest = { values, statuses: ['publish'], order: 'event_date', direction: way, page, perPage: per_page }
    const { rows, window } = matchingRows(kind, request, ctx)
    const far = deepPage(rows, window, linked ? category : 0, { direction: way, limit: per_page, offset: (page - 1) * per_page })
    const near = sql`select ${i}::int as at, 'near' as read, l.total, l.ids from (${listStatement(kind, request, ctx).statement}) l`
    return far ? [near, sql`select ${i}::int, 'far', null, array(${far})`] : [near]
  })
  return join(parts, '\nunion all\n')
}
interface Page {
  readonly page: number
  readonly per_page: number
}
interface Read {
  readonly at: number
  readonly read: 'near' | 'far'
  readonly total: number | null
  readonly ids: readonly number[]
}
/** The whole list, and with it all of its pages in the full run, else one of them. */
function pagesOf(random: Random): Page[] {
  const pages = Array.from({ length: Math.ceil(EVENTS / PER_PAGE) + 1 }, (_, i) => ({ page: i + 1, per_page: PER_PAGE }))
  return [{ page: 1, per_page: 100 }, ...(isFullRun ? pages : [random.pick(pages.slice(0, 4))])]
}

/** Returns the difference as text, or null. */
async function tryCase(
  given: Case,
  pages: readonly Page[],
  listed: readonly Listed[],
  ctx: RequestContext,
  category: number,
): Promise<string | null> {
  const ids = expected(given, listed, ctx)
  const reads = await database.query<Read>(statementOf(given, pages, ctx, category), { customPlan: true })
  const wrong = reads.filter(({ at, ...read }) => {
    const { page, per_page } = pages[at] ?? assert.fail('no such page')
    const isTotal = read.total === null || read.total === ids.length
    return !isTotal || !isDeepStrictEqual(read.ids, ids.slice((page - 1) * per_page, page * per_page))
  })
  if (wrong.length === 0) return null
  const events = listed.map(({ id, start, end, linked }) => [id, textOf(start), textOf(end), linked])
  return JSON.stringify({ zone: ctx.site.timeZone, ...given, pages, wrong, expected: ids, events })
}

const PAIRS: readonly (readonly DateName[])[] = [
  [],
  ...DATES.map((name) => [name]),
  ...DATES.flatMap((a, i) => DATES.slice(i + 1).map((b) => [a, b])),
]

/** Every pair of filters, exact and by days, over one calendar. */
async function tryCalendar(n: number, category: number): Promise<{ lists: number; filled: number; differences: string[] }> {
  const random = new Random(seedOf(seed, n))
  const ctx = askIn(ZONES[n % ZONES.length] ?? 'UTC')
  const listed = await makeCalendar(random, ctx, category)
  const differences: string[] = []
  let [lists, filled] = [0, 0]
  for (const names of PAIRS)
    for (let i = 0; i < BOUNDS * 2; i += 1) {
      // Mostly where an event starts or ends; two filters at one bound more often than chance would have it.
      const bound = (): number =>
        random.chance(0.7) ? random.pick(listed)[random.pick(['start', 'end'] as const)] : instant(random, ctx.site.timeZone)
      const shared = bound()
      const dates = Object.fromEntries(names.map((name) => [name, textOf(random.chance(0.3) ? shared : bound())]))
      const given: Case = { dates, strict: i % 2 === 0, linked: random.chance(0.3), way: random.pick(['asc', 'desc']) }
      const difference = await tryCase(given, pagesOf(random), listed, ctx, category)
      if (difference) differences.push(difference)
      lists += 1
      filled += expected(given, listed, ctx).length > 0 ? 1 : 0
    }
  return { lists, filled, differences }
}

void test('5.1 5.3 5.12 5.13 every pair of date filters: pages and totals equal those of a brute-force filter', async (t) => {
  const { id: category } = await server.make('categories', { name: 'Meeting bounds' })
  const differences: string[] = []
  let [lists, filled] = [0, 0]
  for (let n = 0; n < CALENDARS; n += 1) {
    const tried = await resumable('date-filters', `calendar ${n}`, () => tryCalendar(n, category))
    lists += tried.lists
    filled += tried.filled
    differences.push(...tried.differences)
  }
  t.diagnostic(`seed ${seed}: ${lists} lists of ${CALENDARS} calendars, ${Math.round((100 * filled) / lists)} % not empty`)
  assert.ok(filled / lists > 0.4, 'too many lists are empty to say much')
  assert.equal(differences.length, 0, `${differences.length} of ${lists} lists differ, such as\n${differences.slice(0, 3).join('\n')}`)
  reportEvidence('date-filters', { calendars: CALENDARS, lists, not_empty: filled, differences: differences.length })
})
