// The month of the widget: counts of days, the keyboard, and the selected day, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'
import { openHostSite, textsIn, untilShown } from './host-page.ts'

// Dates in other zones fall on other days there. The API decides by the zone of the calendar.
const server = await testServer({ SITE_TIMEZONE: 'Europe/Paris', PER_PAGE_MAX: '20' })
const host = await openHostSite()
const browser = await openBrowser()
const head = `<script type="module" src="${server.base}/embed.js"></script>`

const makeEvent = (title: string, start_date: string, end_date: string, more = {}) =>
  server.make('events', { title, status: 'publish', start_date, end_date, ...more })
await makeEvent('Concert', '2027-05-12 20:00', '2027-05-12 22:00')
await makeEvent('Party', '2027-05-12 22:00', '2027-05-13 03:00')
await makeEvent('Until midnight', '2027-05-14 22:00', '2027-05-15 00:00')
await makeEvent('Exhibition', '2027-04-20 10:00', '2027-05-06 18:00')
await makeEvent('In Lima', '2027-05-20 20:00', '2027-05-20 21:00', { timezone: 'America/Lima' })
await makeEvent('All day in Lima', '2027-05-22 00:00', '2027-05-23 00:00', { timezone: 'America/Lima', all_day: true })
for (let i = 1; i <= 30; i += 1) await makeEvent(`Course ${i}`, '2027-05-25 10:00', '2027-05-25 11:00')

const open = async (body: string, language = 'en') => {
  const watched = await watchedPage(browser, server.base)
  await watched.page.goto(host.add({ body, head, language, direction: language === 'ar' ? 'rtl' : 'ltr' }))
  await untilShown(watched.page)
  return watched
}
const focusedDay = (page: Page): Promise<string | undefined> =>
  page.evaluate(`document.querySelector('kalends-month').shadowRoot.activeElement?.dataset.day`)
const titles = (page: Page): Promise<string[]> => textsIn(page, 'kalends-month', '.title')

test('every day has the number of events that the API lists for it', async () => {
  const { page, complaints, close } = await open('<kalends-month date="2027-05"></kalends-month>')
  const labels = await page.evaluate<[string, string, boolean][]>(
    `[...document.querySelector('kalends-month').shadowRoot.querySelectorAll('.day')].map((day) => [day.dataset.day, day.ariaLabel, day.classList.contains('busy')])`,
  )
  assert.equal(labels.length, 42)
  for (const [day, label, isBusy] of labels) {
    const { json } = await server.get(`/events?from=${day}&to=${day}&per_page=1`)
    const total = Number(json['total'])
    assert.ok(label.endsWith(total === 1 ? ', 1 event' : `, ${total} events`), `${day}: ${label}, not ${total}`)
    assert.equal(isBusy, total > 0, day)
  }
  assert.match(labels.find(([day]) => day === '2027-05-12')?.[1] ?? '', /^Wednesday,? 12 May, 2 events$/)
  assert.deepEqual(complaints, [])
  await close()
})

test('days after the last counted event are marked without a number', async () => {
  for (let i = 1; i <= 70; i += 1) await makeEvent(`Fair ${i}`, '2027-08-10 10:00', '2027-08-10 11:00')
  for (let i = 1; i <= 40; i += 1) await makeEvent(`Market ${i}`, '2027-08-11 10:00', '2027-08-11 11:00')
  const { page, close } = await open('<kalends-month date="2027-08-10"></kalends-month>')
  const label = (day: string): Promise<string | null> => page.locator(`[data-day="${day}"]`).getAttribute('aria-label')
  assert.match((await label('2027-08-10')) ?? '', /, 70 events$/)
  assert.doesNotMatch((await label('2027-08-12')) ?? '', /event/)
  assert.ok((await page.locator('[data-day="2027-08-12"]').getAttribute('class'))?.includes('busy'))
  assert.deepEqual(await textsIn(page, 'kalends-month', '.more'), ['65 more events'])
  await close()
})

