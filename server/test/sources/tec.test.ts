// The importer of The Events Calendar against recorded responses of the original, and against a site that fails (contract 19.7).
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import type { Json } from '../support/server.ts'
import { recordedSite, RECORDED } from './recorded-site.ts'
import { counted, sourceServer } from './setup.ts'

const site = await recordedSite()
const server = await sourceServer({ EGRESS_ALLOW: `127.0.0.1:${site.port}` })
beforeEach(() => site.reset())

const RECORDS = Object.values(RECORDED).reduce((sum, { length }) => sum + length, 1)
const addSource = (body: Json = {}): Promise<number> => server.createSource({ type: 'tec', url: site.base, ...body })
const HTML = { 'content-type': 'text/html; charset=UTF-8' }

test('19.7.3 19.7.4 the recorded site keeps its IDs in an empty calendar, and has plain texts, local times and all links', async () => {
  const source = await addSource()
  const run = await server.run(source, null)
  const items = await server.items(source, run.id)
  const failed = items.filter(({ outcome }) => outcome !== 'new')
  assert.deepEqual([run.state, run.reason, counted(run), failed], ['finished', null, { new: RECORDS }, []])
  const jazz = await server.event(13)
  const { title, slug, start_date, timezone, cost, website, sticky, featured, date_utc, image } = jazz
  assert.deepEqual(
    { title, slug, start_date, timezone, cost, website, sticky, featured, date_utc, image },
    {
      title: 'Jazz Night & Friends',
      slug: 'jazz-night',
      start_date: '2026-12-10 20:00:00',
      timezone: 'Europe/Paris',
      cost: '$10 – $25',
      website: 'https://jazz.example/x',
      sticky: true,
      featured: true,
      date_utc: '2026-11-14 22:56:39',
      image: null,
    },
  )
  const ids = (key: string): unknown[] => (jazz[key] as Json[]).map(({ id }) => id)
  const names = (key: string): unknown[] => (jazz[key] as Json[]).map(({ name }) => name).sort()
  assert.deepEqual([ids('venue'), ids('organizer')], [[5], [9, 10]])
  assert.deepEqual(
    [names('categories'), names('tags')],
    [
      ['Jazz & Blues', 'Music & Arts'],
      ['Free Entry', 'NewTagByName'],
    ],
  )
  const plain = await server.event(15)
  assert.deepEqual([plain['venue'], plain['website'], plain['cost']], [[], null, null])
  const [allDay, past, offset] = [await server.event(16), await server.event(27), await server.event(25)]
  assert.deepEqual([allDay['all_day'], allDay['end_date']], [true, '2026-12-13 23:59:59'])
  assert.deepEqual(
    [past['start_date'], past['utc_start_date'], offset['timezone']],
    ['2020-01-01 12:00:00', '2020-01-01 17:00:00', 'UTC+2'],
  )
  assert.equal((await server.event(36))['title'], 'Fête “été” 日本 😀 – A & B')
  const venue = (await server.get('/venues/5')).json
  assert.deepEqual([venue['venue'], venue['stateprovince'], venue['zip']], ['Town Hall', 'IL', '62701'])
  const bad = items.find(({ title: name }) => name === 'Bad')
  assert.deepEqual([bad?.notes, (await server.get('/organizers/11')).json['email']], [['values_skipped'], null])
  assert.equal((await server.get('/organizers/18')).status, 200)
  const terms = (await server.get('/categories?hide_empty=false', { as: 'admin' })).json['categories'] as Json[]
  const blues = terms.find(({ slug: each }) => each === 'jazz')
  assert.deepEqual(blues?.['external_ids'], { [`source-${source}`]: '3' })
  assert.equal(blues?.['parent'], terms.find(({ slug: each }) => each === 'music')?.['id'])
  assert.ok(Number(blues?.['id']) > 40)
  assert.deepEqual(counted(await server.run(source, null)), { unchanged: RECORDS })
})

