// Contract 17.6.2: nobody gets into the queue without a solution of their own and a confirmation by mail, and honest senders are not held up.
import assert from 'node:assert/strict'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { mailServer } from '../support/mail-server.ts'
import { badInputs, testServer, type Answer, type Json } from '../support/server.ts'
import {
  confirm,
  encodeSolution,
  loadChallenge,
  mintChallenge,
  mintedSolution,
  newAddress,
  newEvent,
  newSender,
  solve,
  solved,
  submitBody,
  SUBMITTING,
  tokenIn,
} from './sender.ts'

const mail = await mailServer()
const settings = { ...mail.settings, ...SUBMITTING }
const server = await testServer(settings)
/** Another calendar, whose challenges are none of the first. */
const other = await testServer(settings)
const send = (altcha: string | undefined, address?: string): Promise<Answer> =>
  submitBody(server, { ...newEvent(), ...newSender(), ...(altcha !== undefined && { altcha }) }, address)
const isRefused = (answer: Answer): void => assert.deepEqual(badInputs(answer), ['altcha'])

test('17.6.2 a solution is used once, in time, for this calendar, and at the difficulty of the server', async () => {
  const altcha = await solved(server)
  assert.equal((await send(altcha)).status, 202)
  isRefused(await send(altcha))
  // Two requests at the same time, as from two processes: the database decides.
  const shared = await solved(server)
  const statuses = (await Promise.all([send(shared), send(shared), send(shared)])).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [202, 400, 400])
  isRefused(await send(await solve(await mintChallenge(server, { seconds: -1 }))))
  isRefused(await send(await solve(await mintChallenge(server, { url: 'https://copy.example' }))))
  isRefused(await send(await solved(other)))
  const challenge = await loadChallenge(server)
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '0' } }
  isRefused(await send(await solve(easier)))
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } }
  isRefused(await send(await solve(later)))
  isRefused(await send(encodeSolution(challenge, { counter: 0, derivedKey: '00'.repeat(32) })))
  for (const text of [
    '',
    '{}',
    'x',
    Buffer.from('[]').toString('base64'),
    Buffer.from('{"challenge":{},"solution":{}}').toString('base64'),
  ]) {
    const answer = await send(text)
    assert.equal(answer.status, 400, answer.text)
  }
  assert.equal((await send(await solve(challenge))).status, 202, 'the challenge itself was good')
})

test('17.6.2 the difficulty is the same for everybody and cannot be chosen', async () => {
  for (const query of ['', '?cost=1', '?i18n_language=fr']) {
    const { parameters } = (await server.get(`/submissions/challenge${query}`)).json as unknown as Awaited<ReturnType<typeof loadChallenge>>
    assert.deepEqual([parameters.algorithm, parameters.cost, parameters.keyPrefix], ['PBKDF2/SHA-256', 5_000, '00'])
  }
})

const TRIES = scaled(10_000)
const FROM_ONE = scaled(1_000)
const HONEST = scaled(200)
const KINDS = ['none', 'replayed', 'expired', 'foreign', 'easy', 'unconfirmed'] as const
/** Solutions of a kind that the server must refuse are solved as they should be, and sent again and again. */
const POOL = 20

/** Attackers spend no time on solving: the server signed these challenges too, but they are easy, as for an attacker with many machines. */
const attackersSolution = (): Promise<string> => mintedSolution(server)
/** Honest senders solve real challenges, except in the ordinary run. */
const honestSolution = (): Promise<string> => (isFullRun ? solved : mintedSolution)(server)
const difficulty = isFullRun ? { cost: 5_000, keyPrefix: '00' } : {}

async function poolOf(make: () => Promise<string>): Promise<string[]> {
  const pool: string[] = []
  while (pool.length < POOL) pool.push(await make())
  return pool
}
async function easySolution(): Promise<string> {
  const foreign = { algorithm: 'PBKDF2/SHA-256', cost: 1, keyPrefix: '0', deriveKey, hmacSignatureSecret: 'guessed' }
  const { signature } = await loadChallenge(server)
  const challenge = await createChallenge({ ...foreign, expiresAt: 4_000_000_000 })
  return solve({ ...challenge, ...(signature !== undefined && { signature }) })
}

test('17.6.2 10,000 tries fill no queue, one address gets ten an hour, and 200 honest senders are all there', {
  timeout: 6_000_000,
}, async () => {
  const started = performance.now()
  const replayed = await attackersSolution()
  assert.equal((await send(replayed)).status, 202)
  const pools: Readonly<Record<string, readonly string[]>> = {
    replayed: [replayed],
    expired: await poolOf(async () => solve(await mintChallenge(server, { ...difficulty, seconds: -5 }))),
    foreign: await poolOf(() => (isFullRun ? solved : mintedSolution)(other)),
    easy: await poolOf(easySolution),
  }
  const outcomes: Record<string, number> = {}
  const attempt = async (i: number): Promise<void> => {
    const kind = KINDS[i % KINDS.length] ?? 'none'
    const altcha =
      kind === 'none' ? undefined : kind === 'unconfirmed' ? await attackersSolution() : pools[kind]?.[i % (pools[kind].length || 1)]
    const { status } = await send(altcha)
    outcomes[`${kind} ${status}`] = (outcomes[`${kind} ${status}`] ?? 0) + 1
  }
  const [address, fromOne]: [string, { status: number; email: string }[]] = [newAddress(), []]
  const flood = async (): Promise<void> => {
    const sender = newSender()
    const answer = await submitBody(server, { ...newEvent(), ...sender, altcha: await attackersSolution() }, address)
    fromOne.push({ status: answer.status, email: sender.email })
  }
  const honest: Json[] = []
  const submitHonestly = async (): Promise<void> => {
    const [event, sender] = [newEvent(), newSender()]
    const answer = await submitBody(server, { ...event, ...sender, altcha: await honestSolution() })
    assert.equal(answer.status, 202, answer.text)
    assert.equal((await confirm(server, tokenIn((await mail.waitFor(sender.email)).text))).json['state'], 'pending')
    honest.push({ title: event['title'] })
  }
  await Promise.all([inTurns(TRIES, 4, attempt), inTurns(FROM_ONE, 2, flood), inTurns(HONEST, 2, submitHonestly)])

  const hours = Math.floor((performance.now() - started) / 3_600_000) + 1
  const accepted = fromOne.filter(({ status }) => status === 202)
  assert.ok(accepted.length <= 10 * hours, `${accepted.length} of one address`)
  assert.equal(accepted.length >= Math.min(10, FROM_ONE), true)
  assert.deepEqual(
    Object.keys(outcomes).sort(),
    [...KINDS.filter((kind) => kind !== 'unconfirmed').map((kind) => `${kind} 400`), 'unconfirmed 202'].sort(),
  )
  const rows = await server.app.database.query<{ title: string }>(sql`
select x.title from events e join event_texts x on x.id = e.id and x.original where e.status = 'pending'`)
  const titles = rows.map(({ title }) => title).sort()
  assert.deepEqual(titles, honest.map(({ title }) => String(title)).sort(), 'the queue has the honest ones and nothing else')
  reportEvidence('submissions', {
    tries: outcomes,
    from_one_address: { sent: fromOne.length, accepted: accepted.length, hours },
    honest: { sent: HONEST, in_queue: titles.length },
  })
})

/** Runs a task `count` times, a few at a time. */
async function inTurns(count: number, workers: number, task: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await task(i)
  }
  await Promise.all(Array.from({ length: workers }, work))
}
