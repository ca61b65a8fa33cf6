// Takes the screenshots of the documentation from a server with demo data: npm run screenshots. Needs Chromium and PostgreSQL.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { emptyDatabase } from '../server/test/support/database.ts'
import { kalends, startServer } from '../server/test/support/process.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/images')
const SITE = 'http://events.example.org'
const MAX_BYTES = 150_000
const WEBP_QUALITY = 0.8

interface Screenshot {
  readonly name: string
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}
const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: 'api-reference',
    path: '/docs/reference/list_events',
    prepare: async (page) => {
      await page.click('.try details summary')
      await page.fill('#try-query-_fields', 'title,start_date,venue.city')
      await page.click('.try details summary')
      await page.fill('#try-query-per_page', '3')
      await page.fill('#try-query-start_date', 'today')
      await page.click('.try button[type=submit]')
      await page.waitForSelector('[data-response]:not([hidden])')
    },
  },
]

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const database = await emptyDatabase()
kalends(['seed'], { DATABASE_URL: database.url })
const server = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: SITE })
// The pages show the address in the browser: a name reads better than a random port.
const resolverRule = `--host-resolver-rules=MAP ${new URL(SITE).host}:80 ${new URL(server.base).host}`
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', resolverRule] })
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const screenshot of SCREENSHOTS) await take(browser, screenshot)
} finally {
  await browser.close()
  await server.stop()
  await database.drop()
}

async function take(from: Browser, { name, path, prepare }: Screenshot): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1280, height: 1040 } })
  await page.goto(SITE + path)
  await prepare?.(page)
  const image = await toWebp(from, await page.screenshot())
  if (image.length > MAX_BYTES) throw new Error(`${name} has ${image.length} bytes; at most ${MAX_BYTES} are allowed`)
  writeFileSync(join(FOLDER, `${name}.webp`), image)
  console.log(`wrote docs/images/${name}.webp, ${image.length} bytes`)
  await page.close()
}

/** Chromium takes screenshots as PNG only, but its canvas can encode WebP. */
async function toWebp(from: Browser, png: Buffer): Promise<Buffer> {
  const page = await from.newPage()
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${WEBP_QUALITY})
  })()`)
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
