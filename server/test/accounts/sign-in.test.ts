// Contract 15.2 to 15.5: invitations, sign-in by password, sessions, and changes of the password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceLink } from '../../src/features/accounts/one-time-links.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { testServer, unique } from '../support/server.ts'
import { addPerson, codeOf, invitePerson, OTHER_PASSWORD, PASSWORD, person, tokenIn } from './person.ts'

let offset = Temporal.Duration.from({ seconds: 0 })
const clock: Clock = { now: () => systemClock.now().add(offset) }
const server = await testServer({}, clock)
const at = async <T>(later: Temporal.DurationLike, work: () => Promise<T>): Promise<T> => {
  offset = Temporal.Duration.from(later)
  try {
    return await work()
  } finally {
    offset = Temporal.Duration.from({ seconds: 0 })
  }
}

test('15.4 everybody can ask for the ways to sign in', async () => {
  assert.deepEqual((await server.get('/session/methods')).json, { methods: ['password', 'passkey'] })
})
test('15.4 the right password signs in, and the session has the rights of the user', async () => {
  const login = unique()
  const id = await addPerson(server, login, 'author', { name: 'Ada Author', email: `${login}@example.org` })
  const ada = person(server)
  const answer = await ada.signIn(login)
  assert.equal(answer.status, 200, answer.text)
  assert.equal((answer.json['user'] as { id: number }).id, id)
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  const cookies = answer.headers.getSetCookie()
  assert.match(cookies[0] ?? '', /^kalends=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
  const me = await ada.send('GET', '/me')
  assert.deepEqual([me.json['id'], me.json['role'], me.headers.get('cache-control')], [id, 'author', 'private, no-store'])
  assert.equal((await ada.send('POST', '/tags', { name: unique() })).status, 201)
  assert.equal((await ada.send('DELETE', '/users/1')).status, 403)
  assert.equal((await person(server).signIn(`${login}@EXAMPLE.org`)).status, 200)
})

test('15.4 a wrong password, an unknown account, a disabled and an invited user, and a user without a password fail alike', async () => {
  const [login, disabled, invited] = [unique(), unique(), unique()]
  await addPerson(server, login)
  const disabledId = await addPerson(server, disabled)
  assert.equal((await server.patch(`/users/${disabledId}`, { status: 'disabled' })).status, 200)
  await invitePerson(server, invited)
  const answers = [
    await person(server).signIn(login, 'wrong horse battery staple'),
    await person(server).signIn(unique()),
    await person(server).signIn(disabled),
    await person(server).signIn(invited),
    await person(server).signIn('editor'),
  ]
  for (const answer of answers) {
    assert.equal(codeOf(answer), '401 rest_sign_in_failed')
    assert.equal(answer.text, answers[0]?.text)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
})

test('15.2 an invitation works once, within seven days', async () => {
  const { id, token } = await invitePerson(server, unique())
  const accept = (sent: string) => person(server).send('POST', '/invitations/accept', { token: sent, password: PASSWORD, name: 'New' })
  assert.equal(codeOf(await accept('x'.repeat(43))), '410 rest_link_expired')
  assert.equal(codeOf(await at({ hours: 169 }, () => accept(token))), '410 rest_link_expired')
  const invited = person(server)
  const answer = await invited.send('POST', '/invitations/accept', { token, password: PASSWORD, name: 'New' })
  assert.equal(answer.status, 200, answer.text)
  const shown = await invited.send('GET', `/users/${id}`)
  assert.deepEqual([shown.json['status'], shown.json['name']], ['active', 'New'])
  assert.equal(codeOf(await accept(token)), '410 rest_link_expired')
})
test('15.2 a renewed invitation replaces the previous one, and an accepted one cannot be renewed', async () => {
  const { id, token } = await invitePerson(server, unique())
  const renewed = await server.post(`/users/${id}/invitation`, {})
  assert.equal(renewed.status, 200, renewed.text)
  const accept = (sent: string) => person(server).send('POST', '/invitations/accept', { token: sent, password: PASSWORD })
  assert.equal(codeOf(await accept(token)), '410 rest_link_expired')
  assert.equal((await accept(tokenIn(renewed.json['invitation']))).status, 200)
  assert.equal(codeOf(await server.post(`/users/${id}/invitation`, {})), '409 rest_not_invited')
})

test('15.3 a reset works once, within 30 minutes, and ends all sessions', async () => {
  const login = unique()
  const userId = await addPerson(server, login)
  const ada = person(server)
  await ada.signIn(login)
  const link = () =>
    replaceLink(server.app.database, { purpose: 'password-reset', userId, publicUrl: server.base, now: clock.now() }).then(tokenIn)
  const confirm = (token: string) => person(server).send('POST', '/password-reset/confirm', { token, password: OTHER_PASSWORD })
  const late = await link()
  assert.equal(codeOf(await at({ minutes: 31 }, () => confirm(late))), '410 rest_link_expired')
  const token = await link()
  assert.equal(codeOf(await confirm(late)), '410 rest_link_expired')
  assert.equal((await confirm(token)).status, 200)
  assert.equal(codeOf(await confirm(token)), '410 rest_link_expired')
  assert.equal((await ada.send('GET', '/me')).status, 401)
  assert.equal((await person(server).signIn(login)).status, 401)
  assert.equal((await person(server).signIn(login, OTHER_PASSWORD)).status, 200)
  const invited = await invitePerson(server, unique())
  assert.equal(codeOf(await confirm(invited.token)), '410 rest_link_expired', 'the link of an invitation is none of a reset')
})
test('15.3 a request for a reset is answered alike for known and unknown accounts', async () => {
  const login = unique()
  await addPerson(server, login)
  const answers = await Promise.all([login, unique()].map((name) => person(server).send('POST', '/password-reset', { login: name })))
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    [
      [202, '{"status":"accepted"}'],
      [202, '{"status":"accepted"}'],
    ],
  )
})

test('15.4 a password has 12 to 256 characters and must be hard to guess; login, name and site do not count', async () => {
  const { token } = await invitePerson(server, 'montgomeryburns')
  const accept = (password: string) => person(server).send('POST', '/invitations/accept', { token, password, name: 'Charles Plantagenet' })
  const details = async (password: string): Promise<unknown> => {
    const { json } = await accept(password)
    return ((json['data'] as { details?: Record<string, { code: string }> }).details ?? {})['password']?.code
  }
  assert.equal(await details('Xk3!vQ9#zLp'), 'too_short')
  assert.equal(await details('password1234'), 'weak_password')
  assert.equal(await details('montgomeryburns1'), 'weak_password')
  assert.equal(await details('x'.repeat(257)), 'too_long')
  assert.equal((await accept('kettle marble 40 owls')).status, 200)
})

test('15.5 a session ends after 12 hours without use, after 14 days, at sign-out, and when the user is disabled', async () => {
  const login = unique()
  const id = await addPerson(server, login)
  const status = async (ada = person(server)): Promise<number> => (await ada.send('GET', '/me')).status
  const ada = person(server)
  await ada.signIn(login)
  assert.equal(await at({ hours: 11 }, () => status(ada)), 200)
  assert.equal(await at({ hours: 22 }, () => status(ada)), 200, 'each use extends it')
  assert.equal(await at({ hours: 35 }, () => status(ada)), 401)
  await ada.signIn(login)
  for (let hours = 10; hours < 14 * 24; hours += 10) assert.equal(await at({ hours }, () => status(ada)), 200, `${hours} hours`)
  assert.equal(await at({ hours: 14 * 24 + 1 }, () => status(ada)), 401)
  await ada.signIn(login)
  const copy = new Map(ada.cookies)
  assert.equal((await ada.send('DELETE', '/session')).status, 200)
  assert.equal(ada.cookies.has('kalends'), false)
  const replay = person(server)
  for (const [name, value] of copy) replay.cookies.set(name, value)
  assert.equal(await status(replay), 401)
  await ada.signIn(login)
  await server.patch(`/users/${id}`, { status: 'disabled' })
  assert.equal(await status(ada), 401)
})

test('15.5 the id of a session changes at sign-in, and the database has only its digest', async () => {
  const login = unique()
  await addPerson(server, login)
  const ada = person(server)
  ada.cookies.set('kalends', 'A'.repeat(43))
  await ada.signIn(login)
  const first = ada.cookies.get('kalends') ?? ''
  assert.notEqual(first, 'A'.repeat(43))
  await ada.signIn(login)
  assert.notEqual(ada.cookies.get('kalends'), first)
  const [row] = await server.app.database.query<{ n: number }>(
    sql`select count(*)::int as n from sessions s where s::text like ${`%${first}%`} or s::text like ${`%${Buffer.from(first).toString('hex')}%`}`,
  )
  assert.equal(row?.n, 0)
})

test('15.5 a session that was planted before sign-in is not that of the person after it', async () => {
  const [login, mallory] = [unique(), unique()]
  await addPerson(server, login)
  await addPerson(server, mallory, 'subscriber')
  const attacker = person(server)
  await attacker.signIn(mallory)
  const nobody = person(server)
  nobody.cookies.set('kalends', 'A'.repeat(43))
  for (const planter of [attacker, nobody]) {
    const victim = person(server)
    for (const [name, value] of planter.cookies) victim.cookies.set(name, value)
    assert.equal((await victim.signIn(login)).status, 200)
    assert.equal((await victim.send('GET', '/me')).json['login'], login)
    for (const [name, value] of planter.cookies) assert.notEqual(victim.cookies.get(name), value, name)
  }
  assert.equal((await attacker.send('GET', '/me')).json['login'], mallory)
  assert.equal((await nobody.send('GET', '/me')).status, 401)
})

test('15.5 sessions are listed, and ended one by one or all others; a new password or role ends the others', async () => {
  const login = unique()
  const id = await addPerson(server, login, 'author')
  const [one, two, three] = [person(server), person(server), person(server)]
  for (const each of [one, two, three]) await each.signIn(login)
  const list = async () => (await one.send('GET', '/me/sessions')).json['sessions'] as { id: number; current: boolean }[]
  const listed = await list()
  assert.deepEqual(listed.map(({ current }) => current).sort(), [false, false, true])
  const [other] = listed.filter(({ current }) => !current)
  assert.equal((await one.send('DELETE', `/me/sessions/${other?.id}`)).status, 200)
  assert.equal(codeOf(await one.send('DELETE', `/me/sessions/${other?.id}`)), '404 rest_session_not_found')
  assert.equal((await list()).length, 2)
  assert.deepEqual((await one.send('DELETE', '/me/sessions')).json, { ended: 1 })
  assert.equal((await list()).length, 1)
  await two.signIn(login)
  const wrong = await one.send('PUT', '/me/password', { current_password: OTHER_PASSWORD, password: OTHER_PASSWORD })
  assert.equal(wrong.status, 400)
  const changed = await one.send('PUT', '/me/password', { current_password: PASSWORD, password: OTHER_PASSWORD })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([(await one.send('GET', '/me')).status, (await two.send('GET', '/me')).status], [200, 401])
  await server.patch(`/users/${id}`, { role: 'editor' })
  assert.equal((await one.send('GET', '/me')).status, 401)
})

test('15.6 a token for oneself is shown once, has at most the rights of the caller, and can be revoked', async () => {
  const login = unique()
  await addPerson(server, login)
  const ada = person(server)
  await ada.signIn(login)
  const made = await ada.send('POST', '/me/tokens', { label: 'laptop', scope: 'read', days: 30 })
  assert.equal(made.status, 201, made.text)
  const secret = String(made.json['secret'])
  const withToken = { headers: { authorization: `Bearer ${secret}` } }
  assert.equal((await server.get('/me', withToken)).json['login'], login)
  assert.equal((await server.request('POST', '/me/tokens', { ...withToken, body: { scope: 'write' } })).status, 403)
  const { tokens } = (await ada.send('GET', '/me/tokens')).json as { tokens: Record<string, unknown>[] }
  assert.deepEqual(Object.keys(tokens[0] ?? {}), ['id', 'label', 'scope', 'created_utc', 'expires_utc', 'last_used_utc'])
  assert.equal((await ada.send('DELETE', `/me/tokens/${String(made.json['id'])}`)).status, 200)
  assert.equal((await server.get('/me', withToken)).status, 401)
  assert.equal(codeOf(await ada.send('DELETE', `/me/tokens/${String(made.json['id'])}`)), '404 rest_token_not_found')
})
