// `kalends work` and WORKER: which processes run jobs, and how the metrics and `kalends doctor` report jobs that nobody runs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, test, type TestContext } from 'node:test'
import { adminToken, pause, rowsOf, until } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort, kalends, startServer } from '../support/process.ts'
import { inDays, NS } from '../support/server.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const database = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kalends-worker-'))
after(() => database.drop().then(() => rmSync(folder, { recursive: true, force: true })))
const env = { DATABASE_URL: database.url, MEDIA_DIR: folder, WORKER: 'false' }
const authorization = `Bearer ${await adminToken(database.url)}`
const metricsPort = await freePort()
const server = await startServer({ ...env, METRICS_PORT: String(metricsPort) })
after(() => server.stop())

const jobs = (): Promise<{ key: string; state: string }[]> =>
  rowsOf(database.url, 'select singleton_key as key, state::text from pgboss.job order by 1')
const STILL_STUCK = `select count(*) > 0 as stuck from pgboss.job where heartbeat_on < now() - interval '30 minutes'`
interface Finding {
  readonly check: string
  readonly state: string
  readonly found: string
  readonly remedy: string
}
const checkOfJobs = (): Finding | undefined =>
  (JSON.parse(kalends(['doctor', '--json'], env, true).stdout) as Finding[]).find(({ check }) => check === 'jobs')
const metricsText = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const statusOfEvent = async (id: number): Promise<string> =>
  (await rowsOf<{ status: string }>(database.url, 'select status from events where id = $1', [id]))[0]?.status ?? ''

async function scheduleEvent(): Promise<number> {
  const body = { title: 'Scheduled', start_date: inDays(3), end_date: inDays(4), status: 'future', date: inDays(1) }
  const response = await fetch(`${server.base}${NS}/events`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 201)
  const { id } = (await response.json()) as { id: number }
  await rowsOf(database.url, `update events set published_at = now() - interval '1 second' where id = $1`, [id])
  return id
}
/** Starts `kalends work`, and stops it at the end of the test. */
function startWork(t: TestContext): { stop(): Promise<number | null> } {
  const child = spawn(process.execPath, [MAIN, 'work'], { env: { ...process.env, ...env, LOG_LEVEL: 'silent' }, stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  t.after(stop)
  return { stop }
}

test('a server with WORKER=false runs no job, and kalends work runs them', async (t) => {
  const id = await scheduleEvent()
  await pause(2_500)
  assert.equal(await statusOfEvent(id), 'future')
  assert.deepEqual(await jobs(), [])
  assert.equal(checkOfJobs()?.state, 'ok')
  const worker = startWork(t)
  await until('the event is published', 20_000, async () => (await statusOfEvent(id)) === 'publish')
  assert.equal(await worker.stop(), 0)
  assert.deepEqual(
    (await jobs()).filter(({ state }) => state === 'active'),
    [],
    'a graceful stop leaves no job that seems to run',
  )
})

test('kalends doctor and the metrics report jobs that no process runs, stuck jobs and failing jobs', async (t) => {
  await rowsOf(database.url, `update pgboss.job set start_after = now() - interval '10 minutes' where singleton_key = 'publish records'`)
  const waiting = checkOfJobs()
  assert.equal(waiting?.state, 'warning')
  assert.match(waiting?.found ?? '', /"publish records" has been due for 6\d\d s/)
  assert.match(waiting?.remedy ?? '', /kalends work/)
  assert.match(await metricsText(), /^kalends_job_queue_oldest_waiting_seconds\{queue="frequent-jobs"\} 6\d\d/m)
  await rowsOf(
    database.url,
    `update pgboss.job set state = 'active', started_on = now() - interval '1 hour', heartbeat_on = now() - interval '1 hour' where singleton_key = 'publish records'`,
  )
  assert.match(checkOfJobs()?.found ?? '', /"publish records" is stuck: its process has not reported for 36\d\d s/)
  assert.match(await metricsText(), /^kalends_job_queue_jobs\{queue="frequent-jobs",state="stuck"\} 1$/m)
  startWork(t)
  await until('the stuck job runs again', 60_000, async () => {
    const [row] = await rowsOf<{ stuck: boolean }>(database.url, STILL_STUCK)
    return row?.stuck === false
  })
  assert.equal(checkOfJobs()?.state, 'ok')
  await rowsOf(database.url, 'alter table organizers rename to organizers_away')
  t.after(() => rowsOf(database.url, 'alter table organizers_away rename to organizers'))
  await until('the job keeps failing', 60_000, () =>
    /"publish records" has failed \d+ times: .*organizers/.test(checkOfJobs()?.found ?? ''),
  )
  assert.match(await metricsText(), /^kalends_job_queue_jobs\{queue="frequent-jobs",state="failing"\} [1-9]/m)
})
