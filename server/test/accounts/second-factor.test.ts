// Contract 15.4: the second factor, with codes of an authenticator app and recovery codes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP, URI } from 'otpauth'
import { resetPassword } from '../../src/features/accounts/users.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { testServer, unique, type Answer } from '../support/server.ts'
import { addPerson, codeOf, OTHER_PASSWORD, PASSWORD, person, tokenIn, type Person } from './person.ts'

let seconds = 0
const clock: Clock = { now: () => systemClock.now().add({ seconds }) }
const server = await testServer({}, clock)

interface Protected {
  readonly login: string
  readonly id: number
  readonly ada: Person
  readonly recoveryCodes: readonly string[]
  /** The code of an authenticator app, by the clock of the server. */
  now(): string
}
/** Moves the clock to the next code. */
const nextStep = (): void => void (seconds += 30)
/** A user with a second factor, who is signed in. */
async function protectedUser(): Promise<Protected> {
  const login = unique()
  const id = await addPerson(server, login)
  const ada = person(server)
  await ada.signIn(login)
  const started = await ada.send('POST', '/me/second-factor', { current_password: PASSWORD })
  assert.equal(started.status, 200, started.text)
  const app = URI.parse(String(started.json['uri'])) as TOTP
  assert.equal(app.secret.base32, started.json['secret'])
  const now = (): string => app.generate({ timestamp: clock.now().epochMilliseconds })
  const confirmed = await ada.send('POST', '/me/second-factor/confirm', { code: now() })
  assert.equal(confirmed.status, 200, confirmed.text)
  nextStep()
  return { login, id, ada, now, recoveryCodes: confirmed.json['recovery_codes'] as string[] }
}
const askedFor = (answer: Answer): string => {
  assert.deepEqual([answer.status, answer.json['user'], answer.headers.getSetCookie()], [200, null, []], answer.text)
  return (answer.json['second_factor'] as { token: string }).token
}
const complete = (who: Person, token: string, sent: string): Promise<Answer> =>
  who.send('POST', '/session/second-factor', { token, code: sent })

test('15.4 with a second factor, the password alone does not sign in; the current code does, once', async () => {
  const { login, id, now } = await protectedUser()
  const ada = person(server)
  const token = askedFor(await ada.signIn(login))
  assert.equal((await ada.send('GET', '/me/sessions')).status, 401)
  const wrong = now() === '000000' ? '111111' : '000000'
  assert.equal(codeOf(await complete(ada, token, wrong)), '401 rest_sign_in_failed')
  const used = now()
  const answer = await complete(ada, token, used)
  assert.equal(answer.status, 200, answer.text)
  const { user } = answer.json as { user: { id: number; second_factor: boolean } }
  assert.deepEqual([user.id, user.second_factor], [id, true])
  assert.equal((await ada.send('GET', '/me')).status, 200)
  assert.equal(codeOf(await complete(person(server), token, now())), '410 rest_link_expired', 'the token works once')
  const again = askedFor(await person(server).signIn(login))
  assert.equal(codeOf(await complete(person(server), again, used)), '401 rest_sign_in_failed', 'a code is not accepted twice')
  nextStep()
  assert.equal((await complete(person(server), again, now())).status, 200)
})

test('15.4 a code of the step before and after is accepted, and none of an earlier step than the last', async () => {
  const { login, now } = await protectedUser()
  seconds += 90
  const [old, before] = [now(), (nextStep(), now())]
  nextStep()
  const token = askedFor(await person(server).signIn(login))
  assert.equal(codeOf(await complete(person(server), token, old)), '401 rest_sign_in_failed')
  assert.equal((await complete(person(server), token, before)).status, 200)
})

