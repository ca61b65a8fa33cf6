// Stored scripts: hostile text in every field that the widget, the frames and the page /embed show, and in their attributes and parameters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { HOSTILE_HTML, HOSTILE_TEXT } from '../support/hostile-html.ts'
import { watchScripts } from '../support/script-watch.ts'
import { inDays, testServer } from '../support/server.ts'
import { openHostSite, textsIn, untilShown } from './host-page.ts'

const PAYLOADS = [...HOSTILE_TEXT, ...HOSTILE_HTML]
const server = await testServer({ CALENDAR_NAME: '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>' })
const host = await openHostSite()
const browser = await openBrowser()
const head = `<script type="module" src="${server.base}/embed.js"></script>`
const date = inDays(3).slice(0, 10)

/** Names have no control characters. Slugs are made from texts, and each is used once. */
const texts = PAYLOADS.map((payload, index) => `x${index} ${payload.replaceAll(/\p{Cc}/gu, ' ')}`)
for (const text of texts) {
  const venue = await server.make('venues', { venue: text, status: 'publish' })
  const organizer = await server.make('organizers', { organizer: text, status: 'publish' })
  const category = await server.make('categories', { name: text })
  await server.make('events', {
    title: text,
    status: 'publish',
    start_date: `${date} 10:00`,
    end_date: `${date} 11:00`,
    venue: [venue.id],
    organizer: [organizer.id],
    categories: [category.id],
  })
}

/** Handlers in attributes, and addresses that run scripts, in the page and in shadow roots. */
const ARMED = `{
  const elements = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? elements(element.shadowRoot) : [])])
  elements(document).flatMap((element) => [...element.attributes].flatMap(({ name, value }) => {
    const isAddress = ['href', 'src', 'action', 'formaction'].includes(name)
    const isScript = isAddress && URL.canParse(value, location.href) && /^(javascript|vbscript):/i.test(new URL(value, location.href).href)
    return name.startsWith('on') || isScript ? [element.outerHTML.slice(0, 200)] : []
  }))
}`

async function check(url: string, policy: 'own' | 'none'): Promise<void> {
  const { page, close } = await watchedPage(browser, server.base)
  const { ran, violations } = await watchScripts(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && ![server.base, host.origin].includes(origin)) foreign.push(request.url())
  })
  await page.goto(url)
  await untilShown(page)
  assert.deepEqual(await page.evaluate(ARMED), [], url)
  assert.deepEqual(ran, [])
  assert.deepEqual(foreign, [])
  if (policy === 'own') assert.deepEqual(violations, [])
  await close()
}

test(`text with ${PAYLOADS.length} scripts is text in the widget`, async () => {
  const body = `<kalends-events limit="100"></kalends-events><kalends-month date="${date}" limit="100"></kalends-month>`
  await check(host.add({ body, head }), 'none')
  const { page, close } = await watchedPage(browser, server.base)
  await page.goto(host.add({ body, head }))
  await untilShown(page)
  const { json } = await server.get('/events?per_page=100')
  const titles = (json['events'] as { title: string }[]).map(({ title }) => title.trim())
  assert.equal(titles.length, PAYLOADS.length)
  for (const tag of ['kalends-events', 'kalends-month']) assert.deepEqual(await textsIn(page, tag, '.title'), titles)
  await close()
})

test('text with scripts is text in frames and on the page /embed', async () => {
  for (const path of ['/embed/list?limit=100', `/embed/month?limit=100&date=${date}`, '/embed', '/embed?view=month'])
    await check(server.base + path, 'own')
})

const PAGES = 4
test('attributes with scripts are text', async () => {
  for (let part = 0; part < PAGES; part += 1) {
    const elements = PAYLOADS.filter((_, index) => index % PAGES === part).map((payload) => {
      const value = payload.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      const names = ['categories', 'tags', 'venue', 'language', 'collapse', 'limit', 'heading', 'date']
      const attributes = names.map((name) => `${name}="${value}"`).join(' ')
      return `<kalends-events ${attributes}></kalends-events><kalends-month ${attributes}></kalends-month>`
    })
    await check(host.add({ body: elements.join(''), head }), 'none')
  }
})

test('parameters with scripts are text', async () => {
  for (const payload of PAYLOADS) {
    const names = ['categories', 'tags', 'heading', 'accent', 'radius', 'view', 'language', 'date']
    const query = new URLSearchParams(names.map((name) => [name, payload]))
    for (const path of ['/embed/list', '/embed/month', '/embed']) {
      const text = await fetch(`${server.base}${path}?${query.toString()}`).then((response) => response.text())
      assert.doesNotMatch(text, /<script>|<(?:svg|img)[^>]*\son\w+=|<a [^>]*href="\s*javascript:/i, `${path}: ${payload}`)
    }
  }
})

test('a server that sends scripts as URLs gets no link', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  const { ran } = await watchScripts(page)
  await page.route('**/embed/calendar.json', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        name: 'x',
        url: 'javascript:alert(1)//',
        api: `${server.base}/api`,
        has_pages: true,
        languages: ['en'],
        default_language: 'en',
        time_zone: 'UTC',
        per_page_max: 10,
      },
    }),
  )
  const event = {
    id: 1,
    url: 'javascript:alert(1)',
    title: 'x',
    language: 'en',
    all_day: false,
    start_date: `${date} 10:00:00`,
    end_date: null,
    event_status: 'scheduled',
    venue: [],
    image: { sizes: { thumbnail: { url: 'javascript:alert(1)', width: 1, height: 1 } } },
  }
  await page.route('**/api/events?*', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { events: [event], total: 1 } }),
  )
  await page.goto(host.add({ body: '<kalends-events></kalends-events>', head }))
  await untilShown(page)
  await page.locator('kalends-events .title a').click()
  assert.deepEqual([ran, await page.evaluate(ARMED)], [[], []])
  await close()
})
