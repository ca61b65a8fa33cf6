// Job 9 of the admin: administrators look after people, webhooks, settings, the health of the server and its security log, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { GROUP_STARTS } from '../../../admin/src/screens/run/setting-groups.ts'
import { SETTING_GROUPS } from '../../src/config.ts'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, unique, type Json } from '../support/server.ts'
import { startReceiver, type Answer } from '../webhooks/receiver.ts'
import { begin, journey, type JourneyView, type Person } from './journey.ts'
import { eventually, signInAt } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const receiver = await startReceiver()
const server = await testServer({
  PORT: String(port),
  PUBLIC_URL: ORIGIN,
  CALENDAR_NAME: 'Town',
  WEBHOOK_HTTP: 'true',
  WEBHOOK_TIME_SCALE: '1000',
  EGRESS_ALLOW: `127.0.0.1:${receiver.port}`,
})
const browser = await openBrowser()
const chief = await addPerson(server, 'chief', 'administrator')
await addPerson(server, 'amina', 'editor')

async function enter(view: JourneyView, path = '/account', login = 'chief'): Promise<Person> {
  const someone = await begin(browser, ORIGIN, view)
  await signInAt(someone.page, `${ORIGIN}/admin${path}`, login)
  return someone
}
/** Follows a link of the navigation. On a phone, it is behind a button. */
async function goTo({ page, t, press }: Person, label: string): Promise<void> {
  const more = page.getByRole('button', { name: t('More'), exact: true })
  if (await more.isVisible()) await press(more)
  await press(page.getByRole('link', { name: label, exact: true }))
  await page.getByRole('heading', { level: 1, name: label }).waitFor()
}
const user = async (login: string): Promise<Json> => {
  const { json } = await server.get(`/users?search=${login}`, { as: 'admin' })
  return (json['users'] as Json[] | undefined)?.find((each) => each['login'] === login) ?? {}
}
const userIs = (login: string, key: string, value: unknown): Promise<void> => eventually(async () => (await user(login))[key], value)
/** Chooses a command in the menu of a row. */
async function command({ page, t, press }: Person, title: string, name: string): Promise<void> {
  await press(page.getByRole('button', { name: t('More for “{title}”', { title }), exact: true }))
  await press(page.getByRole('menuitem', { name, exact: true }))
}
const choose = async ({ press, page }: Person, field: Locator, option: string): Promise<void> => {
  await press(field)
  await press(page.getByRole('option', { name: option, exact: true }))
}

