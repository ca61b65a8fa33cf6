// The page cache: each page is rendered once in each language, because rendering takes milliseconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { routesOf, siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { buildOpenApi } from '../../src/features/openapi/openapi.ts'
import { pageRoutes } from '../../src/features/pages/pages.ts'

test('B10 a page is rendered once for each language and root, whatever its query, and a 404 page is not cached', async () => {
  const plain = siteOf(readConfig({}))
  let renders = 0
  const site = Object.defineProperty({ ...plain }, 'name', {
    get: () => {
      renders += 1
      return 'Calendar'
    },
  })
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  pageRoutes(app, {
    hasDocumentation: true,
    site,
    document: (language) => buildOpenApi(plain, routesOf(plain), language),
    codes: [],
    renderPublicPage: ({ main }) => main.text,
  })
  const sendRequest = async (url: string, language = 'en') => {
    const before = renders
    const { statusCode, body, headers } = await app.inject({ url, headers: { 'accept-language': language } })
    return { status: statusCode, rendered: renders - before, body, language: headers['content-language'] }
  }
  const first = await sendRequest('/docs/reference/create_event')
  assert.deepEqual([first.status, first.rendered], [200, 1])
  assert.deepEqual(await sendRequest('/docs/reference/create_event'), { ...first, rendered: 0 })
  assert.deepEqual(await sendRequest('/docs/reference/create_event?x=1'), { ...first, rendered: 0 })
  for (const [url, language, expected] of [
    ['/docs/reference/create_event', 'fr', 'fr'],
    ['/fr/docs/reference/create_event', 'en', 'fr'],
    ['/docs/reference/create_event/', 'en', 'en'],
  ] as const) {
    const page = await sendRequest(url, language)
    assert.deepEqual([page.status, page.rendered, page.language], [200, 1, expected])
    assert.notEqual(page.body, first.body)
    assert.deepEqual(await sendRequest(url, language), { ...page, rendered: 0 })
  }
  for (const rendered of [1, 1]) assert.deepEqual((await sendRequest('/docs/reference/nothing')).rendered, rendered)
  assert.match((await sendRequest('/subscribe?search=jazz')).body, /value="jazz"/)
  assert.doesNotMatch((await sendRequest('/subscribe?search=rock')).body, /value="jazz"/)
  await app.close()
})
