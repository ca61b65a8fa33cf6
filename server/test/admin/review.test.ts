// Job 6 of the admin: contributors send events and changes, editors look at the differences, publish, schedule, and return with a note.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPerson, person } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json, unique } from '../support/server.ts'
import { mintChallenge, solve } from '../submissions/sender.ts'
import { begin, journey, type Person } from './journey.ts'
import { eventually, signInAt, visit } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({
  PORT: String(port),
  PUBLIC_URL: ORIGIN,
  CALENDAR_NAME: 'Lyon Agenda',
  SUBMIT_FORM: 'true',
  SUBMIT_WITHOUT_MAIL: 'true',
})
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor', { name: 'Amina Diallo' })
await addPerson(server, 'karim', 'contributor', { name: 'Karim Haddad' })
const karim = person(server)
await karim.signIn('karim')
const amina = person(server)
await amina.signIn('amina')

const WAITS = 'Your changes wait for review. You can still edit them. Visitors see the published version until then.'
const MARKET = { title: 'Night market', description: '<p>Forty stalls.</p>', start_date: '2027-12-13 18:30', end_date: '2027-12-13 23:30' }
/** Sends a new event for review. */
async function submit(more: Json = {}): Promise<number> {
  const { status, json, text } = await karim.send('POST', '/events', { ...MARKET, ...more, status: 'pending' })
  assert.equal(status, 201, text)
  return Number(json['id'])
}
/** An event of the contributor that visitors see. */
async function published(more: Json = {}): Promise<number> {
  const id = await submit(more)
  assert.equal((await server.post(`/events/${id}/review`, { decision: 'publish' }, { as: 'editor' })).status, 200)
  return id
}
async function propose(id: number, body: Json, note = ''): Promise<void> {
  assert.equal((await karim.send('PUT', `/events/${id}/working-copy`, body)).status, 200)
  assert.equal((await karim.send('POST', `/events/${id}/working-copy/submit`, { note })).status, 200)
}
const readEvent = async (id: number): Promise<Json> => (await server.get(`/events/${id}`, { as: 'admin' })).json
const valueOf = (id: number, key: string) => async (): Promise<unknown> => (await readEvent(id))[key]
const copyOf = async (id: number): Promise<Json> => (await server.get(`/events/${id}/working-copy`, { as: 'admin' })).json
const rowOf = (page: Page, id: number): Locator => page.locator(`[role=row][data-key="event-${id}"]`)
const button = (page: Page, name: string): Locator => page.locator(`button[name=${name}]`)
/** The heading of the submission has the focus after it was opened. */
const isOpen = (page: Page, title: string): Promise<void> => page.locator('#submission-title:focus').filter({ hasText: title }).waitFor()
const undo = async ({ page, press, t }: Person, text: string): Promise<void> =>
  press(
    page
      .getByRole('alertdialog')
      .filter({ hasText: text })
      .getByRole('button', { name: t('Undo'), exact: true }),
  )

journey('review: an editor publishes changes, returns an event, and schedules it', 'pointer', async (view) => {
  // A venue of the same name would be reused, and the other journey publishes it.
  const port = `Old port ${unique()}`
  const talk = await submit({ title: 'Reading the river', venue: [{ venue: port }] })
  const market = await published()
  await propose(market, { title: 'Night market, winter edition', description: '<p>Fifty stalls.</p>' }, 'The poster is ready.')
  const someone = await begin(browser, ORIGIN, view)
  const { page, t, press, write, inspect } = someone
  await signInAt(page, `${ORIGIN}/admin/review`, 'amina')
  await rowOf(page, market).waitFor()
  await inspect('the submissions')
  await press(rowOf(page, market))
  await isOpen(page, 'Night market')
  await page.locator('ins').filter({ hasText: 'winter' }).waitFor()
  await page.getByText('The poster is ready.').last().waitFor()
  await inspect('a submission with changes')
  await press(button(page, 'publish'))
  await eventually(valueOf(market, 'title'), 'Night market, winter edition')
  // The next submission is open.
  await isOpen(page, 'Reading the river')
  await page.getByText(t('Not published yet, and published together with this: {names}', { names: port })).waitFor()
  await press(button(page, 'return'))
  await page.getByText(t('Write what should be changed.')).waitFor()
  await inspect('a decision without a note')
  await write(page.locator('textarea[name=review_note]'), 'In which room?')
  await press(button(page, 'return'))
  await eventually(valueOf(talk, 'status'), 'draft')
  // The message stays for a few seconds only.
  await undo(someone, t('“{title}” is returned.', { title: 'Reading the river' }))
  await eventually(valueOf(talk, 'status'), 'pending')
  await press(rowOf(page, talk))
  await isOpen(page, 'Reading the river')
  await press(button(page, 'schedule'))
  await inspect('the dialog that schedules an event')
  await write(page.getByRole('dialog').locator('[data-type=day]'), '05062099')
  await press(button(page, 'confirm'))
  await eventually(valueOf(talk, 'status'), 'future')
  const { date, venue } = await readEvent(talk)
  assert.deepEqual([date, (venue as Json[])[0]?.['status']], ['2099-06-05 08:00:00', 'publish'])
  await page.getByText(t('Nothing waits for review')).waitFor()
  await inspect('an empty queue')
  await someone.close()
})

