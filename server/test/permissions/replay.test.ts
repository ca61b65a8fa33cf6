// Replays of published vulnerabilities of event plug-ins: injection, disclosure, permissions. One test each, named by its identifier.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, inDays, testServer, type Caller, type Json } from '../support/server.ts'
import { asker, inject, injectChoice, type Sent } from './replay.ts'

const server = await testServer()
const sendRequest = asker(server)
const OUTSIDERS = [undefined, 'subscriber', 'contributor', 'other'] as const
const NAMES = { events: 'title', venues: 'venue', organizers: 'organizer' } as const
type Plural = keyof typeof NAMES
const dates = { start_date: inDays(3), end_date: inDays(4) }
const make = (plural: Plural, name: string, more: Json = {}, as: Caller = 'author') =>
  server.make(plural, { [NAMES[plural]]: name, ...(plural === 'events' && dates), ...more }, as)
const status = async (method: string, path: string, sent: Sent = {}): Promise<number> => (await sendRequest(method, path, sent)).status

const open = await make('events', 'Open day')
const hall = await make('venues', 'Open hall')
const draft = await make('events', 'Quokka draft', { status: 'draft', description: 'numbat' })
const secret = await make('events', 'Quokka private', { status: 'private', description: 'numbat' })
const binned = await make('events', 'Quokka binned', { status: 'draft', description: 'numbat' })
await server.remove(`/events/${binned.id}`)
const locked = await make('events', 'Locked ball', {
  password: 'sesame',
  description: 'bilby',
  excerpt: 'bilby',
  cost: 'bilby 7',
  website: 'https://bilby.example',
  online_url: 'https://bilby.example/online',
  event_status_reason: 'bilby',
  custom_fields: { bilby: 'bilby' },
  venue: { venue: 'bilby' },
  organizer: { organizer: 'bilby' },
})
const vault = await make('venues', 'Quoll vault', { status: 'draft', phone: '0815', geo_lat: 1, geo_lng: 1 })
const ghost = await make('organizers', 'Quoll ghost', { status: 'private', email: 'quoll@secret.example' })
const linked = await make('events', 'Linked day', { venue: [vault.id, hall.id], organizer: ghost.id })
const ANY = 'starts_after=1900-01-01'

void test('CVE-2024-8275 order is one of two words', () => injectChoice(sendRequest, '/events', 'order', 'asc'))
void test('CVE-2025-6970 orderby is one of a few words', () => injectChoice(sendRequest, '/events', 'orderby', 'title'))
void test('CVE-2022-46859 orderby of terms, also by a contributor', async () => {
  for (const path of ['/categories', '/tags']) await injectChoice(sendRequest, path, 'orderby', 'name', 'contributor')
})
void test('CVE-2025-9807 search stays a value', () => inject(sendRequest, `/events?${ANY}`, 'search', 'zzzz'))
void test('CVE-2025-12197 search stays a value, however it begins and whatever it is sorted by', async () => {
  for (const orderby of ['title', 'date', 'id']) await inject(sendRequest, `/events?${ANY}&orderby=${orderby}`, 'search', 'rand')
})
void test('CVE-2026-9711 search of venues and organizers', async () => {
  for (const path of ['/venues', '/organizers']) await inject(sendRequest, path, 'search', 'zzzz')
})
void test('CVE-2023-28660 search of terms by a subscriber', () =>
  inject(sendRequest, '/tags?hide_empty=false', 'search', 'zzzz', 'subscriber'))
