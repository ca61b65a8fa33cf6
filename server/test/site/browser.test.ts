// Public pages in Chromium: without a script, without barriers, in both text directions, on narrow screens, and from one origin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { inDays, testServer, unique } from '../support/server.ts'

const api = await testServer({ CALENDAR_NAME: 'Lyon Agenda', ACCENT_COLOR: '#ffd400', FOOTER: 'Kept by the libraries.' })
const browser = await openBrowser()
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw']

/** A word that no line of a narrow screen has room for. */
const word = `${unique()}mmmmmmmmmm`
const category = await api.make('categories', { name: 'Music', color: 'violet' })
const venue = await api.make('venues', {
  venue: 'Town hall',
  address: '1 Quay',
  city: 'Lyon',
  geo_lat: 45.76,
  geo_lng: 4.83,
  description: '<p>By the river.</p>',
})
const organizer = await api.make('organizers', { organizer: 'Choir society', email: 'choir@example.org', website: 'https://choir.example' })
const shared = { categories: [category.id], venue: venue.id, organizer: organizer.id, tags: ['Evening'] }
const day = inDays(2).slice(0, 10)
const event = await api.make('events', {
  title: `Concert ${word}`,
  excerpt: '<p>Strings and brass.</p>',
  description: '<h2>Program</h2><p>Two <a href="https://example.org">parts</a>.</p><ul><li>One</li></ul>',
  start_date: `${day} 20:00:00`,
  end_date: `${day} 22:00:00`,
  cost: '€10',
  featured: true,
  availability: 'few',
  ...shared,
})
const series = await api.make('events', {
  title: 'Story hour',
  start_date: `${day} 10:00:00`,
  end_date: `${day} 11:00:00`,
  recurrence: 'FREQ=DAILY;COUNT=6',
  ...shared,
})
await api.make('events', {
  title: 'Night market',
  start_date: `${day} 00:00:00`,
  end_date: `${inDays(5).slice(0, 10)} 23:59:59`,
  all_day: true,
  event_status: 'cancelled',
  event_status_reason: 'Storm.',
  ...shared,
})
await api.make('events', { title: 'Exhibition', start_date: inDays(-3), end_date: inDays(9), ...shared })

const PAGES = [
  '/events',
  '/events?view=month',
  `/events?view=day&date=${day}`,
  '/events?search=nothinghere',
  `/events/${event.slug}`,
  `/events/${series.slug}`,
  `/events/${series.slug}/${day}`,
  `/venues/${venue.slug}`,
  `/organizers/${organizer.slug}`,
  `/categories/${category.slug}`,
  '/events/nothing',
  '/subscribe',
]
const VARIANTS: Readonly<Record<string, BrowserContextOptions>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  narrow: { viewport: { width: 320, height: 700 } },
  forced: { forcedColors: 'active' },
}
const COLORS = ['dark', 'forced']

for (const [name, options] of Object.entries(VARIANTS))
  void test(`17.1 axe finds no violations, nothing overflows, and no other origin is asked: ${name}`, { timeout: 600_000 }, async () => {
    const { page, complaints, foreign, close } = await watchedPage(browser, api.base, { locale: 'en', ...options })
    const found: string[] = []
    let inspected = 0
    for (const [i, language] of LANGUAGES.entries())
      for (const [j, path] of PAGES.entries()) {
        // The ordinary run has every page in two languages, one of them from right to left. Colors are the same in all languages.
        const isFirst = (i + j) % LANGUAGES.length === 0
        if (!isFullRun && !isFirst && (language !== 'ar' || COLORS.includes(name))) continue
        await page.goto(`${api.base}/${language}${path}`)
        inspected += 1
        found.push(...(await barriers(page)).map((each) => `${language}${path} ${each}`))
        if ((await overflow(page)) > 0) found.push(`${language}${path} overflows`)
      }
    await close()
    reportEvidence('site-accessibility', {
      [name]: { pages: inspected, languages: LANGUAGES.length, findings: found.length, foreign: foreign.length },
    })
    assert.deepEqual(found, [])
    assert.deepEqual({ complaints: complaints.filter((each) => !each.includes('404')), foreign }, { complaints: [], foreign: [] })
  })

void test('17.1 without a script a visitor searches, changes the view and the language, and opens an event and its menus', async () => {
  const { page, close } = await watchedPage(browser, api.base, { javaScriptEnabled: false })
  await page.goto(`${api.base}/`)
  await page.fill('input[name=search]', word)
  await page.click('.finder button')
  await page.click(`.item a[href="/events/${event.slug}"]`)
  assert.equal(await page.textContent('h1'), `Concert ${word}`)
  await page.click('.ticket summary >> nth=0')
  assert.equal(await page.isVisible(`a[href$="/events/${event.id}.ics"]`), true)
  await page.click('.top summary')
  await page.click('.top a[hreflang=fr]')
  assert.equal(await page.getAttribute('html', 'lang'), 'fr')
  await page.click('.nav a >> nth=1')
  assert.ok((await page.locator('table.month td').count()) >= 28)
  await page.click('a[rel=next]')
  assert.match(page.url(), /view=month&date=\d{4}-\d\d$/)
  await close()
})

void test('17.1 a link offers the language of the reader', async () => {
  const { page, close } = await watchedPage(browser, api.base, { locale: 'fr-CA' })
  await page.goto(`${api.base}/events/${event.slug}`)
  const offer = page.locator('[data-offer] a:visible')
  assert.equal(await offer.textContent(), 'Cette page en français')
  await offer.click()
  assert.equal(await page.getAttribute('html', 'lang'), 'fr')
  assert.equal(await page.locator('[data-offer] a:visible').count(), 0)
  await close()
})

void test('17.2 the focal point of a picture stays visible when the picture is cropped', async () => {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  const uploaded = await api.request('POST', '/media', {
    as: 'admin',
    upload: new Blob([bytes], { type: 'image/png' }),
    headers: { 'content-disposition': 'attachment; filename="focus.png"' },
  })
  const image = Number(uploaded.json['id'])
  assert.equal((await api.patch(`/media/${image}`, { focal_point: { x: 0.2, y: 0.9 } })).status, 200)
  const { slug } = await api.make('events', { title: 'Focus', start_date: inDays(2), end_date: inDays(2), image })
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/events/${slug}`)
  assert.equal(await page.evaluate("getComputedStyle(document.querySelector('img.ev-pic')).objectPosition"), '20% 90%')
  await close()
})
