// Tests image uploads with the client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blob, fresh } from '../../server/test/media/pictures.ts'
import { testServer } from '../../server/test/support/server.ts'
import { createClient, isKalendsError } from '../src/index.ts'
import { openProxy } from './support/proxy.ts'

const server = await testServer()
const author = createClient({ baseUrl: server.base, token: server.tokens.author })

void test('client: uploads an image and attaches it to a record', async () => {
  const image = await author.media.create({ file: blob(await fresh()), alt: 'A red door', credit: 'Ada', focal_point: { x: 0.5, y: 0.25 } })
  assert.deepEqual([image.alt, image.credit, image.width, image.height], ['A red door', 'Ada', 60, 40])
  assert.deepEqual([image.focal_point, image.decorative], [{ x: 0.5, y: 0.25 }, false])
  assert.equal((await fetch(image.url)).status, 200)
  const venue = await author.venues.create({ venue: 'Door', image: image.id })
  assert.deepEqual([venue.image?.id, venue.image?.alt], [image.id, 'A red door'])
  assert.equal((await author.media.update(image.id, { alt: 'Une porte' }, { language: 'fr' })).alt, 'Une porte')
  assert.equal((await author.media.get(image.id, { language: 'en' })).alt, 'A red door')
  assert.equal((await author.media.list()).media[0]?.id, image.id)
  const refused = await author.media.create({ file: new Blob(['no picture'], { type: 'image/png' }) }).catch((error: unknown) => error)
  assert.ok(isKalendsError(refused) && refused.status >= 400 && refused.status < 500, String(refused))
})

void test('client: an upload whose response was lost is stored once', async () => {
  const proxy = await openProxy(server.base)
  try {
    proxy.failNext('response-lost')
    const image = await createClient({ baseUrl: proxy.url, token: server.tokens.author }).media.create({
      file: blob(await fresh()),
      title: 'once',
    })
    assert.ok(proxy.requests.length >= 2)
    assert.equal((await author.media.list({ search: 'once' })).total, 1)
    assert.equal((await author.media.delete(image.id)).id, image.id)
  } finally {
    await proxy.close()
  }
})
