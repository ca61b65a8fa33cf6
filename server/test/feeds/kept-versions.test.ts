// Decision 0044: the versions of a feed that are kept after writes equal those that are read again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import type { RequestContext, Site } from '../../src/engine/definition/kind.ts'
import { listParams, parseListRequest } from '../../src/engine/list/list-records.ts'
import { feedEtag, type FeedValidator } from '../../src/features/feeds/feed-etag.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { render, sql } from '../../src/kernel/database/sql.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { events } from '../../src/resources/index.ts'
import { Random } from '../model/random.ts'
import { makeWorld, NOW } from '../recurrence/collapse-world.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' }, { now: () => NOW }, false)
const { database } = server.app as { database: Database & { query: Database['query'] } }
const random = new Random(seed)
const links = await makeWorld(server, random, 25)

const newSite = (): Site => siteOf(readConfig({ DATABASE_URL: server.database_url, PUBLIC_URL: server.base }))
const kept = newSite()
const FEEDS = [
  '',
  'from=2020-01-01',
  'from=2027-01-01&to=2027-02-01',
  'collapse=series',
  'featured=true&from=2020-01-01',
  'search=title1&from=2020-01-01',
  `venue=${links.venue[0]}&from=2020-01-01`,
  `categories=${links.categories[0]}`,
  `categories=${links.categories[1]},${links.categories[2]}&tags=${links.tags[0]}`,
]
async function validatorOf(feed: string, site: Site): Promise<FeedValidator> {
  const ctx: RequestContext = {
    site,
    caller: ANONYMOUS,
    now: NOW,
    language: site.defaultLanguage,
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
  const query = { params: listParams(events, site.maxPerPage, site.languages), inputs: Object.fromEntries(new URLSearchParams(feed)) }
  const { request, time } = await parseListRequest(database, events, query, ctx)
  return feedEtag(database, { kind: events, request, ctx: time.ctx, writesSeries: true, isPage: false }, [])
}
/** Returns the result, and whether a statement read all versions of the feed. */
async function observed(feed: string, site = kept): Promise<{ readonly validator: FeedValidator; readonly isRead: boolean }> {
  const { query } = database
  let isRead = false
  database.query = (...args) => {
    isRead ||= render(args[0]).text.includes('hashint8extended')
    return query(...args)
  }
  try {
    return { validator: await validatorOf(feed, site), isRead }
  } finally {
    database.query = query
  }
}

const wall = (days: number): string =>
  new Date(NOW.epochMilliseconds + days * 86_400_000 + random.below(48) * 1_800_000).toISOString().slice(0, 19).replace('T', ' ')
const times = (): Json => {
  const day = random.below(900) - 450
  return { start_date: wall(day), end_date: wall(day + 2 + random.below(3)), timezone: 'UTC' }
}
const idsWhere = async (where: string): Promise<number[]> =>
  (
    await database.query<{ id: number; kind: string }>(
      sql`select id, case when series_id is null then 'single' when id = record_id then 'exception' else 'date' end as kind from occurrences order by id`,
    )
  )
    .filter(({ kind }) => kind === where)
    .map(({ id }) => id)
const change = (): Json =>
  random.pick<() => Json>([
    () => ({ title: `title${random.below(20)}` }),
    times,
    () => ({ featured: random.chance(0.5) }),
    () => ({ status: random.pick(['publish', 'draft', 'private']) }),
    () => ({ hide_from_listings: random.chance(0.5) }),
    () => ({ categories: random.some(links.categories, 2) }),
    () => ({ tags: random.some(links.tags, 2) }),
    () => ({ venue: random.some(links.venue, 1) }),
    () => ({ password: random.pick(['secret', null]) }),
  ])()
/** One random write. Those that the state of the record does not allow change nothing. */
async function write(): Promise<string> {
  const of = random.weighted({ single: 5, exception: 3, date: 5 })
  const ids = await idsWhere(of)
  if (ids.length === 0 || random.chance(0.2)) {
    const body = {
      title: `title${random.below(20)}`,
      ...times(),
      ...change(),
      ...(random.chance(0.3) && { recurrence: 'FREQ=WEEKLY;COUNT=9' }),
    }
    const { status } = await server.post('/events', body)
    return `create ${JSON.stringify(body)} ${status}`
  }
  const id = random.pick(ids)
  const scope = of === 'single' ? '' : `?scope=${random.pick(['this', 'this', 'following', 'all'])}`
  const body = change()
  const [name, send] = random.pick([
    ...Array.from({ length: 5 }, () => [`patch ${JSON.stringify(body)}`, () => server.patch(`/events/${id}${scope}`, body)] as const),
    ['reset', () => server.post(`/events/${id}/reset`, {})],
    ['delete', () => server.remove(`/events/${id}${scope}`)],
    ['delete for ever', () => server.remove(`/events/${id}${scope ? `${scope}&` : '?'}force=true`)],
    ['rename category', () => server.patch(`/categories/${random.pick(links.categories)}`, { description: String(random.next()) })],
    ['hide venue', () => server.patch(`/venues/${random.pick(links.venue)}`, { status: random.pick(['publish', 'draft']) })],
  ] as const)
  const { status } = await send()
  return `${of} ${id}${scope} ${name} ${status}`
}

void test('feeds: the versions that are kept after random writes equal those that are read again', async () => {
  const writes = scaled(3_000, 100)
  let [reads, keeps] = [0, 0]
  for (let i = 0; i < writes; i++) {
    const done = await write()
    // Some polls follow several writes.
    for (const feed of random.some(FEEDS, FEEDS.length)) {
      const { validator, isRead } = await observed(feed)
      assert.deepEqual(validator, await validatorOf(feed, newSite()), `${feed} after ${done}`)
      if (isRead) reads += 1
      else keeps += 1
    }
  }
  reportEvidence('feed-versions', { writes, feeds: FEEDS.length, reads, keeps })
  assert.ok(keeps > reads / 4 && reads > writes / 10, `${keeps} kept, ${reads} read`)
})

void test('feeds: the versions of a feed with too many records for the cache are kept until the next write', async () => {
  const site = newSite()
  const { cache } = site.listVersions
  const set: typeof cache.set = (key, value) => {
    if ((value as { members: Uint32Array }).members.length === 0) cache.set(key, value)
    else cache.delete(key)
  }
  const small = { ...site, listVersions: { ...site.listVersions, cache: { ...cache, set } } }
  const feed = 'from=2020-01-01'
  assert.equal((await observed(feed, small)).isRead, true)
  assert.equal((await observed(feed, small)).isRead, false)
  await server.make('events', { title: 'Draft', status: 'draft', ...times() })
  assert.equal((await observed(feed, small)).isRead, true)
  assert.equal((await observed(feed, small)).isRead, false)
})
