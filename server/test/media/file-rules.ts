// The files of pictures over HTTP, which are the same from a folder and from a bucket: types, caching, tags and ranges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestServer } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

/** Stores a new picture, and returns its URL. */
export async function storePicture({ request }: TestServer): Promise<string> {
  const stored = await request('POST', '/media', { as: 'author', upload: form(await fresh({ width: 500, height: 400 })) })
  assert.equal(stored.status, 201, stored.text)
  return String(stored.json['url'])
}

export function testFiles(label: string, options: { readonly skip: string | false }, url: string): void {
  const get = (headers: Record<string, string> = {}, method = 'GET', at = url): Promise<Response> => fetch(at, { method, headers })
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
  const whole = async (): Promise<Buffer> => bytesOf(await get())
  void test(`media ${label}: a file has its type, its length and a tag, is kept for a year, and is not guessed at`, options, async () => {
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
      ['image/jpeg', String((await whole()).length), 'public, max-age=31536000, immutable', 'nosniff', 'bytes', '*', null],
    )
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    const webp = await get({}, 'GET', url.replace('full.jpg', 'medium.webp'))
    assert.deepEqual([webp.status, webp.headers.get('content-type'), (await bytesOf(webp)).length > 0], [200, 'image/webp', true])
    const head = await get({}, 'HEAD')
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), (await bytesOf(head)).length],
      [200, String((await whole()).length), 0],
    )
  })
  void test(`media ${label}: a matching ETag returns 304`, options, async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) assert.equal((await get({ 'if-none-match': known })).status, 304, known)
    assert.equal((await get({ 'if-none-match': '"x"' })).status, 200)
  })
  void test(`media ${label}: ranges`, options, async () => {
    const bytes = await whole()
    const last = bytes.length - 1
    for (const [range, first, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, last],
      ['bytes=-7', last - 6, last],
      ['bytes=0-99999999', 0, last],
      [`bytes=${last}-${last}`, last, last],
      ['bytes=-99999999', 0, last],
    ] as const) {
      const answer = await get({ range })
      assert.deepEqual([answer.status, answer.headers.get('content-range')], [206, `bytes ${first}-${end}/${bytes.length}`], range)
      assert.deepEqual(await bytesOf(answer), bytes.subarray(first, end + 1), range)
    }
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const answer = await get({ range })
      assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${bytes.length}`], range)
    }
    for (const range of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=', 'bytes=a-b'])
      assert.equal((await get({ range })).status, 200, range)
    const etag = (await get()).headers.get('etag') ?? ''
    assert.equal((await get({ range: 'bytes=0-3', 'if-range': etag })).status, 206)
    assert.equal((await get({ range: 'bytes=0-3', 'if-range': '"older"' })).status, 200)
  })
}
