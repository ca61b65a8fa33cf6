// Contract 14.2: many readers on one process, from many addresses, with the limits of a new installation, except those on the rate of requests.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { defaultLimits, kalends, startServer } from '../support/process.ts'
import { NS, unique } from '../support/server.ts'
import { openStream, type OpenStream } from './event-source.ts'

const READERS = scaled(1_000, 100)
const PER_ADDRESS = 40
const WRITES = scaled(60, 30)
const SECONDS = scaled(8, 1.3)
/** In an ordinary run, rounds end when the ratio is reached, and go on for longer if other work on the machine keeps it down. */
const [ROUNDS_MIN, ROUNDS_MAX] = [scaled(5, 4), scaled(5, 15)]
const MEMORY_MB = 200
const DELAY_MS = 300
const THROUGHPUT = 0.9

const database = await freshDatabase()
const rates = { RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_AUTHENTICATED: '0' }
const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...defaultLimits(), ...rates })
after(async () => {
  await server.stop()
  await database.drop()
})
const { admin } = await server.makeCallers({ admin: 'administrator' })
kalends(['seed', '--events', '300', '--no-pictures'], { ...process.env, DATABASE_URL: database.url })

const residentMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1_024
const addressOf = (n: number): string => `127.0.2.${1 + Math.floor(n / PER_ADDRESS)}`
async function openReaders(count: number): Promise<OpenStream[]> {
  const streams: OpenStream[] = []
  for (let n = 0; n < count; n += PER_ADDRESS) {
    const group = Array.from({ length: Math.min(PER_ADDRESS, count - n) }, (_, i) => n + i)
    const open = (each: number): Promise<OpenStream> =>
      openStream(`${server.base}${NS}/changes/stream?kinds=tag`, { localAddress: addressOf(each), isLean: true })
    streams.push(...(await Promise.all(group.map(open))))
  }
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
  return streams
}
async function createTag(): Promise<void> {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.base}${NS}/tags`, { method: 'POST', headers, body: JSON.stringify({ name: unique() }) })
  assert.equal(answer.status, 201, await answer.text())
}

/** Processor time of the server so far, in seconds. */
function processorSeconds(): number {
  const [, user, system] = /^.*\)(?: \S+){11} (\d+) (\d+) /.exec(readFileSync(`/proc/${server.child.pid}/stat`, 'utf8')) ?? []
  return (Number(user) + Number(system)) / 100
}

interface Throughput {
  readonly lists: number
  readonly processorSeconds: number
}
const rateOf = (all: readonly Throughput[]): number => sumOf(all, 'lists') / sumOf(all, 'processorSeconds')
const sumOf = (all: readonly Throughput[], name: keyof Throughput): number => all.reduce((sum, each) => sum + each[name], 0)
/**
 * Lists, and the server's processor time for them, that four clients read, each one after another, while two tags per second are written.
 * Time on the clock would also measure the other processes of the machine.
 */
async function measureLists(): Promise<Throughput> {
  const start = processorSeconds()
  const end = performance.now() + SECONDS * 1_000
  let lists = 0
  const client = async (n: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.3.${n + 1}` })
    for (let page = 1; performance.now() < end; page = (page % 20) + 1) {
      await readList(`/events?per_page=10&page=${page}&order=${n % 2 === 0 ? 'asc' : 'desc'}`, agent)
      lists += 1
    }
    agent.destroy()
  }
  const write = async (): Promise<void> => {
    for (; performance.now() < end; await pause(500)) await createTag()
  }
  await Promise.all([client(0), client(1), client(2), client(3), write()])
  return { lists, processorSeconds: processorSeconds() - start }
}
const readList = (path: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(`${server.base}${NS}${path}`, { agent, headers: { prefer: 'handling=strict' } }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode)))))
    })
    sent.once('error', reject)
    sent.end()
  })

void test(`14.2 ${READERS} readers: memory, delay, and the lists of others`, { timeout: 600_000 }, async (t) => {
  await measureLists()
  const before = residentMb()
  let streams = await openReaders(READERS)
  const delays: number[] = []
  for (let n = 1; n <= WRITES; n += 1) {
    // The time of the write counts too.
    const start = performance.now()
    await createTag()
    for (const stream of streams) await stream.until(({ events }) => events.length >= n, 10_000)
    for (const { events } of streams) delays.push((events[n - 1]?.at ?? Infinity) - start)
  }
  const memory = residentMb() - before
  // One ratio varies by a third, because caches are filled and memory is collected, so the whole times are compared.
  const withReaders: Throughput[] = []
  const without: Throughput[] = []
  const ratio = (): number => rateOf(withReaders) / rateOf(without)
  for (let round = 0; round < ROUNDS_MIN || (round < ROUNDS_MAX && ratio() < THROUGHPUT); round += 1) {
    withReaders.push(await measureLists())
    for (const stream of streams) stream.close()
    await pause(500)
    without.push(await measureLists())
    streams = await openReaders(READERS)
  }
  for (const stream of streams) stream.close()
  const sorted = delays.sort((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? Infinity)
  const throughput = ratio()
  const figures = {
    readers: READERS,
    memory_mb: Math.round(memory),
    delay_p50_ms: at(0.5),
    delay_p95_ms: at(0.95),
    delay_p99_ms: at(0.99),
    throughput_ratio: Math.round(throughput * 100) / 100,
  }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('live', figures)
  assert.ok(figures.memory_mb <= MEMORY_MB, JSON.stringify(figures))
  assert.ok(figures.delay_p95_ms <= DELAY_MS, JSON.stringify(figures))
  assert.ok(throughput >= THROUGHPUT, JSON.stringify(figures))
})
