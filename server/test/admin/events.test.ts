// The list of events in a browser: finding, selecting, changing and undoing, by pointer and by keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, type Json } from '../support/server.ts'
import { textsOf } from './texts.ts'
import { eventually, signInAt } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
const day = (days: number): string => inDays(days).slice(0, 10)
const makeEvent = async (title: string, days: number, more: Json = {}): Promise<number> =>
  (await server.make('events', { title, start_date: `${day(days)} 10:00`, end_date: `${day(days)} 11:00`, ...more })).id
const read = async (id: number): Promise<Json> => (await server.get(`/events/${id}`, { as: 'admin' })).json
const statusOf = async (id: number): Promise<unknown> => (await read(id))['status']
const namesOf = (terms: unknown): string[] => (terms as { name: string }[]).map(({ name }) => name)

const signIn = (page: Page, login = 'amina'): Promise<void> => signInAt(page, `${ORIGIN}/admin/events`, login)
async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await barriers(page), [])
  assert.equal(await overflow(page), 0)
}
const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const undo = (page: Page, text: string): Promise<void> =>
  page.getByRole('alertdialog').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()

void test('an empty calendar offers the first event', async () => {
  const { page, complaints, close } = await watchedPage(browser, ORIGIN, { viewport: { width: 1440, height: 900 }, locale: 'en' })
  await signIn(page)
  assert.equal(await page.getByRole('link', { name: 'Add an event' }).getAttribute('href'), '/admin/events/new')
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
  await close()
})

/** The list renders only the rows on the screen. */
async function scroll(page: Page, to: 'start' | 'end'): Promise<void> {
  await page.evaluate(`scrollTo(0, ${to === 'start' ? 0 : 'document.body.scrollHeight'})`)
}

