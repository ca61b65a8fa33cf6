// Contract 15.9 and 15.10: review of submitted records and working copies, presence, and counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { addPerson, person } from '../accounts/person.ts'
import { testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

let now = Temporal.Now.instant()
// There is no worker, so the jobs that would send mail stay in the queue.
const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'events@example.org' }, { now: () => now }, false)
await server.app.database.query(sql`update users set email = login || '@example.org'`)
const { make, patch, post } = server
const CALLERS = ['subscriber', 'contributor', 'author', 'other', 'editor', 'admin'] as const satisfies readonly Caller[]
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', ...more })
const codeOf = ({ status, json }: Answer): unknown[] => [status, json['code']]
const review = (id: number, body: Json, as: Caller = 'editor', headers = {}): Promise<Answer> =>
  post(`/events/${id}/review`, body, { as, headers })
const notesOf = async (id: number, as: Caller): Promise<Json[]> =>
  (await server.get(`/events/${id}/review-notes`, { as })).json['notes'] as Json[]
const waiting = async (as: Caller): Promise<unknown> => (await server.get('/me', { as })).json['waiting']
/** The mail since the last call: message, record and recipients. */
async function told(): Promise<unknown[]> {
  const rows = await server.app.database.query<{ data: { message: string; user: number; review: { record: number } } }>(
    sql`delete from pgboss.job where name = 'mail' returning data`,
  )
  const byEvent = Map.groupBy(rows, ({ data }) => JSON.stringify([data.message, data.review.record]))
  return [...byEvent].map(([key, jobs]) => [...(JSON.parse(key) as unknown[]), jobs.map(({ data }) => data.user).sort((a, b) => a - b)])
}
/** Editors and administrators get mail about submissions. */
const reviewers = [server.ids.admin, server.ids.editor].sort((a, b) => a - b)
/** A published record of a contributor. */
async function published(more: Json = {}): Promise<number> {
  const { id } = await make('events', event({ status: 'pending', ...more }), 'contributor')
  assert.equal((await review(id, { decision: 'publish' })).status, 200)
  return id
}

const NOTHING = { pending: 0, working_copies: 0, returned: 0 }
test('15.9 a contributor submits a record, gets it back with a note, submits it again, and it is published', async () => {
  const { id, status } = await make('events', event({ status: 'publish' }), 'contributor')
  assert.equal(status, 'pending')
  const [author, editor] = [server.ids.contributor, server.ids.editor]
  assert.deepEqual(await told(), [['review-submitted', id, reviewers]])
  for (const as of ['contributor', 'editor'] as const) assert.deepEqual(await waiting(as), { pending: 1, working_copies: 0, returned: 0 })
  assert.deepEqual(await waiting('author'), NOTHING, 'others count their own records only')
  const bare = await review(id, { decision: 'return', note: ' ' })
  assert.deepEqual([bare.json['code'], (bare.json['data'] as Json)['params']], ['rest_missing_callback_param', ['note']])
  assert.deepEqual(codeOf(await review(id, { decision: 'return', note: 'x' }, 'editor', { 'if-match': '"7"' })), [
    412,
    'rest_precondition_failed',
  ])
  const returned = await review(id, { decision: 'return', note: 'Which hall?\nPlease add it.' })
  assert.deepEqual([returned.status, returned.json['status'], returned.headers.get('x-record-version')], [200, 'draft', '2'])
  assert.deepEqual(await told(), [['review-returned', id, [author]]])
  for (const as of ['contributor', 'editor'] as const) assert.deepEqual(await waiting(as), { pending: 0, working_copies: 0, returned: 1 })
  assert.deepEqual(await waiting('author'), NOTHING)
  assert.deepEqual(codeOf(await review(id, { decision: 'publish' })), [409, 'rest_nothing_to_review'])
  await post(`/events/${id}/review-notes`, { note: 'Added.' }, { as: 'contributor' })
  assert.deepEqual(await told(), [], 'a note alone is no decision')
  assert.equal((await patch(`/events/${id}`, { status: 'pending', excerpt: 'In the hall' }, { as: 'contributor' })).status, 200)
  assert.deepEqual(await told(), [['review-submitted', id, reviewers]])
  assert.deepEqual(await waiting('contributor'), { pending: 1, working_copies: 0, returned: 0 })
  await patch(`/events/${id}`, { excerpt: 'In the great hall' }, { as: 'contributor' })
  assert.deepEqual(await told(), [], 'a record that waits is not submitted again')
  const done = await review(id, { decision: 'publish', note: 'Thanks' })
  assert.deepEqual([done.status, done.json['status']], [200, 'publish'])
  assert.deepEqual(await told(), [['review-published', id, [author]]])
  assert.deepEqual(await waiting('editor'), { pending: 0, working_copies: 0, returned: 0 })
  const notes = await notesOf(id, 'contributor')
  assert.deepEqual(Object.keys(notes[0] ?? {}), ['id', 'author', 'decision', 'note', 'created_utc'])
  assert.deepEqual(
    notes.map(({ decision, note, author: by }) => [decision, note, (by as Json)['id']]),
    [
      ['submit', '', author],
      ['return', 'Which hall?\nPlease add it.', editor],
      [null, 'Added.', author],
      ['submit', '', author],
      ['publish', 'Thanks', editor],
    ],
  )
})

