// The client in trouble: a busy service, cut lines, silence, and callers who change their minds.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock, type Clock } from '../../server/src/kernel/clock.ts'
import { connected } from '../../server/test/support/database.ts'
import { testServer } from '../../server/test/support/server.ts'
import { createClient, isKalendsError, type ClientOptions } from '../src/index.ts'
import { openProxy } from './support/proxy.ts'
import { thrown } from './support/thrown.ts'

let ahead_ms = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now().add({ milliseconds: ahead_ms }) }
const server = await testServer()
const small = await testServer({ MAX_IN_FLIGHT: '1' })
const slow = await testServer({ RATE_ANONYMOUS: '3' }, clock)
const proxy = await openProxy(server.base)
after(() => proxy.close())

const DAY = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' }
const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: proxy.url, token: server.tokens.editor, ...options })
const titled = async (title: string): Promise<number> =>
  (await createClient({ baseUrl: server.base }).events.list({ search: title, from: '2030-01-01' })).total
const until = async (happened: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await happened())) await new Promise((wake) => setTimeout(wake, 20))
}
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

void test('client: waits as long as a busy service asks it to', async () => {
  const options = { baseUrl: small.base, token: small.tokens.editor }
  const hasty = createClient({ ...options, retries: 0 })
  // A request that waits for a locked table takes the only place.
  await connected(small.database_url, async (lock) => {
    await lock.query('begin; lock table tags in access exclusive mode')
    const held = hasty.tags.list({ search: 'held' })
    await until(async () => {
      const { rowCount } = await lock.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    })
    const error = await thrown(hasty.tags.list())
    assert.deepEqual([error.code, error.status], ['rest_overloaded', 503])
    assert.ok((error.retryAfter ?? 0) >= 1)
    // A write without a version to compare with might have been done: it is not sent twice.
    assert.equal((await thrown(createClient(options).tags.update(1, { name: 'x' }))).status, 503)
    const waited = seconds(() => createClient(options).tags.create({ name: 'patience' }))
    setTimeout(() => void lock.query('commit'), 500)
    const took = await waited
    await held
    assert.ok(took >= 1 && took < 30, `${took} s`)
  })
  assert.equal((await createClient(options).tags.list({ hide_empty: false })).total, 1)
})

void test('client: waits out a limit of rates, or says how long it would take', async () => {
  const anyone = createClient({ baseUrl: slow.base, retries: 1 })
  for (let i = 0; i < 3; i += 1) await anyone.tags.list()
  const error = await thrown(createClient({ baseUrl: slow.base, retries: 0 }).tags.list())
  assert.deepEqual([error.code, error.status], ['rest_too_many_requests', 429])
  assert.ok((error.retryAfter ?? 0) > 50)
  ahead_ms += 58_000
  const took = await seconds(() => anyone.tags.list())
  assert.ok(took >= 1 && took < 30, `${took} s`)
})

void test('client: waits for `Retry-After` up to a limit, and throws at once beyond it', async (t) => {
  let requests = 0
  let retryAfter = 60
  const limited = (options: Partial<ClientOptions> = {}) => {
    requests = 0
    return createClient({
      baseUrl: server.base,
      fetch: async () => {
        requests += 1
        if (requests > 1) return new Response('{"role":"anonymous"}')
        const body = '{"code":"rest_too_many_requests","message":"","data":{}}'
        return new Response(body, { status: 429, headers: { 'retry-after': String(retryAfter) } })
      },
      ...options,
    })
  }
  for (const [seconds, options] of [
    [61, {}],
    [3, { maxRetryWait_ms: 2_000 }],
  ] as const) {
    retryAfter = seconds
    assert.equal((await thrown(limited(options).me())).retryAfter, seconds)
    assert.equal(requests, 1)
  }
  const waits: number[] = []
  // Only the pause between attempts: the time limit of an attempt is no timer of this kind.
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
    waits.push(ms)
    queueMicrotask(work)
    return 0
  })
  for (const [seconds, options] of [
    [60, {}],
    [120, { maxRetryWait_ms: 120_000 }],
  ] as const) {
    retryAfter = seconds
    assert.equal((await limited(options).me()).role, 'anonymous')
    const wait_ms = waits.at(-1) ?? 0
    assert.ok(requests === 2 && wait_ms >= seconds * 1000 && wait_ms < seconds * 1000 + 1_000, `${wait_ms} ms`)
  }
})

void test('client: a create whose answer was lost happens once', async () => {
  for (const fate of ['answer-lost', 'cut'] as const) {
    proxy.requests.length = 0
    proxy.fate(fate)
    const made = await client().events.create({ title: `Lost ${fate}`, ...DAY })
    assert.equal(proxy.requests.length >= 2, true, fate)
    assert.equal(made.title, `Lost ${fate}`)
    assert.equal(await titled(`Lost ${fate}`), 1)
  }
})

