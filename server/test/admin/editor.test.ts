// The editor of events in a real browser: writing, changing, translating, drafts, and an expired session.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson, PASSWORD } from '../accounts/person.ts'
import { fresh } from '../media/pictures.ts'
import { barriers, openBrowser, overflow, watchedPage, type Watched } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { textsOf } from './texts.ts'
import { signInAt, tabTo } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Lyon Agenda' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
await addPerson(server, 'karim', 'contributor')

const opened: Watched[] = []
after(async () => {
  for (const { close } of opened) await close()
})
interface Visit {
  readonly login?: string
  readonly language?: string
  readonly width?: number
}
/** Opens a screen as a person who signs in first. */
async function openScreen(path: string, { login = 'amina', language = 'en', width = 1440 }: Visit = {}): Promise<Watched> {
  const watched = await watchedPage(browser, ORIGIN, { viewport: { width, height: 900 }, locale: language, reducedMotion: 'reduce' })
  opened.push(watched)
  await signInAt(watched.page, `${ORIGIN}/admin${path}`, login)
  await watched.page.waitForSelector('#field-description')
  return watched
}
async function signIn(page: Page, login: string): Promise<void> {
  await page.waitForSelector('input[name=login]')
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', PASSWORD)
  await page.keyboard.press('Enter')
}
async function assertSound({ page, complaints, foreign }: Watched): Promise<void> {
  assert.deepEqual(await barriers(page), [])
  assert.ok((await overflow(page)) <= 0, 'the page is wider than the window')
  assert.deepEqual(complaints, [])
  assert.deepEqual(foreign, [])
}
const readEvent = async (id: number, language = 'en'): Promise<Json> =>
  (await server.get(`/events/${id}?i18n_language=${language}`, { as: 'admin' })).json
const idInAddress = async (page: Page): Promise<number> => {
  await page.waitForURL(/\/events\/\d+/)
  return Number(/\/events\/(\d+)/.exec(page.url())?.[1])
}
const names = (records: unknown, key: string): unknown[] => (records as Json[]).map((each) => each[key])
const typeTime = async (page: Page, field: string, digits: string): Promise<void> => {
  await page.locator(`#field-${field} [role=spinbutton]`).first().click()
  await page.keyboard.type(digits)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isSaved = (page: Page) => page.waitForSelector('#save:not([data-pending])')

const STORY = {
  title: 'Story hour',
  description: '<p>Come and <u>listen</u>.</p><table><tbody><tr><td>10:30</td></tr></tbody></table>',
  start_date: '2027-02-04 10:30',
  end_date: '2027-02-04 11:15',
}
const makeStory = async (): Promise<number> => (await server.make('events', STORY)).id

void test('editor: an event with venue, organizer, terms and picture is written by pointer', async () => {
  const watched = await openScreen('/events/new')
  const { page } = watched
  const t = textsOf('en')
  await page.fill('#field-title', 'Harbor concert')
  await page.click('#field-description')
  await page.keyboard.type('Bring a blanket.')
  await typeTime(page, 'start_date', '05062027')
  await page.locator('#field-start_date [role=spinbutton]').nth(3).click()
  await page.keyboard.type('1930')
  await page.fill('input[name=venue_search]', 'Pier 4')
  await page.getByRole('option', { name: t('New venue “{name}”', { name: 'Pier 4' }) }).click()
  await page.fill('input[name=venue_address]', 'Quai 4')
  await page.fill('input[name=venue_city]', 'Lyon')
  await button(page, t('Use this venue')).click()
  await page.fill('input[name=organizer_search]', 'Harbor band')
  await page.getByRole('option', { name: t('New organizer “{name}”', { name: 'Harbor band' }) }).click()
  await page.fill('input[name=tags_search]', '2027')
  await page.getByRole('option', { name: t('New tag “{name}”', { name: '2027' }) }).click()
  const file = { name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await fresh() }
  await page.setInputFiles('input[type=file]', file)
  await page.fill('textarea[name=alt]', 'A pier at night.')
  await page.fill('input[name=cost]', '€10')
  await assertSound(watched)
  await page.click('#save')
  const id = await idInAddress(page)
  await isSaved(page)
  const event = await readEvent(id)
  assert.equal(event['title'], 'Harbor concert')
  assert.equal(event['description'], '<p>Bring a blanket.</p>')
  assert.equal(event['status'], 'publish')
  assert.equal(event['start_date'], '2027-06-05 19:30:00')
  assert.equal(event['end_date'], '2027-06-05 20:30:00')
  assert.deepEqual(names(event['venue'], 'address'), ['Quai 4'])
  assert.deepEqual(names(event['organizer'], 'organizer'), ['Harbor band'])
  assert.deepEqual(names(event['tags'], 'name'), ['2027'])
  assert.equal((event['image'] as Json)['alt'], 'A pier at night.')
  await assertSound(watched)
  await button(page, t('Undo')).click()
  await button(page, t('Take it out as a draft')).waitFor()
  assert.equal((await readEvent(id))['status'], 'trash')
})

void test('editor: an event is written by keyboard in Arabic on a phone', async () => {
  const watched = await openScreen('/events/new', { language: 'ar', width: 390 })
  const { page } = watched
  await tabTo(page, '#field-title')
  await page.keyboard.type('ساعة الحكايات')
  await tabTo(page, '#field-description')
  await page.keyboard.type('تعالوا واستمعوا.')
  await tabTo(page, '#field-start_date [role=spinbutton]')
  await page.keyboard.type('04022027')
  await tabTo(page, '#field-start_date [data-type=hour]')
  await page.keyboard.type('1030')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'input[name=cost]')
  await page.keyboard.type('10 €')
  await page.keyboard.press('Control+s')
  const id = await idInAddress(page)
  await isSaved(page)
  const event = await readEvent(id, 'ar')
  assert.equal(event['title'], 'ساعة الحكايات')
  assert.equal(event['language'], 'ar')
  assert.match(String(event['start_date']), /^2027-02-04 (10|22):30:00$/)
  await assertSound(watched)
})

