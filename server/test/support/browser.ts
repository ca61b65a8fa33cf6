// A real browser for the tests of pages: what it complains of, and whom it asks, is kept.
import { existsSync, readFileSync } from 'node:fs'
import { after } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { isFullRun } from './evidence.ts'

/** The headless shell is Chromium without its user interface. It takes about half of the processor time. */
const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Starts Chromium. `args` are added to the arguments that a process of root needs. */
export function launchChromium(...args: string[]): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place))
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium-headless-shell, or name its path in CHROMIUM.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] })
}

/** Call at the top of a test file; it is closed at its end. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchChromium()
  after(() => browser.close())
  return browser
}

export interface Watched {
  readonly page: Page
  /** Errors on the console and in scripts; refusals of the policy are among them. */
  readonly complaints: string[]
  /** Addresses of other origins that were asked. */
  readonly foreign: string[]
  close(): Promise<void>
}
export async function watchedPage(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const [complaints, foreign]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  return { page, complaints, foreign, close: () => context.close() }
}

/** How many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * Measuring contrast takes most of the time of axe. Elements look alike if they and all elements around them have the same classes and colors.
 * A run at the full count measures all of them, others two of each look in each document.
 */
const MEASURED_PER_LOOK = isFullRun ? Infinity : 2
const MEASURE_LOOKS = `{
  const rule = axe._audit.getRule('color-contrast')
  globalThis.contrast ??= { matches: rule.matches, looks: new Map(), measured: new Map() }
  const { matches, looks, measured } = contrast
  const known = new WeakMap()
  const lookOf = (element) => {
    if (!element) return 0
    if (known.has(element)) return known.get(element)
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, filter } = getComputedStyle(element)
    const around = lookOf(element.parentElement ?? element.getRootNode().host)
    const look = [around, element.localName, element.getAttribute('class'), color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight,
      textShadow, filter].join('|')
    if (!looks.has(look)) looks.set(look, looks.size + 1)
    known.set(element, looks.get(look))
    return looks.get(look)
  }
  rule.matches = function (element, ...more) {
    const look = lookOf(element)
    const times = measured.get(look) ?? 0
    const isMeasured = times < ${MEASURED_PER_LOOK} && matches.call(this, element, ...more)
    if (isMeasured) measured.set(look, times + 1)
    return isMeasured
  }
}`
/**
 * An element that ignores the pointer is not a target: on phones, the events of a day are dots, and the day is the link.
 * A target that a sticky bar covers in part can be scrolled.
 */
const SKIP_UNTARGETED = `{
  const rule = axe._audit.getRule('target-size')
  globalThis.targets ??= { matches: rule.matches }
  const bars = [...document.querySelectorAll('body *')].filter((each) => ['sticky', 'fixed'].includes(getComputedStyle(each).position))
  const isCovered = (element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return bars.some((bar) => {
      const place = bar.getBoundingClientRect()
      return !bar.contains(element) && place.top < bottom && place.bottom > top && place.left < right && place.right > left
    })
  }
  rule.matches = function (element, ...more) {
    if (getComputedStyle(element).pointerEvents === 'none' || isCovered(element)) return false
    return targets.matches.call(this, element, ...more)
  }
}`
/** Accessibility violations: WCAG 2.2 at level AA with the size of targets, and best practices. */
export async function barriers(page: Page): Promise<string[]> {
  // A screen of the admin keeps the scripts of the screen before it.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  await page.evaluate(MEASURE_LOOKS)
  await page.evaluate(SKIP_UNTARGETED)
  // No rule needs the style sheets and the sounds that axe would load again.
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } })
      .then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
