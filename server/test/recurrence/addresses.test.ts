// Contract 13.4: addresses of series and their dates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, NS, testServer, unique, type Answer, type Json } from '../support/server.ts'

let now = Temporal.Instant.from('2027-01-01T12:00:00Z')
const server = await testServer({ EVENT_URL: 'https://example.org/{language}/{slug}/{date}' }, { now: () => now })
const weekly = (more: Json = {}): Json => ({
  title: unique(),
  start_date: '2027-02-02 18:00:00',
  end_date: '2027-02-02 20:00:00',
  timezone: 'Europe/Berlin',
  recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
  ...more,
})
const is = (answer: Answer, status: number): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const datesOf = async (id: number): Promise<(Json & { id: number })[]> =>
  is(await server.get(`/events?series=${id}&start_date=2020-01-01&end_date=2040-01-01&per_page=100`), 200)['events'] as (Json & {
    id: number
  })[]

void test('13.4.3 {date} in the URL of a page is the day of the original start, of other events the day of the start', async () => {
  const series = await server.make('events', weekly())
  const page = (day: string): string => `https://example.org/en/${series.slug}/${day}`
  assert.equal(series['url'], page('2027-02-02'))
  const second = (await datesOf(series.id))[1]
  assert.equal(second?.['url'], page('2027-02-04'))
  const moved = is(await server.patch(`/events/${second?.id}`, { start_date: '2027-02-06 18:00', end_date: '2027-02-06 20:00' }), 200)
  assert.deepEqual([moved['start_date'], moved['url']], ['2027-02-06 18:00:00', page('2027-02-04')])
  for (const { id } of await datesOf(series.id)) {
    const { json_ld: ld } = is(await server.get(`/events/${id}`), 200)
    assert.equal(((ld as Json)['superEvent'] as Json)['url'], series['url'])
  }
  const single = await server.make('events', weekly({ recurrence: null, timezone: 'Pacific/Auckland', start_date: '2027-02-01 08:00' }))
  assert.equal(single['url'], `https://example.org/en/${single.slug}/2027-02-01`)
})

const at = (slug: string, date: string): string => `/events/by-slug/${encodeURIComponent(slug)}/${date}`
/** Creates a series, and returns it with its dates. */
const makeSeries = async (more: Json = {}) => {
  const series = await server.make('events', weekly(more))
  return { ...series, dates: await datesOf(series.id) }
}
const idAt = async (slug: string, date: string): Promise<unknown> => is(await server.get(at(slug, date)), 200)['id']

void test('13.4.2 a date is found by the slug of its series and the day of its original start', async () => {
  const { id, slug, dates } = await makeSeries()
  assert.equal(is(await server.get(`/events/by-slug/${slug}`), 200)['id'], id)
  for (const date of dates) {
    const [day, time] = String(date['start_date']).split(' ')
    assert.deepEqual(is(await server.get(at(slug, String(day))), 200), is(await server.get(`/events/${date.id}`), 200))
    assert.equal(await idAt(slug, `${day}T${String(time).slice(0, 5).replace(':', '')}`), date.id)
  }
  for (const date of ['2027-02-03', '2027-02-02T1801', '2027-02-30', '2027-13-01', '2027-02-02T2460', '0000-01-01', '9999-12-31']) {
    const answer = await server.get(at(slug, date))
    assert.deepEqual([answer.status, answer.json['code']], [404, 'rest-event-not-found'], date)
  }
  for (const date of ['tomorrow', '2027-2-2', '20270202', '2027-02-02T18:00', '2027-02-02T18', id])
    assert.equal((await server.get(`/${NS}${at(slug, String(date))}`)).json['code'], 'rest_no_route')
  assert.equal((await server.get(at(unique(), '2027-02-02'))).json['code'], 'rest-event-not-found')
})

void test('13.4.2 the original start comes before the present start, and a single event is found under its start', async () => {
  const { slug, dates } = await makeSeries()
  const [first, second, third] = dates
  is(await server.patch(`/events/${second?.id}`, { start_date: '2027-02-09 10:00', end_date: '2027-02-09 12:00' }), 200)
  is(await server.patch(`/events/${first?.id}`, { start_date: '2027-02-06 10:00', end_date: '2027-02-06 12:00' }), 200)
  assert.deepEqual(
    [
      await idAt(slug, '2027-02-04'),
      await idAt(slug, '2027-02-09'),
      await idAt(slug, '2027-02-09T1800'),
      await idAt(slug, '2027-02-09T1000'),
      await idAt(slug, '2027-02-06'),
    ],
    [second?.id, third?.id, third?.id, second?.id, first?.id],
  )
  const single = await server.make('events', weekly({ recurrence: null }))
  assert.deepEqual([await idAt(single.slug, '2027-02-02'), await idAt(single.slug, '2027-02-02T1800')], [single.id, single.id])
  assert.equal((await server.get(at(single.slug, '2027-02-03'))).status, 404)
})

