// The widget on pages of other sites, in a real browser: filters, languages, states, strict policies, hostile styles, and records that are not public.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { form, fresh } from '../media/pictures.ts'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { inDays, testServer, unique, type Json } from '../support/server.ts'
import { openHostSite, textsIn, untilShown } from './host-page.ts'

const server = await testServer({ CALENDAR_NAME: 'Lyon Agenda' })
const host = await openHostSite()
const browser = await openBrowser()
const script = `<script type="module" src="${server.base}/embed.js"></script>`

const day = (days: number): Json => ({ start_date: `${inDays(days).slice(0, 10)} 10:00`, end_date: `${inDays(days).slice(0, 10)} 11:00` })
const music = await server.make('categories', { name: 'Music' })
const jazz = await server.make('categories', { name: 'Jazz', parent: music.id })
const outdoors = await server.make('tags', { name: 'Outdoors' })
const hall = await server.make('venues', { venue: 'Town hall', status: 'publish' })
const club = await server.make('organizers', { organizer: 'Music club', status: 'publish' })
const makeEvent = (title: string, body: Json) => server.make('events', { title, status: 'publish', ...day(3), ...body })
await makeEvent('Piano recital', { categories: [music.id], venue: [hall.id] })
await makeEvent('Jazz night', { categories: [jazz.id], tags: [outdoors.id], event_status: 'cancelled' })
await makeEvent('Flea market', { tags: [outdoors.id], organizer: [club.id], ...day(5) })
await makeEvent('Repair café', { ...day(7), recurrence: { rules: ['FREQ=DAILY;COUNT=5'] } })

/** Opens a page of the other site. It reports every complaint of the browser. */
async function open(body: string, options: Readonly<{ language?: string; policy?: string; head?: string }> = {}) {
  const watched = await watchedPage(browser, server.base)
  await watched.page.goto(host.add({ body, head: script, ...options }))
  return watched
}
const titlesOf = (page: Page): Promise<string[]> => textsIn(page, 'kalends-events', '.title')
async function titlesOfApi(query: string): Promise<string[]> {
  const { json } = await server.get(`/events?${query}`)
  return (json['events'] as { title: string }[]).map(({ title }) => title)
}

test('attributes are the filters of the API', async () => {
  const { page, complaints, close } = await open('<kalends-events></kalends-events>')
  await untilShown(page)
  const cases: [attributes: Record<string, string>, query: string][] = [
    [{}, 'per_page=5'],
    [{ categories: 'music' }, 'categories=music&per_page=5'],
    [{ categories: 'music,-jazz' }, 'categories=music,-jazz&per_page=5'],
    [{ categories: String(jazz.id), tags: 'outdoors' }, `categories=${jazz.id}&tags=outdoors&per_page=5`],
    [{ tags: 'outdoors', limit: '1' }, 'tags=outdoors&per_page=1'],
    [{ venue: String(hall.id) }, `venue=${hall.id}&per_page=5`],
    [{ organizer: String(club.id) }, `organizer=${club.id}&per_page=5`],
    [{ collapse: 'series', limit: '50' }, 'collapse=series&per_page=50'],
  ]
  for (const [attributes, query] of cases) {
    const expected = await titlesOfApi(`from=today&${query}`)
    assert.ok(expected.length > 0, query)
    await page.evaluate(`{
      const old = document.querySelector('kalends-events')
      const element = document.createElement('kalends-events')
      for (const [name, value] of ${JSON.stringify(Object.entries(attributes))}) element.setAttribute(name, value)
      old.replaceWith(element)
    }`)
    await untilShown(page)
    assert.deepEqual(await titlesOf(page), expected, query)
  }
  // The same by changes of attributes.
  await page.evaluate(`document.querySelector('kalends-events').setAttribute('categories', 'jazz')`)
  await page.waitForFunction(`document.querySelector('kalends-events').shadowRoot.querySelectorAll('.title').length === 1`)
  assert.deepEqual(await titlesOf(page), await titlesOfApi('from=today&collapse=series&per_page=50&categories=jazz'))
  assert.deepEqual(complaints, [])
  await close()
})

test('an event has its title, link, day, time, place and status, and the footer names the calendar', async () => {
  const { page, close } = await open('<kalends-events categories="music" heading="In the neighborhood"></kalends-events>')
  await untilShown(page)
  assert.deepEqual(await textsIn(page, 'kalends-events', '.heading'), ['In the neighborhood'])
  assert.deepEqual(await textsIn(page, 'kalends-events', '.meta'), ['10:00 · Town hall', 'Canceled 10:00'])
  const { json } = await server.get('/events?categories=music&i18n_language=en')
  const urls = (json['events'] as { url: string }[]).map(({ url }) => url)
  const links = await page.evaluate<string[]>(
    `[...document.querySelector('kalends-events').shadowRoot.querySelectorAll('.title a')].map(({ href }) => href)`,
  )
  assert.deepEqual(links, urls)
  assert.deepEqual(await textsIn(page, 'kalends-events', '.foot a'), ['All events', 'Lyon Agenda'])
  await close()
})