journey('people are invited, changed, disabled and deleted', 'pointer', async (view) => {
  const someone = await enter(view)
  const { page, t, press, write, inspect, close } = someone
  const dialog = page.getByRole('dialog')
  const login = unique()
  await goTo(someone, t('People'))
  await page.getByRole('button', { name: 'amina', exact: true }).waitFor()
  await inspect('people')

  await press(page.getByRole('button', { name: t('Invite a person'), exact: true }))
  await write(dialog.locator('input[name=login]'), 'amina')
  await write(dialog.locator('input[name=email]'), `${login}@example.org`)
  await choose(someone, dialog.getByRole('button', { name: t('Role') }), t('Editor'))
  await press(dialog.getByRole('button', { name: t('Invite'), exact: true }))
  await dialog.getByRole('alert').waitFor()
  await inspect('an invitation with a login that is taken')
  await write(dialog.locator('input[name=login]'), login)
  await press(dialog.getByRole('button', { name: t('Invite'), exact: true }))
  assert.match((await dialog.locator('code').textContent()) ?? '', /\/admin\/invitation#[\w-]{43}$/)
  await inspect('an invitation')
  await press(dialog.getByRole('button', { name: t('Done'), exact: true }))
  const { role, status, email } = await user(login)
  assert.deepEqual([role, status, email], ['editor', 'invited', `${login}@example.org`])

  await press(page.getByRole('button', { name: login, exact: true }))
  await write(dialog.locator('input[name=name]'), `Amina ${login}`)
  await choose(someone, dialog.getByRole('button', { name: t('Role') }), t('Author'))
  await inspect('a change of the role')
  await press(dialog.getByRole('button', { name: t('Save'), exact: true }))
  await userIs(login, 'name', `Amina ${login}`)
  await userIs(login, 'role', 'author')

  await command(someone, `Amina ${login}`, t('Disable and sign out'))
  await userIs(login, 'status', 'disabled')
  await press(page.getByRole('alertdialog').getByRole('button', { name: t('Undo') }))
  await userIs(login, 'status', 'invited')
  await close()
})

journey('the last administrator stays, and somebody takes over the events of a person who is deleted', 'pointer', async (view) => {
  const login = unique()
  const leaving = await addPerson(server, login, 'author')
  const event = await server.make('events', { title: 'Reading', start_date: inDays(3), end_date: inDays(3), author: leaving })
  const someone = await enter(view, '/users')
  const { page, t, press, inspect, close } = someone
  const dialog = page.getByRole('dialog')
  await command(someone, login, t('Delete for good'))
  await dialog.getByText(t('{name} takes over the events, venues and pictures of this person.', { name: 'chief' })).waitFor()
  await inspect('the deletion of a person')
  await press(dialog.getByRole('button', { name: t('Delete for good'), exact: true }))
  await eventually(async () => (await server.get(`/users/${leaving}`, { as: 'admin' })).status, 404)
  assert.equal((await server.get(`/events/${event.id}`, { as: 'admin' })).json['author'], chief)

  // The token of the test belongs to the other administrator, so it works again after the journey has enabled the account.
  await command(someone, 'admin', t('Disable and sign out'))
  await page.getByText(t('Disabled')).nth(1).waitFor()
  await press(page.getByRole('button', { name: 'chief', exact: true }))
  await choose(someone, dialog.getByRole('button', { name: t('Role') }), t('Editor'))
  await press(dialog.getByRole('button', { name: t('Save'), exact: true }))
  await dialog.getByRole('alert').waitFor()
  await inspect('the last administrator')
  await press(dialog.getByRole('button', { name: t('Cancel'), exact: true }))
  await command(someone, 'admin', t('Enable'))
  await userIs('admin', 'status', 'active')
  assert.equal((await user('chief'))['role'], 'administrator')
  await close()
})

const FINE: Answer = (_, reply) => void reply.writeHead(200).end('thank you')
const GONE: Answer = (_, reply) => void reply.writeHead(410).end('gone')
const sentAs = (id: unknown): number => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length

journey('a webhook is added, switched off by its receiver, repaired, and gets its messages again', 'pointer', async (view) => {
  receiver.answer = FINE
  for (const each of (await server.get('/webhooks', { as: 'admin' })).json['webhooks'] as Json[])
    await server.remove(`/webhooks/${String(each['id'])}`, { as: 'admin' })
  const someone = await enter(view)
  const { page, t, press, write, inspect, close } = someone
  const dialog = page.getByRole('dialog')
  await goTo(someone, t('Webhooks'))
  await page.getByText(t('No webhooks yet')).waitFor()
  await inspect('no webhooks')
  await press(page.getByRole('button', { name: t('New webhook'), exact: true }))
  await write(dialog.locator('input[name=url]'), 'nowhere')
  await press(dialog.getByRole('button', { name: t('Add the webhook'), exact: true }))
  await dialog.locator('input[name=url][aria-invalid=true]').waitFor()
  await inspect('a webhook with a wrong address')
  await write(dialog.locator('input[name=url]'), receiver.url)
  await write(dialog.locator('input[name=description]'), 'Website')
  await press(dialog.locator('label.switch').filter({ hasText: t('Send all changes') }))
  await press(
    dialog
      .getByRole('group', { name: t('Events') })
      .locator('label')
      .filter({ hasText: t('Removed') }),
  )
  await inspect('a choice of changes')
  await press(dialog.getByRole('button', { name: t('Add the webhook'), exact: true }))
  await dialog.getByText(/^whsec_/).waitFor()
  await inspect('the secret of a webhook')
  await press(dialog.getByRole('button', { name: t('I have kept it'), exact: true }))
  await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor()
  const id = Number(page.url().split('/').at(-1))
  const webhook = async (): Promise<Json> => (await server.get(`/webhooks/${id}`, { as: 'admin' })).json
  assert.deepEqual((await webhook())['events'], ['event.created', 'event.updated'])
  const deliveries = async (state: string): Promise<Json[]> =>
    (await server.get(`/webhooks/${id}/deliveries?state=${state}`, { as: 'admin' })).json['deliveries'] as Json[]

  await press(page.getByRole('button', { name: t('Send a test message'), exact: true }))
  await eventually(async () => (await deliveries('delivered')).length, 1)
  const tested = (await deliveries('delivered'))[0]?.['message_id']
  await press(page.getByRole('button', { name: t('Send again'), exact: true }))
  await eventually(async () => sentAs(tested), 2)
  await press(page.locator('summary').first())
  await page.locator('pre').getByText('thank you').waitFor()
  await inspect('a message that was delivered')

  receiver.answer = GONE
  await server.make('events', { title: 'Fair', start_date: inDays(3), end_date: inDays(4), status: 'publish' })
  await eventually(async () => (await webhook())['inactive_reason'], 'gone')
  await page.getByText('410').first().waitFor()
  await page.getByRole('button', { name: t('Switch on'), exact: true }).waitFor()
  await inspect('a webhook that was switched off')
  const failed = (await deliveries('failed'))[0]?.['message_id']
  receiver.answer = FINE
  await press(page.getByRole('button', { name: t('Switch on'), exact: true }))
  await eventually(async () => (await webhook())['active'], true)
  await press(page.getByRole('button', { name: t('Send {count} failed messages again', { count: 1 }) }))
  await eventually(async () => (await deliveries('failed')).length, 0)
  await eventually(async () => sentAs(failed), 2)

  await command(someone, 'Website', t('Delete for good'))
  await dialog.getByText(t('Delete this webhook?')).waitFor()
  await inspect('the deletion of a webhook')
  await press(dialog.getByRole('button', { name: t('Delete for good'), exact: true }))
  await page.getByText(t('No webhooks yet')).waitFor()
  await close()
})

journey('settings, findings and the security log are read', 'pointer', async (view) => {
  const someone = await enter(view)
  const { page, t, press, write, inspect, close } = someone
  await goTo(someone, t('Settings'))
  const setting = (name: string): Locator => page.locator('.setting').filter({ has: page.getByText(name, { exact: true }) })
  await setting('DATABASE_URL').getByText(t('Hidden')).waitFor()
  assert.equal((await page.content()).includes(server.database_url), false)
  await inspect('settings')
  await write(page.getByRole('searchbox'), 'CALENDAR_NAME')
  await setting('CALENDAR_NAME').getByText('Town').waitFor()
  await setting('DATABASE_URL').waitFor({ state: 'detached' })

  await goTo(someone, t('Health check'))
  await page.getByText('time-zone data', { exact: true }).waitFor()
  await inspect('findings')
  await press(page.getByRole('button', { name: t('Check again'), exact: true }))

  await goTo(someone, t('Security log'))
  await page.getByText(t('Signed in'), { exact: true }).first().waitFor()
  await inspect('security log')
  await press(page.getByRole('button', { name: t('Kind of entry'), exact: true }))
  await write(page.getByRole('searchbox'), t('Signed in'))
  await press(page.getByRole('option', { name: t('Signed in'), exact: true }))
  await press(page.getByRole('button', { name: t('Person'), exact: true }))
  await press(page.getByRole('option', { name: 'chief', exact: true }))
  await page.waitForURL(new RegExp(`user=${chief}`))
  assert.match(page.url(), /action=signed/)
  await eventually(async () => [...new Set(await page.locator('.log-entry b').allTextContents())], [t('Signed in')])
  await inspect('security log with filters')
  await close()
})

journey('editors do not see the screens for administrators', 'pointer', async (view) => {
  const { page, t, inspect, close } = await enter(view, '/users', 'amina')
  await page.getByText(t('This screen is for administrators only.')).waitFor()
  assert.equal(await page.getByRole('link', { name: t('Webhooks'), exact: true }).count(), 0)
  await inspect('a screen for administrators')
  await close()
})

test('the groups of settings are those of the documentation', () => {
  const starts = Object.values(SETTING_GROUPS).map((group) => Object.keys(group)[0])
  assert.deepEqual(Object.keys(GROUP_STARTS), starts)
})
