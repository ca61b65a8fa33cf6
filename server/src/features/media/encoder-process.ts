// The process that opens pictures: apart from the server, at low priority, with little memory and little time. What it cannot bear ends it alone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageMetadata } from '../../resources/images.ts'
import type { EncodeJob, EncodeResult } from './encoder.ts'

const LONGEST = { full: 2048, large: 1280, medium: 640, thumbnail: 320 } as const
const allowsSvg = process.argv.includes('--allow-svg')
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif', ...(allowsSvg ? ['svg'] : [])]
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif']

sharp.cache(false)
sharp.concurrency(1)
// Of all that can be opened, only this: documents and drawings are programs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowsSvg ? [...LOADERS, 'VipsForeignLoadSvg'] : LOADERS })
setPriority(10)

/** It is decoded whole, at some twenty bytes a pixel. */
const AVIF_PIXELS = 5_000_000
const MEMORY_BYTES = 224 * 1024 * 1024
/** After this much it is ended when its work is done, and another begins afresh. */
const RESTART_ABOVE_BYTES = 160 * 1024 * 1024
const CPU_MICROSECONDS = 1_900_000
const LOOK_MS = 5

/** What may be asked for beyond what is held at rest, about 90 MB. */
const MORE_BYTES = 150 * 1024 * 1024
capMemory()
process.on('disconnect', () => process.exit())
process.on('message', (job: EncodeJob) => {
  const begun = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    if (process.memoryUsage.rss() > MEMORY_BYTES || user + system > CPU_MICROSECONDS) process.kill(process.pid, 'SIGKILL')
  }, LOOK_MS)
  void answer(job).finally(() => clearInterval(watch))
})

/** Has the system refuse more memory than that, where it can: a watch that looks now and then may look too late. */
function capMemory(): void {
  try {
    const [, kB] = /^VmData:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--data=${Number(kB) * 1024 + MORE_BYTES}`], { stdio: 'ignore' })
  } catch {
    // Not on Linux, or without util-linux: the watch alone.
  }
}

async function answer(job: EncodeJob): Promise<void> {
  const done = await encode(job).catch((error: unknown): EncodeResult => {
    // A system error means that the disk failed; the picture may be valid.
    if (error instanceof Error && 'code' in error && 'syscall' in error) return { failed: String(error.code) }
    return { fault: /memory/i.test(String(error)) ? 'too_hard' : 'not_picture' }
  })
  process.send?.({ ...done, shouldRestart: process.memoryUsage.rss() > RESTART_ABOVE_BYTES })
}

async function encode({ source, out, maxPixels }: EncodeJob): Promise<EncodeResult> {
  // What it says of itself, without reading a pixel.
  const { format, compression, width, height, pageHeight } = await sharp(source, { limitInputPixels: false }).metadata()
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) return { fault: 'not_picture' }
  const most = format === 'heif' ? Math.min(maxPixels, AVIF_PIXELS) : maxPixels
  if (width * (pageHeight ?? height) > most) return { fault: 'too_many_pixels', max: most / 1_000_000 }
  // Turned upright, in the colours of screens, without anything but pixels; of moving pictures the first.
  const { data, info } = await sharp(source, { limitInputPixels: most, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: LONGEST.full, height: LONGEST.full, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const extension = isOpaque(data) ? 'jpg' : 'png'
  const raw = { width: info.width, height: info.height, channels: 4 as const, premultiplied: info.premultiplied }
  const pixels = (longest: number) => {
    const image = sharp(data, { raw })
    const sized = longest < Math.max(info.width, info.height) ? image.resize({ width: longest, height: longest, fit: 'inside' }) : image
    return extension === 'jpg' ? sized.removeAlpha() : sized
  }
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, longest] of Object.entries(LONGEST)) {
    const webp = await pixels(longest).webp({ quality: 80, effort: 2 }).toBuffer({ resolveWithObject: true })
    await write(join(out, `${name}.webp`), webp.data)
    sizes[name] = { width: webp.info.width, height: webp.info.height }
  }
  const whole = pixels(LONGEST.full)
  const fallback = await (extension === 'jpg' ? whole.jpeg({ quality: 82, progressive: true }) : whole.png()).toBuffer()
  await write(join(out, `full.${extension}`), fallback)
  const facts: ImageMetadata = { extension, width: info.width, height: info.height, filesize: fallback.length, sizes }
  return { facts }
}

function isOpaque(pixels: Buffer): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return false
  return true
}

async function write(path: string, data: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}
