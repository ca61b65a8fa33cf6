// Contract 15.8: working copies, which the public does not see, and their publication.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { badInputs, inDays, testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer()
const { make, patch, post, remove } = server
const put = (id: number, body: Json, as: Caller = 'editor', headers: Record<string, string> = {}, kind = 'events'): Promise<Answer> =>
  server.request('PUT', `/${kind}/${id}/working-copy`, { as, body, headers })
const read = (id: number, as: Caller = 'editor', query = ''): Promise<Answer> => server.get(`/events/${id}/working-copy${query}`, { as })
const publish = (id: number, as: Caller = 'editor', headers: Record<string, string> = {}): Promise<Answer> =>
  post(`/events/${id}/working-copy/publish`, {}, { as, headers })
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...more })
const codeOf = (answer: Answer): unknown[] => [answer.status, answer.json['code']]
const conflictsOf = (answer: Answer): unknown => (answer.json['data'] as { conflicts: unknown }).conflicts

test('15.8 a working copy has the edits, a preview and its base, and is published as an update', async () => {
  const record = await make('events', event({ description: '<p>Before</p>' }))
  assert.deepEqual(codeOf(await read(record.id)), [404, 'rest_working_copy_not_found'])
  const venue = { venue: unique(), city: 'Lyon' }
  const written = await put(record.id, { ...record, title: 'After', description: '<p>Now</p><script>x()</script>', venue })
  assert.equal(written.status, 200, written.text)
  const shown = await read(record.id)
  assert.deepEqual(Object.keys(shown.json), [
    'kind',
    'id',
    'version',
    'base_version',
    'author',
    'state',
    'inputs',
    'preview',
    'conflicts',
    'created_utc',
    'modified_utc',
  ])
  assert.deepEqual(shown.json['inputs'], { en: { title: 'After', description: '<p>Now</p>', venue } }, 'without what equals the record')
  const preview = shown.json['preview'] as Json
  assert.deepEqual([preview['title'], preview['description'], preview['id']], ['After', '<p>Now</p>', record.id])
  assert.equal((preview['venue'] as Json[])[0]?.['city'], 'Lyon')
  assert.deepEqual(shown.json['author'], { id: server.ids.editor, name: '' })
  assert.deepEqual([shown.json['state'], shown.json['base_version'], shown.json['conflicts']], ['draft', 1, []])
  assert.match(shown.headers.get('etag') ?? '', new RegExp(`^"${String(shown.json['version'])}\\.`))
  assert.equal(shown.headers.get('cache-control'), 'private, no-store')
  assert.equal((await server.get(`/venues?search=${venue.venue}`)).json['total'], 0, 'a preview creates nothing')
  const published = await publish(record.id)
  assert.equal(published.status, 200, published.text)
  assert.deepEqual([published.json['title'], published.headers.get('x-record-version')], ['After', '2'])
  assert.equal((await server.get(`/events/${record.id}`)).json['title'], 'After')
  assert.deepEqual(codeOf(await read(record.id)), [404, 'rest_working_copy_not_found'])
  const history = (await server.get(`/events/${record.id}/history`, { as: 'editor' })).json['history'] as Json[]
  assert.deepEqual([history[0]?.['version'], history[0]?.['change_id']], [2, published.headers.get('x-change-id')])
  assert.equal((await post(`/changes/${String(published.headers.get('x-change-id'))}/undo`, {})).status, 200)
  assert.equal((await server.get(`/events/${record.id}`)).json['title'], record['title'])
})

test('15.8 languages are kept apart, and published in one change', async () => {
  const { id } = await make('events', event({ title: 'Song' }))
  await put(id, { title: 'Songs', website: 'https://a.example/' })
  const french = await server.request('PUT', `/events/${id}/working-copy?i18n_language=fr`, {
    as: 'editor',
    body: { title: 'Chansons', website: 'https://b.example/' },
  })
  assert.deepEqual(french.json['inputs'], { en: { title: 'Songs' }, fr: { title: 'Chansons', website: 'https://b.example/' } })
  assert.equal(((await read(id, 'editor', '?i18n_language=fr')).json['preview'] as Json)['title'], 'Chansons')
  assert.equal(((await read(id)).json['preview'] as Json)['title'], 'Songs')
  const { headers } = await publish(id)
  assert.equal((await server.get(`/events/${id}`)).json['website'], 'https://b.example/')
  assert.equal((await server.get(`/events/${id}?i18n_language=fr`)).json['title'], 'Chansons')
  assert.equal((await post(`/changes/${String(headers.get('x-change-id'))}/undo`, {})).status, 200)
  assert.deepEqual((await server.get(`/events/${id}`)).json['title'], 'Song')
})

