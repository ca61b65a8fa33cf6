// Contract 15.4: passkeys, made and used by a real browser.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { badInputs, testServer, unique, type Answer, type Json } from '../support/server.ts'
import { openAuthenticator, type Credential } from './authenticator.ts'
import { addPerson, PASSWORD, person, type Person } from './person.ts'

let offset = Temporal.Duration.from({ seconds: 0 })
const clock: Clock = { now: () => systemClock.now().add(offset) }
// Browsers have no passkeys for IP addresses.
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Library', TRUSTED_PROXIES: '127.0.0.0/8' }, clock)
const browser = await openBrowser()
const authenticator = () => openAuthenticator(browser, `${ORIGIN}/docs`)
const code = ({ status, json }: Pick<Answer, 'status' | 'json'>): string => `${status} ${String(json['code'])}`
const FAILED = '401 rest_sign_in_failed'

const signInOptions = async (): Promise<Json> => (await person(server).send('POST', '/session/passkey/options', {})).json['options'] as Json
const verify = (credential: unknown, who = person(server), headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  who.send('POST', '/session/passkey/verify', { credential }, headers)
async function signedIn(login: string): Promise<Person> {
  const who = person(server)
  assert.equal((await who.signIn(login)).status, 200)
  return who
}
const registrationOptions = async (who: Person): Promise<Json> => {
  const answer = await who.send('POST', '/me/passkeys/options', {})
  assert.equal(answer.status, 200, answer.text)
  return answer.json['options'] as Json
}
/** A user with a passkey. */
async function enroll() {
  const login = unique()
  const userId = await addPerson(server, login)
  const who = await signedIn(login)
  const device = await authenticator()
  const answer = await who.send('POST', '/me/passkeys', {
    label: 'Laptop',
    credential: await device.create(await registrationOptions(who)),
  })
  assert.equal(answer.status, 201, answer.text)
  return { login, userId, who, device, passkey: answer.json }
}
const decode = (text = ''): Json => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json
/** Browsers sign the client data of a sign-in, but not those of a registration. */
const withClientData = ({ response, ...credential }: Credential, change: Json): Json => ({
  ...credential,
  response: {
    ...response,
    clientDataJSON: Buffer.from(JSON.stringify({ ...decode(response['clientDataJSON']), ...change })).toString('base64url'),
  },
})
const withBytes = ({ response, ...credential }: Credential, from: Buffer, to: Buffer): Json => {
  const before = Buffer.from(response['attestationObject'] ?? '', 'base64url')
  const at = before.indexOf(from)
  assert.notEqual(at, -1)
  const after = Buffer.concat([before.subarray(0, at), to, before.subarray(at + from.length)])
  return { ...credential, response: { ...response, attestationObject: after.toString('base64url') } }
}
const lastEntries = async (count: number): Promise<Json[]> =>
  (await server.get(`/security-log?per_page=${count}`, { as: 'admin' })).json['entries'] as Json[]

test('15.4 a person adds a passkey in a browser, and signs in with it alone', async () => {
  const login = unique()
  const id = await addPerson(server, login, 'author', { name: 'Ada Author' })
  const device = await authenticator()
  assert.equal((await device.send('POST', '/session', { login, password: PASSWORD })).status, 200)
  const registration = await device.send('POST', '/me/passkeys/options', {})
  const { rp, user, attestation, authenticatorSelection } = registration.json['options'] as Json
  assert.deepEqual([rp, attestation], [{ id: 'localhost', name: 'Library' }, 'none'])
  assert.deepEqual(authenticatorSelection, { residentKey: 'required', requireResidentKey: true, userVerification: 'required' })
  assert.deepEqual([(user as Json)['name'], (user as Json)['displayName']], [login, 'Ada Author'])
  const credential = await device.create(registration.json['options'])
  const added = await device.send('POST', '/me/passkeys', { label: ' Laptop ', credential })
  assert.equal(added.status, 201, JSON.stringify(added.json))
  const { created_utc: created, ...rest } = added.json
  assert.deepEqual(rest, { id: rest['id'], label: 'Laptop', last_used_utc: null })
  assert.ok(Math.abs(Date.parse(String(created)) - Date.now()) < 60_000)
  assert.equal((await device.send('DELETE', '/session')).status, 200)
  assert.equal((await device.send('GET', '/me')).json['role'], 'anonymous')

  const { options } = (await device.send('POST', '/session/passkey/options', {})).json as { options: Json }
  const { challenge, ...others } = options
  assert.match(String(challenge), /^[\w-]{43}$/)
  assert.deepEqual(others, { rpId: 'localhost', allowCredentials: [], timeout: 300_000, userVerification: 'required' })
  const answer = await device.send('POST', '/session/passkey/verify', { credential: await device.get(options) })
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  const me = await device.send('GET', '/me')
  assert.deepEqual([me.json['id'], me.json['role']], [id, 'author'])
  assert.deepEqual((await device.send('GET', `/users/${id}`)).json, answer.json['user'])
  const { sessions } = (await device.send('GET', '/me/sessions')).json as { sessions: Json[] }
  assert.deepEqual(
    sessions.map(({ method }) => method),
    ['passkey'],
  )
  const { passkeys } = (await device.send('GET', '/me/passkeys')).json as { passkeys: Json[] }
  assert.deepEqual(
    passkeys.map(({ last_used_utc, ...each }) => ({ ...each, last_used_utc: typeof last_used_utc })),
    [{ ...added.json, last_used_utc: 'string' }],
  )
})

test('15.4 a challenge is used once, by a sign-in within five minutes', async () => {
  const { device, who } = await enroll()
  const options = await signInOptions()
  const [first, second] = [await device.get(options), await device.get(options)]
  assert.equal((await verify(first)).status, 200)
  assert.equal(code(await verify(first)), FAILED)
  assert.equal(code(await verify(second)), FAILED)
  const other = await signInOptions()
  assert.equal(code(await verify({ ...(await device.get(other)), id: 'AAAA' })), FAILED)
  assert.equal(code(await verify(await device.get(other))), FAILED, 'a failed response uses the challenge up')
  const late = await device.get(await signInOptions())
  offset = Temporal.Duration.from({ minutes: 5, seconds: 1 })
  assert.equal(code(await verify(late)), FAILED)
  offset = Temporal.Duration.from({ seconds: 0 })
  const { challenge } = await registrationOptions(who)
  assert.equal(code(await verify(await device.get({ ...other, challenge }))), FAILED)
  assert.equal((await verify(await device.get(await signInOptions()))).status, 200)
})
test('15.4 a response that a page of another origin asked for is refused', async () => {
  const { device } = await enroll()
  const other = await testServer({ SIGN_IN_METHODS: 'password' })
  await device.open(other.base.replace('127.0.0.1', 'localhost') + '/docs')
  const relayed = await device.get(await signInOptions())
  assert.notEqual(decode(relayed.response['clientDataJSON'])['origin'], ORIGIN)
  assert.equal(code(await verify(relayed)), FAILED)
  await device.open(`${ORIGIN}/docs`)
  assert.equal((await verify(await device.get(await signInOptions()))).status, 200)
})
test('15.4 the authenticator must have verified the person', async () => {
  const { device } = await enroll()
  await device.setVerified(false)
  const options = { ...(await signInOptions()), userVerification: 'discouraged' }
  assert.equal(code(await verify(await device.get(options))), FAILED)
  await device.setVerified(true)
  assert.equal((await verify(await device.get(await signInOptions()))).status, 200)
})
test('15.4 an unknown passkey, one of another user, a removed one, and one of a disabled user fail alike', async () => {
  const { device, who, userId, passkey } = await enroll()
  const { device: otherDevice } = await enroll()
  const sign = async (): Promise<Credential> => device.get(await signInOptions())
  const own = await sign()
  const foreign = await otherDevice.get(await signInOptions())
  const [handle = '', foreignHandle = ''] = [own, foreign].map(({ response }) => response['userHandle'])
  const answers = [
    await verify({ ...own, id: 'AAAAAAAAAAAAAAAAAAAAAA' }),
    await verify({ ...own, response: { ...foreign.response, userHandle: handle } }),
  ]
  const renamed = await sign()
  answers.push(await verify({ ...renamed, response: { ...renamed.response, userHandle: foreignHandle } }))
  assert.equal((await server.patch(`/users/${userId}`, { status: 'disabled' })).status, 200)
  answers.push(await verify(await sign()))
  assert.equal((await server.patch(`/users/${userId}`, { status: 'active' })).status, 200)
  assert.equal((await verify(await sign(), who)).status, 200)
  assert.equal((await who.send('DELETE', `/me/passkeys/${String(passkey['id'])}`)).status, 200)
  answers.push(await verify(await sign()))
  for (const answer of answers) {
    assert.equal(code(answer), FAILED)
    assert.equal(answer.text, answers[0]?.text)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  const [failure] = await lastEntries(1)
  assert.deepEqual([failure?.['action'], failure?.['details']], ['sign-in failed', { method: 'passkey' }])
})
test('15.4 a copy of an authenticator, whose counter is behind, is refused, and the security log names the passkey', async () => {
  const { device, userId, passkey } = await enroll()
  const [copy] = await device.stored()
  assert.ok(copy)
  for (let i = 0; i < 2; i += 1) assert.equal((await verify(await device.get(await signInOptions()))).status, 200)
  const [current] = await device.stored()
  assert.ok(current && current.signCount > copy.signCount)
  await device.replace(copy)
  assert.equal(code(await verify(await device.get(await signInOptions()))), FAILED)
  const [failure] = await lastEntries(1)
  assert.deepEqual(
    [failure?.['action'], failure?.['details']],
    ['sign-in failed', { user: userId, passkey: passkey['id'], method: 'passkey' }],
  )
  await device.replace(current)
  assert.equal((await verify(await device.get(await signInOptions()))).status, 200)
})

test('15.4 a registration with another origin, another RP ID, in a frame, without verification, with an old challenge or a known passkey is refused', async () => {
  const { device, who, login } = await enroll()
  const anew = await authenticator()
  const add = (credential: unknown) => who.send('POST', '/me/passkeys', { credential })
  const make = async (): Promise<Credential> => anew.create({ ...(await registrationOptions(who)), excludeCredentials: [] })
  const host = createHash('sha256').update('localhost').digest()
  for (const change of [
    { origin: 'https://attacker.example' },
    { crossOrigin: true },
    { challenge: 'A'.repeat(43) },
    { type: 'webauthn.get' },
  ])
    assert.deepEqual(badInputs(await add(withClientData(await make(), change))), ['credential'], JSON.stringify(change))
  assert.deepEqual(badInputs(await add(withBytes(await make(), host, createHash('sha256').update('attacker.example').digest()))), [
    'credential',
  ])
  // The flags follow the digest of the RP ID: the user was present (1) and verified (4), and the passkey is in the response (64).
  const [verified, unverified] = [69, 65].map((flags) => Buffer.concat([host, Buffer.of(flags)])) as [Buffer, Buffer]
  assert.deepEqual(badInputs(await add(withBytes(await make(), verified, unverified))), ['credential'])
  assert.deepEqual(badInputs(await add({ ...(await make()), id: 'AAAA' })), ['credential'])
  const replaced = await make()
  const valid = await make()
  assert.deepEqual(badInputs(await add(replaced)), ['credential'], 'newer options replace older ones')
  assert.equal((await add(valid)).status, 201)
  assert.deepEqual(badInputs(await add(valid)), ['credential'])
  const other = await signedIn(await addedLogin())
  const { challenge } = await registrationOptions(other)
  const stolen = withClientData(valid, { challenge })
  assert.deepEqual(badInputs(await other.send('POST', '/me/passkeys', { credential: stolen })), ['credential'])
  assert.equal((await other.send('GET', '/me/passkeys')).text, '{"passkeys":[]}')
  // The browser refuses to make another passkey for the user.
  await assert.rejects(device.create(await registrationOptions(await signedIn(login))), /InvalidStateError/)
})
const addedLogin = async (): Promise<string> => {
  const login = unique()
  await addPerson(server, login)
  return login
}
test('15.4 the attestation is not read, so the server requests no URL in its certificates', async () => {
  const who = await signedIn(await addedLogin())
  const device = await authenticator()
  const text = (...parts: readonly (string | number)[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))))
  const none = text(0x63, 'fmt', 0x64, 'none', 0x67, 'attStmt', 0xa0)
  const apple = text(0x63, 'fmt', 0x65, 'apple', 0x67, 'attStmt', 0xa1, 0x63, 'x5c', 0x81, 0x41, 0)
  const credential = withBytes(await device.create(await registrationOptions(who)), none, apple)
  assert.equal((await who.send('POST', '/me/passkeys', { credential })).status, 201)
})
test('15.4 a credential that is not the JSON of a browser, or is too large, is 400', async () => {
  const { device, who } = await enroll()
  const { id, response } = await device.get(await signInOptions())
  const type = 'public-key'
  const rows: readonly unknown[] = [
    'x',
    [],
    { id, type },
    { id, type, response: 'x' },
    { id, type: 'password', response },
    { id: 'x'.repeat(1_365), type, response },
    { id: '../x', type, response },
    ...Object.keys(response).flatMap((name) =>
      [undefined, null, 7, 'a b', 'x'.repeat(4_097)].map((value) => ({ id, type, response: { ...response, [name]: value } })),
    ),
  ]
  for (const row of rows) assert.deepEqual(badInputs(await verify(row)), ['credential'], JSON.stringify(row))
  const credential = { id, type, response: { clientDataJSON: response['clientDataJSON'], attestationObject: 'x'.repeat(20_000) } }
  for (const change of [
    {},
    { attestationObject: 'x'.repeat(20_001) },
    { transports: 'usb' },
    { transports: ['<b>'] },
    { transports: Array(11).fill('usb') },
  ]) {
    const sent = { ...credential, response: { ...credential.response, ...change } }
    assert.deepEqual(badInputs(await who.send('POST', '/me/passkeys', { credential: sent })), ['credential'])
  }
  assert.equal((await verify({ id, type, response, more: { deep: [[]] } })).status, 200, 'other members are ignored')
})

