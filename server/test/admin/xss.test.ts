// Stored scripts: hostile text in every text field of all records, shown on every screen of the admin in a real browser. No script runs, no
// other site is asked, and the policy of the page has nothing to refuse. Other sites cannot frame the admin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import type { Document } from '../support/document.ts'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { HOSTILE_HTML, HOSTILE_TEXT } from '../support/hostile-html.ts'
import { freePort } from '../support/process.ts'
import { watchScripts } from '../support/script-watch.ts'
import { badInputs, testServer, type Json } from '../support/server.ts'
import { ALL_SCREENS } from './screens.ts'
import { eventually, signInAt, visit } from './visitor.ts'

const EVIDENCE = 'admin-xss'
const LIMIT = { timeout: isFullRun ? 3_600_000 : 240_000 }
const ALL = [...HOSTILE_TEXT, ...HOSTILE_HTML]
/** An ordinary run has a few of each sort. */
const PAYLOADS = isFullRun ? ALL : ALL.filter((_, index) => index % 16 === 0)

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({
  PORT: String(port),
  PUBLIC_URL: ORIGIN,
  WEBHOOKS_MAX: '100',
  SOURCES_MAX: '100',
  CALENDAR_NAME: '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>',
})
const browser = await openBrowser()
await addPerson(server, 'jean', 'administrator', { name: `Jean ${ALL[0] ?? ''}` })
const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as Document

/** Fields that are no text, or whose text is never shown. A password would hide the event. */
const LEFT_OUT = ['i18n_language', 'password', 'recurrence', 'timezone', 'image', 'color']
/** The fields of a kind that accept text. */
function textFields(kind: string): string[] {
  const { properties = {} } = document.components.schemas[`${kind}_create`] as { properties?: Record<string, Json> }
  const isText = ({ type, anyOf = [], enum: values }: Json): boolean =>
    values === undefined && [type, ...(anyOf as Json[]).map((each) => each['type'])].flat().includes('string')
  return Object.keys(properties).filter((name) => !LEFT_OUT.includes(name) && isText(properties[name] ?? {}))
}

/** Names and notes have no control characters. */
const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')
const stored = new Set<string>()
/** Stores the payload in every field that accepts it: as it is, without control characters, or as a part of a URL. */
async function store(kind: string, plural: string, text: string, fixed: Json = {}): Promise<number> {
  const free = textFields(kind).filter((name) => !(name in fixed))
  const body: Json = { ...Object.fromEntries(free.map((name) => [name, text])), ...fixed }
  const urls = [`https://example.org/?${text.replaceAll(/\s/g, '+')}`, `https://example.org/?${encodeURIComponent(text)}`]
  for (const next of [withoutControls(text), ...urls, undefined, undefined]) {
    const answer = await server.post(`/${plural}`, body)
    if (answer.status === 201) {
      for (const name of Object.keys(body)) stored.add(`${kind}.${name}`)
      return Number(answer.json['id'])
    }
    const refused = badInputs(answer)
    assert.ok(answer.status === 400 && refused.length > 0, answer.text)
    for (const name of refused) {
      if (next === undefined) delete body[name]
      else body[name] = next
    }
  }
  throw new Error(`The ${kind} with ${text} is refused.`)
}

const day = '2027-06-05'
async function storeEverywhere(payload: string, index: number): Promise<number> {
  // Slugs are made from texts, and each is used once.
  const text = `x${index} ${payload}`
  const links = {
    venue: [await store('venue', 'venues', text)],
    organizer: [await store('organizer', 'organizers', text)],
    categories: [await store('category', 'categories', text)],
    tags: [await store('tag', 'tags', text)],
  }
  const author = await addPerson(server, `person-${index}`, 'author', { name: withoutControls(text).slice(0, 200) })
  const id = await store('event', 'events', text, {
    ...links,
    author,
    start_date: `${day} 10:00`,
    end_date: `${day} 11:00`,
    date: undefined,
    date_utc: undefined,
    event_status: 'postponed',
    custom_fields: { note: withoutControls(text) },
    external_ids: { other: withoutControls(text).slice(0, 100) },
  })
  // A second version, so that the history shows differences.
  assert.equal(
    (await server.patch(`/events/${id}`, { title: `${withoutControls(text)} y`, excerpt: `${withoutControls(text)} y` })).status,
    200,
  )
  assert.equal((await server.post(`/events/${id}/review-notes`, { note: withoutControls(text) })).status, 201)
  await storeWebhook(payload, withoutControls(text))
  return id
}

/** The URL has the payload as it is, or else encoded. */
async function storeWebhook(payload: string, description: string): Promise<void> {
  const send = (url: string) => server.post('/webhooks', { url, description, active: false })
  const asItIs = await send(`https://example.org/?${payload}`)
  const { status, text } = asItIs.status === 201 ? asItIs : await send(`https://example.org/?${encodeURIComponent(payload)}`)
  assert.equal(status, 201, text)
}