journey('review: a contributor proposes changes of a published event', 'pointer', async (view) => {
  const id = await published({ title: 'Choir' })
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/events/${id}`, 'karim')
  await write(page.locator('#field-title'), 'Choir of the quarter')
  await press(button(page, 'keep'))
  await page.getByText(t('Your changes are saved, but not sent yet. Send them when they are ready.')).waitFor()
  assert.deepEqual([(await copyOf(id))['state'], (await readEvent(id))['title']], ['draft', 'Choir'])
  await inspect('a proposal that is not sent')
  await write(page.locator('textarea[name=note]'), 'A better title')
  await press(page.locator('#save'))
  await page.getByText(t(WAITS)).waitFor()
  await eventually(async () => (await copyOf(id))['state'], 'pending')
  await inspect('a proposal that waits')
  await write(page.locator('#field-title'), 'Choir of the old quarter')
  await press(page.locator('#save'))
  await eventually(async () => ((await copyOf(id))['preview'] as Json)['title'], 'Choir of the old quarter')
  assert.deepEqual([(await copyOf(id))['state'], (await readEvent(id))['title']], ['pending', 'Choir'])
  await close()
  await server.post(`/events/${id}/review`, { decision: 'publish' }, { as: 'editor' })
})

journey('review: a contributor reads the note about returned changes, and sends them again', 'pointer', async (view) => {
  const id = await published({ title: 'Lecture' })
  await propose(id, { title: 'Lecture on rivers', cost: '€5' })
  await server.post(`/events/${id}/review`, { decision: 'return', note: 'Which rivers?' }, { as: 'editor' })
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/review`, 'karim')
  await press(page.getByRole('link', { name: t('Returned'), exact: true }))
  await press(rowOf(page, id))
  await press(page.getByRole('link', { name: t('Open the event') }))
  await page.locator('#field-description').waitFor()
  await page.getByText('Which rivers?').waitFor()
  await inspect('a proposal that was returned')
  assert.equal(await page.inputValue('#field-title'), 'Lecture on rivers')
  await write(page.locator('#field-title'), 'Lecture on two rivers')
  await press(page.locator('#save'))
  await eventually(async () => (await copyOf(id))['state'], 'pending')
  await close()
  await server.post(`/events/${id}/review`, { decision: 'publish' }, { as: 'editor' })
  const { title, cost } = await readEvent(id)
  assert.deepEqual([title, cost], ['Lecture on two rivers', '€5'])
})

