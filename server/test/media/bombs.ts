// Pictures made to do harm: small files that are large inside, files that are not what they say, and halves of files.
import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface Bomb {
  readonly name: string
  readonly bytes: Buffer
  /** Whether it may become an image; `either` where only the limits count. */
  readonly ends: 'image' | 'refused' | 'either'
  readonly type?: string
  readonly filename?: string
}

/** Stands in files that are two things at once, and must not come out again. */
export const PAYLOAD = 'KALENDS-PAYLOAD'
const SCRIPT = `<?php system('${PAYLOAD}'); ?><script>alert('${PAYLOAD}')</script>`

export async function makeBombs(): Promise<Bomb[]> {
  const picture = {
    width: 320,
    height: 200,
    channels: 3 as const,
    background: '#246',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  }
  const small = (): Sharp => sharp({ create: picture })
  const [jpeg, png, webp, avif, gif, tiff] = await Promise.all([
    small().jpeg().toBuffer(),
    small().png().toBuffer(),
    small().webp().toBuffer(),
    small().avif({ effort: 0 }).toBuffer(),
    small().gif().toBuffer(),
    small().tiff().toBuffer(),
  ])
  const large = { width: 5_000, height: 5_000, channels: 3 as const, background: '#246' }
  const progressive = await sharp({ create: large })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer()
  return [
    ...named('image', { jpeg, png, webp, avif, gif }),
    ...named('refused', {
      'pixels: PNG of 900 megapixels': flatPng(30_000, 30_000, 1),
      'pixels: PNG of 2,500 megapixels, header only': Buffer.concat([PNG_START, header(50_000, 50_000, 8, 6, 0), chunk('IEND')]),
      'pixels: PNG of 2^62 pixels': Buffer.concat([
        PNG_START,
        header(2 ** 31 - 1, 2 ** 31 - 1, 16, 6, 0),
        chunk('IDAT', deflateSync('')),
        chunk('IEND'),
      ]),
      'pixels: JPEG of 65,500 x 65,500': jpegOf(jpeg, 65_500, 65_500),
      'pixels: WebP of 16,383 x 16,383': webpOf(16_383, 16_383),
      'pixels: AVIF of 60,000 x 60,000': patched(avif, 'ispe', 8, [60_000, 60_000]),
    }),
    ...named('either', {
      'at the limit: PNG of 25 megapixels, 16 bits': flatPng(5_000, 5_000, 64),
      'at the limit: PNG of 25 megapixels, 16 bits, interlaced': flatPng(5_000, 5_000, 64, true),
      'at the limit: PNG of one column': flatPng(1, 1_000_000, 24),
      'at the limit: JPEG of 25 megapixels, progressive': progressive,
      'pixels: GIF of 65,535 x 65,535': gifOf(65_535, 65_535, 1),
      'frames: GIF of 20,000': gifOf(10, 10, 20_000),
      'frames: GIF of 200, 25 megapixels each': gifOf(5_000, 5_000, 200),
      'frames: WebP of 500': await moving(500),
      'text: PNG with 200 MB of compressed text': withChunks(png, [chunk('zTXt', Buffer.from('a\0\0'), zeros(200_000_000))]),
      'text: PNG with a colour profile of 100 MB': withChunks(png, [chunk('iCCP', Buffer.from('a\0\0'), zeros(100_000_000))]),
      'text: PNG with 100,000 chunks': withChunks(png, Array<Buffer>(100_000).fill(chunk('tEXt', Buffer.from('a\0b')))),
    }),
    ...named('refused', {
      'drawing: SVG': Buffer.from(svg('')),
      'drawing: SVG that includes a file': Buffer.from(svg('<image href="file:///etc/passwd" width="9" height="9"/>')),
      'drawing: SVG with an entity of a file': Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
      ),
      'drawing: SVG with a billion laughs': Buffer.from(`<!DOCTYPE svg [${laughs()}]>${svg('<text>&l9;</text>')}`),
      'drawing: SVG, compressed': gzipSync(svg('')),
      'document: PDF': Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
      'document: PostScript': Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(%pipe%id) (w) file\nshowpage\n'),
      'document: MVG': Buffer.from('push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://127.0.0.1/"|id")\'\npop graphic-context\n'),
      'document: TIFF': tiff,
      'document: BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(52), Buffer.alloc(300)]),
      'document: raw pixels of Netpbm': Buffer.from('P6\n5000 5000\n255\n'),
      'document: of vips itself': Buffer.concat([Buffer.from([0x08, 0xf2, 0xa6, 0xb6]), Buffer.alloc(1_000)]),
      'document: HTML': Buffer.from(`<html>${SCRIPT}</html>`),
      'document: a program': Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(500)]),
      'document: a script that begins as a GIF': Buffer.from(`GIF89a/*${SCRIPT}*/=1;alert(1)`),
      'nothing: no bytes': Buffer.alloc(0),
      'nothing: zeros': Buffer.alloc(100_000),
      'cut: JPEG, its start': jpeg.subarray(0, 200),
      'cut: PNG, its start': png.subarray(0, 60),
      'cut: WebP, half': webp.subarray(0, webp.length >> 1),
      'cut: AVIF, half': avif.subarray(0, avif.length >> 1),
      'cut: GIF, its start': gif.subarray(0, 12),
    }),
    ...named('either', { 'cut: JPEG, half': jpeg.subarray(0, jpeg.length >> 1), 'cut: PNG, half': png.subarray(0, png.length >> 1) }),
    ...named('image', {
      'two in one: PNG and a page behind it': Buffer.concat([png, Buffer.from(SCRIPT)]),
      'two in one: PNG with a script in its text': withChunks(png, [chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))]),
      'two in one: JPEG with a script in a comment': Buffer.concat([jpeg.subarray(0, 2), comment(SCRIPT), jpeg.subarray(2)]),
      'two in one: JPEG and an archive behind it': Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), Buffer.from(SCRIPT)]),
      'two in one: GIF and a script behind it': Buffer.concat([gif, Buffer.from(SCRIPT)]),
    }),
    { name: 'wrong name: PNG called .jpg', bytes: await small().png().toBuffer(), ends: 'image', type: 'image/jpeg', filename: 'a.jpg' },
    {
      name: 'wrong name: JPEG called .svg',
      bytes: await small().jpeg().toBuffer(),
      ends: 'image',
      type: 'image/svg+xml',
      filename: 'a.svg',
    },
    {
      name: 'wrong name: WebP called .php',
      bytes: await small().webp().toBuffer(),
      ends: 'image',
      type: 'image/png',
      filename: '../../a.php',
    },
    {
      name: 'wrong name: a NUL in it',
      bytes: await small().webp().toBuffer(),
      ends: 'refused',
      type: 'image/png',
      filename: 'a.php\0.png',
    },
    { name: 'wrong name: SVG called .png', bytes: Buffer.from(svg('<g/>')), ends: 'refused', type: 'image/png', filename: 'a.png' },
  ]
}
const named = (ends: Bomb['ends'], files: Readonly<Record<string, Buffer>>): Bomb[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes, ends }))

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
const laughs = (): string => Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i} "${i === 0 ? 'ha' : `&l${i - 1};`.repeat(10)}">`).join('')

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
function header(width: number, height: number, depth: number, colours: number, interlaced: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colours, 0, 0, interlaced], 8)
  return chunk('IHDR', data)
}
/** All of one colour: the bytes inside are zeros, and hardly any outside. */
function flatPng(width: number, height: number, bits: 1 | 24 | 64, isInterlaced = false): Buffer {
  const rowBytes = (columns: number): number => (columns > 0 ? Math.ceil((columns * bits) / 8) + 1 : 0)
  const share = (size: number, from: number, step: number): number => Math.max(0, Math.ceil((size - from) / step))
  const raw = isInterlaced
    ? ADAM7.reduce((sum, [x, y, dx, dy]) => sum + rowBytes(share(width, x, dx)) * share(height, y, dy), 0)
    : rowBytes(width) * height
  const [depth, colours] = ({ 1: [1, 0], 24: [8, 2], 64: [16, 6] } as const)[bits]
  return Buffer.concat([PNG_START, header(width, height, depth, colours, isInterlaced ? 1 : 0), chunk('IDAT', zeros(raw)), chunk('IEND')])
}
/** The seven passes: first column and row, steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
/** So many zeros, compressed: the same piece again and again, and the checksum that zeros have. */
function zeros(count: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array<Buffer>(Math.floor(count / MEGABYTE)).fill(piece)
  const check = Buffer.alloc(4)
  check.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([Buffer.from('7801', 'hex'), ...pieces, deflateRawSync(Buffer.alloc(count % MEGABYTE)), check])
}
const MEGABYTE = 1_048_576
/** Chunks right after the header. */
const withChunks = (png: Buffer, chunks: readonly Buffer[]): Buffer => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

function jpegOf(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const at = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}
function comment(text: string): Buffer {
  const data = Buffer.from(text)
  return Buffer.concat([Buffer.from([0xff, 0xfe, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
}
/** A lossless header, and nothing to it. */
function webpOf(width: number, height: number): Buffer {
  const data = Buffer.alloc(16)
  data[0] = 0x2f
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  const lengths = [Buffer.alloc(4), Buffer.alloc(4)] as const
  lengths[0].writeUInt32LE(data.length + 12)
  lengths[1].writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from('RIFF'), lengths[0], Buffer.from('WEBPVP8L'), lengths[1], data])
}
/** Numbers written over what stands so many bytes after a word. */
function patched(bytes: Buffer, word: string, offset: number, numbers: readonly number[]): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(word) + offset
  for (const [i, number] of numbers.entries()) copy.writeUInt32BE(number, at + 4 * i)
  return copy
}
/** A GIF whose frames are one pixel each, on a screen of this size. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000000000ffffff', 'hex'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from(';'),
  ])
}
const moving = (frames: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(32 * 32 * 3 * frames, 0)
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i * 7 + Math.floor(i / 3_072) * 31) & 255
  return sharp(pixels, { raw: { width: 32, height: 32 * frames, channels: 3, pageHeight: 32 } })
    .webp({ effort: 0 })
    .toBuffer()
}
