// The pages in Chromium: they load from one origin, fit a phone, support both text directions, and send the requests of the form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { inDays, NS, testServer, unique } from '../support/server.ts'

const api = await testServer()
const behind = await testServer({ REST_ROOT: '/api', LANGUAGES: 'en,fr', PUBLIC_URL: 'https://calendar.example/cal' })
const browser = await openBrowser()
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw']
const NARROW = { viewport: { width: 360, height: 740 } }

/** One page of each kind. The long test visits all pages in all languages. */
const PAGES = [
  '/subscribe',
  '',
  '/docs',
  '/docs/search?q=timezone',
  '/docs/lists',
  '/docs/errors',
  '/docs/reference',
  '/docs/reference/create_event',
  '/docs/errors/rest_invalid_param',
]

void test('pages: they load without errors, from one origin, fit a phone, and have the text direction of their language', async () => {
  const { page, complaints, foreign, close } = await watchedPage(browser, api.base, NARROW)
  for (const language of LANGUAGES)
    for (const path of PAGES) {
      const response = await page.goto(`${api.base}/${language}${path}`)
      assert.equal(response?.headers()['content-language'], language)
      const { lang, dir } = await page.evaluate<{ lang: string; dir: string }>(
        '({ lang: document.documentElement.lang, dir: getComputedStyle(document.body).direction })',
      )
      assert.deepEqual([lang, dir], [language, language === 'ar' ? 'rtl' : 'ltr'])
      assert.equal(await overflow(page), 0, `${language}${path}`)
    }
  await close()
  assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] })
})

void test('pages: without a language root, the language is negotiated', async () => {
  for (const [wanted, language] of [
    ['fr-CA,fr;q=0.9', 'fr'],
    ['pt', 'pt-pt'],
    ['de', 'en'],
  ]) {
    const response = await fetch(`${api.base}/docs`, { headers: { 'accept-language': wanted ?? '' } })
    assert.equal(response.headers.get('content-language'), language)
    assert.match(response.headers.get('vary') ?? '', /Accept-Language/)
  }
})

void test('pages: axe finds no violations, in light and dark, in both text directions', async () => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await watchedPage(browser, api.base, { colorScheme })
    for (const path of ['/subscribe', '/ar/docs/reference/create_event', '/docs/search?q=token', '/ar/docs/search?q=token']) {
      await page.goto(api.base + path)
      found.push(...(await barriers(page)).map((each) => `${colorScheme} ${path} ${each}`))
    }
    await close()
  }
  assert.deepEqual(found, [])
})
void test('pages: the axe test can fail', async () => {
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs`)
  await page.evaluate('document.querySelector("main").insertAdjacentHTML("beforeend", "<img src=docs/assets/icon.svg>")')
  assert.match((await barriers(page)).join(), /image-alt/)
  await close()
})
void test('pages: the axe test finds one text of little contrast among many that look alike, also in a later state of the page', async () => {
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs`)
  const add = (count: number, style: string): Promise<unknown> =>
    page.evaluate(
      `for (let i = 0; i < ${count}; i += 1) { const p = document.createElement('p'); p.textContent = 'Text'; p.style.cssText = '${style}'; document.querySelector('main').append(p) }`,
    )
  await add(20, '')
  assert.deepEqual(await barriers(page), [])
  await add(1, 'color: #ccc; background: #fff')
  await add(20, '')
  assert.match((await barriers(page)).join(), /^color-contrast at p/)
  await close()
})