journey('review: a decision is listed with its editor, and is undone', 'both', async (view) => {
  const title = `Parade ${unique()}`
  const id = await submit({ title })
  const { status, text } = await amina.send('POST', `/events/${id}/review`, { decision: 'publish', note: 'See you there.' })
  assert.equal(status, 200, text)
  const someone = await begin(browser, ORIGIN, view)
  const { page, t, press, inspect, close } = someone
  await signInAt(page, `${ORIGIN}/admin/review`, 'amina')
  await press(page.getByRole('link', { name: t('Done'), exact: true }))
  await rowOf(page, id).filter({ hasText: 'Amina Diallo' }).filter({ hasText: 'See you there.' }).waitFor()
  assert.equal(await page.locator('.review-tabs [aria-current]').innerText(), t('Done'))
  await inspect('the decisions')
  await press(rowOf(page, id))
  await isOpen(page, title)
  await page.locator('.review-note').filter({ hasText: 'See you there.' }).waitFor()
  assert.equal(await page.getByRole('link', { name: t('Open the event') }).getAttribute('href'), `/admin/events/${id}`)
  await inspect('a decision')
  await press(button(page, 'undo'))
  await eventually(valueOf(id, 'status'), 'pending')
  await rowOf(page, id).waitFor({ state: 'detached' })
  await undo(someone, t('The decision about “{title}” is undone.', { title }))
  await eventually(valueOf(id, 'status'), 'publish')
  await close()
})

test('review: the editor of an event with changes that wait leads to the decision', LIMIT, async () => {
  const id = await published({ title: 'Market' })
  await propose(id, { title: 'Market in the rain' })
  const { page, t, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/events/${id}`, 'amina')
  await page.getByRole('link', { name: t('Look and decide') }).click()
  await page.locator('ins').filter({ hasText: 'in the rain' }).waitFor()
  await button(page, 'publish').click()
  await eventually(valueOf(id, 'title'), 'Market in the rain')
  await close()
})

test('review: one key opens the next submission, and one publishes it', LIMIT, async () => {
  const [chess, kites] = [await submit({ title: 'Chess' }), await submit({ title: 'Kites' })]
  const { page, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/review`, 'amina')
  await rowOf(page, kites).click()
  await isOpen(page, 'Kites')
  await page.keyboard.press('j')
  await isOpen(page, 'Chess')
  await page.keyboard.press('k')
  await isOpen(page, 'Kites')
  await button(page, 'publish').waitFor()
  await page.keyboard.press('a')
  await eventually(valueOf(kites, 'status'), 'publish')
  await isOpen(page, 'Chess')
  await button(page, 'publish').waitFor()
  await page.keyboard.press('r')
  await page.locator('textarea[name=review_note]:focus').waitFor()
  await page.keyboard.type('A reason, and a game')
  assert.equal((await readEvent(chess))['status'], 'pending')
  await button(page, 'publish').click()
  await eventually(valueOf(chess, 'status'), 'publish')
  await close()
})

test('review: changes of a version that was changed meanwhile are marked, and replace it', LIMIT, async () => {
  const id = await published({ title: 'Fair' })
  await propose(id, { title: 'Spring fair', website: 'https://example.org/' })
  await server.patch(`/events/${id}`, { title: 'Big fair', cost: '€1' })
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'en', width: 768 })
  await signInAt(page, `${ORIGIN}/admin/review`, 'amina')
  await rowOf(page, id).click()
  const note = 'The published version was changed meanwhile, too: {fields}. If you publish, the values below replace it.'
  await page.getByText(t(note, { fields: t('Title') })).waitFor()
  await inspect('a submission with a conflict')
  await button(page, 'publish').click()
  await eventually(valueOf(id, 'title'), 'Spring fair')
  const { website, cost } = await readEvent(id)
  assert.deepEqual([website, cost], ['https://example.org/', '€1'])
  await close()
})

test('17.6.7 the review shows editors who sent an event with the public form', LIMIT, async () => {
  const challenge = await mintChallenge(server, { url: ORIGIN })
  const sender = { name: 'Zeynep', email: 'zeynep@example.org' }
  const sent = await server.request('POST', '/submissions', {
    body: { ...MARKET, description: 'Boats.', title: 'Boat parade', ...sender, altcha: await solve(challenge) },
  })
  assert.equal(sent.status, 202, sent.text)
  const { page, t, inspect, close } = await visit(browser, ORIGIN, { language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/review`, 'amina')
  await page.locator('[role=row]').filter({ hasText: 'Boat parade' }).filter({ hasText: 'Zeynep' }).click()
  await isOpen(page, 'Boat parade')
  await page.getByText(t('Sent with the public form. Only editors see the sender:')).waitFor()
  assert.equal(await page.locator('a[href^="mailto:"]').innerText(), sender.email)
  await inspect('a submission of the public')
  await close()
})
