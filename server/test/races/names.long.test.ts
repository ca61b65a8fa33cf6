// A hundred clients want one name or one record at once: slugs differ, terms stay one, a key makes one record, no write is lost.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ref, sql } from '../../src/kernel/database/sql.ts'
import { inDays, testServer, unique, type Answer, type Json } from '../support/server.ts'

/** The full figure is 200. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 20)
const CLIENTS = 100
const EDITORS = 50
const LIMIT = { timeout: 60_000 + ROUNDS * 20_000 }
// A hundred writers wait in one queue. The test checks their results, not their speed.
const PATIENT = { DATABASE_CONNECT_TIMEOUT_MS: '30000', DATABASE_LOCK_TIMEOUT_MS: '30000', DATABASE_STATEMENT_TIMEOUT_MS: '30000' }
const server = await testServer({ DATABASE_POOL_SIZE: '16', RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_ANONYMOUS: '0', ...PATIENT })

const [START, END] = [inDays(3), inDays(4)]
const RECORDS: Readonly<Record<string, (name: string) => Json>> = {
  events: (title) => ({ title, start_date: START, end_date: END }),
  venues: (venue) => ({ venue }),
  organizers: (organizer) => ({ organizer }),
}
const TERMS = ['tags', 'categories']
const TEXTS: Readonly<Record<string, readonly [table: string, column: string]>> = {
  events: ['event_texts', 'title'],
  venues: ['venue_texts', 'venue'],
  organizers: ['organizer_texts', 'organizer'],
  tags: ['tag_texts', 'name'],
  categories: ['category_texts', 'name'],
}

for (const [plural, body] of Object.entries(RECORDS)) {
  void test(`${CLIENTS} ${plural} of one name at once have ${CLIENTS} slugs`, LIMIT, async (t) => {
    const rounds = await each(t, async () => {
      const name = unique()
      const answers = await atOnce(CLIENTS, () => server.post(`/${plural}`, body(name)))
      assert.deepEqual(statusesOf(answers), { 201: CLIENTS })
      const slugs = new Set(answers.map(({ json }) => json['slug']))
      assert.equal(slugs.size, CLIENTS, 'every slug is another')
      const expected = Array.from({ length: CLIENTS }, (_, i) => (i === 0 ? name : `${name}-${i + 1}`))
      assert.deepEqual([...slugs].sort(), expected.sort(), 'and no number is left out')
      return answers
    })
    t.diagnostic(`${plural}: ${rounds}`)
  })

  void test(`${CLIENTS} ${plural} under one Idempotency-Key at once are one record`, LIMIT, async (t) => {
    const rounds = await each(t, async () => {
      const name = unique()
      const headers = { 'idempotency-key': name }
      const answers = await atOnce(CLIENTS, () => server.post(`/${plural}`, body(name), { headers }))
      await assertOne(plural, name, answers)
      const again = await server.post(`/${plural}`, body(name), { headers })
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true'])
      return answers
    })
    t.diagnostic(`${plural}: ${rounds}`)
  })
}

for (const plural of TERMS) {
  void test(`${CLIENTS} ${plural} with one name at once become one, and the other responses name it`, LIMIT, async (t) => {
    const rounds = await each(t, async () => {
      const name = unique()
      const answers = await atOnce(CLIENTS, () => server.post(`/${plural}`, { name }))
      assert.deepEqual(statusesOf(answers), { 201: 1, 409: CLIENTS - 1 })
      const id = answers.find(({ status }) => status === 201)?.json['id']
      for (const { status, json } of answers)
        if (status === 409) assert.deepEqual([json['code'], (json['data'] as Json)['term_id']], ['term_exists', id])
      return answers
    })
    t.diagnostic(`${plural}: ${rounds}`)
  })

  void test(`${CLIENTS} ${plural} under one Idempotency-Key at once are one record`, LIMIT, async (t) => {
    const rounds = await each(t, async () => {
      const name = unique()
      const answers = await atOnce(CLIENTS, () => server.post(`/${plural}`, { name }, { headers: { 'idempotency-key': name } }))
      await assertOne(plural, name, answers)
      return answers
    })
    t.diagnostic(`${plural}: ${rounds}`)
  })
}

void test(`${CLIENTS} events that name a new tag and a new category at once share them`, LIMIT, async (t) => {
  const rounds = await each(t, async () => {
    const name = unique()
    const body = { title: name, start_date: START, end_date: END, tags: [`${name} tag`], categories: [`${name} category`] }
    const answers = await atOnce(CLIENTS, () => server.post('/events', body))
    assert.deepEqual(statusesOf(answers), { 201: CLIENTS })
    for (const field of ['tags', 'categories']) {
      const ids = new Set(answers.flatMap(({ json }) => (json[field] as { id: number }[]).map(({ id }) => id)))
      assert.equal(ids.size, 1, field)
      const [id] = ids
      assert.equal((await server.get(`/${field}/${id}`)).json['count'], CLIENTS)
    }
    return answers
  })
  t.diagnostic(rounds)
})

for (const [plural, body] of Object.entries({
  ...RECORDS,
  tags: (name: string): Json => ({ name }),
  categories: (name: string): Json => ({ name }),
}))
  void test(`${EDITORS} clients that change one of ${plural} as they read it: each version is one write`, LIMIT, async (t) => {
    let conflicts = 0
    const rounds = await each(t, async () => {
      const { id } = await server.make(plural, body(unique()))
      const edits = await Promise.all(Array.from({ length: EDITORS }, (_, i) => edit(`/${plural}/${id}`, i)))
      const answers = edits.flat()
      const counts = statusesOf(answers)
      assert.deepEqual(
        Object.keys(counts).filter((status) => !['200', '412'].includes(status)),
        [],
      )
      const written = answers.filter(({ status }) => status === 200)
      const versions = written.map(({ headers }) => Number(headers.get('x-record-version'))).sort((a, b) => a - b)
      assert.deepEqual(
        versions,
        Array.from(written, (_, i) => i + 2),
        'no version is given twice, none is left out',
      )
      const last = await server.get(`/${plural}/${id}`, { as: 'admin' })
      assert.equal(Number(/^"(\d+)\./.exec(last.headers.get('etag') ?? '')?.[1]), 1 + written.length)
      const [log] = await server.app.database.query<{ n: number }>(sql`select count(*)::int as n from changes where record_id = ${id}`)
      assert.equal(log?.n, 1 + written.length, 'one row in the log for each')
      conflicts += counts[412] ?? 0
      return answers
    })
    assert.ok(conflicts > 0, 'they met')
    t.diagnostic(`${plural}: ${rounds}`)
  })

const atOnce = (count: number, sendRequest: (i: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => sendRequest(i)))
const statusesOf = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, those]) => [status, those.length]))

/** Reads and writes what was read, a few times over. */
async function edit(path: string, editor: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < 4; n += 1) {
    const tag = (await server.get(path, { as: 'admin' })).headers.get('etag') ?? ''
    answers.push(await server.patch(path, { description: `by ${editor}, ${n}` }, { headers: { 'if-match': tag } }))
  }
  return answers
}

