// Contract 15.4: sign-in with OpenID Connect, at a real provider, and at one that forges its responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneSignIns } from '../../src/features/accounts/prune-sign-ins.ts'
import { setDisabled } from '../../src/features/accounts/users.ts'
import { checkOidc } from '../../src/features/doctor/server-checks.ts'
import { openOidc } from '../../src/configured-accounts.ts'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { testServer, unique, type Json } from '../support/server.ts'
import { CLIENT_ID, CLIENT_SECRET, forgingIssuer, realIssuer, type ForgingIssuer } from './issuers.ts'
import { addPerson, invitePerson, PASSWORD } from './person.ts'
import { visitor, type Visitor } from './redirects.ts'

const OPEN = { OIDC_CREATE_USERS: 'true', OIDC_LINK_BY_EMAIL: 'true' }
const ROLE_CLAIM = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'staff=author,desk=editor,board=administrator' }
const client = { OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET }
let offsetMinutes = 0
const clock: Clock = { now: () => systemClock.now().add({ minutes: offsetMinutes }) }

const real = await realIssuer()
const server = await testServer({ ...client, ...OPEN, ...ROLE_CLAIM, OIDC_ISSUER: real.issuer }, clock)
const closed = await testServer({ ...client, OIDC_ISSUER: real.issuer })
await real.register([server.base, closed.base])
const forger = await forgingIssuer()
const target = await testServer({ ...client, ...OPEN, OIDC_ISSUER: forger.issuer })

const failed = (code: string): string => `/admin/sign-in?error=${code}`
/** Signs a new or known account of the provider in, with these claims. */
async function signIn(subject: string, claims: Json = {}, at = server): Promise<Visitor & { readonly location: string }> {
  real.person = subject
  real.accounts.set(subject, claims)
  const browser = visitor(at)
  return { ...browser, location: await browser.signInByProvider() }
}
async function accountOf(browser: Visitor): Promise<Json> {
  const me = await browser.send('GET', '/me')
  assert.equal(me.status, 200, me.text)
  return (await browser.send('GET', `/users/${String(me.json['id'])}`)).json
}
const lastEvent = async (action: string, at = server): Promise<Json | undefined> => {
  const rows = await at.app.database.query<{ details: Json }>(
    sql`select details from security_log where action = ${action} order by id desc limit 1`,
  )
  return rows[0]?.details
}
const countRows = async (at = server): Promise<number> => (await at.app.database.query(sql`select from oidc_sign_ins`)).length

test('15.4 the first sign-in creates a user with the claims of the provider', async () => {
  const name = unique()
  const browser = await signIn(`sub-${name}`, {
    preferred_username: `${name}@example.org`,
    name: 'Ada Lovelace',
    email: `${name}@example.org`,
    email_verified: true,
    locale: 'fr-CA',
    groups: ['staff', 'unknown'],
  })
  assert.equal(browser.location, '/admin/')
  const { id, last_seen_utc, ...account } = await accountOf(browser)
  assert.deepEqual([typeof id, typeof last_seen_utc], ['number', 'string'])
  assert.deepEqual(account, {
    login: name,
    name: 'Ada Lovelace',
    email: `${name}@example.org`,
    pending_email: null,
    role: 'author',
    language: 'fr',
    status: 'active',
    second_factor: false,
  })
  const { sessions } = (await browser.send('GET', '/me/sessions')).json as { sessions: Json[] }
  assert.deepEqual(
    sessions.map(({ method }) => method),
    ['oidc'],
  )
  assert.equal(browser.cookies.has('kalends-oidc'), false)
  const again = await signIn(`sub-${name}`, { groups: ['staff'] })
  assert.equal((await accountOf(again))['id'], id)
  const otherSubject = await signIn(`other-${name}`, { preferred_username: name })
  assert.deepEqual([(await accountOf(otherSubject))['login'], (await accountOf(otherSubject))['role']], [`${name}-2`, 'subscriber'])
})
const LOGINS: readonly (readonly [name: string, claims: Json, login: string])[] = [
  ['spaces and colons', { preferred_username: ' Dr: No\u202e ' }, 'Dr-No'],
  ['an email address of its own', { email: 'boss@example.net' }, 'boss'],
  ['an email address as the user name', { preferred_username: 'chief@example.net' }, 'chief'],
  ['the login of an administrator', { preferred_username: 'admin' }, 'admin-2'],
  ['no name but the subject', {}, 'the-subject'],
  ['a user name that is too long', { preferred_username: 'x'.repeat(300) }, 'x'.repeat(90)],
]
for (const [name, claims, login] of LOGINS)
  test(`15.4 the login of a new user is valid and free: ${name}`, async () => {
    assert.equal((await accountOf(await signIn(login === 'the-subject' ? login : unique(), claims)))['login'], login)
  })

