// The examples of the document are answers of a real server: given anew here, at a fixed hour on an empty calendar, and compared with
// server/examples/answers.json. UPDATE_EXAMPLES=1 writes the file anew; then `npm run generate` and `npm run format`.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { routesOf, siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { buildOpenApi } from '../../src/features/openapi/openapi.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { startSession } from '../../src/kernel/security/sessions.ts'
import { judgeBy, type Document } from '../support/document.ts'
import { NS, testServer, type Answer, type Json } from '../support/server.ts'

const PUBLIC = 'https://calendar.example'
const NOW = Temporal.Instant.from('2026-11-15T09:00:00Z')
const server = await testServer(
  { PUBLIC_URL: PUBLIC, RATE_LIMIT_ANONYMOUS: '1000', MAX_IN_FLIGHT: '500', WEBHOOKS_MAX: '1', SOURCES_MAX: '1' },
  { now: () => NOW },
  false,
)
const file = new URL('../../examples/answers.json', import.meta.url)

void test('10.2 the examples of the document equal the responses of the server', async () => {
  const made = await answers()
  if (process.env['UPDATE_EXAMPLES']) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  const kept = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))
  assert.ok(
    kept === JSON.stringify(made),
    'server/examples/answers.json is stale: run this file with UPDATE_EXAMPLES=1, then npm run generate and npm run format',
  )
})
void test('10.2 every example fits its schema, and every answer with a body has one', () => {
  const site = siteOf(readConfig({}))
  const document = buildOpenApi(site, routesOf(site), 'en') as unknown as Document & {
    components: { examples: Record<string, { value: unknown }> }
  }
  const { validatorOf } = judgeBy(document)
  const { examples, schemas } = document.components
  for (const [name, { value }] of Object.entries(examples)) {
    const format = FORMATS[name]
    if (format) {
      const [path, type] = format
      const pointer = ['paths', `${NS}${path}`, 'get', 'responses', '200', 'content', type, 'schema']
      const fits = validatorOf(pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/'))
      assert.ok(fits?.(value), `${name}: ${JSON.stringify(fits?.errors)}`)
      assert.equal(fits?.(17), false, name)
      continue
    }
    const validate = validatorOf(`components/schemas/${name}`)
    assert.ok(validate?.(value), `${name}: ${JSON.stringify(validate?.errors)}`)
    assert.equal(validate?.({ ...(value as Json), no_such_key: 1 }), false, name)
  }
  // The index and the document are long, and stand where they are served. Nested records and the items of lists are no answers.
  const without = Object.keys(schemas).filter(
    (name) =>
      !Object.hasOwn(examples, name) &&
      !/^Root|^Document|_nested$|_with_matching_dates$|_create$|_change$|\.problem$|^reference$/.test(name),
  )
  assert.deepEqual(without.sort(), UNSEEN)
})
/** Requests of a page of the calendar that fail in each way that accounts can. */
async function errorsOfAccounts(): Promise<Answer[]> {
  const own = { origin: PUBLIC, 'x-kalends-session': '1' }
  const page = (method: string, path: string, body?: Json, headers: Readonly<Record<string, string>> = own) =>
    server.request(method, path, { headers, ...(body && { body }) })
  const credentials = { cookie: '__Host-kalends=x', authorization: `Bearer ${server.tokens.admin}` }
  const author = server.ids.admin
  const password = 'violet tractor sings at noon'
  await server.post('/users', { login: 'grace', role: 'editor', password })
  const [cookie = ''] = (await page('POST', '/session', { login: 'grace', password })).headers.getSetCookie()
  const session = { userId: server.ids.editor, method: 'passkey', userAgent: '', address: '', now: NOW } as const
  const editor = { ...own, cookie: `__Host-kalends=${await startSession(server.app.database, session)}` }
  await server.app.database.query(sql`
insert into passkeys (user_id, credential_id, public_key, counter, created_at)
select ${server.ids.editor}, 'passkey ' || n, '', 0, now() from generate_series(1, 20) n`)
  return [
    await page('POST', '/session', { login: 'ada', password: 'x' }, { origin: 'https://other.example' }),
    await page('POST', '/session', { login: 'ada', password: 'not the password' }),
    await page('POST', '/invitations/accept', { token: 'x', password: 'not a password' }),
    await page('GET', '/me', undefined, { ...own, ...credentials }),
    await page('POST', '/me/second-factor/remove', { current_password: password }, { ...own, cookie: cookie.split(';')[0] ?? '' }),
    await server.get('/users/999', { as: 'admin' }),
    await server.get('/submissions/challenge'),
    await server.post(`/users/${server.ids.editor}/invitation`, {}),
    await server.post('/users', { login: 'editor', role: 'editor' }),
    await server.remove(`/users/${author}`),
    await server.patch(`/users/${author}`, { role: 'editor' }),
    await server.remove('/me/sessions/999'),
    await server.remove('/me/tokens/999'),
    await server.remove('/me/passkeys/999'),
    await page('DELETE', '/me/passkeys/999', undefined, editor),
    await page('POST', '/me/passkeys/options', {}, editor),
  ]
}
/** Requests for a working copy of a published event that fail. */
async function errorsOfReviews(at: string): Promise<Answer[]> {
  const missing = await server.get(`${at}/working-copy`, { as: 'editor' })
  const idle = await server.post(`${at}/review`, { decision: 'publish' })
  const own = await server.make('events', { ...EVENT, title: 'Open stage' }, 'author')
  const path = `/events/${own.id}/working-copy`
  const write = (as: 'admin' | 'author') => server.request('PUT', path, { as, body: { title: `Open stage with ${as}` } })
  await write('admin')
  const taken = await write('author')
  await server.patch(`/events/${own.id}`, { title: 'Open stage and jazz' })
  const conflict = await server.post(`${path}/publish`, {})
  await server.remove(`/events/${own.id}?force=true`)
  return [missing, idle, taken, conflict]
}
/** Operations that return another format than the records of this API: their path and media type. */
const FORMATS: Readonly<Record<string, readonly [path: string, type: string]>> = {
  list_events_ics: ['/events.ics', 'text/calendar'],
  list_events_rss: ['/events.rss', 'application/rss+xml'],
  list_events_atom: ['/events.atom', 'application/atom+xml'],
  list_events_json: ['/events.json', 'application/feed+json'],
  list_events_csv: ['/events.csv', 'text/csv'],
  list_events_fullcalendar: ['/events.fullcalendar.json', 'application/json'],
  get_event_ics: ['/events/{id}.ics', 'text/calendar'],
  get_event_jsonld: ['/events/{id}.jsonld', 'application/ld+json'],
}
/** The UID of an event is derived from the random identity of its database. */
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Examples that a plain request cannot produce. */
const UNSEEN = [
  'rest_calendar_has_users',
  'rest_cursor_expired',
  'rest_internal_error',
  'rest_media_unavailable',
  'rest_outcome_unknown',
  'rest_overloaded',
  'rest_second_factor_on',
  'rest_sign_in_method_off',
  'rest_sign_in_needs_https',
  'rest_submission_closed',
  'rest_submissions_full',
  'rest_timeout',
  'rest_too_many_requests',
  'rest_undo_too_large',
]

async function answers(): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {}
  const take = (name: string, answer: Answer, status: number): Json => {
    assert.equal(answer.status, status, answer.text)
    made[name] = answer.json
    return answer.json
  }
  const error = (answer: Answer): void => {
    assert.ok(answer.status >= 400, answer.text)
    made[String(answer.json['code'])] ??= answer.json
  }
  await server.app.database.query(sql`select setval('record_ids', 100)`)
  take('category', await server.post('/categories', { name: 'Music', description: '<p>Concerts and festivals.</p>' }), 201)
  take('tag', await server.post('/tags', { name: 'Open air' }), 201)
  const venue = take('venue', await server.post('/venues', VENUE), 201)
  const organizer = take('organizer', await server.post('/organizers', ORGANIZER), 201)
  const image = take('image', await server.request('POST', '/media', { as: 'admin', upload: poster() }), 201)
  const links = { venue: [venue['id']], organizer: [organizer['id']], image: image['id'] }
  const event = take('event', await server.post('/events', { ...EVENT, ...links }), 201)
  await server.patch(`/events/${String(event['id'])}?i18n_language=fr`, {
    title: 'Nuit du jazz',
    description: '<p>Quatre groupes, deux scènes.</p>',
  })
  for (const [name, plural] of Object.entries(PLURALS)) {
    const id = String((made[name] as Json)['id'])
    take(`${name}_single`, await server.get(`/${plural}/${id}`), 200)
    take(`${name}_list`, await server.get(`/${plural}?per_page=1`, name === 'image' ? { as: 'admin' } : {}), 200)
    take(`${name}_inventory`, await server.get(`/${plural}?inventory=true`, name === 'image' ? { as: 'admin' } : {}), 200)
    take(`${name}_dry_run`, await server.patch(`/${plural}/${id}?dry_run=true`, {}), 200)
    error(await server.get(`/${plural}/999`))
  }
  for (const [name, [path, type]] of Object.entries(FORMATS)) {
    const answer = await server.get(path.replace('{id}', String(event['id'])))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('content-type')?.split(';')[0], type)
    const text = answer.text.replaceAll(UID, '6ba7b810-9dad-51d1-80b4-00c04fd430c8')
    made[name] = type.endsWith('json') ? (JSON.parse(text) as unknown) : text
  }
  const weekly = await server.make('events', { ...EVENT, title: 'Jam session', recurrence: 'FREQ=WEEKLY;COUNT=3' })
  const date = String(weekly.id + 2)
  take('event_with_effect', await server.patch(`/events/${date}`, { title: 'Jam session with guests' }), 200)
  await server.remove(`/events/${String(weekly.id + 3)}`)
  error(await server.get(`/events/${String(weekly.id + 3)}`))
  await server.remove(`/events/${weekly.id}?force=true`)
  take('Me', await server.get('/me', { as: 'editor' }), 200)
  take('Batch', await server.post('/batch', { operations: OPERATIONS }), 200)

  const [at, on] = [`/events/${String(event['id'])}`, { as: 'admin' } as const]
  error(await server.remove(`/media/${String(image['id'])}`))
  error(await server.request('POST', '/media', { ...on, raw: 'x', headers: { 'content-type': 'multipart/form-data' } }))
  error(await server.get('//nowhere'))
  error(await server.get('?namespace=other'))
  error(await server.request('DELETE', '/events'))
  error(await server.post('/events', undefined, { raw: '{', headers: { 'content-type': 'application/json' } }))
  error(await server.request('POST', '/events', { ...on, raw: 'x', headers: { 'content-type': 'text/plain' } }))
  error(
    await server.request('POST', '/events', { ...on, raw: `"${'x'.repeat(1_048_576)}"`, headers: { 'content-type': 'application/json' } }),
  )
  error(await server.get('/events/by-slug/%ff'))
  error(await server.get(`/events?search=${'x'.repeat(8_200)}`))
  error(await server.get('/events', { headers: { cookie: 'x'.repeat(17_000) } }))
  error(await server.post('/events', { title: 'Jazz night' }))
  error(await server.get('/events?page=0&featured=perhaps'))
  error(await server.get('/events', { headers: { authorization: 'Bearer wrong' } }))
  error(await server.request('POST', '/events', { as: 'subscriber', body: {} }))
  error(await server.post('/tags', { name: 'open air' }))
  error(await server.post('/events', { ...EVENT, slug: event['slug'] }))
  error(await server.post('/venues', { venue: 'Harbour hall', external_ids: VENUE.external_ids }))
  error(await server.patch(at, { title: 'Jazz' }, { headers: { 'if-match': '"1"' } }))
  const key = { headers: { 'idempotency-key': 'first-try' } }
  await server.post('/tags', { name: 'Free' }, key)
  error(await server.post('/tags', { name: 'Paid' }, key))
  const locked = await server.make('events', { ...EVENT, title: 'Rehearsal', password: 'tuning fork' })
  error(await server.get(`/events/${locked.id}`))
  error(await server.post('/changes/0198f0c5-7a3e-7000-8000-000000000000/undo', {}))
  error(await server.post(`${at}/history/999/restore`, {}))
  for (const answer of await errorsOfReviews(at)) error(answer)
  error(await server.get('/webhooks/999', on))
  const webhook = await server.post('/webhooks', { url: 'https://receiver.example/calendar' })
  error(await server.post(`/webhooks/${String(webhook.json['id'])}/deliveries/999/redeliver`, {}))
  error(await server.post('/webhooks', { url: 'https://receiver.example/other' }))
  error(await server.get('/sources/999', on))
  const source = await server.post('/sources', { name: 'Club', url: 'https://club.example/calendar.ics' })
  const runs = `/sources/${String(source.json['id'])}/runs`
  error(await server.get(`${runs}/999`, on))
  const dryRun = await server.post(runs, { dry_run: true })
  error(await server.post(runs, {}))
  await server.app.database.query(sql`update source_runs set state = 'finished'`)
  error(await server.post(`${runs}/${String(dryRun.json['id'])}/cancel`, {}))
  error(await server.post(`${runs}/${String(dryRun.json['id'])}/undo`, {}))
  error(await server.post('/sources', { name: 'Other' }))
  for (const answer of await errorsOfAccounts()) error(answer)
  const renamed = await server.patch(at, { title: 'Jazz' })
  await server.patch(at, { title: 'Jazz night' })
  error(await server.post(`/changes/${String(renamed.headers.get('x-change-id'))}/undo`, {}))
  const duplicate = await server.make('venues', { venue: 'Harbor hall' })
  assert.equal((await server.post(`/venues/${String(venue['id'])}/merge`, { from: [duplicate.id] })).status, 200)
  take('Moved', await server.get(`/venues/${duplicate.id}`), 308)
  for (const plural of ['events', 'venues', 'organizers']) {
    const name = plural.slice(0, -1)
    const id = String((made[name] as Json)['id'])
    await server.remove(`/${plural}/${id}`)
    error(await server.remove(`/${plural}/${id}`))
  }
  return Object.fromEntries(Object.entries(made).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const OPERATIONS = [
  { id: 'theater', method: 'POST', path: '/tags', body: { name: 'Theater' } },
  { id: 'described', method: 'PATCH', path: '/tags/{theater}', body: { description: '<p>Plays and readings.</p>' } },
  { id: 'child', method: 'POST', path: '/categories', body: { parent: 999 } },
  { id: 'grandchild', method: 'POST', path: '/categories', body: { name: 'Opera', parent: { $ref: 'child' } } },
]
const PLURALS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags', image: 'media' }
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
function poster(): FormData {
  const form = new FormData()
  form.append('alt', 'Four musicians on a stage by the river')
  form.append('credit', 'Photo: A. Lovelace')
  form.append('file', new Blob([new Uint8Array(Buffer.from(PIXEL, 'base64'))], { type: 'image/png' }), 'poster.png')
  return form
}
const VENUE = {
  venue: 'Harbour hall',
  address: '4 Quay Street',
  city: 'Lyon',
  country: 'France',
  zip: '69002',
  geo_lat: 45.764,
  geo_lng: 4.8357,
  external_ids: { ticketing: '4711' },
}
const ORGANIZER = { organizer: 'Jazz club', email: 'club@example.org', website: 'https://club.example' }
const EVENT = {
  title: 'Jazz night',
  description: '<p>Four bands, two stages.</p>',
  excerpt: '<p>Jazz by the river.</p>',
  start_date: '2026-12-04 20:00:00',
  end_date: '2026-12-04 23:30:00',
  timezone: 'Europe/Paris',
  cost: '€10 - €25',
  website: 'https://club.example/night',
  categories: ['Music'],
  tags: ['Open air'],
  custom_fields: { seats: 240, indoors: true },
}
