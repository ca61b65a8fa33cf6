// Reads from a replica: a read with a token sees its write, other reads are late by a bounded time, and a replica that fails is not noticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pause, until } from '../faults/launch.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { unique, type Json } from '../support/server.ts'
import { BOUND_MS, event, replicatedServers } from './replicated-servers.ts'

const PAIRS = Number(process.env['REPLICA_PAIRS'] ?? scaled(100_000, 500))
const WORKERS = 8
const { standby, writer, read, served, metrics, onStandby, untilUsed } = await replicatedServers()
const tokenOf = (answer: { readonly headers: Headers }): string => answer.headers.get('x-consistency-token') ?? assert.fail('no token')
const bearer = { authorization: `Bearer ${writer.tokens.editor}` }

interface Pair {
  readonly id: number
  readonly title: string
  readonly token: string
}
/** The ways in which a client can look for its write. */
const LOOKS: Readonly<Record<string, (pair: Pair) => Promise<boolean>>> = {
  'one event': async ({ id, title, token }) =>
    (JSON.parse((await read(`/events/${id}`, { ...bearer, 'x-consistency-token': token })).text) as Json)['title'] === title,
  'a list': async ({ id, title, token }) => {
    const { text } = await read(`/events?include=${id}&search=${title}&per_page=1`, { ...bearer, 'x-consistency-token': token })
    return (JSON.parse(text) as { total: number }).total === 1
  },
  'without credentials': async ({ id, title, token }) =>
    (await read(`/events/${id}`, { 'x-consistency-token': token })).text.includes(title),
  'a feed': async ({ title, token }) => (await read(`/events.ics?search=${title}`, { 'x-consistency-token': token })).text.includes(title),
}

void test(`20.3 ${PAIRS} times, a read with the token of a write sees the write`, async () => {
  const before = await served()
  let left = PAIRS
  const stale: string[] = []
  const work = async (random: Random): Promise<void> => {
    const { id } = await writer.make('events', event(unique()))
    while (left > 0) {
      left -= 1
      const title = unique()
      const written = await writer.patch(`/events/${id}`, { title })
      assert.equal(written.status, 200, written.text)
      const way = random.pick(Object.keys(LOOKS))
      if (!(await LOOKS[way]?.({ id, title, token: tokenOf(written) }))) stale.push(way)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, i) => work(new Random(seed * 100 + i))))
  const after = await served()
  const fromReplica = after.replica - before.replica
  reportEvidence('replicas', { pairs: PAIRS, stale: stale.length, fromReplica, fromPrimary: after.primary - before.primary })
  assert.deepEqual(stale, [])
  assert.ok(fromReplica > PAIRS / 10, `${fromReplica} reads from the replica`)
})

void test('20.3 a cached response that is older than the token is not used', async () => {
  const { id } = await writer.make('events', event('not cached'))
  const hits = async (): Promise<number> =>
    Number(/^kalends_cache_requests_total\{cache="response",result="hit"\} (\d+)/m.exec(await metrics())?.[1])
  for (let round = 0; round < 10; round += 1) {
    const before = await hits()
    await until('the response is cached', 60_000, async () => {
      await read(`/events/${id}`)
      return (await hits()) > before
    })
    const title = unique()
    const written = await writer.patch(`/events/${id}`, { title })
    assert.ok((await read(`/events/${id}`, { 'x-consistency-token': tokenOf(written) })).text.includes(title))
  }
})

