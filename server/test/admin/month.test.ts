// The month view in a browser: finding, filtering and adding events, by pointer and by keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { until } from '../faults/launch.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { eventually, signInAt, tabTo, visit } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, SITE_TIMEZONE: 'Europe/Paris' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')

const MONTH = `${ORIGIN}/admin/events/month?month=2027-11`
const makeEvent = async (title: string, start: string, end: string, more: Json = {}): Promise<number> =>
  (await server.make('events', { title, start_date: `2027-11-${start}`, end_date: `2027-11-${end}`, ...more })).id
const music = (await server.make('categories', { name: 'Music', color: 'violet' })).id
await makeEvent('Autumn fair', '05 10:00', '09 18:00')
await makeEvent('Jazz at night', '12 22:00', '13 02:00')
// On the clocks of the calendar, this is the morning of the same day.
const quartet = await makeEvent('String quartet', '19 18:00', '19 19:00', { timezone: 'Pacific/Auckland', categories: ['Music'] })
await makeEvent('Piano recital', '19 19:00', '19 20:00', { status: 'draft' })
await makeEvent('Chess in the park', '19 20:00', '19 21:00', { event_status: 'cancelled' })
for (const hour of [10, 11, 12, 13, 14, 15]) await makeEvent(`Talk at ${hour}`, `26 ${hour}:00`, `26 ${hour}:30`)

const signIn = (page: Page): Promise<void> => signInAt(page, `${ORIGIN}/admin/events`, 'amina')
const attributeOfFocus = (page: Page, name: string): Promise<string | null> =>
  page.evaluate<string | null>(`document.activeElement?.getAttribute(${JSON.stringify(name)}) ?? null`)
/** Waits until the focus is on a day, because the view may load another month first. */
const reachDay = (page: Page, day: string): Promise<number> =>
  until(`the focus is on ${day}`, 10_000, async () => (await attributeOfFocus(page, 'data-day')) === day)
const reachToday = (page: Page): Promise<number> =>
  until('the focus is on today', 10_000, async () => (await attributeOfFocus(page, 'aria-current')) === 'date')

