// The client against the real service: paging, languages, writing, errors, keeping answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { seed } from '../../server/src/features/seed/seed.ts'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { sql } from '../../server/src/kernel/sql.ts'
import { testServer } from '../../server/test/support/server.ts'
import { createClient, etagOf, isKalendsError, type ClientOptions, type Warning } from '../src/index.ts'
import { thrown } from './support/thrown.ts'

const server = await testServer()
const full = await testServer()
const as = (token: string | undefined, options: Partial<ClientOptions> = {}) => createClient({ baseUrl: server.base, token, ...options })
const editor = as(server.tokens.editor)
const anyone = as(undefined)
const DAY = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' }

void test('client: walks 1,000 records, each once, page by page and record by record', async (t) => {
  const site = siteOf(readConfig({ PUBLIC_URL: full.base }))
  await seed(full.app.database, {
    site,
    now: systemClock.now(),
    seed: 1,
    events: 1_000,
    add: false,
    progress: { step: () => undefined, end: () => undefined },
  })
  const rows = await full.app.database.query<{ id: number }>(sql`select id from events where not hide_from_listings order by id`)
  const client = createClient({ baseUrl: full.base, token: full.tokens.editor })
  const params = { from: '1990-01-01', to: '2100-01-01', status: ['any', 'trash'] as const, orderby: 'id' as const }
  const ids: number[] = []
  for await (const { id } of client.events.all(params, { fields: ['id'] })) ids.push(id ?? 0)
  t.diagnostic(`${ids.length} records`)
  assert.ok(ids.length > 900)
  assert.deepEqual(
    ids,
    rows.map(({ id }) => id),
  )
  const sizes: number[] = []
  for await (const { events, total } of client.events.pages({ ...params, per_page: 90 })) {
    sizes.push(events.length)
    assert.equal(total, ids.length)
  }
  assert.deepEqual([sizes.length, sizes[0], sizes.at(-1)], [Math.ceil(ids.length / 90), 90, ids.length % 90 || 90])
})

void test('client: a walk may be left early, and asks for no page more than it needs', async () => {
  const asked: string[] = []
  const client = createClient({
    baseUrl: `${full.base}/calendar/events/v1/`,
    fetch: (url, init) => {
      asked.push(url)
      return fetch(url, init)
    },
  })
  let seen = 0
  for await (const event of client.events.all({ per_page: 5 }, { fields: ['title'] })) {
    assert.deepEqual(Object.keys(event), ['title'])
    seen += 1
    if (seen === 6) break
  }
  assert.equal(asked.length, 2)
  assert.match(asked[1] ?? '', /[?&]start_date=.*[?&]page=2/)
})

void test('client: all() reads each record once where a page may hold fewer than 100, and finds the size out once', async () => {
  const narrow = await testServer({ PER_PAGE_MAX: '30' })
  const names = Array.from({ length: 26 }, (_, i) => `Tag ${i}`)
  for (const name of names) await narrow.make('tags', { name })
  const sizes: (string | null)[] = []
  const client = createClient({
    baseUrl: narrow.base,
    fetch: (url, init) => {
      sizes.push(new URL(url).searchParams.get('per_page'))
      return fetch(url, init)
    },
  })
  const read = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { name } of client.tags.all({ hide_empty: false })) found.push(name)
    return found
  }
  assert.deepEqual((await read()).sort(), [...names].sort())
  assert.deepEqual(sizes.splice(0), ['100', '50', '25', '25'])
  assert.equal((await read()).length, names.length)
  assert.deepEqual(sizes.splice(0), ['25', '25'])
  // A size that the caller chose is not replaced, and other faults are not hidden.
  const refused = async (params: object): Promise<readonly string[]> => (await thrown(client.tags.all(params).next())).params
  assert.deepEqual(await refused({ per_page: 31 }), ['per_page'])
  assert.deepEqual(await refused({ order: 'sideways' }), ['order'])
})

void test('client: creates, reads, changes, trashes, restores and deletes', async () => {
  const made = await editor.events.create({ title: 'Concert', ...DAY, venue: { venue: 'Salle', city: 'Lyon' }, tags: ['live'], cost: 12 })
  assert.deepEqual([made.venue[0]?.city, made.tags[0]?.name, made.cost_details.values], ['Lyon', 'live', ['12']])
  const read = await editor.events.get({ slug: made.slug })
  assert.equal(read.id, made.id)
  assert.equal(read.json_ld['@type'], 'Event')
  const changed = await editor.events.update(made.id, { title: 'Grand concert', cost: null })
  assert.deepEqual([changed.title, changed.cost, changed.venue[0]?.id], ['Grand concert', null, made.venue[0]?.id])
  // What was read may be sent back whole: nothing changes.
  const same = await editor.events.update(made.id, await editor.events.get(made.id))
  assert.equal(etagOf(same), etagOf(changed))
  assert.equal((await editor.events.trash(made.id)).status, 'trash')
  assert.equal((await thrown(anyone.events.get(made.id))).code, 'event-is-in-trash')
  assert.equal((await editor.events.restore(made.id)).status, 'draft')
  assert.equal((await editor.events.restore(made.id, 'publish')).status, 'publish')
  assert.equal((await editor.events.delete({ slug: made.slug })).id, made.id)
  assert.equal((await thrown(editor.events.get(made.id))).code, 'rest-event-not-found')
})