test('15.8 inputs have the errors of an update, and secrets, status and author are no part of a copy', async () => {
  const { id } = await make('events', event())
  assert.deepEqual(badInputs(await put(id, { end_date: '2031-04-01', website: 'x', titel: 'x' })).sort(), ['end_date', 'titel', 'website'])
  assert.deepEqual(badInputs(await put(id, { venue: 999_999 })), ['venue'])
  assert.deepEqual(badInputs(await put(id, { password: 'secret', status: 'draft', author: server.ids.author })).sort(), [
    'author',
    'password',
    'status',
  ])
  assert.equal((await put(id, { status: 'publish', title: 'x' })).status, 200, 'a value that equals that of the record is not sent')
  assert.deepEqual(badInputs(await server.request('PUT', `/events/${id}/working-copy?dry_run=true`, { as: 'editor', body: {} })), [
    'dry_run',
  ])
})

test('15.8 of two editors who write at once, the second gets 412 instead of overwriting', async () => {
  const { id } = await make('events', event())
  const only = { 'if-none-match': '*' }
  assert.deepEqual(
    (await Promise.all([put(id, { title: 'A' }, 'editor', only), put(id, { title: 'B' }, 'admin', only)]))
      .map((each) => each.status)
      .sort(),
    [200, 412],
  )
  const { etag } = Object.fromEntries((await read(id)).headers) as { etag: string }
  const both = await Promise.all([
    put(id, { title: 'C' }, 'editor', { 'if-match': etag }),
    put(id, { title: 'D' }, 'admin', { 'if-match': etag }),
  ])
  assert.deepEqual(both.map((each) => each.status).sort(), [200, 412])
  const { version } = (await read(id)).json
  await server.request('DELETE', `/events/${id}/working-copy`, { as: 'editor', headers: { 'if-match': `"${String(version)}"` } })
  assert.deepEqual(codeOf(await put(id, { title: 'E' }, 'editor', { 'if-match': '*' })), [412, 'rest_precondition_failed'])
  assert.notEqual((await put(id, { title: 'F' })).json['version'], version, 'a new copy has another version than the deleted one')
  assert.deepEqual(codeOf(await publish(id, 'editor', { 'if-match': `"${String(version)}"` })), [412, 'rest_precondition_failed'])
})

test('15.8 a field that both changed is 412, and all others are merged', async () => {
  const [a, b] = [await make('venues', { venue: unique() }), await make('venues', { venue: unique() })]
  const { id } = await make('events', event({ title: 'One', excerpt: 'Short', venue: [a.id] }))
  await put(id, { title: 'Two', venue: [b.id], start_date: '2031-05-01 09:00' })
  await patch(`/events/${id}`, { excerpt: 'Shorter' })
  await patch(`/venues/${a.id}`, { phone: '1' })
  assert.deepEqual((await read(id)).json['conflicts'], [], 'neither another field nor a linked record is a conflict')
  await patch(`/events/${id}`, { title: 'Three', venue: [] })
  await patch(`/events/${id}?i18n_language=fr`, { title: 'Trois' })
  const refused = await publish(id)
  assert.deepEqual(codeOf(refused), [412, 'rest_working_copy_conflicts'])
  assert.deepEqual((conflictsOf(refused) as string[]).sort(), ['title', 'venue'])
  assert.deepEqual(((await read(id)).json['conflicts'] as string[]).sort(), ['title', 'venue'])
  assert.equal((await server.get(`/events/${id}`)).json['title'], 'Three')
  // A later write does not hide the conflict, unless it says that it is based on the present version.
  await put(id, { title: 'Four', venue: [b.id] })
  assert.deepEqual(codeOf(await publish(id)), [412, 'rest_working_copy_conflicts'])
  await server.request('PUT', `/events/${id}/working-copy?rebase=true`, { as: 'editor', body: { title: 'Four', venue: [b.id] } })
  assert.equal((await publish(id)).status, 200)
  const { title, excerpt, venue } = (await server.get(`/events/${id}`)).json
  assert.deepEqual([title, excerpt, (venue as Json[])[0]?.['id']], ['Four', 'Shorter', b.id])
})

