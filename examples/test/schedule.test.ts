// Tests the example of recurring events: the page is opened from disk in a browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openBrowser, watchedPage } from '../../server/test/support/browser.ts'
import { ROOT, startDemoServer } from './support.ts'

const server = await startDemoServer()
const browser = await openBrowser()
const url = (params: Record<string, string>): string =>
  `${pathToFileURL(join(ROOT, 'examples/schedule/index.html')).href}?${new URLSearchParams(params)}`
type Listed = { id: number; title: string; series: number; matching_dates: number | null; hours_text: string | null }
const list = async (query: string, language: string): Promise<Listed[]> =>
  (await server.get(`/events?${query}&i18n_language=${language}`)).json['events'] as Listed[]

for (const language of ['en', 'ar'])
  void test(`examples: the schedule shows series, their dates and what is open today in "${language}"`, async () => {
    const { page, complaints, close } = await watchedPage(browser, server.base, { timezoneId: 'America/New_York' })
    await page.goto(url({ server: server.base, language }))
    const series = await list('recurring=true&collapse=series&from=today&per_page=10', language)
    await page
      .locator('#series article')
      .nth(series.length - 1)
      .waitFor()
    assert.deepEqual(
      await page.locator('#series h3').allTextContents(),
      series.map(({ title }) => title),
    )
    const { recurrence_text: text } = (await server.get(`/events/${series[0]?.series}?i18n_language=${language}`)).json
    await page.getByText(String(text), { exact: true }).first().waitFor()
    const first = page.locator('#series article').first()
    await first.locator('summary').click()
    await first
      .locator('li')
      .nth(Math.min(10, series[0]?.matching_dates ?? 10) - 1)
      .waitFor()
    const open = await list('open_on=today&per_page=50', language)
    const hours = open.flatMap(({ hours_text: each }) => each ?? [])
    assert.deepEqual(await page.locator('#open article p').allTextContents(), hours)
    assert.deepEqual(complaints, [])
    await close()
  })

void test('examples: the schedule marks canceled dates', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  const [shown] = await list('recurring=true&collapse=series&from=today&per_page=1', 'en')
  await server.patch(`/events/${shown?.id}`, { event_status: 'cancelled' })
  await page.goto(url({ server: server.base }))
  await page.locator('#series summary').first().click()
  await page.locator('#series li.canceled .mark').first().waitFor()
  await close()
})

void test('examples: the schedule reports a server that does not respond', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  await page.goto(url({ server: 'http://127.0.0.1:1' }))
  await page.getByRole('alert').waitFor()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /could not be loaded from http:\/\/127\.0\.0\.1:1/)
  await close()
})
