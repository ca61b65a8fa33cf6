// Search over the full text of guide, reference and errors: relevance, limits, and use by keyboard in Chromium.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const api = await testServer({ RATE_LIMIT_ANONYMOUS: '0' })
const browser = await openBrowser()

interface Result {
  readonly path: string
  readonly title: string
  readonly excerpt: string
}
const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
async function search(query: string, root = ''): Promise<Result[]> {
  const page = `${api.base}${root}/docs/search`
  const response = await fetch(`${page}?q=${encodeURIComponent(query)}`)
  assert.equal(response.status, 200)
  const list = /<ol class="results">([\s\S]*?)<\/ol>/.exec(await response.text())?.[1] ?? ''
  return [...list.matchAll(/<li[^>]*><a href="([^"]*)">.*?<b[^>]*>(.*?)<\/b><\/a><p[^>]*>([\s\S]*?)<\/p>/g)].map(
    ([, href = '', title = '', excerpt = '']) => {
      const { pathname, hash } = new URL(decode(href), page)
      return { path: pathname + hash, title: decode(title.replace(/<\/?code>/g, '')), excerpt: decode(excerpt) }
    },
  )
}
/** Returns the paths of the best results. */
const best = async (query: string, count = 5): Promise<string[]> => (await search(query)).slice(0, count).map(({ path }) => path)

void test('search: words that are in no title find the right pages', async () => {
  for (const [query, expected] of [
    ['timezone', /^\/docs\/dates/],
    ['token', /^\/docs\/authentication/],
    ['ical', /^\/docs\/(feeds|reference\/list_events_ics)/],
    ['search', /^\/docs\/(lists|reference\/list_)/],
    ['status', /^\/docs\/(errors|authentication|reference\/\w+_event|first-steps|writing|lists)/],
    ['X-Event-Password', /^\/docs\/(errors\/event-password-protected|authentication|reference\/get_event)/],
    ['slug taken', /^\/docs\/errors\/rest_slug_taken$/],
    ['create venue', /^\/docs\/reference\/create_venue$/],
    ['429', /^\/docs\/(errors\/rest_too_many_requests|limits)/],
    ['pagnation', /^\/docs\/lists/],
  ] as const) {
    const paths = await best(query)
    assert.ok(
      paths.some((path) => expected.test(path)),
      `${query}: ${paths.join(' ')}`,
    )
  }
})

void test('search: every result leads to a page and a heading that exist', async () => {
  for (const { path } of [...(await search('event')), ...(await search('server')), ...(await search('error'))]) {
    const [page = '', id] = path.split('#', 2)
    const response = await fetch(api.base + page)
    assert.equal(response.status, 200, path)
    if (id !== undefined) assert.ok((await response.text()).includes(`id="${id}"`), path)
  }
})

void test('search: the excerpt shows the match, and marks it', async () => {
  const [first] = await search('daylight saving')
  assert.match(first?.path ?? '', /^\/docs\/dates/)
  assert.match(first?.excerpt ?? '', /<mark>daylight<\/mark> <mark>saving<\/mark>/)
})

void test('search: in another language the reference and the errors are searched in that language', async () => {
  const paths = (await search('événement protégé par un mot de passe', '/fr')).map(({ path }) => path)
  assert.ok(paths.includes('/fr/docs/errors/event-password-protected'), paths.join(' '))
  const arabic = (await search('كلمة مرور الفعالية', '/ar')).map(({ path }) => path)
  assert.ok(arabic.includes('/ar/docs/errors/event-password-protected'), arabic.join(' '))
})

