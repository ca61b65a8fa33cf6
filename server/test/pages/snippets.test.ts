// The request that a page shows as a curl command and as a program of the client library does what the form does.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { inDays, testServer, unique } from '../support/server.ts'

const api = await testServer()
const browser = await openBrowser()
const run = promisify(execFile)
const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href

/** Runs the curl command and the program that the page shows, and returns their output as JSON. */
async function runSnippets(page: Page): Promise<[curl: unknown, client: unknown]> {
  const env = { ...process.env, TOKEN: api.tokens.editor, PASSWORD: api.tokens.editor }
  await page.click('[data-form=curl]')
  const curl = ((await page.textContent('[data-request]')) ?? '').replace(/-u 'editor'/, `-u "editor:$TOKEN"`)
  const curlOutput = await run('sh', ['-c', curl.replace(/^curl/, 'curl -s')], { env })
  await page.click('[data-form=sdk]')
  const program = ((await page.textContent('[data-request]')) ?? '').replace("'@kalends/client'", `'${CLIENT}'`)
  const clientOutput = await run(process.execPath, ['--input-type=module', '-e', `${program}\nconsole.log(JSON.stringify(result))`], {
    env,
  })
  return [JSON.parse(curlOutput.stdout), JSON.parse(clientOutput.stdout)]
}

const word = unique()
const event = await api.make('events', { title: `It's ${word}`, start_date: inDays(3), end_date: inDays(3) })
interface Case {
  readonly path: string
  readonly fill: Readonly<Record<string, string>>
  readonly who?: 'bearer' | 'basic'
  /** Selects the values to compare, because both requests are executed and some values differ between them. */
  readonly compare?: (answer: Record<string, unknown>) => unknown
}
const whole: NonNullable<Case['compare']> = (answer) => answer
const CASES: readonly Case[] = [
  { path: '/docs/reference/list_events', fill: { '#try-query-search': `it's ${word}`, '#try-query-per_page': '1' } },
  {
    path: '/fr/docs/reference/get_event',
    fill: { '#try-path-id': String(event.id) },
    compare: ({ title, translation_status }) => [title, translation_status],
  },
  { path: '/docs/reference/get_event_by_slug', fill: { '#try-path-slug': event.slug } },
  { path: '/docs/reference/get_current_user', fill: {}, who: 'basic' },
  {
    path: '/docs/reference/update_event',
    fill: { '#try-path-id': String(event.id), '#try-body': `{"title": "It's \\"open\\", ${word}"}` },
    who: 'bearer',
    compare: ({ title }) => title,
  },
  {
    path: '/docs/reference/create_event',
    fill: {},
    who: 'bearer',
    compare: ({ title, start_date, tags }) => [title, start_date, (tags as unknown[]).length],
  },
]
for (const { path, fill, who, compare = whole } of CASES)
  void test(`pages: the request that ${path} shows works as a curl command and with the client`, async () => {
    const { page, close } = await watchedPage(browser, api.base)
    await page.goto(api.base + path)
    if (who) await page.selectOption('[data-credentials]', who)
    if (who === 'basic') await page.fill('#try-login', 'editor')
    await page.evaluate('document.querySelector("form details")?.setAttribute("open", "")')
    for (const [selector, value] of Object.entries(fill)) await page.fill(selector, value)
    const [curl, client] = await runSnippets(page)
    await close()
    assert.equal((curl as { code?: string }).code, undefined, JSON.stringify(curl))
    assert.deepEqual(compare(client as Record<string, unknown>), compare(curl as Record<string, unknown>))
  })