void test('CVE-2024-11260 status is one of a few words', () => injectChoice(sendRequest, '/events', 'status', 'publish', 'contributor'))
void test('CVE-2023-6360 from and to are dates', async () => {
  for (const name of ['from', 'to']) await inject(sendRequest, '/events?search=zzzz', name, '2031-01-01')
})
void test('CVE-2021-24946 all other dates are dates', async () => {
  for (const name of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'])
    await inject(sendRequest, '/events?search=zzzz', name, '2031-01-01')
})
void test('CVE-2021-4458 include takes numbers, and so does a path', async () => {
  await inject(sendRequest, '/events', 'include', '999999')
  for (const path of ['/events/1%20or%201=1', "/events/1'", '/events/1;select', '/events/0x1']) assert.equal(await status('GET', path), 404)
})
void test('CVE-2015-2196 post_parent takes a number', () => inject(sendRequest, `/events?${ANY}`, 'post_parent', '999999'))
void test('CVE-2017-14760 include and exclude of terms take numbers', async () => {
  for (const name of ['include', 'exclude']) await inject(sendRequest, '/categories?hide_empty=false&search=zzzz', name, '999999')
})
void test('CVE-2025-10586 venue and organizer take numbers', async () => {
  for (const name of ['venue', 'organizer']) await inject(sendRequest, `/events?${ANY}`, name, '999999')
})
void test('CVE-2025-10587 categories and tags take numbers and slugs', async () => {
  for (const name of ['categories', 'tags']) await inject(sendRequest, `/events?${ANY}`, name, 'zzzz')
})
void test('CVE-2022-1905 i18n_language is one of the languages, in the query, the root and the body', async () => {
  await injectChoice(sendRequest, '/events', 'i18n_language', 'fr')
  assert.equal(await status('GET', "//fr'--/calendar/events/v1/events"), 404)
  const body = { title: 'x', ...dates, i18n_language: "fr' or '1'='1" }
  assert.equal(await status('POST', '/events', { as: 'author', body }), 400)
})

/** Every route of the running server that reads one record of the kind. */
const readers = (plural: string, { id, slug }: { id: number; slug: string }): string[] =>
  server.app.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`/${plural}/`) && /\{\w+\}/.test(path))
    .map(({ path }) => path.replace('{id}', String(id)).replace('{slug}', slug))
const unread = async (plural: string, record: { id: number; slug: string }, word: RegExp): Promise<void> => {
  assert.ok(readers(plural, record).length >= 2)
  for (const path of readers(plural, record))
    for (const as of OUTSIDERS) {
      const answer = await sendRequest('GET', path, { as })
      // Some callers may not read the history, a working copy or a preview of any record, whether or not it exists.
      const [tail] = /\/(?:history|working-copy|review-notes|preview)$/.exec(path) ?? []
      const missing = tail ? await status('GET', `/${plural}/999999${tail}`, { as }) : 404
      assert.equal(answer.status, missing, `${path} as ${as}`)
      assert.doesNotMatch(answer.text, word)
    }
}
void test('CVE-2023-35777 a private event is not read in any format', () => unread('events', secret, /quokka|numbat/i))
void test('CVE-2023-2796 a draft is not read by its number in any format', () => unread('events', draft, /quokka|numbat/i))
void test('CVE-2026-11896 a former draft cannot be read from the trash', () => unread('events', binned, /quokka|numbat/i))
void test('CVE-2025-9808 hidden venues and organizers are read nowhere, nor in events', async () => {
  await unread('venues', vault, /quoll|0815/i)
  await unread('organizers', ghost, /quoll/i)
  for (const path of [`/events/${linked.id}`, `/events/by-slug/${linked.slug}`, `/events?include=${linked.id}`, '/venues', '/organizers'])
    for (const as of OUTSIDERS) assert.doesNotMatch((await sendRequest('GET', path, { as })).text, /quoll|0815/i, path)
})
void test('CVE-2023-6203 lists do not reveal fields that a password protects', async () => {
  for (const as of OUTSIDERS)
    for (const path of [
      '/events',
      `/events?include=${locked.id}`,
      '/events?search=ball',
      '/events?_fields=title,description,excerpt,venue',
    ]) {
      const { text } = await sendRequest('GET', path, { as })
      assert.match(text, /Locked ball/, path)
      assert.doesNotMatch(text, /bilby/i, path)
    }
})
void test('CVE-2024-5333 a list hides every field that the single read rejects', async () => {
  assert.equal(await status('GET', `/events/${locked.id}`), 403)
  const mine = (await sendRequest('GET', `/events/${locked.id}`, { as: 'author' })).json
  const [shown = {}] = (await sendRequest('GET', `/events?include=${locked.id}`)).json['events'] as Json[]
  const kept = Object.keys(shown).filter((name) => /bilby/i.test(JSON.stringify(mine[name])))
  assert.deepEqual(kept.sort(), [
    'cost',
    'custom_fields',
    'description',
    'event_status_reason',
    'excerpt',
    'online_url',
    'organizer',
    'venue',
    'website',
  ])
  for (const name of kept) assert.doesNotMatch(JSON.stringify(shown[name]), /bilby/i, name)
})
void test('CVE-2023-6557 an anonymous search finds no hidden records', async () => {
  for (const path of [`/events?${ANY}&search=quokka`, '/venues?search=quoll', '/organizers?search=quoll', '/events?search=quoll']) {
    const { json, text } = await sendRequest('GET', path)
    assert.equal(json['total'], 0, path)
    assert.doesNotMatch(text.replaceAll(/"rest_url":"[^"]*"/g, ''), /Quo(kka|ll) \w/)
  }
  for (const word of ['draft', 'any', 'private,publish']) assert.equal(await status('GET', `/events?status=${word}`), 401)
})
void test('CVE-2025-12175 titles of drafts are for their author', async () => {
  for (const path of [`/events/${draft.id}`, `/events/by-slug/${draft.slug}`]) {
    for (const as of OUTSIDERS) assert.equal(await status('GET', path, { as }), 404)
    assert.equal(await status('GET', path, { as: 'author' }), 200)
  }
})
void test('CVE-2024-1295 a contributor lists only their own unpublished records', async () => {
  const own = await make('events', 'Quokka of mine', { status: 'draft' }, 'contributor')
  for (const word of ['any', 'draft', 'draft,pending,private,trash,future']) {
    const { json } = await sendRequest('GET', `/events?${ANY}&search=quokka&status=${word}`, { as: 'contributor' })
    assert.deepEqual([idsOf(json['events']), json['total']], [[own.id], 1], word)
  }
})
void test('CVE-2023-5561 search does not reveal hidden text letter by letter', async () => {
  for (const text of ['quoll@secret.example', 'numbat', 'bilby', '0815'])
    for (let end = 3; end <= text.length; end += 1)
      for (const path of [`/events?${ANY}`, ...(text === 'bilby' ? [] : ['/organizers?', '/venues?'])]) {
        const { json } = await sendRequest('GET', `${path}&search=${encodeURIComponent(text.slice(0, end))}`)
        assert.equal(json['total'], 0, `${path} ${text.slice(0, end)}`)
      }
})
void test('CVE-2025-53640 nothing resolves users to names', async () => {
  for (const path of ['/events', `/events/${open.id}`, '/venues', '/organizers', '/me', ''])
    assert.doesNotMatch((await sendRequest('GET', path)).text, /"(login|email_address|display_name|user_\w+)":\s*"[^"]/, path)
  assert.equal(typeof (await sendRequest('GET', `/events/${open.id}`)).json['author'], 'number')
  for (const path of ['/authors', '/me/1']) assert.equal(await status('GET', path), 404)
  for (const path of ['/users', '/users/1', '/users?search=a']) assert.equal(await status('GET', path), 401)
})
void test('CVE-2024-1122 no caller can read more than the maximum page size at once', async () => {
  for (const count of ['101', '1000000', '-1', 'all', '0']) assert.equal(await status('GET', `/events?per_page=${count}`), 400)
  for (const path of ['/export', '/events/export', '/events/all']) assert.equal(await status('GET', path), 404)
})