test('15.4 a verified email address links the identity to an invited user, whose link stops working', async () => {
  const email = `${unique()}@example.org`
  const { id, token } = await invitePerson(server, unique())
  await server.patch(`/users/${id}`, { email })
  const browser = await signIn(unique(), { email: email.toUpperCase(), email_verified: true, groups: 'desk' })
  const account = await accountOf(browser)
  assert.deepEqual([account['id'], account['status'], account['role']], [id, 'active', 'editor'])
  assert.deepEqual(await lastEvent('identity linked'), { user: id })
  const accept = await visitor(server).send('POST', '/invitations/accept', { token, password: PASSWORD })
  assert.equal(accept.status, 410)
  const { id: other, email: taken } = await accountOf(await signIn(unique(), { email, email_verified: true }))
  assert.notEqual(other, id, 'an email address that another identity has was linked again')
  assert.equal(taken, null)
})
const UNLINKED: readonly (readonly [name: string, user: Json, claims: Json])[] = [
  ['the email address is not verified', {}, { email_verified: false }],
  ['the provider does not say whether it is verified', {}, {}],
  ['the provider says so in another type', {}, { email_verified: 'true' }],
  ['the user has a password', { password: PASSWORD }, { email_verified: true }],
]
for (const [name, user, claims] of UNLINKED)
  test(`15.4 an identity is not linked by email address if ${name}`, async () => {
    const email = `${unique()}@example.org`
    const made = await server.post('/users', { login: unique(), role: 'editor', email, ...user })
    assert.equal(made.status, 201, made.text)
    const account = await accountOf(await signIn(unique(), { email, ...claims }))
    assert.notEqual(account['id'], made.json['id'])
    assert.equal(account['email'], null)
  })
test('15.4 without permission to link and to create, only known identities sign in', async () => {
  const email = `${unique()}@example.org`
  const subject = unique()
  const { json } = await closed.post('/users', { login: unique(), role: 'editor', email })
  const refused = await signIn(subject, { email, email_verified: true }, closed)
  assert.deepEqual([refused.location, refused.cookies.size], [failed('no_account'), 0])
  assert.deepEqual(await lastEvent('sign-in failed', closed), { method: 'oidc', error: 'no_account', reason: 'no_account' })
  await closed.app.database.query(sql`
with activated as (update users set invited_at = null where id = ${json['id']})
insert into identities (issuer, subject, user_id) values (${real.issuer}, ${subject}, ${json['id']})`)
  const known = await signIn(subject, { groups: ['board'] }, closed)
  assert.deepEqual([known.location, (await accountOf(known))['role']], ['/admin/', 'editor'], 'without a role claim, claims change no role')
})
test('15.4 a disabled user is refused, by identity and by email address', async () => {
  const subject = unique()
  const email = `${unique()}@example.org`
  const browser = await signIn(subject, { email, email_verified: true })
  const { id } = await accountOf(browser)
  await server.patch(`/users/${String(id)}`, { status: 'disabled' })
  assert.equal((await signIn(subject)).location, failed('account_disabled'))
  assert.equal((await signIn(unique(), { email, email_verified: true })).location, failed('account_disabled'))
})

