// Tests the embedding examples in a browser: plain HTML and WordPress blocks, and React and Vue from the clone and with the packed widget.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { bin, run } from '../../client/test/support/package.ts'
import { packWorkspace } from '../../scripts/packages.ts'
import { untilShown } from '../../server/test/embed/host-page.ts'
import { openBrowser, watchedPage } from '../../server/test/support/browser.ts'
import { copyFromClone, ROOT, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const browser = await openBrowser()
const DOCUMENTED = 'http://127.0.0.1:3000'
const clone = join(ROOT, 'examples/embed')
/** The example with the URL of the test server. */
const textOf = (name: string): string => readFileSync(join(clone, name), 'utf8').replaceAll(DOCUMENTED, server.base)

const titles = async (query: string): Promise<string[]> => {
  const { json } = await server.get(`/events?from=today&per_page=4${query}`)
  return (json['events'] as { title: string }[]).map(({ title }) => title)
}
/** Waits until the list shows the events that the API returns, and the month has its days. */
async function expectEvents(page: Page, query: string): Promise<void> {
  const expected = await titles(query)
  assert.equal(expected.length, 4)
  await page.waitForFunction(
    `[...document.querySelector('kalends-events').shadowRoot.querySelectorAll('.title')].map((title) => title.textContent.trim()).join() === ${JSON.stringify(expected.join())}`,
  )
  await untilShown(page)
}

test('examples: the plain page shows the list and the month in its own colors', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'plain.html'), textOf('plain.html'))
  const { page, complaints, close } = await watchedPage(browser, server.base)
  await page.goto(pathToFileURL(join(folder, 'plain.html')).href)
  await expectEvents(page, '&categories=music,exhibitions')
  const color = await page.evaluate(`getComputedStyle(document.querySelector('kalends-events').shadowRoot.querySelector('.date')).color`)
  assert.equal(color, 'rgb(23, 105, 77)')
  assert.equal((await page.locator('kalends-month [data-day]').count()) % 7, 0)
  assert.deepEqual(complaints, [])
  await close()
})

test('examples: the blocks for WordPress show a list and a month', async () => {
  // WordPress shows blocks of HTML as they are, inside the content of the page.
  const page = `<!doctype html><title>A page of WordPress</title><link rel="icon" href="data:,"><div class="entry-content">${textOf('wordpress.html')}</div>`
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  after(() => site.close())
  const { page: opened, complaints, close } = await watchedPage(browser, server.base)
  await opened.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  await expectEvents(opened, '&categories=music,exhibitions')
  assert.equal((await opened.frameLocator('iframe').locator('[data-day]').count()) % 7, 0)
  assert.deepEqual(complaints, [])
  await close()
})

/** A copy of the example with the packed widget. */
function copyWithPackedWidget(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-widget-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { tarball } = packWorkspace('widget', folder)
  run('tar', ['-xzf', tarball], folder)
  copyFromClone(folder, 'examples/embed')
  const example = join(folder, 'examples/embed')
  mkdirSync(join(example, 'node_modules/@kalends'), { recursive: true })
  cpSync(join(folder, 'package'), join(example, 'node_modules/@kalends/widget'), { recursive: true })
  for (const name of ['@types', '@vue', 'csstype', 'react', 'react-dom', 'scheduler', 'vue'])
    symlinkSync(join(ROOT, 'node_modules', name), join(example, 'node_modules', name))
  return example
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }
/** Builds the applications as `npm start` does, and serves them. */
async function buildAndServe(folder: string): Promise<string> {
  const output = temporaryFolder()
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { build: string } }
  const [, ...args] = scripts.build.replace('--outdir=dist', `--outdir=${output}/dist`).split(' ')
  await runCommand(bin('esbuild'), args, { cwd: folder })
  for (const name of ['react.html', 'vue.html']) cpSync(join(folder, name), join(output, name))
  const site = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(readFileSync(join(output, path)))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  after(() => site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

for (const [from, folder] of [
  ['from the clone', clone],
  ['with the packed widget', copyWithPackedWidget()],
] as const)
  test(`examples: the React and the Vue application change the category of the list, ${from}`, async () => {
    await runCommand(bin('tsc'), ['-p', '.'], { cwd: folder })
    const site = await buildAndServe(folder)
    for (const name of ['react', 'vue']) {
      const { page, complaints, close } = await watchedPage(browser, server.base)
      await page.goto(`${site}/${name}.html?server=${server.base}`)
      await expectEvents(page, '')
      await page.getByLabel('Category').selectOption('music')
      await expectEvents(page, '&categories=music')
      assert.deepEqual(complaints, [], name)
      await close()
    }
  })
