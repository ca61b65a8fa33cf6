// Contract section 2: inputs, rule by rule.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as open } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { badInputs, idsOf, NS, testServer, unique, type Answer, type Json, type Sending } from '../support/server.ts'
import { SINGLE_FIELDS } from '../support/single-fields.ts'

const api = await testServer()
const { base, tokens } = api
const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof TITLES
const ALL = Object.keys(TITLES) as Plural[]
const bodyOf = (plural: Plural, more: Json = {}): Json => ({
  [TITLES[plural]]: unique(),
  ...(plural === 'events' && { start_date: '2032-03-04 18:00', end_date: '2032-03-04 20:00' }),
  ...more,
})
const add = async (plural: Plural, more: Json = {}) => api.make(plural, bodyOf(plural, more))
const ok = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
const wrong = (answer: Answer, ...names: string[]): void => assert.deepEqual(badInputs(answer).sort(), names.sort(), answer.text)
const ignored = ({ headers }: Answer): string[] =>
  (headers.get('x-ignored-parameters') ?? '').split(', ').filter(Boolean).map(decodeURIComponent)
const STRICT = { headers: { prefer: 'handling=strict' } }
const JSON_TYPE = 'application/json'
const send = (plural: string, raw: string, type = JSON_TYPE): Promise<Answer> =>
  api.request('POST', `/${plural}`, { as: 'admin', raw, headers: { 'content-type': type } })
/** The events of a query, whatever their dates. */
const found = async (query: string): Promise<number[]> => idsOf(ok(await api.get(`/events?starts_after=0001-01-01&${query}`))['events'])

