// Stored scripts: hostile text and HTML in every text field of all records, shown on every public page in a real browser. Nothing runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, watchedPage } from '../support/browser.ts'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { HOSTILE_HTML, HOSTILE_TEXT } from '../support/hostile-html.ts'
import { badInputs, inDays, testServer, type Json } from '../support/server.ts'

const ALL = [...HOSTILE_TEXT, ...HOSTILE_HTML]
/** An ordinary run has some of each sort. */
const PAYLOADS = isFullRun ? ALL : ALL.filter((_, index) => index % 6 === 0)
const HOSTILE_NAME = '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>'
const api = await testServer({ CALENDAR_NAME: HOSTILE_NAME, TAGLINE: HOSTILE_NAME, FOOTER: HOSTILE_NAME })
const browser = await openBrowser()

/** Stores a record with the payload in all fields that accept it. */
async function store(plural: string, fields: readonly string[], text: string, fixed: Json): Promise<Json & { id: number; slug: string }> {
  const body: Json = { ...Object.fromEntries(fields.map((name) => [name, text])), ...fixed }
  for (const next of [text.replaceAll(/\p{Cc}/gu, ' '), `https://example.org/?${encodeURIComponent(text)}`, undefined]) {
    const answer = await api.post(`/${plural}`, body)
    if (answer.status === 201) return answer.json as Json & { id: number; slug: string }
    for (const name of badInputs(answer)) {
      if (next === undefined) delete body[name]
      else body[name] = next
    }
  }
  return api.make(plural, body)
}

void test('17.4 no script runs and no other origin is asked on any page, whatever records contain', { timeout: 3_600_000 }, async () => {
  const { page, foreign, close } = await watchedPage(browser, api.base)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(`${page.url()} ${dialog.message()}`)
    void dialog.dismiss()
  })
  const handlers: string[] = []
  let visited = 0
  for (const [i, text] of PAYLOADS.entries()) {
    const venue = await store('venues', ['venue', 'description', 'address', 'city', 'country', 'zip', 'phone', 'website'], text, {
      geo_lat: 1,
      geo_lng: 1,
    })
    const organizer = await store('organizers', ['organizer', 'description', 'phone', 'website', 'email'], text, {})
    const category = await store('categories', ['name', 'description'], `${text} ${i}`, {})
    const tag = await store('tags', ['name', 'description'], `${text} ${i}`, {})
    const links = {
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
      start_date: inDays(2),
      end_date: inDays(2.1),
    }
    const event = await store('events', ['title', 'description', 'excerpt', 'cost', 'website', 'online_url', 'event_status_reason'], text, {
      ...links,
      event_status: 'cancelled',
      featured: true,
    })
    const paths = [
      `/events/${encodeURIComponent(event.slug)}`,
      `/venues/${encodeURIComponent(venue.slug)}`,
      `/organizers/${encodeURIComponent(organizer.slug)}`,
      `/categories/${encodeURIComponent(category.slug)}`,
      `/events?search=${encodeURIComponent(text)}&place=${encodeURIComponent(text)}`,
      '/events?view=month',
      `/events?view=day&date=${inDays(2).slice(0, 10)}`,
    ]
    for (const path of paths) {
      const response = await page.goto(`${api.base}${path}`)
      assert.ok((response?.status() ?? 0) < 500, path)
      visited += 1
      handlers.push(
        ...(await page.evaluate<string[]>(
          '[...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].filter(({ name, value }) => name.startsWith("on") || name === "style" || /^\\\\s*(javascript|data|vbscript):/i.test(["href", "src", "action"].includes(name) ? value : "")).map(({ name }) => e.tagName + " " + name))',
        )),
      )
    }
  }
  await close()
  assert.deepEqual({ dialogs, handlers, foreign }, { dialogs: [], handlers: [], foreign: [] })
  reportEvidence('site-xss', { payloads: PAYLOADS.length, pages: visited, executed: 0, foreign: 0 })
})
