// Job 8 of the admin: two people write one event at once, and connections and servers fail. Nothing that was typed is lost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addPerson, PASSWORD } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort, startServer, type ServerProcess } from '../support/process.ts'
import { NS, testServer, type Json } from '../support/server.ts'
import { begin, journey } from './journey.ts'
import { collision, isSaved, openEditor, side, STORY } from './story.ts'
import { eventually, signInAt, visit, type Visitor } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Lyon Agenda' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor', { name: 'Amina Diallo' })
await addPerson(server, 'ines', 'editor', { name: 'Inês Costa' })

const makeStory = async (): Promise<number> => (await server.make('events', STORY)).id
const urlOf = (id: number): string => `${ORIGIN}/admin/events/${id}`
const readEvent = async (id: number): Promise<Json> => (await server.get(`/events/${id}`, { as: 'admin' })).json
const open = (login: string, id: number): Promise<Visitor> => openEditor(browser, urlOf(id), login)

journey('two people: versions are compared value by value, and nothing is lost', 'keyboard', async (view) => {
  const id = await makeStory()
  const someone = await begin(browser, ORIGIN, view)
  const { page, t, press, write, inspect } = someone
  await signInAt(page, urlOf(id), 'amina')
  await write(page.locator('#field-title'), 'Story time')
  await write(page.locator('input[name=website]'), 'https://example.org/mine')
  await server.patch(`/events/${id}`, { title: 'Tales', website: 'https://example.org/theirs', cost: '€3' }, { as: 'editor' })
  await press(page.locator('#save'))
  await collision(page, 'title.en').waitFor()
  await inspect('the comparison of two versions')
  assert.equal(await page.locator('[data-field]').count(), 2)
  for (const text of ['Story hour', 'Tales', 'time']) assert.ok((await collision(page, 'title.en').innerText()).includes(text), text)
  assert.ok((await page.locator('.taken-changes').innerText()).includes('€3'))
  await press(side(page, 'website.', 'theirs'))
  await press(page.getByRole('button', { name: t('Back to editing') }))
  await page.getByRole('button', { name: t('Compare the versions') }).waitFor()
  await inspect('the editor after a comparison')
  assert.deepEqual(
    [await page.inputValue('#field-title'), await page.inputValue('input[name=website]'), await page.inputValue('input[name=cost]')],
    ['Story time', 'https://example.org/theirs', '€3'],
  )
  await press(page.getByRole('button', { name: t('Compare the versions') }))
  await press(page.getByRole('button', { name: t('Save the result') }))
  await page.getByText(t('Published.')).waitFor()
  const { title, website, cost } = await readEvent(id)
  assert.deepEqual([title, website, cost], ['Story time', 'https://example.org/theirs', '€3'])
  await someone.close()
})

test('two people: each sees who else has the event open', LIMIT, async () => {
  const id = await makeStory()
  const first = await open('amina', id)
  const second = await open('ines', id)
  await second.page.getByText('Amina Diallo is editing too').waitFor()
  await second.inspect('the editor with another person')
  await first.page.reload()
  await first.page.getByText('Inês Costa is editing too').waitFor()
  await Promise.all([first.close(), second.close()])
})

test('two people: a draft on this device does not replace a newer version unseen', LIMIT, async () => {
  const id = await makeStory()
  const visitor = await open('amina', id)
  const { page, t, close } = visitor
  await page.fill('#field-title', 'Story evening')
  await page.goto(`${ORIGIN}/admin/events`)
  await server.patch(`/events/${id}`, { title: 'Tales' }, { as: 'editor' })
  await page.goto(urlOf(id))
  await page.getByRole('button', { name: t('Compare the versions') }).waitFor()
  await page.keyboard.press('Control+s')
  await side(page, 'title.en', 'theirs').click()
  assert.equal((await readEvent(id))['title'], 'Tales')
  await side(page, 'title.en', 'mine').click()
  await page.getByRole('button', { name: t('Save the result') }).click()
  await isSaved(visitor)
  assert.equal((await readEvent(id))['title'], 'Story evening')
  await close()
})

test('failures: a connection that is cut while saving loses nothing', LIMIT, async () => {
  const id = await makeStory()
  const visitor = await open('amina', id)
  const { page, t, close } = visitor
  await page.fill('#field-title', 'Story night')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await page.getByText(t('The calendar does not respond. Check your connection, and try again.')).waitFor({ timeout: 60_000 })
  assert.equal(await page.inputValue('#field-title'), 'Story night')
  await page.context().setOffline(false)
  await page.keyboard.press('Control+s')
  await isSaved(visitor)
  assert.equal((await readEvent(id))['title'], 'Story night')
  // The server stores the next change, but its response does not arrive.
  let isCut = false
  await page.route(
    (url) => url.pathname.endsWith(`/events/${id}`),
    async (route) => {
      if (isCut || route.request().method() !== 'PATCH') return route.continue()
      isCut = true
      await route.fetch()
      return route.abort()
    },
  )
  await page.fill('input[name=cost]', '€7')
  await page.keyboard.press('Control+s')
  await page.locator('.save-state:not(.waiting)').waitFor({ timeout: 60_000 })
  assert.deepEqual([isCut, (await readEvent(id))['cost'], (await readEvent(id))['title']], [true, '€7', 'Story night'])
  await page.reload()
  await page.locator('#field-description').waitFor()
  assert.equal(await page.getByRole('button', { name: t('Discard') }).count(), 0)
  await close()
})

test('failures: a server that is restarted while somebody types loses nothing', LIMIT, async () => {
  const database = await freshDatabase()
  const own = String(await freePort())
  const origin = `http://localhost:${own}`
  const start = (): Promise<ServerProcess> => startServer({ DATABASE_URL: database.url, PORT: own, PUBLIC_URL: origin, LOG_LEVEL: 'error' })
  let running = await start()
  after(async () => {
    await running.stop()
    await database.drop()
  })
  const { admin } = await running.makeCallers({ admin: 'administrator' })
  const send = async (path: string, body?: Json): Promise<Json> => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    const response = await fetch(`${running.base}${NS}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await response.json()) as Json
  }
  await send('/users', { login: 'amina', role: 'editor', password: PASSWORD })
  const { id } = await send('/events', STORY)
  const visitor = await visit(browser, origin, { language: 'en', width: 1440 })
  const { page, t } = visitor
  await signInAt(page, `${origin}/admin/events/${String(id)}`, 'amina')
  await page.locator('#field-description').waitFor()
  await page.fill('#field-title', 'Story night')
  await running.stop()
  await page.fill('input[name=cost]', '€7')
  await page.keyboard.press('Control+s')
  await page.getByText(t('The calendar does not respond. Check your connection, and try again.')).waitFor({ timeout: 60_000 })
  running = await start()
  await page.keyboard.press('Control+s')
  await isSaved(visitor)
  await eventually(async () => {
    const { title, cost } = await send(`/events/${String(id)}`)
    return [title, cost]
  }, ['Story night', '€7'])
  await visitor.close()
})
