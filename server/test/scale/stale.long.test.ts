// Search for stale reads: writes and reads over two processes with caches. A writer reads its own write; others read it within the bound.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { adminToken, launch, rowsOf, untilReady } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'

/** `npm run evidence -- series-visibility` makes 5,000 pairs. */
const PAIRS = Number(process.env['STALE_PAIRS'] ?? scaled(5_000, 2_000))
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
/** Returns the text of a response. iCalendar folds long lines, also within a word. */
async function sendRequest(server: number, path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${servers[server % 2]?.api}${path}`, init)
  const text = await answer.text()
  assert.ok(answer.ok, `${path}: ${answer.status} ${text}`)
  return text.replaceAll('\r\n ', '')
}
const write = async (server: number, path: string, body: Json, method = 'PATCH'): Promise<Json> =>
  JSON.parse(await sendRequest(server, path, { method, headers: known, body: JSON.stringify(body) })) as Json

/** A record that is written, and every way to read what was written. */
interface Track {
  readonly path: string
  /** The body of the write with this number. */
  readonly body: (mark: string, turn: number) => Json
  /** Whether a response shows the write with this number. */
  readonly isShown: (text: string, mark: string, turn: number) => boolean
  readonly reads: readonly string[]
}
const fieldTrack = (path: string, field: string, reads: readonly string[]): Track => ({
  path,
  body: (mark) => ({ [field]: mark }),
  isShown: (text, mark) => text.includes(mark),
  reads,
})

/** A series, one of its dates as an exception, and another exception that is hidden and shown again in turns. */
async function seriesTracks(client: number): Promise<Track[]> {
  const series = await write(
    0,
    '/events',
    { title: `Series ${client}`, start_date: '+8 days', end_date: '+8 days', recurrence: 'FREQ=WEEKLY;COUNT=4' },
    'POST',
  )
  const { events } = JSON.parse(await sendRequest(0, `/events?series=${series['id']}`, { headers: known })) as { events: { id: number }[] }
  const [plain, exception, toggled] = events.map(({ id }) => id)
  const title = `toggled${client}x`
  await write(0, `/events/${exception}`, { title: `Exception ${client}` })
  await write(0, `/events/${toggled}`, { title })
  const lists = ['', '.ics', '.rss'].flatMap((format) => [
    `/events${format}?series=${series['id']}`,
    `/events${format}?include=${series['id']}`,
  ])
  const ofDate = (id: number | undefined): string[] => [`/events/${id}`, `/events/${id}.ics`, `/events?include=${id}&collapse=series`]
  const ofSeries = [`/events/${series['id']}`, `/events/by-slug/${series['slug']}`, `/events?include=${series['id']}&records=true`]
  return [
    fieldTrack(`/events/${series['id']}`, 'description', [...lists, ...ofSeries, ...ofDate(plain)]),
    fieldTrack(`/events/${exception}`, 'description', [...lists, ...ofDate(exception), `/events/${series['id']}.ics`]),
    {
      path: `/events/${toggled}`,
      body: (_, turn) => ({ status: turn % 2 === 0 ? 'draft' : 'publish' }),
      isShown: (text, _, turn) => text.includes(title) === (turn % 2 === 1),
      reads: [...lists, `/events?include=${toggled}`, `/events?include=${toggled}&records=true&type=exception`],
    },
  ]
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
    fieldTrack(`/events/${event['id']}`, 'website', ownEvent),
    fieldTrack(`/venues/${venue['id']}`, 'website', [`/venues/${venue['id']}`, `/venues?search=hall%20${client}`, ...ownEvent]),
    fieldTrack(`/tags/${tag['id']}`, 'description', [`/tags/${tag['id']}`, `/tags?slug=${tag['slug']}&hide_empty=false`, ...ownEvent]),
    ...(await seriesTracks(client)),
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
      const { path, body, isShown, reads } = own[n % own.length] as Track
      const turn = Math.floor(n / own.length)
      const [before, value] = [mark(client, n - own.length), mark(client, n)]
      await write(n, path, body(value, turn))
      const written = performance.now()
      // Every way to read is used in turn, whatever the number of tracks.
      const at = reads[turn % reads.length] ?? path
      const mine = await sendRequest(n + (n % 3), at, { headers: known })
      if (!isShown(mine, value, turn)) wrong += 1
      assert.equal(wrong, 0, `the writer of ${path} read ${at} without ${value}`)
      const asked = performance.now()
      const others = await sendRequest(n + 1, at)
      const age = asked - written
      if (!isShown(others, value, turn)) {
        worst = Math.max(worst, age)
        assert.ok(turn === 0 || isShown(others, before, turn - 1) || age <= BOUND_MS, `${at} shows neither the last nor the one before`)
        assert.ok(age <= BOUND_MS + SLACK_MS, `${at} was ${Math.round(age)} ms old`)
        await fresh(n + 1, at, (text) => isShown(text, value, turn), written)
      }
    }
  }
  /** A stale value is replaced within the bound. */
  const fresh = async (server: number, at: string, isFresh: (text: string) => boolean, written: number): Promise<void> => {
    for (;;) {
      const asked = performance.now()
      if (isFresh(await sendRequest(server, at))) return
      worst = Math.max(worst, asked - written)
      assert.ok(asked - written <= BOUND_MS + SLACK_MS, `${at} is still stale after ${Math.round(asked - written)} ms`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => hunt(client)))
  } finally {
    clearInterval(cutting)
  }
  reportEvidence('series-visibility', {
    stale_reads: { pairs, stale_for_the_writer: wrong, oldest_ms: Math.round(worst), bound_ms: BOUND_MS },
  })
  t.diagnostic(
    `${pairs} pairs: 0 stale for the writer; for others at most ${Math.round(worst)} ms old, bound ${BOUND_MS} ms; connections that tell of changes cut ${cuts} times`,
  )
})
const mark = (client: number, n: number): string => `https://example.org/${client}/${n}/`
