// Job 7 of the admin: people see what changed in an event, restore a version, and undo a change, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { eventually, signInAt, tabTo, visit, type Visitor } from './visitor.ts'

/** Requests for the history, as opposed to the address of the screen. */
const REQUESTS = /\/v1\/events\/\d+\/history/
const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Lyon Agenda' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
await addPerson(server, 'karim', 'contributor')

const STORY = {
  title: 'Story hour',
  description: '<p>For children from 4 to 8.</p><p>We read in <b>French</b>.</p>',
  start_date: '2027-02-04 10:30',
  end_date: '2027-02-04 11:15',
}
const makeStory = async (): Promise<number> => (await server.make('events', STORY)).id
const change = (id: number, body: Json, language = 'en') => server.patch(`/events/${id}?i18n_language=${language}`, body, { as: 'admin' })
const titleOf = async (id: number): Promise<unknown> => (await server.get(`/events/${id}`, { as: 'admin' })).json['title']
const eventuallyTitled = (id: number, title: string): Promise<void> => eventually(() => titleOf(id), title)

interface Visit {
  readonly login?: string
  readonly language?: string
  readonly width?: number
}
/** Opens a screen as a person who signs in first. */
async function openScreen(path: string, { login = 'amina', language = 'en', width = 1440 }: Visit = {}): Promise<Visitor> {
  const visitor = await visit(browser, ORIGIN, { language, width })
  await signInAt(visitor.page, `${ORIGIN}/admin${path}`, login)
  return visitor
}
const rowOf = (page: Page, version: number): Locator => page.locator(`[role=row][data-key="${version}"]`)
const readVersion = (page: Page): Promise<void> => page.locator('#version-title:focus').waitFor()
const changed = (page: Page, field: string): Locator => page.locator('dl > div').filter({ has: page.getByText(field, { exact: true }) })
const undoInMessage = (page: Page, text: string, label: string): Promise<void> =>
  page.getByRole('alertdialog').filter({ hasText: text }).getByRole('button', { name: label }).click()

test('history: a version is restored and a change is undone by pointer', LIMIT, async () => {
  const id = await makeStory()
  await change(id, { title: 'Story time', description: STORY.description.replace('4 to 8', '3 to 8') })
  const venue = (await server.make('venues', { venue: 'Harbor hall' })).id
  await change(id, { title: 'Story evening', venue, start_date: '2027-02-04 18:30', end_date: '2027-02-04 19:15', featured: true })
  const { page, t, inspect, close } = await openScreen(`/events/${id}`)
  await page.getByRole('link', { name: t('All changes') }).click()
  await page.getByRole('heading', { level: 1, name: t('History') }).waitFor()
  await page.getByRole('row').nth(2).waitFor()
  await changed(page, t('Venue')).getByText('Harbor hall').waitFor()
  assert.equal(await changed(page, t('Feature on the first page')).locator('ins').textContent(), t('Yes'))
  assert.match((await changed(page, t('Start')).locator('ins').textContent()) ?? '', /2027.*18:30/)
  await inspect('the newest version')

  await rowOf(page, 2).click()
  await readVersion(page)
  const title = changed(page, t('{field} ({language})', { field: t('Title'), language: 'English' }))
  assert.deepEqual([await title.locator('del').allTextContents(), await title.locator('ins').allTextContents()], [['hour'], ['time']])
  const text = changed(page, t('{field} ({language})', { field: t('Text'), language: 'English' }))
  assert.equal(await text.locator('p').first().textContent(), 'For children from 43 to 8.\nWe read in French.')
  await page.getByRole('button', { name: t('Undo this change') }).click()
  await page.getByRole('alert').getByText('Some records were changed after this change.').waitFor()
  assert.equal(await titleOf(id), 'Story evening')
  await inspect('an undo that collides')

  await rowOf(page, 1).click()
  await page.waitForURL(/version=1$/)
  await readVersion(page)
  await page.getByRole('button', { name: t('Restore this version') }).click()
  await page.waitForURL(/version=4$/)
  await readVersion(page)
  assert.equal(await titleOf(id), 'Story hour')
  await inspect('a restored version')
  await undoInMessage(page, 'is restored.', t('Undo'))
  await eventuallyTitled(id, 'Story evening')

  await rowOf(page, 5).waitFor()
  await rowOf(page, 3).click()
  await page.waitForURL(/version=3$/)
  await readVersion(page)
  await page.getByRole('button', { name: t('Undo this change') }).click()
  await page.getByText(t('The change is undone.')).waitFor()
  assert.equal(await titleOf(id), 'Story time')
  await close()
})

