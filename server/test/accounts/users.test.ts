// Contract 15.1: users, their own data, and their removal with all personal data.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique } from '../support/server.ts'
import { addPerson, invitePerson, PASSWORD, person } from './person.ts'

const server = await testServer()
const KEYS = ['id', 'login', 'name', 'email', 'pending_email', 'role', 'language', 'status', 'second_factor', 'last_seen_utc']

test('15.1 administrators add, list, read, update and remove users', async () => {
  const login = unique()
  const body = { login, role: 'author', name: 'Ada', email: `${login}@example.org`, language: 'fr' }
  const made = await server.post('/users', body)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(Object.keys(made.json), [...KEYS, 'invitation'])
  const path = `/users/${String(made.json['id'])}`
  assert.ok(made.headers.get('location')?.endsWith(path))
  const read = await server.get(path, { as: 'admin' })
  const { invitation: _, ...shown } = made.json
  assert.deepEqual(read.json, shown)
  assert.deepEqual([read.json['status'], read.json['last_seen_utc']], ['invited', null])
  const changed = await server.patch(path, { name: 'Ada L.', email: '', language: null, role: 'editor' })
  assert.deepEqual(
    [changed.json['name'], changed.json['email'], changed.json['language'], changed.json['role']],
    ['Ada L.', null, null, 'editor'],
  )
  const listed = async (query: string): Promise<unknown[]> =>
    ((await server.get(`/users?${query}`, { as: 'admin' })).json['users'] as { login: string }[]).map((user) => user.login)
  assert.deepEqual(await listed(`search=${login.toUpperCase()}`), [login])
  assert.deepEqual(await listed(`search=${login}&status=active`), [])
  assert.deepEqual(await listed(`search=${login}&role=editor&status=invited`), [login])
  assert.deepEqual(await listed('search=%25'), [], 'a percent sign is a character like others')
  const removed = await server.remove(path)
  assert.equal(removed.status, 200, removed.text)
  assert.equal((await server.get(path, { as: 'admin' })).json['code'], 'rest_user_not_found')
})

test('15.1 a login and an email address belong to one user', async () => {
  const login = unique()
  await addPerson(server, login, 'author', { email: `${login}@example.org` })
  for (const body of [
    { login, role: 'author' },
    { login: unique(), role: 'author', email: `${login.toUpperCase()}@example.org` },
  ])
    assert.deepEqual(
      [(await server.post('/users', body)).status, (await server.post('/users', body)).json['code']],
      [409, 'rest_user_exists'],
    )
  const other = await addPerson(server, unique())
  const taken = await server.patch(`/users/${other}`, { email: `${login}@EXAMPLE.org` })
  assert.deepEqual([taken.status, taken.json['code']], [409, 'rest_user_exists'])
  const refused = await server.post('/users', { login: 'with space', role: 'author', email: 'nobody', password: 'short' })
  assert.equal(refused.json['code'], 'rest_invalid_param')
  assert.deepEqual(Object.keys((refused.json['data'] as { params: object }).params), ['login', 'email'])
  assert.equal((await server.post('/users', { login: unique() })).json['code'], 'rest_missing_callback_param')
})

test('15.1 users read and change their own name, language and email address, and nothing else of anybody', async () => {
  const [login, other] = [unique(), unique()]
  const [id, otherId] = [await addPerson(server, login, 'editor'), await addPerson(server, other, 'editor')]
  const ada = person(server)
  await ada.signIn(login)
  assert.equal((await ada.send('PATCH', `/users/${id}`, { name: 'Ada', language: 'ar', email: `${login}@example.org` })).status, 200)
  assert.equal((await ada.send('GET', `/users/${id}`)).json['language'], 'ar')
  for (const body of [{ role: 'administrator' }, { status: 'disabled' }, { name: 'x', role: 'editor' }])
    assert.equal((await ada.send('PATCH', `/users/${id}`, body)).status, 403)
  for (const [method, path] of [
    ['GET', `/users/${otherId}`],
    ['PATCH', `/users/${otherId}`],
  ] as const)
    assert.equal((await ada.send(method, path, method === 'GET' ? undefined : { name: 'x' })).json['code'], 'rest_user_not_found')
  for (const [method, path] of [
    ['GET', '/users'],
    ['POST', '/users'],
    ['DELETE', `/users/${id}`],
    ['POST', `/users/${otherId}/invitation`],
    ['GET', '/security-log'],
  ] as const)
    assert.equal((await ada.send(method, path, method === 'POST' ? {} : undefined)).status, 403, `${method} ${path}`)
  for (const as of ['subscriber', 'contributor', 'author', 'editor'] as const) {
    assert.equal((await server.get('/users', { as })).status, 403)
    assert.equal((await server.get(`/users/${server.ids[as]}`, { as })).status, 200)
  }
  for (const path of ['/users', `/users/${id}`, '/me/sessions', '/me/tokens', '/security-log'])
    assert.equal((await server.get(path)).status, 401)
})