void test('client: a key of your own makes a create safe over several runs', async () => {
  proxy.fate('answer-lost')
  const options = { idempotencyKey: 'run-of-may', retries: 0 }
  const error = await thrown(client().events.create({ title: 'Twice begun', ...DAY }, options))
  assert.deepEqual([error.code, error.status], ['network_error', 0])
  const made = await client().events.create({ title: 'Twice begun', ...DAY }, options)
  assert.equal(await titled('Twice begun'), 1)
  const other = await thrown(client().events.create({ title: 'Something else', ...DAY }, options))
  assert.deepEqual([other.code, other.status, made.title], ['rest_idempotency_conflict', 422, 'Twice begun'])
})

void test('client: reads are tried again, changes only with a version to compare with', async () => {
  const { id } = await client().tags.create({ name: 'line' })
  proxy.requests.length = 0
  proxy.fate('cut', 'answer-lost')
  assert.equal((await client().tags.get(id)).name, 'line')
  assert.equal(proxy.requests.length, 3)
  proxy.fate('answer-lost')
  assert.equal((await thrown(client().tags.update(id, { name: 'wire' }))).code, 'network_error')
  assert.equal(proxy.requests.length, 4)
  proxy.fate('cut', 'cut', 'cut')
  assert.equal((await thrown(client({ retries: 2 }).tags.get(id))).code, 'network_error')
})

void test('client: a conditional write whose answer was lost is not reported as a conflict', async () => {
  const made = await client().tags.create({ name: 'cable' })
  proxy.fate('answer-lost')
  const lost = await thrown(client().tags.update(made.id, { name: 'rope' }, { ifMatch: made }))
  assert.deepEqual([lost.code, lost.status], ['outcome_unknown', 412])
  assert.ok(isKalendsError(lost.cause, 'rest_precondition_failed'))
  const current = await client().tags.get(made.id)
  assert.equal(current.name, 'rope')
  // Without a loss before it, a refusal is a conflict.
  assert.equal((await thrown(client().tags.update(made.id, { name: 'line' }, { ifMatch: made }))).code, 'rest_precondition_failed')
  // A request that never arrived is simply sent again.
  proxy.fate('refused')
  const updated = await client().tags.update(made.id, { name: 'cord' }, { ifMatch: current })
  assert.equal(updated.name, 'cord')
  proxy.fate('answer-lost')
  const gone = await thrown(client().tags.delete(made.id, { ifMatch: updated }))
  assert.deepEqual([gone.code, gone.status], ['outcome_unknown', 404])
  // A record that is missing from the start is reported as missing.
  assert.equal((await thrown(client().tags.delete(made.id, { ifMatch: updated }))).code, 'rest-tag-not-found')
})

void test('client: silence has an end', async () => {
  proxy.requests.length = 0
  proxy.fate('silence', 'silence')
  const took = await seconds(async () => {
    const error = await thrown(client({ timeout_ms: 1_000, retries: 1 }).me())
    assert.deepEqual([error.code, error.status], ['timeout', 0])
  })
  assert.ok(took >= 2 && took < 20, `${took} s`)
  assert.equal(proxy.requests.length, 2)
})

void test('client: stops at once when it is told to', async () => {
  const reason = new Error('changed my mind')
  const before = AbortSignal.abort(reason)
  proxy.requests.length = 0
  await assert.rejects(client().me({ signal: before }), reason)
  assert.equal(proxy.requests.length, 0)
  // While nothing answers.
  proxy.fate('silence')
  const asking = new AbortController()
  void until(() => proxy.requests.length > 0).then(() => asking.abort(reason))
  const took = await seconds(() =>
    assert.rejects(client({ retries: 0 }).events.create({ title: 'x', ...DAY }, { signal: asking.signal }), reason),
  )
  assert.ok(took < 10, `${took} s`)
  assert.equal(proxy.requests.length, 1)
  // While it waits to try again.
  const waiting = new AbortController()
  const refused = createClient({
    baseUrl: server.base,
    fetch: async () => new Response('{"code":"rest_overloaded","message":"","data":{}}', { status: 503, headers: { 'retry-after': '30' } }),
  })
  setTimeout(() => waiting.abort(), 100)
  const waited = await seconds(() => assert.rejects(refused.me({ signal: waiting.signal }), { name: 'AbortError' }))
  assert.ok(waited < 20, `${waited} s`)
  // In the middle of a walk.
  for (let i = 0; i < 3; i += 1) await client().organizers.create({ organizer: `Walk ${i}` })
  const walking = new AbortController()
  const seen: number[] = []
  await assert.rejects(async () => {
    for await (const { id } of client().organizers.all({ per_page: 1 }, { signal: walking.signal })) {
      seen.push(id)
      walking.abort(reason)
    }
  }, reason)
  assert.equal(seen.length, 1)
})

void test('client: pages are asked for where the client was told the service is', async () => {
  proxy.requests.length = 0
  const seen: string[] = []
  for await (const { organizer } of client().organizers.all({ per_page: 1 })) seen.push(organizer)
  assert.equal(seen.length, 3)
  assert.equal(proxy.requests.length, 3)
})
