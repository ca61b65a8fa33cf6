// Proof of work: challenges that browsers solve before a submission, and the check of their solutions (contract 17.6.2).
import { createHmac } from 'node:crypto'
import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { RequestContext } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { isObject } from '../../kernel/http/request-parsing.ts'
import { hashToken } from '../../kernel/security/caller.ts'

/** A browser tries 256 keys on average, which takes a phone a few seconds. The server derives one key to check a solution. */
const DIFFICULTY = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00' }
const LIFETIME_MINUTES = 20
export const SOLUTION_MAX = 4_000

export async function newChallenge(db: Db, ctx: Pick<RequestContext, 'site' | 'now'>): Promise<Challenge> {
  const expiresAt = Math.floor(ctx.now.add({ minutes: LIFETIME_MINUTES }).epochMilliseconds / 1_000)
  return createChallenge({ ...DIFFICULTY, deriveKey, expiresAt, hmacSignatureSecret: await signingKey(db, ctx) })
}

/**
 * Whether the text solves a challenge of this calendar that has not expired and was not used before. Marks the challenge as used.
 * The signature covers the difficulty and the time of expiry, so a client cannot change them.
 */
export async function spendSolution(db: Db, solved: string, ctx: Pick<RequestContext, 'site' | 'now'>): Promise<boolean> {
  const payload = parsePayload(solved)
  if (!payload) return false
  const { challenge, solution } = payload
  const expiresAt = challenge.parameters.expiresAt ?? 0
  if (expiresAt * 1_000 <= ctx.now.epochMilliseconds) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: await signingKey(db, ctx) })
  if (!verified) return false
  const rows = await db.query(sql`
insert into spent_challenges (digest, expires_at)
values (${hashToken(challenge.signature ?? '')}, to_timestamp(${expiresAt}::bigint)) on conflict do nothing returning 1`)
  return rows.length > 0
}
export const pruneChallenges = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from spent_challenges where expires_at < ${now.toString()}`)

/** Parses the text that a solver sends: a challenge and its solution as JSON in base64. */
function parsePayload(text: string): Payload | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    if (!isObject(payload) || !isObject(payload['challenge']) || !isObject(payload['solution'])) return null
    const { parameters, signature } = payload['challenge']
    const isChallenge = isObject(parameters) && typeof parameters['expiresAt'] === 'number' && typeof signature === 'string'
    return isChallenge ? (payload as unknown as Payload) : null
  } catch {
    return null
  }
}

const keys = new WeakMap<object, Buffer>()
/** The key belongs to the database. A copy of the database under another URL has other keys. */
async function signingKey(db: Db, { site }: Pick<RequestContext, 'site'>): Promise<string> {
  const key = keys.get(db.poolKey) ?? (await db.query<{ key: Buffer }>(sql`select key from submission_key`))[0]?.key
  if (!key) throw new Error('The table submission_key is empty: restore its row from a backup.')
  keys.set(db.poolKey, key)
  return createHmac('sha256', key).update(site.publicUrl).digest('hex')
}