test('15.4 a role claim that changes or is gone sets the role at the next sign-in, and ends the other sessions', async () => {
  const subject = unique()
  let earlier = await signIn(subject, { groups: ['staff', 'desk'] })
  const { id, role: first } = await accountOf(earlier)
  assert.equal(first, 'editor')
  for (const [groups, role] of [
    [['staff'], 'author'],
    [['other'], 'subscriber'],
    ['board', 'administrator'],
    [undefined, 'subscriber'],
    [[7, null], 'subscriber'],
  ] as const) {
    const unchanged = role === (await accountOf(earlier))['role']
    const browser = await signIn(subject, { groups })
    assert.deepEqual([(await accountOf(browser))['id'], (await accountOf(browser))['role']], [id, role])
    assert.equal((await earlier.send('GET', '/me')).status, unchanged ? 200 : 401)
    assert.equal((await lastEvent('role changed'))?.['role'], role)
    earlier = browser
  }
})
test('15.4 a claim never demotes the last administrator', async () => {
  const subject = unique()
  const { id } = await accountOf(await signIn(subject, { groups: ['board'] }))
  const others = await server.app.database.query<{ login: string }>(
    sql`update users set disabled_at = now() where role = 'administrator' and id <> ${id} and disabled_at is null returning login`,
  )
  const browser = await signIn(subject, { groups: [] })
  assert.deepEqual([browser.location, (await accountOf(browser))['role']], ['/admin/', 'administrator'])
  assert.deepEqual(await lastEvent('role kept'), { user: id, role: 'administrator', claimed: 'subscriber' })
  for (const { login } of others) await setDisabled(server.app.database, login, false)
  assert.equal((await accountOf(await signIn(subject, { groups: [] })))['role'], 'subscriber')
})

test('15.4 a sign-in works once, within 10 minutes, and only in the browser that started it', async () => {
  real.person = unique()
  const [browser, other] = [visitor(server), visitor(server)]
  const callback = await browser.start()
  const copy = new Map(browser.cookies)
  assert.equal(await other.finish(callback), failed('sign_in_expired'), 'without a cookie')
  await other.start()
  assert.equal(await other.finish(callback), failed('invalid_response'), 'with the cookie of another sign-in')
  assert.equal(await browser.finish(callback), '/admin/')
  assert.equal(await browser.finish(callback), failed('sign_in_expired'), 'without the used cookie')
  for (const [name, value] of copy) other.cookies.set(name, value)
  assert.equal(await other.finish(callback), failed('sign_in_expired'), 'with the used cookie')
  assert.equal((await other.send('GET', '/me')).json['role'], 'anonymous')
  const late = await browser.start()
  offsetMinutes = 11
  assert.equal(await browser.finish(late), failed('sign_in_expired'), 'after 11 minutes')
  offsetMinutes = 0
})
test('15.4 PKCE: the code of another sign-in is refused', async () => {
  real.person = unique()
  const [browser, other] = [visitor(server), visitor(server)]
  const { searchParams } = new URL(await browser.start())
  const callback = new URL(await other.start())
  callback.searchParams.set('code', searchParams.get('code') ?? '')
  assert.equal(await other.finish(callback.href), failed('provider_refused'))
})
const CHANGED: readonly (readonly [name: string, change: (query: URLSearchParams) => void, code: string])[] = [
  ['another state', (query) => query.set('state', 'x'), 'invalid_response'],
  ['no state', (query) => query.delete('state'), 'invalid_response'],
  ['two states', (query) => query.append('state', 'x'), 'invalid_response'],
  ['another issuer', (query) => query.set('iss', 'https://attacker.example'), 'invalid_response'],
  ['no code', (query) => query.delete('code'), 'invalid_response'],
  ['another code', (query) => query.set('code', 'x'), 'provider_refused'],
]
for (const [name, change, code] of CHANGED)
  test(`15.4 a callback with ${name} is refused`, async () => {
    real.person = unique()
    const browser = visitor(server)
    const callback = new URL(await browser.start())
    change(callback.searchParams)
    assert.equal(await browser.finish(callback.href), failed(code))
    assert.deepEqual([...browser.cookies], [])
    assert.equal((await lastEvent('sign-in failed'))?.['error'], code)
  })
test('15.4 texts of the provider are neither shown nor logged', async () => {
  real.person = ''
  const browser = visitor(server)
  const callback = await browser.start()
  assert.match(callback, /entry/)
  assert.equal(await browser.finish(callback), failed('provider_refused'))
  assert.deepEqual(await lastEvent('sign-in failed'), { method: 'oidc', error: 'provider_refused', reason: 'access_denied' })
})