void test('13.4.2 of several dates on a day, the day alone is the first by start', async () => {
  const { slug, dates } = await makeSeries({
    recurrence: {
      rules: [
        { rrule: 'FREQ=DAILY;COUNT=2' },
        { rrule: 'FREQ=DAILY;COUNT=2', start_time: '10:00', end_time: '11:00' },
        { rrule: 'FREQ=DAILY;COUNT=2', start_time: '21:00', end_time: '22:00' },
      ],
    },
  })
  const second = dates.filter((date) => String(date['start_date']).startsWith('2027-02-03'))
  assert.deepEqual(
    [
      await idAt(slug, '2027-02-03'),
      await idAt(slug, '2027-02-03T1000'),
      await idAt(slug, '2027-02-03T1800'),
      await idAt(slug, '2027-02-03T2100'),
    ],
    [second[0]?.id, ...second.map(({ id }) => id)],
  )
})

void test('13.4.2 a date that a split moved is redirected to the slug of its series, with the query', async () => {
  const { id, slug, dates } = await makeSeries()
  const fourth = dates[3]
  const french = unique()
  const split = is(await server.patch(`/events/${fourth?.id}?scope=following`, { website: 'https://example.org/' }), 200)
  is(await server.patch(`/events/${String(split['id'])}?i18n_language=fr`, { title: french, slug: french }), 200)
  assert.equal(await idAt(slug, '2027-02-09'), dates[2]?.id)
  const base = `${server.base}/calendar/events/v1`
  for (const date of ['2027-02-11', '2027-02-11T1800']) {
    const moved = await server.get(`${at(slug, date)}?_fields=id,title&password=a%20b`)
    assert.deepEqual(
      [moved.status, moved.headers.get('location'), moved.headers.get('cache-control'), moved.json],
      [
        308,
        `${base}/events/by-slug/${String(split['slug'])}/${date}?_fields=id%2Ctitle&password=a+b`,
        'private, no-store',
        { id: fourth?.id, rest_url: `${base}/events/${fourth?.id}` },
      ],
    )
  }
  assert.equal((await server.request('HEAD', at(slug, '2027-02-11'))).status, 308)
  const inFrench = await server.get(at(slug, '2027-02-11'), { root: '/fr' })
  assert.equal(inFrench.headers.get('location'), `${server.base}/fr/calendar/events/v1/events/by-slug/${french}/2027-02-11`)
  assert.equal(await idAt(french, '2027-02-11'), fourth?.id)
  // A second split is followed from the first series.
  const again = is(await server.patch(`/events/${dates[5]?.id}?scope=following`, { website: 'https://example.org/b' }), 200)
  assert.match(
    (await server.get(at(slug, '2027-02-18'))).headers.get('location') ?? '',
    new RegExp(`/${String(again['slug'])}/2027-02-18$`),
  )
  // Dates are found through a series in the trash, but not through one that the caller may not see.
  is(await server.remove(`/events/${id}`), 200)
  assert.deepEqual(
    [(await server.get(at(slug, '2027-02-11'))).status, (await server.get(at(slug, '2027-02-09'))).json['code']],
    [308, 'event-is-in-trash'],
  )
  is(await server.patch(`/events/${id}`, { status: 'draft' }), 200)
  assert.equal((await server.get(at(slug, '2027-02-11'))).status, 404)
  assert.equal((await server.get(at(slug, '2027-02-11'), { as: 'editor' })).status, 308)
})

void test('13.4.2 removed and hidden dates are 410 and 404, as by their ids', async () => {
  const { slug, dates } = await makeSeries()
  is(await server.remove(`/events/${dates[1]?.id}`), 200)
  const gone = await server.get(at(slug, '2027-02-04'))
  assert.deepEqual([gone.status, gone.json['code']], [410, 'event-occurrence-removed'])
  is(await server.patch(`/events/${dates[2]?.id}`, { status: 'draft' }), 200)
  assert.equal((await server.get(at(slug, '2027-02-09'))).status, 404)
  assert.equal(is(await server.get(at(slug, '2027-02-09'), { as: 'editor' }), 200)['id'], dates[2]?.id)
  // A date that moves to the day of a hidden one is found, because the hidden one does not exist for the caller.
  is(await server.patch(`/events/${dates[3]?.id}`, { start_date: '2027-02-09 08:00', end_date: '2027-02-09 09:00' }), 200)
  assert.equal(await idAt(slug, '2027-02-09'), dates[3]?.id)
  const draft = await server.make('events', weekly({ status: 'draft' }))
  assert.equal((await server.get(at(draft.slug, '2027-02-02'))).status, 404)
})