const ROWS_OF_A_PREVIEW = 10
/** Imports have the payloads as names, addresses, columns and cells. The preview of a check shows ten rows. */
async function storeImports(payloads: readonly string[]): Promise<void> {
  for (let from = 0; from < payloads.length; from += ROWS_OF_A_PREVIEW) {
    const texts = payloads.slice(from, from + ROWS_OF_A_PREVIEW).map(withoutControls)
    const [first = ''] = texts
    const url = `https://example.org/?${encodeURIComponent(first)}`
    const source = await server.post('/sources', { name: first.slice(0, 200), type: 'csv', url })
    assert.equal(source.status, 201, source.text)
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const lines = texts.map((text, i) => ['2028-01-10', text, text, i % 2 === 0 ? '' : text, text].map(cell).join())
    const file = [`start_date,title,venue,website,${cell(first)}`, ...lines, ''].join('\n')
    const at = `/sources/${String(source.json['id'])}/runs`
    const run = await server.request('POST', `${at}?dry_run=true`, {
      as: 'admin',
      upload: new Blob([file]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    await eventually(async () => (await server.get(`${at}/${String(run.json['id'])}`, { as: 'admin' })).json['state'], 'finished')
  }
}

/** Handlers in attributes, and addresses that run scripts: they would run when the person presses or hovers them. */
const armed = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].flatMap(({ name, value }) => {
    const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name)
    const isScript = isAddress && URL.canParse(value, location.href) && /^(javascript|vbscript|data):/i.test(new URL(value, location.href).href)
    return name.startsWith('on') || isScript ? [element.outerHTML.slice(0, 200)] : []
  }))`)
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].map(({ href }) => href)`)

test(`text with ${PAYLOADS.length} scripts in every field is text on every screen`, LIMIT, async () => {
  const ids: number[] = []
  for (const [index, payload] of PAYLOADS.entries()) ids.push(await storeEverywhere(payload, index))
  await storeImports(PAYLOADS)
  for (const name of ['title', 'excerpt', 'description', 'cost', 'event_status_reason', 'website', 'slug'])
    assert.ok(stored.has(`event.${name}`), `${name} of events has no payload`)
  for (const name of ['venue', 'description', 'address', 'city', 'country', 'phone', 'zip', 'website'])
    assert.ok(stored.has(`venue.${name}`), `${name} of venues has no payload`)

  const { page, complaints, foreign, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  const { ran, violations } = await watchScripts(page)
  await signInAt(page, `${ORIGIN}/admin/account`, 'jean')
  // Every link of a screen leads to a screen that is shown too. The address without its query names the screen.
  const screens = new Map<string, string>()
  const add = (url: string): void => {
    const { origin, pathname } = new URL(url)
    if (origin === ORIGIN && pathname.startsWith('/admin/') && !screens.has(pathname)) screens.set(pathname, url)
  }
  for (const path of [
    '/events?range=all',
    `/events/month?month=${day.slice(0, 7)}`,
    ...ids.flatMap((id) => [`/events/${id}`, `/events/${id}/history`]),
  ])
    add(`${ORIGIN}/admin${path}`)
  for (const { path } of ALL_SCREENS) add(`${ORIGIN}/admin${path}`)
  // The map grows while it is read.
  for (const url of screens.values()) {
    await page.goto(url)
    await page.locator('h1').first().waitFor()
    await eventually(() => page.evaluate(`document.querySelectorAll('[aria-busy=true], .skeleton').length`), 0)
    assert.deepEqual(await armed(page), [], url)
    for (const link of await linksOf(page)) add(link)
  }
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('textbox').fill('x0')
  await page.getByRole('option', { name: 'x0 ' }).first().waitFor()
  assert.deepEqual(await armed(page), [])

  assert.deepEqual({ ran, violations, foreign }, { ran: [], violations: [], foreign: [] })
  assert.deepEqual(
    complaints.filter((each) => !each.includes('Failed to load resource')),
    [],
  )
  reportEvidence(EVIDENCE, {
    payloads: PAYLOADS.length,
    fields: [...stored].sort(),
    screens: screens.size,
    scripts_run: ran.length,
    refusals_of_the_policy: violations.length,
    requests_to_other_sites: foreign.length,
  })
  await close()
})

test('a page of another site cannot frame the admin', LIMIT, async () => {
  const paths = ['/admin', '/admin/sign-in', '/admin/events', '/admin/account']
  const attacker = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Win a prize</title>${paths.map((path) => `<iframe src="${ORIGIN}${path}"></iframe>`).join('')}`)
  })
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
  after(() => attacker.close())
  const { page, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/account`, 'jean')
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${(attacker.address() as AddressInfo).port}/`)
    await page.waitForLoadState('networkidle')
    const frames = page.frames().filter((frame) => frame !== page.mainFrame())
    assert.deepEqual(
      frames.map((frame) => frame.url()),
      paths.map(() => 'chrome-error://chromewebdata/'),
    )
  }
  reportEvidence(EVIDENCE, { frames_refused: paths.length * 2 })
  await close()
})