test('it is a table with a heading for each column, and one day in the tab order', async () => {
  const { page, close } = await open('<kalends-month date="2027-05-12"></kalends-month>')
  assert.equal(await page.getByRole('grid', { name: 'May 2027' }).count(), 1)
  assert.equal(await page.getByRole('columnheader').count(), 7)
  assert.equal(await page.getByRole('columnheader', { name: 'Monday' }).count(), 1)
  assert.equal(await page.locator('[data-day][tabindex="0"]').count(), 1)
  assert.equal(await page.getByRole('gridcell', { selected: true }).count(), 1)
  assert.deepEqual(await titles(page), ['Concert', 'Party'])
  await close()
})

test('the arrow keys, Home, End, Page Up and Page Down move the focus, and Enter and Space select', async () => {
  const { page, complaints, close } = await open('<kalends-month date="2027-05-12"></kalends-month>')
  await page.locator('[data-day="2027-05-12"]').focus()
  for (const [key, day] of [
    ['ArrowRight', '2027-05-13'],
    ['ArrowLeft', '2027-05-12'],
    ['ArrowDown', '2027-05-19'],
    ['ArrowUp', '2027-05-12'],
    ['Home', '2027-05-10'],
    ['End', '2027-05-16'],
    ['PageDown', '2027-06-16'],
    ['PageUp', '2027-05-16'],
    ['PageUp', '2027-04-16'],
    ['PageDown', '2027-05-16'],
  ] as const) {
    await page.keyboard.press(key)
    await page.locator(`[data-day="${day}"]:focus`).waitFor()
    assert.equal(await focusedDay(page), day, key)
  }
  await untilShown(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.locator('td[aria-selected="true"] [data-day="2027-05-09"]').waitFor()
  assert.deepEqual(await titles(page), [])
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.locator('td[aria-selected="true"] [data-day="2027-05-12"]').waitFor()
  await page.getByText('Concert').waitFor()
  assert.deepEqual(await titles(page), ['Concert', 'Party'])
  assert.equal(await focusedDay(page), '2027-05-12')
  // The focus leaves the table with one key.
  await page.keyboard.press('Tab')
  assert.equal(await focusedDay(page), undefined)
  assert.deepEqual(complaints, [])
  await close()
})

test('in a language that is written from right to left, the arrow keys follow what is seen', async () => {
  const { page, close } = await open('<kalends-month date="2027-05-12"></kalends-month>', 'ar')
  await page.locator('[data-day="2027-05-12"]').focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-day="2027-05-13"]:focus').waitFor()
  const position = async (day: string): Promise<number> => (await page.locator(`[data-day="${day}"]`).boundingBox())?.x ?? 0
  assert.ok((await position('2027-05-13')) < (await position('2027-05-12')))
  await close()
})

test('the buttons change the month with the mouse and with the keyboard, and keep the focus', async () => {
  const { page, close } = await open('<kalends-month date="2027-05-12"></kalends-month>')
  const heading = page.locator('kalends-month .heading')
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByText('June 2027').waitFor()
  await page.getByRole('button', { name: 'Previous month' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('May 2027').waitFor()
  await page.keyboard.press('Space')
  await page.getByText('April 2027').waitFor()
  assert.equal(await heading.textContent(), 'April 2027')
  assert.equal(await page.locator('[data-month]:focus').getAttribute('aria-label'), 'Previous month')
  await close()
})

test('a click on a day of another month shows that month, and a click with a modifier key opens the page of the day', async () => {
  const { page, close } = await open('<kalends-month date="2027-05-12"></kalends-month>')
  await page.locator('[data-day="2027-06-01"]').click()
  await page.getByText('June 2027').waitFor()
  assert.equal(await focusedDay(page), '2027-06-01')
  const popup = page.context().waitForEvent('page')
  await page.locator('[data-day="2027-06-02"]').click({ modifiers: ['ControlOrMeta'] })
  await (await popup).waitForURL('**/en/embed/month?date=2027-06-02')
  assert.equal(await page.locator('td[aria-selected="true"] [data-day="2027-06-01"]').count(), 1)
  await close()
})