void test('client: every kind has its operations', async () => {
  const venue = await editor.venues.create({ venue: 'Halle', city: 'Wien' })
  const organizer = await editor.organizers.create({ organizer: 'Verein', email: 'a@example.org' })
  const category = await editor.categories.create({ name: 'Musik' })
  const tag = await editor.tags.create({ name: 'laut' })
  const event = await editor.events.create({
    title: 'Fest',
    ...DAY,
    venue: venue.id,
    organizer: [organizer],
    categories: 'Musik',
    tags: tag.id,
  })
  assert.equal((await editor.venues.list({ event: event.id })).venues[0]?.venue, 'Halle')
  assert.equal((await editor.organizers.list({ event: event.id })).total, 1)
  assert.equal((await editor.categories.get(category.id)).count, 1)
  assert.equal((await editor.tags.list({ event: event.id, hide_empty: false })).tags[0]?.name, 'laut')
  assert.equal((await editor.venues.get({ slug: 'halle' })).city, 'Wien')
  assert.equal((await editor.categories.update(category.id, { name: 'Tanz' })).name, 'Tanz')
  const warnings: Warning[] = []
  const warned = as(server.tokens.editor, { onWarning: (warning) => warnings.push(warning) })
  assert.equal((await warned.tags.delete(tag.id)).id, tag.id)
  assert.equal((await warned.categories.delete(category.id)).id, category.id)
  assert.equal((await warned.organizers.delete(organizer.id)).id, organizer.id)
  assert.deepEqual(warnings, [])
})

void test('client: says who asks, by token, by password, by nothing', async () => {
  assert.equal((await editor.me()).role, 'editor')
  assert.equal((await as(undefined, { login: 'author', password: server.tokens.author }).me()).login, 'author')
  assert.deepEqual((await anyone.me()).may.create, false)
  const error = await thrown(as('wrong').me())
  assert.deepEqual([error.code, error.status, error.name], ['rest_unauthorized', 401, 'KalendsError'])
})

void test('client: errors are typed, and say all that the service says', async () => {
  const wrong = await thrown(editor.events.create({ title: 'x', start_date: '2030-02-31', end_date: '2030-03-01', website: 'nowhere' }))
  assert.deepEqual([wrong.code, wrong.status, [...wrong.params].sort()], ['rest_invalid_param', 400, ['start_date', 'website']])
  assert.equal(wrong.details['website']?.code, 'not_url')
  assert.match(wrong.requestId ?? '', /^[\w-]{30,}$/)
  const missing = await thrown(editor.events.create({ title: 'x' } as never))
  assert.deepEqual([missing.code, missing.params], ['rest_missing_callback_param', ['start_date', 'end_date']])
  const tag = await editor.tags.create({ name: 'zweimal' })
  const twice = await thrown(editor.tags.create({ name: 'zweimal' }))
  assert.deepEqual([twice.code, twice.status, twice.data['term_id']], ['term_exists', 409, tag.id])
  assert.equal((await thrown(anyone.tags.create({ name: 'nein' }))).status, 401)
  assert.equal((await thrown(createClient({ baseUrl: `${server.base}/elsewhere` }).me())).code, 'rest_no_route')
  const error = await thrown(editor.events.get(999_999_999))
  assert.ok(isKalendsError(error, 'rest-event-not-found', 'event-is-in-trash'))
  assert.ok(!isKalendsError(error, 'term_exists') && !isKalendsError(new Error('x')))
})