void test('editor: problems are listed, and each leads to its field', async () => {
  const watched = await openScreen('/events/new')
  const { page } = watched
  await page.click('#save')
  await page.waitForSelector('#problems:focus')
  await assertSound(watched)
  await page.click('#problems a[href="#field-start_date"]')
  assert.ok(await page.evaluate<boolean>('document.activeElement.closest("#field-start_date") !== null'))
  await page.fill('#field-title', 'Talk')
  await typeTime(page, 'start_date', '05062027')
  await page.locator('#field-start_date [role=spinbutton]').nth(3).click()
  await page.keyboard.type('1930')
  await page.fill('input[name=website]', 'not an address')
  await page.click('#save')
  await page.waitForSelector('#problems a[href="#field-website"]')
  assert.ok(await page.locator('input[name=website][aria-invalid=true]').isVisible())
  await assertSoundBut400(watched)
})
/** The browser itself reports a refused request on the console. */
async function assertSoundBut400(watched: Watched): Promise<void> {
  await assertSound({ ...watched, complaints: watched.complaints.filter((each) => !/status of 4\d\d/.test(each)) })
}

void test('editor: a translation is written without touching the original, and parts that the editor does not offer stay', async () => {
  const id = await makeStory()
  const watched = await openScreen(`/events/${id}`)
  const { page } = watched
  await page.getByRole('tab', { name: /Français/ }).click()
  await page.waitForSelector('#field-title[lang=fr]')
  await page.fill('#field-title', 'L’heure du conte')
  await page.getByRole('tab', { name: /English/ }).click()
  await page.waitForSelector('#field-title[lang=en]')
  await page.click('#field-description u')
  await page.keyboard.press('Home')
  await page.keyboard.type('Please ')
  await page.keyboard.press('Control+s')
  await page.getByRole('tab', { name: /Français$/ }).waitFor()
  await isSaved(page)
  const [original, french] = [await readEvent(id), await readEvent(id, 'fr')]
  assert.equal(original['title'], 'Story hour')
  assert.equal(original['description'], STORY.description.replace('Come', 'Please Come'))
  assert.equal(french['title'], 'L’heure du conte')
  await assertSound(watched)
  await button(page, textsOf('en')('Undo')).click()
  await page.getByText(textsOf('en')('Undone.')).waitFor()
  assert.equal((await readEvent(id))['description'], STORY.description)
  assert.equal((await readEvent(id, 'fr'))['title'], 'Story hour')
})