test('15.9 a contributor proposes a change of a published record in the same way', async () => {
  const id = await published()
  await told()
  const path = `/events/${id}/working-copy`
  const author = server.ids.contributor
  assert.equal((await patch(`/events/${id}`, { title: 'Mine' }, { as: 'contributor' })).status, 403)
  assert.deepEqual(codeOf(await review(id, { decision: 'publish' })), [409, 'rest_nothing_to_review'])
  await server.request('PUT', path, { as: 'contributor', body: {} })
  assert.equal((await post(`${path}/publish`, {}, { as: 'contributor' })).status, 403, 'not even a copy without edits')
  const copy = await server.request('PUT', path, { as: 'contributor', body: { title: 'Mine' } })
  assert.deepEqual(
    [copy.status, (copy.json['preview'] as Json)['title'], (copy.json['preview'] as Json)['status']],
    [200, 'Mine', 'publish'],
  )
  assert.deepEqual(codeOf(await review(id, { decision: 'publish' })), [409, 'rest_nothing_to_review'], 'a draft was not submitted')
  const submitted = await post(`${path}/submit`, { note: 'A better title' }, { as: 'contributor' })
  assert.deepEqual([submitted.status, submitted.json['state']], [200, 'pending'])
  assert.equal((await post(`${path}/submit`, {}, { as: 'contributor' })).status, 200)
  assert.deepEqual(await told(), [['review-submitted', id, reviewers]], 'once')
  assert.deepEqual(await waiting('editor'), { pending: 0, working_copies: 1, returned: 0 })
  assert.deepEqual(await waiting('author'), NOTHING)
  assert.equal((await review(id, { decision: 'return', note: 'Longer, please' })).status, 200)
  assert.deepEqual(await told(), [['review-returned', id, [author]]])
  assert.equal((await server.get(path, { as: 'contributor' })).json['state'], 'draft')
  assert.deepEqual(await waiting('contributor'), { pending: 0, working_copies: 0, returned: 1 })
  await server.request('PUT', path, { as: 'contributor', body: { title: 'Mine, longer' } })
  const { version } = (await post(`${path}/submit`, {}, { as: 'contributor' })).json
  assert.deepEqual(await waiting('contributor'), { pending: 0, working_copies: 1, returned: 0 })
  // The editor fixes the copy, whose author stays; a decision about the copy that was read before is refused.
  const fixed = await server.request('PUT', path, { as: 'editor', body: { title: 'Mine, fixed' } })
  assert.deepEqual([(fixed.json['author'] as Json)['id'], fixed.json['state']], [author, 'pending'])
  const stale = { 'if-match': `"${String(version)}"` }
  assert.deepEqual(codeOf(await review(id, { decision: 'publish' }, 'editor', stale)), [412, 'rest_precondition_failed'])
  const done = await review(id, { decision: 'publish' })
  assert.deepEqual([done.status, done.json['title'], done.json['author']], [200, 'Mine, fixed', author])
  await told()
  assert.deepEqual(await waiting('contributor'), { pending: 0, working_copies: 0, returned: 0 })
  assert.deepEqual(
    (await notesOf(id, 'contributor')).map(({ decision }) => decision),
    ['submit', 'publish', 'submit', 'return', 'submit', 'publish'],
  )
})

