// Tests the client when requests fail: overload, rate limits, lost connections, timeouts and aborts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock, type Clock } from '../../server/src/kernel/time/clock.ts'
import { connected } from '../../server/test/support/database.ts'
import { testServer } from '../../server/test/support/server.ts'
import { createClient, isKalendsError, type ClientOptions } from '../src/index.ts'
import { openProxy } from './support/proxy.ts'
import { thrown } from './support/thrown.ts'

let clockOffsetMs = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now().add({ milliseconds: clockOffsetMs }) }
const server = await testServer()
const serialServer = await testServer({ MAX_IN_FLIGHT: '1' })
const limitedServer = await testServer({ RATE_LIMIT_ANONYMOUS: '3' }, clock)
const proxy = await openProxy(server.base)
after(() => proxy.close())

const DAY = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' }
const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: proxy.url, token: server.tokens.editor, ...options })
const countTitled = async (title: string): Promise<number> =>
  (await createClient({ baseUrl: server.base }).events.list({ search: title, from: '2030-01-01' })).total
const waitUntil = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const measureSeconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

void test('client: waits for the Retry-After of an overloaded server', async () => {
  const options = { baseUrl: serialServer.base, token: serialServer.tokens.editor }
  const withoutRetries = createClient({ ...options, retries: 0 })
  // A request that waits for a locked table uses the only slot of the server.
  await connected(serialServer.database_url, async (lock) => {
    await lock.query('begin; lock table tags in access exclusive mode')
    const blocked = withoutRetries.tags.list({ search: 'blocked' })
    await waitUntil(async () => {
      const { rowCount } = await lock.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    })
    const error = await thrown(withoutRetries.tags.list())
    assert.deepEqual([error.code, error.status], ['rest_overloaded', 503])
    assert.ok((error.retryAfter ?? 0) >= 1)
    // A write without a precondition may have taken effect, so it is not retried.
    assert.equal((await thrown(createClient(options).tags.update(1, { name: 'x' }))).status, 503)
    const waited = measureSeconds(() => createClient(options).tags.create({ name: 'patience' }))
    setTimeout(() => void lock.query('commit'), 500)
    const took = await waited
    await blocked
    assert.ok(took >= 1 && took < 30, `${took} s`)
  })
  assert.equal((await createClient(options).tags.list({ hide_empty: false })).total, 1)
})

void test('client: waits until a rate limit ends, or throws with the time to wait', async () => {
  const anyone = createClient({ baseUrl: limitedServer.base, retries: 1 })
  for (let i = 0; i < 3; i += 1) await anyone.tags.list()
  const error = await thrown(createClient({ baseUrl: limitedServer.base, retries: 0 }).tags.list())
  assert.deepEqual([error.code, error.status], ['rest_too_many_requests', 429])
  assert.ok((error.retryAfter ?? 0) > 50)
  clockOffsetMs += 58_000
  const took = await measureSeconds(() => anyone.tags.list())
  assert.ok(took >= 1 && took < 30, `${took} s`)
})

void test('client: waits for Retry-After up to a limit, and throws at once beyond it', async (t) => {
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
    [3, { maxRetryWaitMs: 2_000 }],
  ] as const) {
    retryAfter = seconds
    assert.equal((await thrown(limited(options).me())).retryAfter, seconds)
    assert.equal(requests, 1)
  }
  const waits: number[] = []
  // This captures the delay between attempts only, because the timeout of an attempt does not use setTimeout.
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
    waits.push(ms)
    queueMicrotask(work)
    return 0
  })
  for (const [seconds, options] of [
    [60, {}],
    [120, { maxRetryWaitMs: 120_000 }],
  ] as const) {
    retryAfter = seconds
    assert.equal((await limited(options).me()).role, 'anonymous')
    const wait_ms = waits.at(-1) ?? 0
    assert.ok(requests === 2 && wait_ms >= seconds * 1000 && wait_ms < seconds * 1000 + 1_000, `${wait_ms} ms`)
  }
})

void test('client: a create whose response was lost takes effect once', async () => {
  for (const failure of ['response-lost', 'reset'] as const) {
    proxy.requests.length = 0
    proxy.failNext(failure)
    const made = await client().events.create({ title: `Lost ${failure}`, ...DAY })
    assert.equal(proxy.requests.length >= 2, true, failure)
    assert.equal(made.title, `Lost ${failure}`)
    assert.equal(await countTitled(`Lost ${failure}`), 1)
  }
})

void test('client: an idempotency key of the caller makes a create safe across several runs', async () => {
  proxy.failNext('response-lost')
  const options = { idempotencyKey: 'run-of-may', retries: 0 }
  const error = await thrown(client().events.create({ title: 'Started twice', ...DAY }, options))
  assert.deepEqual([error.code, error.status], ['network_error', 0])
  const made = await client().events.create({ title: 'Started twice', ...DAY }, options)
  assert.equal(await countTitled('Started twice'), 1)
  const other = await thrown(client().events.create({ title: 'Something else', ...DAY }, options))
  assert.deepEqual([other.code, other.status, made.title], ['rest_idempotency_conflict', 422, 'Started twice'])
})

void test('client: reads are retried, and updates only with a precondition', async () => {
  const { id } = await client().tags.create({ name: 'line' })
  proxy.requests.length = 0
  proxy.failNext('reset', 'response-lost')
  assert.equal((await client().tags.get(id)).name, 'line')
  assert.equal(proxy.requests.length, 3)
  proxy.failNext('response-lost')
  assert.equal((await thrown(client().tags.update(id, { name: 'wire' }))).code, 'network_error')
  assert.equal(proxy.requests.length, 4)
  proxy.failNext('reset', 'reset', 'reset')
  assert.equal((await thrown(client({ retries: 2 }).tags.get(id))).code, 'network_error')
})