test('history: a version is read and restored by keyboard, in Arabic on a phone', LIMIT, async () => {
  const id = await makeStory()
  await change(id, { title: 'ساعة الحكايات' }, 'ar')
  await change(id, { title: 'Story evening', status: 'draft' })
  const { page, t, inspect, close } = await openScreen(`/events/${id}/history`, { language: 'ar', width: 390 })
  await rowOf(page, 3).waitFor()
  assert.equal(await page.locator('#version-title').isVisible(), false)
  await inspect('the list')
  await tabTo(page, '[role=row]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.locator('[role=row][data-key="1"]:focus').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/version=2$/)
  await readVersion(page)
  assert.equal(await rowOf(page, 2).isVisible(), false)
  const arabic = page.locator('dd [lang=ar] ins')
  assert.equal(await arabic.first().textContent(), 'ساعة الحكايات')
  await inspect('a version')
  await tabTo(page, 'button[name=restore]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/version=4$/)
  await readVersion(page)
  await eventuallyTitled(id, 'Story hour')
  await inspect('a restored version')
  // The skip link is the first element of the page.
  await page.locator('a[href="#content"]').focus()
  await tabTo(page, 'a[href$="/history"]')
  await page.keyboard.press('Enter')
  await page.locator('[role=row][data-key="4"]:focus').waitFor()
  await page.getByText(t('Current version')).waitFor()
  // F6 leads to the messages.
  await page.keyboard.press('F6')
  const focusedText = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent')
  for (let presses = 0; presses < 8 && (await focusedText()) !== t('Undo'); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventuallyTitled(id, 'Story evening')
  await close()
})

test('history: an event with one version, a version on a later page, and a history that does not load', LIMIT, async () => {
  const id = await makeStory()
  const { page, t, inspect, close } = await openScreen(`/events/${id}/history`, { width: 1024 })
  await page.getByText(t('Showing {shown} of {total}', { shown: 1, total: 1 })).waitFor()
  await page.getByText(t('The event has not been changed since it was written.')).waitFor()
  assert.equal(await page.getByRole('button', { name: t('Restore this version') }).count(), 0)
  await inspect('one version')
  for (let number = 0; number < 21; number += 1) await change(id, { cost: `€${number + 1}` })
  await page.goto(`${ORIGIN}/admin/events/${id}/history`)
  await page.getByText(t('Showing {shown} of {total}', { shown: 20, total: 22 })).waitFor()
  await page.goto(`${ORIGIN}/admin/events/${id}/history?version=2`)
  await page.getByText(t('Showing {shown} of {total}', { shown: 22, total: 22 })).waitFor()
  await page.locator('#version-title').waitFor()
  assert.equal(await changed(page, t('Cost')).locator('ins').textContent(), '€1')
  await page.goto(`${ORIGIN}/admin/events/${id}/history?version=99`)
  await page.getByText(t('The history does not have this version. Choose another one.')).waitFor()
  await inspect('a version that does not exist')
  await page.route(REQUESTS, (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: t('Try again') }).waitFor()
  await inspect('a history that does not load')
  await page.unroute(REQUESTS)
  await page.getByRole('button', { name: t('Try again') }).click()
  await rowOf(page, 22).waitFor()
  await close()
})

test('history: people who may not change an event do not see its history', LIMIT, async () => {
  const id = await makeStory()
  const { page, inspect, close } = await openScreen(`/events/${id}/history`, { login: 'karim' })
  await page.getByRole('alert').getByText('You do not have permission to perform this operation.').waitFor()
  await inspect('a history that is not shown')
  assert.equal(await page.getByRole('row').count(), 0)
  await close()
})
