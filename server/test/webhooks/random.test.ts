// Random changes are sent to receivers that fail, hang, redirect, refuse or die, while workers are killed: every message arrives or is listed (contract 14.3.3).
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from '../../src/kernel/database/sql.ts'
import { DELIVERY_QUEUE } from '../../src/features/webhooks/deliveries.ts'
import { pause, until } from '../faults/launch.ts'
import { openQueueOn } from '../jobs/test-queue.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { inDays, NS, testServer } from '../support/server.ts'
import { Random } from '../model/random.ts'
import { startMirror, type Behavior, type MirrorReceiver } from './mirror.ts'

const CHANGES = scaled(10_000, 200)
const KILLS = scaled(1_000, 20)
const PROCESSES = 3
/** A day is 22 seconds in the long run, and 2.2 seconds in the short one. */
const SCALE = scaled(4_000, 40_000)
/** Workers live long enough to deliver most of the messages. */
const LIFETIME_MS = scaled(7_000, 1_500)
const LIFETIME_MIN_MS = 300
const OUTAGE_MS = scaled(30_000, 2_000)
/** The mean pause of a writer is half of this. The writes take about as long as the kills. */
const WRITE_PAUSE_MS = scaled(600, 200)
const WORKER = fileURLToPath(new URL('worker-process.ts', import.meta.url))
const source = new Random(seed)
const random = (): number => source.next()
const readFeed = async (cursor: string) => {
  const url = `${server.base}${NS}/changes?since=${encodeURIComponent(cursor)}&content=thin`
  const response = await fetch(url, { headers: { authorization: `Bearer ${server.tokens.admin}` } })
  assert.equal(response.status, 200)
  return (await response.json()) as Awaited<ReturnType<Parameters<typeof startMirror>[1]>>
}
const mixed = (part: number, other: Behavior) => (): Behavior => (random() < part ? other : 'accept')
const BEHAVIORS: Readonly<Record<string, () => Behavior>> = {
  good: () => 'accept',
  failing: mixed(0.3, 'fail'),
  hanging: mixed(0.1, 'hang'),
  losing: mixed(0.1, 'lose'),
  limiting: mixed(0.2, 'limit'),
  dead: () => 'accept',
  redirecting: () => 'redirect',
  gone: () => (random() < 0.05 ? 'gone' : 'accept'),
}
const mirrors = new Map<string, MirrorReceiver>()
for (const [name, behave] of Object.entries(BEHAVIORS)) mirrors.set(name, await startMirror(behave, readFeed))
const settings = {
  WEBHOOK_HTTP: 'true',
  WEBHOOK_TIME_SCALE: String(SCALE),
  WEBHOOK_TIMEOUT_MS: String(scaled(1_000, 300)),
  EGRESS_ALLOW: [...mirrors.values()].map(({ receiver }) => `127.0.0.1:${receiver.port}`).join(','),
  WORKER: 'false',
}
const server = await testServer(settings)
const env = { ...process.env, ...settings, NODE_ENV: 'test', DATABASE_URL: server.database_url, PUBLIC_URL: server.base }
const supervisor = openQueueOn(server.database_url, true, [DELIVERY_QUEUE])
after(() => supervisor.close())