void test('CVE-2026-2694 permission to edit events does not grant permission to edit this event', async () => {
  for (const as of ['contributor', 'other'] as const)
    for (const path of [`/events/${open.id}`, `/events/by-slug/${open.slug}`])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        assert.equal(await status(method, path, { as, body: { title: 'Taken over' } }), 403, `${method} ${path} as ${as}`)
  assert.equal((await sendRequest('GET', `/events/${open.id}`)).json['title'], 'Open day')
})
void test('CVE-2026-13169 the number in the path is the one that is checked and the one that is changed', async () => {
  const own = await make('events', 'Own', {}, 'other')
  for (const body of [
    { id: open.id, ids: [open.id] },
    { event_id: open.id, slug: 'own-two', title: 'Mine' },
  ])
    for (const headers of [{}, { prefer: 'handling=lenient' }]) {
      const { json } = await sendRequest('PATCH', `/events/${own.id}?id=${open.id}`, { as: 'other', body, headers })
      assert.ok(json['id'] === own.id || (headers.prefer === undefined && json['code'] === 'rest_invalid_param'))
    }
  assert.equal(await status('DELETE', `/events/${open.id}?id=${own.id}`, { as: 'other', body: { id: own.id } }), 403)
  assert.deepEqual(
    [(await sendRequest('GET', `/events/${open.id}`)).json['title'], await status('GET', `/events/${own.id}`)],
    ['Open day', 200],
  )
})
void test('CVE-2017-1001000 a number in the query selects no record', async () => {
  for (const query of [`id=${draft.id}abc`, `id=${draft.id}`, `id[]=${draft.id}`, `slug=${draft.slug}`])
    assert.equal((await sendRequest('GET', `/events/${open.id}?${query}`)).json['id'], open.id, query)
  assert.equal(await status('GET', `/events/${draft.id}?id=${open.id}`), 404)
})
void test('CVE-2026-7525 a flag in the body publishes nothing', async () => {
  const wishes = [
    { status: 'publish' },
    { status: 'future', date: inDays(3) },
    { status: 'private' },
    { approved: true, event_approved: 1 },
  ]
  for (const wish of wishes) {
    const lenient = { as: 'contributor', headers: { prefer: 'handling=lenient' } } as const
    const { json } = await sendRequest('POST', '/events', { ...lenient, body: { title: 'Wish', ...dates, ...wish } })
    assert.match(String(json['status']), /^(pending|draft)$/)
    const later = await sendRequest('PATCH', `/events/${String(json['id'])}`, { ...lenient, body: wish })
    assert.match(String(later.json['status']), /^(pending|draft)$/)
  }
})
void test('CVE-2025-47539 no input changes the identity of the caller', async () => {
  for (const path of ['/users', '/users/import', '/me'])
    assert.match(String(await status('POST', path, { body: { role: 'administrator' } })), /^40[145]$/)
  for (const as of ['contributor', 'other'] as const) {
    const body = { title: 'As another', ...dates, author: server.ids.admin, role: 'administrator', scope: 'admin' }
    assert.equal(await status('POST', '/events', { as, body }), 403)
    assert.notEqual((await sendRequest('GET', '/me', { as, headers: { 'x-role': 'administrator' } })).json['role'], 'administrator')
  }
})
/** Everybody may ask to sign in, and every user may change their own account: server/test/accounts tests these routes. */
const ACCOUNTS = ['pages', 'users']
/** Everybody may send events to the editors: server/test/submissions tests these routes. */
const SUBMISSIONS = /^\/submissions(\/|$)/
const writers = (isAccount = false) =>
  server.app.routes
    .filter(({ method, access, path }) => method !== 'GET' && !SUBMISSIONS.test(path) && ACCOUNTS.includes(String(access)) === isAccount)
    .map(({ method, path }) => ({
      method,
      path: path
        .replace('{id}', String(open.id))
        .replace('{slug}', open.slug)
        .replace('{version}', '1')
        .replace('{change_id}', '00000000-0000-7000-8000-000000000001')
        .replace('{delivery_id}', '1')
        .replace('{run_id}', '1'),
    }))