test('month: events are found, filtered and added by pointer', LIMIT, async () => {
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  await signIn(page)
  await page
    .getByRole('group', { name: t('View') })
    .getByRole('link', { name: t('Month') })
    .click()
  await page.waitForURL('**/admin/events/month')
  const navigation = page.getByRole('navigation', { name: t('Main navigation') })
  // The address changes before the screen does.
  const current = (name: string) => navigation.getByRole('link', { name: t(name) }).getAttribute('aria-current')
  await eventually(() => current('Month'), 'page')
  await eventually(() => current('Events'), null)

  await page.goto(MONTH)
  await page.getByRole('heading', { level: 1, name: 'November 2027' }).waitFor()
  const cell = (name: RegExp) => page.getByRole('gridcell', { name })
  await cell(/^Friday,? 19 November 2027, 3 events$/).waitFor()
  await cell(/^Friday,? 12 November 2027, 1 event$/).waitFor()
  await cell(/^Saturday,? 13 November 2027, 0 events$/).waitFor()
  await cell(/^Sunday,? 7 November 2027, 1 event$/).waitFor()
  assert.equal(await page.getByRole('columnheader').first().textContent(), 'Monday')
  const event = (name: RegExp) => page.getByRole('grid').getByRole('link', { name })
  assert.equal(await event(/^Friday,? 19 November 2027.*18:00.*19:00.* String quartet$/).count(), 1)
  assert.equal(await event(/Piano recital Draft$/).count(), 1)
  assert.equal(await event(/Chess in the park Canceled$/).count(), 1)
  // The fair continues in the next week.
  assert.equal(await event(/^Friday,? 5 November 2027.*Tuesday,? 9 November 2027.* Autumn fair$/).count(), 2)
  const [first, second] = await Promise.all([
    event(/Autumn fair/)
      .first()
      .boundingBox(),
    event(/Autumn fair/)
      .last()
      .boundingBox(),
  ])
  assert.ok(first && second && first.width > second.width * 1.4 && second.y > first.y, 'the bars cover three days and two days')
  const boxes = await Promise.all(
    ['2027-11-01', '2027-11-08', '2027-12-01'].map((day) => page.locator(`[data-day="${day}"]`).boundingBox()),
  )
  assert.equal(new Set(boxes.map((box) => Math.round(box?.height ?? 0))).size, 1, 'all weeks have the same height')
  await inspect('the month')

  const more = page.getByRole('button', { name: /^\+3 more/ })
  // A popover closes when the page scrolls.
  await more.scrollIntoViewIfNeeded()
  await more.click()
  await eventually(() => page.getByRole('dialog').getByRole('link').count(), 6)
  await inspect('the events of a day')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: t('Category'), exact: true }).click()
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await cell(/^Friday,? 19 November 2027, 1 event$/).waitFor()
  assert.equal(new URL(page.url()).search, `?category=${music}&month=2027-11`)
  await page
    .getByRole('group', { name: t('View') })
    .getByRole('link', { name: t('List'), exact: true })
    .click()
  await page.waitForURL(`**/admin/events?category=${music}`)

  await page.goto(MONTH)
  await cell(/^Thursday,? 18 November 2027, 0 events$/).hover()
  await page.getByRole('link', { name: /^New event on Thursday,? 18 November 2027$/ }).click()
  await page.waitForURL('**/admin/events/new?date=2027-11-18')
  await page.fill('#field-title', 'Open rehearsal')
  await page.locator('#field-start_date [role=spinbutton]').nth(3).click()
  await page.keyboard.type('1930')
  await page.click('#save')
  await page.waitForURL(/\/events\/\d+/)
  const id = Number(/\/events\/(\d+)/.exec(page.url())?.[1])
  assert.equal((await server.get(`/events/${id}`, { as: 'admin' })).json['start_date'], '2027-11-18 19:30:00')
  await page.goto(MONTH)
  await event(/Open rehearsal$/).click()
  await page.waitForURL(`**/admin/events/${id}`)

  // A press on the empty part of a day does the same, and a press that closes a popover does nothing else.
  await page.goto(MONTH)
  await more.scrollIntoViewIfNeeded()
  await more.click()
  await page.getByRole('dialog').waitFor()
  await page.mouse.click(5, 5)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const box = await page.locator('[data-day="2027-11-24"]').boundingBox()
  assert.ok(box)
  await more.click()
  await page.getByRole('dialog').waitFor()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal(page.url(), MONTH)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10)
  await page.waitForURL('**/admin/events/new?date=2027-11-24')
  await eventually(() => page.locator('#field-title').count(), 1)
  await close()
})