test('15.8 a copy that can no longer be applied has no preview, and publication has the error of the update', async () => {
  const venue = await make('venues', { venue: unique() })
  const { id } = await make('events', event())
  await put(id, { venue: [venue.id] })
  await remove(`/venues/${venue.id}?force=true`)
  assert.equal((await read(id)).json['preview'], null)
  assert.deepEqual(badInputs(await publish(id)), ['venue'])
})

test('15.8 a date of a series has a working copy of its own', async () => {
  const series = await make('events', event({ start_date: inDays(9), end_date: inDays(9.1), recurrence: 'FREQ=DAILY;COUNT=3' }))
  const dates = (await server.get(`/events?series=${series.id}`)).json['events'] as { id: number }[]
  const id = dates[1]?.id ?? 0
  assert.equal((await put(id, { title: 'Guests' })).status, 200)
  assert.equal((await server.get(`/events/${id}`)).json['title'], series['title'])
  assert.equal((await publish(id)).json['title'], 'Guests')
  assert.equal((await server.get(`/events/${series.id}`)).json['title'], series['title'])
  await put(id, { title: 'More guests' })
  await post(`/events/${id}/reset`, {})
  assert.equal((await read(id)).status, 200, 'a reset date keeps its copy')
  await remove(`/events/${series.id}?force=true`)
  assert.deepEqual(await server.app.database.query(sql`select 1 from working_copies where record_id = ${id}`), [])
})

/** Times of the response, and cursors, which are encrypted anew each time. */
const CHANGING = /DTSTAMP:\S+|lastBuildDate>[^<]*|<updated>[^<]*|"(?:cursor|next)":"[^"]*"/g
test('15.8 the public sees nothing of a working copy', async () => {
  const secret = unique()
  const record = await make('events', event())
  const [tag, feed] = [`/events/${record.id}`, '/events?starts_after=2031-01-01']
  const paths = [
    tag,
    feed,
    `/events/by-slug/${record.slug}`,
    `/events?starts_after=2031-01-01&search=${secret}`,
    '/events.ics',
    '/events.rss',
    '/events.json',
    `/events/${record.id}.ics`,
    '/changes?since=',
    '/venues',
    '/organizers',
    '/tags',
    '/categories',
  ]
  const shown = async (): Promise<Record<string, string>> => {
    const answers = paths.map(async (path) => [path, (await server.get(path)).text.replaceAll(CHANGING, '')] as const)
    return Object.fromEntries(await Promise.all(answers))
  }
  const before = await shown()
  await put(record.id, { title: secret, organizer: { organizer: secret }, tags: [secret], venue: { venue: secret } })
  await read(record.id)
  const after = await shown()
  assert.deepEqual(
    paths.filter((path) => after[path] !== before[path]),
    [],
  )
  assert.equal((await server.get(`/events?starts_after=2031-01-01&search=${secret}`)).json['total'], 0)
  const history = await server.get(`${tag}/history`, { as: 'editor' })
  assert.ok(!history.text.includes(secret))
  for (const path of [`${tag}/working-copy`, `${tag}/review-notes`]) assert.equal((await server.get(path)).status, 401)
})

test('15.8 a permanent deletion erases the working copy and the notes', async () => {
  const { database } = server.app
  const rows = async (id: number): Promise<number> =>
    (
      await database.query(
        sql`select 1 from working_copies where record_id = ${id} union all select 1 from review_notes where record_id = ${id}`,
      )
    ).length
  for (const plural of ['events', 'venues', 'organizers']) {
    const { id } = await make(plural, { ...(plural === 'events' ? event() : { [plural.slice(0, -1)]: unique() }) })
    await put(id, { description: 'x' }, 'editor', {}, plural)
    await post(`/${plural}/${id}/review-notes`, { note: 'x' })
    assert.equal(await rows(id), 2)
    await remove(`/${plural}/${id}`)
    assert.equal(await rows(id), 2, 'the trash keeps them')
    assert.equal((await put(id, { description: 'y' }, 'editor', {}, plural)).status, 410)
    await remove(`/${plural}/${id}?force=true`)
    assert.equal(await rows(id), 0)
  }
})