void test('CVE-2026-28352 every route that writes rejects anonymous callers before it reads the body', async () => {
  assert.ok(writers().length >= 37)
  for (const { method, path } of writers())
    for (const sent of [{ body: { title: 'x' } }, { raw: '{', headers: { 'content-type': 'application/json' } }, {}])
      assert.equal(await status(method, path, sent), 401, `${method} ${path}`)
  assert.ok(writers(true).length >= 10)
  for (const { method, path } of writers(true))
    assert.match(
      String(await status(method, path, { raw: '{', headers: { 'content-type': 'application/json' } })),
      /^40[13]$/,
      `${method} ${path}`,
    )
})
void test('CVE-2025-15043 every route that writes is shut to a subscriber', async () => {
  for (const { method, path } of writers())
    assert.equal(await status(method, path, { as: 'subscriber', body: {} }), 403, `${method} ${path}`)
})
void test('CVE-2025-48246 terms are shut to contributors', async () => {
  for (const { method, path } of writers().filter((route) => /^.(categories|tags)/.test(route.path)))
    assert.equal(await status(method, path, { as: 'contributor', body: { name: 'Mine' } }), 403, `${method} ${path}`)
  assert.equal(await status('POST', '/events', { as: 'contributor', body: { title: 'x', ...dates, tags: ['brand new'] } }), 400)
})
void test('release 6.15.19 publishing an event neither publishes nor links hidden records of others', async () => {
  for (const body of [{ venue: vault.id }, { venue: { id: vault.id, status: 'publish' } }, { organizer: [ghost.id] }])
    assert.equal(await status('POST', '/events', { as: 'other', body: { title: 'x', ...dates, ...body } }), 400)
  assert.equal(await status('PATCH', `/events/${linked.id}`, { as: 'author', body: { status: 'publish', title: 'Linked again' } }), 200)
  assert.equal(await status('GET', `/venues/${vault.id}`), 404)
})
