// The subscribe page: its URLs are correct, work, and follow the selection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { inDays, NS, testServer, unique } from '../support/server.ts'

const api = await testServer({ RATE_LIMIT_ANONYMOUS: '0' })
const published = await testServer({ PUBLIC_URL: 'https://calendar.example/cal', REST_ROOT: '/api', CALENDAR_NAME: 'Fêtes & foires' })
const browser = await openBrowser()

/** Returns the links of a page by their text. */
async function linksOf(url: string): Promise<Record<string, string>> {
  const text = await (await fetch(url)).text()
  const plain = (each: string): string => each.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  return Object.fromEntries(
    [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', label = '']) => [plain(label), plain(href)]),
  )
}

void test('subscribe: webcal, Google, Outlook and feed URLs of a selection start with the public URL', async () => {
  const links = await linksOf(`${published.base}/subscribe?categories=3&categories=4&search=caf%C3%A9+%26+jazz&language=fr&unknown=1`)
  const query = 'categories=3%2C4&search=caf%C3%A9+%26+jazz'
  const address = `calendar.example/cal/fr/api${NS}/events.ics?${query}`
  assert.equal(links['Open in calendar app'], `webcal://${address}`)
  assert.equal(links['Add to Google Calendar'], `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`webcal://${address}`)}`)
  assert.equal(
    links['Add to Outlook'],
    `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(`https://${address}`)}&name=${encodeURIComponent('Fêtes & foires')}`,
  )
  for (const ending of ['ics', 'rss', 'atom', 'json', 'csv']) {
    const url = `https://calendar.example/cal/fr/api${NS}/events.${ending}?${query}`
    assert.equal(links[url], url)
  }
  const foreign = Object.values(links).filter((href) => /^https?:/.test(href) && !href.startsWith('https://calendar.example/'))
  assert.equal(foreign.length, 2)
})

void test('subscribe: values of the query string are text, and never HTML', async () => {
  const response = await fetch(`${api.base}/subscribe?search=${encodeURIComponent('"><script>alert(1)</script>')}&language=javascript:`)
  const text = await response.text()
  assert.doesNotMatch(text, /<script>|javascript:/)
  assert.match(text, /events\.ics\?search=%22%3E%3Cscript%3Ealert%281%29/)
})

void test('subscribe: the URLs follow the selection, and return the selected events', async () => {
  const word = unique()
  const category = await api.make('categories', { name: `Music ${word}` })
  const tag = await api.make('tags', { name: `Evening ${word}` })
  const venue = await api.make('venues', { venue: `Hall ${word}` })
  const dates = { start_date: inDays(3), end_date: inDays(3) }
  await api.make('events', { title: `Both ${word}`, ...dates, categories: [category.id], tags: [tag.id], venue: venue.id })
  await api.make('events', { title: `One ${word}`, ...dates, categories: [category.id] })

  const { page, complaints, foreign, close } = await watchedPage(browser, api.base, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${api.base}/subscribe`)
  const address = (): Promise<string> => page.getAttribute('.row a[href*="events.ics"]', 'href').then((href) => href ?? '')
  const following = (part: string): Promise<unknown> => page.waitForSelector(`.row a[href*="events.ics"][href*="${part}"]`)
  const titles = async (): Promise<string[]> =>
    [...(await (await fetch(await address())).text()).matchAll(/^SUMMARY[^:]*:(.*?)\r$/gm)].map(([, title = '']) => title).sort()

  await page.check(`text=Music ${word}`)
  await following(`categories=${category.id}`)
  assert.deepEqual(await titles(), [`Both ${word}`, `One ${word}`])
  await page.waitForFunction('document.querySelector("[data-matching]").textContent.endsWith(": 2")')
  await page.check(`text=Evening ${word}`)
  await following(`tags=${tag.id}`)
  assert.deepEqual(await titles(), [`Both ${word}`])
  await page.selectOption('#venue', { label: `Hall ${word}` })
  await following(`venue=${venue.id}`)
  await page.fill('#search', word)
  await following(`search=${word}`)
  await page.selectOption('#texts', 'ar')
  await following('/ar/')
  assert.equal(await address(), `${api.base}/ar${NS}/events.ics?categories=${category.id}&tags=${tag.id}&venue=${venue.id}&search=${word}`)
  assert.deepEqual(await titles(), [`Both ${word}`])

  await page.click('.row .copy')
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), await address())
  // The URL of the page contains the selection, so that readers can share it.
  await page.reload()
  await page.waitForSelector('.checkboxes')
  assert.equal(await page.isChecked(`text=Music ${word}`), true)
  assert.equal(await page.inputValue('#venue'), String(venue.id))
  await close()
  assert.deepEqual({ complaints, foreign }, { complaints: [], foreign: [] })
})

void test('subscribe: it works without JavaScript', async () => {
  const { page, close } = await watchedPage(browser, api.base, { javaScriptEnabled: false })
  await page.goto(`${api.base}/fr/subscribe`)
  await page.fill('#search', 'jazz')
  await page.click('[data-no-script] button')
  assert.match((await page.getAttribute('.row a', 'href')) ?? '', /\/fr\/calendar\/events\/v1\/events\.ics\?search=jazz$/)
  await close()
})

void test('subscribe: the page shows the name of the calendar', async () => {
  const named = await (await fetch(`${published.base}/subscribe`)).text()
  assert.match(named, /<h1>Subscribe to Fêtes &#38; foires<\/h1>/)
  assert.match(named, /<title>Subscribe to Fêtes &#38; foires/)
  assert.match(await (await fetch(`${api.base}/subscribe`)).text(), /<h1>Subscribe to this calendar<\/h1>/)
})

void test('subscribe: a parent category without events of its own can be chosen, and includes its children', async () => {
  const word = unique()
  const parent = await api.make('categories', { name: `Arts ${word}` })
  const child = await api.make('categories', { name: `Theater ${word}`, parent: parent.id })
  await api.make('categories', { name: `Unused ${word}` })
  await api.make('events', { title: `Play ${word}`, start_date: inDays(3), end_date: inDays(3), categories: [child.id] })
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/subscribe`)
  await page.check(`text=Arts ${word}`)
  assert.equal(await page.isVisible(`text=Theater ${word}`), true)
  assert.equal(await page.locator(`text=Unused ${word}`).count(), 0)
  await page.waitForSelector(`.row a[href*="events.ics"][href*="categories=${parent.id}"]`)
  const feed = await fetch((await page.getAttribute('.row a[href*="events.ics"]', 'href')) ?? '')
  assert.match(await feed.text(), new RegExp(`SUMMARY[^:]*:Play ${word}`))
  await close()
})
