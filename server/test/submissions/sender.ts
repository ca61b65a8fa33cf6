// A sender of submissions: solves challenges as a browser does, and sends events from an address of its own.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createChallenge, solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from '../../src/kernel/database/sql.ts'
import type { Answer, Json, TestServer } from '../support/server.ts'
import { unique } from '../support/server.ts'

/** The settings of a calendar that accepts submissions, and trusts the addresses that the tests claim. */
export const SUBMITTING = { SUBMIT_FORM: 'true', TRUSTED_PROXIES: '127.0.0.1' } as const

export const newEvent = (more: Json = {}): Json => ({ title: `Fair ${unique()}`, start_date: '2030-05-01 19:30', ...more })
export const newSender = (): { name: string; email: string } => {
  const name = unique()
  return { name: `Sender ${name}`, email: `${name}@example.org` }
}

/** The text that a solver sends. */
export const encodeSolution = (challenge: Challenge, solution: unknown): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 0 })
  assert.ok(solution, 'the challenge was not solved')
  return encodeSolution(challenge, solution)
}
export async function loadChallenge(server: TestServer): Promise<Challenge> {
  const answer = await server.get('/submissions/challenge')
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as Challenge
}
export const solved = async (server: TestServer): Promise<string> => solve(await loadChallenge(server))

export interface Minted {
  /** The seconds in which it expires; negative if it has. */
  readonly seconds?: number
  readonly url?: string
  readonly cost?: number
  readonly keyPrefix?: string
}
/** A challenge as the server signs it, which is easy to solve unless the test asks for another one. */
export async function mintChallenge(
  server: TestServer,
  { seconds = 600, url = server.base, cost = 1, keyPrefix = '0' }: Minted = {},
): Promise<Challenge> {
  const [row] = await server.app.database.query<{ key: Buffer }>(sql`select key from submission_key`)
  const hmacSignatureSecret = createHmac('sha256', row?.key ?? '')
    .update(url)
    .digest('hex')
  const expiresAt = Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000) + seconds
  return createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, keyPrefix, deriveKey, expiresAt, hmacSignatureSecret })
}
/** A valid solution that costs nothing, for tests that are not about challenges. */
export const mintedSolution = async (server: TestServer): Promise<string> => solve(await mintChallenge(server))

let last = 0
/** Another address of the network for tests each time (RFC 2544). */
export function newAddress(): string {
  last += 1
  return `198.${18 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`
}

export const submitBody = (server: TestServer, body: Json, address = newAddress()): Promise<Answer> =>
  server.request('POST', '/submissions', { body, headers: { 'x-forwarded-for': address } })
/** Submits an event with a new solution. */
export const submit = async (server: TestServer, body: Json = {}, address?: string): Promise<Answer> =>
  submitBody(server, { ...newEvent(), ...newSender(), altcha: await mintedSolution(server), ...body }, address)

export const tokenIn = (text: string): string => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? ''
export const confirm = (server: TestServer, token: string): Promise<Answer> =>
  server.request('POST', '/submissions/own/confirm', { body: { token } })
export const correct = (server: TestServer, token: string, body: Json, address = newAddress()): Promise<Answer> =>
  server.request('PATCH', '/submissions/own', { body: { token, ...body }, headers: { 'x-forwarded-for': address } })
export const own = (server: TestServer, token: string): Promise<Answer> => server.get(`/submissions/own?token=${token}`)

/** Returns the queue of reviews as an editor sees it. */
export const waiting = async (server: TestServer): Promise<Json[]> =>
  (await server.get('/reviews?per_page=100', { as: 'editor' })).json['reviews'] as Json[]
