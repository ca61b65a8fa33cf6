// The form of the upload operation sends a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const api = await testServer()
const browser = await openBrowser()
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

void test('pages: the form uploads an image', async () => {
  const { page, complaints, close } = await watchedPage(browser, api.base)
  await page.goto(`${api.base}/docs/reference/create_image`)
  await page.selectOption('[data-credentials]', 'bearer')
  await page.fill('#try-token', api.tokens.editor)
  await page.setInputFiles('#try-file', { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  assert.match((await page.textContent('[data-request]')) ?? '', /-H 'Content-Type: image\/png' \\\n {2}--data-binary '@pixel\.png'/)
  await page.click('form [type=submit]')
  await page.waitForSelector('[data-response]:not([hidden])')
  assert.match((await page.textContent('[data-outcome]')) ?? '', /^201 Created/, (await page.textContent('[data-body]')) ?? '')
  await close()
  assert.deepEqual(complaints, [])
})
