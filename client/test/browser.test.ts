// Tests the client in a real browser, on a page of another origin than the server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser } from '../../server/test/support/browser.ts'
import { testServer } from '../../server/test/support/server.ts'
import { packClient } from './support/package.ts'

const server = await testServer()
const browser = await openBrowser()
const packed = packClient()
after(() => packed.remove())

const page = `<!doctype html><html lang="fr"><title>Agenda</title><ul></ul><script type="module">
import { createClient, isKalendsError } from '/client/index.js'
const options = { baseUrl: ${JSON.stringify(server.base)}, token: ${JSON.stringify(server.tokens.editor)} }
const results = []
try {
  const kalends = createClient({ ...options, token: undefined, language: 'fr' })
  for await (const { title } of kalends.events.all({ from: '2030-01-01' })) {
    const item = document.createElement('li')
    item.textContent = title
    document.querySelector('ul').append(item)
  }
  const writer = createClient({ ...options, cache: true })
  const made = await writer.events.create({ title: 'From a browser', start_date: '2030-01-02', end_date: '2030-01-03' })
  const read = await writer.events.get(made.id)
  const again = await writer.events.get(made.id)
  results.push(read !== again && read.title === again.title)
  await writer.events.update(made.id, { featured: true }, { ifMatch: read })
  results.push(await writer.events.update(made.id, { featured: false }, { ifMatch: read }).catch((error) => error.code))
  results.push(await kalends.events.get(made.id, { password: 'x' }).then(({ featured }) => featured))
  results.push(await kalends.events.create({ title: 'x', start_date: 'x', end_date: 'x' }).catch((error) => isKalendsError(error, 'rest_forbidden')))
} catch (error) {
  results.push(String(error))
}
document.body.dataset.results = JSON.stringify(results)
</script>`

const website = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://website').pathname)
  if (path === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  else if (path.startsWith('/client/'))
    response.setHeader('content-type', 'text/javascript').end(readFileSync(join(packed.folder, 'dist', path.slice('/client/'.length))))
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
after(() => website.close())

void test('client: works in a browser, across origins', async () => {
  const day = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' }
  await server.make('events', { title: 'Fête', ...day, i18n_language: 'fr' })
  await server.make('events', { title: 'عيد', ...day, i18n_language: 'ar' })
  const tab = await browser.newPage()
  const pageErrors: string[] = []
  tab.on('pageerror', (error) => pageErrors.push(String(error)))
  const address = website.address()
  // The host name makes the origin differ from that of the server in more than the port.
  await tab.goto(`http://localhost:${typeof address === 'object' && address ? address.port : 0}/`)
  const body = await tab.waitForSelector('body[data-results]', { state: 'attached', timeout: 30_000 })
  assert.equal(await body.getAttribute('data-results'), '[true,"rest_precondition_failed",true,true]')
  assert.deepEqual(await tab.locator('li').allTextContents(), ['Fête', 'عيد'])
  assert.deepEqual(pageErrors, [])
})
