// Tests the client against a real server: pagination, languages, writes, errors, caching.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { seed } from '../../server/src/features/seed/seed.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { sql } from '../../server/src/kernel/database/sql.ts'
import { testServer } from '../../server/test/support/server.ts'
import { changeIdOf, createClient, etagOf, isKalendsError, type ClientOptions, type EventListParams, type Warning } from '../src/index.ts'
import { thrown } from './support/thrown.ts'

const server = await testServer()
const seededServer = await testServer()
const as = (token: string | undefined, options: Partial<ClientOptions> = {}) => createClient({ baseUrl: server.base, token, ...options })
const editor = as(server.tokens.editor)
const anyone = as(undefined)
const DAY = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' }

void test('client: iterates over 1,000 records, each once, by page and by record', async (t) => {
  const site = siteOf(readConfig({ PUBLIC_URL: seededServer.base }))
  await seed(seededServer.app.database, {
    site,
    now: systemClock.now(),
    seed: 1,
    events: 1_000,
    add: false,
    progress: { step: () => undefined, end: () => undefined },
  })
  const rows = await seededServer.app.database.query<{ id: number }>(
    sql`select id from occurrences where not hide_from_listings order by id`,
  )
  const client = createClient({ baseUrl: seededServer.base, token: seededServer.tokens.editor })
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

void test('client: an iteration can end early, and requests only the pages that it needs', async () => {
  const requests: string[] = []
  const client = createClient({
    baseUrl: `${seededServer.base}/calendar/events/v1/`,
    fetch: (url, init) => {
      requests.push(url)
      return fetch(url, init)
    },
  })
  let seen = 0
  for await (const event of client.events.all({ per_page: 5 }, { fields: ['title'] })) {
    assert.deepEqual(Object.keys(event), ['title'])
    seen += 1
    if (seen === 6) break
  }
  assert.equal(requests.length, 2)
  assert.match(requests[1] ?? '', /[?&]cursor=\w+/)
})

void test('client: all() reads each record once if the server allows fewer than 100 per page, and determines the size once', async () => {
  const smallPages = await testServer({ PER_PAGE_MAX: '30' })
  const names = Array.from({ length: 26 }, (_, i) => `Tag ${i}`)
  for (const name of names) await smallPages.make('tags', { name })
  const sizes: (string | null)[] = []
  const client = createClient({
    baseUrl: smallPages.base,
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
  // A page size of the caller is not replaced, and other errors are not hidden.
  const refused = async (params: object): Promise<readonly string[]> => (await thrown(client.tags.all(params).next())).params
  assert.deepEqual(await refused({ per_page: 31 }), ['per_page'])
  assert.deepEqual(await refused({ order: 'sideways' }), ['order'])
})

void test('client: creates, reads, updates, trashes, restores and deletes', async () => {
  const made = await editor.events.create({ title: 'Concert', ...DAY, venue: { venue: 'Salle', city: 'Lyon' }, tags: ['live'], cost: 12 })
  assert.deepEqual([made.venue[0]?.city, made.tags[0]?.name, made.cost_details.values], ['Lyon', 'live', ['12']])
  const read = await editor.events.get({ slug: made.slug })
  assert.equal(read.id, made.id)
  assert.equal(read.json_ld['@type'], 'Event')
  const changed = await editor.events.update(made.id, { title: 'Grand concert', cost: null })
  assert.deepEqual([changed.title, changed.cost, changed.venue[0]?.id], ['Grand concert', null, made.venue[0]?.id])
  // A record that is sent back as it was read does not change.
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

void test('client: merges records, follows the redirect of a merged one, and reports a reused one', async () => {
  const [kept, old] = [await editor.venues.create({ venue: 'Hafen' }), await editor.venues.create({ venue: 'Am Hafen' })]
  assert.equal((await editor.venues.merge(kept.id, old.id, { dryRun: true })).record.id, kept.id)
  assert.equal((await editor.venues.merge(kept.id, old.id)).id, kept.id)
  assert.equal((await anyone.venues.get(old.id)).id, kept.id)
  assert.equal((await anyone.venues.get({ slug: old.slug })).venue, 'Hafen')
  const warnings: Warning[] = []
  const client = as(server.tokens.editor, { onWarning: (warning) => warnings.push(warning) })
  const made = await client.events.create({ title: 'Regatta', ...DAY, venue: { venue: 'hafen', phone: '1' } })
  assert.equal(made.venue[0]?.id, kept.id)
  assert.deepEqual(
    warnings.map(({ kind, values }) => [kind, values]),
    [['reused-records', [`venue=${kept.id};unapplied="phone"`]]],
  )
  const forced = await client.events.create({ title: 'Regatta', ...DAY, venue: { venue: 'hafen', create: true } })
  assert.notEqual(forced.venue[0]?.id, kept.id)
})

void test('client: update() of a record that was read sends only the fields that differ', async () => {
  const bodies: unknown[] = []
  const client = as(server.tokens.editor, {
    fetch: (url, init) => {
      if (init.method === 'PATCH') bodies.push(JSON.parse(String(init.body)))
      return fetch(url, init)
    },
  })
  const { id } = await client.events.create({ title: 'Lesung', ...DAY, venue: { venue: 'Laube', city: 'Graz' }, tags: ['leise'] })
  const event = await client.events.get(id)
  // A newer server may show fields that this one does not know.
  const read = { ...event, field_of_a_newer_server: { mode: 'new' } }
  const changed = await client.events.update(read, { ...read, title: 'Konzert', tags: [] })
  assert.deepEqual([changed.title, changed.tags, changed.venue[0]?.city, changed.start_date], ['Konzert', [], 'Graz', event.start_date])
  assert.equal((await client.events.update(changed, { ...changed })).modified, changed.modified)
  assert.equal((await client.events.update(changed, { cost: '5' }, { ifMatch: changed })).cost, '5')
  assert.deepEqual(bodies, [{ title: 'Konzert', tags: [] }, {}, { cost: '5' }])
  assert.throws(() => client.events.update(event, event), TypeError)
  assert.equal((await thrown(client.events.update(id, { ...read }))).details['field_of_a_newer_server']?.code, 'unknown')
})

void test('client: upsert() creates a record by its external ID, then updates it; createOnly and ifMatch are preconditions', async () => {
  const key = { source: 'ticketing', id: 'a/b ü?' }
  const made = await editor.venues.upsert(key, { venue: 'Hall' }, { createOnly: true })
  assert.deepEqual([made.venue, made.external_ids], ['Hall', { ticketing: 'a/b ü?' }])
  const renamed = await editor.venues.upsert(key, { venue: 'Town hall' }, { ifMatch: made })
  assert.deepEqual([renamed.id, renamed.venue], [made.id, 'Town hall'])
  for (const options of [{ createOnly: true }, { ifMatch: made }]) {
    const error = await thrown(editor.venues.upsert(key, { venue: 'Other' }, options))
    assert.ok(isKalendsError(error, 'rest_precondition_failed'))
  }
  const found = await editor.venues.list({ external_id: 'ticketing:a/b ü?' })
  assert.deepEqual([found.venues.map(({ id }) => id), found.total], [[made.id], 1])
})

void test('client: authenticates with a token, with a password, or not at all', async () => {
  assert.equal((await editor.me()).role, 'editor')
  assert.equal((await as(undefined, { login: 'author', password: server.tokens.author }).me()).login, 'author')
  assert.deepEqual((await anyone.me()).may.create, false)
  const error = await thrown(as('wrong').me())
  assert.deepEqual([error.code, error.status, error.name], ['rest_unauthorized', 401, 'KalendsError'])
})

void test('client: errors contain the code, the parameters and the data of the response', async () => {
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

void test('client: a response that is not from Kalends has its own error code', async () => {
  const gateway = as(undefined, { retries: 0, fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  assert.deepEqual([(await thrown(gateway.me())).code, (await thrown(gateway.me())).status], ['unexpected_response', 502])
})

void test('client: a conditional write of a changed record is rejected', async () => {
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

void test('client: the password of a protected event is sent in a header, and the response is not cached', async () => {
  const { id } = await editor.events.create({ title: 'Geheim', ...DAY, description: '<p>Hier</p>', password: 'losung' })
  const requests: string[] = []
  const client = as(undefined, { cache: true, fetch: (url, init) => (requests.push(url + JSON.stringify(init.headers)), fetch(url, init)) })
  assert.equal((await thrown(client.events.get(id))).code, 'event-password-protected')
  assert.match((await client.events.get(id, { password: 'losung' })).description, /Hier/)
  assert.equal((await thrown(client.events.get(id))).code, 'event-password-protected')
  assert.ok(requests.every((each) => !each.split('{')[0]?.includes('losung')))
  // The unlocked response is not cached.
  assert.ok(requests.every((each) => !each.includes('if-none-match')))
})

void test('client: a password can contain any characters', async () => {
  const PASSWORDS = ['sésame', 'пароль', '密码 🎉', '100%', '%41', "UTF-8''%41", "utf-8'en'x", 'a\tb', '"quoted", \\', 'Ã©']
  for (const password of PASSWORDS) {
    const { id } = await editor.events.create({ title: 'Geheim', ...DAY, description: '<p>Hier</p>', password })
    assert.match((await anyone.events.get(id, { password })).description, /Hier/, password)
  }
})

void test('client: returns texts and messages in French and Arabic', async () => {
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

void test('client: accepts Date objects and timestamps as dates', async () => {
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

void test('client: reports ignored parameters and unmatched values', async () => {
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

void test('client: cached responses are revalidated, and read again only if they changed', async () => {
  const statuses: number[] = []
  const recordStatus: ClientOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  }
  const { id } = await editor.organizers.create({ organizer: 'Bühne' })
  const client = as(undefined, { cache: 2, fetch: recordStatus })
  const first = await client.organizers.get(id)
  first.organizer = 'changed by the caller'
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

void test('client: request() sends any other request', async () => {
  const { openapi } = await anyone.request<{ openapi: string }>({ method: 'GET', path: '/doc', idempotent: true })
  assert.match(openapi, /^3\.1/)
})

void test('client: a dry run returns the record and the status, and stores nothing', async () => {
  const kalends = editor
  const { dry_run, status, record, reused, occurrences } = await kalends.tags.create({ name: 'Dry' }, { dryRun: true })
  assert.deepEqual([dry_run, status, record.name, reused, occurrences], [true, 201, 'Dry', [], null])
  const tag = await kalends.tags.create({ name: 'Dry' })
  assert.equal((await kalends.tags.update(tag.id, { name: 'Wet' }, { dryRun: true })).record.name, 'Wet')
  assert.equal((await kalends.tags.delete(tag.id, { dryRun: true })).status, 200)
  assert.equal((await kalends.tags.get(tag.id)).name, 'Dry')
})

void test('client: gets a date of a series by slug and day, also after a split, and resets it', async () => {
  const series = await editor.events.create({
    title: 'Class',
    start_date: '2027-05-05 10:00',
    end_date: '2027-05-05 12:00',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  })
  const second = await anyone.events.get({ slug: series.slug, date: '2027-05-12' })
  assert.deepEqual([second.series, second.start_date], [series.id, '2027-05-12 10:00:00'])
  await editor.events.update(second.id, { title: 'Special', website: 'https://example.org/' })
  const dry = await editor.events.reset(second.id, ['title'], { dryRun: true })
  assert.deepEqual(dry.record.overrides, ['website'])
  assert.deepEqual((await editor.events.reset(second.id, ['title'])).overrides, ['website'])
  const date = await editor.events.reset(second.id)
  assert.deepEqual([date.type, date.overrides, date.effect?.scope], ['occurrence', [], 'this'])
  const response = await fetch(`${server.base}/calendar/events/v1/events/${second.id}?scope=following`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${server.tokens.editor}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Later' }),
  })
  assert.equal(response.status, 200)
  assert.equal((await anyone.events.get({ slug: series.slug, date: '2027-05-12T1000' })).title, 'Later')
})

void test('client: iterates over all dates of a series, and writes to one of them, to later ones or to all', async () => {
  const client = createClient({ baseUrl: server.base, token: server.tokens.editor })
  const course = await client.events.create({
    title: 'Course',
    start_date: '2021-03-02 18:00',
    end_date: '2021-03-02 20:00',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
  })
  const starts = async (params?: EventListParams): Promise<string[]> =>
    Array.fromAsync(client.events.dates(course.id, params), ({ start_date }) => start_date.slice(5, 10))
  assert.deepEqual(await starts(), ['03-02', '03-09', '03-16', '03-23', '03-30', '04-06'])
  assert.deepEqual(await starts({ from: '2021-03-20', per_page: 2 }), ['03-23', '03-30', '04-06'])
  const [, second, third] = await Array.fromAsync(client.events.dates(course.id, {}, { fields: ['id'] }))
  assert.ok(second && third)
  const canceled = await client.events.update(second.id, { event_status: 'cancelled' })
  assert.deepEqual([canceled.type, canceled.series, canceled.effect?.scope], ['exception', course.id, 'this'])
  const move = { start_date: '2021-03-17 18:00', end_date: '2021-03-17 20:00' }
  const { occurrences } = await client.events.update(third.id, move, { scope: 'following', dryRun: true })
  assert.deepEqual([occurrences?.scope, occurrences?.moved], ['following', 4])
  const all = await client.events.update(third.id, { title: 'Evening course' }, { scope: 'all' })
  assert.deepEqual([all.id, all.title], [course.id, 'Evening course'])
  await client.events.trash(third.id, { scope: 'following' })
  assert.deepEqual(await starts(), ['03-02', '03-09'])
})

void test('client: reads the history, restores a version and undoes a change', async () => {
  const tag = await editor.tags.create({ name: 'Rain date' })
  const renamed = await editor.tags.update(tag.id, { name: 'Rain dates' })
  const changeId = changeIdOf(renamed) ?? ''
  assert.equal(changeIdOf(await editor.tags.update(tag.id, { name: 'Rain dates' })), undefined)
  const { history, total } = await editor.history('tags', tag.id, { per_page: 1 })
  assert.deepEqual([total, history[0]?.change_id, history[0]?.changes[0]?.before], [2, changeId, 'Rain date'])
  const preview = await editor.undo(changeId, { dryRun: true })
  assert.deepEqual(preview.record.records, [{ kind: 'tag', id: tag.id, action: 'restored', version: 3 }])
  const undone = await editor.undo(changeId)
  assert.equal((await editor.tags.get(tag.id)).name, 'Rain date')
  assert.equal(undone.change_id, changeIdOf(undone))
  assert.equal((await thrown(editor.undo(changeId))).code, 'rest_changed_since')
  assert.deepEqual((await editor.undo(changeId, { skipChanged: true })).skipped, [{ kind: 'tag', id: tag.id }])
  const restored = await editor.restoreVersion('tags', tag.id, 2, { ifMatch: await editor.tags.get(tag.id) })
  assert.equal(restored.name, 'Rain dates')
})

void test('client: follows changes by cursor, and reports an expired one', async () => {
  const start = await anyone.changesPage({ since: 'now', kinds: ['venue', 'tag'] })
  const names = ['One', 'Two', 'Three']
  const venues = await Promise.all(names.map((venue) => editor.venues.create({ venue })))
  await editor.venues.delete(venues[0]?.id ?? 0)
  const seen = new Map<number, string>()
  let cursor = start.next
  for await (const change of anyone.changes({ since: cursor, per_page: 1 })) {
    seen.set(change.id, change.kind === 'venue' && change.record ? change.record.venue : `${change.action} ${String(change.reason)}`)
    cursor = change.cursor
  }
  assert.deepEqual(
    venues.map(({ id }) => seen.get(id)),
    ['remove deleted', 'Two', 'Three'],
  )
  assert.deepEqual(await Array.fromAsync(anyone.changes({ since: cursor, content: 'thin' })), [])
  assert.equal((await thrown(editor.changesPage({ since: cursor }))).code, 'rest_cursor_expired')
})
