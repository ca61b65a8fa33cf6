// A very large calendar as one .ics: little memory, an early first byte, and others are served meanwhile. LARGE_EVENTS: how many (100,000).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../support/database.ts'
import { kalends, startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'

const EVENTS = Number(process.env['LARGE_EVENTS'] ?? 100_000)
const database = await freshDatabase()
kalends(['seed', '--events', String(EVENTS), '--no-pictures'], { DATABASE_URL: database.url })
// Answers are not recorded: that would keep the whole of them in memory.
const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'warn', RECORD_ANSWERS: '' })
after(async () => {
  await server.stop()
  await database.drop()
})

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
// Others are known callers: answers kept ready for anybody say nothing about the work beside a feed, and fill memory that is theirs.
const { other } = await server.makeCallers({ other: 'subscriber' })
const sendRequest = (path: string, own?: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = own === agent ? { authorization: `Bearer ${other}` } : {}
    get(`${server.base}${NS}${path}`, { agent: own ?? false, headers }, resolve).once('error', reject)
  })
const memory = (): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024

let asked = 0
/** Times of requests, one after the other on one connection, until they are enough. */
async function times(isEnough: (count: number) => boolean): Promise<number[]> {
  const taken: number[] = []
  while (!isEnough(taken.length)) {
    const start = performance.now()
    const answer = await sendRequest(`/events?page=${1 + ((asked += 1) % 50)}`, agent)
    for await (const _ of answer);
    assert.equal(answer.statusCode, 200)
    taken.push(performance.now() - start)
    await sleep(5)
  }
  return taken.sort((a, b) => a - b)
}
const p = (taken: readonly number[], part: number): number => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
const ms = (n: number): string => `${n.toFixed(1)} ms`

void test(`feeds: ${EVENTS} events as one .ics stream with constant memory, early, beside others`, async (t) => {
  const path = '/events.ics?starts_after=1900-01-01'
  await times((count) => count === 500)
  const idle = await times((count) => count === 1_000)
  const before = memory()
  const began = performance.now()
  const answer = await sendRequest(path)
  assert.equal(answer.headers['x-total'], String(EVENTS))
  let [first, bytes, events, most, isOver] = [0, 0, 0, before, false]
  const watch = setInterval(() => {
    most = Math.max(most, memory())
  }, 20)
  const busy = times(() => isOver)
  let rest = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    first ||= performance.now() - began
    bytes += chunk.length
    rest += chunk.toString('latin1')
    events += rest.split('BEGIN:VEVENT').length - 1
    rest = rest.slice(-11)
    if (rest.includes('BEGIN:VEVENT')) throw new Error('counted twice')
  }
  const took = performance.now() - began
  isOver = true
  const beside = await busy
  clearInterval(watch)
  const again = performance.now()
  const { statusCode } = await sendRequest(path, new Agent({ keepAlive: false })).then((full) => {
    full.destroy()
    return full
  })
  assert.equal(statusCode, 200)
  const tag = String(answer.headers['etag'])
  const known = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${server.base}${NS}${path}`, { headers: { 'if-none-match': tag } }, resolve).once('error', reject),
  )
  known.resume()
  const polled = performance.now() - again
  t.diagnostic(
    `${events} events, ${(bytes / 1e6).toFixed(1)} MB in ${(took / 1000).toFixed(1)} s; first byte ${ms(first)}; memory ${before.toFixed(0)} MB, at most ${(most - before).toFixed(1)} MB more; ` +
      `others: idle p50 ${ms(p(idle, 0.5))} p99 ${ms(p(idle, 0.99))}, beside it p50 ${ms(p(beside, 0.5))} p99 ${ms(p(beside, 0.99))} (${beside.length} requests); 304 after ${ms(polled)}`,
  )
  assert.equal(known.statusCode, 304)
  assert.equal(events, EVENTS)
  assert.ok(most - before < 50, `memory grew by ${(most - before).toFixed(1)} MB`)
  assert.ok(first < 300, `first byte after ${ms(first)}`)
  assert.ok(p(beside, 0.99) < 2 * p(idle, 0.99), `p99 ${ms(p(beside, 0.99))}, idle ${ms(p(idle, 0.99))}`)
})
