// Contract 17.4, 3.12: Varnish in front of the pages, with the files of examples/varnish. Visitors get nearly everything from it, and see
// each write within a second.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { userInfo } from 'node:os'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random } from '../model/random.ts'
import { freshDatabase } from '../support/database.ts'
import { isFullRun, reportEvidence, scaled, seed } from '../support/evidence.ts'
import { startServer } from '../support/process.ts'
import { inDays, NS } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { isHit, startVarnish } from '../support/varnish.ts'

const EXAMPLE = new URL('../../../examples/varnish/', import.meta.url)
const SECONDS = scaled(120, 10)
const EVENTS = scaled(2_000, 400)
const LISTS = scaled(200, 40)
/** Requests in a second, half of them for lists. */
const RATE = scaled(800, 300)
/** A cache that is asked less often has fewer hits between two writes. */
const HIT_RATIO = isFullRun ? { lists: 0.85, events: 0.98 } : { lists: 0.8, events: 0.9 }
const STALE_MS = 1_000
const CATEGORIES = 20
const VENUES = 30
const LANGUAGES = ['', '/fr', '/ar']
const random = new Random(seed)

interface Page {
  readonly status: number
  readonly etag: string
  readonly wasStored: boolean
  readonly body: string
}
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const fetchPage = (url: string): Promise<Page> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag ?? '',
          wasStored: isHit(String(response.headers['x-varnish'] ?? '')),
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.once('error', reject)
    sent.end()
  })

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
/** Picks indexes so that the n-th is n times rarer than the first. */
function zipf(count: number): () => number {
  const sums: number[] = []
  for (let i = 0; i < count; i += 1) sums.push((sums.at(-1) ?? 0) + 1 / (i + 1))
  const total = sums.at(-1) ?? 0
  return () => {
    const wanted = random.next() * total
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

async function startCalendar() {
  const database = await freshDatabase()
  const server = await startServer({
    DATABASE_URL: database.url,
    LANGUAGES: 'en,fr,ar',
    SURROGATE_KEY_HEADERS: 'xkey',
    SURROGATE_KEYS_MAX: '500',
    RECORD_MAX_AGE: '86400',
  })
  const { editor } = await server.makeCallers({ editor: 'administrator' })
  const { port } = new URL(server.base)
  const vcl = readFileSync(new URL('default.vcl', EXAMPLE), 'utf8').replace('.port = "3000"', `.port = "${port}"`)
  const cached = await startVarnish({ vcl, memory: '512m', params: { http_resp_hdr_len: '16k', http_resp_size: '64k' } })
  const program = spawn(process.execPath, [fileURLToPath(new URL('purge.ts', EXAMPLE))], {
    env: { PGUSER: userInfo().username, ...process.env, DATABASE_URL: database.url, VARNISH_URL: cached },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  after(async () => {
    program.kill()
    await server.stop()
    await database.drop()
  })
  const write = async (method: string, path: string, body: unknown): Promise<{ id: number; slug: string; url: string }> => {
    const response = await fetch(`${server.base}${NS}${path}`, {
      method,
      headers: { authorization: `Bearer ${editor}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${text}`)
    return JSON.parse(text) as { id: number; slug: string; url: string }
  }
  return { base: server.base, cached, program, write }
}
type Calendar = Awaited<ReturnType<typeof startCalendar>>

interface Written {
  readonly id: number
  readonly path: string
  /** The time at which each revision of the title was acknowledged. */
  readonly revisions: number[]
}
class Writer {
  readonly events: Written[] = []
  readonly venues: number[] = []
  private readonly categories: number[] = []
  private readonly calendar: Calendar
  readonly counts: Record<string, number> = {}

  constructor(calendar: Calendar) {
    this.calendar = calendar
  }

  async fill(): Promise<{ categories: readonly string[]; venues: readonly string[] }> {
    const { write } = this.calendar
    const slugs = { categories: [] as string[], venues: [] as string[] }
    for (let i = 0; i < CATEGORIES; i += 1) {
      const { id, slug } = await write('POST', '/categories', { name: `Category ${i}` })
      this.categories.push(id)
      slugs.categories.push(slug)
    }
    for (let i = 0; i < VENUES; i += 1) {
      const { id, slug } = await write('POST', '/venues', { venue: `House ${i}`, address: `${i} Quay`, city: 'Lyon' })
      this.venues.push(id)
      slugs.venues.push(slug)
    }
    while (this.events.length < EVENTS) await Promise.all(Array.from({ length: 8 }, () => this.create()))
    return slugs
  }

  /** Every tenth event repeats, so that its page lists other dates. */
  private async create(): Promise<void> {
    const number = this.events.length
    const revisions: number[] = []
    const written: { id: number; path: string; revisions: number[] } = { id: 0, path: '', revisions }
    this.events.push(written)
    const day = random.below(365)
    const { id, url } = await this.calendar.write('POST', '/events', {
      title: title(number, 0),
      description: '<p>Music by the river.</p>'.repeat(10),
      start_date: inDays(1 + day),
      end_date: inDays(1.1 + day),
      venue: random.pick(this.venues),
      categories: [random.pick(this.categories)],
      ...(number % 10 === 0 && { recurrence: 'FREQ=WEEKLY;COUNT=4' }),
    })
    Object.assign(written, { id, path: new URL(url).pathname })
    revisions.push(Date.now())
  }

  /** Most edits change texts. The others change which events lists have. */
  async edit(): Promise<void> {
    const { write } = this.calendar
    const dice = random.below(100)
    const number = random.below(EVENTS)
    const event = this.events[number]
    assert.ok(event)
    const path = `/events/${event.id}`
    const kind = dice < 76 ? 'title' : dice < 80 ? 'price' : dice < 86 ? 'date' : dice < 92 ? 'status' : dice < 98 ? 'create' : 'venue'
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
    const day = random.below(365)
    if (kind === 'title') {
      await write('PATCH', path, { title: title(number, event.revisions.length) })
      event.revisions.push(Date.now())
    } else if (kind === 'price') await write('PATCH', path, { cost: String(1 + random.below(50)) })
    else if (kind === 'date') await write('PATCH', path, { start_date: inDays(1 + day), end_date: inDays(1.1 + day) })
    else if (kind === 'status') await write('PATCH', path, { event_status: random.pick(['cancelled', 'scheduled']) })
    else if (kind === 'create') await this.create()
    else await write('PATCH', `/venues/${random.pick(this.venues)}`, { venue: `House ${random.below(10_000)}` })
  }
}
const title = (number: number, revision: number): string => `Concert ${number} r${revision}.`
const shownRevisions = (body: string): [number, number][] =>
  [...body.matchAll(/Concert (\d+) r(\d+)\./g)].map(([, number, revision]) => [Number(number), Number(revision)])

function listPaths({ categories, venues }: { categories: readonly string[]; venues: readonly string[] }): string[] {
  const months = Array.from({ length: 12 }, (_, i) => `/events?view=month&date=${inDays(15 + i * 30).slice(0, 7)}`)
  const days = Array.from({ length: 40 }, (_, i) => `/events?view=day&date=${inDays(1 + i).slice(0, 10)}`)
  const plain = [
    '/events',
    ...categories.map((slug) => `/events?categories=${slug}`),
    ...Array.from({ length: 20 }, (_, i) => `/events?page=${i + 2}`),
    ...months,
    ...venues.map((slug) => `/venues/${slug}`),
    ...categories.map((slug) => `/categories/${slug}`),
    ...days,
    ...Array.from({ length: 5 }, (_, i) => `/events?search=r${i}`),
  ]
  return shuffle(LANGUAGES.flatMap((root) => plain.map((path) => `${root}${path}`))).slice(0, LISTS)
}

/** The choice of related events may be older than a second; each of them is up to date. */
const comparable = (body: string): string => body.replace(/<section class="related"[\s\S]*?<\/section>/, '')

test('17.4 3.12 behind Varnish with purging by surrogate key, pages are stored and never stale', {
  timeout: 900_000,
  ...requiresTools('varnishd', 'xkey'),
}, async (t) => {
  const calendar = await startCalendar()
  const writer = new Writer(calendar)
  const lists = listPaths(await writer.fill())
  const eventPaths = shuffle(writer.events.slice(0, EVENTS)).map(({ path }, i) => `${LANGUAGES[i % LANGUAGES.length] ?? ''}${path}`)
  await sleep(2 * STALE_MS)
  for (const path of [...lists, ...eventPaths]) assert.equal((await fetchPage(`${calendar.cached}${path}`)).status, 200, path)

  const counts = { lists: { hits: 0, misses: 0 }, events: { hits: 0, misses: 0 } }
  const stale: string[] = []
  const markers = new Map<string, [number, number][]>()
  let compared = 0
  const read = async (kind: 'lists' | 'events', path: string): Promise<void> => {
    const start = Date.now()
    const page = await fetchPage(`${calendar.cached}${path}`)
    assert.equal(page.status, 200, `${path} ${page.body.slice(0, 200)}`)
    counts[kind][page.wasStored ? 'hits' : 'misses'] += 1
    const shown = markers.get(page.etag) ?? shownRevisions(page.body)
    markers.set(page.etag, shown)
    for (const [number, revision] of shown) {
      const next = writer.events[number]?.revisions[revision + 1]
      if (next !== undefined && next + STALE_MS < start) stale.push(`${path}: event ${number} has revision ${revision}`)
    }
  }
  /** Compares pages with those of the server, while nothing is written. */
  const compare = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1)
      for (const path of [random.pick(lists), random.pick(eventPaths)]) {
        const [stored, direct] = await Promise.all([fetchPage(`${calendar.cached}${path}`), fetchPage(`${calendar.base}${path}`)])
        compared += 1
        if (comparable(stored.body) !== comparable(direct.body)) stale.push(`${path} differs from the server`)
      }
  }
  const [pickList, pickEvent] = [zipf(lists.length), zipf(eventPaths.length)]
  const started = Date.now()
  const end = started + SECONDS * 1_000
  const pending = new Set<Promise<void>>()
  const load = async (): Promise<void> => {
    for (let sent = 0; Date.now() < end; await sleep(5)) {
      const due = Math.floor(((Date.now() - started) * RATE) / 1_000)
      for (; sent < due && pending.size < 200; sent += 1) {
        const each = sent % 2 === 0 ? read('lists', lists[pickList()] ?? '') : read('events', eventPaths[pickEvent()] ?? '')
        pending.add(each)
        void each.finally(() => pending.delete(each))
      }
      if (pending.size >= 200) await Promise.race(pending)
    }
    await Promise.all(pending)
  }
  const edits = async (): Promise<void> => {
    for (let done = 0; Date.now() < end; ) {
      const due = (Date.now() - started) / 1_000
      if (done >= due) {
        await sleep(20)
        continue
      }
      await writer.edit()
      done += 1
      if (done % 10 !== 5) continue
      await sleep(STALE_MS)
      await compare()
    }
  }
  await Promise.all([load(), edits()])
  assert.equal(calendar.program.exitCode, null, 'the program that purges ended')
  const ratio = ({ hits, misses }: { hits: number; misses: number }): number => hits / (hits + misses)
  const writes = Object.values(writer.counts).reduce((sum, each) => sum + each, 0)
  const figures = {
    seconds: SECONDS,
    lists: lists.length,
    event_pages: eventPaths.length,
    requests: { lists: counts.lists.hits + counts.lists.misses, events: counts.events.hits + counts.events.misses },
    writes: { total: writes, ...writer.counts },
    hit_ratio: { lists: Number(ratio(counts.lists).toFixed(4)), events: Number(ratio(counts.events).toFixed(4)) },
    compared_with_server: compared,
    stale: stale.length,
  }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('site-varnish', figures)
  assert.deepEqual(stale.slice(0, 10), [])
  assert.ok(writes >= SECONDS * 0.8, `${writes} writes`)
  assert.ok(figures.requests.lists + figures.requests.events >= SECONDS * RATE * 0.8, 'the load was too small')
  assert.ok(ratio(counts.events) >= HIT_RATIO.events, JSON.stringify(counts.events))
  assert.ok(ratio(counts.lists) >= HIT_RATIO.lists, JSON.stringify(counts.lists))
})
