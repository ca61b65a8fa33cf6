// Every page in every language: narrow and wide, light and dark, without complaint, foreign hosts, overflow or barriers; and every link leads somewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const api = await testServer()
const browser = await openBrowser()
const SIZES = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const

/** Every page that links lead to from the first one of a language, and links that lead nowhere. */
async function walk(root: string): Promise<{ pages: string[]; dead: string[] }> {
  const [pages, dead, waiting]: [Set<string>, string[], string[]] = [new Set(), [], [root]]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(api.base + path)
    if (response.status !== 200) dead.push(path)
    if (!/text\/html/.test(response.headers.get('content-type') ?? '')) continue
    pages.add(path)
    for (const [, href = ''] of (await response.text()).matchAll(/<a [^>]*href="([^"#]*)"/g)) {
      const { origin, pathname } = new URL(href.replaceAll('&#38;', '&'), api.base + path)
      if (origin === api.base && (pathname === root || pathname.startsWith(`${root}/`))) waiting.push(pathname)
    }
  }
  return { pages: [...pages], dead }
}

for (const language of ['ar', 'en', 'fr', 'pt-pt', 'sw'])
  void test(`pages: every page in ${language}`, async (t) => {
    const { pages, dead } = await walk(`/${language}`)
    t.diagnostic(`${pages.length} pages`)
    assert.ok(pages.length > 70, `${pages.length} pages`)
    assert.deepEqual(dead, [])
    for (const size of SIZES) {
      const { page, complaints, foreign, close } = await watchedPage(browser, api.base, size)
      const found: string[] = []
      for (const path of pages) {
        await page.goto(api.base + path)
        if ((await overflow(page)) > 0) found.push(`${path} is wider than the window`)
        // Looking for barriers takes long; the other languages have the same templates.
        if (language === 'ar' || language === 'en') found.push(...(await barriers(page)).map((each) => `${path} ${each}`))
      }
      await close()
      assert.deepEqual({ complaints, foreign, found }, { complaints: [], foreign: [], found: [] })
    }
  })