void test('client: a conditional write whose response was lost is not reported as a conflict', async () => {
  const made = await client().tags.create({ name: 'cable' })
  proxy.failNext('response-lost')
  const lost = await thrown(client().tags.update(made.id, { name: 'rope' }, { ifMatch: made }))
  assert.deepEqual([lost.code, lost.status], ['outcome_unknown', 412])
  assert.ok(isKalendsError(lost.cause, 'rest_precondition_failed'))
  const current = await client().tags.get(made.id)
  assert.equal(current.name, 'rope')
  // Without a lost response before it, a refusal is a conflict.
  assert.equal((await thrown(client().tags.update(made.id, { name: 'line' }, { ifMatch: made }))).code, 'rest_precondition_failed')
  // A request that never arrived is sent again.
  proxy.failNext('reset-before-forwarding')
  const updated = await client().tags.update(made.id, { name: 'cord' }, { ifMatch: current })
  assert.equal(updated.name, 'cord')
  proxy.failNext('response-lost')
  const gone = await thrown(client().tags.delete(made.id, { ifMatch: updated }))
  assert.deepEqual([gone.code, gone.status], ['outcome_unknown', 404])
  // A record that was missing before the first attempt is reported as missing.
  assert.equal((await thrown(client().tags.delete(made.id, { ifMatch: updated }))).code, 'rest-tag-not-found')
})

void test('client: each attempt times out', async () => {
  proxy.requests.length = 0
  proxy.failNext('no-response', 'no-response')
  const took = await measureSeconds(async () => {
    const error = await thrown(client({ timeoutMs: 1_000, retries: 1 }).me())
    assert.deepEqual([error.code, error.status], ['timeout', 0])
  })
  assert.ok(took >= 2 && took < 20, `${took} s`)
  assert.equal(proxy.requests.length, 2)
})

void test('client: stops at once when it is aborted', async () => {
  const reason = new Error('aborted by the test')
  const aborted = AbortSignal.abort(reason)
  proxy.requests.length = 0
  await assert.rejects(client().me({ signal: aborted }), reason)
  assert.equal(proxy.requests.length, 0)
  // Abort while the server does not respond.
  proxy.failNext('no-response')
  const sending = new AbortController()
  void waitUntil(() => proxy.requests.length > 0).then(() => sending.abort(reason))
  const took = await measureSeconds(() =>
    assert.rejects(client({ retries: 0 }).events.create({ title: 'x', ...DAY }, { signal: sending.signal }), reason),
  )
  assert.ok(took < 10, `${took} s`)
  assert.equal(proxy.requests.length, 1)
  // Abort while the client waits for a retry.
  const waiting = new AbortController()
  const refused = createClient({
    baseUrl: server.base,
    fetch: async () => new Response('{"code":"rest_overloaded","message":"","data":{}}', { status: 503, headers: { 'retry-after': '30' } }),
  })
  setTimeout(() => waiting.abort(), 100)
  const waited = await measureSeconds(() => assert.rejects(refused.me({ signal: waiting.signal }), { name: 'AbortError' }))
  assert.ok(waited < 20, `${waited} s`)
  // Abort during an iteration.
  for (let i = 0; i < 3; i += 1) await client().organizers.create({ organizer: `Organizer ${i}` })
  const iterating = new AbortController()
  const seen: number[] = []
  await assert.rejects(async () => {
    for await (const { id } of client().organizers.all({ per_page: 1 }, { signal: iterating.signal })) {
      seen.push(id)
      iterating.abort(reason)
    }
  }, reason)
  assert.equal(seen.length, 1)
})

void test('client: requests every page from the configured base URL', async () => {
  proxy.requests.length = 0
  const seen: string[] = []
  for await (const { organizer } of client().organizers.all({ per_page: 1 })) seen.push(organizer)
  assert.equal(seen.length, 3)
  assert.equal(proxy.requests.length, 3)
})

void test('client: liveChanges continues after lost connections, and throws for an expired cursor', async () => {
  const kalends = client()
  const { next } = await kalends.changesPage({ since: 'now', kinds: ['tag'] })
  const stop = new AbortController()
  const names: unknown[] = []
  const reconnects: unknown[] = []
  const follow = async (): Promise<void> => {
    for await (const change of kalends.liveChanges(
      { since: next },
      { signal: stop.signal, onReconnect: (error) => reconnects.push(error) },
    ))
      if (change.action === 'upsert' && change.kind === 'tag') names.push(change.record?.name)
  }
  const following = follow().catch((error: unknown) => error)
  for (const name of ['First live', 'Second live', 'Third live']) {
    await createClient({ baseUrl: server.base, token: server.tokens.editor }).tags.create({ name })
    await waitUntil(() => names.includes(name))
    proxy.cut()
  }
  stop.abort(new Error('enough'))
  assert.deepEqual(await following, new Error('enough'))
  assert.deepEqual([...new Set(names)], ['First live', 'Second live', 'Third live'])
  assert.ok(reconnects.length >= 2)
  const foreign = await createClient({ baseUrl: server.base }).changesPage({ since: 'now' })
  const expired = await thrown(kalends.liveChanges({ since: foreign.next }).next())
  assert.equal(expired.code, 'rest_cursor_expired')
})