void test('2.1 JSON and forms are read alike, with their brackets', async () => {
  const [word, title] = [unique(), `Écran & Ton ${unique()}`]
  const json = bodyOf('events', { title, venue: { venue: 'Hall', city: 'Lamu' }, tags: [`a ${word}`, `b ${word}`] })
  const form = `title=${encodeURIComponent(title)}&start_date=2032-03-04&end_date=2032-03-05&venue[venue]=Hall&venue%5Bcity%5D=Lamu`
  for (const sending of [{ body: json }, { form: `${form}&tags[]=a+${word}&tags[]=b%20${word}` }] satisfies Sending[]) {
    const made = ok(await api.request('POST', '/events', { as: 'admin', ...sending }), 201)
    const [venue] = made['venue'] as Json[]
    const names = (made['tags'] as Json[]).map(({ name }) => name)
    assert.deepEqual([made['title'], venue?.['venue'], venue?.['city'], names], [title, 'Hall', 'Lamu', [`a ${word}`, `b ${word}`]])
  }
  for (const type of [`${JSON_TYPE}; charset=utf-8`, JSON_TYPE.toUpperCase(), 'application/x-www-form-urlencoded;charset=UTF-8']) {
    const raw = /json/i.test(type) ? JSON.stringify({ name: `ß ${unique()}` }) : `name=%C3%9F+${unique()}`
    assert.match(String(ok(await send('tags', raw, type), 201)['name']), /^ß z/)
  }
})
void test('2.1 another type of body is 415, unreadable JSON 400, a body above 1 MiB 413', async () => {
  for (const plural of ALL) {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=b', 'application/jsonp', 'text/json'])
      assert.equal(ok(await send(plural, '{}', type), 415)['code'], 'rest_unsupported_media_type')
    for (const raw of ['{', '{"a":1,}', 'name=x', '[]', '"x"', 'null', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`])
      assert.equal(ok(await send(plural, raw), 400)['code'], 'rest_invalid_json', raw)
    assert.equal(ok(await send(plural, ''), 400)['code'], 'rest_missing_callback_param')
  }
  const raw = JSON.stringify({ name: unique() }).padEnd(1_048_576)
  ok(await send('tags', raw), 201)
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': JSON_TYPE, authorization: `Bearer ${tokens.admin}`, 'content-length': raw.length + 1 }
    const sent = open(`${base}${NS}/tags`, { method: 'POST', headers }, (response) => resolve(response.statusCode))
    sent.on('error', reject).flushHeaders()
  })
  assert.equal(status, 413)
})
void test('2.1 a client that sends all of a body above the limit before it reads receives 413, and the connection is closed', async () => {
  const chunk = 'x'.repeat(65_536)
  const head = `POST ${NS}/tags HTTP/1.1\r\nhost: kalends\r\ncontent-type: ${JSON_TYPE}\r\nauthorization: Bearer ${tokens.admin}\r\n`
  for (const framing of ['content-length: 64000000', 'transfer-encoding: chunked']) {
    // The client never closes its side.
    const socket = connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true }).pause()
    const failed = once(socket, 'error').then(([error]) => assert.fail(`${framing}: ${String(error)}`))
    failed.catch(() => undefined)
    const write = async (data: string): Promise<void> => void (socket.write(data) || (await Promise.race([once(socket, 'drain'), failed])))
    await write(`${head}${framing}\r\n\r\n`)
    for (let sent = 0; sent < 160; sent += 1) await write(framing.startsWith('content') ? chunk : `10000\r\n${chunk}\r\n`)
    let text = ''
    socket.on('data', (part) => (text += part.toString())).resume()
    await Promise.race([once(socket, 'end'), failed])
    assert.match(text, /^HTTP\/1\.1 413 [^]*rest_body_too_large[^]*}$/, framing)
    for (const end = performance.now() + 10_000; !socket.destroyed && performance.now() < end; await pause(50)) socket.write('x')
    assert.ok(socket.destroyed, `${framing}: the connection is closed`)
  }
})
void test('2.2 a list is written in any of five ways, in a query and in a body', async () => {
  const [a, b] = [(await add('tags')).id, (await add('tags')).id]
  const [one, other] = [await add('events', { tags: [a] }), await add('events', { tags: [b] })]
  const change = async (sending: Sending): Promise<number[]> =>
    idsOf(ok(await api.request('PATCH', `/events/${other.id}`, { as: 'admin', ...sending }))['tags']).sort((x, y) => x - y)
  const many = [`tags=${a},${b}`, `tags=${a}%2C%20${b}`, `tags[]=${a}&tags[]=${b}`, `tags%5B%5D=${a}&tags%5B%5D=${b}`]
  for (const form of [...many, `tags=${a}&tags=${b}`]) {
    assert.deepEqual(await change({ form }), [a, b], form)
    for (const single of [`tags=${b}`, `tags[]=${b}`]) {
      assert.deepEqual(await change({ form: single }), [b], single)
      assert.deepEqual([await found(form), await found(single)], [[one.id, other.id], [other.id]], form)
    }
  }
  for (const tags of [[a, b], [String(a), b], `${a},${b}`]) {
    assert.deepEqual(await change({ body: { tags } }), [a, b])
    for (const single of [b, String(b), [b]]) assert.deepEqual(await change({ body: { tags: single } }), [b])
  }
})
void test('2.3 booleans are words, JSON booleans, 0 and 1; any other word is 400', async () => {
  const title = unique()
  const { id } = await add('events', { title })
  const yes: unknown[] = [...'true 1 yes on TRUE Yes oN'.split(' '), true, 1]
  const no: unknown[] = [...'false 0 no off False nO OFF'.split(' '), false, 0]
  for (const value of [...yes, ...no]) {
    const wanted = yes.includes(value)
    ok(await api.patch(`/events/${id}`, { featured: !wanted }))
    assert.equal(ok(await api.patch(`/events/${id}`, { featured: value }))['featured'], wanted, String(value))
    assert.deepEqual(await found(`search=${title}&featured=${String(value)}`), [id])
    assert.deepEqual(await found(`search=${title}&featured=${wanted ? 'off' : 'on'}`), [])
  }
  for (const value of ['maybe', '2', 'yess', 'y', 2, -1, 0.5, [true, true], { on: 1 }])
    wrong(await api.patch(`/events/${id}`, { featured: value, all_day: value, show_map: value }), 'featured', 'all_day', 'show_map')
  const flags =
    'events?featured events?ticketed events?strict_dates events?geoloc venues?has_events venues?only_with_upcoming tags?hide_empty'
  for (const flag of flags.split(' ')) wrong(await api.get(`/${flag}=perhaps`), flag.split('?')[1] ?? '')
  wrong(await api.remove(`/events/${id}?force=2`), 'force')
  ok(await api.get(`/events/${id}`))
})
void test('2.4 integers are JSON integers or digits; numbers are taken as text', async () => {
  const { id } = await add('categories')
  for (const parent of [id, String(id), `00${id}`]) assert.equal((await add('categories', { parent }))['parent'], id)
  for (const parent of ['x', `${id}.0`, `+${id}`, '1e3', '0x1f', 1.5, -1, true, { id }])
    wrong(await api.post('/categories', bodyOf('categories', { parent })), 'parent')
  for (const plural of ALL) {
    for (const value of ['x', '1.0', '1e1', '%2B1', '-1', '٣']) wrong(await api.get(`/${plural}?page=${value}`), 'page')
    const number = 90_000 + ALL.indexOf(plural)
    const made = await add(plural, { [TITLES[plural]]: number, description: 0.5 })
    assert.deepEqual([made[TITLES[plural]], made['description']], [String(number), '0.5'])
    wrong(await api.post(`/${plural}`, bodyOf(plural, { description: { a: 1 }, slug: true })), 'description', 'slug')
  }
})

const UNIX = Date.parse('2033-02-03T04:05:07Z') / 1000
/** The parsed value and the inputs that produce it. */
const FORMS: Readonly<Record<string, readonly (string | number)[]>> = {
  '2033-02-03 04:05:06': ['2033-02-03 04:05:06', '2033-02-03T04:05:06.789', '2033-02-03T04:05:06Z', '2033-02-03 04:05:06.5Z'],
  '2033-02-03 04:05:07': ['2033-02-03T07:05:07+03:00', '2033-02-02 22:35:07-05:30', UNIX, `@${UNIX}`],
  '2033-02-03 04:05:00': ['2033-02-03 04:05', '2033-02-03T04:05', '2033-02-03T04:05Z'],
  ...Object.fromEntries(
    ['2033-02-03', '2032-02-29', '0001-01-01', '9999-12-29'].map((day) => [`${day} 00:00:00`, [day, day.replaceAll('-', '')]]),
  ),
  '1969-12-31 00:00:00': [-86_400],
}
void test('2.5 every form of a date is read, in a body and as a filter', async () => {
  for (const [read, sent] of Object.entries(FORMS).flatMap(([key, forms]) => forms.map((form) => [key, form] as const))) {
    const title = unique()
    const made = await add('events', { title, start_date: sent, end_date: '9999-12-30' })
    assert.deepEqual([made['start_date'], made['utc_start_date']], [read, read], String(sent))
    assert.equal((await add('venues', { date: sent }))['date_utc'], read)
    const total = async (query: string): Promise<unknown> =>
      (await api.get(`/events?search=${title}&strict_dates=1&${query}`)).json['total']
    // As it is, and with the plus of its offset lost.
    for (const value of [encodeURIComponent(sent), encodeURIComponent(sent).replace('%2B', '%20')])
      assert.deepEqual([await total(`start_date=${value}&end_date=9999-12-31`), await total(`starts_after=${value}`)], [1, 0], value)
  }
})
void test('2.5 words represent points in time', async () => {
  const { id } = await add('events', { start_date: '1990-01-01', end_date: '2200-01-01' })
  const read = async (word: string): Promise<number> =>
    Date.parse(`${String(ok(await api.patch(`/events/${id}`, { start_date: word }))['utc_start_date'])}Z`)
  for (const unit of ['minutes', 'hours', 'days', 'weeks', 'months', 'years'])
    for (const n of [7, -3]) {
      const wanted = Temporal.Now.zonedDateTimeISO('UTC').add({ [unit]: n }).epochMilliseconds
      assert.ok(Math.abs((await read(`${n < 0 ? '' : '+'}${n} ${unit}`)) - wanted) < 30_000, `${n} ${unit}`)
    }
  assert.ok(Math.abs((await read('now')) - Date.now()) < 30_000)
  for (const [word, days] of Object.entries({ today: 0, tomorrow: 1, yesterday: -1 })) {
    const day = (): number => (Math.floor(Date.now() / 86_400_000) + days) * 86_400_000
    const [before, moment] = [day(), await read(word)]
    assert.ok(moment === before || moment === day(), word)
  }
})
const NO_DATES = [
  ...'2026-02-31|2031-02-29|2026-13-01|2026-01-00|2026-01-01 24:00|2026-01-01 10:60|2026-01-01T10:00:60|2026-01-01T10:00+26:00'.split('|'),
  ...'26-01-01|2026/01/01|2026-1-1|10000-01-01|0000-01-01|soon|@|@x|+2 moons|days|2026-01-01 10|2026|20260231'.split('|'),
]
const FILTERS = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to']
void test('2.5 an invalid or nonexistent date is 400', async () => {
  for (const sent of [...NO_DATES, 1e15, true, { year: 2031 }])
    wrong(await api.post('/events', bodyOf('events', { start_date: sent, end_date: sent, date: sent })), 'start_date', 'end_date', 'date')
  for (const sent of NO_DATES) for (const name of FILTERS) wrong(await api.get(`/events?${name}=${encodeURIComponent(sent)}`), name)
})
void test('2.5 the last day of the years is a filter like any other', async () => {
  for (const name of FILTERS) assert.equal((await api.get(`/events?${name}=9999-12-31`)).status, 200, name)
})
void test('2.5 words that lead out of the years 1 to 9999 are 400', async () => {
  const { id } = await add('venues')
  for (const word of ['+9000 years', '-9000 years', '+999999 years']) {
    wrong(await api.get(`/events?starts_after=${encodeURIComponent(word)}`), 'starts_after')
    wrong(await api.patch(`/venues/${id}`, { date: word }), 'date')
    wrong(await api.post('/events', bodyOf('events', { start_date: word, end_date: word })), 'start_date', 'end_date')
  }
})

const FULL: Readonly<Partial<Record<Plural, Json>>> = {
  events: { excerpt: '<p>e</p>', cost: '12 EUR', website: 'https://example.org', sticky: true, custom_fields: { a: 1, b: 'x', c: true } },
  venues: { city: 'Mombasa', state: 'MS', zip: '80100', phone: '041', geo_lat: -4.05, geo_lng: 39.6, show_map: false },
  organizers: { phone: '020', website: 'https://example.org/o', email: 'a@example.org' },
}
const LINKS = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' } as const
/** A record with its fields set, and linked to others. */
async function full(plural: Plural) {
  const more: Json = { description: '<p>d</p>', ...FULL[plural] }
  if (plural === 'categories') more['parent'] = (await add('categories')).id
  if (plural === 'events') for (const [name, to] of Object.entries(LINKS)) more[name] = [(await add(to)).id]
  if (plural === 'events') more['post_parent'] = (await add('events')).id
  return { record: await add(plural, more), names: Object.keys(more) }
}
const MOVING = ['modified', 'modified_utc', ...SINGLE_FIELDS]
const still = (record: Json): Json => Object.fromEntries(Object.entries(record).filter(([name]) => !MOVING.includes(name)))

for (const plural of ALL)
  void test(`2.6 only fields in the request change in ${plural}; null, "" and [] clear, but not what is required`, async () => {
    const bare = await add(plural)
    for (const [method, way] of Object.entries({ POST: null, PUT: '', PATCH: [] })) {
      const { record, names } = await full(plural)
      const write = async (body: Json): Promise<Answer> => api.request(method, `/${plural}/${record.id}`, { as: 'admin', body })
      const changes: Json = { description: '<p>new</p>', [TITLES[plural]]: unique() }
      assert.deepEqual(still(ok(await write(changes))), still({ ...record, ...changes }), method)
      assert.deepEqual(still(ok(await write({}))), still({ ...record, ...changes }), `${method} of nothing`)
      for (const name of [TITLES[plural], ...(plural === 'events' ? ['start_date', 'end_date'] : [])])
        wrong(await write({ [name]: way === '' || name === 'end_date' ? '' : null, description: 'lost' }), name)
      assert.equal(ok(await api.get(`/${plural}/${record.id}`))['description'], '<p>new</p>')
      const cleared = names.filter((name) => !Array.isArray(way) || name in LINKS)
      const after = ok(await write(Object.fromEntries(cleared.map((name) => [name, way]))))
      for (const name of cleared) assert.deepEqual(after[name], bare[name], `${name} by ${JSON.stringify(way)}`)
    }
  })

void test('2.7 unknown inputs of reads are named, encoded, at most 20 of them; 400 when strict', async () => {
  const odd = { colour: '1', 'goût, été': '2', لون: '3' }
  const names = Object.keys(odd)
  const query = new URLSearchParams(odd).toString()
  const many = Array.from({ length: 30 }, (_, i) => `unknown_${i}`)
  for (const plural of ALL) {
    const { id } = await add(plural)
    for (const path of [`/${plural}`, `/${plural}/${id}`, '', '/doc', '/me']) {
      assert.deepEqual(ignored(await api.get(`${path}?${query}`)), names, path)
      assert.equal((await api.get(`${path}?i18n_language=sw`, STRICT)).headers.get('x-ignored-parameters'), null)
      wrong(await api.get(`${path}?${query}`, STRICT), ...names)
      assert.deepEqual(ignored(await api.get(`${path}?${many.join('&')}`)), many.slice(0, 20))
    }
  }
})
void test('2.7 a write names at most 20 of its unknown inputs, in its query, its body and its inline records each', async () => {
  const many = (prefix: string): Json => Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${prefix}${i}`, 1]))
  const query = new URLSearchParams(
    Object.keys(many('q'))
      .slice(0, 100)
      .map((name) => [name, '1']),
  ).toString()
  const body = bodyOf('events', { ...many('body'), venue: { venue: unique(), ...many('inline') } })
  const names = badInputs(await api.post('/events', body))
  assert.deepEqual(
    [names.filter((name) => name.startsWith('body')).length, names.filter((name) => name.startsWith('venue.')).length],
    [20, 20],
  )
  assert.equal(badInputs(await api.post(`/events?${query}`, bodyOf('events'))).length, 20)
})
void test('2.7 unknown inputs with many brackets are rejected too', async () => {
  const form = `name=${unique()}&a[b][c][d][e][f][g]=1`
  assert.match(badInputs(await api.request('POST', '/tags', { as: 'admin', form })).join(), /^a/)
})
void test('2.8 all bad inputs are reported at once', async () => {
  const bad = { featured: 'x', website: 'x', timezone: 'x', venue: 9e9, tags: [{}], author: 'x', status: 'x', i18n_language: 'x', cost: {} }
  wrong(await api.post('/events', bodyOf('events', bad)), ...Object.keys(bad))
  const inline = bodyOf('events', { end_date: '2031-01-01', organizer: [{ email: 'x' }], venue: { venue: 'x', geo_lat: 91 } })
  wrong(await api.post('/events', inline), 'end_date', 'organizer.0.email', 'organizer.0.organizer', 'venue.geo_lat')
  for (const query of ['events?page=0&per_page=x&to=x&order=x&venue=x', 'venues?event=x&status=x', 'tags?orderby=x&include=x'])
    wrong(await api.get(`/${query}`), ...new URLSearchParams(query.split('?')[1]).keys())
})
void test('2.8 bad inputs of the query and of the body are reported together', async () => {
  wrong(await api.post('/venues?i18n_language=x', bodyOf('venues', { website: 'x' })), 'i18n_language', 'website')
})