test('15.9.4 the queue has what is counted, the latest first, with titles in the language of the reader', async () => {
  const queue = async (as: Caller, query = ''): Promise<Json> => (await server.get(`/reviews?per_page=100${query}`, { as })).json
  const { id } = await make('events', event({ title: 'Chess', status: 'pending' }), 'contributor')
  const copied = await published({ title: 'Fair' })
  await patch(`/events/${copied}?i18n_language=fr`, { title: 'Foire' })
  await server.request('PUT', `/events/${copied}/working-copy`, { as: 'contributor', body: { title: 'Spring fair' } })
  now = now.add({ minutes: 1 })
  await post(`/events/${copied}/working-copy/submit`, { note: 'Better' }, { as: 'contributor' })
  const returned = (await make('venues', { venue: unique(), status: 'pending' }, 'contributor')).id
  await post(`/venues/${returned}/review`, { decision: 'return', note: 'Where?' }, { as: 'editor' })
  for (const as of ['contributor', 'author', 'editor', 'admin'] as const) {
    const counted = (await waiting(as)) as Record<string, number>
    const totals = [(await queue(as))['total'], (await queue(as, '&state=returned'))['total']]
    assert.deepEqual(totals, [(counted['pending'] ?? 0) + (counted['working_copies'] ?? 0), counted['returned']], as)
  }
  const author = { id: server.ids.contributor, name: '' }
  const [first, second] = (await queue('editor', '&i18n_language=fr'))['reviews'] as Json[]
  const { at_utc, ...rest } = first ?? {}
  const undecided = { decision: null, decided_by: null, change_id: null }
  assert.deepEqual(rest, {
    kind: 'event',
    id: copied,
    title: 'Foire',
    language: 'fr',
    is_copy: true,
    author,
    sender: null,
    note: 'Better',
    ...undecided,
  })
  assert.ok(Math.abs(Date.parse(String(at_utc)) - now.epochMilliseconds) < 2_000, String(at_utc))
  assert.deepEqual([second?.['id'], second?.['is_copy'], second?.['note']], [id, false, ''])
  const [back] = (await queue('contributor', '&state=returned'))['reviews'] as Json[]
  assert.deepEqual([back?.['kind'], back?.['id'], back?.['note']], ['venue', returned, 'Where?'])
  const { reviews, total } = await queue('editor', '&page=99')
  assert.deepEqual([reviews, total], [[], (await queue('editor'))['total']])
  await review(id, { decision: 'publish' })
  await review(copied, { decision: 'publish' })
  await server.remove(`/venues/${returned}?force=true`)
  await told()
})