void test('events are found, changed in bulk and undone as one by pointer', async () => {
  const venue = (await server.make('venues', { venue: 'Harbor hall' })).id
  await server.make('categories', { name: 'Music' })
  const [piano, poetry] = [
    await makeEvent('Piano recital', 1, { status: 'draft' }),
    await makeEvent('Poetry night', 1, { status: 'draft', categories: ['Words'] }),
  ]
  const chess = await makeEvent('Chess in the park', 2, { venue })
  for (let number = 0; number < 50; number += 1) await makeEvent(`Dance class ${number}`, 3)
  const series = await makeEvent('Yoga', 4, { recurrence: { rules: ['FREQ=DAILY;COUNT=3'] } })
  const { page, complaints, close } = await watchedPage(browser, ORIGIN, { viewport: { width: 1440, height: 900 }, locale: 'en' })
  await signIn(page)
  await page.getByRole('link', { name: 'Drafts 2' }).click()
  await page.getByRole('link', { name: 'All 56' }).click()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('Showing 56 of 56').waitFor()
  await scroll(page, 'end')
  await rowOf(page, 'Yoga').first().getByText('3 dates').waitFor()
  await assertAccessible(page)
  await scroll(page, 'start')

  await rowOf(page, 'Piano recital').locator('label').click()
  await rowOf(page, 'Poetry night').locator('label').click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('2 events published.').waitFor()
  assert.deepEqual([await statusOf(piano), await statusOf(poetry)], ['publish', 'publish'])
  await undo(page, '2 events published.')
  await eventually(async () => [await statusOf(piano), await statusOf(poetry)], ['draft', 'draft'])

  await rowOf(page, 'Piano recital').locator('label').click()
  await rowOf(page, 'Poetry night').locator('label').click()
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByRole('option', { name: 'Music' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('option', { name: 'Music' }).click()
  await page.getByText('2 events added to “Music”.').waitFor()
  assert.deepEqual(namesOf((await read(poetry))['categories']), ['Music', 'Words'])
  await undo(page, '2 events added to “Music”.')
  await eventually(async () => namesOf((await read(poetry))['categories']), ['Words'])

  await page.getByRole('button', { name: 'More for “Piano recital”' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await eventually(() => statusOf(piano), 'trash')
  await eventually(() => page.evaluate('document.activeElement?.textContent?.includes("Poetry night")'), true)
  await undo(page, '“Piano recital” moved to trash.')
  await eventually(() => statusOf(piano), 'draft')

  await scroll(page, 'end')
  await page.getByRole('button', { name: 'More for “Yoga”' }).first().click()
  await page.getByRole('menuitem', { name: 'Leave out this date' }).click()
  const dates = async (): Promise<unknown> => ((await read(series))['occurrences'] as Json)['total']
  await eventually(dates, 2)
  await undo(page, 'left out.')
  await eventually(dates, 3)

  await page.getByRole('button', { name: 'Venue', exact: true }).click()
  await page.getByRole('option', { name: 'Harbor hall' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Showing 1 of 1').waitFor()
  assert.equal(new URL(page.url()).search, `?venue=${venue}`)
  await page.getByRole('button', { name: 'More for “Chess in the park”' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByText('Showing 2 of 2').waitFor()
  await page.reload()
  await page.getByText('Showing 2 of 2').waitFor()
  assert.equal(await statusOf(chess), 'publish')

  await page.getByRole('searchbox').fill('chesss')
  await page.getByRole('heading', { name: 'No events match “chesss”' }).waitFor()
  await page.getByRole('link', { name: 'Did you mean “Chess”?' }).click()
  await page.getByText('Showing 2 of 2').waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'Chess')
  await page.getByRole('searchbox').fill('pottrey')
  await page.getByRole('heading', { name: 'No events match “pottrey”' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Clear everything' }).click()
  await rowOf(page, 'Piano recital').waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
  assert.deepEqual(complaints, [])
  await close()
})

void test('events are found, selected, published and moved to the trash by keyboard, on a phone in Arabic', async () => {
  const t = textsOf('ar')
  const [reading, singing] = [
    await makeEvent('Reading circle', 10, { status: 'draft' }),
    await makeEvent('Singing circle', 11, { status: 'draft' }),
  ]
  const { page, complaints, close } = await watchedPage(browser, ORIGIN, { viewport: { width: 390, height: 844 }, locale: 'ar' })
  await signIn(page)
  await page.getByRole('row').first().waitFor()
  await assertAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('circle')
  await page.waitForURL('**/events?search=circle')
  await eventually(
    () =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link') })
        .count(),
    2,
  )
  const isInGrid = (): Promise<unknown> => page.evaluate('document.activeElement?.closest("[role=grid]") !== null')
  for (let presses = 0; presses < 12 && !(await isInGrid()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.getByText(t('{count} selected', { count: 2 })).waitFor()
  await assertAccessible(page)
  const isInBar = (): Promise<unknown> => page.evaluate('document.activeElement?.closest("[role=toolbar]") !== null')
  for (let presses = 0; presses < 12 && !(await isInBar()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventually(async () => [await statusOf(reading), await statusOf(singing)], ['publish', 'publish'])
  // Focus has returned to the first of the rows.
  await eventually(() => page.evaluate('document.activeElement?.textContent?.includes("Reading circle")'), true)
  await page.keyboard.press('#')
  await eventually(() => statusOf(reading), 'trash')
  await eventually(() => page.evaluate('document.activeElement?.textContent?.includes("Singing circle")'), true)
  // F6 leads to the messages, the newest of which undoes the last change.
  await page.keyboard.press('F6')
  const focusedText = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent')
  for (let presses = 0; presses < 8 && (await focusedText()) !== t('Undo'); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventually(() => statusOf(reading), 'publish')
  assert.deepEqual(complaints, [])
  await close()
})

void test('writes that are refused are reported beside those that took effect', async () => {
  const id = await addPerson(server, 'juma', 'contributor')
  const own = await makeEvent('Own draft of Juma', 12, { status: 'draft', author: id })
  const published = await makeEvent('Published talk of Juma', 12, { author: id })
  const { page, complaints, close } = await watchedPage(browser, ORIGIN, { viewport: { width: 768, height: 900 }, locale: 'en' })
  await signIn(page, 'juma')
  await page.getByRole('searchbox').fill('juma')
  await page.getByText('Showing 2 of 2').waitFor()
  for (const title of ['Own draft of Juma', 'Published talk of Juma']) {
    await page.getByRole('button', { name: `More for “${title}”` }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
  }
  assert.equal(await page.getByRole('button', { name: 'Publish', exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText('1 event moved to trash. 1 event was not changed:').waitFor()
  await rowOf(page, 'Published talk of Juma').waitFor()
  assert.deepEqual([await statusOf(own), await statusOf(published)], ['trash', 'publish'])
  await page.getByRole('link', { name: 'Trash 1' }).click()
  await page.getByRole('button', { name: 'More for “Own draft of Juma”' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await eventually(() => statusOf(own), 'draft')
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
  await close()
})

void test('the list keeps its rows while a new search fails, and loads again on request', async () => {
  const { page, close } = await watchedPage(browser, ORIGIN, { viewport: { width: 1440, height: 900 }, locale: 'en' })
  await signIn(page)
  await page.getByRole('row').first().waitFor()
  await page.route('**/events/v1/events?*', (route) => route.abort())
  await page.reload()
  await page.getByRole('heading', { name: 'We can’t reach the calendar' }).waitFor()
  await assertAccessible(page)
  await page.unroute('**/events/v1/events?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('row').first().waitFor()
  await close()
})
