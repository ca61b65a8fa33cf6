// The command palette, the help and the first steps of an administrator, by pointer and by keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json, type TestServer } from '../support/server.ts'
import { begin, journey, type JourneyView, type Person } from './journey.ts'
import { ALL_SCREENS } from './screens.ts'
import { eventually, signInAt, visit } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const browser = await openBrowser()
async function openCalendar(): Promise<TestServer & { readonly admin: string }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await testServer({ PORT: String(port), PUBLIC_URL: origin, SITE_TIMEZONE: 'Europe/Paris' })
  await addPerson(server, 'jean', 'administrator')
  return { ...server, admin: `${origin}/admin` }
}
const server = await openCalendar()
await addPerson(server, 'amina', 'editor')
await addPerson(server, 'nour', 'subscriber')
const dates = { start_date: '2027-06-05 19:30', end_date: '2027-06-05 21:00' }
const concert = (await server.make('events', { title: 'Concert on the quay', ...dates })).id
await server.make('events', { title: 'Concert in the rain', ...dates, status: 'draft' })
const hall = (await server.make('venues', { venue: 'Quayside hall', city: 'Lyon' })).id
const circle = (await server.make('organizers', { organizer: 'Friends of the quay' })).id

const originOf = (admin: string): string => new URL(admin).origin
const palette = (page: Page) => page.getByRole('dialog').getByRole('textbox')
const option = (page: Page, name: string) => page.getByRole('option', { name }).first()
/** By pointer with the button of the frame, by keyboard with its combination, which works in fields too. */
async function openPalette({ page, press, t }: Person, { input }: JourneyView): Promise<void> {
  if (input === 'pointer') await press(page.getByRole('button', { name: t('Search or jump to…') }))
  else await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor()
}
const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)

journey('the palette goes to screens and finds records', 'keyboard', async (view) => {
  const person = await begin(browser, originOf(server.admin), view)
  const { page, t, press, write, inspect, close } = person
  await signInAt(page, `${server.admin}/events`, 'amina')
  await openPalette(person, view)
  await option(page, t('Month')).waitFor()
  await inspect('the palette')
  await write(palette(page), 'quay concert')
  await option(page, 'Concert on the quay').waitFor()
  await inspect('results of the palette')
  await press(option(page, 'Concert on the quay'))
  await page.waitForURL(`**/admin/events/${concert}`)
  await page.locator('#field-title').waitFor()

  await openPalette(person, view)
  await page
    .getByRole('group', { name: t('Opened last') })
    .getByRole('option', { name: 'Concert on the quay' })
    .waitFor()
  await write(palette(page), 'quayside')
  await press(option(page, 'Quayside hall'))
  await page.waitForURL(`**/admin/venues/${hall}`)
  await openPalette(person, view)
  await write(palette(page), 'friends')
  await press(option(page, 'Friends of the quay'))
  await page.waitForURL(`**/admin/organizers/${circle}`)

  await openPalette(person, view)
  await write(palette(page), 'zzz')
  await page.getByRole('listbox').getByText(t('Nothing found')).waitFor()
  await inspect('the palette without results')
  await write(palette(page), t('New event'))
  await press(option(page, t('New event')))
  await page.waitForURL('**/admin/events/new')
  await openPalette(person, view)
  await write(palette(page), 'Choir 5/6/2027 19:30')
  await page
    .getByRole('group', { name: t('New event') })
    .getByRole('option', { name: 'Choir' })
    .waitFor()
  await inspect('a new event in the palette')
  await press(option(page, 'Choir'))
  await page.waitForURL('**/admin/events/new?**')
  await eventually(() => page.locator('#field-title').inputValue(), 'Choir')
  await openPalette(person, view)
  await press(option(page, t('Month')))
  await page.waitForURL('**/admin/events/month')
  await openPalette(person, view)
  await page.route('**/events/v1/events?*', (route) => route.abort())
  await write(palette(page), 'rain')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await inspect('the palette after a failure')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await close()
})