void test('client: an answer that is none of ours is told apart', async () => {
  const gateway = as(undefined, { retries: 0, fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  assert.deepEqual([(await thrown(gateway.me())).code, (await thrown(gateway.me())).status], ['unexpected_answer', 502])
})

void test('client: a write of what somebody else has changed is refused', async () => {
  const { id } = await editor.venues.create({ venue: 'Platz' })
  const mine = await editor.venues.get(id)
  const theirs = await as(server.tokens.admin).venues.update(id, { city: 'Graz' })
  const error = await thrown(editor.venues.update(id, { city: 'Linz' }, { ifMatch: mine }))
  assert.deepEqual([error.code, error.status], ['rest_precondition_failed', 412])
  assert.equal((await thrown(editor.venues.trash(id, { ifMatch: etagOf(mine) }))).status, 412)
  assert.equal((await editor.venues.update(id, { city: 'Linz' }, { ifMatch: theirs })).city, 'Linz')
  const { venues } = await editor.venues.list()
  assert.throws(() => editor.venues.update(id, { city: 'Wels' }, { ifMatch: venues[0] ?? {} }), TypeError)
})

void test('client: a protected event opens with its password, which is in no address and opens nothing else', async () => {
  const { id } = await editor.events.create({ title: 'Geheim', ...DAY, description: '<p>Hier</p>', password: 'losung' })
  const asked: string[] = []
  const client = as(undefined, { cache: true, fetch: (url, init) => (asked.push(url + JSON.stringify(init.headers)), fetch(url, init)) })
  assert.equal((await thrown(client.events.get(id))).code, 'event-password-protected')
  assert.match((await client.events.get(id, { password: 'losung' })).description, /Hier/)
  assert.equal((await thrown(client.events.get(id))).code, 'event-password-protected')
  assert.ok(asked.every((each) => !each.split('{')[0]?.includes('losung')))
  // Nor is what it opened kept.
  assert.ok(asked.every((each) => !each.includes('if-none-match')))
})

void test('client: a password may have any characters', async () => {
  const PASSWORDS = ['sésame', 'пароль', '密码 🎉', '100%', '%41', "UTF-8''%41", "utf-8'en'x", 'a\tb', '"quoted", \\', 'Ã©']
  for (const password of PASSWORDS) {
    const { id } = await editor.events.create({ title: 'Geheim', ...DAY, description: '<p>Hier</p>', password })
    assert.match((await anyone.events.get(id, { password })).description, /Hier/, password)
  }
})

void test('client: speaks French and Arabic', async () => {
  const [fr, ar] = [as(server.tokens.editor, { language: 'fr' }), as(server.tokens.editor, { language: 'ar' })]
  const { id } = await fr.events.create({ title: 'Fête de la musique', ...DAY })
  await ar.events.update(id, { title: 'عيد الموسيقى' })
  assert.deepEqual([(await fr.events.get(id)).title, (await ar.events.get(id)).title], ['Fête de la musique', 'عيد الموسيقى'])
  assert.equal((await anyone.events.get({ slug: 'عيد-الموسيقى' }, { language: 'fr' })).title, 'Fête de la musique')
  const found = await ar.events.list({ search: 'الموسيقى', from: '2030-01-01' })
  assert.deepEqual(
    found.events.map(({ title }) => title),
    ['عيد الموسيقى'],
  )
  assert.match((await thrown(fr.events.get(999_999))).message, /n’existe|n'existe|aucun|introuvable|pas/i)
  assert.match((await thrown(ar.events.get(999_999))).message, /\p{Script=Arabic}/u)
})

void test('client: dates may be dates', async () => {
  const start = new Date('2031-06-01T10:00:00Z')
  const made = await editor.events.create({
    title: 'Datum',
    start_date: start,
    end_date: start.getTime() / 1000 + 3600,
    timezone: 'Europe/Vienna',
  })
  assert.deepEqual([made.start_date, made.utc_end_date], ['2031-06-01 12:00:00', '2031-06-01 11:00:00'])
  const found = await anyone.events.list({
    starts_after: new Date(start.getTime() - 1),
    ends_before: Temporal.Instant.from('2031-06-01T11:00:01Z'),
    strict_dates: true,
  })
  assert.deepEqual(
    found.events.map(({ id }) => id),
    [made.id],
  )
})

void test('client: what was not taken as it was meant is told', async () => {
  const warnings: Warning[] = []
  const client = as(server.tokens.editor, { onWarning: (warning) => warnings.push(warning) })
  await client.events.list({ categories: ['no, such'], colour: 'é' } as never)
  assert.deepEqual(
    warnings.map(({ kind, values }) => [kind, values]),
    [
      ['ignored-parameters', ['colour']],
      ['unmatched-values', ['categories=no', 'categories=such']],
    ],
  )
  const strict = as(undefined, { strict: true })
  assert.deepEqual((await thrown(strict.events.list({ colour: 'red' } as never))).params, ['colour'])
})

void test('client: kept answers are asked for anew only if they changed', async () => {
  const statuses: number[] = []
  const watched: ClientOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  }
  const { id } = await editor.organizers.create({ organizer: 'Bühne' })
  const client = as(undefined, { cache: 2, fetch: watched })
  const first = await client.organizers.get(id)
  first.organizer = 'changed by whoever got it'
  const second = await client.organizers.get(id)
  assert.deepEqual([second.organizer, statuses], ['Bühne', [200, 304]])
  assert.equal(etagOf(second), etagOf(first))
  await editor.organizers.update(id, { phone: '1' })
  assert.equal((await client.organizers.get(id)).phone, '1')
  await client.organizers.list()
  await client.organizers.list({ per_page: 1 })
  await client.organizers.get(id)
  await client.organizers.get(id)
  assert.deepEqual(statuses, [200, 304, 200, 200, 200, 200, 304])
})

void test('client: whatever has no method of its own may be asked for too', async () => {
  const { openapi } = await anyone.request<{ openapi: string }>({ method: 'GET', path: '/doc', repeatable: true })
  assert.match(openapi, /^3\.1/)
})
