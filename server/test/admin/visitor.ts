// A person in front of the admin, in a real browser.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { PASSWORD } from '../accounts/person.ts'
import { barriers, overflow, watchedPage, type Watched } from '../support/browser.ts'
import { NS } from '../support/server.ts'
import { textsOf } from './texts.ts'

export interface View {
  readonly language: string
  readonly width: number
  readonly colorScheme?: 'light' | 'dark'
}
export interface Visitor extends Watched {
  readonly t: ReturnType<typeof textsOf>
  /** Fails if the screen has barriers, is wider than the window, or has made the browser complain. */
  inspect(name: string): Promise<void>
}

/** The elements that reach beyond the window, in a script for the page. */
const WIDEST = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().left < -1 || element.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 5).map((element) => element.cloneNode(false).outerHTML).join(' ')`

export async function visit(browser: Browser, origin: string, { language, width, colorScheme = 'light' }: View): Promise<Visitor> {
  const options: BrowserContextOptions = { locale: language, viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' }
  const watched = await watchedPage(browser, origin, options)
  const { page, complaints, foreign } = watched
  page.setDefaultTimeout(30_000)
  return {
    ...watched,
    t: textsOf(language),
    async inspect(name) {
      // A screen whose code is still being loaded is empty.
      await page.locator('h1').first().waitFor()
      assert.deepEqual(await barriers(page), [], `${name}: barriers`)
      if ((await overflow(page)) > 0) assert.fail(`${name} is wider than the window: ${await page.evaluate<string>(WIDEST)}`)
      // Chromium reports each response with an error status.
      assert.deepEqual(
        complaints.filter((each) => !each.includes('Failed to load resource')),
        [],
        name,
      )
      assert.deepEqual(foreign, [], name)
    },
  }
}

/** Moves the focus by the Tab key until it is on an element that the selector matches. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const isThere = await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`The Tab key does not reach ${selector}.`)
}

/** Signs in by the API, which takes less time than the form, and opens a screen. The tests of the form are in `sign-in.test.ts`. */
export async function signInAt(page: Page, url: string, login: string): Promise<void> {
  const { origin } = new URL(url)
  const response = await page.context().request.post(`${origin}${NS}/session`, {
    data: { login, password: PASSWORD },
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'X-Kalends-Session': '1' },
  })
  assert.ok(response.ok(), await response.text())
  await page.goto(url)
  await page.locator('#content h1').waitFor()
}

/** Repeats a check until it has the expected result, because screens send changes in the background. */
export async function eventually(check: () => Promise<unknown>, expected: unknown): Promise<void> {
  let found: unknown
  for (let attempt = 0; attempt < 300; attempt += 1) {
    found = await check()
    if (isDeepStrictEqual(found, expected)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.deepEqual(found, expected)
}
