// Public pages over HTTP: addresses, languages, redirects, errors, caching, and what search engines get (contract 17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDays, testServer, unique, type Json } from '../support/server.ts'

const api = await testServer({ CALENDAR_NAME: 'Lyon Agenda', NOINDEX_DAYS: '10', SURROGATE_KEY_HEADERS: 'surrogate-key' })
const off = await testServer({ PAGES: 'venues', DOCUMENTATION: 'false' })
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw']

const word = unique()
const venue = await api.make('venues', { venue: `Hall ${word}`, address: '1 Quay', city: 'Lyon', geo_lat: 45.7, geo_lng: 4.8 })
const organizer = await api.make('organizers', { organizer: `Society ${word}` })
const category = await api.make('categories', { name: `Music ${word}` })
const tag = await api.make('tags', { name: `Evening ${word}` })
const event = await api.make('events', {
  title: `Concert ${word}`,
  description: '<p>Strings and brass.</p>',
  start_date: inDays(3),
  end_date: inDays(3.1),
  cost: '€10',
  venue: venue.id,
  organizer: organizer.id,
  categories: [category.id],
  tags: [tag.id],
})
const french = (await api.patch(`/events/${event.id}`, { title: `Concert français ${word}`, slug: `concert-fr-${word}` }, { root: '/fr' }))
  .json
const series = await api.make('events', {
  title: `Story hour ${word}`,
  start_date: `${inDays(2).slice(0, 10)} 10:30:00`,
  end_date: `${inDays(2).slice(0, 10)} 11:15:00`,
  recurrence: 'FREQ=DAILY;COUNT=5',
  categories: [category.id],
})
const past = await api.make('events', { title: `Over ${word}`, start_date: inDays(-40), end_date: inDays(-39) })

const read = async (path: string, headers: Record<string, string> = {}, server = api) => {
  const response = await fetch(`${server.base}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const ldOf = (text: string): Json => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as Json

void test('17.1 every page exists in the default language and below each language root', async () => {
  for (const root of ['', ...LANGUAGES.map((each) => `/${each}`)])
    for (const path of [
      '',
      '/events',
      '/events?view=month',
      '/events?view=day',
      `/venues/${venue.slug}`,
      `/organizers/${organizer.slug}`,
      `/categories/${category.slug}`,
    ]) {
      const { status, headers, text } = await read(`${root}${path}` || '/')
      assert.equal(status, 200, `${root}${path}`)
      assert.equal(headers.get('content-language'), root.slice(1) || 'en')
      assert.match(text, new RegExp(`<html lang="${root.slice(1) || 'en'}"`))
      assert.match(text, /Lyon Agenda/)
    }
})

void test('17.1 neither Accept-Language nor cookies nor credentials change a page', async () => {
  const plain = await read('/events')
  for (const headers of [
    { 'accept-language': 'fr' },
    { cookie: 'session=x' },
    { authorization: `Bearer ${api.tokens.admin}` },
    { authorization: 'Bearer wrong' },
  ])
    assert.equal((await read('/events', headers as Record<string, string>)).text, plain.text, JSON.stringify(headers))
})

void test('17.1 a slug of another language is 308, an unknown one is a page with 404, and a removed date one with 410', async () => {
  const moved = await read(`/fr/events/${event.slug}`)
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, `/fr/events/${String(french['slug'])}`])
  assert.equal((await read(`/fr/events/${String(french['slug'])}`)).status, 200)
  for (const path of [
    '/events/nothing',
    '/venues/nothing',
    '/organizers/nothing',
    '/categories/nothing',
    '/ar/events/nothing',
    `/events/${series.slug}/2001-01-01`,
  ]) {
    const missing = await read(path)
    assert.deepEqual([missing.status, missing.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    assert.match(missing.text, /<meta name="robots" content="noindex">/)
  }
  const { events } = (await api.get(`/events?series=${series.id}`)).json as { events: { id: number; url: string; start_date: string }[] }
  const last = events.at(-1)
  assert.ok(last)
  assert.equal(last.url, `${api.base}/events/${series.slug}/${last.start_date.slice(0, 10)}`)
  assert.equal((await read(new URL(last.url).pathname)).status, 200)
  await api.remove(`/events/${last.id}`)
  assert.equal((await read(new URL(last.url).pathname)).status, 410)
})

void test('17.1 search, place, dates, categories and tags filter the list; values without meaning are no filters', async () => {
  const has = async (query: string): Promise<boolean> => (await read(`/events?${query}`)).text.includes(`/events/${event.slug}"`)
  for (const query of [
    `search=${word}`,
    `place=Hall+${word}`,
    `from=${inDays(2).slice(0, 10)}&to=${inDays(4).slice(0, 10)}`,
    `categories=${category.slug}`,
    `tags=${tag.slug}`,
    `venue=${venue.id}`,
    'from=2020-13-45&page=abc',
    `view=day&date=${inDays(3).slice(0, 10)}`,
    `view=month&date=${inDays(3).slice(0, 7)}`,
  ])
    assert.equal(await has(query), true, query)
  for (const query of [
    'search=nothinglikethis',
    'place=nowhereland',
    `from=${inDays(20).slice(0, 10)}`,
    'categories=nothing',
    `view=day&date=${inDays(9).slice(0, 10)}`,
  ])
    assert.equal(await has(query), false, query)
})

