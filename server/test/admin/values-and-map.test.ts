// The editor of events in a real browser: custom fields, and the map of a venue, whose tiles come from another server.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { begin, journey } from './journey.ts'
import { eventually, signInAt } from './visitor.ts'

const [port, tilePort] = [await freePort(), await freePort()]
const ORIGIN = `http://localhost:${port}`
const TILES = `http://127.0.0.1:${tilePort}`
const server = await testServer({
  PORT: String(port),
  PUBLIC_URL: ORIGIN,
  MAP_TILES: `${TILES}/{z}/{x}/{y}.svg`,
  MAP_ATTRIBUTION: '© Map makers',
})
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
const requested: string[] = []
const tileServer = createServer(({ url = '' }, response) => {
  requested.push(url)
  response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>')
}).listen(tilePort, '127.0.0.1')
after(() => tileServer.close())

const LOADED = `[...document.querySelectorAll('.tile-map img')].every((tile) => tile.complete && tile.naturalWidth > 0)`
const custom = async (id: number): Promise<unknown> => (await server.get(`/events/${id}`, { as: 'admin' })).json['custom_fields']

journey('custom fields keep their types, and a name cannot be used twice', 'keyboard', async (view) => {
  const stored = { room: 'Hall 2', seats: 120, outdoors: false }
  const { id } = await server.make('events', {
    title: 'Reading',
    start_date: '2027-03-01 18:00',
    end_date: '2027-03-01 19:00',
    custom_fields: stored,
  } satisfies Json)
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/events/${id}`, 'amina')
  const field = (name: string) => page.locator('#field-custom_fields').getByRole('group', { name, exact: true })
  await write(field('seats').getByRole('textbox', { name: t('Value') }), '90.5')
  const outdoors = field('outdoors')
  await press(view.input === 'pointer' ? outdoors.locator('label.checkbox') : outdoors.getByRole('checkbox'))
  await press(page.getByRole('button', { name: t('Add a value for your website') }))
  const added = page.locator('#field-custom_fields').getByRole('group').last()
  await write(added.getByRole('textbox', { name: t('Name') }), 'room')
  await press(page.locator('#save'))
  await page.getByText(t('Two values have the same name.')).first().waitFor()
  await inspect('custom fields')
  await write(added.getByRole('textbox', { name: t('Name') }), 'age')
  await write(added.getByRole('textbox', { name: t('Value') }), '6')
  await press(page.getByRole('button', { name: t('Remove {name}', { name: 'room' }), exact: true }))
  await press(page.locator('#save'))
  await eventually(() => custom(id), { seats: 90.5, outdoors: true, age: '6' })
  await close()
})

journey('the map of a venue is loaded when somebody asks for it', 'pointer', async (view) => {
  requested.length = 0
  const { id } = await server.make('venues', { venue: 'Lighthouse', geo_lat: 45.764, geo_lng: 4.8357 })
  const { page, t, press, write, foreign, complaints, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/venues/${id}`, 'amina')
  const show = page.getByRole('button', { name: t('Show the map') })
  await show.waitFor()
  assert.equal(requested.length, 0)
  await press(show)
  await page.getByText('© Map makers').waitFor()
  await eventually(() => page.evaluate<boolean>(LOADED), true)
  // Tile of the point at zoom 16, as the naming scheme of tile servers defines it.
  assert.ok(requested.includes('/16/33648/23376.svg'), requested.join())
  assert.deepEqual([...new Set(foreign.map((url) => new URL(url).origin))], [TILES])
  assert.deepEqual(complaints, [])
  await write(page.locator('input[name=geo_lat]'), 'north')
  await eventually(() => page.locator('.tile-map').count(), 0)
  await close()
})
