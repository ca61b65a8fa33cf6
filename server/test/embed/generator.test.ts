// The page /embed in a real browser: code, live preview, the keyboard, the copy button, and the same without scripts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDemoServer } from '../../../examples/test/support.ts'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { openHostSite, textsIn, untilShown } from './host-page.ts'

const server = await startDemoServer()
const host = await openHostSite()
const browser = await openBrowser()

test('the code follows the form, with the keyboard alone, and shows the same events as the preview', async () => {
  const { page, complaints, close } = await watchedPage(browser, server.base, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${server.base}/embed`)
  await untilShown(page)
  const code = page.locator('#code + *, section[aria-labelledby=code] code').last()
  await page.getByLabel('Heading').focus()
  await page.keyboard.type('In "our" street')
  await page.getByLabel('Music', { exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Number of events').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3')
  await page.getByLabel('Event language').selectOption('fr')
  await page.getByLabel('Color').fill('#17694d')
  await page.getByText('--kalends-accent: #17694d').waitFor()
  const text = (await code.textContent()) ?? ''
  assert.equal(
    text,
    `<script type="module" src="${server.base}/embed.js"></script>
<kalends-events categories="music" language="fr" limit="3" heading="In &quot;our&quot; street"></kalends-events>
<style>
  kalends-events { --kalends-accent: #17694d; }
</style>`,
  )
  await page.waitForFunction(`document.querySelector('[data-preview] kalends-events')?.shadowRoot?.querySelectorAll('.title').length === 3`)
  const preview = await textsIn(page, 'kalends-events', '.title')
  assert.deepEqual(await textsIn(page, 'kalends-events', '.heading'), ['In "our" street'])
  assert.equal(await page.evaluate(`document.querySelector('kalends-events').style.getPropertyValue('--kalends-accent')`), '#17694d')
  await page.getByRole('button', { name: 'Copy' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, text)
  assert.deepEqual(complaints, [])
  // The code works on another site.
  await page.goto(host.add({ body: copied }))
  await untilShown(page)
  assert.deepEqual(await textsIn(page, 'kalends-events', '.title'), preview)
  await close()
})

test('a month has its own code, and no inputs of the list', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  await page.goto(`${server.base}/embed`)
  await page.getByLabel('A month with the events of a day').check()
  await page.locator('[data-preview] kalends-month').waitFor()
  assert.equal(await page.getByLabel('Heading').isVisible(), false)
  assert.match((await page.locator('code').first().textContent()) ?? '', /<kalends-month><\/kalends-month>$/)
  assert.match((await page.locator('code').last().textContent()) ?? '', /<iframe src="[^"]+\/en\/embed\/month"/)
  await close()
})

test('without scripts, a form sends the choice, and the preview is part of the page', async () => {
  const { page, close } = await watchedPage(browser, server.base, { javaScriptEnabled: false })
  await page.goto(`${server.base}/fr/embed?limit=2&categories=music&categories=film`)
  assert.equal(await page.getByLabel('Nombre d’événements').inputValue(), '2')
  await page.getByLabel('Nombre d’événements').fill('4')
  await page.getByRole('button', { name: 'Mettre à jour' }).click()
  assert.equal(await page.locator('kalends-events .title').count(), 4)
  assert.match((await page.locator('code').first().textContent()) ?? '', /<kalends-events categories="[\w,-]+" limit="4">/)
  await close()
})

test('a value that the API refuses is reported in place of the preview', async () => {
  const { page, close } = await watchedPage(browser, server.base)
  const response = await page.goto(`${server.base}/embed?limit=5000`)
  assert.equal(response?.status(), 200)
  assert.equal(await page.locator('[data-preview]').textContent(), 'One of the values is not valid, so there is no preview.')
  await close()
})
