// Pictures in the admin: uploaded, described, focused, used again by an event, and deleted, in a real browser.
import assert from 'node:assert/strict'
import { addPerson } from '../accounts/person.ts'
import { form, fresh } from '../media/pictures.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, type Json } from '../support/server.ts'
import { begin, journey, nameOf, type JourneyView } from './journey.ts'
import { eventually, signInAt } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')

const read = async (path: string): Promise<Json> => (await server.get(path, { as: 'admin' })).json
const upload = async (title: string): Promise<number> =>
  Number((await server.request('POST', '/media', { as: 'admin', upload: form(await fresh(), { title }) })).json['id'])

const markOf = (view: JourneyView): string => nameOf(view).replaceAll(/\W/g, '')

journey('a picture is uploaded, described and focused, and its change is undone', 'pointer', async (view) => {
  const mark = markOf(view)
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/pictures`, 'amina')
  await inspect('the library')
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: t('Choose pictures') }))
  const file = { name: `pier-${mark}.jpg`, mimeType: 'image/jpeg', buffer: await fresh({ width: 600, height: 400 }) }
  await (await chooser).setFiles(file)
  await page.getByRole('dialog').locator('textarea[name=alt]').waitFor()
  const [image] = (await read(`/media?search=pier-${mark}`))['media'] as (Json & { id: number })[]
  assert.ok(image)
  const current = (): Promise<Json> => read(`/media/${image.id}?i18n_language=${view.language}`)
  await write(page.locator('textarea[name=alt]'), 'A pier at night.')
  if (view.input === 'pointer') await page.locator('.focal-picture').click({ position: { x: 10, y: 10 } })
  else {
    await press(page.locator('input[name=focal_x]'))
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
  }
  await inspect('a picture')
  await press(page.getByRole('button', { name: t('Save'), exact: true }))
  await eventually(async () => (await current())['alt'], 'A pier at night.')
  const { x, y } = (await current())['focal_point'] as { x: number; y: number }
  assert.ok(x < 0.5 && y < 0.5, `${x}, ${y}`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(
    page
      .getByRole('alertdialog')
      .filter({ hasText: t('Picture saved.') })
      .getByRole('button', { name: t('Undo') }),
  )
  await eventually(async () => (await current())['focal_point'], null)
  await close()
})

journey('a file that is no picture is refused beside it', 'pointer', async (view) => {
  const { page, t, press, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/pictures`, 'amina')
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: t('Choose pictures') }))
  await (await chooser).setFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.locator('.upload-list .field-error').waitFor()
  await inspect('a refused upload')
  await close()
})

journey('an event gets a picture from the library, which is then in use', 'pointer', async (view) => {
  const mark = markOf(view)
  const id = await upload(`Library ${mark}`)
  const event = await server.make('events', { title: `Story hour ${mark}`, start_date: inDays(2), end_date: inDays(3) })
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/events/${event.id}`, 'amina')
  await page.locator('#field-description').waitFor()
  await press(page.getByRole('button', { name: t('Choose from the library') }))
  await write(page.locator('input[name=picture_search]'), `Library ${mark}`)
  await eventually(() => page.locator('.picture-card').count(), 1)
  await inspect('choosing from the library')
  await press(page.locator('.picture-card'))
  await page.locator('.focal-handle').waitFor()
  await inspect('an event with a picture')
  await press(page.locator('#save'))
  await page.getByText(t('Describe the picture before you publish.')).first().waitFor()
  await press(page.getByText(t('It is only decoration and needs no description')).locator('..'))
  await press(page.locator('#save'))
  const used = async (): Promise<unknown> => {
    const image = (await read(`/events/${event.id}`))['image'] as Json | null
    return image && [image['id'], image['decorative']]
  }
  await eventually(used, [id, true])

  await page.goto(`${ORIGIN}/admin/pictures?search=${mark}`)
  await press(page.locator('.picture-card').filter({ hasText: `Library ${mark}` }))
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('Where it is shown') })
    .waitFor()
  const use = page.getByRole('dialog').getByRole('link', { name: `Story hour ${mark}` })
  assert.equal(await use.getAttribute('href'), `/admin/events/${event.id}`)
  await inspect('a picture with its uses')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Delete'), exact: true }))
  await press(page.getByRole('button', { name: t('Delete the picture') }))
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await inspect('a picture that is in use')
  await server.patch(`/events/${event.id}`, { image: null })
  await press(page.getByRole('button', { name: t('Delete the picture') }))
  await eventually(async () => (await server.get(`/media/${id}`, { as: 'admin' })).status, 404)
  await close()
})
