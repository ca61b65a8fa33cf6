// A primary with a standby that replays each commit some milliseconds late, and two servers that use both.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { buildApp, type App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { until } from '../faults/launch.ts'
import { makeCluster, makeStandby, type Cluster } from '../support/cluster.ts'
import { connected } from '../support/database.ts'
import { freePort, NO_RATES, PATIENT } from '../support/process.ts'
import { inDays, NS, testServer, type Json, type TestServer } from '../support/server.ts'

/** Long enough to notice a read that does not wait for the replica, and shorter than the time that a read waits. */
const APPLY_DELAY_MS = 50
/** Anonymous reads may be late by these times together (contract 20.5). */
const LIMITS = { DATABASE_READ_MAX_LAG_MS: '300', CACHE_MAX_STALENESS_MS: '300' } as const
export const BOUND_MS = 600

export interface ReadAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}
export interface Replicated {
  readonly primary: Cluster
  readonly standby: Cluster
  /** The server that writes. */
  readonly writer: TestServer
  /** Reads from the other server, which gets no notice of writes before it asks for them. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<ReadAnswer>
  /** Reads that each kind of server has answered, of both processes. */
  served(): Promise<Readonly<Record<'primary' | 'replica', number>>>
  metrics(): Promise<string>
  /** Runs a statement on the standby. */
  onStandby(text: string): Promise<void>
  untilUsed(): Promise<void>
}

/** Call at the top of a test file. */
export async function replicatedServers(): Promise<Replicated> {
  const primary = await makeCluster()
  after(() => primary.remove())
  const standby = await makeStandby(primary, ['shared_buffers=16MB', 'max_connections=40', `recovery_min_apply_delay=${APPLY_DELAY_MS}ms`])
  after(() => standby.remove())
  const shared = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    ...LIMITS,
    MEDIA_DIR: mkdtempSync(join(tmpdir(), 'kalends-media-')),
  }
  const writer = await testServer(shared, systemClock, false)
  const port = await freePort()
  const config = readConfig({ PORT: String(port), PUBLIC_URL: writer.base, ...NO_RATES, ...PATIENT, ...shared, LOG_LEVEL: 'silent' })
  const other = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
  await other.http.app.listen({ host: '127.0.0.1', port })
  after(() => other.close())
  const apps: readonly App[] = [writer.app, other]
  const served = async () => {
    const texts = await Promise.all(apps.map(({ metrics }) => metrics.text()))
    const count = (server: string): number =>
      texts.reduce(
        (sum, text) => sum + Number(new RegExp(`^kalends_db_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1]),
        0,
      )
    return { primary: count('primary'), replica: count('replica') }
  }
  const read: Replicated['read'] = async (path, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path.startsWith('//') ? path.slice(1) : NS + path}`, { headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const untilUsed = async (): Promise<void> => {
    const { replica } = await served()
    await until('the replica is used', 60_000, async () => {
      await read(`/tags?search=${Math.random()}`)
      return (await served()).replica > replica
    })
  }
  await untilUsed()
  return {
    primary,
    standby,
    writer,
    read,
    served,
    metrics: () => other.metrics.text(),
    onStandby: (text) => connected(standby.url, async (client) => void (await client.query(text))),
    untilUsed,
  }
}

export const event = (title: string): Json => ({ title, start_date: inDays(2), end_date: inDays(2), status: 'publish' })