void test('17.1 a search marks its words in titles, or shows where the event has them', async () => {
  await api.make('events', { title: `<i>${word}x</i> & more`, start_date: inDays(4), end_date: inDays(4.1) })
  const { text } = await read(`/events?search=${word}`)
  assert.match(text, new RegExp(`>Concert <mark>${word}</mark></a>`, 'i'))
  assert.match(text, new RegExp(`>&#60;i&#62;<mark>${word}</mark>x&#60;/i&#62; &#38; more</a>`, 'i'))
  assert.doesNotMatch(text, /class="found"/)
  assert.match((await read('/events?search=brass')).text, /<p class="found">Strings and <mark>brass<\/mark>\.<\/p>/)
  assert.doesNotMatch((await read('/events')).text, /<mark>|class="found"/)
})
void test('17.1 a search without results links to the search that the list suggests, in the language of the page', async () => {
  const { text } = await read(`/events?search=cocnert&tags=${tag.slug}`)
  assert.match(text, new RegExp(`href="/events\\?search=Concert&#38;tags=${tag.slug}">Did you mean “Concert”\\?</a>`))
  assert.match((await read('/fr/events?search=cocnert')).text, />Vouliez-vous dire « Concert » \?<\/a>/)
})

void test('17.2 the page of an event has its facts, structured data, previews, alternates and calendar links', async () => {
  const { text } = await read(`/events/${event.slug}`)
  for (const part of [`<h1>Concert ${word}</h1>`, 'Strings and brass.', `Hall ${word}`, '1 Quay, Lyon', '€10', `Society ${word}`])
    assert.ok(text.includes(part), part)
  assert.match(text, new RegExp(`<link rel="canonical" href="${api.base}/events/${event.slug}">`))
  assert.match(text, new RegExp(`hreflang="fr" href="${api.base}/fr/events/${String(french['slug'])}"`))
  assert.doesNotMatch(text, /hreflang="sw" href="http/)
  for (const name of ['og:title', 'og:url', 'og:site_name', 'twitter:card']) assert.ok(text.includes(`"${name}"`), name)
  for (const link of [`/events/${event.id}.ics`, 'https://calendar.google.com/calendar/render?', 'https://outlook.live.com/calendar/'])
    assert.ok(text.includes(link), link)
  const ld = ldOf(text)
  assert.deepEqual([ld['@type'], ld['name'], ld['url']], ['Event', `Concert ${word}`, `${api.base}/events/${event.slug}`])
})

void test('17.2 status: a canceled event and a moved date are marked, with the reason', async () => {
  const canceled = await api.make('events', {
    title: `Off ${word}`,
    start_date: inDays(5),
    end_date: inDays(5),
    event_status: 'cancelled',
    event_status_reason: 'The singer is ill.',
  })
  const page = await read(`/events/${canceled.slug}`)
  assert.match(page.text, /This event is canceled\.<\/b> <span dir="auto">The singer is ill\./)
  assert.match((await read(`/events?search=Off+${word}`)).text, /<article class="item gone">/)
})

void test('17.3 the sitemap has every record in each of its languages, robots.txt names it, and old events are left out', async () => {
  const index = await read('/sitemap.xml')
  assert.equal(index.headers.get('content-type'), 'application/xml; charset=utf-8')
  const parts = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc.replaceAll('&#38;', '&'))
  assert.deepEqual(
    parts.map((each) => new URL(each).searchParams.get('kind')),
    ['events', 'venues', 'organizers', 'categories'],
  )
  const texts = await Promise.all(parts.map(async (each) => (await read(each.slice(api.base.length))).text))
  const all = texts.join('')
  for (const path of [
    `/events/${event.slug}`,
    `/fr/events/${String(french['slug'])}`,
    `/events/${series.slug}`,
    `/venues/${venue.slug}`,
    `/organizers/${organizer.slug}`,
    `/categories/${category.slug}`,
  ])
    assert.ok(all.includes(`<loc>${api.base}${path}</loc>`), path)
  assert.ok(!all.includes(past.slug) && !all.includes(`/fr/events/${event.slug}<`))
  assert.match(texts[0] ?? '', /<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/)
  assert.match(texts[0] ?? '', new RegExp(`hreflang="fr" href="${api.base}/fr/events/`))
  assert.match((await read('/robots.txt')).text, new RegExp(`Sitemap: ${api.base}/sitemap.xml`))
  assert.match((await read(`/events/${past.slug}`)).text, /<meta name="robots" content="noindex">/)
  assert.doesNotMatch((await read(`/events/${event.slug}`)).text, /noindex/)
  assert.equal((await read('/fr/sitemap.xml')).status, 404)
})

