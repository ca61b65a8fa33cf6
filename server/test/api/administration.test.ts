// Contract section 16: the settings and the findings of the doctor, who reads them, and that no response contains a secret.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { describeSettings, readConfig, SETTINGS } from '../../src/config.ts'
import type { Setting } from '../../src/kernel/validation/setting-types.ts'
import { addToken } from '../../src/features/accounts/users.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'

const CANARY = 'c4n4ry-of-a-secret'
const closed = await freePort()
const database = await freshDatabase()
after(() => database.drop())
/** The URL of the database with a password, which the server accepts without asking for it. */
const withPassword = (url: string): string => url.replace(/:\/\/([^@/]*)@/, (_, user: string) => `://${user.split(':')[0]}:${CANARY}@`)
/** A value with the canary for each setting that is a secret. No server listens on the port, so the doctor has errors to report. */
const SECRETS = {
  DATABASE_URL: withPassword(database.url),
  DATABASE_READ_URL: `postgresql://user:${CANARY}@127.0.0.1:${closed}/calendar`,
  REDIS_URL: `redis://user:${CANARY}@127.0.0.1:${closed}`,
  SMTP_URL: `smtp://user:${CANARY}@127.0.0.1:${closed}`,
  OIDC_CLIENT_SECRET: CANARY,
  S3_ACCESS_KEY_ID: CANARY,
  S3_SECRET_ACCESS_KEY: CANARY,
} as const
const server = await testServer({
  ...SECRETS,
  MAIL_FROM: 'events@example.org',
  OIDC_ISSUER: `http://user:${CANARY}@127.0.0.1:${closed}/`,
  OIDC_CLIENT_ID: 'calendar',
  CALENDAR_NAME: 'Town',
})
const settings = async (): Promise<Record<string, Json>> => {
  const { status, json, text } = await server.get('/settings', { as: 'admin' })
  assert.equal(status, 200, text)
  return Object.fromEntries((json['settings'] as Json[]).map((each) => [String(each['name']), each]))
}

void test('16.1 settings have a value, a source and a description, in the order of the documentation', async () => {
  const shown = await settings()
  assert.deepEqual(Object.keys(shown), Object.keys(SETTINGS))
  const { description } = SETTINGS.CALENDAR_NAME
  assert.deepEqual(shown['CALENDAR_NAME'], { name: 'CALENDAR_NAME', value: 'Town', is_secret: false, source: 'environment', description })
  assert.deepEqual([shown['TRASH_DAYS']?.['value'], shown['TRASH_DAYS']?.['source']], ['30', 'default'])
  assert.deepEqual([shown['SMTP_URL']?.['value'], shown['SMTP_URL']?.['is_secret']], [null, true])
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'days'), '7\n')
  const fromFile = describeSettings(readConfig({ TRASH_DAYS_FILE: join(folder, 'days') })).find(({ name }) => name === 'TRASH_DAYS')
  assert.deepEqual([fromFile?.value, fromFile?.source], ['7', 'file'])
})

void test('16.1 16.2 no response contains a secret, whatever setting has it', async () => {
  const secret = (Object.entries(SETTINGS) as [string, Setting<unknown>][]).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))
  assert.deepEqual(secret.sort(), Object.keys(SECRETS).sort(), 'each secret has a canary in this test')
  for (const value of Object.values(SECRETS)) assert.ok(value.includes(CANARY))
  const shown = await settings()
  for (const name of [...secret, 'OIDC_ISSUER']) assert.deepEqual([shown[name]?.['value'], shown[name]?.['is_secret']], [null, true], name)
  for (const path of ['', '/settings', '/doctor', '/me', '/doc', '/session/methods', '/security-log', '/settings?page=x', '/users']) {
    const { text, headers } = await server.get(path, { as: 'admin' })
    assert.ok(!`${text}${JSON.stringify([...headers])}`.includes(CANARY), path)
  }
  for (const path of ['//auth/oidc/start', '//livez', '//readyz', '//docs'])
    assert.ok(!(await server.get(path, { headers: { 'sec-fetch-site': 'same-origin' } })).text.includes(CANARY), path)
  for (const isSecret of [true, false]) {
    const names = Object.values(shown).filter((each) => each['is_secret'] === isSecret)
    assert.ok(names.length > 0 && names.every(({ value }) => (value === null) === isSecret))
  }
})

void test('16.2 the doctor reports the servers that do not respond, and the checks of the command', async () => {
  const { status, json, headers, text } = await server.get('/doctor', { as: 'admin' })
  assert.equal(status, 200, text)
  assert.match(headers.get('cache-control') ?? '', /no-store/)
  const findings = json['findings'] as { check: string; state: string; remedy: string }[]
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  for (const check of ['redis', 'mail', 'OpenID Connect']) assert.equal(states[check], 'warning', check)
  for (const check of [
    'public URL',
    'node',
    'disk',
    'database',
    'connections',
    'clock',
    'migrations',
    'listings',
    'users',
    'media',
    'jobs',
    'webhooks',
  ])
    assert.ok(states[check], check)
  for (const { check, state, remedy } of findings) assert.equal(remedy === '', state === 'ok', check)
  assert.equal((await server.get('/doctor', { as: 'admin' })).text, text, 'the second request shares the run')
})

void test('16 settings and findings are for administrators, with a token of the scope admin', async () => {
  const writer = (await addToken(server.app.database, 'admin', { label: 'writer', scope: 'write' })).secret
  for (const path of ['/settings', '/doctor']) {
    assert.equal((await server.get(path)).status, 401, path)
    for (const as of ['subscriber', 'contributor', 'author', 'editor'] as const)
      assert.deepEqual([(await server.get(path, { as })).status, path], [403, path], as)
    assert.equal((await server.get(path, { headers: { authorization: `Bearer ${writer}` } })).status, 403, path)
    const own = await server.get(path, { as: 'admin' })
    assert.equal(own.status, 200, path)
    assert.match(own.headers.get('cache-control') ?? '', /no-store/)
    for (const method of ['POST', 'PATCH', 'DELETE'])
      assert.equal((await server.request(method, path, { as: 'admin', body: {} })).status, 405, `${method} ${path}`)
  }
})
