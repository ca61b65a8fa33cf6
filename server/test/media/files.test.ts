// The files of pictures over HTTP: types, caching for ever, tags, ranges, and nothing beside them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NS, testServer } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

const server = await testServer()
const rooted = await testServer({ REST_ROOT: '/api' })
const made = await server.request('POST', '/media', { as: 'author', upload: form(await fresh({ width: 500, height: 400 })) })
const url = String(made.json['url'])
const get = (headers: Record<string, string> = {}, method = 'GET', at = url): Promise<Response> => fetch(at, { method, headers })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
const whole = await bytesOf(await get())

void test('media: a file has its type, its length and a tag, is kept for a year, and is not guessed at', async () => {
  const { status, headers } = await get()
  assert.equal(status, 200)
  assert.deepEqual(
    [
      'content-type',
      'content-length',
      'cache-control',
      'x-content-type-options',
      'accept-ranges',
      'access-control-allow-origin',
      'vary',
    ].map((name) => headers.get(name)),
    ['image/jpeg', String(whole.length), 'public, max-age=31536000, immutable', 'nosniff', 'bytes', '*', null],
  )
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const webp = (made.json['sizes'] as Record<string, { url: string }>)['medium']?.url
  assert.equal((await get({}, 'GET', webp)).headers.get('content-type'), 'image/webp')
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length'), (await bytesOf(head)).length], [200, String(whole.length), 0])
})
void test('media: a matching ETag returns 304', async () => {
  const etag = (await get()).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) assert.equal((await get({ 'if-none-match': known })).status, 304, known)
  assert.equal((await get({ 'if-none-match': '"x"' })).status, 200)
})
void test('media: ranges', async () => {
  const last = whole.length - 1
  for (const [range, first, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, last],
    ['bytes=-7', last - 6, last],
    ['bytes=0-99999999', 0, last],
    [`bytes=${last}-${last}`, last, last],
    ['bytes=-99999999', 0, last],
  ] as const) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [206, `bytes ${first}-${end}/${whole.length}`], range)
    assert.deepEqual(await bytesOf(answer), whole.subarray(first, end + 1), range)
  }
  for (const range of [`bytes=${whole.length}-`, 'bytes=-0']) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${whole.length}`], range)
  }
  for (const range of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=', 'bytes=a-b'])
    assert.equal((await get({ range })).status, 200, range)
  const etag = (await get()).headers.get('etag') ?? ''
  assert.equal((await get({ range: 'bytes=0-3', 'if-range': etag })).status, 206)
  assert.equal((await get({ range: 'bytes=0-3', 'if-range': '"older"' })).status, 200)
})
void test('media: other paths under /media are 404', async () => {
  const folder = url.slice(0, url.lastIndexOf('/'))
  for (const path of [
    `${folder}/`,
    `${folder}/full.svg`,
    `${folder}/sent`,
    `${folder}/..%2f..%2fwork`,
    `${folder}/%2e%2e/full.jpg`,
    `${server.base}/media/${'0'.repeat(64)}/full.jpg`,
    `${server.base}/media/..%2f..%2fetc/passwd`,
    `${server.base}/media/`,
    `${server.base}/media`,
  ]) {
    const answer = await get({}, 'GET', path)
    assert.equal(answer.status, 404, path)
    assert.equal(((await answer.json()) as { code: string }).code, 'rest_no_route')
  }
})
void test('1.1 files are served under the REST root', async () => {
  const other = await rooted.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
  assert.ok(String(other.json['url']).startsWith(`${rooted.base}/api/media/`), other.text)
  assert.equal((await fetch(String(other.json['url']))).status, 200)
  const venue = await rooted.make('venues', { venue: 'V', image: other.json['url'] })
  assert.equal((venue['image'] as { id: number }).id, other.json['id'])
  assert.ok(String(other.json['rest_url']).includes(`/api${NS}/media/`))
})
