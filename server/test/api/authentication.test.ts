// Callers' life and how often they may ask: scopes, expiry, revocation, wrong credentials, guesses, rates, and the log of it (contract 8.1, 11.2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { addToken, addUser, listTokens, revokeToken, setDisabled } from '../../src/features/accounts/users.ts'
import { recentSecurityEvents } from '../../src/kernel/security/security-log.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { testServer, unique, type Answer, type TestServer } from '../support/server.ts'

const server = await testServer({ RATE_LIMIT_FAILED_LOGINS: '5', RATE_LIMIT_PASSWORD_ATTEMPTS: '3' })
const limited = await testServer({ RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_AUTHENTICATED: '8' })
const db = server.app.database
const bearer = (secret: string): { headers: Record<string, string> } => ({ headers: { authorization: `Bearer ${secret}` } })
const basic = (login: string, secret: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` },
})

test('8.1 one secret is sent either way: as a token, or as the password of its own user', async () => {
  const { secret } = await addToken(db, 'author', { label: 'two ways' })
  assert.equal((await server.get('/me', bearer(secret))).json['login'], 'author')
  assert.equal((await server.get('/me', basic('author', secret))).json['login'], 'author')
  assert.equal((await server.get('/me', basic('editor', secret))).status, 401)
  const [stored] = await db.query<{ found: boolean }>(
    raw(`select exists (select 1 from credentials c where c::text like '%${secret.slice(4, 20)}%') as found`),
  )
  assert.equal(stored?.found, false, 'secrets are stored hashed')
})
test('8.1 a token that expired, was revoked, or whose user is disabled, is rejected immediately', async () => {
  await addUser(db, 'leaver', 'editor', '')
  const [old, gone, kept] = [await addToken(db, 'leaver', { days: 1 }), await addToken(db, 'leaver'), await addToken(db, 'leaver')]
  assert.equal((await server.get('/me', bearer(old.secret))).status, 200)
  await db.query(raw(`update credentials set expires_at = now() - interval '1 second' where id = ${old.id}`))
  await revokeToken(db, gone.id)
  assert.deepEqual(
    [(await server.get('/me', bearer(old.secret))).status, (await server.get('/me', bearer(gone.secret))).status],
    [401, 401],
  )
  await setDisabled(db, 'leaver', true)
  assert.equal((await server.get('/me', bearer(kept.secret))).status, 401)
  await setDisabled(db, 'leaver', false)
  assert.equal((await server.get('/me', bearer(kept.secret))).status, 200)
})
test('8.2 a read token can read as its user and write nothing; a write token has no administrator permissions', async () => {
  const draft = await server.make('venues', { venue: unique(), status: 'draft' }, 'admin')
  const { secret } = await addToken(db, 'admin', { scope: 'read' })
  assert.equal((await server.get(`/venues/${draft.id}`, bearer(secret))).status, 200)
  for (const [method, path] of [
    ['POST', '/tags'],
    ['PATCH', `/venues/${draft.id}`],
    ['DELETE', `/venues/${draft.id}`],
  ] as const)
    assert.equal((await server.request(method, path, { ...bearer(secret), body: { name: unique() } })).status, 403, method)
  const writer = await addToken(db, 'admin', { scope: 'write' })
  const me = (await server.get('/me', bearer(writer.secret))).json
  assert.deepEqual(
    [me['role'], (me['may'] as Record<string, boolean>)['edit_others'], (me['may'] as Record<string, boolean>)['manage_users']],
    ['editor', true, false],
  )
})
test('8.1 the last use of a token is known to the minute', async () => {
  const { id, secret } = await addToken(db, 'other', { label: 'used' })
  const find = async () => (await listTokens(db, 'other')).find((token) => token.id === id)
  assert.equal((await find())?.last_used_at, null)
  await server.get('/me', bearer(secret))
  const first = (await find())?.last_used_at
  assert.ok(first && Math.abs(Date.parse(first.replace(' ', 'T').replace('+00', 'Z')) - Date.now()) < 60_000, String(first))
  await server.get('/me', bearer(secret))
  assert.equal((await find())?.last_used_at, first)
})
test('11.2 wrong passwords of a protected event are counted for each event, and then wait; the right one too', async () => {
  const [a, b] = [await server.make('events', EVENT('x')), await server.make('events', EVENT('y'))]
  const guess = (id: number, word: string): Promise<Answer> => server.get(`/events/${id}?password=${word}`)
  for (let i = 0; i < 3; i += 1) assert.equal((await guess(a.id, `no${i}`)).status, 403)
  const refused = await guess(a.id, 'x')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await guess(b.id, 'y')).status, 200, 'another event is another count')
  assert.equal((await server.get(`/events/${a.id}`, { as: 'editor' })).status, 200, 'who may edit needs no word')
  assert.equal((await recentSecurityEvents(db, 50)).filter(({ action }) => action === 'guesses refused').length, 1)
})
const EVENT = (password: string) => ({ title: unique(), start_date: '2031-01-01', end_date: '2031-01-02', password })

test('11.2 wrong credentials are noted, and after some an address must wait with wrong ones, never with right ones', async () => {
  const { secret } = await addToken(db, 'editor')
  await db.query(raw('truncate security_log'))
  const statuses: number[] = []
  for (let i = 0; i < 12; i += 1) statuses.push((await server.get('/tags', bearer(`wrong${i}`))).status)
  assert.ok(statuses.includes(401) && statuses.at(-1) === 429, statuses.join())
  assert.equal((await server.get('/tags', bearer(secret))).status, 200)
  assert.equal((await server.get('/tags')).status, 200, 'without credentials one may read on')
  const notes = await recentSecurityEvents(db, 50)
  assert.ok(notes.some(({ action, address }) => action === 'login failed' && address === '127.0.0.1'))
  assert.equal(notes.filter(({ action }) => action === 'logins refused').length, 1)
  assert.ok(!JSON.stringify(notes).includes('wrong1'), 'no secret is noted')
})
test('11.2 rates: headers count down, beyond the limit 429 with Retry-After; callers are counted apart from addresses', async () => {
  const sendRequest = (who: TestServer, as?: 'author' | 'editor'): Promise<Answer> => who.get('/tags', as ? { as } : {})
  const first = await sendRequest(limited)
  assert.equal(first.headers.get('ratelimit-policy'), '"anonymous";q=5;w=60')
  assert.match(first.headers.get('ratelimit') ?? '', /^"anonymous";r=4;t=\d+$/)
  for (let i = 0; i < 4; i += 1) assert.equal((await sendRequest(limited)).status, 200)
  const refused = await sendRequest(limited)
  assert.deepEqual([refused.status, refused.json['code']], [429, 'rest_too_many_requests'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.match(refused.headers.get('ratelimit') ?? '', /;r=0;/)
  for (let i = 0; i < 8; i += 1) assert.equal((await sendRequest(limited, 'author')).status, 200)
  assert.equal((await sendRequest(limited, 'author')).status, 429)
  assert.equal((await sendRequest(limited, 'editor')).status, 200)
  const health = await fetch(`${limited.base}/livez`)
  assert.equal(health.status, 200, 'those who watch are not counted')
})
test('B9 a proxy that is not trusted is noted once an hour, for the doctor', async () => {
  for (let i = 0; i < 3; i += 1) await server.get('/tags', { headers: { 'x-forwarded-for': `192.0.2.${i}` } })
  const notes = async () => (await recentSecurityEvents(db, 50)).filter(({ action }) => action === 'proxy not trusted')
  // The server writes the event after the response.
  for (let i = 0; i < 100 && (await notes()).length === 0; i += 1) await setTimeout(50)
  assert.deepEqual(
    (await notes()).map(({ address }) => address),
    ['127.0.0.1'],
  )
})