void test('17.3 pages of a list name their neighbors', async () => {
  const server = api
  for (let i = 0; i < 25; i += 1) await server.make('events', { title: `Many ${word} ${i}`, start_date: inDays(6), end_date: inDays(6) })
  const first = await read('/events')
  assert.match(first.text, /<link rel="next" href="\/events\?page=2">/)
  assert.match((await read('/events?page=2')).text, /<link rel="prev" href="\/events">/)
})

void test('17.4 a page is served from the cache with a strong ETag until something is written', async () => {
  const path = `/events/${event.slug}`
  const first = await read(path)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]+"$/)
  assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=0, s-maxage=\d+$/)
  assert.equal((await read(path, { 'if-none-match': etag })).status, 304)
  const keys = (first.headers.get('surrogate-key') ?? '').split(' ')
  for (const key of [`event-${event.id}`, `venue-${venue.id}`, `category-${category.id}`]) assert.ok(keys.includes(key), key)
  assert.ok(!keys.includes('events'), 'a write to another event does not purge the page of this one')
  assert.ok((await read('/events')).headers.get('surrogate-key')?.split(' ').includes('events'))
  await api.patch(`/events/${event.id}`, { cost: '€12' })
  const next = await read(path)
  assert.ok(next.text.includes('€12') && next.headers.get('etag') !== etag)
})

void test('17.1 pages must not be framed, and have no inline scripts or styles', async () => {
  for (const path of ['/events', `/events/${event.slug}`, '/events/nothing', '/subscribe']) {
    const { headers, text } = await read(path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, /<style|<[a-z][^>]* style=|<[a-z][^>]* on\w+=|<script(?! type="(?:module"|application\/ld\+json"))/)
  }
})

void test('17.1 pages that are off do not exist, url is then rest_url, and the documentation can be closed', async () => {
  const own = await off.make('events', { title: `Off ${word}`, start_date: inDays(3), end_date: inDays(3) })
  const place = await off.make('venues', { venue: `Place ${word}` })
  assert.equal(own['url'], own['rest_url'])
  assert.equal(place['url'], `${off.base}/venues/${place.slug}`)
  for (const path of ['/events', `/events/${own.slug}`, '/docs', '/docs/lists']) assert.equal((await read(path, {}, off)).status, 404, path)
  const page = await read(`/venues/${place.slug}`, {}, off)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /href="\/events"|href="\/docs"/)
})

void test('17.3 the doctor counts upcoming events without a place', async () => {
  const { findings } = (await off.get('/doctor', { as: 'admin' })).json as { findings: { check: string; state: string; found: string }[] }
  const { state, found } = findings.find(({ check }) => check === 'places') ?? {}
  assert.deepEqual([state, found], ['warning', '1 upcoming event has neither a venue nor an online URL'])
})
