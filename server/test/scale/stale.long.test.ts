// Search for stale reads: writes and reads over two processes with caches. A writer reads its own write; others read it within the bound.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { adminToken, launch, rowsOf, untilReady } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'

const PAIRS = Number(process.env['STALE_PAIRS'] ?? 2_000)
const CLIENTS = 8
const BOUND_MS = 2_000
/** Delay that a busy machine may add between a read and its measurement. */
const SLACK_MS = 500

const database = await freshDatabase()
const env = { DATABASE_URL: database.url, METRICS_PORT: '0', CACHE_MAX_STALENESS_MS: String(BOUND_MS), LOG_LEVEL: 'warn' }
const servers = [await launch(env), await launch(env)]
after(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await database.drop()
})
for (const server of servers) await untilReady(server, 30_000)
const token = await adminToken(database.url)
const known = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

type Json = Record<string, unknown>
async function sendRequest(server: number, path: string, init: RequestInit = {}): Promise<Json> {
  const answer = await fetch(`${servers[server % 2]?.api}${path}`, init)
  const text = await answer.text()
  assert.ok(answer.ok, `${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Json
}
const write = (server: number, path: string, body: Json, method = 'PATCH'): Promise<Json> =>
  sendRequest(server, path, { method, headers: known, body: JSON.stringify(body) })

/** A record that is written, and every way to read what was written. */
interface Track {
  readonly path: string
  readonly field: string
  readonly reads: readonly string[]
}
async function tracks(client: number): Promise<Track[]> {
  const venue = await write(0, '/venues', { venue: `Hall ${client}` }, 'POST')
  const tag = await write(0, '/tags', { name: `Word ${client}` }, 'POST')
  const event = await write(
    0,
    '/events',
    { title: `Event ${client}`, start_date: '+9 days', end_date: '+9 days', venue: venue['id'], tags: tag['id'] },
    'POST',
  )
  const lists = [`/events?per_page=100`, `/events?venue=${venue['id']}`, `/events?tags=${tag['id']}`, `/events?include=${event['id']}`]
  const ownEvent = [`/events/${event['id']}`, `/events/by-slug/${event['slug']}`, ...lists]
  return [
    { path: `/events/${event['id']}`, field: 'website', reads: ownEvent },
    { path: `/venues/${venue['id']}`, field: 'website', reads: [`/venues/${venue['id']}`, `/venues?search=hall%20${client}`, ...ownEvent] },
    {
      path: `/tags/${tag['id']}`,
      field: 'description',
      reads: [`/tags/${tag['id']}`, `/tags?slug=${tag['slug']}&hide_empty=false`, ...ownEvent],
    },
  ]
}

test(`stale reads: ${PAIRS} pairs of a write and a read over two processes`, async (t) => {
  let [pairs, cuts, worst, wrong] = [0, 0, 0, 0]
  const cutting = setInterval(() => {
    cuts += 1
    void rowsOf(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends-listener' and datname = current_database()`,
    )
  }, 3_000)
  const hunt = async (client: number): Promise<void> => {
    const own = await tracks(client)
    let n = 0
    while (pairs < PAIRS) {
      pairs += 1
      n += 1
      const { path, field, reads } = own[n % own.length] as Track
      const [before, value] = [mark(client, n - own.length), mark(client, n)]
      await write(n, path, { [field]: value })
      const written = performance.now()
      const at = reads[n % reads.length] ?? path
      const mine = JSON.stringify(await sendRequest(n + (n % 3), at, { headers: known }))
      if (!mine.includes(value)) wrong += 1
      assert.equal(wrong, 0, `the writer of ${path} read ${at} without ${value}`)
      const asked = performance.now()
      const others = JSON.stringify(await sendRequest(n + 1, at))
      const age = asked - written
      if (!others.includes(value)) {
        worst = Math.max(worst, age)
        assert.ok(n <= own.length || others.includes(before) || age <= BOUND_MS, `${at} shows neither the last nor the one before`)
        assert.ok(age <= BOUND_MS + SLACK_MS, `${at} was ${Math.round(age)} ms old`)
        await fresh(n + 1, at, value, written)
      }
    }
  }
  /** A stale value is replaced within the bound. */
  const fresh = async (server: number, at: string, value: string, written: number): Promise<void> => {
    for (;;) {
      const asked = performance.now()
      if (JSON.stringify(await sendRequest(server, at)).includes(value)) return
      worst = Math.max(worst, asked - written)
      assert.ok(asked - written <= BOUND_MS + SLACK_MS, `${at} is still without ${value} after ${Math.round(asked - written)} ms`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => hunt(client)))
  } finally {
    clearInterval(cutting)
  }
  t.diagnostic(
    `${pairs} pairs: 0 stale for the writer; for others at most ${Math.round(worst)} ms old, bound ${BOUND_MS} ms; connections that tell of changes cut ${cuts} times`,
  )
})
const mark = (client: number, n: number): string => `https://example.org/${client}/${n}/`