test('a list loads one script, and a month loads one more', async () => {
  for (const [tag, count] of [
    ['kalends-events', 1],
    ['kalends-month', 2],
  ] as const) {
    const { page, close } = await watchedPage(browser, server.base)
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto(host.add({ body: `<${tag}></${tag}>`, head: script }))
    await untilShown(page)
    assert.equal(scripts.length, count, scripts.join())
    await close()
  }
})

const TEXTS: readonly (readonly [language: string, empty: string, failed: string, loading: string])[] = [
  ['en', 'There are no upcoming events.', 'The events could not be loaded.', 'Loading events…'],
  ['fr', 'Aucun événement à venir.', 'Impossible de charger les événements.', 'Chargement des événements…'],
  ['ar', 'لا توجد فعاليات قادمة.', 'تعذّر تحميل الفعاليات.', 'جارٍ تحميل الفعاليات…'],
  ['sw', 'Hakuna matukio yajayo.', 'Matukio hayakuweza kupakiwa.', 'Inapakia matukio…'],
  ['pt-pt', 'Não há próximos eventos.', 'Não foi possível carregar os eventos.', 'A carregar eventos…'],
]
for (const [language, empty, failed, loading] of TEXTS)
  test(`loading, no events, a failure and another attempt in "${language}"`, async () => {
    const { page, close } = await open('<kalends-events categories="no-such-category"></kalends-events>', { language })
    await untilShown(page)
    assert.deepEqual(await textsIn(page, 'kalends-events', '.message'), [empty])
    await page.route('**/events?*', (route) => route.abort())
    await page.evaluate(`document.querySelector('kalends-events').removeAttribute('categories')`)
    await page.locator('kalends-events [role=alert]').waitFor()
    assert.ok((await textsIn(page, 'kalends-events', '[role=alert]'))[0]?.startsWith(failed))
    await page.unroute('**/events?*')
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/events?*', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.evaluate(`{
      const element = document.createElement('kalends-events')
      document.querySelector('main').append(element)
    }`)
    const added = page.locator('kalends-events').nth(1)
    await added.locator('[role=status]').waitFor()
    assert.equal((await added.locator('[role=status]').textContent())?.trim(), loading)
    release()
    await added.locator('.title').first().waitFor()
    // The button of the failed element.
    await page.locator('kalends-events').first().getByRole('button').click()
    await page.locator('kalends-events').first().locator('.title').first().waitFor()
    await close()
  })

test('the language is the one of the attribute, else of the page, else of the calendar', async () => {
  for (const [body, language, expected] of [
    ['<kalends-events language="fr"></kalends-events>', 'en', 'fr'],
    ['<kalends-events></kalends-events>', 'fr-CA', 'fr'],
    ['<kalends-events></kalends-events>', 'pt', 'pt-pt'],
    ['<div lang="ar"><kalends-events></kalends-events></div>', 'en', 'ar'],
    ['<kalends-events></kalends-events>', 'de', 'en'],
    ['<kalends-events language="en_US; x"></kalends-events>', 'fr', 'en'],
  ] as const) {
    const { page, complaints, close } = await open(body, { language })
    await untilShown(page)
    const shown = await page.evaluate(`{
      const { lang, dir } = document.querySelector('kalends-events').shadowRoot.querySelector('.kalends');
      [lang, dir]
    }`)
    assert.deepEqual(shown, [expected, expected === 'ar' ? 'rtl' : 'ltr'], body)
    assert.deepEqual(complaints, [])
    await close()
  }
})

test('src names another calendar', async () => {
  const other = await testServer()
  await other.make('events', { title: 'Elsewhere', status: 'publish', ...day(2) })
  const { page, complaints, close } = await open(`<kalends-events src="${other.base}/"></kalends-events>`)
  await untilShown(page)
  assert.deepEqual(await titlesOf(page), ['Elsewhere'])
  assert.deepEqual(complaints, [])
  await close()
})

test('a strict policy allows the widget: no inline scripts and styles, no eval, trusted types', async () => {
  const policy = `default-src 'none'; script-src ${server.base}; connect-src ${server.base}; img-src ${server.base} data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html`
  const { page, complaints, close } = await open('<kalends-events></kalends-events><kalends-month></kalends-month>', { policy })
  await untilShown(page)
  assert.ok((await titlesOf(page)).length > 2)
  assert.equal((await textsIn(page, 'kalends-month', '.day')).length % 7, 0)
  const border = await page.evaluate(
    `getComputedStyle(document.querySelector('kalends-month').shadowRoot.querySelector('.kalends')).borderTopStyle`,
  )
  assert.equal(border, 'solid')
  assert.deepEqual(complaints, [])
  await close()
})

test('a cropped picture shows its focal point, also under a strict policy', async () => {
  const upload = form(await fresh({ width: 300, height: 100 }), { 'focal_point[x]': '0.24', 'focal_point[y]': '1' })
  const { json } = await server.request('POST', '/media', { as: 'author', upload })
  await makeEvent('Poster show', { image: json['id'], ...day(1) })
  const policy = `default-src 'none'; script-src ${server.base}; connect-src ${server.base}; img-src ${server.base} data:`
  const { page, complaints, close } = await open('<kalends-events limit="1"></kalends-events>', { policy })
  await untilShown(page)
  const position = await page.evaluate(
    `getComputedStyle(document.querySelector('kalends-events').shadowRoot.querySelector('img')).objectPosition`,
  )
  assert.equal(position, '20% 100%')
  assert.deepEqual(complaints, [])
  await close()
})

/** The size, the colors and the fonts of every element of the widget. */
const LOOK = `[...document.querySelectorAll('kalends-events, kalends-month')].map(({ shadowRoot }) =>
  [...shadowRoot.querySelectorAll('*')].map((element) => {
    const { width, height } = element.getBoundingClientRect()
    const { color, backgroundColor, fontSize, fontWeight, textTransform, letterSpacing, display, visibility, direction } = getComputedStyle(element)
    return [element.className.baseVal ?? element.className, Math.round(width), Math.round(height), color, backgroundColor, fontSize, fontWeight, textTransform, letterSpacing, display, visibility, direction].join(' ')
  }))`
const HOSTILE_STYLE = `
  * { color: red !important; background: lime !important; font-size: 40px !important; font-weight: 900 !important; letter-spacing: 9px !important;
    text-transform: uppercase !important; line-height: 3 !important; text-align: right !important; float: left; margin: 20px; padding: 20px; border: 9px solid;
    white-space: nowrap; word-spacing: 30px; text-indent: 50px; visibility: hidden; cursor: none; box-sizing: content-box; }
  a, td, th, table, li, ul, p, button, img, svg, .item, .title, .kalends, .day { display: none !important; position: fixed !important; }
  main { visibility: visible; } main > kalends-events, main > kalends-month { float: none; margin: 0; padding: 0; border: 0; }`

test('rules of the page do not change the widget, except through custom properties and parts', async () => {
  const body = '<kalends-events></kalends-events><kalends-month></kalends-month>'
  const frame = '<style>main { display: block !important; width: 500px; font-family: Arial; } body, html { margin: 0 }</style>'
  const looks: unknown[] = []
  for (const style of ['', HOSTILE_STYLE]) {
    const { page, close } = await open(body, { head: `${script}<style>${style}</style>${frame}` })
    await untilShown(page)
    looks.push(await page.evaluate(LOOK))
    await close()
  }
  assert.deepEqual(looks[1], looks[0])
  const custom =
    'kalends-events { --kalends-accent: rgb(1, 2, 3); --kalends-radius: 7px } kalends-events::part(title) { font-style: italic }'
  const { page, close } = await open(body, { head: `${script}<style>${custom}</style>` })
  await untilShown(page)
  const changed = await page.evaluate(`{
    const root = document.querySelector('kalends-events').shadowRoot
    const look = (selector) => getComputedStyle(root.querySelector(selector));
    [look('.date').color, look('.kalends').borderTopLeftRadius, look('.title').fontStyle, look('.meta').fontStyle]
  }`)
  assert.deepEqual(changed, ['rgb(1, 2, 3)', '7px', 'italic', 'normal'])
  await close()
})

test('a record that is not public never reaches the page', async () => {
  const canaries: string[] = []
  for (const body of [
    { status: 'draft' },
    { status: 'private' },
    { status: 'pending' },
    { status: 'publish', password: 'secret' },
    { status: 'publish', hide_from_listings: true },
    { status: 'future', date: inDays(30) },
  ]) {
    const canary = unique()
    canaries.push(canary)
    const protectedTitle = 'password' in body ? `Protected ${unique()}` : canary
    await server.make('events', { title: protectedTitle, description: canary, excerpt: canary, ...day(1), ...body })
  }
  const secret = unique()
  const hidden = await server.make('venues', { venue: secret, status: 'draft' })
  await makeEvent('With a hidden venue', { ...day(1), venue: [hidden.id] })
  const trashed = await makeEvent(secret, day(1))
  await server.remove(`/events/${trashed.id}`)
  const { page, close } = await watchedPage(browser, server.base)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')))
  const date = inDays(1).slice(0, 10)
  await page.goto(
    host.add({
      body: `<kalends-events limit="100"></kalends-events><kalends-month date="${date}" limit="100"></kalends-month>`,
      head: script,
    }),
  )
  await untilShown(page)
  const shown = await page.evaluate<string>(
    `[...document.querySelectorAll('kalends-events, kalends-month')].map(({ shadowRoot }) => shadowRoot.innerHTML).join()`,
  )
  for (const path of ['/embed/list?limit=100', `/embed/month?date=${date}&limit=100`, '/embed'])
    bodies.push(fetch(server.base + path).then((response) => response.text()))
  const all = [shown, ...(await Promise.all(bodies))].join('\n')
  assert.ok(all.includes('With a hidden venue'))
  for (const canary of [...canaries, secret]) assert.ok(!all.includes(canary), canary)
  await close()
})