test('19.7.4 in a calendar with records, IDs are new, terms with the same slug are used, and slugs that are taken are replaced', async () => {
  const [source, before] = [await addSource(), (await server.get('/categories?hide_empty=false')).json['total']]
  const run = await server.run(source, null)
  const items = await server.items(source, run.id)
  const terms = [RECORDED['categories'], RECORDED['tags']].flat().length
  assert.deepEqual(counted(run), { new: RECORDS - terms, unchanged: terms })
  assert.equal((await server.get('/categories?hide_empty=false')).json['total'], before)
  const jazz = items.find(({ external_id, kind }) => kind === 'event' && external_id === '13')
  assert.deepEqual(jazz?.notes, ['slug_taken'])
  assert.ok(Number(jazz?.record_id) > 40)
  assert.deepEqual(counted(await server.run(source, null)), { unchanged: RECORDS })
})

test('19.7.2 faults that pass are repeated: 429 with Retry-After, 503, HTML in place of JSON, a closed connection', async () => {
  const source = await addSource()
  site.fault = ({ part, page, before }, response) => {
    if (before > 0) return false
    if (part === 'venues') response.writeHead(429, { ...HTML, 'retry-after': '1' }).end('<h1>Too many requests</h1>')
    else if (part === 'organizers') response.writeHead(503, HTML).end('<h1>Maintenance</h1>')
    else if (part === 'events' && page === 1) response.writeHead(200, HTML).end('<!doctype html><title>Wait</title>')
    else if (part === 'events') response.destroy()
    else return false
    return true
  }
  const run = await server.run(source, null)
  assert.deepEqual([run.state, run.reason, run.total], ['finished', null, RECORDS])
})

test('19.7.2 a list that changes between two pages is read again', async () => {
  const source = await addSource()
  const [first, ...others] = RECORDED['events'] ?? []
  // The first event is deleted after page 1 was read, so that one event moves from page 2 to page 1.
  site.fault = ({ part, page, before }, _, own) => {
    if (part === 'events' && page === 2 && before === 0) own.lists = { ...RECORDED, events: others }
    return false
  }
  const run = await server.run(source, null)
  const items = await server.items(source, run.id)
  assert.deepEqual([run.state, run.total], ['finished', RECORDS - 1])
  assert.ok(!items.some(({ title }) => title === first?.['title']))
  assert.equal(site.asked.filter((url) => /\/events\?page=1&/.test(url)).length, 2)
  // All events of page 2 are deleted, so the page is 404.
  site.reset()
  site.fault = ({ part, page, before }, __, own) => {
    if (part === 'events' && page === 2 && before === 0) own.lists = { ...RECORDED, events: others.slice(0, 9) }
    return false
  }
  const shorter = await server.run(source, null, '?accept_gone=true')
  assert.deepEqual([shorter.state, shorter.counts['kept']], ['finished', 9])
})

test('19.7.2 a site that stays unreadable fails the run with its reason, and writes nothing', async () => {
  const source = await addSource()
  const total = async (): Promise<unknown> => (await server.get('/events?start_date=2000-01-01&end_date=2100-01-01')).json['total']
  const before = await total()
  const reasonOf = async (fault: (typeof site)['fault']): Promise<unknown> => {
    site.reset()
    site.fault = fault
    const { state, reason } = await server.run(source, null)
    return [state, reason]
  }
  const send = (status: number, headers: Record<string, string>, body = '<h1>No</h1>'): (typeof site)['fault'] => {
    return (_, response) => {
      response.writeHead(status, headers).end(body)
      return true
    }
  }
  assert.deepEqual(await reasonOf(send(404, HTML)), ['failed', 'not_tec'])
  assert.deepEqual(await reasonOf(send(403, HTML)), ['failed', 'not_fetched'])
  assert.deepEqual(await reasonOf(send(429, { ...HTML, 'retry-after': '86400' })), ['failed', 'rate_limited'])
  assert.deepEqual(await reasonOf(send(200, { 'content-type': 'application/json' }, '{"tags":[],"events":[],"total":9000000}')), [
    'failed',
    'not_tec',
  ])
  let number = 0
  const changing: (typeof site)['fault'] = ({ part }, response) => {
    if (part !== 'venues') return false
    const record = { ...RECORDED['venues']?.[0], id: (number += 1) }
    response.writeHead(200).end(JSON.stringify({ venues: [record], total: 2, total_pages: 1 }))
    return true
  }
  assert.deepEqual(await reasonOf(changing), ['failed', 'site_changing'])
  const endless: (typeof site)['fault'] = ({ part }, response) => {
    if (part !== 'venues') return false
    response.writeHead(200).end(JSON.stringify({ venues: RECORDED['venues'], total: 21_000, total_pages: 420 }))
    return true
  }
  assert.deepEqual(await reasonOf(endless), ['failed', 'too_many_items'])
  assert.equal(await total(), before)
  const [left] = await server.app.database.query<{ count: number }>(sql`select count(*)::int as count from source_pages`)
  assert.equal(left?.count, 0)
})

