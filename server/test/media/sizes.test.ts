// Stored pictures: upright, without metadata, in every size, with their original colors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { testServer, type Json } from '../support/server.ts'
import { blob, form, fresh, glass } from './pictures.ts'

const { request } = await testServer()
type Size = { url: string; width: number; height: number; 'mime-type': string }
type Image = Json & { url: string; extension: string; width: number; height: number; filesize: number; sizes: Record<string, Size> }
async function store(bytes: Buffer): Promise<Image> {
  const { status, json, text } = await request('POST', '/media', { as: 'author', upload: form(bytes) })
  assert.equal(status, 201, text)
  return json as Image
}
const load = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

void test('media: every size has its stated dimensions, and none is larger than the picture', async () => {
  for (const [width, height] of [
    [3000, 1500],
    [700, 900],
    [60, 40],
    [1, 1],
    [1, 3000],
  ] as const) {
    const image = await store(await fresh({ width, height }))
    const whole = await load(image.url)
    assert.deepEqual([image.extension, image.filesize], ['jpg', whole.length])
    for (const [name, longest] of [
      ['full', 2048],
      ['large', 1280],
      ['medium', 640],
      ['thumbnail', 320],
    ] as const) {
      const size = image.sizes[name] as Size
      const { format, width: w, height: h } = await sharp(await load(size.url)).metadata()
      assert.deepEqual([format, w, h, size['mime-type']], ['webp', size.width, size.height, 'image/webp'])
      assert.equal(Math.max(size.width, size.height), Math.min(longest, Math.max(width, height)), `${name} of ${width}x${height}`)
    }
    const { format, width: w, height: h } = await sharp(whole).metadata()
    assert.deepEqual([format, w, h], ['jpeg', image.width, image.height])
  }
})
void test('media: pictures are rotated upright, and location and camera metadata are removed', async () => {
  // Red on the left, blue on the right, said to be turned by a quarter: upright, red is on top.
  const [red, blue] = ['#f00', '#00f'].map((background) => ({ create: { width: 100, height: 100, channels: 3 as const, background } }))
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#000' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: blue, left: 100, top: 0 },
    ])
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  assert.ok((await sharp(bytes).metadata()).exif?.includes('Canary'), 'there is something to lose')
  const image = await store(bytes)
  assert.deepEqual([image.width, image.height], [100, 200])
  for (const { url } of [image, ...Object.values(image.sizes)]) {
    const file = await load(url)
    const { exif, icc, xmp, orientation, width, height } = await sharp(file).metadata()
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined])
    assert.equal(file.includes('Canary'), false)
    const pixel = async (top: number): Promise<number[]> => [
      ...(await sharp(file)
        .extract({ left: Math.floor(width / 2), top, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer()),
    ]
    const [above, below] = [await pixel(5), await pixel(height - 5)]
    assert.ok((above[0] ?? 0) > 200 && (above[2] ?? 255) < 60, `red above: ${above.join()}`)
    assert.ok((below[2] ?? 0) > 200 && (below[0] ?? 255) < 60, `blue below: ${below.join()}`)
  }
})
void test('media: transparency and colors are preserved', async () => {
  const image = await store(await glass())
  assert.equal(image.extension, 'png')
  for (const { url } of [image, ...Object.values(image.sizes)]) {
    const [r, g, b, alpha] = await sharp(await load(url))
      .ensureAlpha()
      .extract({ left: 3, top: 3, width: 1, height: 1 })
      .raw()
      .toBuffer()
    assert.ok(Math.abs((r ?? 0) - 10) < 8 && Math.abs((g ?? 0) - 20) < 8 && Math.abs((b ?? 0) - 200) < 8, [r, g, b].join())
    assert.ok(Math.abs((alpha ?? 0) - 128) < 4, String(alpha))
  }
})
void test('media: JPEG, PNG, WebP, GIF, AVIF, grey, four inks and sixteen bits are all read; of moving pictures the first', async () => {
  const green = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a0' } })
  const frames = await Promise.all(
    ['#0a0', '#a00'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const cases: Readonly<Record<string, Buffer>> = {
    webp: await green().webp().toBuffer(),
    gif: await green().gif().toBuffer(),
    avif: await green().avif().toBuffer(),
    cmyk: await green().toColourspace('cmyk').jpeg().toBuffer(),
    deep: await green().toColourspace('rgb16').png().toBuffer(),
    moving: await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    const image = await store(bytes)
    assert.deepEqual([image.width, image.height], [40, 30], name)
    const [r = 255, g = 0, b = 255] = await sharp(await load(image.url))
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    assert.ok(g > 120 && r < 90 && b < 70, `${name}: ${[r, g, b].join()}`)
  }
  const grey = await store(await green().greyscale().jpeg().toBuffer())
  assert.equal(grey.extension, 'jpg')
})
void test('media: the format is detected from the content, not from the name', async () => {
  const made = await request('POST', '/media', {
    as: 'author',
    upload: blob(
      await sharp({ create: { width: 9, height: 7, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
      'image/jpeg',
    ),
  })
  assert.deepEqual([made.status, made.json['width']], [201, 9])
})
