// Checks the pages of the guide: each chapter is in one language, its navigation is in the language of the reader, and its links work.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '../../src/config.ts'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'
import { ROOT } from './sandbox.ts'

const api = await testServer()
const browser = await openBrowser()

interface Parts {
  readonly lang: string
  readonly dir: string
  readonly lines: readonly string[]
}
/** The lines of the content, without the buttons that the script of the page adds. */
const CONTENT = `(() => {
  const content = document.querySelector('main .prose')
  for (const button of content.querySelectorAll('button')) button.remove()
  return { lang: content.lang, dir: content.dir, lines: content.textContent.split('\\n') }
})()`
async function contentOf(path: string): Promise<{ title: string; content: Parts; note: string; contents: string }> {
  const { page, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}${path}`)
  const title = await page.title()
  const content = await page.evaluate<Parts>(CONTENT)
  const note = await page.evaluate<string>('document.querySelector("main > .note")?.textContent ?? ""')
  const contents = await page.evaluate<string>('document.querySelector("nav.contents h2").textContent')
  await close()
  return { title, content, note, contents }
}

void test('docs: a chapter has the same English content in every language, and navigation in the language of the page', async () => {
  for (const chapter of ['lists', 'errors']) {
    const english = await contentOf(`/en/docs/${chapter}`)
    assert.ok(english.content.lines.length > 20)
    assert.equal(english.title, `${english.content.lines[0]} – Kalends`)
    assert.equal(english.note, '')
    for (const language of ['fr', 'ar']) {
      const other = await contentOf(`/${language}/docs/${chapter}`)
      assert.deepEqual([other.title, other.content], [english.title, english.content])
      assert.deepEqual([other.content.lang, other.content.dir], ['en', 'ltr'])
      assert.notEqual(other.note, '')
      assert.notEqual(other.contents, english.contents)
    }
  }
})

void test('docs: every link inside a chapter leads to a page and to a heading that exists', async () => {
  const index = await (await fetch(`${api.base}/en/docs`)).text()
  const chapters = [...new Set([...index.matchAll(/href="(?:\.\.\/en\/)?(docs\/[a-z-]+)"/g)].map(([, path = '']) => path))]
  assert.ok(chapters.length > 10, chapters.join())
  const dead: string[] = []
  for (const chapter of chapters) {
    const url = `${api.base}/en/${chapter}`
    const [, prose = ''] = (await (await fetch(url)).text()).split('<div class="prose"')
    for (const [, href = ''] of prose.matchAll(/<a href="([^"]*)"/g)) {
      const target = new URL(href, url)
      if (target.origin !== api.base) continue
      const response = await fetch(target)
      const isThere = response.status === 200 && (target.hash === '' || (await response.text()).includes(` id="${target.hash.slice(1)}"`))
      if (!isThere) dead.push(`${chapter}: ${href}`)
    }
  }
  assert.deepEqual(dead, [])
})

/** Returns the names in backticks that look like settings but are not. */
const unknownSettings = (text: string): string[] =>
  [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in SETTINGS) && name !== 'TEST_DATABASE_URL')

void test('docs: the README and the guide name only settings that exist', () => {
  for (const page of ['README.md', ...globSync('docs/api/*.md', { cwd: ROOT })])
    assert.deepEqual(unknownSettings(readFileSync(join(ROOT, page), 'utf8')), [], page)
  assert.deepEqual(unknownSettings('Set `LIST_MAX_AGE` and `LIST_MIN_AGE`.'), ['LIST_MIN_AGE'])
})