test('15.9.4 a decision is listed with its editor until the record waits again, and editors undo it', async () => {
  const decided = async (id: number, as: Caller = 'editor'): Promise<Json[]> => {
    const { reviews } = (await server.get('/reviews?per_page=100&state=decided', { as })).json
    return (reviews as Json[]).filter((each) => each['id'] === id)
  }
  const undo = (changeId: unknown) => post(`/changes/${String(changeId)}/undo`, {}, { as: 'editor' })
  const decider = { id: server.ids.editor, name: '' }
  const { id } = await make('events', event({ status: 'pending' }), 'contributor')
  assert.deepEqual(await decided(id), [])
  const published = await review(id, { decision: 'publish', note: 'Thanks' })
  const [first] = await decided(id)
  assert.deepEqual(
    [first?.['is_copy'], first?.['note'], first?.['decision'], first?.['decided_by'], first?.['change_id']],
    [false, 'Thanks', 'publish', decider, published.headers.get('x-change-id')],
  )
  assert.deepEqual([(await decided(id, 'contributor'))[0]?.['change_id'], await decided(id, 'author')], [null, []])
  // Undone, it waits again.
  assert.equal((await undo(first?.['change_id'])).status, 200)
  assert.deepEqual([await decided(id), await waiting('contributor')], [[], { ...NOTHING, pending: 1 }])
  await review(id, { decision: 'return', note: 'Where?' })
  assert.deepEqual([(await decided(id))[0]?.['decision'], (await decided(id)).length], ['return', 1])
  await patch(`/events/${id}`, { status: 'pending' }, { as: 'contributor' })
  assert.deepEqual(await decided(id), [])
  await review(id, { decision: 'publish' })

  await server.request('PUT', `/events/${id}/working-copy`, { as: 'contributor', body: { title: 'Mine' } })
  await post(`/events/${id}/working-copy/submit`, {}, { as: 'contributor' })
  assert.deepEqual(await decided(id), [], 'the record waits for another decision')
  await review(id, { decision: 'return', note: 'Longer' })
  const [returned] = await decided(id)
  assert.deepEqual(
    [returned?.['is_copy'], returned?.['decision'], returned?.['change_id']],
    [true, 'return', null],
    'the record is the same',
  )
  await post(`/events/${id}/working-copy/submit`, {}, { as: 'contributor' })
  await review(id, { decision: 'publish' })
  const [copied] = await decided(id)
  assert.equal((await undo(copied?.['change_id'])).status, 200)
  assert.deepEqual([(await decided(id))[0]?.['is_copy'], (await decided(id))[0]?.['change_id']], [true, null], 'it is undone')
  now = now.add({ hours: 24 * 90 })
  assert.equal((await decided(id)).length, 0)
  await told()
})

test('15.9 a review of a working copy whose fields were changed since is 412', async () => {
  const id = await published()
  await server.request('PUT', `/events/${id}/working-copy`, { as: 'contributor', body: { title: 'Mine' } })
  await post(`/events/${id}/working-copy/submit`, {}, { as: 'contributor' })
  await patch(`/events/${id}`, { title: 'Theirs' })
  await told()
  const refused = await review(id, { decision: 'publish' })
  assert.deepEqual([...codeOf(refused), (refused.json['data'] as Json)['conflicts']], [412, 'rest_working_copy_conflicts', ['title']])
  assert.deepEqual(await told(), [])
})

/** The statuses of a request by an anonymous caller and by each role. */
async function statusesOf(request: (as?: Caller) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (const as of [undefined, ...CALLERS]) statuses.push((await request(as)).status)
  return statuses
}
const send = (method: string, path: string, body?: Json) => (as?: Caller) =>
  server.request(method, path, { ...(as && { as }), ...(body && { body }) })

