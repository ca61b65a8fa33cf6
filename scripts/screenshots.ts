// Takes the screenshots of the documentation from a server with demo data: npm run screenshots [-- part of a name]. Needs Chromium and PostgreSQL.
// docs/images has those of the texts; docs/screenshots has every screen of the admin and every public page, in English and on a phone in Arabic.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../server/test/support/browser.ts'
import { emptyDatabase } from '../server/test/support/database.ts'
import { kalends, startServer } from '../server/test/support/process.ts'
import { buildBrowserFiles } from './build-browser-files.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/images')
const SCREENS_FOLDER = resolve(import.meta.dirname, '../docs/screenshots')
const SITE = 'http://events.example.org'
const MAX_BYTES = 150_000
const WEBP_QUALITY = 0.8

interface Screenshot {
  readonly name: string
  readonly path: string
  /** Whether the page is one of the admin, which a server without authentication shows without a sign-in. */
  readonly isAdmin?: true
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
  { name: 'public-list', path: '/' },
  {
    name: 'public-event',
    path: '/',
    prepare: (page) => openLink(page, '.fcard h2 a'),
  },
  {
    name: 'admin-events',
    path: '/admin/events',
    isAdmin: true,
    prepare: async (page) => {
      const rows = page.getByRole('row')
      await rows.nth(2).waitFor()
      for (const index of [1, 3]) await rows.nth(index).getByRole('checkbox').click({ force: true })
    },
  },
  {
    name: 'admin-editor',
    path: '/admin/events',
    isAdmin: true,
    prepare: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    },
  },
]

/** Public pages, below the root of the language. */
const PAGES: readonly Screen[] = [
  { name: 'public-list', path: '/' },
  { name: 'public-month', path: '/events?view=month' },
  { name: 'public-event', path: '/', prepare: (page) => openLink(page, '.fcard h2 a') },
  { name: 'public-series', path: '/events', prepare: (page) => openLink(page, '.item a[href*="/events/"][href*="/20"]') },
  { name: 'public-venue', path: '/', prepare: (page) => openVenue(page) },
  { name: 'public-subscribe', path: '/subscribe' },
  { name: 'embed', path: '/embed' },
  { name: 'embed-list', path: '/embed/list' },
  { name: 'embed-month', path: '/embed/month' },
]

