// Jobs 1, 2, 3 and 7 of the admin, by pointer and by keyboard alone: signing in, finding, writing and undoing. Other files have the other jobs.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addPerson, PASSWORD } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, unique } from '../support/server.ts'
import { begin, journey } from './journey.ts'
import { eventually } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Library' })
const browser = await openBrowser()
const statusOf = async (id: number): Promise<unknown> => (await server.get(`/events/${id}`, { as: 'admin' })).json['status']
const titleOf = async (id: number): Promise<unknown> => (await server.get(`/events/${id}`, { as: 'admin' })).json['title']
async function savedId(page: Page): Promise<number> {
  await page.waitForURL(/\/events\/\d+/)
  return Number(/\/events\/(\d+)/.exec(page.url())?.[1])
}
/** The numeric date of a language has the day first, in all languages of the journeys. */
const DAY = inDays(9).slice(0, 10).split('-').reverse().join('')

journey('a person signs in, writes, finds, changes and undoes', 'both', async (view) => {
  const login = unique()
  const title = `Story hour ${login}`
  await addPerson(server, login, 'editor')
  const person = await begin(browser, ORIGIN, view)
  const { page, t, press, write, inspect } = person
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const undo = (text: string) =>
    page
      .getByRole('alertdialog')
      .filter({ hasText: text })
      .getByRole('button', { name: t('Undo') })

  await page.goto(`${ORIGIN}/admin`)
  await write(page.locator('input[name=login]'), login)
  await write(page.locator('input[name=password]'), PASSWORD)
  await press(page.locator('button[type=submit]'))
  await page.waitForURL('**/admin/events')
  await inspect('the list of events')

  await press(
    page
      .getByRole('link', { name: t('New event') })
      .filter({ visible: true })
      .first(),
  )
  const before = person.interactions()
  await write(page.locator('#field-title'), title)
  await press(page.locator('#field-start_date [role=spinbutton]').first())
  await page.keyboard.type(DAY)
  await press(page.locator('#field-start_date [data-type=hour]'))
  await page.keyboard.type('1030')
  await write(page.locator('input[name=venue_search]'), `Hall ${login}`)
  await press(page.getByRole('option', { name: t('New venue “{name}”', { name: `Hall ${login}` }) }))
  await press(button(t('Use this venue')))
  await inspect('the editor')
  await press(page.locator('#save'))
  const id = await savedId(page)
  const spent = person.interactions() - before
  assert.ok(spent <= 12, `A simple event took ${spent} interactions.`)
  await eventually(() => titleOf(id), title)

  await press(
    page
      .getByRole('link', { name: t('Events') })
      .filter({ visible: true })
      .first(),
  )
  await write(page.getByRole('searchbox'), login)
  await page.waitForURL(`**/events?search=${login}`)
  await press(button(t('More for “{title}”', { title })))
  await inspect('the menu of an event')
  await press(page.getByRole('menuitem', { name: t('Move to trash') }))
  await eventually(() => statusOf(id), 'trash')
  await press(undo(title))
  await eventually(() => statusOf(id), 'publish')

  await server.patch(`/events/${id}`, { title: `${title}, changed` })
  await page.goto(`${ORIGIN}/admin/events/${id}/history`)
  await press(page.locator('[role=row][data-key="1"]'))
  await page.locator('#version-title:focus').waitFor()
  await inspect('an old version')
  await press(button(t('Restore this version')))
  await eventually(() => titleOf(id), title)
  await person.close()
  return { interactions_of_a_simple_event: spent }
})