for (const [name, status, author, allowed, publishers] of [
  [
    'a published record of a contributor',
    'publish',
    'contributor',
    [401, 403, 200, 403, 403, 200, 200],
    [401, 403, 403, 403, 403, 200, 200],
  ],
  ['a published record of an author', 'publish', 'author', [401, 403, 403, 200, 403, 200, 200], [401, 403, 403, 200, 403, 200, 200]],
  ['a draft of an author', 'draft', 'author', [401, 403, 404, 200, 404, 200, 200], [401, 403, 404, 200, 404, 200, 200]],
  ['a draft of a contributor', 'draft', 'contributor', [401, 403, 200, 404, 404, 200, 200], [401, 403, 200, 404, 404, 200, 200]],
] as const)
  test(`15.8 15.9 15.10 the rights on ${name}`, async () => {
    const { id } = await make('events', event({ status: 'draft' }), author)
    if (status === 'publish') await patch(`/events/${id}`, { status })
    const path = `/events/${id}`
    const copied = async (as?: Caller): Promise<Answer> => {
      await server.request('DELETE', `${path}/working-copy`, { as: 'admin' })
      return send('PUT', `${path}/working-copy`, { excerpt: unique() })(as)
    }
    assert.deepEqual(await statusesOf(copied), allowed)
    /** Each request finds a copy of the author of the record. */
    const withCopy = (method: string, tail: string, body?: Json) => async (as?: Caller) => {
      await server.request('DELETE', `${path}/working-copy`, { as: 'admin' })
      await server.request('PUT', `${path}/working-copy`, { as: author, body: { excerpt: unique() } })
      return send(method, `${path}${tail}`, body)(as)
    }
    assert.deepEqual(await statusesOf(withCopy('GET', '/working-copy')), allowed)
    assert.deepEqual(await statusesOf(withCopy('DELETE', '/working-copy')), allowed)
    assert.deepEqual(await statusesOf(withCopy('POST', '/working-copy/submit', {})), allowed)
    assert.deepEqual(await statusesOf(withCopy('POST', '/working-copy/publish')), publishers)
    assert.deepEqual(await statusesOf(send('PUT', `${path}/presence`)), allowed)
    assert.deepEqual(await statusesOf(send('GET', `${path}/review-notes`)), allowed)
    assert.deepEqual(
      await statusesOf(send('POST', `${path}/review-notes`, { note: 'x' })),
      allowed.map((each) => (each === 200 ? 201 : each)),
    )
    // Editors alone decide, and nothing of a draft waits.
    await server.request('DELETE', `${path}/working-copy`, { as: 'admin' })
    assert.deepEqual(await statusesOf(send('POST', `${path}/review`, { decision: 'publish' })), [401, 403, 403, 403, 403, 409, 409])
  })

test('15.8 the working copy of another user belongs to that user, unless the caller is an editor', async () => {
  const id = await published()
  const path = `/events/${id}/working-copy`
  await server.request('PUT', path, { as: 'editor', body: { title: 'Theirs' } })
  const put = await server.request('PUT', path, { as: 'contributor', body: { title: 'Mine' } })
  assert.deepEqual(codeOf(put), [409, 'rest_working_copy_taken'])
  for (const [method, tail] of [
    ['DELETE', ''],
    ['POST', '/submit'],
  ] as const)
    assert.deepEqual(codeOf(await server.request(method, path + tail, { as: 'contributor' })), [409, 'rest_working_copy_taken'])
  assert.equal((await server.get(path, { as: 'contributor' })).status, 200)
  assert.equal((await server.request('PUT', path, { as: 'admin', body: { title: 'Ours' } })).status, 200)
  assert.deepEqual(((await server.get(path, { as: 'admin' })).json['author'] as Json)['id'], server.ids.editor)
})

test('15.8 a contributor cannot learn from a working copy which hidden records exist, nor create terms', async () => {
  const id = await published()
  const hidden = await make('venues', { venue: unique(), status: 'private' })
  for (const body of [{ venue: hidden.id }, { venue: 999_999 }, { categories: [unique()] }]) {
    const answer = await server.request('PUT', `/events/${id}/working-copy`, { as: 'contributor', body })
    assert.deepEqual([answer.status, Object.keys((answer.json['data'] as { params: Json }).params)], [400, Object.keys(body)])
  }
})

test('15.10 presence names others who are editing, and expires after 60 seconds', async () => {
  const { id } = await make('events', event())
  const announce = async (as: Caller): Promise<unknown> =>
    ((await server.request('PUT', `/events/${id}/presence`, { as })).json['editors'] as Json[]).map((each) => each['id'])
  await server.app.database.query(sql`update users set name = 'Ada' where login = 'editor'`)
  assert.deepEqual(await announce('editor'), [])
  const seen = await server.request('PUT', `/events/${id}/presence`, { as: 'admin' })
  assert.deepEqual(seen.json, { editors: [{ id: server.ids.editor, name: 'Ada' }] })
  now = now.add({ seconds: 59 })
  assert.deepEqual(await announce('editor'), [server.ids.admin])
  now = now.add({ seconds: 2 })
  assert.deepEqual(await announce('editor'), [], 'the administrator is gone')
  assert.deepEqual(await announce('admin'), [server.ids.editor], 'the editor has renewed the presence')
  const other = await make('events', event())
  assert.deepEqual((await server.request('PUT', `/events/${other.id}/presence`, { as: 'admin' })).json, { editors: [] })
})