/** Runs the rounds; says what was answered in all of them, and how long the slowest took. */
async function each(t: TestContext, round: () => Promise<Answer[]>): Promise<string> {
  const all: Answer[] = []
  let slowest = 0
  for (let n = 0; n < ROUNDS; n += 1) {
    const start = performance.now()
    all.push(...(await round()))
    slowest = Math.max(slowest, performance.now() - start)
    if (t.signal.aborted) break
  }
  return `${ROUNDS} rounds, answers ${JSON.stringify(statusesOf(all))}, slowest round ${Math.round(slowest)} ms`
}

/** One record, one first answer; all others are that answer again, or 409 while it was being made. */
async function assertOne(plural: string, name: string, answers: readonly Answer[]): Promise<void> {
  const made = answers.filter(({ status }) => status === 201)
  const running = answers.filter(({ status }) => status === 409)
  assert.equal(made.length + running.length, CLIENTS, JSON.stringify(statusesOf(answers)))
  assert.equal(made.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1, 'it was made once')
  assert.equal(new Set(made.map(({ text }) => text)).size, 1, 'every answer is the first one')
  for (const { json, headers } of running) assert.deepEqual([json['code'], headers.get('retry-after')], ['rest_idempotency_conflict', '1'])
  const [texts, column] = TEXTS[plural] ?? ['', '']
  const [found] = await server.app.database.query<{ n: number }>(
    sql`select count(*)::int as n from ${ref(texts)} where ${ref(column)} = ${name}`,
  )
  assert.equal(found?.n, 1)
}