test('month: an event is moved by pointer and by keyboard, and each move is undone', LIMIT, async () => {
  const id = await makeEvent('Puppet theater', '16 15:00', '16 16:30')
  const startOf = async (): Promise<unknown> => (await server.get(`/events/${id}`, { as: 'admin' })).json['start_date']
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  const undo = () =>
    page
      .getByRole('alertdialog')
      .first()
      .getByRole('button', { name: t('Undo') })
  await signIn(page)
  await page.goto(MONTH)
  const event = page.getByRole('grid').getByRole('link', { name: /Puppet theater$/ })
  await event.hover()
  await page.mouse.down()
  const target = await page.locator('[data-day="2027-11-18"]').boundingBox()
  assert.ok(target)
  await page.mouse.move(target.x + 40, target.y + 60, { steps: 5 })
  await page.locator('[data-day="2027-11-18"].drop-target').waitFor()
  await inspect('an event that is dragged')
  await page.mouse.up()
  await eventually(startOf, '2027-11-18 15:00:00')
  assert.equal(page.url(), MONTH)
  await undo().click()
  await eventually(startOf, '2027-11-16 15:00:00')
  await page.getByText(t('Undone.'), { exact: true }).waitFor()

  await event.hover()
  await page.mouse.down()
  await page.mouse.move(target.x + 40, target.y + 60, { steps: 5 })
  await page.locator('.drop-target').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('.drop-target').waitFor({ state: 'detached' })
  assert.equal(await startOf(), '2027-11-16 15:00:00')

  await page.goto(MONTH)
  await event.focus()
  for (const key of ['m', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await page.getByText(/Puppet theater” to Wednesday,? 24 November 2027/).waitFor()
  await page.keyboard.press('Enter')
  await eventually(startOf, '2027-11-24 15:00:00')
  await page.locator(`[data-event="${id}"]:focus`).waitFor()
  for (const key of ['m', 'ArrowUp', 'Escape']) await page.keyboard.press(key)
  await undo().click()
  await eventually(startOf, '2027-11-16 15:00:00')
  await close()
})

test('month: the steps lead to other months, and a failure can be tried again', LIMIT, async () => {
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440, colorScheme: 'dark' })
  await signIn(page)
  await page.goto(MONTH)
  await page.getByRole('link', { name: /String quartet/ }).waitFor()
  await page.getByRole('button', { name: t('Next month') }).click()
  await page.getByRole('heading', { level: 1, name: 'December 2027' }).waitFor()
  await page.getByRole('button', { name: t('Previous month') }).click()
  await page.getByRole('heading', { level: 1, name: 'November 2027' }).waitFor()
  await page.getByRole('button', { name: t('Today') }).click()
  await reachToday(page)
  await page.route('**/events/v1/events?*', (route) => route.abort())
  await page.goto(MONTH)
  await page.getByRole('heading', { name: t('We can’t reach the calendar') }).waitFor()
  await inspect('the failed month')
  await page.unroute('**/events/v1/events?*')
  await page.getByRole('button', { name: t('Try again') }).click()
  await page.getByRole('link', { name: /String quartet/ }).waitFor()
  await inspect('the month in the dark')
  await close()
})

test('month: days and events are reached by keyboard, on a phone in Arabic', LIMIT, async () => {
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'ar', width: 390 })
  await signIn(page)
  await page.goto(MONTH)
  await page.locator('[data-day="2027-11-19"] .dot').first().waitFor()
  await inspect('the compact month')
  // The week begins on Saturday, on the right.
  const [saturday, sunday] = await Promise.all(['2027-10-30', '2027-10-31'].map((day) => page.locator(`[data-day="${day}"]`).boundingBox()))
  assert.ok(saturday && sunday && saturday.x > sunday.x && saturday.y === sunday.y)
  await tabTo(page, '[role="gridcell"]')
  assert.equal(await attributeOfFocus(page, 'data-day'), '2027-11-01')
  await page.keyboard.press('ArrowLeft')
  await reachDay(page, '2027-11-02')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await reachDay(page, '2027-10-31')
  await page.keyboard.press('ArrowUp')
  await reachDay(page, '2027-10-24')
  await page.waitForURL('**/events/month?month=2027-10')
  await page.keyboard.press('PageDown')
  await reachDay(page, '2027-11-24')
  await page.waitForURL('**/events/month?month=2027-11')
  await page.keyboard.press('t')
  await reachToday(page)

  await page.goto(MONTH)
  await page.locator('[data-day="2027-11-19"] .dot').first().waitFor()
  await tabTo(page, '[role="gridcell"]')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await reachDay(page, '2027-11-19')
  await page.getByRole('link', { name: /Piano recital/ }).waitFor()
  await page.getByText(t('Draft'), { exact: true }).waitFor()
  await inspect('the events of the selected day')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/events/${quartet}`)

  await page.goto(MONTH)
  await page.locator('[data-day="2027-11-19"] .dot').first().waitFor()
  await tabTo(page, '[role="gridcell"]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/events/new?date=2027-11-08')
  await close()
})
