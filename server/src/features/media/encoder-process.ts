// Encoder process: decodes untrusted images outside the server, at low priority and with limits on memory and CPU time.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageMetadata } from '../../resources/images.ts'
import type { EncodeJob, EncodeResult } from './encoder.ts'

/** Longest side of each size, in pixels. */
const MAX_SIDES = { full: 2048, large: 1280, medium: 640, thumbnail: 320 } as const
const allowsSvg = process.argv.includes('--allow-svg')
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif', ...(allowsSvg ? ['svg'] : [])]
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif']

sharp.cache(false)
sharp.concurrency(1)
// Only these formats may be decoded. Documents and vector graphics can contain instructions for their reader.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowsSvg ? [...LOADERS, 'VipsForeignLoadSvg'] : LOADERS })
setPriority(10)

/** AVIF images are decoded as a whole, at about 20 bytes per pixel. */
const AVIF_PIXELS = 5_000_000
const MEMORY_BYTES = 224 * 1024 * 1024
/** The server replaces the process after a job if its memory exceeds this size. */
const RESTART_ABOVE_BYTES = 160 * 1024 * 1024
const CPU_MICROSECONDS = 1_900_000
const CHECK_INTERVAL_MS = 5

/** Memory that a job may allocate in addition to the idle process, which uses about 90 MB. */
const JOB_BYTES = 150 * 1024 * 1024
capMemory()
process.on('disconnect', () => process.exit())
process.on('message', (job: EncodeJob) => {
  const start = process.cpuUsage()
  const watchdog = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if (process.memoryUsage.rss() > MEMORY_BYTES || user + system > CPU_MICROSECONDS) process.kill(process.pid, 'SIGKILL')
  }, CHECK_INTERVAL_MS)
  void runJob(job).finally(() => clearInterval(watchdog))
})

/** Limits memory through the operating system, because the watchdog may notice an excess too late. */
function capMemory(): void {
  try {
    const [, kB] = /^VmData:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--data=${Number(kB) * 1024 + JOB_BYTES}`], { stdio: 'ignore' })
  } catch {
    // Without Linux or util-linux, only the watchdog limits memory.
  }
}

async function runJob(job: EncodeJob): Promise<void> {
  const result = await encode(job).catch((error: unknown): EncodeResult => {
    // A system error means that the disk failed; the picture may be valid.
    if (error instanceof Error && 'code' in error && 'syscall' in error) return { failed: String(error.code) }
    return { fault: /memory/i.test(String(error)) ? 'too_hard' : 'not_picture' }
  })
  process.send?.({ ...result, shouldRestart: process.memoryUsage.rss() > RESTART_ABOVE_BYTES })
}

async function encode({ source, out, maxPixels }: EncodeJob): Promise<EncodeResult> {
  // Reads the header only, without decoding pixels.
  const { format, compression, width, height, pageHeight } = await sharp(source, { limitInputPixels: false }).metadata()
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) return { fault: 'not_picture' }
  const limit = format === 'heif' ? Math.min(maxPixels, AVIF_PIXELS) : maxPixels
  if (width * (pageHeight ?? height) > limit) return { fault: 'too_many_pixels', max: limit / 1_000_000 }
  // Applies the orientation, converts to sRGB, and drops all metadata. Only the first frame of an animation is used.
  const { data, info } = await sharp(source, { limitInputPixels: limit, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: MAX_SIDES.full, height: MAX_SIDES.full, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const extension = isOpaque(data) ? 'jpg' : 'png'
  const raw = { width: info.width, height: info.height, channels: 4 as const, premultiplied: info.premultiplied }
  const resized = (maxSide: number) => {
    const image = sharp(data, { raw })
    const sized = maxSide < Math.max(info.width, info.height) ? image.resize({ width: maxSide, height: maxSide, fit: 'inside' }) : image
    return extension === 'jpg' ? sized.removeAlpha() : sized
  }
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, maxSide] of Object.entries(MAX_SIDES)) {
    const webp = await resized(maxSide).webp({ quality: 80, effort: 2 }).toBuffer({ resolveWithObject: true })
    await write(join(out, `${name}.webp`), webp.data)
    sizes[name] = { width: webp.info.width, height: webp.info.height }
  }
  const full = resized(MAX_SIDES.full)
  const fallback = await (extension === 'jpg' ? full.jpeg({ quality: 82, progressive: true }) : full.png()).toBuffer()
  await write(join(out, `full.${extension}`), fallback)
  const metadata: ImageMetadata = { extension, width: info.width, height: info.height, filesize: fallback.length, sizes }
  return { metadata }
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