void test('editor: what was typed survives a reload and an expired session', async () => {
  const id = await makeStory()
  const watched = await openScreen(`/events/${id}`)
  const { page } = watched
  const t = textsOf('en')
  await page.fill('#field-title', 'Story evening')
  await page.reload()
  await button(page, t('Discard')).waitFor()
  assert.equal(await page.inputValue('#field-title'), 'Story evening')
  await assertSound(watched)
  await page.context().clearCookies()
  await page.keyboard.press('Control+s')
  await page.getByRole('alert').getByRole('link').click()
  await signIn(page, 'amina')
  await page.waitForSelector('#field-title')
  assert.equal(await page.inputValue('#field-title'), 'Story evening')
  await page.keyboard.press('Control+s')
  await page.getByText(t('Published.')).waitFor()
  assert.equal((await readEvent(id))['title'], 'Story evening')
  await page.reload()
  await page.waitForSelector('#field-title')
  assert.equal(await button(page, t('Discard')).count(), 0)
})

void test('editor: an event is copied and moved to the trash', async () => {
  const id = await makeStory()
  const { page } = await openScreen(`/events/${id}`)
  const t = textsOf('en')
  await page.getByRole('link', { name: t('Duplicate') }).click()
  await page.waitForURL(/from=/)
  // The address changes before the screen does. Only a stored event has a history.
  await page.getByRole('link', { name: t('All changes') }).waitFor({ state: 'detached' })
  await page.waitForSelector('#field-description')
  await page.click('#save')
  await page.waitForURL((url) => /\/events\/\d+$/.test(url.pathname))
  const copy = await idInAddress(page)
  await isSaved(page)
  assert.notEqual(copy, id)
  const { title, start_date, slug } = await readEvent(copy)
  assert.deepEqual([title, start_date], ['Story hour', '2027-02-04 10:30:00'])
  assert.notEqual(slug, (await readEvent(id))['slug'])
  await button(page, t('Move to trash')).click()
  await page.waitForURL(/\/events$/)
  assert.equal((await readEvent(copy))['status'], 'trash')
  const message = page.getByRole('alertdialog').filter({ hasText: t('“{title}” is in the trash.', { title: 'Story hour' }) })
  await message.getByRole('button', { name: t('Undo') }).click()
  await page.getByText(t('Undone.')).waitFor()
  assert.equal((await readEvent(copy))['status'], 'publish')
})

void test('editor: a contributor sends an event for review', async () => {
  const watched = await openScreen('/events/new?date=2027-03-01', { login: 'karim', width: 768 })
  const { page } = watched
  await page.fill('#field-title', 'Chess for all')
  await page.locator('#field-start_date [role=spinbutton]').nth(3).click()
  await page.keyboard.type('1800')
  await assertSound(watched)
  await page.click('#save')
  const id = await idInAddress(page)
  assert.equal((await readEvent(id))['status'], 'pending')
})

const MAX_BYTES = 450_000
void test('editor: scripts and styles of the editor are small enough', async () => {
  const { page } = await openScreen('/events/new')
  // The page that was opened first has the code of the sign-in, too.
  await page.reload()
  await page.waitForSelector('#field-description')
  const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)')
  const assets = loaded.flatMap((url) => /\/admin\/assets\/([^/]+\.(?:js|css))$/.exec(url)?.[1] ?? [])
  const sizes = [...new Set(assets)].map(
    (name) => readFileSync(fileURLToPath(new URL(`../../admin/assets/${name}.gz`, import.meta.url))).length,
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(assets.length > 5)
  assert.ok(total <= MAX_BYTES, `${total} bytes`)
})

test('17.7 the editor shows the public page of a draft, in a frame without scripts', async () => {
  const { id } = await server.make('events', {
    title: 'Hidden concert',
    start_date: '2031-05-05 20:00:00',
    end_date: '2031-05-05 22:00:00',
    status: 'draft',
  })
  const watched = await openScreen(`/events/${id}`)
  const { page } = watched
  await page.click('text=Preview the page')
  const frame = page.frameLocator('iframe.page-preview')
  assert.equal(await frame.locator('h1').textContent(), 'Hidden concert')
  assert.notEqual(
    await frame
      .locator('.btn.primary')
      .first()
      .evaluate('(e) => getComputedStyle(e).backgroundColor')
      .catch(() => ''),
    'rgba(0, 0, 0, 0)',
  )
  await assertSound({ ...watched, complaints: watched.complaints.filter((each) => !each.includes('sandboxed')) })
})
