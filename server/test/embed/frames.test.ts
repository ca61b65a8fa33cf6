// Frames and fragments: who may frame which page, the height message, and the same markup with and without scripts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDemoServer } from '../../../examples/test/support.ts'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'
import { openHostSite, textsIn, untilShown } from './host-page.ts'

const host = await openHostSite()
const demo = await startDemoServer()
const browser = await openBrowser()

const EMBEDDED = ['/embed/list', '/embed/month', '/fr/embed/list', '/ar/embed/month?date=2027-01', '/embed/list?limit=0']
const OTHERS = ['/', '/embed', '/fr/embed', '/subscribe', '/docs', '/admin', '/calendar/events/v1/events', '/embed.js']

/** Which of the paths another site shows in a frame. */
async function framed(base: string, paths: readonly string[]): Promise<string[]> {
  const { page, close } = await watchedPage(browser, base)
  await page.goto(host.add({ body: paths.map((path) => `<iframe src="${base}${path}"></iframe>`).join('') }))
  await page.waitForLoadState('networkidle')
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  assert.equal(frames.length, paths.length)
  const shown = frames.filter((frame) => !frame.url().startsWith('chrome-error:')).map((frame) => frame.url().slice(base.length))
  await close()
  return shown
}

test('every site may frame /embed/list and /embed/month, and nothing else', async () => {
  assert.deepEqual(await framed(demo.base, [...EMBEDDED, ...OTHERS]), EMBEDDED)
})

test('EMBED_ORIGINS names the sites that may frame them', async () => {
  const listed = await testServer({ EMBED_ORIGINS: `https://example.org, ${host.origin}` })
  assert.deepEqual(await framed(listed.base, [...EMBEDDED, '/embed']), EMBEDDED)
  for (const EMBED_ORIGINS of ['https://example.org,https://*.example.net', '']) {
    const other = await testServer({ EMBED_ORIGINS })
    assert.deepEqual(await framed(other.base, EMBEDDED), [])
    const policy = (await fetch(`${other.base}/embed/list`)).headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      EMBED_ORIGINS === '' ? /frame-ancestors 'none'$/ : /frame-ancestors https:\/\/example\.org https:\/\/\*\.example\.net$/,
    )
  }
})

test('a frame reports its height, stays in itself for months, and leaves for events', async () => {
  const { page, close } = await watchedPage(browser, demo.base)
  const listen = `<script>addEventListener('message', ({ data }) => { if (data.kalends === 'height') document.querySelector('iframe').height = data.height })</script>`
  await page.goto(host.add({ head: listen, body: `<iframe src="${demo.base}/embed/month" width="400" height="10"></iframe>` }))
  await page.waitForFunction(`document.querySelector('iframe').height > 400`)
  const frame = page.frameLocator('iframe')
  const content = await frame.locator('html').evaluate((html) => [html.scrollHeight, html.clientHeight])
  assert.equal(content[0], content[1])
  assert.equal(await frame.locator('.title a').first().getAttribute('target'), '_top')
  const month = await frame.locator('.heading').textContent()
  await frame.getByRole('link', { name: 'Next month' }).click()
  await frame
    .locator('.heading')
    .filter({ hasNotText: month ?? '' })
    .waitFor()
  assert.equal(new URL(page.url()).origin, host.origin)
  await close()
})

/** Texts, links, classes and languages, in the order of the document. Browsers and Node differ in the white space of date ranges. */
const CONTENT = (tag: string): string => `[...document.querySelector('${tag}').shadowRoot.querySelector('.kalends').querySelectorAll('*')]
  .map((element) => [element.localName, element.getAttribute('class')?.trim() ?? '', element.getAttribute('href') ?? '', element.getAttribute('lang') ?? '', element.getAttribute('aria-label') ?? '',
    element.children.length === 0 ? element.textContent.replaceAll(/\\s/g, ' ') : ''].join('|'))`

for (const language of ['en', 'ar'])
  for (const [tag, path] of [
    ['kalends-events', 'list?limit=7&categories=music,exhibitions'],
    ['kalends-month', 'month?date=2027-01-09'],
  ] as const)
    test(`${path} in "${language}" is the markup of the widget`, async () => {
      const { page, complaints, close } = await watchedPage(browser, demo.base)
      await page.goto(`${demo.base}/${language}/embed/${path}`)
      const without = await page.evaluate(CONTENT(tag))
      const query = new URLSearchParams(path.split('?')[1])
      const attributes = [...query].map(([name, value]) => `${name}="${value}"`).join(' ')
      const head = `<script type="module" src="${demo.base}/embed.js"></script>`
      await page.goto(host.add({ head, body: `<${tag} language="${language}" ${attributes}></${tag}>` }))
      await untilShown(page)
      assert.deepEqual(await page.evaluate(CONTENT(tag)), without)
      assert.deepEqual(complaints, [])
      await close()
    })

test('a fragment is shown without scripts, and the widget takes it over', async () => {
  const response = await fetch(`${demo.base}/embed/list?limit=3&fragment=true`)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const fragment = await response.text()
  assert.match(fragment, /^<kalends-events [^>]*><template shadowrootmode="open">/)
  for (const isScripted of [false, true]) {
    const head = isScripted ? `<script type="module" src="${demo.base}/embed.js"></script>` : ''
    const { page, complaints, close } = await watchedPage(browser, demo.base)
    await page.goto(host.add({ body: fragment, head }))
    await page.waitForLoadState('networkidle')
    await untilShown(page)
    assert.equal((await textsIn(page, 'kalends-events', '.title')).length, 3)
    assert.equal((await textsIn(page, 'kalends-events', '.kalends')).length, 1)
    const style = await page.evaluate(
      `getComputedStyle(document.querySelector('kalends-events').shadowRoot.querySelector('.kalends')).borderTopStyle`,
    )
    assert.equal(style, 'solid')
    assert.deepEqual(complaints, [])
    await close()
  }
})

test('scripts may be loaded by every site, with a strong ETag, and those with a hash are immutable', async () => {
  const get = (path: string, headers = {}) => fetch(demo.base + path, { headers })
  const script = await get('/embed.js', { 'accept-encoding': 'br' })
  assert.deepEqual(
    ['access-control-allow-origin', 'cross-origin-resource-policy', 'content-type', 'content-encoding', 'cache-control'].map((name) =>
      script.headers.get(name),
    ),
    ['*', 'cross-origin', 'text/javascript; charset=utf-8', 'br', 'public, max-age=600'],
  )
  const chunk = /embed\/month-[\w-]+\.js/.exec(await script.text())?.[0] ?? ''
  assert.equal((await get(`/${chunk}`)).headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal((await get('/embed.js', { 'accept-encoding': 'br', 'if-none-match': script.headers.get('etag') ?? '' })).status, 304)
  assert.equal((await get('/embed/nothing.js')).status, 404)
  assert.equal((await get('/embed/..%2fembed.js')).status, 404)
  const refused = await fetch(`${demo.base}/embed.js`, { method: 'POST' })
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
  const { per_page_max, ...calendar } = (await (await get('/embed/calendar.json')).json()) as Record<string, unknown>
  assert.equal(per_page_max, 100)
  assert.deepEqual(calendar, {
    name: '',
    url: demo.base,
    api: `${demo.base}/calendar/events/v1`,
    has_pages: true,
    languages: ['ar', 'en', 'fr', 'pt-pt', 'sw'],
    default_language: 'en',
    time_zone: 'UTC',
  })
})
