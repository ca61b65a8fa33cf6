// Contract 7.7 to 7.9, 7.11 and 7.12: slugs, publication, passwords, the trash, versions and keys.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { startServer } from '../support/process.ts'
import { badInputs, idsOf, inDays, NS, testServer, unique, type Answer, type Caller, type Json } from '../support/server.ts'

const server = await testServer()
/** A server whose clock the tests move on. */
let hours = 0
const later = await testServer({}, { now: () => Temporal.Now.instant().add({ hours }) })
const KINDS = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const
const PEOPLE = ['venue', 'organizer'] as const
const TERMS = ['categories', 'tags'] as const

const body = (plural: Plural, more: Json = {}): Json => ({
  [KINDS[plural]]: unique(),
  ...(plural === 'events' && { start_date: '2031-02-02 10:00', end_date: '2031-02-02 12:00' }),
  ...more,
})
const make = (plural: Plural, more: Json = {}, as?: Caller) => server.make(plural, body(plural, more), as)
const is = (answer: Answer, status: number, code?: string): Answer => {
  assert.deepEqual([answer.status, answer.json['code']], [status, code], answer.text)
  return answer
}
const change = async (plural: Plural, id: number, more: Json): Promise<Json> => is(await server.patch(`/${plural}/${id}`, more), 200).json
/** Asks again until the answer has the status, for some seconds. */
const eventually = async (sendRequest: () => Promise<Answer>, status: number): Promise<void> => {
  for (let i = 0; i < 25 && (await sendRequest()).status !== status; i += 1) await sleep(200)
  assert.equal((await sendRequest()).status, status)
}
const missing = (plural: Plural): string => `rest-${plural === 'categories' ? 'category' : plural.slice(0, -1)}-not-found`
const isTerm = (plural: Plural): boolean => plural === 'categories' || plural === 'tags'
const addresses = (plural: Plural, { id, slug }: { id: number; slug: string }): string[] =>
  isTerm(plural) ? [`/${plural}/${id}`] : [`/${plural}/${id}`, `/${plural}/by-slug/${encodeURIComponent(slug)}`]

for (const plural of ALL) {
  const name = KINDS[plural]
  void test(`7.7 ${plural}: a slug from the name, letters of any script kept, at most 200 characters, numbered when taken`, async () => {
    const word = unique()
    const titles = ['  Summer -- Night! ', 'E\u0301TE\u0301 à Évora', 'مهرجان الربيع', 'Весна 東京']
    for (const [i, slug] of ['summer-night', 'été-à-évora', 'مهرجان-الربيع', 'весна-東京'].entries())
      assert.equal((await make(plural, { [name]: `${titles[i]} ${word}` })).slug, `${slug}-${word}`)
    assert.notEqual((await make(plural, { [name]: '?!' })).slug, '')
    const long = `${word}${'ñ'.repeat(300)}`
    const slugs = [await make(plural, { [name]: `${long}!` }), await make(plural, { [name]: `${long}?` })].map(({ slug }) => slug)
    assert.deepEqual(slugs, [long.slice(0, 200), `${long.slice(0, 198)}-2`])
    const twins = ['.', '!', '?'].map((sign) => make(plural, { [name]: `Twin ${word}${sign}` }))
    const made = (await Promise.all(twins)).map(({ slug }) => slug)
    assert.deepEqual(made.sort(), [`twin-${word}`, `twin-${word}-2`, `twin-${word}-3`])
  })
  void test(`7.7 ${plural}: a requested slug is normalized, 409 if in use, 400 if empty`, async () => {
    const word = unique()
    const { id, slug } = await make(plural, { slug: ` E\u0301te\u0301 ${word} (Two)! ` })
    assert.equal(slug, `été-${word}-two`)
    is(await server.post(`/${plural}`, body(plural, { slug: `ÉTÉ ${word} two` })), 409, 'rest_slug_taken')
    assert.deepEqual(badInputs(await server.post(`/${plural}`, body(plural, { slug: '!!!' }))), ['slug'])
    is(await server.patch(`/${plural}/${(await make(plural)).id}`, { slug }), 409, 'rest_slug_taken')
    assert.equal((await change(plural, id, { slug })).slug, slug)
    // Slugs are unique within a kind only.
    for (const each of ALL) assert.equal((await make(each, { slug: `${word}-${plural}` })).slug, `${word}-${plural}`)
  })
  void test(`7.7 ${plural}: a rename keeps the slug, a cleared slug is generated again, and each translation has its own, unique over all languages`, async () => {
    const word = unique()
    const { id, slug } = await make(plural)
    assert.equal((await change(plural, id, { [name]: `Feira ${word}` }))['slug'], slug)
    for (const empty of [null, '']) assert.equal((await change(plural, id, { slug: empty }))['slug'], `feira-${word}`)
    assert.equal((await change(plural, id, { i18n_language: 'fr', [name]: `Foire ${word}` }))['slug'], `foire-${word}`)
    assert.equal((await change(plural, id, { i18n_language: 'fr', slug: `f-${word}` }))['slug'], `f-${word}`)
    assert.equal((await change(plural, id, { i18n_language: 'fr', slug: null }))['slug'], `foire-${word}`)
    assert.equal((await change(plural, id, {}))['slug'], `feira-${word}`)
    for (const [i, i18n_language] of ['en', 'fr', 'sw'].entries()) {
      is(await server.post(`/${plural}`, body(plural, { slug: `foire-${word}`, i18n_language })), 409, 'rest_slug_taken')
      assert.equal((await make(plural, { [name]: `Foire ${word}${'.!?'[i]}`, i18n_language })).slug, `foire-${word}-${i + 2}`)
    }
  })
}

