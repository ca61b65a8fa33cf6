// The page and the files of the admin, as the server sends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readAdminFiles } from '../../src/features/admin/admin-files.ts'
import { testServer } from '../support/server.ts'

const server = await testServer({ PUBLIC_URL: 'http://127.0.0.1:1/agenda', CALENDAR_NAME: 'Library "A & B" <x>' })
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
  fetch(server.base + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })
const page = async (path = '/admin'): Promise<{ response: Response; text: string }> => {
  const response = await get(path)
  return { response, text: await response.text() }
}

test('every address below /admin is the same page, which no cache stores and no other site can frame', async () => {
  for (const path of ['/admin', '/admin/', '/admin/events/12', '/admin/sign-in?return=%2F']) {
    const { response, text } = await page(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.match(text, /<div id="root">/)
  }
})

test('the policy allows own files only: no inline script, and inline styles only with the nonce of the response', async () => {
  const [one, two] = [await page(), await page()]
  const policies = [one, two].map(({ response }) => response.headers.get('content-security-policy') ?? '')
  const nonces = policies.map((policy) => /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '')
  assert.notEqual(nonces[0], nonces[1])
  assert.equal(
    policies[0]?.replace(nonces[0] ?? '', 'N'),
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; font-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  assert.ok(one.text.includes(`nonce="${nonces[0]}"`))
  assert.doesNotMatch(one.text, /<script(?![^>]*\bsrc=)|<style|\son\w+=/)
})

test('the page has the settings of the calendar and its path on the host', async () => {
  const { text } = await page()
  const content = /<meta name="kalends-admin" content="([^"]*)"/.exec(text)?.[1] ?? ''
  const settings = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')) as unknown
  assert.deepEqual(settings, {
    base: '/agenda',
    api: '/agenda',
    name: 'Library "A & B" <x>',
    languages: ['ar', 'en', 'fr', 'pt-pt', 'sw'],
    default_language: 'en',
    time_zone: 'UTC',
    authentication: true,
    map_tiles: '',
    map_attribution: '© OpenStreetMap',
  })
  assert.doesNotMatch(text, /"\.\/assets/)
  assert.match(text, /src="\/agenda\/admin\/assets\//)
})

test('files are immutable, and sent in the encoding that the browser accepts', async () => {
  const { text } = await page()
  const name = /\/admin\/assets\/([\w.-]+\.js)"/.exec(text)?.[1] ?? ''
  const plain = await get(`/admin/assets/${name}`)
  assert.equal(plain.status, 200)
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.match(plain.headers.get('vary') ?? '', /Accept-Encoding/)
  const bytes = Buffer.from(await plain.arrayBuffer())
  const variants = readAdminFiles()?.assets.get(name)?.compressed
  assert.deepEqual(brotliDecompressSync(variants?.br ?? Buffer.alloc(0)), bytes)
  assert.deepEqual(gunzipSync(variants?.gzip ?? Buffer.alloc(0)), bytes)
  for (const encoding of ['br', 'gzip']) {
    const response = await get(`/admin/assets/${name}`, { 'accept-encoding': encoding })
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes, encoding)
  }
})

test('names that are no file of the admin are 404, and other methods 405', async () => {
  for (const path of ['nothing.js', '..%2findex.html', '..%2f..%2fpackage.json', '%2e%2e%2findex.html', 'index.html'])
    assert.equal((await get(`/admin/assets/${path}`)).status, 404, path)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await get('/admin/events', {}, method)
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
  }
  assert.equal((await get('/admin', {}, 'HEAD')).status, 200)
})

test('a checkout without a built admin has no files', () => {
  assert.equal(readAdminFiles('/nonexistent/'), null)
})
