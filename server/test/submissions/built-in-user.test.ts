// Contract 17.6.3: submitted records belong to a built-in user whom nobody can sign in as, change or see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken, addUser, resetPassword, setDisabled, setRole } from '../../src/features/accounts/users.ts'
import { startSession } from '../../src/kernel/security/sessions.ts'
import { hashToken } from '../../src/kernel/security/caller.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { person } from '../accounts/person.ts'
import { testServer, type Json } from '../support/server.ts'
import { submit, SUBMITTING, waiting } from './sender.ts'

// A person may have the login before the first submission.
const server = await testServer({ ...SUBMITTING, SUBMIT_WITHOUT_MAIL: 'true' })
const { database } = server.app
const human = await addUser(database, 'submissions', 'editor', 'A person')
assert.equal((await submit(server)).status, 202)
const [builtIn] = await database.query<{ id: number; login: string }>(sql`select id, login from users where built_in = 'submissions'`)
assert.ok(builtIn)
const { id, login } = builtIn

test('17.6.3 submitted records belong to the built-in user, also if a person has its login', async () => {
  const [first] = await waiting(server)
  assert.deepEqual(first?.['author'], { id, name: 'Submissions' })
  assert.equal((await submit(server)).status, 202)
  const rows = await database.query(sql`select from users where built_in is not null`)
  assert.equal(rows.length, 1)
  assert.notEqual(id, human.id)
})

test('17.6.3 the built-in user is no account: nobody lists, reads, changes, invites or removes it', async () => {
  const { users, total } = (await server.get('/users?per_page=100', { as: 'admin' })).json as { users: Json[]; total: number }
  assert.deepEqual([users.some((each) => each['id'] === id), users.length], [false, total])
  assert.equal((await server.get(`/users/${id}`, { as: 'admin' })).status, 404)
  assert.equal((await server.patch(`/users/${id}`, { status: 'active' })).status, 404)
  assert.equal((await server.remove(`/users/${id}?reassign=${server.ids.admin}`)).status, 404)
  assert.equal((await server.post(`/users/${id}/invitation`, {})).status, 404)
  assert.equal((await server.remove(`/users/${server.ids.subscriber}?reassign=${id}`)).status, 400)
})

test('17.6.3 no token, session, password or link of the built-in user works', async () => {
  await assert.rejects(addToken(database, login), /does not exist/)
  const secret = 'kal_forged'
  await database.query(sql`insert into credentials (user_id, digest) values (${id}, ${hashToken(secret)})`)
  const { status } = await server.get('/me', { headers: { authorization: `Bearer ${secret}` } })
  assert.equal(status, 401)
  const now = Temporal.Now.instant()
  const session = await startSession(database, { userId: id, method: 'password', userAgent: '', address: '', now })
  const cookie = { cookie: `kalends=${session}`, 'x-kalends-session': '1', origin: server.base }
  assert.equal((await server.get('/me', { headers: cookie })).status, 401)
  assert.equal((await person(server).send('POST', '/session', { login, password: 'violet tractor sings' })).status, 401)
  const reset = { publicUrl: server.base, now, removesSecondFactor: false }
  await assert.rejects(resetPassword(database, login, reset), /does not exist/)
  await assert.rejects(setDisabled(database, login, false), /does not exist/)
  await assert.rejects(setRole(database, login, 'editor'), /does not exist/)
})

test('17.6.3 the database keeps the built-in user disabled', async () => {
  for (const change of [
    sql`disabled_at = null`,
    sql`role = 'administrator'`,
    sql`password = 'x'`,
    sql`email = 'a@example.org'`,
    sql`invited_at = now()`,
  ])
    await assert.rejects(database.query(sql`update users set ${change} where id = ${id}`), /users_built_in_disabled/)
})

test('17.6.3 a calendar whose only user is built in has no users yet', async () => {
  const empty = await testServer({ ...SUBMITTING, SUBMIT_WITHOUT_MAIL: 'true' })
  assert.equal((await submit(empty)).status, 202)
  const { linkForFirstAdministrator } = await import('../../src/features/accounts/first-administrator.ts')
  const ask = () => linkForFirstAdministrator(empty.app.database, empty.base, Temporal.Now.instant())
  assert.equal(await ask(), null)
  await empty.app.database.query(sql`alter table users disable trigger user`)
  await empty.app.database.query(sql`delete from users where built_in is null`)
  assert.notEqual(await ask(), null)
})
