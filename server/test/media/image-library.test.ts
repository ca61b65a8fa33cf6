// /media over HTTP: sending, reading, changing and removing images, what is refused, and who may.
import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { badInputs, testServer, type Caller, type Json } from '../support/server.ts'
import { blob, form, fresh, glass } from './pictures.ts'

const folder = join(tmpdir(), `media-library-${randomUUID()}`)
const server = await testServer({ MEDIA_DIR: folder, MEDIA_LIMIT_BYTES: '200000', MEDIA_MEGAPIXELS: '1' })
const { request, get, patch, remove, make, base } = server
type Image = Json & { id: number; url: string; version: number }
const send = (upload: FormData | Blob, as: Caller = 'author', headers: Record<string, string> = {}) =>
  request('POST', '/media', { as, upload, headers })
async function image(as: Caller = 'author', fields: Record<string, string> = {}): Promise<Image> {
  const { status, json, text } = await send(form(await fresh(), fields), as)
  assert.equal(status, 201, text)
  return json as Image
}

void test('media: a picture in a form becomes an image with its texts and sizes', async () => {
  const made = await send(form(await fresh(), { alt: 'A red door', credit: 'Ada' }))
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers.get('location'), made.json['rest_url'])
  assert.deepEqual([made.json['title'], made.json['alt'], made.json['credit'], made.json['caption']], ['poster', 'A red door', 'Ada', ''])
  const sizes = made.json['sizes'] as Record<string, { url: string }>
  assert.deepEqual(Object.keys(sizes).sort(), ['full', 'large', 'medium', 'thumbnail'])
  for (const { url } of [...Object.values(sizes), made.json as { url: string }]) {
    assert.ok(url.startsWith(`${base}/media/`), url)
    assert.equal((await fetch(url)).status, 200, url)
  }
})
void test('media: a bare body is taken too, and named by Content-Disposition', async () => {
  const made = await send(blob(await glass(), 'image/png'), 'author', { 'content-disposition': 'attachment; filename="Blue glass.png"' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.json['title'], made.json['extension']], ['Blue glass', 'png'])
  const named = async (disposition: string): Promise<unknown> =>
    (await send(blob(await fresh(), 'image/png'), 'author', { 'content-disposition': disposition })).json['title']
  const extended = "filename*=UTF-8'fr'Affiche%20d%E2%80%99%C3%A9t%C3%A9.jpg"
  assert.equal(await named(`attachment; filename="Affiche.jpg"; ${extended}`), 'Affiche d’été')
  assert.equal(await named(`attachment; ${extended}`), 'Affiche d’été')
  assert.equal(await named('attachment; filename="Plain.jpg"; filename*=UTF-8\'\'%E9.jpg'), 'Plain', 'what cannot be read falls back')
  const other = await send(blob(await fresh(), 'application/octet-stream'))
  assert.deepEqual([other.status, other.json['title']], [201, 'image'])
})
void test('media: a part of a form is named by filename* too', async () => {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"; filename*=UTF-8\'\'%C3%A9t%C3%A9.png\r\nContent-Type: image/png\r\n\r\n'
  const parts = [Buffer.from(head), await fresh(), Buffer.from('\r\n--b--\r\n')]
  const made = await send(blob(Buffer.concat(parts), 'multipart/form-data; boundary=b'))
  assert.deepEqual([made.status, made.json['title']], [201, 'été'], made.text)
})
void test('media: identical files become one image for every caller, and other fields are reported as ignored', async () => {
  const bytes = await fresh()
  const [first, second] = [await send(form(bytes, { alt: 'First' })), await send(form(bytes, { alt: 'Second' }), 'other')]
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.deepEqual(second.json, first.json)
  assert.equal(second.headers.get('x-ignored-parameters'), 'alt')
  assert.deepEqual(badInputs(await send(form(bytes, { alt: 'Third', atl: 'x' }), 'other')), ['atl'])
  const [, digest = ''] = /media\/([0-9a-f]{64})\//.exec(String(first.json['url'])) ?? []
  assert.equal(readdirSync(join(folder, digest.slice(0, 2))).filter((name) => name === digest).length, 1)
})
void test('media: twenty at once of the same bytes are one image', async () => {
  const bytes = await fresh()
  const made = await Promise.all(Array.from({ length: 20 }, () => send(form(bytes))))
  assert.equal(new Set(made.map(({ json }) => json['id'])).size, 1)
  assert.equal(made.filter(({ status }) => status === 201).length, 1)
})
void test('media: no temporary files remain', async () => {
  assert.deepEqual(readdirSync(join(folder, 'work')), [])
})
void test('7.12 a repeated upload with its key gets the same response; with another file it is rejected', async () => {
  const [bytes, key] = [await fresh(), { 'idempotency-key': randomUUID() }]
  const [first, again] = [await send(form(bytes), 'author', key), await send(form(bytes), 'author', key)]
  assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true'])
  assert.equal((await send(form(await fresh()), 'author', key)).status, 422)
})