void test('20.5 without tokens, no read is late by more than the bound', async () => {
  const { id } = await writer.make('events', event('version 0'))
  await until('the event is replicated', 60_000, async () => (await read(`/events/${id}`)).status === 200)
  /** When each version was acknowledged. */
  const known: number[] = [performance.now()]
  const end = performance.now() + scaled(60_000, 3_000)
  let [reads, worstMs] = [0, 0]
  const late: string[] = []
  const write = async (): Promise<void> => {
    for (let version = 1; performance.now() < end; version += 1) {
      await writer.patch(`/events/${id}`, { title: `version ${version}` })
      known[version] = performance.now()
      // After most writes, a response that was stale when it was cached would be served for longer than the bound.
      await pause(version % 4 === 0 ? 15 : BOUND_MS + 100)
    }
  }
  const look = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now()
      const { text, status } = await read(`/events/${id}`)
      assert.equal(status, 200, text)
      reads += 1
      const version = Number(/version (\d+)/.exec(text)?.[1])
      const missed = known[version + 1]
      if (missed !== undefined) worstMs = Math.max(worstMs, start - missed)
      if (missed !== undefined && start - missed > BOUND_MS) late.push(`version ${version} ${start - missed} ms after the next one`)
    }
  }
  await Promise.all([write(), look(), look()])
  reportEvidence('replicas', { readsWithoutToken: reads, worstMs, boundMs: BOUND_MS, late: late.length })
  assert.deepEqual(late, [])
})

void test('20.5 a replica that does not replay any more is left alone, and used again later', async () => {
  const { id } = await writer.make('events', event('before'))
  await untilUsed()
  await onStandby('select pg_wal_replay_pause()')
  try {
    const written = await writer.patch(`/events/${id}`, { title: 'during' })
    const headers = { ...bearer, 'x-consistency-token': tokenOf(written) }
    assert.match((await read(`/events/${id}`, headers)).text, /"during"/)
    await pause(BOUND_MS)
    assert.match((await read(`/events/${id}`)).text, /"during"/)
    const before = await served()
    for (let i = 0; i < 20; i += 1) assert.equal((await read(`/events/${id}?_fields=id,${'x'.repeat(i)}`)).status, 200)
    assert.equal((await served()).replica, before.replica)
    await until(
      'the lag is measured',
      20_000,
      async () => Number(/^kalends_db_replica_lag_seconds\S* (\S+)/m.exec(await metrics())?.[1]) > 0,
    )
  } finally {
    await onStandby('select pg_wal_replay_resume()')
  }
  await untilUsed()
})

void test('20.6 while the replica is down, the primary answers all reads', async () => {
  const { id } = await writer.make('events', event('still here'))
  standby.stop()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => read(`/events/${id}?_fields=id,title,${'y'.repeat(i)}`)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await read('//readyz')).status, 200)
  await until('the metric says so', 20_000, async () => /^kalends_db_replica_up\S* 0$/m.test(await metrics()))
  standby.start()
  await untilUsed()
  assert.match(await metrics(), /^kalends_db_replica_up\S* 1$/m)
})

void test('20.2 a malformed token is 400, and a token of another database goes to the primary', async () => {
  for (const token of ['1', 'x.1.0/1', '1.1.0/Z', '1.1.0/1.2']) {
    const { status, text } = await read('/events', { 'x-consistency-token': token })
    assert.deepEqual([status, (JSON.parse(text) as Json)['code']], [400, 'rest_invalid_param'])
  }
  const before = await served()
  assert.equal((await read('/events', { 'x-consistency-token': '1.1.0/1' })).status, 200)
  assert.deepEqual(await served(), { ...before, primary: before.primary + 1 })
})

void test('20.1 writes and the change feed have a token; reads and dry runs have none', async () => {
  const created = await writer.post('/events', event('token'))
  assert.match(tokenOf(created), /^\d+\.1\.[\dA-F]+\/[\dA-F]+$/)
  const batch = await writer.post('/batch', { operations: [{ id: 'a', method: 'POST', path: '/tags', body: { name: unique() } }] })
  assert.match(tokenOf(batch), /^\d+\.1\./)
  assert.match(tokenOf(await writer.get('/changes?since=now')), /^\d+\.1\./)
  const without = [await writer.get('/events'), await writer.post('/events?dry_run=true', event('dry'))]
  assert.deepEqual(
    without.map(({ headers }) => headers.get('x-consistency-token')),
    [null, null],
  )
  const answer = await read('/events', { 'x-consistency-token': tokenOf(created) })
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
})

void test('20.4 a read with credentials and without a token goes to the primary', async () => {
  const before = await served()
  const { id } = await writer.make('events', event('own'))
  assert.equal((await read(`/events/${id}`, bearer)).status, 200)
  assert.equal((await served()).replica, before.replica)
})
