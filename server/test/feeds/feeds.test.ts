// Feeds: the list in other formats, with its filters, its visibility and its caching.
import assert from 'node:assert/strict'
import { get as open } from 'node:http'
import { test } from 'node:test'
import { inDays, NS, testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({ SITE_TIMEZONE: 'Europe/Paris', CALENDAR_NAME: 'Café; "Nord", ouvert' }, undefined, false)
const { get, make, patch, request } = server
const ENDINGS = ['ics', 'rss', 'atom', 'json', 'csv', 'fullcalendar.json']
const titled = (title: string, days: number, more: Json = {}): Promise<Json & { id: number }> =>
  make('events', { title, start_date: inDays(days), end_date: inDays(days + 0.1), ...more })
/** So many, a few at a time. */
async function many<T>(count: number, one: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < count; i += 5) made.push(...(await Promise.all([0, 1, 2, 3, 4].map((n) => one(i + n)))))
  return made
}
/** Lines that were folded, whole again. */
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

const word = unique()
const venue = await make('venues', { venue: `Hall of ${word}`, city: 'Lyon', geo_lat: 45.75, geo_lng: 4.85 })
const past = await titled(`${word} long ago`, -40)
const recent = await titled(`${word} just been`, -20)
const coming = await titled(`${word} coming`, 9, { venue: venue.id, description: '<p>All <b>welcome</b></p>' })
const far = await titled(`${word} in four years`, 4 * 366)
const secret = await titled(`${word} protected`, 10, { password: 'sesame', description: 'hidden inside', venue: venue.id })
await titled(`${word} draft`, 11, { status: 'draft' })

for (const ending of ENDINGS) {
  void test(`feeds: events.${ending} contains the events of the last 30 days and all future events, and no hidden ones`, async () => {
    const { status, text, headers } = await get(`/events.${ending}?search=${word}`)
    assert.equal(status, 200)
    for (const title of ['just been', 'coming', 'in four years', 'protected']) assert.ok(text.includes(`${word} ${title}`), title)
    for (const title of ['long ago', 'draft']) assert.ok(!text.includes(`${word} ${title}`), title)
    assert.ok(!text.includes('hidden inside'))
    assert.equal(text.split(`Hall of ${word}`).length - 1 > 0, true)
    assert.equal(headers.get('x-total'), '4')
    assert.equal(headers.get('cache-control'), 'public, max-age=0, s-maxage=60')
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`filename="events\\.${ending}"$`))
  })
  void test(`feeds: events.${ending} accepts the parameters of the list: dates, pages, unknown inputs, invalid inputs, status`, async () => {
    const old = await get(`/events.${ending}?search=${word}&ends_before=${inDays(-30)}&foo=1`.replaceAll(' ', '%20'))
    assert.ok(old.text.includes(`${word} long ago`) && !old.text.includes('just been'))
    assert.equal(old.headers.get('x-ignored-parameters'), 'foo')
    const page = await get(`/events.${ending}?search=${word}&per_page=1&page=2`)
    assert.ok(page.text.includes(`${word} coming`) && !page.text.includes('just been') && !page.text.includes('four years'))
    assert.equal((await get(`/events.${ending}?per_page=101&start_date=nonsense`)).status, 400)
    assert.equal((await get(`/events.${ending}?status=draft`)).status, 401)
    const own = await get(`/events.${ending}?status=draft&search=${word}`, { as: 'editor' })
    assert.ok(own.text.includes(`${word} draft`))
    assert.equal(own.headers.get('cache-control'), 'private, no-store')
    assert.equal((await get(`/events.${ending}?categories=no-such`)).headers.get('x-unmatched-values'), 'categories=no-such')
  })
  void test(`feeds: events.${ending} returns 304 until its content changes`, async () => {
    const path = `/events.${ending}?search=${word}`
    const etag = async (): Promise<string> => (await get(path)).headers.get('etag') ?? ''
    const first = await etag()
    assert.match(first, /^W\/"[\w-]+"$/)
    const again = await get(path, { headers: { 'if-none-match': first } })
    assert.deepEqual([again.status, again.text], [304, ''])
    await titled(`${word} another draft`, 12, { status: 'draft' })
    await patch(`/events/${past.id}`, { title: `${word} long ago ${unique()}` })
    assert.equal(await etag(), first, 'what is not shown in it changes nothing')
    await patch(`/events/${coming.id}`, { title: `${word} coming ${unique()}` })
    const second = await etag()
    assert.notEqual(second, first)
    await patch(`/venues/${venue.id}`, { city: unique() })
    assert.notEqual(await etag(), second, 'a venue that is shown in it was changed')
    assert.notEqual((await get(path, { as: 'editor' })).headers.get('etag'), await etag())
  })
  void test(`feeds: events.${ending} under a language root, with a slash, and for HEAD`, async () => {
    const french = await get(`/events.${ending}/?search=${word}`, { root: '/fr' })
    assert.equal(french.headers.get('content-language'), 'fr')
    if (ending !== 'csv') assert.match(french.text, new RegExp(`/fr(${NS})?/events`))
    const [whole, head] = [await get(`/events.${ending}?search=${word}`), await request('HEAD', `/events.${ending}?search=${word}`)]
    const plain = ({ headers }: { headers: Headers }): Json =>
      Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)))
    assert.deepEqual([head.status, head.text, plain(head)], [200, '', plain(whole)])
  })
}

