// Passwords of events (contract 7.9, 8.5): storage, attempts, and the places where they must not appear.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { inDays, testServer, type Answer } from '../support/server.ts'

const LIMIT = 5
const server = await testServer({ RATE_LIMIT_PASSWORD_ATTEMPTS: String(LIMIT) })
const make = (password: string) =>
  server.make('events', { title: 'Locked', description: 'inside', start_date: inDays(3), end_date: inDays(4), password }, 'author')
const guess = (id: number, password: string): Promise<Answer> => server.get(`/events/${id}`, { headers: { 'x-event-password': password } })

void test('7.9 a dump gives no password away: each is a salted digest, on create and on change', async () => {
  const [one, two] = [await make('wombat-7'), await make('wombat-7')]
  await server.patch(`/events/${two.id}`, { password: 'bandicoot-8' })
  await server.patch(`/events/${two.id}`, { password: 'wombat-7' })
  const rows = await server.app.database.query<{ password: string; dump: string }>(
    sql`select password, e::text as dump from events e where id in (${one.id}, ${two.id})`,
  )
  for (const { password } of rows) assert.match(password, /^scrypt\$16384\$[\w-]{22}\$[\w-]{43}$/)
  assert.notEqual(rows[0]?.password, rows[1]?.password)
  const log = await server.app.database.query<{ dump: string }>(sql`select c::text as dump from changes c`)
  for (const { dump } of [...rows, ...log]) assert.doesNotMatch(dump, /wombat|bandicoot/)
  for (const { id } of [one, two]) assert.equal((await guess(id, 'wombat-7')).status, 200)
})
void test('7.9 the database rejects a password that is no digest', async () => {
  const { id } = await make('wombat')
  await assert.rejects(server.app.database.query(sql`update events set password = 'wombat' where id = ${id}`), /events_password_digest/)
})
void test('7.9 guesses sent all at once count like guesses sent in turn', async () => {
  const [locked, other] = [await make('wombat'), await make('wombat')]
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(locked.id, `guess ${i}`)))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((status) => status === 403).length, statuses.filter((status) => status === 429).length],
    [LIMIT, 40 - LIMIT],
  )
  assert.equal((await guess(locked.id, 'wombat')).status, 429)
  assert.equal((await guess(other.id, 'wombat')).status, 200)
})
void test('7.9 right words are never too many, also at once', async () => {
  const { id } = await make('wombat')
  const answers = await Promise.all(Array.from({ length: 3 * LIMIT }, () => guess(id, 'wombat')))
  for (const { status, headers } of answers) {
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.match(headers.get('vary') ?? '', /X-Event-Password/)
  }
})