void test('media: files that are not pictures are rejected: SVG, text, truncated, wrong extension', async () => {
  const bytes = await fresh({ width: 300, height: 200 })
  for (const bad of [
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.4 hello',
    'just words',
    bytes.subarray(0, bytes.length / 2),
    Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(200)]),
    Buffer.alloc(0),
  ])
    assert.deepEqual(badInputs(await send(form(bad))), ['file'], String(bad).slice(0, 30))
})
void test('media: a script that is appended to a picture is removed', async () => {
  const bytes = Buffer.concat([await fresh(), Buffer.from('<script>alert("polyglot")</script>')])
  const { json, status } = await send(form(bytes, {}, 'x.html'))
  assert.equal(status, 201)
  for (const { url } of [json as Image, ...Object.values(json['sizes'] as Record<string, Image>)])
    assert.equal(Buffer.from(await (await fetch(url)).arrayBuffer()).includes('polyglot'), false)
})
void test('media: too many pixels and too many bytes', async () => {
  const large = await send(
    form(
      await (await import('sharp'))
        .default({ create: { width: 1500, height: 1000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ),
  )
  assert.deepEqual(badInputs(large), ['file'])
  assert.match(JSON.stringify(large.json), /too_many_pixels/)
  assert.equal((await send(form(Buffer.alloc(250_000)))).status, 413)
  assert.equal((await send(blob(Buffer.alloc(250_000)))).status, 413)
  assert.equal((await send(form(await fresh(), { alt: 'x'.repeat(40_000) }))).status, 413)
})
void test('media: forms that cannot be read, no file, and other types', async () => {
  const raw = (type: string, body: string) => request('POST', '/media', { as: 'author', raw: body, headers: { 'content-type': type } })
  assert.equal((await raw('multipart/form-data', 'x')).json['code'], 'rest_invalid_form')
  assert.equal(
    (await raw('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc')).status,
    400,
  )
  assert.deepEqual((await request('POST', '/media', { as: 'author', body: { alt: 'x' } })).json['data'], {
    status: 400,
    params: ['file'],
    details: { file: { code: 'required', message: 'The value must not be empty.' } },
  })
  assert.deepEqual(badInputs(await request('POST', '/media', { as: 'author', body: { file: 'https://example.org/x.png' } })), ['file'])
  assert.equal((await raw('text/plain', 'x')).status, 415)
  // Nobody else takes files.
  assert.equal((await request('POST', '/venues', { as: 'author', upload: form(await fresh(), { venue: 'Hall' }) })).status, 415)
  const two = form(await fresh())
  two.append('file', blob(await fresh()), 'b.jpg')
  assert.equal((await send(two)).status, 413)
  const named = form(await fresh(), { nonsense: '1' })
  assert.deepEqual(badInputs(await send(named)), ['nonsense'])
})

void test('8.2 contributors list the library, authors upload and change their own images, editors change all', async () => {
  const own = await image()
  const roles: readonly [Caller | null, number, number, number][] = [
    [null, 401, 404, 401],
    ['subscriber', 403, 404, 403],
    ['contributor', 200, 200, 403],
    ['other', 200, 200, 403],
    ['author', 200, 200, 200],
    ['editor', 200, 200, 200],
  ]
  for (const [as, list, read, write] of roles) {
    const sending = as ? { as } : {}
    assert.equal((await get('/media', sending)).status, list, `list ${as}`)
    assert.equal((await get(`/media/${own.id}`, sending)).status, read, `read ${as}`)
    assert.equal((await request('PATCH', `/media/${own.id}`, { ...sending, body: { alt: `By ${as}` } })).status, write, `change ${as}`)
    assert.equal(
      (await request('POST', '/media', { ...sending, upload: form(await fresh()) })).status,
      as === null ? 401 : ['subscriber', 'contributor'].includes(as) ? 403 : 201,
      `send ${as}`,
    )
  }
  const [mine, theirs] = [await image('author'), await image('other')]
  assert.equal((await remove(`/media/${theirs.id}`, { as: 'author' })).status, 403)
  assert.equal((await remove(`/media/${mine.id}`, { as: 'author' })).status, 200)
  assert.equal((await remove(`/media/${theirs.id}`, { as: 'editor' })).status, 200)
  assert.equal((await get(`/media/${mine.id}`, { as: 'editor' })).json['code'], 'rest-image-not-found')
})
void test('8.4 the public sees an image where a public record shows it, and nowhere else', async () => {
  const [own, secret] = [await image(), await image()]
  assert.equal((await get(`/media/${own.id}`)).status, 404)
  const venue = await make('venues', { venue: 'Hall', image: own.id, status: 'draft' })
  assert.equal((await get(`/media/${own.id}`)).status, 404, 'a draft shows it to nobody')
  await patch(`/venues/${venue.id}`, { status: 'publish' })
  assert.equal((await get(`/media/${own.id}`)).json['credit'], '')
  await make('events', { title: 'Secret', start_date: '2031-01-01', end_date: '2031-01-02', image: secret.id, password: 'word' })
  assert.equal((await get(`/media/${secret.id}`)).status, 404, 'the image of a protected event is not public')
  await remove(`/venues/${venue.id}`)
  assert.equal((await get(`/media/${own.id}`)).status, 404)
})
void test('media: an image that a record uses cannot be deleted; an unused image is deleted with its files', async () => {
  const own = await image()
  const venue = await make('venues', { venue: 'Hall', image: own.id })
  const refused = await remove(`/media/${own.id}`, { as: 'author' })
  assert.deepEqual([refused.status, refused.json['code']], [409, 'rest_in_use'])
  assert.equal((await fetch(own.url)).status, 200)
  await patch(`/venues/${venue.id}`, { image: null })
  assert.equal((await remove(`/media/${own.id}`, { as: 'author' })).status, 200)
  assert.equal((await fetch(own.url)).status, 404)
})
void test('9.2 9.3 texts of an image by language, with fallback, versions and If-Match', async () => {
  const own = await image('author', { alt: 'A door', credit: 'Ada', i18n_language: 'en' })
  const fr = await patch(`/media/${own.id}?i18n_language=fr`, { alt: 'Une porte' }, { as: 'author' })
  assert.deepEqual([fr.json['alt'], fr.json['credit'], fr.json['language']], ['Une porte', 'Ada', 'en'])
  assert.equal(fr.headers.get('x-record-version'), '2')
  assert.equal((await get(`/media/${own.id}`, { as: 'author' })).json['alt'], 'A door')
  assert.equal((await patch(`/media/${own.id}`, { alt: 'x' }, { as: 'author', headers: { 'if-match': '"1"' } })).status, 412)
  const shown = await get(`/media/${own.id}`, { as: 'author' })
  const back = await request('PUT', `/media/${own.id}`, { as: 'author', body: shown.json, headers: { prefer: 'handling=strict' } })
  assert.deepEqual([back.status, back.headers.get('x-record-version')], [200, '2'], back.text)
  assert.deepEqual(badInputs(await patch(`/media/${own.id}`, { file: 'x' }, { as: 'author' })), ['file'])
})
void test('media: the list is searched in the texts of the asked language', async () => {
  const word = `z${randomUUID().slice(0, 8)}`
  const own = await image('author', { caption: `Seen ${word}` })
  const { json } = await get(`/media?search=${word}`, { as: 'contributor' })
  assert.deepEqual([json['total'], (json['media'] as Image[])[0]?.id], [1, own.id])
})

void test('media: an image is deleted although its files cannot be removed, which is left to garbage collection', async () => {
  const { id, url } = await image()
  const digest = /[0-9a-f]{64}/.exec(url)?.[0] ?? ''
  const shard = join(folder, digest.slice(0, 2))
  rmSync(shard, { recursive: true })
  writeFileSync(shard, '')
  const removed = await remove(`/media/${id}?force=true`, { as: 'editor' })
  rmSync(shard)
  assert.equal(removed.status, 200, removed.text)
  assert.equal((await get(`/media/${id}`, { as: 'editor' })).status, 404)
})