interface Screen {
  readonly name: string
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}
const openEditor = async (page: Page): Promise<void> => {
  await page.locator('main [role=row] a').first().click()
  await page.locator('#field-title').waitFor()
  await page.waitForLoadState('networkidle')
}
const SCREENS: readonly Screen[] = [
  { name: 'events', path: '/events' },
  { name: 'month', path: '/events/month' },
  { name: 'new-event', path: '/events/new' },
  { name: 'editor', path: '/events', prepare: openEditor },
  { name: 'translate', path: '/translate' },
  { name: 'review', path: '/review' },
  { name: 'venues', path: '/venues' },
  { name: 'organizers', path: '/organizers' },
  { name: 'categories', path: '/categories' },
  { name: 'tags', path: '/tags' },
  { name: 'pictures', path: '/pictures' },
  { name: 'imports', path: '/imports' },
  { name: 'import-new', path: '/imports/new' },
  { name: 'import-source', path: '/imports/1' },
  {
    name: 'import-check',
    path: '/imports/1',
    prepare: async (page) => {
      await page.locator('input[type=file]').setInputFiles(join(media, 'libraries.csv'))
      await page.locator('.import-table.items').waitFor()
    },
  },
  { name: 'import-report', path: '/imports/1/runs/1' },
  { name: 'users', path: '/users' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'settings', path: '/settings' },
  { name: 'doctor', path: '/doctor' },
  { name: 'security-log', path: '/security-log' },
  { name: 'account', path: '/account' },
  { name: 'components', path: '/components' },
]
const VIEWS = [
  { suffix: '', options: { locale: 'en', viewport: { width: 1440, height: 1000 } } },
  { suffix: '-ar-phone', options: { locale: 'ar', viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
] as const

const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(process.argv[2] ?? '')

const database = await emptyDatabase()
const media = mkdtempSync(join(tmpdir(), 'kalends-screenshots-'))
const settings = { DATABASE_URL: database.url, MEDIA_DIR: media }
kalends(['seed'], settings)
importLibraries(join(media, 'libraries.csv'))
buildBrowserFiles()
const server = await startServer({ ...settings, PUBLIC_URL: SITE })
const open = await startServer(settings, ['--no-auth'])
// The pages show the address in the browser: a name reads better than a random port.
const resolverRule = `--host-resolver-rules=MAP ${new URL(SITE).host}:80 ${new URL(server.base).host}`
const browser = await launchChromium(resolverRule)
try {
  mkdirSync(FOLDER, { recursive: true })
  mkdirSync(SCREENS_FOLDER, { recursive: true })
  for (const screenshot of SCREENSHOTS.filter(isWanted)) await take(browser, screenshot)
  for (const view of VIEWS) for (const screen of SCREENS.filter(isWanted)) await takeScreen(browser, screen, view)
  for (const view of VIEWS) for (const page of PAGES.filter(isWanted)) await takePage(browser, page, view)
} finally {
  await browser.close()
  await server.stop()
  await open.stop()
  await database.drop()
  rmSync(media, { recursive: true, force: true })
}

/** Imports a table of events, and leaves another version of it for a check, with new, changed and faulty rows. */
function importLibraries(path: string): void {
  const year = new Date().getFullYear() + 1
  const rows = [
    ['Story hour', `10/03/${year} 10:30`, `10/03/${year} 11:15`, 'Canal library', 'L-101'],
    ['Pottery for beginners', `11/03/${year} 14:00`, `11/03/${year} 16:00`, 'House of crafts', 'L-102'],
    ['String quartet', `12/03/${year} 18:00`, `12/03/${year} 21:00`, 'Harbor museum', 'L-103'],
    ['History of the old port', `14/03/${year} 18:00`, `14/03/${year} 19:30`, 'Harbor museum', 'L-104'],
    ['Puppet theater', `15/03/${year} 15:00`, `15/03/${year} 16:00`, 'Canal library', 'L-105'],
    ['Reading circle', `17/03/${year} 18:30`, `17/03/${year} 20:00`, 'Canal library', 'L-106'],
  ]
  const file = (lines: readonly (readonly string[])[]): string =>
    [['name', 'begins', 'ends', 'place', 'reference'], ...lines].map((line) => `${line.join(';')}\n`).join('')
  const mapping = ['title=name', 'start_date=begins', 'end_date=ends', 'venue=place', 'locale=en-GB'].flatMap((each) => ['--map', each])
  writeFileSync(path, file([...rows.slice(0, 4), ['Night of books', 'in spring', '', 'Canal library', 'L-107']]))
  kalends(['user', 'add', 'ines', '--role', 'editor'], settings)
  kalends(['import', 'csv', path, '--user', 'ines', '--name', 'City libraries', ...mapping], settings)
  const changed = rows.map((row, i) => (i === 1 ? [row[0] ?? '', row[1] ?? '', `11/03/${year} 12:00`, ...row.slice(3)] : row))
  writeFileSync(path, file(changed.map((row, i) => (i === 3 ? [...row.slice(0, 2), `14/03/${year} 20:00`, ...row.slice(3)] : row))))
}

async function take(from: Browser, { name, path, isAdmin, prepare }: Screenshot): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1280, height: 1040 } })
  await page.goto((isAdmin ? open.base : SITE) + path)
  await prepare?.(page)
  // Pictures and data that the page loads by itself.
  await page.waitForLoadState('networkidle')
  await write(page, join(FOLDER, `${name}.webp`))
}

async function openLink(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click()
  await page.waitForLoadState('networkidle')
}
async function openVenue(page: Page): Promise<void> {
  await openLink(page, '.fcard h2 a')
  await openLink(page, 'a[href*="/venues/"]')
}

async function takePage(from: Browser, { name, path, prepare }: Screen, { suffix, options }: (typeof VIEWS)[number]): Promise<void> {
  const page = await from.newPage({ ...options, reducedMotion: 'reduce' })
  await page.goto(`${SITE}${options.locale === 'en' ? '' : `/${options.locale}`}${path}`)
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await write(page, join(SCREENS_FOLDER, `${name}${suffix}.webp`))
}

async function takeScreen(from: Browser, { name, path, prepare }: Screen, { suffix, options }: (typeof VIEWS)[number]): Promise<void> {
  const page = await from.newPage({ ...options, reducedMotion: 'reduce' })
  await page.goto(`${open.base}/admin${path}`)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await write(page, join(SCREENS_FOLDER, `${name}${suffix}.webp`))
}

async function write(page: Page, path: string): Promise<void> {
  // Until the font of the headings is loaded, they are shown in another one.
  await page.evaluate('document.fonts.ready')
  const image = await toWebp(browser, await page.screenshot())
  if (image.length > MAX_BYTES) throw new Error(`${path} has ${image.length} bytes; at most ${MAX_BYTES} are allowed`)
  writeFileSync(path, image)
  console.log(`wrote ${relative(process.cwd(), path)}, ${image.length} bytes`)
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
