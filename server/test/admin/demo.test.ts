// `kalends serve --no-auth` as a process, with the demo data of `kalends seed`: the admin opens without a sign-in.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { freshDatabase } from '../support/database.ts'
import { kalends, startServer } from '../support/process.ts'
import { visit } from './visitor.ts'

const database = await freshDatabase()
kalends(['seed', '--events', '40', '--no-pictures'], { DATABASE_URL: database.url })
const started = await startServer({ DATABASE_URL: database.url, LANGUAGES: 'en,sw' }, ['--no-auth'])
after(async () => {
  await started.stop()
  await database.drop()
})
const browser = await openBrowser()

test('the demo shows its events, the settings of the server, and the editor, and nobody signs in', { timeout: 240_000 }, async () => {
  const { page, t, inspect, close } = await visit(browser, started.base, { language: 'en', width: 1440 })
  await page.goto(`${started.base}/admin`)
  await page.waitForURL('**/admin/events')
  await page.goto(`${started.base}/admin/events?range=all`)
  await page.getByRole('row').first().waitFor()
  await inspect('the events of the demo')
  await page.goto(`${started.base}/admin/welcome`)
  await page.getByText(t('The calendar has these settings already. Nothing has to be changed.')).waitFor()
  const isChosen = (language: string): Promise<boolean> => page.getByRole('checkbox', { name: language }).isChecked()
  assert.deepEqual([await isChosen('English'), await isChosen('Kiswahili'), await isChosen('Français')], [true, true, false])
  await inspect('the settings of the demo')
  await page.locator('#content').focus()
  await page.keyboard.press('n')
  await page.waitForURL('**/admin/events/new')
  await page.locator('#field-title').waitFor()
  await inspect('a new event in the demo')
  await close()
})
