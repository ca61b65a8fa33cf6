// Contract 15.1: whatever is written, and by whomever at the same time, an administrator remains who can use the calendar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken, addUser, removeUser, setDisabled, setRole, UsageError } from '../../src/features/accounts/users.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { kinds } from '../../src/resources/index.ts'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Json } from '../support/server.ts'

const OPERATIONS = scaled(10_000, 200)
const server = await testServer()
const { database } = server.app
const random = new Random(seed)
const ROLES = ['administrator', 'administrator', 'administrator', 'editor'] as const

const administrators = async (): Promise<{ id: number; login: string }[]> =>
  database.query(sql`select id, login from users where role = 'administrator' and disabled_at is null and invited_at is null order by id`)

/** One write, over HTTP by a random administrator, or from the command line. */
async function operate(tokens: Map<string, string>): Promise<number> {
  const users = await database.query<{ id: number; login: string }>(sql`select id, login from users order by id`)
  const living = await administrators()
  const target = random.pick(random.chance(0.6) ? living : users)
  const by = random.pick(living)
  if (!tokens.has(by.login)) {
    // Another operation may have removed the user meanwhile.
    const made = await addToken(database, by.login, { scope: 'admin' }).catch(() => null)
    if (!made) return 404
    tokens.set(by.login, made.secret)
  }
  if (random.chance(0.2)) return operateByCommand(target.login)
  const authorization = `Bearer ${tokens.get(by.login) ?? ''}`
  const send = (method: string, path: string, body?: Json) =>
    server.request(method, path, { headers: { authorization }, ...(body && { body }) }).then(({ status }) => status)
  const choice = random.below(5)
  if (choice === 0) return send('PATCH', `/users/${target.id}`, { role: random.pick(ROLES) })
  if (choice === 1) return send('PATCH', `/users/${target.id}`, { status: random.chance(0.6) ? 'disabled' : 'active' })
  if (choice === 2) return send('DELETE', `/users/${target.id}?reassign=${by.id}`)
  if (choice === 3) return send('PATCH', `/users/${target.id}`, { role: 'editor', status: 'disabled' })
  return send('POST', '/users', { login: unique(), role: 'administrator' })
}
async function operateByCommand(login: string): Promise<number> {
  try {
    const choice = random.below(3)
    if (choice === 0) await setRole(database, login, random.pick(ROLES))
    else if (choice === 1) await setDisabled(database, login, random.chance(0.6))
    else await removeUser(database, { kinds, login, successor: null, now: systemClock.now() })
    return 200
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return 409
  }
}

test(`15.1 the last administrator survives ${OPERATIONS} random operations, some of them at the same time`, async (t) => {
  const tokens = new Map<string, string>([['admin', server.tokens.admin]])
  const counts: Record<string, number> = {}
  let fewest = Infinity
  for (let done = 0; done < OPERATIONS; ) {
    const living = await administrators()
    assert.ok(living.length >= 1, 'no administrator is left')
    fewest = Math.min(fewest, living.length)
    if (living.length < 3 && random.chance(0.3)) await addUser(database, unique(), 'administrator', '')
    const together = 1 + random.below(4)
    const statuses = await Promise.all(Array.from({ length: together }, () => operate(tokens)))
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
    assert.equal(
      statuses.some((status) => status >= 500),
      false,
      statuses.join(),
    )
    done += together
  }
  t.diagnostic(JSON.stringify({ counts, fewest }))
  reportEvidence('last-administrator', { operations: OPERATIONS, statuses: counts, fewest_administrators: fewest })
  assert.equal(fewest, 1)
  assert.ok((counts['409'] ?? 0) > 0)
})