void test('feeds: one event as iCalendar and JSON-LD, as it is read by its address', async () => {
  const { json, headers } = await get(`/events/${coming.id}`)
  assert.deepEqual(JSON.parse((await get(`/events/${coming.id}.jsonld`)).text), json['json_ld'])
  const ics = await get(`/events/${coming.id}.ics`)
  assert.equal(linesOf(ics.text).filter((each) => each === 'BEGIN:VEVENT').length, 1)
  assert.match(ics.headers.get('etag') ?? '', /^"\d+\.[\w-]+"$/)
  assert.equal((await get(`/events/${coming.id}.ics`, { headers: { 'if-none-match': ics.headers.get('etag') ?? '' } })).status, 304)
  for (const [ending, type] of [
    ['ics', 'text/calendar'],
    ['jsonld', 'application/ld+json'],
  ] as const) {
    assert.ok(headers.get('link')?.includes(`<${server.base}${NS}/events/${coming.id}.${ending}>; rel="alternate"; type="${type}"`))
    assert.equal((await get(`/events/${secret.id}.${ending}`)).status, 403)
    assert.equal((await get(`/events/${secret.id}.${ending}?password=wrong`)).status, 403)
    const opened = await get(`/events/${secret.id}.${ending}`, { headers: { 'x-event-password': 'sesame' } })
    assert.equal(opened.headers.get('cache-control'), 'private, no-store')
    assert.ok(opened.text.includes('hidden inside'))
    assert.ok(!opened.text.includes('sesame'))
    assert.equal((await get(`/events/${far.id + 9999}.${ending}`)).status, 404)
    assert.equal((await get(`/events/${'9'.repeat(30)}.${ending}`)).status, 404)
    assert.equal((await get(`/events/abc.${ending}`)).json['code'], 'rest_no_route')
    assert.equal((await request('POST', `/events/${coming.id}.${ending}`)).status, 405)
  }
})

void test('feeds: the list names its feeds in Link, after its pages, with its filters and without its page', async () => {
  const { headers } = await get(`/events?search=${word}&per_page=1&page=2&_fields=id&password=x`, { root: '/fr' })
  const link = headers.get('link') ?? ''
  assert.match(link, /rel="first".*rel="alternate"/)
  for (const [ending, type] of Object.entries({ ics: 'text/calendar', rss: 'application/rss+xml', json: 'application/feed+json' }))
    assert.ok(link.includes(`<${server.base}/fr${NS}/events.${ending}?search=${word}>; rel="alternate"; type="${type}"`), link)
  const long = await get(`/events?search=${word}&${Array.from({ length: 300 }, (_, i) => `x${i}=1`).join('&')}`)
  assert.ok(!long.headers.get('link')?.includes('alternate'), 'headers stay short')
  assert.ok(!(await get('/venues')).headers.get('link')?.includes('alternate'))
})

void test('feeds: no text can inject a line', async () => {
  const mark = unique()
  const evil = `${mark}\r\nBEGIN:VEVENT\nUID:evil\r\u2028X:1`
  const made = await titled(evil, 30, {
    description: `<p>${evil}</p>`,
    venue: { venue: evil, address: evil },
    organizer: [
      { organizer: `"${evil};X=1:`, email: 'a+b$c&d@example.org' },
      { organizer: evil, phone: evil },
    ],
    tags: [`${evil},;\\`],
  })
  const { text } = await get(`/events.ics?search=${mark}`)
  const lines = linesOf(text)
  assert.equal(lines.filter((each) => each === 'BEGIN:VEVENT').length, 1)
  assert.ok(!lines.some((each) => /^(UID:evil|X:1)/.test(each)), text)
  assert.ok(text.split('\r\n').every((each) => Buffer.byteLength(each) <= 75 && !/[\r\n]/.test(each)))
  assert.ok(text.replaceAll('\r\n ', '').includes(':mailto:a+b$c%26d@example.org\r\n'), 'RFC 6068')
  assert.ok(lines.includes('NAME:Café\\; "Nord"\\, ouvert'))
  assert.equal((await get(`/events/${made.id}.ics`)).headers.get('content-disposition'), `inline; filename="event-${made.id}.ics"`)
  const xml = await get(`/events.atom?search=${mark}`)
  assert.ok(!xml.text.includes('<p>'))
})

