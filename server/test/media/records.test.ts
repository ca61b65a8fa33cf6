// `image` of events, venues and organizers: by number, by address, sent back, cleared; what is fetched, when, and for whom (contract 3.4, 7.6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { freePort } from '../support/process.ts'
import { badInputs, testServer, type Caller, type Json } from '../support/server.ts'
import { form, fresh, pictureServer } from './pictures.ts'

const [port, closed] = [await freePort(), await freePort()]
const server = await testServer({ EGRESS_ALLOW: `127.0.0.1:${port}`, MEDIA_LIMIT_BYTES: '300000' })
const remote = await pictureServer(port)
const inner = await pictureServer(closed)
const { request, get, post, patch, make } = server

type Image = Json & { id: number; url: string; alt: string | null; sizes: Record<string, { url: string }> }
const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
const BODIES: Readonly<Record<string, Json>> = {
  events: { title: 'Night', ...DATES },
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Club' },
}
async function image(fields: Record<string, string> = {}, as: Caller = 'author'): Promise<Image> {
  const { status, json, text } = await request('POST', '/media', { as, upload: form(await fresh(), fields) })
  assert.equal(status, 201, text)
  return json as Image
}
/** From now on this is what the other server answers with. */
const serve = (bytes: Buffer, headers: Record<string, string> = {}): void => {
  remote.answer = (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg', ...headers }).end(bytes)
}
let n = 0
const address = (name = `${(n += 1)}.jpg`): string => `${remote.base}/${name}`
const imageOf = (record: Json): Image => record['image'] as Image

for (const [plural, body] of Object.entries(BODIES)) {
  void test(`3.4 7.6 ${plural}: an image by number is shown in lists, single reads and write answers alike, and cleared`, async () => {
    const own = await image({ alt: 'A door' })
    const made = await make(plural, { ...body, image: own.id })
    const shown = imageOf(made)
    assert.deepEqual([shown.id, shown.url, shown.alt], [own.id, own.url, 'A door'])
    assert.deepEqual(shown.sizes, own.sizes)
    const query = plural === 'events' ? '?starts_after=2030-01-01&per_page=100' : '?per_page=100'
    const listed = ((await get(`/${plural}${query}`)).json[plural] as Json[]).find(({ id }) => id === made.id)
    assert.deepEqual([listed?.['image'], (await get(`/${plural}/${made.id}`)).json['image']], [shown, shown])
    for (const empty of [null, '']) {
      await patch(`/${plural}/${made.id}`, { image: own.id })
      assert.equal((await patch(`/${plural}/${made.id}`, { image: empty })).json['image'], null)
    }
  })
  void test(`2.9 ${plural}: a record that is sent back as a whole, by URL or by ID stays unchanged`, async () => {
    const own = await image()
    const made = await make(plural, { ...body, image: own.id })
    const shown = (await get(`/${plural}/${made.id}`, { as: 'admin' })).json
    const asked = remote.asked.length
    for (const sent of [
      shown,
      { image: imageOf(shown) },
      { image: imageOf(shown).url },
      { image: imageOf(shown).sizes['medium']?.url },
      { image: String(own.id) },
      { image: { id: own.id } },
    ]) {
      const back = await request('PUT', `/${plural}/${made.id}`, { as: 'admin', body: sent, headers: { prefer: 'handling=strict' } })
      assert.deepEqual([back.status, back.headers.get('x-record-version')], [200, '1'], back.text)
    }
    assert.equal(remote.asked.length, asked)
  })
  void test(`7.6 ${plural}: an image by address is fetched and stored; the same bytes are one image`, async () => {
    serve(await fresh())
    const [one, two] = [
      await make(plural, { ...body, image: address('Blue%20door.jpg') }),
      await make(plural, { ...body, image: address() }),
    ]
    assert.equal(imageOf(one).id, imageOf(two).id)
    assert.equal((await get(`/media/${imageOf(one).id}`)).json['title'], 'Blue door')
    assert.equal((await fetch(imageOf(one).url)).status, 200)
  })
}

void test('3.4 a nested venue and organizer show their images, in the requested language', async () => {
  const own = await image({ alt: 'A hall' })
  await patch(`/media/${own.id}?i18n_language=fr`, { alt: 'Une salle' })
  const event = await make('events', {
    ...BODIES['events'],
    venue: { venue: 'V', image: own.id },
    organizer: { organizer: 'O', image: own.url },
    image: own.id,
  })
  const alts = (record: Json): unknown[] =>
    [record, ...(record['venue'] as Json[]), ...(record['organizer'] as Json[])].map((each) => imageOf(each).alt)
  assert.deepEqual(alts(event), ['A hall', 'A hall', 'A hall'])
  assert.deepEqual(alts((await get(`/events/${event.id}`, { root: '/fr' })).json), ['Une salle', 'Une salle', 'Une salle'])
  assert.deepEqual(alts((await get(`/events/${event.id}`, { root: '/sw' })).json), ['A hall', 'A hall', 'A hall'])
  // The cached venue depends on its image too.
  assert.deepEqual(alts((await get(`/events/${event.id}`)).json), ['A hall', 'A hall', 'A hall'])
  await patch(`/media/${own.id}`, { alt: 'A large hall' })
  assert.deepEqual(alts((await get(`/events/${event.id}`, { as: 'subscriber' })).json), ['A large hall', 'A large hall', 'A large hall'])
  const ld = (await get(`/events/${event.id}`)).json['json_ld'] as { image: string; location: Json[]; organizer: Json[] }
  assert.deepEqual([ld.image, ld.location[0]?.['image'], ld.organizer[0]?.['image']], [own.url, own.url, own.url])
})
void test('12.7 focal point and decoration are set by uploads and updates, and shown wherever the image is', async () => {
  const own = await image({ 'focal_point[x]': '0.25', 'focal_point[y]': '1', decorative: 'yes', alt: 'A hall' })
  const valuesOf = (each: Json): unknown[] => [each['focal_point'], each['decorative'], each['alt']]
  const sent = [{ x: 0.25, y: 1 }, true, 'A hall']
  assert.deepEqual(valuesOf(own), sent)
  const event = await make('events', { ...BODIES['events'], venue: { venue: 'Cropped', image: own.id }, image: own.id })
  const shown = (record: Json): unknown[] => [record, ...(record['venue'] as Json[])].map((each) => valuesOf(imageOf(each)))
  assert.deepEqual(shown(event), [sent, sent])
  const path = `/media/${own.id}`
  const moved = await patch(`${path}?i18n_language=fr`, { focal_point: { y: 0, x: 0.5 }, decorative: false })
  assert.deepEqual(valuesOf(moved.json), [{ x: 0.5, y: 0 }, false, 'A hall'])
  const now = [{ x: 0.5, y: 0 }, false, 'A hall']
  assert.deepEqual(shown((await get(`/events/${event.id}`)).json), [now, now])
  const back = await request('PUT', path, { as: 'admin', body: (await get(path, { as: 'admin' })).json })
  assert.deepEqual([back.status, back.headers.get('x-record-version')], [200, '2'], back.text)
  const { changes } = ((await get(`${path}/history`, { as: 'admin' })).json['history'] as { changes: Json[] }[])[0] ?? { changes: [] }
  assert.deepEqual(
    changes.map(({ field, before, after }) => [field, before, after]),
    [
      ['decorative', true, false],
      ['focal_point', { x: 0.25, y: 1 }, { x: 0.5, y: 0 }],
    ],
  )
  assert.deepEqual(valuesOf((await patch(path, { focal_point: null, decorative: null })).json), [null, false, 'A hall'])
})
void test('12.7 a focal point is an object of two numbers from 0 to 1, and nothing else', async () => {
  const own = await image()
  assert.deepEqual([own['focal_point'], own['decorative']], [null, false])
  for (const bad of [
    { x: 0.5 },
    { x: 0.5, y: 1.01 },
    { x: -0.1, y: 0 },
    { x: 0, y: 0, z: 0 },
    { x: 'a', y: 0 },
    { x: null, y: 0 },
    [0, 1],
    'x',
    1,
  ]) {
    const refused = await patch(`/media/${own.id}`, { focal_point: bad, decorative: 'perhaps' })
    assert.deepEqual([refused.status, badInputs(refused)], [400, ['focal_point', 'decorative']], JSON.stringify(bad))
  }
})
void test('12.7 an image that is imported by URL has the defaults', async () => {
  serve(await fresh())
  const shown = imageOf(await make('venues', { venue: 'Hall', image: address() }))
  assert.deepEqual([shown['focal_point'], shown['decorative']], [null, false])
})
void test('8.5 a protected event does not show its image', async () => {
  const own = await image()
  const event = await make('events', { ...BODIES['events'], image: own.id, password: 'word' })
  const listed = ((await get('/events?starts_after=2030-01-01&per_page=100')).json['events'] as Json[]).find(({ id }) => id === event.id)
  assert.equal(listed?.['image'], null)
  assert.equal(imageOf((await get(`/events/${event.id}?password=word`)).json).id, own.id)
})
void test('7.6 image errors are reported by field, together with all others', async () => {
  serve(Buffer.from('<html>not a picture</html>'))
  for (const bad of [
    999_999,
    '999999',
    'nope',
    'ftp://example.org/a.png',
    'file:///etc/passwd',
    { url: 'x' },
    [1],
    true,
    0,
    -1,
    `${server.base}/media/${'a'.repeat(64)}/full.jpg`,
    address(),
    `${inner.base}/x.png`,
  ])
    assert.deepEqual(
      badInputs(await post('/venues', { venue: 'V', website: 'x', image: bad })).sort(),
      ['image', 'website'],
      JSON.stringify(bad),
    )
  const inside = await post('/events', {
    ...BODIES['events'],
    venue: [
      { venue: 'A', image: 'nope' },
      { venue: 'B', image: address() },
    ],
  })
  assert.deepEqual(badInputs(inside).sort(), ['venue.0.image', 'venue.1.image'])
  assert.equal(inner.asked.length, 0, 'an address inside the net is not called')
})
void test('7.6 responses that are not pictures, and missing responses, are 400 and leave no files', async () => {
  const bytes = await fresh()
  const answers: readonly ((...args: Parameters<typeof remote.answer>) => void)[] = [
    (_, response) => response.writeHead(404).end(bytes),
    (_, response) => response.writeHead(500).end(),
    (_, response) => response.writeHead(304).end(),
    (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(400_000)),
    (_, response) => response.writeHead(200, { 'content-length': String(bytes.length + 10) }).end(bytes),
    (_, response) => response.writeHead(302, { location: `${inner.base}/x.png` }).end(),
    (request) => request.socket.destroy(),
    (_, response) => response.writeHead(200).end(bytes.subarray(0, 100)),
    (_, response) => response.writeHead(200).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]
  const before = (await get('/media', { as: 'editor' })).json['total']
  for (const answer of answers) {
    remote.answer = answer
    assert.deepEqual(badInputs(await post('/venues', { venue: 'V', image: address() })), ['image'], answer.toString())
  }
  assert.equal((await get('/media', { as: 'editor' })).json['total'], before)
  assert.equal(inner.asked.length, 0)
})
void test('7.6 a URL is fetched on each write with a conditional request', async () => {
  const [one, two] = [await fresh(), await fresh()]
  serve(one, { etag: '"first"', 'last-modified': 'Sun, 15 Nov 2026 09:00:00 GMT' })
  const same = address()
  const venue = await make('venues', { venue: 'V', image: same })
  remote.answer = ({ headers }, response) => response.writeHead(headers['if-none-match'] === '"first"' ? 304 : 500).end()
  const again = await patch(`/venues/${venue.id}`, { image: same })
  const last = remote.asked.at(-1)
  assert.deepEqual([last?.headers['if-none-match'], last?.headers['if-modified-since']], ['"first"', 'Sun, 15 Nov 2026 09:00:00 GMT'])
  assert.deepEqual([again.status, imageOf(again.json).id, again.headers.get('x-record-version')], [200, imageOf(venue).id, '1'])
  serve(two, { etag: '"second"' })
  const other = await patch(`/venues/${venue.id}`, { image: same })
  assert.notEqual(imageOf(other.json).id, imageOf(venue).id)
  assert.equal(other.headers.get('x-record-version'), '2')
})
void test('8.2 contributors link stored images and cannot upload; the server fetches nothing for a record that the caller may not change', async () => {
  serve(await fresh())
  const own = await image()
  const asked = remote.asked.length
  assert.equal((await post('/events', { ...BODIES['events'], image: own.id }, { as: 'contributor' })).status, 201)
  assert.equal((await post('/events', { ...BODIES['events'], image: own.url }, { as: 'contributor' })).status, 201)
  assert.equal((await post('/events', { ...BODIES['events'], image: address() }, { as: 'contributor' })).status, 403)
  assert.equal((await post('/events', { ...BODIES['events'], venue: { venue: 'V', image: address() } }, { as: 'contributor' })).status, 403)
  const theirs = await make('venues', { venue: 'Theirs' }, 'other')
  const hidden = await make('venues', { venue: 'Hidden', status: 'private' }, 'other')
  assert.equal((await patch(`/venues/${theirs.id}`, { image: address() }, { as: 'author' })).status, 403)
  assert.equal((await patch(`/venues/${hidden.id}`, { image: address() }, { as: 'author' })).status, 404)
  assert.equal((await request('POST', '/venues', { body: { venue: 'V', image: address() } })).status, 401)
  assert.equal(remote.asked.length, asked)
  assert.equal((await patch(`/venues/${theirs.id}`, { image: address() }, { as: 'editor' })).status, 200)
})
void test('7.12 a create with its key is the same also when the picture has changed since', async () => {
  serve(await fresh())
  const [key, body] = [{ headers: { 'idempotency-key': `k${process.pid}` } }, { venue: 'V', image: address() }]
  const first = await post('/venues', body, key)
  serve(await fresh())
  const again = await post('/venues', body, key)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.json], [201, 'true', first.json])
})
void test('7.6 at most five addresses in one write', async () => {
  serve(await fresh())
  const asked = remote.asked.length
  const venues = Array.from({ length: 7 }, (_, i) => ({ venue: `V${i}`, image: address() }))
  assert.deepEqual(badInputs(await post('/events', { ...BODIES['events'], venue: venues })).sort(), ['venue.5.image', 'venue.6.image'])
  assert.equal(remote.asked.length, asked + 5)
})
void test('7.6 while a picture is fetched no transaction is open', async () => {
  const client = new pg.Client({ connectionString: server.database_url })
  await client.connect()
  let open = -1
  const bytes = await fresh()
  remote.answer = (_, response) =>
    void client
      .query(`select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
      .then(({ rows }) => {
        open = (rows[0] as { n: number }).n
        return response.writeHead(200).end(bytes)
      })
  assert.equal((await post('/venues', { venue: 'V', image: address() })).status, 201)
  assert.equal(open, 0)
  await client.end()
})
