// Accessibility of the widget, the frames and the page /embed: axe in all languages, both schemes, forced colors, and on a narrow screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { startDemoServer } from '../../../examples/test/support.ts'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { isFullRun } from '../support/evidence.ts'
import { openHostSite, untilShown } from './host-page.ts'

const server = await startDemoServer()
const host = await openHostSite()
const browser = await openBrowser()
const head = `<script type="module" src="${server.base}/embed.js"></script>`
const WIDE = { viewport: { width: 1440, height: 900 } }
const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['light', WIDE],
  ['dark', { ...WIDE, colorScheme: 'dark' }],
  ['forced colors', { ...WIDE, forcedColors: 'active' }],
  ['320 pixels', { viewport: { width: 320, height: 700 } }],
]
const BODY =
  '<kalends-events></kalends-events><kalends-month></kalends-month><kalends-events categories="nothing-like-it"></kalends-events>'

/** An ordinary run has every look in English, two widths from right to left, and every language on a narrow screen. Colors are the same in all languages. */
const isWanted = (language: string, look: string): boolean =>
  isFullRun || language === 'en' || look === '320 pixels' || (language === 'ar' && look === 'light')
/** The frames have the markup of the elements, with the same texts. */
const hasFrames = (language: string): boolean => isFullRun || ['en', 'ar'].includes(language)

for (const language of ['en', 'fr', 'ar', 'sw', 'pt-pt'])
  for (const [name, options] of LOOKS.filter(([look]) => isWanted(language, look)))
    test(`axe finds nothing in "${language}" with ${name}`, async () => {
      const direction = language === 'ar' ? 'rtl' : 'ltr'
      const frames = hasFrames(language) ? [`/${language}/embed/list`, `/${language}/embed/month`] : []
      for (const url of [host.add({ body: BODY, head, language, direction }), ...frames, `/${language}/embed`]) {
        const { page, complaints, close } = await watchedPage(browser, server.base, options)
        await page.goto(new URL(url, server.base).href)
        await untilShown(page)
        assert.deepEqual(await barriers(page), [], url)
        assert.equal(await overflow(page), 0, url)
        assert.deepEqual(complaints, [])
        await close()
      }
    })

test('a failure has no barriers, and is announced', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  await page.route('**/events?*', (route) => route.abort())
  await page.goto(host.add({ body: BODY, head }))
  await page.locator('kalends-month [role=alert]').waitFor()
  assert.deepEqual(await barriers(page), [])
  await close()
})
