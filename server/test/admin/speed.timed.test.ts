// The speed of the list of events in a large calendar, for an editor whose processor is four times slower.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { addPerson } from '../accounts/person.ts'
import { generateCalendar } from '../scale/generated-calendar.ts'
import { openBrowser } from '../support/browser.ts'
import { LOOSE } from '../support/database.ts'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { freePort } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { textsOf } from './texts.ts'
import { eventually, signInAt } from './visitor.ts'

const EVENTS = scaled(1_000_000)
const RUNS = scaled(9, 1)
/**
 * Evidence needs the goals. They are not reached yet: on a virtual machine with two cores and without a graphics processor, the list can be used
 * after 3,300 to 3,600 ms, and an interaction takes up to 1,000 ms. The limits of the ordinary run keep it from becoming much worse.
 */
const INTERACTIVE_MS = scaled(1_500, 8_000)
const INTERACTION_MS = scaled(200, 3_000)
const ROWS = 50
/** Rows that are on the screen. The list renders others when they are scrolled to. */
const VISIBLE_ROWS = 8
/** The browser reports tasks of 50 ms and more. If none follows for so long, the page has settled. */
const QUIET_MS = 1_000
const LIMIT = { timeout: isFullRun ? 3_600_000 : 300_000 }

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN })
await addPerson(server, 'amina', 'editor')
const database = openDatabase({ ...LOOSE, url: server.database_url, statementTimeoutMs: 0 })
await generateCalendar(database, { events: EVENTS, seriesOneIn: 0 })
await database.close()
const browser = await openBrowser()
const t = textsOf('en')

const OBSERVE = `globalThis.measured = { rows: 0, settled: 0, interactions: new Map() };
new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) measured.settled = startTime + duration })
  .observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => {
  for (const { interactionId, duration, name } of list.getEntries())
    if (interactionId > 0) measured.interactions.set(interactionId + ' ' + name, duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
new MutationObserver(() => {
  if (measured.rows === 0 && document.querySelectorAll('#content [role=row]').length >= ${VISIBLE_ROWS}
    && document.querySelector('.list-foot')?.textContent.includes('${ROWS}'))
    requestAnimationFrame(() => { measured.rows ||= performance.now() })
}).observe(document, { childList: true, subtree: true })`

/** Opens the list as a signed-in editor whose browser has no files of the admin yet. */
async function openList(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  const page = await context.newPage()
  await signInAt(page, `${ORIGIN}/admin/account`, 'amina')
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(OBSERVE)
  await page.goto(`${ORIGIN}/admin/events`, { waitUntil: 'commit' })
  await eventually(
    () => page.evaluate(`measured.rows > 0 && performance.now() - Math.max(measured.rows, measured.settled) > ${QUIET_MS}`),
    true,
  )
  return page
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

void test(`the first ${ROWS} of many events can be used within ${INTERACTIVE_MS} ms`, LIMIT, async (test) => {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openList()
    times.push(await page.evaluate<number>('Math.max(measured.rows, measured.settled)'))
    await page.context().close()
  }
  const interactive_ms = Math.round(median(times))
  test.diagnostic(`${EVENTS} events: ${times.map(Math.round).join(', ')} ms`)
  reportEvidence('admin-speed', { list: { events: EVENTS, runs: RUNS, interactive_ms } })
  assert.ok(interactive_ms <= INTERACTIVE_MS, `${interactive_ms} ms`)
})

void test(`the list responds to each interaction within ${INTERACTION_MS} ms`, LIMIT, async (test) => {
  const page = await openList()
  const interact: Readonly<Record<string, () => Promise<unknown>>> = {
    'select a row': () => page.locator('#content [role=row] label').nth(2).click(),
    'clear the selection': () => page.locator('#content [role=row] label').nth(2).click(),
    'open the menu of a row': () => page.locator('#content [role=row] button').nth(2).click(),
    'close the menu': () => page.keyboard.press('Escape'),
    'choose a tab': () => page.getByRole('link', { name: t('Drafts') }).click(),
    'go to a row by key': () => page.keyboard.press('Tab'),
    search: () => page.getByRole('searchbox').first().pressSequentially('event 7', { delay: 120 }),
  }
  const slowest: Record<string, number> = {}
  for (const [name, act] of Object.entries(interact)) {
    await page.evaluate('measured.interactions.clear()')
    await act()
    await page.waitForTimeout(QUIET_MS)
    slowest[name] = await page.evaluate<number>('Math.max(0, ...measured.interactions.values())')
  }
  test.diagnostic(JSON.stringify(slowest))
  reportEvidence('admin-speed', { interactions: { events: EVENTS, slowest_ms: slowest } })
  for (const [name, duration] of Object.entries(slowest)) assert.ok(duration <= INTERACTION_MS, `${name}: ${duration} ms`)
  // The browser has reported interactions at all.
  assert.ok(Math.max(...Object.values(slowest)) > 0)
})
