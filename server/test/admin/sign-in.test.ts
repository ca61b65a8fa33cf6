// Job 1 of the admin: people sign in, get back in, and look after their sessions, tokens and passkeys, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as OTPAuth from 'otpauth'
import type { Page } from 'playwright-core'
import { createLink } from '../../src/features/accounts/one-time-links.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { addAuthenticator } from '../accounts/authenticator.ts'
import { addPerson, OTHER_PASSWORD, PASSWORD } from '../accounts/person.ts'
import { until } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort, startServer } from '../support/process.ts'
import { testServer, unique } from '../support/server.ts'
import { tabTo, visit, type View } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
// Browsers have no passkeys for IP addresses.
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Library' })
const browser = await openBrowser()
const WIDE: View = { language: 'en', width: 1440 }
const NARROW: View = { language: 'ar', width: 390, colorScheme: 'dark' }
const admin = (path: string): string => `${ORIGIN}/admin${path}`

async function signIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', password)
  await page.click('button[type=submit]')
}
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()

test('a person signs in by pointer, sees the session, and signs out', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, WIDE)
  await page.goto(admin('/account'))
  await heading(page, t('Welcome back'))
  assert.equal(page.url(), admin('/sign-in?return=%2Faccount'))
  await inspect('sign-in')
  await signIn(page, login, 'not the password')
  await page.getByRole('alert').waitFor()
  await inspect('sign-in with an error')
  assert.equal(await page.inputValue('input[name=login]'), login)
  await signIn(page, login)
  await heading(page, t('Your account'))
  assert.equal(page.url(), admin('/account'))
  await page.getByText(t('This device')).waitFor()
  await inspect('account')
  await page.getByRole('button', { name: t('Sign out {login}', { login }) }).click()
  await heading(page, t('Welcome back'))
  await page.goto(admin('/account'))
  await heading(page, t('Welcome back'))
  await close()
})

test('a person signs in by keyboard, in Arabic on a phone', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, NARROW)
  await page.goto(admin('/'))
  await heading(page, t('Welcome back'))
  assert.deepEqual(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]'), ['ar', 'rtl'])
  await inspect('sign-in')
  await tabTo(page, 'input[name=login]')
  await page.keyboard.type(login)
  await tabTo(page, 'input[name=password]')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('#content h1').waitFor()
  await inspect('first screen')
  await close()
})

test('a link to another site after the sign-in is not followed', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  for (const wanted of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const { page, foreign, close } = await visit(browser, ORIGIN, WIDE)
    await page.goto(admin(`/sign-in?return=${encodeURIComponent(wanted)}`))
    await signIn(page, login)
    await page.locator('#content h1').waitFor()
    assert.equal(new URL(page.url()).origin, ORIGIN)
    assert.deepEqual(foreign, [], wanted)
    await close()
  }
})

test('an invitation: a weak password is refused beside the field, a strong one signs in, and the link works once', LIMIT, async () => {
  const login = unique()
  const invited = await server.request('POST', '/users', { as: 'admin', body: { login, role: 'author' } })
  const { url } = invited.json['invitation'] as { url: string }
  const { page, t, inspect, close } = await visit(browser, ORIGIN, NARROW)
  await page.goto(url)
  await heading(page, t('Welcome to the team'))
  assert.equal(new URL(page.url()).hash, '')
  await inspect('invitation')
  await page.fill('input[name=password]', 'aaaaaaaaaaaa')
  await page.click('button[type=submit]')
  await page.locator('input[name=password][aria-invalid=true]').waitFor()
  await inspect('invitation with an error')
  await page.fill('input[name=name]', 'Amina')
  await page.fill('input[name=password]', PASSWORD)
  await page.click('button[type=submit]')
  await page.locator('#content h1').waitFor()
  const user = await server.get(`/users/${String(invited.json['id'])}`, { as: 'admin' })
  assert.deepEqual([user.json['name'], user.json['status']], ['Amina', 'active'])
  await page.goto(url)
  await page.fill('input[name=password]', OTHER_PASSWORD)
  await page.click('button[type=submit]')
  await page.getByRole('alert').waitFor()
  await close()
})

test('a forgotten password: the request says nothing about the account, and the link sets a new password', LIMIT, async () => {
  const login = unique()
  const userId = await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, WIDE)
  await page.goto(admin('/sign-in'))
  await page.getByRole('link', { name: t('Forgotten your password?') }).click()
  await inspect('forgotten password')
  await page.fill('input[name=login]', 'nobody-of-this-name')
  await page.click('button[type=submit]')
  await page.getByText(t('If this account has an email address, a link is on its way. It works for 30 minutes.')).waitFor()
  await inspect('forgotten password, sent')
  const { url } = await createLink(server.app.database, { purpose: 'password-reset', userId, publicUrl: ORIGIN, now: systemClock.now() })
  await page.goto(url)
  await inspect('password reset')
  await page.fill('input[name=password]', OTHER_PASSWORD)
  await page.click('button[type=submit]')
  await page.locator('#content h1').waitFor()
  await close()
})