for (const plural of OWNED) {
  void test(`7.8 ${plural}: status when not sent, by role`, async () => {
    for (const [as, status] of Object.entries({ contributor: 'draft', author: 'publish', editor: 'publish', admin: 'publish' }))
      assert.equal((await make(plural, {}, as as Caller))['status'], status, as)
  })
  void test(`7.8 ${plural}: date and date_utc, which must agree; a time ahead is future`, async () => {
    const [date, ahead] = ['2019-03-04 05:06:07', inDays(20)]
    for (const sent of [{ date }, { date_utc: date }, { date: '2019-03-04T08:06:07+03:00', date_utc: date }]) {
      const made = await make(plural, sent)
      assert.deepEqual([made['date'], made['date_utc'], made['status']], [date, date, 'publish'])
    }
    badInputs(await server.post(`/${plural}`, body(plural, { date, date_utc: '2019-03-04 05:06:08' })))
    const { id } = await make(plural, { date: ahead })
    is(await server.get(`/${plural}/${id}`), 404, missing(plural))
    assert.equal((await change(plural, id, { status: 'publish' }))['status'], 'future')
    assert.equal((await change(plural, id, { date: '2020-01-01' }))['status'], 'publish')
    assert.equal((await change(plural, id, { date_utc: ahead }))['status'], 'future')
    assert.equal((await make(plural, { status: 'draft', date: ahead }))['status'], 'draft')
  })
}
void test('7.8 a draft whose date was never sent is dated when it is published', async () => {
  const fresh = async (plural: Plural, sent: Json): Promise<Json & { id: number }> => {
    const made = await later.make(plural, body(plural, sent))
    hours += 2
    return made
  }
  const revise = async (plural: Plural, id: number, sent: Json): Promise<Json> => {
    const answer = await later.patch(`/${plural}/${id}`, sent)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  for (const plural of OWNED) {
    for (const status of ['draft', 'pending']) {
      const { id, date } = await fresh(plural, { status })
      assert.equal((await revise(plural, id, { [KINDS[plural]]: unique() }))['date'], date)
      const published = await revise(plural, id, { status: 'publish' })
      assert.ok(String(published['date']) > String(date), `${plural} from ${status}`)
      assert.equal(published['date_utc'], published['modified_utc'])
      hours += 2
      await revise(plural, id, { status: 'draft' })
      assert.equal((await revise(plural, id, { status: 'publish' }))['date'], published['date'], 'published a second time')
    }
    const dated = await fresh(plural, { status: 'draft', date: '2019-03-04 05:06:07' })
    assert.equal((await revise(plural, dated.id, { status: 'publish' }))['date'], '2019-03-04 05:06:07')
    const draft = await fresh(plural, { status: 'draft' })
    assert.equal((await revise(plural, draft.id, { status: 'publish', date: '2018-01-01' }))['date'], '2018-01-01 00:00:00')
    const hidden = await fresh(plural, { status: 'private' })
    assert.equal((await revise(plural, hidden.id, { status: 'publish' }))['date'], hidden['date'])
    for (const [status, isNew] of [
      ['publish', false],
      ['draft', true],
    ] as const) {
      const { id, date } = await fresh(plural, { status })
      assert.equal((await later.remove(`/${plural}/${id}`)).status, 200)
      assert.equal((await revise(plural, id, { status: 'publish' }))['date'] !== date, isNew, `${plural}, trashed as ${status}`)
    }
  }
})
void test('7.8 a record that is created with an event has the status of the event', async () => {
  for (const [as, status] of Object.entries({ contributor: 'draft', author: 'publish' })) {
    const made = await make('events', { venue: { venue: 'V' }, organizer: [{ organizer: 'O' }] }, as as Caller)
    for (const kind of PEOPLE) assert.equal((made[kind] as Json[])[0]?.['status'], status, `${kind} by ${as}`)
  }
})
void test('7.8 scheduled records are published when due, in lists and counts too', async () => {
  const tag = await later.make('tags', { name: unique() })
  for (const plural of OWNED) {
    const date = inDays((hours + 2) / 24)
    const { id, slug, status } = await later.make(plural, body(plural, { date, ...(plural === 'events' && { tags: tag.id }) }))
    assert.equal(status, 'future')
    is(await later.get(`/${plural}/${id}`), 404, missing(plural))
    hours += 3
    await eventually(() => later.get(`/${plural}/${id}`), 200)
    const { json } = await later.get(`/${plural}?search=${slug}&starts_after=1900-01-01`)
    assert.deepEqual([idsOf(json[plural]), (json[plural] as Json[])[0]?.['status']], [[id], 'publish'])
  }
  assert.equal((await later.get(`/tags/${tag.id}`)).json['count'], 1)
})

const LOCKED = 'event-password-protected'
void test('7.9 a password unlocks from the query or the header, by id and slug; set and removed in bodies', async () => {
  const made = await make('events', { password: 'sesame', description: 'inside' }, 'author')
  assert.equal(made['protected'], true)
  for (const path of addresses('events', made)) {
    for (const sending of [{}, { as: 'other' }, { headers: { 'x-event-password': 'Sesame' } }] as const)
      is(await server.get(path, sending), 403, LOCKED)
    is(await server.get(`${path}?password=wrong`), 403, LOCKED)
    assert.equal(is(await server.get(`${path}?password=sesame`), 200).json['description'], 'inside')
    assert.equal(is(await server.get(path, { headers: { 'x-event-password': 'sesame' } }), 200).json['description'], 'inside')
    for (const as of ['author', 'editor'] as const) assert.equal(is(await server.get(path, { as }), 200).json['description'], 'inside')
    for (const empty of [null, '']) {
      assert.equal(is(await server.patch(path, { password: empty }), 200).json['protected'], false)
      is(await server.get(path), 200)
      assert.equal(is(await server.patch(path, { password: 'sesame' }, { as: 'author' }), 200).json['protected'], true)
      is(await server.get(path), 403, LOCKED)
    }
    is(await server.patch(`${path}?password=other`, { website: null }, { as: 'author' }), 200)
    is(await server.patch(`${path}?password=sesame`, { password: null }, { as: 'other' }), 403, 'rest_forbidden')
    is(await server.get(`${path}?password=other`), 403, LOCKED)
    is(await server.get(`${path}?password=sesame`), 200)
  }
})
void test('7.9 on DELETE a password is accepted and grants nothing', async () => {
  const { id } = await make('events', { password: 'sesame' }, 'author')
  const headers = { 'x-event-password': 'sesame', prefer: 'handling=strict' }
  is(await server.request('DELETE', `/events/${id}?password=sesame`, { headers }), 401, 'rest_forbidden')
  is(await server.remove(`/events/${id}?password=sesame`, { as: 'other', headers }), 403, 'rest_forbidden')
  const gone = is(await server.remove(`/events/${id}?password=wrong`, { as: 'author', headers }), 200)
  assert.deepEqual([gone.json['status'], gone.headers.get('x-ignored-parameters')], ['trash', null])
})
void test('7.9 a password is never readable: not in answers, the database or the log', async () => {
  const word = unique()
  const first = await server.post('/events', body('events', { password: word }))
  const path = `/events/${String(first.json['id'])}`
  const answers = [first, await server.patch(path, { password: word, website: 'https://example.org' })]
  for (const read of [path, `${path}?password=${word}`, path.replace('s/', 's?include=')])
    answers.push(await server.get(read, { as: 'admin' }))
  for (const { text } of answers) assert.ok(!text.includes(word) && !text.includes('"password"'), text)
  const rows = await server.app.database.query<{ kept: string }>(sql`
    select string_agg(e::text, '') as kept from events e union all select string_agg(c::text, '') from changes c`)
  const kept = rows.map((row) => row.kept).join('\n')
  assert.match(kept, /scrypt.*\n.*protected/s)
  assert.ok(!kept.includes(word))
  const logging = await startServer({ DATABASE_URL: server.database_url, LOG_LEVEL: 'trace' })
  const headers = { 'x-event-password': word, 'content-type': 'application/json', authorization: `Bearer ${server.tokens.admin}` }
  await fetch(`${logging.base}${NS}${path}?password=${word}`, { headers })
  await fetch(`${logging.base}${NS}${path}`, { method: 'PATCH', headers, body: JSON.stringify({ password: word }) })
  await logging.stop()
  assert.match(logging.output(), /request completed/)
  assert.ok(!logging.output().includes(word) && !logging.output().includes(server.tokens.admin))
})
void test('7.9 a password is never in links, however it was sent', async () => {
  for (let i = 0; i < 2; i += 1) await make('events')
  for (const name of ['password', 'password[]', 'password[0]']) {
    const { json, headers } = await server.get(`/events?starts_after=2000-01-01&per_page=1&${name}=sesame`)
    const links = [json['rest_url'], json['next_rest_url'], headers.get('link')].join(' ')
    assert.match(links, /page=2/)
    assert.doesNotMatch(links, /sesame/, name)
  }
})

for (const plural of OWNED)
  void test(`7.11 ${plural}: records are moved to the trash, restored by another status, or permanently deleted`, async () => {
    const trashed = `${plural.slice(0, -1)}-is-in-trash`
    const made = await make(plural)
    for (const [i, path] of addresses(plural, made).entries()) {
      assert.equal(is(await server.remove(`${path}${i ? '?force=false' : ''}`), 200).json['status'], 'trash')
      is(await server.remove(path), 410, trashed)
      is(await server.get(path), 410, trashed)
      for (const status of ['draft', 'publish']) assert.equal(is(await server.patch(path, { status }), 200).json['status'], status)
      const { json } = is(await server.get(path), 200)
      assert.deepEqual([json[KINDS[plural]], json['slug'], json['date']], [made[KINDS[plural]], made.slug, made['date']])
    }
    for (const before of ['', 'trash']) {
      const path = `/${plural}/${(await make(plural)).id}`
      if (before) is(await server.remove(path), 200)
      is(await server.remove(`${path}?force=true`), 200)
      is(await server.get(path, { as: 'admin' }), 404, missing(plural))
      is(await server.remove(path), 404, missing(plural))
    }
  })
for (const kind of PEOPLE)
  void test(`7.11 a ${kind} in the trash keeps its links and is not shown in events`, async () => {
    const plural = `${kind}s` as const
    const [a, b] = [(await make(plural)).id, (await make(plural)).id]
    const { id } = await make('events', { [kind]: [a, b] })
    const shown = async (as?: Caller) => idsOf((await server.get(`/events/${id}`, as ? { as } : {})).json[kind])
    await server.remove(`/${plural}/${a}`)
    for (const as of [undefined, 'admin'] as const) assert.deepEqual(await shown(as), [b])
    await change('events', id, { title: unique() })
    await change(plural, a, { status: 'publish' })
    assert.deepEqual(await shown(), [a, b])
    await server.remove(`/${plural}/${a}?force=true`)
    assert.deepEqual(await shown(), [b])
  })
void test('7.11 records are permanently deleted after 30 days in the trash', async () => {
  const paths: string[] = []
  for (const plural of OWNED) paths.push(`/${plural}/${(await later.make(plural, body(plural))).id}`)
  for (const path of paths) is(await later.remove(path), 200)
  hours += 29 * 24
  await sleep(1_500)
  for (const path of paths) assert.equal((await later.get(path)).status, 410)
  hours += 2 * 24
  for (const path of paths) await eventually(() => later.get(path, { as: 'admin' }), 404)
})
void test('7.11 terms are permanently deleted, and the children of a category move up', async () => {
  for (const plural of TERMS) {
    const [gone, stays] = [await make(plural), await make(plural)]
    const { id } = await make('events', { [plural]: [gone.id, stays.id] })
    is(await server.remove(`/${plural}/${gone.id}`), 200)
    is(await server.get(`/${plural}/${gone.id}`, { as: 'admin' }), 404, missing(plural))
    assert.deepEqual(idsOf((await server.get(`/events/${id}`)).json[plural]), [stays.id])
  }
  const top = (await make('categories')).id
  const middle = (await make('categories', { parent: top })).id
  const low = (await make('categories', { parent: middle })).id
  is(await server.remove(`/categories/${middle}`), 200)
  assert.equal((await server.get(`/categories/${low}`)).json['parent'], top)
  is(await server.remove(`/categories/${top}`), 200)
  assert.equal((await server.get(`/categories/${low}`)).json['parent'], 0)
})
void test('7.11 a public event names links that are not public, for callers who may edit it', async () => {
  const [open, venue] = [(await make('venues')).id, (await make('venues', { status: 'draft' }, 'author')).id]
  const organizer = (await make('organizers', { status: 'private' }, 'author')).id
  const made = await make('events', { venue: [open, venue], organizer }, 'author')
  const header = async (as?: Caller) => (await server.get(`/events/${made.id}`, as ? { as } : {})).headers.get('x-unpublished-links')
  for (const as of ['author', 'editor'] as const) assert.equal(await header(as), `venue=${venue}, organizer=${organizer}`)
  for (const as of [undefined, 'contributor', 'other'] as const) assert.equal(await header(as), null)
  await change('venues', venue, { status: 'publish' })
  assert.equal(await header('author'), `organizer=${organizer}`)
  await change('events', made.id, { status: 'draft' })
  assert.equal(await header('author'), null)
})

for (const plural of ALL) {
  void test(`7.12 ${plural}: If-Match compares the version alone, on every write`, async () => {
    const made = await make(plural)
    for (const path of addresses(plural, made))
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const tag = (await server.get(`${path}?i18n_language=fr&_fields=id`)).headers.get('etag') ?? ''
        const version = /^"(\d+)\./.exec(tag)?.[1] ?? ''
        const write = (match: string, description = unique()) =>
          server.request(method, path, { as: 'admin', headers: { 'if-match': match }, body: { description } })
        const next = is(await write(tag), 200).headers.get('x-record-version')
        assert.equal(Number(next), Number(version) + 1)
        for (const old of [tag, `W/${tag}`, `"${version}"`, '"0"', '"x"', `"${next}0"`])
          is(await write(old, 'late'), 412, 'rest_precondition_failed')
        const n = Number(next)
        for (const match of [`"${n}"`, `W/"${n + 1}.any"`, `"x", "${n + 2}"`, '*']) is(await write(match), 200)
      }
    assert.notEqual((await server.get(`/${plural}/${made.id}`)).json['description'], 'late')
    is(await server.remove(`/${plural}/${made.id}`, { headers: { 'if-match': '"1"' } }), 412, 'rest_precondition_failed')
    const tag = (await server.get(`/${plural}/${made.id}`)).headers.get('etag') ?? ''
    is(await server.remove(`/${plural}/${made.id}`, { headers: { 'if-match': tag } }), 200)
  })
  void test(`7.12 ${plural}: Idempotency-Key: one create for 24 hours, its first answer again, a key for each caller`, async () => {
    const [headers, sent] = [{ 'idempotency-key': unique() }, body(plural)]
    const send = (more: Json = {}, as: Caller = 'admin', key = headers) =>
      later.post(`/${plural}`, { ...sent, ...more }, { as, headers: key })
    const first = is(await send(), 201)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    hours += 23
    const again = is(await send(), 201)
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    is(await send({ description: 'other' }), 422, 'rest_idempotency_conflict')
    assert.notEqual(is(await send({ [KINDS[plural]]: unique() }, 'editor'), 201).json['id'], first.json['id'])
    hours += 2
    const anew = await send(isTerm(plural) ? { [KINDS[plural]]: unique() } : {})
    assert.notEqual(is(anew, 201).json['id'], first.json['id'])
    const race = { 'idempotency-key': unique() }
    const answers = await Promise.all([1, 2, 3].map(() => send({ [KINDS[plural]]: race['idempotency-key'] }, 'admin', race)))
    for (const answer of answers.filter(({ status }) => status !== 201)) is(answer, 409, 'rest_idempotency_conflict')
    assert.equal(new Set(answers.flatMap(({ json, status }) => (status === 201 ? [json['id']] : []))).size, 1)
  })
}