test('15.4 a recovery code replaces a code once, in any spelling; new ones end the old ones', async () => {
  const { login, ada, recoveryCodes } = await protectedUser()
  assert.equal(new Set(recoveryCodes).size, 10)
  const [first = '', second = ''] = recoveryCodes
  assert.match(first, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const tryCode = async (sent: string): Promise<number> =>
    (await complete(person(server), askedFor(await person(server).signIn(login)), sent)).status
  assert.equal(await tryCode(first), 200)
  assert.equal(await tryCode(first), 401)
  assert.equal(await tryCode(second.toUpperCase().replaceAll('-', ' ')), 200)
  const wrong = await ada.send('POST', '/me/second-factor/recovery-codes', { current_password: OTHER_PASSWORD })
  assert.equal(wrong.status, 400)
  const replaced = await ada.send('POST', '/me/second-factor/recovery-codes', { current_password: PASSWORD })
  const [third = ''] = replaced.json['recovery_codes'] as string[]
  assert.equal(await tryCode(recoveryCodes[2] ?? ''), 401)
  assert.equal(await tryCode(third), 200)
})

test('15.4 wrong codes count like wrong passwords', async () => {
  const { login, now } = await protectedUser()
  const token = askedFor(await person(server).signIn(login))
  const statuses = []
  for (let i = 0; i < 12; i += 1) statuses.push((await complete(person(server), token, `wrong ${i}`)).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429])
  assert.equal((await complete(person(server), token, now())).status, 429, 'also with the right code')
})

test('15.4 the token of a sign-in expires after ten minutes, and is of no use for a disabled user', async () => {
  const { login, id, now } = await protectedUser()
  const token = askedFor(await person(server).signIn(login))
  seconds += 601
  assert.equal(codeOf(await complete(person(server), token, now())), '410 rest_link_expired')
  const fresh = askedFor(await person(server).signIn(login))
  await server.patch(`/users/${id}`, { status: 'disabled' })
  assert.equal(codeOf(await complete(person(server), fresh, now())), '401 rest_sign_in_failed')
})

test('15.4 turning the second factor on or off needs the password, and ends all other sessions', async () => {
  const login = unique()
  await addPerson(server, login)
  const [ada, other] = [person(server), person(server)]
  for (const each of [ada, other]) await each.signIn(login)
  assert.equal((await ada.send('POST', '/me/second-factor', { current_password: OTHER_PASSWORD })).status, 400)
  assert.equal(codeOf(await ada.send('POST', '/me/second-factor/remove', { current_password: PASSWORD })), '409 rest_second_factor_off')
  const started = await ada.send('POST', '/me/second-factor', { current_password: PASSWORD })
  assert.equal((await person(server).signIn(login)).json['second_factor'], null, 'before the first code, sign-ins need none')
  const app = URI.parse(String(started.json['uri'])) as TOTP
  const generate = (): string => app.generate({ timestamp: clock.now().epochMilliseconds })
  assert.equal((await ada.send('POST', '/me/second-factor/confirm', { code: 'no code' })).status, 400)
  assert.equal((await ada.send('POST', '/me/second-factor/confirm', { code: generate() })).status, 200)
  assert.deepEqual([(await ada.send('GET', '/me')).status, (await other.send('GET', '/me')).status], [200, 401])
  assert.equal(codeOf(await ada.send('POST', '/me/second-factor', { current_password: PASSWORD })), '409 rest_second_factor_on')
  nextStep()
  await complete(other, askedFor(await other.signIn(login)), generate())
  assert.equal((await other.send('GET', '/me')).status, 200)
  assert.equal((await ada.send('POST', '/me/second-factor/remove', { current_password: PASSWORD })).status, 200)
  assert.deepEqual([(await ada.send('GET', '/me')).status, (await other.send('GET', '/me')).status], [200, 401])
  assert.equal((await person(server).signIn(login)).json['second_factor'], null)
})

test('15.3 a new password does not replace the second factor; `kalends user reset --second-factor` turns it off', async () => {
  const { login, now } = await protectedUser()
  const reset = async (removesSecondFactor: boolean): Promise<Answer> => {
    const link = await resetPassword(server.app.database, login, { publicUrl: server.base, now: clock.now(), removesSecondFactor })
    return person(server).send('POST', '/password-reset/confirm', { token: tokenIn(link), password: OTHER_PASSWORD })
  }
  const token = askedFor(await reset(false))
  assert.equal((await complete(person(server), token, now())).status, 200)
  const answer = await reset(true)
  assert.equal((answer.json['user'] as { login: string }).login, login)
})
