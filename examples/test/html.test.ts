// Tests the HTML example: its dependencies are installed, and the page is opened from disk in a browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openBrowser, watchedPage } from '../../server/test/support/browser.ts'
import { copyFromClone, installDependencies, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const browser = await openBrowser()
const folder = temporaryFolder()
copyFromClone(folder, 'examples/html')
const example = join(folder, 'examples/html')
await installDependencies(example)
const url = (params: Record<string, string>): string => `${pathToFileURL(join(example, 'index.html')).href}?${new URLSearchParams(params)}`

/** Titles of the events that start in the current month. */
async function titlesOfMonth(language: string): Promise<string[]> {
  const first = Temporal.Now.plainDateISO('UTC').with({ day: 1 })
  const period = `starts_after=${first}&starts_before=${first.add({ months: 1 })}&strict_dates=true`
  const { json } = await server.get(`/events?${period}&per_page=100&i18n_language=${language}`)
  return (json['events'] as { title: string }[]).map(({ title }) => title)
}

for (const [language, listView] of [
  ['en', 'List'],
  ['fr', 'Planning'],
] as const)
  void test(`examples: the HTML page shows the demo events of the month in "${language}"`, async () => {
    const { page, complaints, close } = await watchedPage(browser, server.base, { timezoneId: 'UTC' })
    await page.goto(url({ server: server.base, language }))
    await page.getByRole('tab', { name: listView }).click()
    const titles = await titlesOfMonth(language)
    assert.ok(titles.length > 5, `${titles.length} events`)
    const calendar = page.locator('#calendar')
    // The titles of canceled, postponed and online events have a prefix.
    const shownAs = (title: string): RegExp => new RegExp(`^(?:[^:]+: )?${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
    for (const title of new Set(titles)) await calendar.getByText(shownAs(title)).first().waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

void test('examples: the HTML page reports a server that does not respond', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  await page.goto(url({ server: 'http://127.0.0.1:1' }))
  await page.getByRole('alert').waitFor()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /could not be loaded from http:\/\/127\.0\.0\.1:1/)
  await close()
})
