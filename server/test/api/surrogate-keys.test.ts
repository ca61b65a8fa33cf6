// Names for caches outside: of every record that an answer shows, and of the kinds it hangs on; only of what anybody may read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, inDays, testServer, type Answer, type Json } from '../support/server.ts'

const server = await testServer({ SURROGATE_KEY_HEADERS: 'surrogate-key,cache-tag', SURROGATE_KEYS_MAX: '40' })
const silent = await testServer()

const namesOf = ({ headers }: Answer): string[] => (headers.get('surrogate-key') ?? '').split(' ').filter(Boolean)
const hasNone = ({ headers }: Answer): boolean => headers.get('surrogate-key') === null && headers.get('cache-tag') === null
const dates = { start_date: inDays(3), end_date: inDays(3) }

test('3.12 one record names itself and each record that it shows, in both spellings', async () => {
  const venue = await server.make('venues', { venue: 'Hall' })
  const organizer = await server.make('organizers', { organizer: 'Choir' })
  const above = await server.make('categories', { name: 'Arts' })
  const below = await server.make('categories', { name: 'Song', parent: above.id })
  const tag = await server.make('tags', { name: 'free' })
  const first = await server.make('events', { title: 'Series', ...dates })
  const { id } = await server.make('events', {
    title: 'Evening',
    ...dates,
    venue: venue.id,
    organizer: organizer.id,
    categories: [below.id],
    tags: [tag.id],
    post_parent: first.id,
  })
  const one = await server.get(`/events/${id}`)
  const expected = [
    `event-${id}`,
    `event-${first.id}`,
    `venue-${venue.id}`,
    `organizer-${organizer.id}`,
    `category-${below.id}`,
    `category-${above.id}`,
    `tag-${tag.id}`,
  ]
  assert.deepEqual(namesOf(one).sort(), expected.sort())
  assert.equal(one.headers.get('cache-tag'), namesOf(one).join(','))
  for (const path of [
    `/events/by-slug/${String(one.json['slug'])}`,
    `/events/${id}.ics`,
    `/events/${id}.jsonld`,
    `/events/${id}?_fields=title`,
  ])
    assert.deepEqual(namesOf(await server.get(path)).sort(), expected, path)
  assert.deepEqual(namesOf(await server.get(`/events/${id}`, { root: '/fr' })).sort(), expected)
  // A term shows how many events it has, so it hangs on them; a venue does not.
  assert.deepEqual(namesOf(await server.get(`/tags/${tag.id}`)), ['events', `tag-${tag.id}`])
  assert.deepEqual(namesOf(await server.get(`/venues/${venue.id}`)), [`venue-${venue.id}`])
})
test('3.12 a list has the keys of its kind, of the kinds that affect it, and of its records; a new record affects a list that has its key', async () => {
  const list = await server.get('/events')
  const records = list.json['events'] as Json[]
  const shown = records.flatMap((record) => [
    `event-${String(record['id'])}`,
    ...idsOf(record['venue']).map((id) => `venue-${id}`),
    ...idsOf(record['tags']).map((id) => `tag-${id}`),
  ])
  assert.ok(shown.length >= 4)
  for (const name of ['events', 'venues', 'organizers', 'categories', 'tags', 'media', ...shown])
    assert.ok(namesOf(list).includes(name), name)
  assert.equal(new Set(namesOf(list)).size, namesOf(list).length)
  for (const [plural, tied] of [
    ['venues', ['events', 'media']],
    ['organizers', ['events', 'media']],
    ['categories', ['events']],
    ['tags', ['events']],
  ] as const) {
    const answer = await server.get(`/${plural}`)
    const own = idsOf(answer.json[plural]).map((id) => `${plural === 'categories' ? 'category' : plural.slice(0, -1)}-${id}`)
    for (const name of [plural, ...tied, ...own]) assert.ok(namesOf(answer).includes(name), `${plural} ${name}`)
  }
  const empty = await server.get('/events?tags=nowhere')
  assert.deepEqual(idsOf(empty.json['events']), [])
  assert.ok(namesOf(empty).includes('events') && namesOf(empty).includes('tags'))
})
test('3.12 lists that depend on texts have the content key of events', async () => {
  const { id } = await server.make('events', { title: 'Quiet evening', ...dates })
  for (const [query, dependsOnTexts] of [
    ['', false],
    ['search=loud', true],
    ['missing_translation=fr', true],
    ['outdated_translation=fr', true],
    ['modified_after=2020-01-01', true],
    ['modified_before=2020-01-01', true],
    ['orderby=title', true],
    ['orderby=modified', true],
    ['orderby=id', false],
    ['orderby=date', false],
    ['from=2027-01-01&to=2028-01-01&featured=false', false],
    ['collapse=series', false],
  ] as const)
    assert.equal(namesOf(await server.get(`/events?per_page=5&${query}`)).includes('events-content'), dependsOnTexts, query)
  // No key of the event is in this list before the change.
  const path = '/events?search=loud'
  assert.ok(!namesOf(await server.get(path)).includes(`event-${id}`))
  await server.patch(`/events/${id}`, { title: 'Loud evening' })
  assert.deepEqual(idsOf((await server.get(path)).json['events']), [id])
})
test('3.12 feeds, which are written as they are read, name kinds', async () => {
  for (const ending of ['ics', 'rss', 'atom', 'json', 'csv', 'fullcalendar.json?start=2027-01-01&end=2027-02-01']) {
    const feed = await server.get(`/events.${ending}`)
    assert.equal(feed.status, 200, `${ending} ${feed.text}`)
    assert.deepEqual(namesOf(feed).sort(), ['categories', 'events', 'events-content', 'media', 'organizers', 'tags', 'venues'], ending)
  }
})
test('8.4 keys name only records that anonymous callers can see, and only in responses to anonymous callers', async () => {
  const hidden = await server.make('venues', { venue: 'Secret', status: 'draft' })
  const parent = await server.make('events', { title: 'Plan', ...dates, status: 'draft' })
  const open = await server.make('events', { title: 'Open', ...dates, venue: hidden.id, post_parent: parent.id })
  const locked = await server.make('events', { title: 'Locked', ...dates, password: 'sesame', tags: ['inner circle'] })
  const [tag] = idsOf(locked['tags'])
  assert.deepEqual(namesOf(await server.get(`/events/${open.id}`)), [`event-${open.id}`])
  const list = await server.get('/events?per_page=2&orderby=id&order=desc')
  assert.deepEqual(idsOf(list.json['events']), [locked.id, open.id])
  const named = namesOf(list)
  assert.ok(named.includes(`event-${locked.id}`))
  for (const [name, isShown] of [
    [`venue-${hidden.id}`, false],
    [`event-${parent.id}`, false],
    [`tag-${tag}`, list.text.includes('inner circle')],
  ] as const)
    assert.equal(named.includes(name), isShown, name)
  for (const answer of [
    await server.get('/events', { as: 'admin' }),
    await server.get(`/events/${open.id}`, { as: 'subscriber' }),
    await server.get(`/events/${locked.id}?password=sesame`),
    await server.get(`/events/${locked.id}`),
    await server.get('/events/999999'),
    await server.get('/events?page=zero'),
    await server.get('/me'),
    await server.get('/doc'),
    await server.patch(`/events/${open.id}`, { title: 'Opened' }),
  ])
    assert.ok(hasNone(answer), `${answer.status} ${answer.text.slice(0, 80)}`)
})
test('3.12 a response with too many records has the keys of their kinds', async () => {
  for (let i = 0; i < 3; i += 1)
    await server.make('events', { title: `Many ${i}`, ...dates, tags: Array.from({ length: 15 }, (_, n) => `word ${i} ${n}`) })
  const list = await server.get('/events?orderby=id&order=desc&per_page=3')
  assert.deepEqual(namesOf(list).sort(), ['categories', 'events', 'events-content', 'media', 'organizers', 'tags', 'venues'])
  const { id } = await server.make('events', { title: 'Most', ...dates, tags: Array.from({ length: 60 }, (_, n) => `word ${n}`) })
  assert.deepEqual(
    namesOf(await server.get(`/events/${id}`)).sort(),
    [`event-${id}`, 'categories', 'events', 'media', 'organizers', 'tags', 'venues'].sort(),
  )
  const few = namesOf(await server.get('/events?orderby=id&order=desc&per_page=1&page=2'))
  assert.ok(few.length > 15 && few.length <= 40, String(few.length))
})
test('3.12 an answer that is kept ready, and 304, name the same', async () => {
  const first = await server.get('/tags?per_page=3')
  const again = await server.get('/tags?per_page=3')
  assert.equal(again.headers.get('surrogate-key'), first.headers.get('surrogate-key'))
  const known = await server.get('/tags?per_page=3', { headers: { 'if-none-match': String(first.headers.get('etag')) } })
  assert.equal(known.status, 304)
  assert.equal(known.headers.get('cache-tag'), first.headers.get('cache-tag'))
})
test('3.12 keys are sent only if configured; the document lists the configured headers', async () => {
  const { id } = await silent.make('events', { title: 'Quiet', ...dates })
  for (const path of ['/events', `/events/${id}`, '/events.ics']) assert.ok(hasNone(await silent.get(path)), path)
  const listed = async (api: typeof server): Promise<string[]> => {
    const { paths, components } = (await api.get('/doc')).json as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, { headers?: Json }> }>>
      components: { headers: Json }
    }
    const named = (headers: Json = {}): string[] => Object.keys(headers).filter((name) => /Tag$|Key$/.test(name) && name !== 'ETag')
    return [
      ...named(components.headers),
      ...Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { responses }]) =>
          Object.entries(responses).flatMap(([status, { headers }]) =>
            named(headers).map((name) => `${method} ${path.replace('/calendar/events/v1', '')} ${status} ${name}`),
          ),
        ),
      ),
    ]
  }
  assert.deepEqual(await listed(silent), [])
  const told = await listed(server)
  assert.deepEqual(told.slice(0, 2), ['Cache-Tag', 'Surrogate-Key'])
  for (const path of ['/events', '/events/{id}', '/events/by-slug/{slug}', '/events.ics', '/venues', '/tags/{id}', '/media/{id}'])
    for (const status of [200, 304])
      for (const name of ['Cache-Tag', 'Surrogate-Key'])
        assert.ok(told.includes(`get ${path} ${status} ${name}`), `${path} ${status} ${name}`)
  assert.deepEqual(
    told.filter((each) => /^(?!get)\w+ |^get (\/media|\/me|\/doc|) \d|^get .* (4|5)\d\d /.test(each)),
    [],
  )
})
test('13.5.10 a date names its series, alone and in lists', async () => {
  const series = await server.make('events', { title: 'Weekly', ...dates, recurrence: 'FREQ=DAILY;COUNT=2' })
  const list = await server.get(`/events?series=${series.id}`)
  const [first, second] = idsOf(list.json['events'])
  const keys = [`event-${series.id}`, `event-${first}`, `event-${second}`]
  assert.deepEqual(
    namesOf(list).filter((key) => key.startsWith('event-')),
    [keys[1], keys[0], keys[2]],
  )
  assert.deepEqual(namesOf(await server.get(`/events/${first}`)).sort(), [keys[0], keys[1]].sort())
  assert.deepEqual(namesOf(await server.get(`/events/${first}.ics`)).sort(), [keys[0], keys[1]].sort())
})