test('the palette waits for a pause, aborts old requests, and opens the first result with Enter', LIMIT, async () => {
  const { page, close } = await visit(browser, originOf(server.admin), { language: 'en', width: 1440 })
  await signInAt(page, `${server.admin}/events`, 'amina')
  const searches: string[] = []
  const aborted: string[] = []
  const textOf = (url: string): string => new URL(url).searchParams.get('search') ?? ''
  const isSearch = (url: string): boolean => url.includes('/v1/venues?') && textOf(url) !== ''
  page.on('request', (request) => isSearch(request.url()) && searches.push(textOf(request.url())))
  page.on('requestfailed', (request) => isSearch(request.url()) && aborted.push(textOf(request.url())))
  await page.route(/\/v1\/venues\?.*search=quays&/, () => undefined)
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).pressSequentially('quays')
  await eventually(async () => searches.at(-1), 'quays')
  assert.ok(searches.length < 5, searches.join())
  await palette(page).pressSequentially('ide')
  await eventually(async () => aborted, ['quays'])
  await option(page, 'Quayside hall').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/venues/${hall}`)
  await close()
})

test('everything in the palette is a screen, and needs the right that the screen needs', LIMIT, async () => {
  const { page, t, complaints, close } = await visit(browser, originOf(server.admin), { language: 'en', width: 1440 })
  await signInAt(page, `${server.admin}/events`, 'jean')
  for (const { path } of ALL_SCREENS) {
    await page.goto(server.admin + path)
    await page.locator('#content h1').waitFor()
    assert.notEqual(await page.locator('h1').textContent(), t('This page does not exist'), path)
  }
  assert.deepEqual(complaints, [])
  await close()
  const reader = await visit(browser, originOf(server.admin), { language: 'en', width: 1440 })
  await signInAt(reader.page, `${server.admin}/events`, 'nour')
  await reader.page.keyboard.press('ControlOrMeta+k')
  await option(reader.page, t('Your account')).waitFor()
  for (const { name } of ALL_SCREENS.filter(({ right }) => right !== undefined))
    assert.equal(await reader.page.getByRole('option', { name: name(t), exact: true }).count(), 0)
  await reader.close()
})

journey('the help shows the shortcuts, which work outside of fields only', 'keyboard', async (view) => {
  const person = await begin(browser, originOf(server.admin), view)
  const { page, t, press, inspect, close } = person
  const help = page.getByRole('dialog', { name: t('Keyboard shortcuts') })
  await signInAt(page, `${server.admin}/events`, 'amina')
  if (view.input === 'keyboard') await page.keyboard.press('?')
  else {
    await openPalette(person, view)
    await press(option(page, t('Keyboard shortcuts')))
  }
  await help.waitFor()
  await inspect('the help')
  assert.match(
    (await help.getByRole('heading', { level: 3 }).first().textContent()) ?? '',
    new RegExp(`${t('List of events')}.*${t('This screen')}`),
  )
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })

  await page.keyboard.press('/')
  await eventually(() => isFocused(page, 'input[name=search]'), true)
  await page.keyboard.type('?gm')
  assert.equal(await page.locator('input[name=search]').inputValue(), '?gm')
  assert.equal(await page.getByRole('dialog').count(), 0)
  // The list searches after a pause, which would take the person back to it.
  await page.waitForURL(/search=/)
  await page.locator('#content').focus()
  await page.keyboard.type('gm')
  await page.locator('.page.month').waitFor()
  await page.keyboard.press('/')
  await palette(page).waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.keyboard.type('ge')
  await page.waitForURL('**/admin/events')
  // The key N on a keyboard for Arabic.
  await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ى', code: 'KeyN', bubbles: true }))`)
  await page.waitForURL('**/admin/events/new')
  await page.locator('#field-title').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  await page.keyboard.press('?')
  await help.waitFor()
  assert.match((await help.getByRole('heading', { level: 3 }).first().textContent()) ?? '', new RegExp(t('Editing an event')))

  await press(help.locator('.switch'))
  await press(help.getByRole('button', { name: t('Close') }))
  await help.waitFor({ state: 'detached' })
  await page.locator('#content').focus()
  await page.keyboard.type('ge')
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).waitFor()
  assert.match(page.url(), /events\/new$/)
  await close()
})

journey('an administrator of an empty calendar is led to the first event', 'keyboard', async (view) => {
  const empty = await openCalendar()
  const { page, t, press, write, inspect, close } = await begin(browser, originOf(empty.admin), view)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const step = (name: string) => page.getByRole('heading', { level: 2, name: t(name) }).waitFor()
  await signInAt(page, `${empty.admin}/welcome`, 'jean')
  await press(page.getByRole('button', { name: t('Skip the first steps') }))
  await page.getByRole('link', { name: t('Add an event') }).waitFor()
  await page.goto(empty.admin)
  await page.getByRole('link', { name: t('Add an event') }).waitFor()
  // Another device does not know that the steps were skipped.
  await page.evaluate('localStorage.clear()')
  await page.goto(empty.admin)
  await page.waitForURL(`${empty.admin}/welcome`)

  await step('Your calendar')
  await page.getByText(t('The calendar has these settings already. Nothing has to be changed.')).waitFor()
  await inspect('the settings of a new calendar')
  await write(page.locator('input[name=calendar_name]'), 'Agenda "Lyon"')
  await press(page.locator('label', { hasText: /^Kiswahili$/ }))
  await press(page.getByRole('button', { name: 'Europe/Paris' }))
  await write(page.locator('input[name=timezone_search]'), 'lisbon')
  await press(page.getByRole('option', { name: 'Europe/Lisbon' }))
  const lines = 'CALENDAR_NAME="Agenda \\"Lyon\\""\nLANGUAGES=ar,en,fr,pt-pt\nSITE_TIMEZONE=Europe/Lisbon'
  await eventually(() => page.locator('pre').textContent(), lines)
  await press(page.getByRole('button', { name: t('Copy') }))
  await page.getByRole('button', { name: t('Copied') }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), lines)
  await inspect('new settings')
  await press(page.getByRole('button', { name: t('Continue') }))

  await step('Your first event')
  await press(page.getByRole('button', { name: t('Publish the event') }))
  await page.locator('.field-error').first().waitFor()
  await inspect('an event without a title')
  await write(page.locator('input[name=title]'), 'Opening night')
  await write(page.locator('.welcome [role=spinbutton]').first(), '05062027')
  await write(page.locator('.welcome [role=spinbutton]').nth(3), '1130')
  await write(page.locator('input[name=venue]'), 'Harbor hall')
  await inspect('the first event')
  await press(page.getByRole('button', { name: t('Publish the event') }))

  await step('Next steps')
  await inspect('next steps')
  const { events } = (await empty.get('/events?_fields=id,title,start_date,timezone,status,venue.venue')).json as { events: Json[] }
  const [{ id, ...event } = {}] = events
  assert.deepEqual(event, {
    title: 'Opening night',
    start_date: '2027-06-05 11:30:00',
    timezone: 'Europe/Lisbon',
    status: 'publish',
    venue: [{ venue: 'Harbor hall' }],
  })
  assert.equal(await page.locator('#content li a').first().getAttribute('href'), `/admin/events/${String(id)}`)
  await press(page.getByRole('link', { name: t('Continue to the calendar') }))
  await page.goto(empty.admin)
  await page.waitForURL(`${empty.admin}/events`)
  await page.locator('#content h1').waitFor()
  await close()
})