void test('search: nothing is found for other words, and no query shows the form only', async () => {
  assert.deepEqual(await search('xyzzy'), [])
  const empty = await (await fetch(`${api.base}/docs/search`)).text()
  assert.match(empty, /<input id="q"/)
  assert.doesNotMatch(empty, /class="result/)
})

void test('search: a query is text, and never HTML', async () => {
  const text = await (await fetch(`${api.base}/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text()
  assert.doesNotMatch(text, /<script>/)
  assert.match(text, /value="&#34;&#62;&#60;script&#62;alert\(1\)/)
})

/** The least processor time of a request among several: other work on the machine can only add to it. */
async function leastCpuMs(query: string): Promise<number> {
  const rounds: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const before = process.cpuUsage()
    const response = await fetch(`${api.base}/docs/search?q=${encodeURIComponent(query.toWellFormed()).slice(0, 7_500)}`)
    assert.ok(response.status === 200 || response.status === 400, `${response.status}`)
    await response.arrayBuffer()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1_000)
  }
  return Math.min(...rounds)
}

void test('search: hostile queries cost little more than ordinary ones', async (t) => {
  await search('warm up')
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i))
  const hostile = [
    'a'.repeat(7_000),
    'a '.repeat(3_500),
    letters.map((letter) => letter + letter).join(' '),
    'eventz '.repeat(1_000),
    '\u0301'.repeat(1_000),
    '.*+?^${}()|[]\\'.repeat(100),
    'se re st en in co de th',
    '%00\ud800'.repeat(100),
  ]
  const ordinary = await leastCpuMs('how do I send the dates of an event that repeats every week')
  const costs = new Map<string, number>()
  for (const query of hostile) costs.set(query.slice(0, 20), (await leastCpuMs(query)) / ordinary)
  t.diagnostic(`${ordinary.toFixed(1)} ms; ${[...costs.values()].map((ratio) => ratio.toFixed(2)).join(', ')} times as much`)
  for (const [query, ratio] of costs) assert.ok(ratio < 14, `${query}: ${ratio.toFixed(1)} times the processor time of an ordinary search`)
})

void test('search: the rate limit counts searches', async () => {
  const limited = await testServer({ RATE_LIMIT_ANONYMOUS: '3' })
  const statuses: number[] = []
  for (let i = 0; i < 4; i += 1) statuses.push((await fetch(`${limited.base}/docs/search?q=token`)).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
})

void test('search: results appear while typing, and are reached by keyboard alone', async () => {
  const { page, complaints, foreign, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs/lists`)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
  await page.focus('[data-search]')
  await page.keyboard.type('create venue')
  await page.waitForSelector('[data-search-results] .results')
  assert.equal(await page.isVisible('.contents details'), false)
  assert.deepEqual(await barriers(page), [])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/reference/create_venue')
  assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  // The results remain, so that the reader can open the next one.
  assert.equal(await page.inputValue('[data-search]'), 'create venue')
  await page.click('[data-search-results] a >> nth=1')
  await page.waitForURL((url) => !url.pathname.endsWith('/create_venue'))

  await page.fill('[data-search]', 'xyzzy')
  await page.waitForSelector('[data-search-results] >> text=No results.')
  await page.focus('[data-search]')
  await page.keyboard.press('Escape')
  assert.equal(await page.isVisible('.contents details'), true)
  await close()
  assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] })
})

void test('search: Enter opens the search page, and Back returns', async () => {
  const { page, close } = await watchedPage(browser, api.base, { viewport: { width: 390, height: 800 } })
  await page.goto(`${api.base}/ar/docs`)
  await page.fill('[data-search]', 'timezone')
  await page.press('[data-search]', 'Enter')
  await page.waitForURL('**/ar/docs/search?q=timezone')
  assert.equal(await page.inputValue('#q'), 'timezone')
  assert.ok((await page.locator('main .results li').count()) > 3)
  assert.equal(await overflow(page), 0)
  await page.fill('#q', 'token')
  await page.press('#q', 'Enter')
  await page.waitForURL('**/ar/docs/search?q=token')
  await page.goBack()
  await page.waitForSelector('#q[value=timezone]')
  await close()
})

void test('search: it works without JavaScript', async () => {
  const { page, close } = await watchedPage(browser, api.base, { javaScriptEnabled: false })
  await page.goto(`${api.base}/docs`)
  await page.fill('[data-search]', 'timezone')
  await page.press('[data-search]', 'Enter')
  await page.waitForURL('**/docs/search?q=timezone')
  assert.ok((await page.locator('main .results mark').count()) > 0)
  await close()
})
