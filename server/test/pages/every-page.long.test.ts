// Every page in every language, narrow and wide, light and dark: no console errors, other origins, overflow, axe violations or broken links.
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

/** Returns every page that is linked from the home page of a language, and the broken links. */
async function crawl(root: string): Promise<{ pages: string[]; broken: string[] }> {
  const [pages, broken, waiting]: [Set<string>, string[], string[]] = [new Set(), [], [root]]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(api.base + path)
    if (response.status !== 200) broken.push(path)
    if (!/text\/html/.test(response.headers.get('content-type') ?? '')) continue
    pages.add(path)
    for (const [, href = ''] of (await response.text()).matchAll(/<a [^>]*href="([^"#]*)"/g)) {
      const { origin, pathname } = new URL(href.replaceAll('&#38;', '&'), api.base + path)
      if (origin === api.base && (pathname === root || pathname.startsWith(`${root}/`))) waiting.push(pathname)
    }
  }
  return { pages: [...pages], broken }
}

for (const language of ['ar', 'en', 'fr', 'pt-pt', 'sw'])
  void test(`pages: every page in ${language}`, async (t) => {
    const { pages, broken } = await crawl(`/${language}`)
    t.diagnostic(`${pages.length} pages`)
    assert.ok(pages.length > 70, `${pages.length} pages`)
    assert.deepEqual(broken, [])
    for (const size of SIZES) {
      const { page, complaints, foreign, close } = await watchedPage(browser, api.base, size)
      const found: string[] = []
      for (const path of pages) {
        await page.goto(api.base + path)
        if ((await overflow(page)) > 0) found.push(`${path} is wider than the window`)
        // axe takes long, and the other languages use the same templates.
        if (language === 'ar' || language === 'en') found.push(...(await barriers(page)).map((each) => `${path} ${each}`))
      }
      await close()
      assert.deepEqual({ complaints, foreign, found }, { complaints: [], foreign: [], found: [] })
    }
  })