test('15.10 the counts are the totals of the lists, for each caller and filter', async () => {
  const word = unique()
  for (const [status, as] of [
    ['publish', 'author'],
    ['publish', 'editor'],
    ['draft', 'author'],
    ['draft', 'contributor'],
    ['pending', 'contributor'],
    ['private', 'author'],
    ['trash', 'author'],
  ] as const) {
    const { id } = await make('events', event({ title: word, ...(status !== 'trash' && { status }) }), as)
    if (status === 'trash') await server.remove(`/events/${id}`)
  }
  await make('events', event({ title: word, date: '2099-01-01' }), 'author')
  await make('events', event({ title: word, start_date: '2020-01-01', end_date: '2020-01-02' }), 'author')
  await make('venues', { venue: word, status: 'draft' }, 'author')
  let counted = 0
  for (const [plural, query] of [
    ['events', ''],
    ['events', `search=${word}`],
    ['events', 'start_date=2000-01-01&records=true&author=me'],
    ['venues', ''],
    ['organizers', ''],
  ] as const)
    for (const as of CALLERS) {
      const counts = (await server.get(`/${plural}/counts?${query}`, { as })).json
      assert.deepEqual(Object.keys(counts).sort(), ['draft', 'future', 'pending', 'private', 'publish', 'trash'])
      for (const [status, count] of Object.entries(counts)) {
        assert.equal(
          count,
          (await server.get(`/${plural}?${query}&status=${status}`, { as })).json['total'],
          `${plural} ${query} ${status} ${as}`,
        )
        counted += Number(count)
      }
    }
  assert.ok(counted > 50, `${counted}`)
  const own = (await server.get(`/events/counts?search=${word}`, { as: 'author' })).json
  assert.deepEqual(own, { publish: 2, future: 1, draft: 1, pending: 0, private: 1, trash: 1 })
  assert.equal((await server.get('/events/counts')).status, 401)
})

test('15.8 a removed user leaves no personal data: copies go to the successor, notes lose their author', async () => {
  const login = unique()
  const userId = await addPerson(server, login, 'editor', { name: `Name ${login}` })
  const ada = person(server)
  await ada.signIn(login)
  const [kept, gone] = [await make('events', event()), await make('events', event())]
  for (const { id } of [kept, gone]) {
    await ada.send('PUT', `/events/${id}/working-copy`, { title: 'Edited' })
    await ada.send('POST', `/events/${id}/review-notes`, { note: 'Looks good' })
    await ada.send('PUT', `/events/${id}/presence`)
  }
  assert.equal((await server.remove(`/users/${userId}?reassign=${server.ids.admin}`)).status, 200)
  const copy = await server.get(`/events/${kept.id}/working-copy`, { as: 'editor' })
  assert.equal((copy.json['author'] as Json)['id'], server.ids.admin)
  const [note] = await notesOf(kept.id, 'editor')
  assert.deepEqual([note?.['author'], note?.['note']], [null, 'Looks good'])
  assert.deepEqual((await server.request('PUT', `/events/${kept.id}/presence`, { as: 'admin' })).json, { editors: [] })
  const other = unique()
  const otherId = await addPerson(server, other, 'editor')
  const ben = person(server)
  await ben.signIn(other)
  await server.request('DELETE', `/events/${gone.id}/working-copy`, { as: 'admin' })
  await ben.send('PUT', `/events/${gone.id}/working-copy`, { title: 'Edited' })
  assert.equal((await server.remove(`/users/${otherId}`)).status, 200)
  assert.equal(
    (await server.get(`/events/${gone.id}/working-copy`, { as: 'editor' })).status,
    404,
    'without a successor, the copy is removed',
  )
  for (const id of [userId, otherId])
    assert.deepEqual(
      await server.app.database.query(sql`
select record_id from working_copies where author_id = ${id} union all select record_id from review_notes where author_id = ${id}
union all select record_id from presence where user_id = ${id}`),
      [],
    )
})