test('19.7.1 the interface is found from a page that redirects, names it in a header, and has no permalinks', async () => {
  site.root = (url) => (url.pathname === '/blog/index.php' ? url.searchParams.get('rest_route') : null)
  site.other = (request, response) => {
    if (request.url === '/') response.writeHead(301, { location: '/blog/' }).end()
    else if (request.url === '/blog/')
      response.writeHead(200, { ...HTML, link: `<${site.base}/blog/index.php?rest_route=/>; rel="https://api.w.org/"` }).end('<html>')
    else response.writeHead(404, HTML).end('<h1>Not found</h1>')
  }
  const source = await addSource()
  assert.equal((await server.run(source, null)).total, RECORDS)
})

test('19.7.5 dates of a recurring event become a series if a rule yields them, else events below the first one', async () => {
  const [model = {}] = RECORDED['events'] ?? []
  const dates = (slug: string, days: readonly string[], more: (i: number) => Json = () => ({})): Json[] =>
    days.map((day, i) => ({
      ...model,
      id: 5_000 + slug.length * 100 + i,
      title: slug,
      slug,
      url: `/event/${slug}/${day}/`,
      website: '',
      start_date: `${day} 10:00:00`,
      end_date: `${day} 11:00:00`,
      ...more(i),
    }))
  const events = [
    ...dates('walk', ['2027-01-04', '2027-01-11', '2027-01-18']),
    ...dates('class-mo-we', ['2027-01-04', '2027-01-06', '2027-01-11', '2027-01-13', '2027-01-18']),
    ...dates('board-of-club', ['2027-01-15', '2027-02-15', '2027-03-15']),
    ...dates('irregular-talk', ['2027-01-04', '2027-01-05', '2027-01-18']),
    ...dates('weekly-but-renamed', ['2027-02-01', '2027-02-08', '2027-02-15'], (i) => (i === 1 ? { title: 'Special' } : {})),
  ]
  site.lists = { categories: [], tags: [], venues: [], organizers: [], events }
  const source = await addSource()
  const run = await server.run(source, null)
  const items = await server.items(source, run.id)
  const noted = (note: string): string[] => items.filter(({ notes }) => notes.includes(note)).map(({ title }) => title)
  assert.deepEqual(noted('series'), ['walk', 'class-mo-we', 'board-of-club'])
  assert.deepEqual(noted('series_as_single_events'), [
    'irregular-talk',
    'irregular-talk',
    'irregular-talk',
    'weekly-but-renamed',
    'Special',
    'weekly-but-renamed',
  ])
  const listed = (await server.get('/events?start_date=2027-01-01&end_date=2027-12-31&per_page=50&search=class-mo-we')).json
  assert.deepEqual(
    (listed['events'] as Json[]).map(({ start_date }) => start_date),
    ['2027-01-04', '2027-01-06', '2027-01-11', '2027-01-13', '2027-01-18'].map((day) => `${day} 10:00:00`),
  )
  const [parent, ...children] = items.filter(({ title }) => title === 'irregular-talk')
  for (const child of children) assert.equal((await server.event(child.record_id))['post_parent'], parent?.record_id)
  assert.deepEqual(counted(await server.run(source, null)), { unchanged: items.length })
})