void test('13.4.2 passwords, languages, ETag, HEAD and methods are those of by-slug', async () => {
  const { slug, id } = await makeSeries({ password: 'sesame', description: 'Inside' })
  const french = unique()
  is(await server.patch(`/events/${id}?i18n_language=fr`, { title: french, slug: french }), 200)
  const path = at(slug, '2027-02-02')
  assert.equal((await server.get(path)).json['code'], 'event-password-protected')
  assert.equal(is(await server.get(`${path}?password=sesame`), 200)['description'], 'Inside')
  assert.equal(is(await server.get(path, { headers: { 'x-event-password': 'sesame' } }), 200)['description'], 'Inside')
  assert.deepEqual(
    [is(await server.get(`${at(french, '2027-02-02')}?i18n_language=fr&password=sesame`), 200)['title'], french],
    [french, french],
  )
  is(await server.patch(`/events/${id}`, { password: null }), 200)
  const read = await server.get(path)
  const etag = read.headers.get('etag') ?? ''
  assert.equal((await server.get(path, { headers: { 'if-none-match': etag } })).status, 304)
  const head = await server.request('HEAD', path)
  assert.deepEqual([head.status, head.headers.get('etag'), head.text], [200, etag, ''])
  is(await server.patch(`/events/${id}`, { title: unique() }), 200)
  assert.equal((await server.get(path, { headers: { 'if-none-match': etag } })).status, 200)
  assert.deepEqual(Object.keys(is(await server.get(`${path}?_fields=id,title`), 200)), ['id', 'title'])
  const refused = await server.patch(path, { title: 'x' })
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

void test('13.5.2 a reset drops the changes of an exception, all or some, and keeps its id', async () => {
  const { id, dates } = await makeSeries({ description: 'Series' })
  const date = dates[1]?.id
  const venue = (await server.make('venues', { venue: unique() })).id
  const change = { title: 'Special', description: 'Own', venue, start_date: '2027-02-05 10:00', end_date: '2027-02-05 12:00' }
  is(await server.patch(`/events/${date}`, change), 200)
  is(await server.patch(`/events/${date}?i18n_language=fr`, { title: 'Spécial' }), 200)
  const some = is(await server.post(`/events/${date}/reset?fields=title.fr,venue`, {}), 200)
  assert.deepEqual(
    [some['id'], some['type'], some['overrides'], some['venue']],
    [date, 'exception', ['description.en', 'end_date', 'start_date', 'title.en'], []],
  )
  assert.equal((some['effect'] as Json)['scope'], 'this')
  // In the body, and for all languages of a text.
  const texts = is(await server.post(`/events/${date}/reset`, { fields: ['title'] }), 200)
  assert.deepEqual(texts['overrides'], ['description.en', 'end_date', 'start_date'])
  const shown = await server.get(`/events/${date}`)
  const dry = is(await server.post(`/events/${date}/reset?dry_run=true`, undefined), 200)
  assert.deepEqual(
    [(dry['record'] as Json)['type'], (dry['occurrences'] as Json)['moved'], is(await server.get(`/events/${date}`), 200)],
    ['occurrence', 1, shown.json],
  )
  const headers = { 'if-match': shown.headers.get('etag') ?? '' }
  const whole = await server.post(`/events/${date}/reset`, undefined, { headers })
  assert.deepEqual(
    [is(whole, 200)['type'], whole.json['overrides'], whole.json['start_date'], whole.json['description'], whole.json['series']],
    ['occurrence', [], '2027-02-04 18:00:00', 'Series', id],
  )
  assert.deepEqual((whole.json['effect'] as Json)['sample'], [{ id: date, from: '2027-02-05 10:00:00', to: '2027-02-04 18:00:00' }])
  assert.equal((await server.post(`/events/${date}/reset`, undefined, { headers })).status, 412)
  assert.ok(Number(whole.headers.get('x-record-version')) > Number.parseInt(/\d+/.exec(headers['if-match'])?.[0] ?? ''))
})

void test('13.5.2 a reset changes nothing without changes of the date, and is 400 for other events and fields', async () => {
  const { id, dates } = await makeSeries()
  const date = dates[1]?.id
  const before = await server.get(`/events/${date}`)
  const answer = await server.post(`/events/${date}/reset`, undefined)
  assert.deepEqual([is(answer, 200)['type'], (answer.json['effect'] as Json)['exceptions_changed']], ['occurrence', []])
  assert.equal((await server.get(`/events/${date}`)).headers.get('etag'), before.headers.get('etag'))
  is(await server.patch(`/events/${date}`, { title: 'Special' }), 200)
  assert.deepEqual(is(await server.post(`/events/${date}/reset?fields=venue,description.fr`, undefined), 200)['overrides'], ['title.en'])
  for (const fields of ['slug', 'overrides', 'titel', 'venue.en', 'type'])
    assert.deepEqual(badInputs(await server.post(`/events/${date}/reset?fields=title,${fields}`, undefined)), ['fields'])
  assert.deepEqual(badInputs(await server.post(`/events/${date}/reset?scope=all`, undefined)), ['scope'])
  const single = await server.make('events', weekly({ recurrence: null }))
  for (const other of [id, single.id]) assert.deepEqual(badInputs(await server.post(`/events/${other}/reset`, undefined)), ['id'])
  for (const [as, status] of [
    ['contributor', 403],
    ['other', 403],
    ['subscriber', 403],
    ['editor', 200],
  ] as const)
    assert.equal((await server.post(`/events/${date}/reset`, undefined, { as })).status, status, as)
  assert.equal((await server.request('POST', `/events/${date}/reset`)).status, 401)
  is(await server.remove(`/events/${date}`), 200)
  assert.equal((await server.post(`/events/${date}/reset`, undefined)).status, 410)
})

void test('13.2.6 exclusions that match no date are named in the response to a write', async () => {
  const rule = { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' }
  const exclude = ['2027-02-09', '2027-02-10', '2027-02-11 17:00:00', '2027-02-11 18:00:00']
  const named = 'exclude=2027-02-10, exclude=2027-02-11%2017%3A00%3A00'
  const created = await server.post('/events', weekly({ recurrence: { rules: [rule], exclude } }))
  const { id } = is(created, 201) as { id: number }
  assert.equal(created.headers.get('x-unmatched-values'), named)
  const header = async (path: string, body: Json): Promise<string | null> => {
    const answer = await server.patch(path, body)
    is(answer, 200)
    return answer.headers.get('x-unmatched-values')
  }
  assert.deepEqual(
    [await header(`/events/${id}`, { title: unique() }), await header(`/events/${id}?dry_run=true`, { title: 'x' })],
    [named, named],
  )
  const [first, second] = await datesOf(id)
  assert.equal(await header(`/events/${first?.id}`, { title: unique() }), null)
  // The exclusion of a deleted date matches the date.
  is(await server.remove(`/events/${second?.id}`), 200)
  assert.equal(await header(`/events/${id}`, { title: unique() }), named)
  // A date after the horizon may still match.
  const endless = weekly({ recurrence: { rules: [{ rrule: 'FREQ=WEEKLY;BYDAY=TU,TH' }], exclude: ['2035-02-05', '2027-02-03'] } })
  assert.equal((await server.post('/events', endless)).headers.get('x-unmatched-values'), 'exclude=2027-02-03')
})

void test('13.2.6 a write that changes the recurrence drops unmatched exclusions 30 days after their day', async () => {
  const rule = { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=12' }
  const exclude = ['2027-02-09', '2027-02-10', '2027-02-11 18:00:00', '2027-03-10']
  const { id } = await server.make('events', weekly({ recurrence: { rules: [rule], exclude } }))
  const stored = async (): Promise<Json> => is(await server.get(`/events/${id}`), 200)['recurrence'] as Json
  const patch = async (body: Json): Promise<unknown> =>
    (is(await server.patch(`/events/${id}`, body), 200)['recurrence'] as Json)['exclude']
  const start = now
  try {
    now = Temporal.Instant.from('2027-03-12T12:00:00Z')
    assert.deepEqual(await patch({ recurrence: { ...(await stored()), exclude: [...exclude, '2027-03-09'] } }), [
      ...exclude.slice(0, 3),
      '2027-03-09',
      '2027-03-10',
    ])
    now = Temporal.Instant.from('2027-03-13T12:00:00Z')
    // Neither another field nor the recurrence as it was shown changes the exclusions.
    const version = (await server.patch(`/events/${id}`, { title: unique() })).headers.get('x-record-version')
    const same = await server.patch(`/events/${id}`, { recurrence: await stored() })
    assert.deepEqual(
      [same.headers.get('x-record-version'), (same.json['recurrence'] as Json)['exclude']],
      [version, [...exclude.slice(0, 3), '2027-03-09', '2027-03-10']],
    )
    assert.deepEqual(await patch({ recurrence: { ...(await stored()), exclude: [...exclude, '2027-02-06'] } }), [
      '2027-02-06',
      '2027-02-09',
      '2027-02-11 18:00:00',
      '2027-03-10',
    ])
    // New exclusions stay once. A new time of the series counts too.
    assert.deepEqual(await patch({ start_date: '2027-02-02 17:00', end_date: '2027-02-02 19:00' }), [
      '2027-02-09',
      '2027-02-11 17:00:00',
      '2027-03-10',
    ])
  } finally {
    now = start
  }
})
