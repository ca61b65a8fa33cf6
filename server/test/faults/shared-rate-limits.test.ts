// Several processes as one: rates counted together through Redis, also after it failed or hung; revocation within a second, the trash emptied and records published once.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { reportEvidence } from '../support/evidence.ts'
import { freePort, kalends, startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { until } from './launch.ts'

const database = await freshDatabase()
const db = openDatabase({ ...LOOSE, url: database.url })
const redisPort = await freePort()
let redis: ChildProcess | null = null
const startRedis = async (): Promise<void> => {
  redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  }).on('error', () => undefined)
  await new Promise((resolve) => setTimeout(resolve, 700))
}
await startRedis()
const env = {
  DATABASE_URL: database.url,
  LOG_LEVEL: 'info',
  RATE_LIMIT_ANONYMOUS: '40',
  REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  TRUSTED_PROXIES: '127.0.0.1',
}
const servers = await Promise.all([startServer(env), startServer(env)])
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  redis?.kill('SIGKILL')
  await db.close()
  await database.drop()
})
const [one, two] = servers
const { editor } = await one.makeCallers({ editor: 'editor' })
const sendRequest = (base: string, token?: string): Promise<Response> =>
  fetch(`${base}${NS}/tags`, token ? { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.3' } } : {})
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

let probes = 0
/** A process counts for itself until it has connected to Redis. A probe has an address of its own, so that it takes nothing from the tests. */
async function countTogether(): Promise<boolean> {
  probes += 1
  const headers = { 'x-forwarded-for': `10.9.${probes >> 8}.${probes & 255}` }
  const left: number[] = []
  for (const { base } of servers) {
    const answer = await fetch(`${base}${NS}/tags`, { headers })
    await answer.text()
    left.push(Number(/;r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]))
  }
  return left[1] === (left[0] ?? 0) - 1
}

const needsRedis = requiresTools('redis-server')
test('11.2 two processes count requests together', needsRedis, async () => {
  await until('both processes count in Redis', 20_000, countTogether)
  const statuses: number[] = []
  for (let i = 0; i < 60; i += 1) statuses.push((await sendRequest(i % 2 ? one.base : two.base)).status)
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length], [40, 20])
})
test(
  '11.2 without Redis the service goes on and each process counts for itself; with it again they count together',
  needsRedis,
  async () => {
    redis?.kill('SIGKILL')
    await wait(300)
    const alone: number[] = []
    for (let i = 0; i < 100; i += 1) alone.push((await sendRequest(i % 2 ? one.base : two.base)).status)
    assert.deepEqual(
      [alone.filter((status) => status === 200).length, alone.filter((status) => status >= 500).length],
      [80, 0],
      '40 for each',
    )
    await startRedis()
    await wait(2_500)
    const again: number[] = []
    for (let i = 0; i < 60; i += 1) again.push((await sendRequest(i % 2 ? one.base : two.base)).status)
    assert.equal(again.filter((status) => status === 200).length, 40)
  },
)
test('B7 requests do not wait for a Redis that hangs; when it recovers, they are counted together again', needsRedis, async () => {
  const from = (address: string, i: number): Promise<Response> =>
    fetch(`${i % 2 ? one.base : two.base}${NS}/tags`, { headers: { 'x-forwarded-for': address }, signal: AbortSignal.timeout(10_000) })
  const times = async (third: number): Promise<number[]> => {
    const durations: number[] = []
    for (let i = 0; i < 200; i += 1) {
      const begun = performance.now()
      assert.equal((await from(`198.18.${third}.${i}`, i)).status, 200)
      durations.push(performance.now() - begun)
    }
    return durations.sort((a, b) => a - b)
  }
  const answering = await times(1)
  redis?.kill('SIGSTOP')
  const hanging = await times(2)
  for (const { base } of servers) assert.equal((await fetch(`${base}/readyz`)).status, 200, 'it is ready, since it serves')
  const alone: number[] = []
  for (let i = 0; i < 100; i += 1) alone.push((await from('192.0.2.1', i)).status)
  redis?.kill('SIGCONT')
  await wait(2_500)
  const together: number[] = []
  for (let i = 0; i < 60; i += 1) together.push((await from('192.0.2.2', i)).status)
  const at = (sorted: readonly number[], part: number): number => Math.round((sorted[Math.floor(part * sorted.length)] ?? 0) * 10) / 10
  const figures = (sorted: readonly number[]) => ({ p50_ms: at(sorted, 0.5), p98_ms: at(sorted, 0.98), max_ms: at(sorted, 0.999) })
  reportEvidence('rate-limiter', { redis: { answering: figures(answering), hanging: figures(hanging) } })
  // Each process waits once. On a busy machine some requests are slow by themselves.
  assert.ok(hanging.filter((ms) => ms > 90).length <= 20, `${hanging.filter((ms) => ms > 90).length} of 200 waited for Redis`)
  assert.equal(alone.filter((status) => status === 200).length, 80, '40 for each process')
  assert.equal(together.filter((status) => status === 200).length, 40)
  assert.match(one.output(), /Redis unavailable[^]*Redis available again/)
})
test('8.1 a token that is revoked is rejected by every process within a second', async () => {
  assert.deepEqual([(await sendRequest(one.base, editor)).status, (await sendRequest(two.base, editor)).status], [200, 200])
  const [token] = JSON.parse(kalends(['token', 'list', 'editor', '--json'], { DATABASE_URL: database.url }).stdout) as { id: number }[]
  kalends(['token', 'revoke', String(token?.id)], { DATABASE_URL: database.url })
  await wait(1_000)
  assert.deepEqual([(await sendRequest(one.base, editor)).status, (await sendRequest(two.base, editor)).status], [401, 401])
})
test('7.8 scheduled records are published once, regardless of the number of processes', async () => {
  await db.query(raw("insert into users (login, role) values ('w', 'author') on conflict do nothing"))
  await db.query(
    raw(`
with made as (
  insert into organizers (author_id, status, published_at, language) select u.id, 'future', now() + interval '2 seconds', 'en' from users u, generate_series(1, 300) where u.login = 'w' returning id
)
insert into organizer_texts (id, language, original, other_languages, organizer, slug, slug_owner, search, changed_at) select id, 'en', true, '{}', 'O ' || id, 'o-' || id, true, 'o', now() from made`),
  )
  for (let i = 0; i < 40; i += 1) {
    await wait(250)
    const [left] = await db.query<{ n: number }>(raw("select count(*) as n from organizers where status = 'future'"))
    if (left?.n === 0) break
  }
  const [row] = await db.query<{ published: number; changes: number; versions: number }>(
    raw(`
select (select count(*) from organizers where status = 'publish') as published, (select count(*) from changes where action = 'publish') as changes, (select max(version) from organizers) as versions`),
  )
  assert.deepEqual(row, { published: 300, changes: 300, versions: 2 })
})