void test('feeds: a long feed is streamed completely, in order, with each event once; HEAD generates no body', async () => {
  const mark = unique()
  const made = await many(115, (i) => titled(`${mark} ${i}`, 100 + Math.floor(i / 40)))
  const ids = made.toSorted((a, b) => String(a['start_date']).localeCompare(String(b['start_date'])) || a.id - b.id).map(({ id }) => id)
  for (const [query, wanted] of [
    ['', ids],
    ['&orderby=title&order=desc', null],
    ['&orderby=id&order=desc', ids.toSorted((a, b) => b - a)],
    ['&orderby=modified', null],
    [`&include=${ids.slice(0, 60).join()}`, ids.slice(0, 60)],
    ['&per_page=100', ids.slice(0, 100)],
    ['&per_page=60&page=2', ids.slice(60)],
  ] as const) {
    const answer = await get(`/events.fullcalendar.json?search=${mark}${query}`)
    const got = (answer.json as unknown as { id: string }[]).map(({ id }) => Number(id))
    if (wanted) assert.deepEqual(got, wanted, query)
    else assert.deepEqual(got.toSorted(), ids.toSorted(), query)
    assert.equal(new Set(got).size, got.length)
    const list = await get(`/events?search=${mark}${query}${query.includes('page') ? '' : '&per_page=100'}&from=-30 days&_fields=id`)
    assert.deepEqual(
      got.slice(0, 100),
      (list.json['events'] as { id: number }[]).map(({ id }) => id),
      query,
    )
  }
  const whole = await get(`/events.ics?search=${mark}`)
  assert.equal(linesOf(whole.text).at(-2), 'END:VCALENDAR')
  assert.equal(whole.headers.get('content-length'), null)
  const head = await request('HEAD', `/events.ics?search=${mark}`)
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', null])
  assert.equal(head.headers.get('etag'), whole.headers.get('etag'))
})

void test('feeds: the server stops a feed when the client disconnects', async () => {
  const mark = unique()
  await many(60, (i) => titled(`${mark} ${i}`, 200, { description: 'x'.repeat(20_000) }))
  await new Promise<void>((resolve, reject) => {
    open(`${server.base}${NS}/events.ics?search=${mark}`, (answer) => {
      answer.once('data', () => {
        answer.destroy()
        resolve()
      })
    }).once('error', reject)
  })
  assert.equal((await get(`/events.ics?search=${mark}`)).status, 200)
})

void test('feeds: FullCalendar sends start, end and timeZone', async () => {
  const mark = unique()
  const at = { timezone: 'Asia/Kolkata', start_date: '2031-05-31 23:00', end_date: '2031-06-01 01:00' }
  const evening = await make('events', { title: mark, ...at })
  await make('events', { title: mark, all_day: true, start_date: '2031-06-30', end_date: '2031-07-01' })
  const sendRequest = async (query: string): Promise<Json[]> =>
    (await get(`/events.fullcalendar.json?search=${mark}&${query}`)).json as unknown as Json[]
  const june = await sendRequest('start=2031-06-01T00:00:00&end=2031-07-01T00:00:00&timeZone=Asia/Kolkata')
  assert.deepEqual(
    june.map(({ start, end, allDay }) => [start, end, allDay]),
    [
      ['2031-05-31T23:00:00+05:30', '2031-06-01T01:00:00+05:30', false],
      ['2031-06-30', '2031-07-02', true],
    ],
  )
  const utc = await sendRequest('start=2031-05-31T00:00:00Z&end=2031-06-01T00:00:00Z&timeZone=UTC')
  assert.deepEqual([utc[0]?.['id'], utc[0]?.['start'], utc.length], [String(evening.id), '2031-05-31T17:30:00Z', 1])
  assert.equal((await sendRequest('start=2031-06-02T00:00:00%2B02:00&end=2031-06-03T00:00:00%2B02:00&timeZone=local')).length, 0)
  const bad = await get('/events.fullcalendar.json?start=never&timeZone=Mars/Olympus')
  assert.deepEqual(Object.keys((bad.json['data'] as { params: Json }).params).sort(), ['start', 'timeZone'])
  void recent
})