void test('pages: the content security policy allows no other origin and no inline script', async () => {
  const response = await fetch(`${api.base}/docs`)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part), policy)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  const { page, complaints, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs`)
  await page.evaluate(
    'const s = document.createElement("script"); s.textContent = "document.title = `inline`"; document.body.append(s); fetch("https://other.example/").catch(() => null)',
  )
  await page.waitForTimeout(100)
  assert.notEqual(await page.title(), 'inline')
  assert.ok(complaints.length >= 2, 'violations of the policy are console errors')
  await close()
})

void test('pages: an unchanged page is 304, an unknown page is an HTML page with 404, and other methods are 405', async () => {
  const first = await fetch(`${api.base}/fr/docs/reference`)
  const again = await fetch(`${api.base}/fr/docs/reference`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  for (const path of ['/docs/nothing', '/fr/docs/errors/nothing', '/docs/reference/nothing', '/docs/assets/nothing.js']) {
    const response = await fetch(api.base + path)
    assert.equal(response.status, 404, path)
    assert.match(response.headers.get('content-type') ?? '', /text\/html/)
  }
  assert.equal((await fetch(`${api.base}/docs/`)).status, 200)
  assert.equal((await fetch(`${api.base}/docs`, { method: 'HEAD' })).status, 200)
  for (const path of ['/', '/docs/lists', '/fr', '/fr/subscribe']) {
    const refused = await fetch(api.base + path, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], path)
    assert.equal((await fetch(api.base + path, { method: 'OPTIONS' })).status, 204)
  }
})

void test('pages: the form sends a list request and shows the response of the server', async () => {
  const word = unique()
  await api.make('events', { title: `Concert ${word}`, start_date: inDays(3), end_date: inDays(3) })
  const { page, complaints, foreign, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs/reference/list_events`)
  await page.fill('#try-query-search', word)
  await page.fill('#try-query-per_page', '1')
  assert.equal(await page.textContent('[data-request]'), `curl '${api.base}${NS}/events?per_page=1&search=${word}'`)
  await page.click('[data-form=sdk]')
  assert.match((await page.textContent('[data-request]')) ?? '', /kalends\.events\.list\(\{ per_page: 1, search: '/)
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^200 OK/)
  const shown = JSON.parse((await page.textContent('[data-body]')) ?? '') as { events: { title: string }[] }
  assert.deepEqual(
    shown.events.map(({ title }) => title),
    [`Concert ${word}`],
  )
  await close()
  assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] })
})

void test('pages: the form creates a record with a token, which is kept on other pages, lost on reload and never stored', async () => {
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs/reference/create_event`)
  await page.selectOption('[data-credentials]', 'bearer')
  await page.fill('#try-token', api.tokens.editor)
  assert.doesNotMatch((await page.textContent('[data-request]')) ?? '', new RegExp(api.tokens.editor))
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^201 Created/)
  const made = JSON.parse((await page.textContent('[data-body]')) ?? '') as { id: number }
  assert.equal((await api.get(`/events/${made.id}`)).json['title'], 'Open day')

  await page.click('.contents a[href$="/delete_event"], .contents a[href="delete_event"]')
  await page.waitForURL('**/delete_event')
  assert.equal(await page.inputValue('#try-token'), api.tokens.editor)
  await page.fill('#try-path-id', String(made.id))
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^200 OK/)
  assert.equal((await api.get(`/events/${made.id}`)).status, 410)

  await page.goBack()
  await page.waitForURL('**/create_event')
  assert.equal(await page.evaluate('JSON.stringify([localStorage.length, sessionStorage.length, document.cookie])'), '[0,0,""]')
  await page.reload()
  assert.equal(await page.inputValue('#try-token'), '')
  await close()
})

void test('pages: the form sends an event password with characters outside Latin-1', async () => {
  const { id } = await api.make('events', { title: 'Guarded', start_date: inDays(3), end_date: inDays(3), password: 'пароль' })
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs/reference/get_event`)
  await page.evaluate('document.querySelector("form details")?.setAttribute("open", "")')
  await page.fill('#try-path-id', String(id))
  await page.fill('#try-header-X-Event-Password', 'пароль')
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])', { timeout: 10_000 })
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^200 OK/)
  await close()
})

void test('pages: the form shows an error response in the language of the page', async () => {
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/fr/docs/reference/create_tag`)
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^401/)
  assert.match((await page.textContent('[data-body]')) ?? '', /"rest_forbidden"/)
  assert.match((await page.textContent('[data-headers]')) ?? '', /content-language: fr/)
  await close()
})

void test('pages: behind a path prefix and with a REST root, links are relative and examples contain the public URL', async () => {
  const response = await fetch(`${behind.base}/fr/docs/reference/list_events`)
  const text = await response.text()
  assert.match(text, /data-base="..\/..\/..\/fr\/api\/"/)
  const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) => href)
  assert.ok(links.length > 50)
  assert.deepEqual(
    links.filter((href) => href.startsWith('/') || /^https?:/.test(href)),
    [],
  )
  assert.match(await (await fetch(`${behind.base}/docs`)).text(), /https:\/\/calendar\.example\/cal\/api\/calendar\/events\/v1\/events/)
  const { page, close } = await watchedPage(browser, behind.base)
  await page.goto(`${behind.base}/fr/docs/reference/list_tags`)
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^200 OK/)
  await close()
})