test('15.4 a sign-in starts only from a page of the calendar, and never by HEAD', async () => {
  const before = await countRows()
  const starts: Readonly<Record<string, string>>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://attacker.example' },
  ]
  for (const headers of starts) {
    const answer = await server.get('//auth/oidc/start', { headers })
    assert.deepEqual([answer.status, answer.json['code']], [403, 'rest_cross_origin'])
  }
  assert.equal((await server.request('HEAD', '//auth/oidc/start', { headers: { 'sec-fetch-site': 'same-origin' } })).status, 404)
  assert.equal(await countRows(), before)
  const answer = await server.get('//auth/oidc/start', { headers: { origin: server.base } })
  assert.deepEqual([answer.status, answer.headers.get('cache-control')], [303, 'no-store'])
  assert.equal(await countRows(), before + 1)
  await pruneSignIns(server.app.database, systemClock.now().add({ minutes: 9 }))
  assert.ok((await countRows()) >= 1)
  await pruneSignIns(server.app.database, systemClock.now().add({ minutes: 11 }))
  assert.equal(await countRows(), 0)
})
test('15.4 the cookie of a sign-in is for this host, and the request to the provider has PKCE, state and nonce', async () => {
  const own = await testServer({ ...client, OIDC_ISSUER: real.issuer, PUBLIC_URL: 'https://events.example' })
  const answer = await own.get('//auth/oidc/start', { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.match(
    answer.headers.getSetCookie().join(),
    /^__Host-kalends-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams)
  for (const random of [state, nonce, code_challenge]) assert.match(random ?? '', /^[\w-]{43}$/)
  assert.deepEqual(rest, {
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: 'https://events.example/auth/oidc/callback',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  })
})
test('15.5 with http on another host nobody signs in with OpenID Connect', async () => {
  const own = await testServer({ ...client, OIDC_ISSUER: real.issuer, PUBLIC_URL: 'http://events.example' })
  const answer = await own.get('//auth/oidc/start', { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.deepEqual([answer.status, answer.json['code']], [403, 'rest_sign_in_needs_https'])
})
test('15.4 OpenID Connect can be switched off', async () => {
  const own = await testServer({ ...client, OIDC_ISSUER: real.issuer, SIGN_IN_METHODS: 'password' })
  const methods = async (at: typeof own) => (await at.get('/session/methods')).json['methods'] as string[]
  assert.deepEqual([(await methods(own)).includes('oidc'), (await methods(server)).includes('oidc')], [false, true])
  assert.equal((await own.get('//auth/oidc/start', { headers: { 'sec-fetch-site': 'same-origin' } })).status, 404)
})

test('15.5 sign-out returns the URL that ends the session at the provider, for sessions of OpenID Connect only', async () => {
  const browser = await signIn(unique())
  const { json } = await browser.send('DELETE', '/session')
  const url = new URL(String(json['provider_sign_out_url']))
  assert.deepEqual(
    [url.origin, Object.fromEntries(url.searchParams)],
    [real.issuer, { client_id: CLIENT_ID, post_logout_redirect_uri: `${server.base}/admin/sign-in` }],
  )
  assert.equal((await fetch(url)).status, 200)
  assert.equal((await browser.send('GET', '/me')).json['role'], 'anonymous')
  const login = unique()
  await addPerson(server, login)
  await browser.signIn(login)
  assert.deepEqual((await browser.send('DELETE', '/session')).json, { ended: 1, provider_sign_out_url: null })
})

const providerOf = ({ issuer }: Pick<ForgingIssuer, 'issuer'>) => {
  const oidc = openOidc(readConfig({ ...client, OIDC_ISSUER: issuer, DATABASE_URL: 'postgresql://x' }), 'http://localhost')
  return { url: issuer, connect: () => oidc?.provider.discover() ?? Promise.reject(new Error('not configured')) }
}
test('15.4 a provider that is down has an error code, and is asked again later; kalends doctor reports it', async () => {
  const open = () => target.get('//auth/oidc/start', { headers: { 'sec-fetch-site': 'same-origin' } })
  const before = performance.now()
  assert.equal((await open()).headers.get('location'), `${target.base}${failed('provider_unavailable')}`)
  assert.deepEqual(await lastEvent('sign-in failed', target), { method: 'oidc', error: 'provider_unavailable', reason: 'ECONNREFUSED' })
  assert.equal(await countRows(target), 0)
  const finding = await checkOidc(providerOf(forger))
  assert.deepEqual([finding.state, finding.found.includes('ECONNREFUSED')], ['warning', true])
  assert.ok(finding.remedy.includes(`${forger.issuer}/.well-known/openid-configuration`))
  assert.ok(performance.now() - before < 5_000)
  await forger.listen()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const later = await checkOidc(providerOf(forger))
  assert.equal(later.state, 'ok', later.found)
  assert.match((await open()).headers.get('location') ?? '', /\/authorize\?/)
})
test('15.4 a provider without TLS is asked only on this machine', async () => {
  const { state, found } = await checkOidc(providerOf({ issuer: 'http://provider.example' }))
  assert.deepEqual([state, found.endsWith('OAUTH_HTTP_REQUEST_FORBIDDEN')], ['warning', true], found)
})

type Forged = ForgingIssuer['forgery']
const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
const FORGERIES: readonly (readonly [name: string, forgery: Forged, location: string])[] = [
  ['a right ID token', {}, '/admin/'],
  ['an ID token that expired within the tolerance of clocks', { claims: (right) => ({ ...right, exp: soon(-5) }) }, '/admin/'],
  ['another nonce', { claims: (right) => ({ ...right, nonce: 'x' }) }, failed('invalid_response')],
  ['no nonce', { claims: (right) => ({ ...right, nonce: undefined }) }, failed('invalid_response')],
  ['another issuer', { claims: (right) => ({ ...right, iss: 'https://attacker.example' }) }, failed('invalid_response')],
  ['another audience', { claims: (right) => ({ ...right, aud: 'another-client' }) }, failed('invalid_response')],
  ['another authorized party', { claims: (right) => ({ ...right, aud: [CLIENT_ID, 'x'], azp: 'x' }) }, failed('invalid_response')],
  ['an expired ID token', { claims: (right) => ({ ...right, exp: soon(-60) }) }, failed('invalid_response')],
  ['no subject', { claims: (right) => ({ ...right, sub: undefined }) }, failed('invalid_response')],
  ['a subject that is too long', { claims: (right) => ({ ...right, sub: 'x'.repeat(256) }) }, failed('invalid_response')],
  ['claims about another subject', { userInfo: { sub: 'x' } }, failed('invalid_response')],
  ['a signature by another key', { key: 'other' }, failed('invalid_response')],
  ['no signature', { key: 'none' }, failed('invalid_response')],
]
for (const [name, forgery, location] of FORGERIES)
  test(`15.4 ${location === '/admin/' ? 'accepted' : 'refused'}: ${name}`, async () => {
    forger.forgery = forgery
    const browser = visitor(target)
    assert.equal(await browser.signInByProvider(), location)
    assert.equal((await browser.send('GET', '/me')).json['role'], location === '/admin/' ? 'subscriber' : 'anonymous')
  })
test('15.4 an email address counts as verified only if the source of the address says so', async () => {
  const claims = { sub: unique(), email: `${unique()}@example.org` }
  forger.forgery = {
    claims: (right) => ({ ...right, ...claims }),
    userInfo: { sub: claims.sub, email: `${unique()}@example.org`, email_verified: true },
  }
  const browser = visitor(target)
  assert.equal(await browser.signInByProvider(), '/admin/')
  assert.equal((await accountOf(browser))['email'], null)
})
test('15.4 a provider that stops responding does not keep the browser waiting, and people can still sign out', async () => {
  forger.forgery = {}
  const signedIn = visitor(target)
  assert.equal(await signedIn.signInByProvider(), '/admin/')
  forger.forgery = { hangs: true }
  const before = performance.now()
  assert.equal(await visitor(target).signInByProvider(), failed('provider_unavailable'))
  assert.ok(performance.now() - before < 15_000)
  assert.deepEqual((await signedIn.send('DELETE', '/session')).json, { ended: 1, provider_sign_out_url: null })
})