test('15.1 removing a user reassigns every record, and the dump has no personal data of the user', async () => {
  const login = `removed-${unique()}`
  const secret = `Quentin${unique()}`
  const id = await addPerson(server, login, 'author', { name: secret, email: `${login}@example.org` })
  const gone = person(server)
  await gone.signIn(login)
  await person(server).signIn(login, 'not the password of anybody')
  await gone.send('POST', '/me/tokens', { label: secret })
  for (const [plural, body] of Object.entries({
    events: { title: 'Fair', start_date: '2030-05-01', end_date: '2030-05-01' },
    venues: { venue: 'Hall' },
    organizers: { organizer: 'Club' },
  }))
    assert.equal((await gone.send('POST', `/${plural}`, body)).status, 201)
  assert.equal((await server.remove(`/users/${id}`)).json['code'], 'rest_user_has_records')
  for (const reassign of [id, 999_999]) assert.equal((await server.remove(`/users/${id}?reassign=${reassign}`)).status, 400)
  assert.equal((await server.remove(`/users/${id}?reassign=${server.ids.editor}`)).status, 200)
  const [left] = await server.app.database.query<{ n: number }>(sql`
select (select count(*) from events where author_id = ${id}) + (select count(*) from venues where author_id = ${id})
  + (select count(*) from organizers where author_id = ${id}) as n`)
  assert.equal(Number(left?.n), 0)
  const dump = execFileSync('pg_dump', [server.database_url], { encoding: 'utf8', maxBuffer: 1e9 })
  for (const personal of [login, secret]) assert.equal(dump.includes(personal), false, personal)
  assert.equal((await gone.send('GET', '/me')).status, 401)
})

test('15.4 a user who is added with a password signs in with it, and is not invited', async () => {
  const login = unique()
  const added = await server.post('/users', { login, role: 'author', password: PASSWORD })
  assert.deepEqual([added.status, added.json['status'], added.json['invitation']], [201, 'active', null])
  assert.equal((await person(server).signIn(login)).status, 200)
})

test('15.7 the security log has sign-ins, failures and changes, without passwords and secrets', async () => {
  const login = unique()
  const { id, token } = await invitePerson(server, login)
  const ada = person(server)
  await ada.send('POST', '/invitations/accept', { token, password: 'seven quiet lamps under the bridge' })
  await person(server).signIn(login, 'violet tractor sings at night')
  await ada.send('DELETE', '/session')
  const { json, text } = await server.get('/security-log?per_page=200', { as: 'admin' })
  const entries = (json['entries'] as { action: string; details: { user?: number; login?: string } }[]).filter(
    ({ details }) => details.user === id || details.login === login,
  )
  assert.deepEqual(entries.map(({ action }) => action).reverse(), [
    'user added',
    'user invited',
    'invitation accepted',
    'signed in',
    'sign-in failed',
  ])
  const about = async (query: string): Promise<string[]> => {
    const filtered = await server.get(`/security-log?${query}`, { as: 'admin' })
    return (filtered.json['entries'] as { action: string }[]).map(({ action }) => action)
  }
  assert.deepEqual(await about(`user=${id}`), [
    'signed out',
    'sign-in failed',
    'signed in',
    'invitation accepted',
    'user invited',
    'user added',
  ])
  assert.deepEqual(await about(`user=${id}&action=user%20invited`), ['user invited'])
  assert.deepEqual(await about('action=nothing'), [])
  for (const hidden of [token, 'lamps', 'tractor']) assert.equal(text.includes(hidden), false)
  const [first, second] = json['entries'] as { id: number }[]
  const before = await server.get(`/security-log?before=${first?.id}&per_page=1`, { as: 'admin' })
  assert.equal((before.json['entries'] as { id: number }[])[0]?.id, second?.id)
})