const workers = new Set<ChildProcess>()
after(() => Promise.all([...workers].map(kill)))
async function startWorkerProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  workers.add(child)
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  await shortenHeartbeats()
  return child
}
async function kill(child: ChildProcess): Promise<void> {
  workers.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Creates, changes, hides, shows and deletes events. */
async function write(ids: number[]): Promise<void> {
  const id = ids[Math.floor(random() * ids.length)]
  const choice = random()
  if (id === undefined || choice < 0.2) {
    const event = { title: 'Event', start_date: inDays(3), end_date: inDays(4), status: 'publish', featured: random() < 0.5 }
    ids.push((await server.make('events', event)).id)
  } else if (choice < 0.75) await server.patch(`/events/${id}`, { title: `Title ${random()}` })
  else if (choice < 0.9) await server.patch(`/events/${id}`, { featured: random() < 0.5 })
  else if (choice < 0.95) await server.remove(`/events/${id}`)
  else {
    await server.remove(`/events/${id}?force=true`)
    ids.splice(ids.indexOf(id), 1)
  }
}

const query = <Row>(statement: ReturnType<typeof sql>): Promise<Row[]> => server.app.database.query<Row>(statement)
/**
 * Sets the heartbeat of the jobs to 1 second: the library requires at least 10, and the test should not wait for that long.
 * Jobs that a worker is updating are skipped, because waiting for them can end in a deadlock.
 */
const shortenHeartbeats = (): Promise<unknown> =>
  query(sql`
update pgboss.job set heartbeat_seconds = 1
where id in (
  select id from pgboss.job where name = ${DELIVERY_QUEUE.name} and heartbeat_seconds <> 1 for update skip locked)`)
const truth = async (isFeatured: boolean): Promise<readonly (readonly [number, number])[]> =>
  (
    await query<{ id: number; version: number }>(
      sql`select id, version from events where status <> 'trash' and (not ${isFeatured}::boolean or featured) order by id`,
    )
  ).map(({ id, version }) => [id, version])
const sorted = (copy: ReadonlyMap<number, number>) => [...copy].sort(([a], [b]) => a - b)
const open = async (): Promise<number> =>
  (
    await query<{ n: number }>(sql`
select count(*)::int as n from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.state in ('waiting', 'sending')`)
  )[0]?.n ?? 0

test(`${CHANGES} random changes with ${KILLS} kills: no message is lost`, { timeout: scaled(7_200_000, 120_000) }, async (t) => {
  const ids = new Map<string, number>()
  for (const [name, { receiver }] of mirrors) {
    const filter = name === 'failing' ? { featured: 'true' } : {}
    const answer = await server.post('/webhooks', { url: receiver.url, filter })
    assert.equal(answer.status, 201, answer.text)
    ids.set(name, Number(answer.json['id']))
  }
  let [kills, written] = [0, 0]
  const killer = async (): Promise<void> => {
    while (kills < KILLS) {
      kills += 1
      const child = await startWorkerProcess()
      await pause(LIFETIME_MIN_MS + random() * (LIFETIME_MS - LIFETIME_MIN_MS))
      await kill(child)
    }
  }
  const writer = async (own: number[]): Promise<void> => {
    while (written < CHANGES) {
      written += 1
      await write(own)
      await pause(random() * WRITE_PAUSE_MS)
    }
  }
  const die = async (): Promise<void> => {
    const { receiver } = mirrors.get('dead') ?? assert.fail()
    await pause(2_000)
    await receiver.close()
    await pause(OUTAGE_MS)
    await receiver.listen()
  }
  await Promise.all([die(), ...Array.from({ length: PROCESSES }, killer), ...Array.from({ length: 2 }, () => writer([]))])
  for (const mirror of mirrors.values()) if (mirror.behave !== BEHAVIORS['redirecting']) mirror.behave = () => 'accept'
  await startWorkerProcess()
  await until('every delivery has ended', scaled(600_000, 45_000), async () => (await open()) === 0)
  const unexplained = await query(sql`
select id, state, error from webhook_deliveries where (state = 'delivered') <> (error is null) or state not in ('delivered', 'failed', 'dropped')`)
  assert.deepEqual(unexplained, [])
  const off = await query<{ id: number; inactive_reason: string }>(
    sql`select id, inactive_reason from webhooks where not active order by id`,
  )
  assert.ok(
    off.some(({ id, inactive_reason }) => id === ids.get('redirecting') && inactive_reason === 'failing'),
    JSON.stringify(off),
  )
  for (const mirror of mirrors.values()) mirror.behave = () => 'accept'
  for (const { id } of off) await server.patch(`/webhooks/${id}`, { active: true })
  await shortenHeartbeats()
  await until('the webhooks that were off have caught up', scaled(300_000, 30_000), async () => {
    await pause(500)
    const [row] = await query<{ n: number }>(sql`select count(*)::int as n from webhooks where is_requested`)
    return row?.n === 0 && (await open()) === 0
  })
  await until('the receivers have read the feed', scaled(600_000, 45_000), async () =>
    [...mirrors.values()].every(({ isBusy }) => !isBusy()),
  )
  const failed = await query<{ webhook_id: number; record_id: number }>(
    sql`select webhook_id, record_id from webhook_deliveries where state = 'failed' and record_id is not null and response_code is distinct from 410`,
  )
  const lost: string[] = []
  for (const [name, { copy }] of mirrors) {
    const listed = new Set(failed.filter((row) => row.webhook_id === ids.get(name)).map((row) => row.record_id))
    const own = (pairs: readonly (readonly [number, number])[]) => pairs.filter(([id]) => !listed.has(id)).map((pair) => pair.join(' v'))
    const [wanted, found] = [own(await truth(name === 'failing')), own(sorted(copy))]
    lost.push(...wanted.filter((each) => !found.includes(each)).map((each) => `${name} lacks ${each}`))
    lost.push(...found.filter((each) => !wanted.includes(each)).map((each) => `${name} has ${each}`))
  }
  const counts = await query<{ state: string; n: number }>(
    sql`select state, count(*)::int as n from webhook_deliveries group by state order by state`,
  )
  const figures = { changes: written, kills, lost: lost.length, ...Object.fromEntries(counts.map(({ state, n }) => [state, n])) }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('webhooks', figures)
  assert.deepEqual(lost, [])
})