test('the second factor: a person turns it on, signs in with a code, and turns it off', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, WIDE)
  await page.goto(admin('/account'))
  await signIn(page, login)
  const section = page.getByRole('region', { name: t('Second factor') })
  await section.locator('input[name=current_password]').fill(PASSWORD)
  await section.getByRole('button', { name: t('Set up a second factor') }).click()
  const secret = (await section.locator('.secret').textContent())?.replaceAll(/\s/g, '') ?? ''
  const codes = new OTPAuth.TOTP({ secret })
  await section.locator('input[name=code]').fill('000000')
  await section.getByRole('button', { name: t('Turn on the second factor') }).click()
  await section.locator('input[name=code][aria-invalid=true]').waitFor()
  await section.locator('input[name=code]').fill(codes.generate())
  await section.getByRole('button', { name: t('Turn on the second factor') }).click()
  await section.getByRole('listitem').first().waitFor()
  const recovery = await section.getByRole('listitem').allTextContents()
  assert.ok(recovery.length >= 8, String(recovery.length))
  await inspect('recovery codes')
  await page.getByRole('button', { name: t('Sign out {login}', { login }) }).click()
  await signIn(page, login)
  await heading(page, t('One more step'))
  await inspect('second step')
  await page.fill('input[name=code]', recovery[0] ?? '')
  await page.click('button[type=submit]')
  await page.locator('#content h1').waitFor()
  await page.goto(admin('/account'))
  await section.locator('input[name=current_password]').fill(PASSWORD)
  await section.getByRole('button', { name: t('Turn off the second factor') }).click()
  await section.getByRole('button', { name: t('Set up a second factor') }).waitFor()
  await close()
})

test('a passkey: a person adds it, and signs in with it', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, WIDE)
  await addAuthenticator(await page.context().newCDPSession(page))
  await page.goto(admin('/account'))
  await signIn(page, login)
  const section = page.getByRole('region', { name: t('Passkeys') })
  await section.getByRole('button', { name: t('Add a passkey') }).click()
  await section.getByRole('button', { name: t('Remove') }).waitFor()
  await inspect('account with a passkey')
  await page.getByRole('button', { name: t('Sign out {login}', { login }) }).click()
  await page.getByRole('button', { name: t('Use a passkey') }).click()
  await page.locator('#content h1').waitFor()
  await close()
})

test('tokens: a person creates one, which works, and revokes it', LIMIT, async () => {
  const login = unique()
  await addPerson(server, login)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, NARROW)
  await page.goto(admin('/account'))
  await signIn(page, login)
  const section = page.getByRole('region', { name: t('Tokens') })
  await section.locator('input[name=label]').fill('Website')
  await section.getByRole('button', { name: t('Create a token') }).click()
  const secret = (await section.locator('code').textContent()) ?? ''
  const me = (): Promise<Response> => fetch(`${ORIGIN}/calendar/events/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  assert.equal(((await (await me()).json()) as { login: string }).login, login)
  await inspect('account with a token')
  await section.getByRole('button', { name: t('Revoke') }).click()
  await until('the token is revoked', 10_000, async () => (await me()).status === 401)
  await close()
})

test('an empty calendar: the link of the server leads to its first administrator', LIMIT, async (t) => {
  const database = await freshDatabase()
  const started = await startServer({ DATABASE_URL: database.url })
  t.after(async () => {
    await started.stop()
    await database.drop()
  })
  const link = (): string => /(\/admin\/first-administrator#[\w-]{43})/.exec(started.output())?.[1] ?? ''
  await until('the link is printed', 10_000, () => link() !== '')
  const { page, t: text, inspect, close } = await visit(browser, started.base, WIDE)
  await page.goto(`${started.base}/admin/first-administrator`)
  await page.getByText(/This address is not complete/).waitFor()
  await page.goto('about:blank')
  await page.goto(started.base + link())
  await heading(page, text('Make it yours'))
  await inspect('first administrator')
  await page.fill('input[name=name]', 'Jean Moreau')
  await page.fill('input[name=login]', 'jean')
  await page.fill('input[name=email]', 'jean@example.org')
  await page.fill('input[name=password]', PASSWORD)
  await page.click('button[type=submit]')
  await page.locator('#content h1').waitFor()
  await close()
})

test('the components have no barriers, in both directions of writing, light and dark', LIMIT, async () => {
  for (const view of [WIDE, NARROW, { language: 'sw', width: 768 }]) {
    const { page, t: text, inspect, close } = await visit(browser, ORIGIN, view)
    await page.goto(admin('/components'))
    await page.locator('h1').waitFor()
    await inspect(`components in ${view.language}`)
    await page.getByRole('button', { name: text('Open a dialog'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await inspect(`dialog in ${view.language}`)
    await close()
  }
})