for (const plural of ALL)
  void test(`2.9 one of ${plural}, sent back as it was read, stays as it is`, async () => {
    const path = `/${plural}/${(await full(plural)).record.id}`
    ok(await api.patch(path, { i18n_language: 'fr', [TITLES[plural]]: `Fr ${unique()}` }))
    for (const root of ['', '/fr', '/ar']) {
      const read = await api.get(path, { as: 'admin', root })
      for (const method of ['PUT', 'PATCH', 'POST']) {
        const answer = await api.request(method, path, { as: 'admin', root, body: read.json, ...STRICT })
        assert.deepEqual([still(ok(answer)), ignored(answer)], [still(read.json), []])
        assert.equal(answer.headers.get('x-record-version'), '2')
      }
      assert.equal((await api.get(path, { as: 'admin', root })).headers.get('etag'), read.headers.get('etag'))
    }
  })
void test('2.9 a time in the second hour of an overlap stays there', async () => {
  const second = (time: string): string => `2032-10-31T${time}+01:00`
  const { id } = await add('events', { start_date: second('02:10'), end_date: second('02:20'), timezone: 'Europe/Paris' })
  const changed = ok(await api.patch(`/events/${id}`, { ...ok(await api.get(`/events/${id}`)), description: 'x' }))
  assert.deepEqual([changed['start_date'], changed['utc_start_date']], ['2032-10-31 02:10:00', '2032-10-31 01:10:00'])
})
void test('2.9 objects with an ID are linked by the ID, and their other keys are ignored', async () => {
  const [{ record }, { record: target }] = [await full('events'), await full('events')]
  for (const name of Object.keys(LINKS)) {
    const spoilt = { id: idsOf(target[name])[0], venue: '', email: 'x', name: {}, colour: 1 }
    const answer = await api.patch(`/events/${record.id}`, { [name]: name === 'tags' ? spoilt : [spoilt] }, STRICT)
    assert.deepEqual([idsOf(ok(answer)[name]), ignored(answer)], [idsOf(target[name]), []])
    wrong(await api.patch(`/events/${record.id}`, { [name]: [{ id: 9e9 }] }), name)
  }
})
for (const name of ['venue', 'organizer'] as const)
  void test(`2.9 links to a hidden or trashed ${name} stay, unless the field is null`, async () => {
    const [open, other, gone] = [(await add(`${name}s`)).id, (await add(`${name}s`)).id, (await add(`${name}s`)).id]
    const shut = (await add(`${name}s`, { status: 'private' })).id
    const path = `/events/${(await api.make('events', bodyOf('events'), 'author')).id}`
    const put = async (value: unknown): Promise<number[]> => idsOf(ok(await api.patch(path, { [name]: value }, { as: 'author' }))[name])
    const all = async (): Promise<number[]> => idsOf(ok(await api.get(path, { as: 'editor' }))[name]).sort((a, b) => a - b)
    ok(await api.patch(path, { [name]: [shut, gone, open] }))
    ok(await api.remove(`/${name}s/${gone}`))
    const seen = ok(await api.get(path, { as: 'author' }))[name]
    assert.deepEqual([idsOf(seen), await put(seen), await put([other])], [[open], [open], [other]])
    ok(await api.patch(`/${name}s/${gone}`, { status: 'publish' }))
    assert.deepEqual(await all(), [other, gone, shut])
    assert.deepEqual([await put(null), await all()], [[], []])
  })
void test('2.9 links to hidden records remain when [] removes all other links', async () => {
  const [open, shut] = [(await add('venues')).id, (await add('venues', { status: 'private' })).id]
  const path = `/events/${(await api.make('events', bodyOf('events'), 'author')).id}`
  ok(await api.patch(path, { venue: [shut, open] }))
  assert.deepEqual(ok(await api.patch(path, { venue: [] }, { as: 'author' }))['venue'], [])
  assert.deepEqual(idsOf(ok(await api.get(path, { as: 'editor' }))['venue']), [shut])
})