test('15.4 adding and removing a passkey ends the other sessions, and is in the security log', async () => {
  const { login, who, userId, device } = await enroll()
  const other = await signedIn(login)
  const credential = await (await authenticator()).create({ ...(await registrationOptions(who)), excludeCredentials: [] })
  const added = await who.send('POST', '/me/passkeys', { credential })
  assert.equal(added.status, 201, added.text)
  assert.equal((await other.send('GET', '/me')).status, 401)
  assert.equal((await who.send('GET', '/me')).status, 200)
  const another = person(server)
  assert.equal((await verify(await device.get(await signInOptions()), another)).status, 200)
  const path = `/me/passkeys/${String(added.json['id'])}`
  const stranger = await signedIn(await addedLogin())
  assert.equal(code(await stranger.send('DELETE', path)), '404 rest_passkey_not_found')
  const removed = await who.send('DELETE', path)
  assert.deepEqual([removed.status, removed.json], [200, added.json])
  assert.equal((await another.send('GET', '/me')).status, 401)
  assert.equal((await who.send('GET', '/me')).status, 200)
  assert.equal(code(await who.send('DELETE', path)), '404 rest_passkey_not_found')
  const details = { user: userId, passkey: added.json['id'] }
  const entries = (await lastEntries(20)).filter(({ details: each }) => (each as Json)['passkey'] === added.json['id'])
  assert.deepEqual(
    entries.map(({ action, details: each }) => [action, each]),
    [
      ['passkey removed', details],
      ['passkey added', details],
    ],
  )
})
test('15.4 a token can list passkeys but neither add nor remove them', async () => {
  const { who, passkey } = await enroll()
  const { json } = await who.send('POST', '/me/tokens', { scope: 'admin' })
  const headers = { authorization: `Bearer ${String(json['secret'])}` }
  assert.deepEqual((await server.get('/me/passkeys', { headers })).json, { passkeys: [passkey] })
  for (const [method, path] of [
    ['POST', '/me/passkeys/options'],
    ['POST', '/me/passkeys'],
    ['DELETE', `/me/passkeys/${String(passkey['id'])}`],
  ] as const)
    for (const more of [{}, { 'x-kalends-session': '1', 'sec-fetch-site': 'same-origin' }])
      assert.equal(code(await server.request(method, path, { body: {}, headers: { ...headers, ...more } })), '403 rest_session_required')
  assert.deepEqual((await server.get('/me/passkeys', { headers })).json, { passkeys: [passkey] })
})
test('15.4 a user has at most 20 passkeys', async () => {
  const { who, userId } = await enroll()
  const fill = (count: number) =>
    server.app.database.query(sql`
insert into passkeys (user_id, credential_id, public_key, counter, created_at)
select ${userId}, gen_random_uuid()::text, '', 0, now() from generate_series(1, ${count}::int)`)
  await fill(18)
  const add = async (credential: Credential) => code(await who.send('POST', '/me/passkeys', { credential }))
  const make = async () => (await authenticator()).create({ ...(await registrationOptions(who)), excludeCredentials: [] })
  const last = await make()
  assert.equal(await add(last), '201 undefined')
  assert.equal(code(await who.send('POST', '/me/passkeys/options', {})), '409 rest_too_many_passkeys')
  await server.app.database.query(sql`delete from passkeys where user_id = ${userId} and credential_id = ${last.id}`)
  const late = await make()
  await fill(1)
  assert.equal(await add(late), '409 rest_too_many_passkeys')
})
test('15.4 a way to sign in that is switched off is not listed and refused, and its passkeys can be removed', async () => {
  const off = await testServer({ SIGN_IN_METHODS: 'password' })
  assert.deepEqual((await off.get('/session/methods')).json, { methods: ['password'] })
  assert.deepEqual((await server.get('/session/methods')).json, { methods: ['password', 'passkey'] })
  const login = unique()
  await addPerson(off, login)
  const who = person(off)
  await who.signIn(login)
  for (const path of ['/session/passkey/options', '/session/passkey/verify', '/me/passkeys/options', '/me/passkeys'])
    assert.equal(code(await who.send('POST', path, {})), '403 rest_sign_in_method_off', path)
  assert.equal((await who.send('GET', '/me/passkeys')).status, 200)
  assert.equal(code(await who.send('DELETE', '/me/passkeys/1')), '404 rest_passkey_not_found')
})
test('15.5 other origins can neither start nor finish a sign-in with a passkey', async () => {
  const { device } = await enroll()
  const credential = await device.get(await signInOptions())
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    assert.equal(code(await person(server).send('POST', '/session/passkey/options', {}, headers)), '403 rest_cross_origin')
    assert.equal(code(await verify(credential, person(server), headers)), '403 rest_cross_origin')
  }
  assert.equal((await verify(credential)).status, 200, 'a refused request does not use the challenge up')
})
test('15.7 challenges and failed sign-ins of one address are limited, and those of others are not', async () => {
  const { device } = await enroll()
  const [busy, guesser] = [{ 'x-forwarded-for': '10.1.1.1' }, { 'x-forwarded-for': '10.1.1.2' }]
  const start = async (headers: Readonly<Record<string, string>>) =>
    (await person(server).send('POST', '/session/passkey/options', {}, headers)).status
  const statuses: number[] = []
  for (let i = 0; i < 301; i += 1) statuses.push(await start(busy))
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [300, 429])
  assert.equal(await start(guesser), 200)
  const credential = await device.get(await signInOptions())
  const wrong = { ...credential, id: 'AAAA' }
  const failures: number[] = []
  for (let i = 0; i < 31; i += 1) failures.push((await verify(wrong, person(server), guesser)).status)
  assert.deepEqual([failures.filter((status) => status === 401).length, failures.at(-1)], [30, 429])
  const valid = await device.get(await signInOptions())
  assert.equal((await verify(valid, person(server), guesser)).status, 429)
  assert.equal((await verify(valid, person(server), busy)).status, 200)
})
