// Contract 15.7: guesses from one address and from many are refused after a few, the owner gets in meanwhile, and the process stays responsive.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique } from '../support/server.ts'
import { addPerson, person } from './person.ts'

const TRIES = scaled(100_000, 2_000)
const ADDRESSES = scaled(10_000, 200)
const AT_ONCE = 50
let offset = Temporal.Duration.from({ seconds: 0 })
/** The clock stands still, so that the minutes of a slow machine allow no further guesses. */
const START = systemClock.now()
const clock: Clock = { now: () => START.add(offset) }
const server = await testServer({ TRUSTED_PROXIES: '127.0.0.0/8' }, clock)
const WRONG = 'wrong horse battery staple'
const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

/** Sends guesses at one account, and returns the number of those whose password was compared. */
async function guess(login: string, tries: number, addresses: number): Promise<{ evaluated: number; slowest_ms: number }> {
  let [next, evaluated, slowest_ms] = [0, 0, 0]
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const start = performance.now()
      assert.equal((await fetch(`${server.base}/livez`)).status, 200)
      slowest_ms = Math.max(slowest_ms, Math.round(performance.now() - start))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const guesser = async (): Promise<void> => {
    while (next < tries) {
      const headers = { 'x-forwarded-for': addressOf(next++ % addresses) }
      const { status } = await person(server).send('POST', '/session', { login, password: WRONG }, headers)
      assert.ok(status === 401 || status === 429, String(status))
      if (status === 401) evaluated += 1
    }
  }
  const watching = watch()
  await Promise.all(Array.from({ length: AT_ONCE }, guesser))
  isOver = true
  await watching
  return { evaluated, slowest_ms }
}

for (const addresses of [1, ADDRESSES])
  test(`15.7 ${TRIES} guesses from ${addresses} addresses: ten are compared, and the owner gets in`, async (t) => {
    const login = unique()
    await addPerson(server, login)
    const owner = person(server)
    assert.equal((await owner.signIn(login)).status, 200)
    const { evaluated, slowest_ms } = await guess(login, TRIES, addresses)
    const figures = { tries: TRIES, addresses, evaluated, slowest_ms }
    t.diagnostic(JSON.stringify(figures))
    reportEvidence('guessing', { [`from_${addresses}`]: figures })
    assert.equal(evaluated, 10)
    // A device that the owner has signed in from has a budget of its own.
    const answer = await owner.send(
      'POST',
      '/session',
      { login, password: 'violet tractor sings at noon' },
      { 'x-forwarded-for': addressOf(0) },
    )
    assert.equal(answer.status, 200, answer.text)
    // The owner at another device must wait.
    assert.equal((await person(server).signIn(login)).status, 429)
    assert.ok(slowest_ms < 2_000, JSON.stringify(figures))
  })

test('15.7 after the limit one guess a minute is compared, and after 15 quiet minutes ten again', async () => {
  const login = unique()
  await addPerson(server, login)
  const statuses = async (n: number, minutes: number): Promise<string> => {
    offset = Temporal.Duration.from({ minutes })
    const all: number[] = []
    for (let i = 0; i < n; i += 1) {
      const headers = { 'x-forwarded-for': addressOf(1_000_000 + minutes * 100 + i) }
      all.push((await person(server).send('POST', '/session', { login, password: WRONG }, headers)).status)
    }
    offset = Temporal.Duration.from({ seconds: 0 })
    return all.join(' ')
  }
  assert.equal(await statuses(11, 0), `${'401 '.repeat(10)}429`)
  assert.equal(await statuses(2, 2), '401 429')
  assert.equal(await statuses(2, 4), '401 429')
  assert.equal(await statuses(11, 20), `${'401 '.repeat(10)}429`)
})
test('15.7 a known device has ten guesses too, and an address 30', async () => {
  const login = unique()
  await addPerson(server, login)
  const owner = person(server)
  await owner.signIn(login)
  const own: number[] = []
  for (let i = 0; i < 11; i += 1) own.push((await owner.send('POST', '/session', { login, password: WRONG })).status)
  assert.equal(own.join(' '), `${'401 '.repeat(10)}429`)
  const address = { 'x-forwarded-for': '192.0.2.77' }
  const others: number[] = []
  for (let i = 0; i < 31; i += 1)
    others.push((await person(server).send('POST', '/session', { login: `nobody-${i}`, password: WRONG }, address)).status)
  assert.equal(others.join(' '), `${'401 '.repeat(30)}429`)
  const [row] = await server.app.database.query<{ n: number }>(
    sql`select count(*)::int as n from security_log where action = 'sign-ins refused' and details ->> 'limit' = 'address' and address = '192.0.2.77'`,
  )
  assert.equal(row?.n, 1)
})
test('15.7 known and unknown accounts take the same time', async (t) => {
  const login = unique()
  await addPerson(server, login)
  const rounds = scaled(1_000, 40)
  const random = new Random(seed)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < rounds; i += 1) {
    // Each account and address has its own counters, which are emptied.
    await server.app.database.query(sql`delete from sign_in_attempts`)
    for (const name of random.chance(0.5) ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const start = performance.now()
      await person(server).signIn(name === 'known' ? login : unique(), WRONG)
      times[name].push(performance.now() - start)
    }
  }
  const median = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  const ratio = median(times.known) / median(times.unknown)
  t.diagnostic(JSON.stringify({ rounds, known_ms: median(times.known), unknown_ms: median(times.unknown), ratio }))
  reportEvidence('guessing', { timing: { rounds, ratio: Math.round(ratio * 1_000) / 1_000 } })
  const limit = scaled(0.1, 0.25)
  assert.ok(Math.abs(ratio - 1) <= limit, String(ratio))
})
