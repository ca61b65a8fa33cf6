// Job 9 of the admin: venues and organizers are written and merged, categories are sorted, and tags are renamed, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, type Json } from '../support/server.ts'
import { begin, journey, nameOf, type JourneyView, type Person } from './journey.ts'
import { eventually, signInAt } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
await addPerson(server, 'karim', 'contributor')

const read = async (path: string): Promise<Json> => (await server.get(path, { as: 'admin' })).json
const statusOf = async (path: string): Promise<unknown> => (await read(path))['status']
const idsOf = (records: unknown): unknown[] => (records as Json[]).map(({ id }) => id)
const find = async (plural: string, search: string): Promise<Json[]> =>
  (await read(`/${plural}?hide_empty=false&search=${encodeURIComponent(search)}`))[plural] as Json[]
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** A person at a screen. Names end with a mark, so that the journeys do not meet each other's records. */
async function beginAt(view: JourneyView, path: string): Promise<Person & { readonly mark: string }> {
  const person = await begin(browser, ORIGIN, view)
  await signInAt(person.page, `${ORIGIN}/admin${path}`, 'amina')
  return { ...person, mark: `${view.input}-${view.language}-${view.width}` }
}
const save = ({ page, press, t }: Person): Promise<void> => press(page.getByRole('button', { name: t('Save'), exact: true }))
/** Undoes the change that a message reports. */
const undo = ({ page, press, t }: Person, message: string): Promise<void> =>
  press(
    page
      .getByRole('alertdialog')
      .filter({ hasText: message })
      .first()
      .getByRole('button', { name: t('Undo') }),
  )
const choose = async ({ page, press, t }: Person, name: string, command: string): Promise<void> => {
  await press(page.getByRole('button', { name: t('More for “{title}”', { title: name }) }))
  await press(page.getByRole('menuitem', { name: t(command), exact: true }))
}

journey('a venue is written, moved to the trash and brought back', 'keyboard', async (view) => {
  const person = await beginAt(view, '/venues')
  const { page, t, press, write, inspect, mark } = person
  await inspect('the list of venues')
  await press(page.getByRole('link', { name: t('New venue') }))
  await page.locator('#field-description').waitFor()
  await save(person)
  await page.locator('.field-error').first().waitFor()
  await inspect('a venue without a name')
  await write(page.locator('input[name=venue]'), `Harbor hall ${mark}`)
  await write(page.locator('input[name=city]'), 'Lyon')
  await write(page.locator('input[name=geo_lat]'), '45,764')
  await write(page.locator('input[name=geo_lng]'), '4.8357')
  await save(person)
  await page.waitForURL(/\/venues\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const { venue, city, geo_lat } = await read(`/venues/${id}`)
  assert.deepEqual({ venue, city, geo_lat }, { venue: `Harbor hall ${mark}`, city: 'Lyon', geo_lat: 45.764 })
  await page.getByText(t('{count} upcoming events', { count: 0 })).waitFor()
  await inspect('a venue')

  // Somebody else changes it, and a translation is added meanwhile.
  await server.patch(`/venues/${id}`, { phone: '+33 4' })
  const other = view.language === 'sw' ? 'ar' : 'sw'
  await press(page.locator(`[role=tab][data-key=${other}]`))
  await write(page.locator('input[name=venue]'), `Ukumbi ${mark}`)
  await save(person)
  await page.getByText(t('Somebody else changed this meanwhile. Your changes are kept: check the page, and save again.')).waitFor()
  await inspect('a venue that somebody else changed')
  await save(person)
  await eventually(async () => (await read(`/venues/${id}?i18n_language=${other}`))['venue'], `Ukumbi ${mark}`)
  assert.equal((await read(`/venues/${id}`))['phone'], '+33 4')

  await press(page.getByRole('button', { name: t('Move to trash') }))
  await eventually(() => statusOf(`/venues/${id}`), 'trash')
  await page.waitForURL('**/admin/venues')
  await undo(person, t('“{name}” moved to trash.', { name: `Harbor hall ${mark}` }))
  await eventually(() => statusOf(`/venues/${id}`), 'publish')
  await person.close()
})

journey('duplicates of an organizer are merged, and the merge is undone', 'keyboard', async (view) => {
  const mark = `Atelier${nameOf(view).replaceAll(/\W/g, '')}`
  const [kept, other] = [
    await server.make('organizers', { organizer: mark }),
    await server.make('organizers', { organizer: `${mark} Ltd` }),
  ]
  const times = { start_date: inDays(2), end_date: inDays(3) }
  const event = await server.make('events', { title: 'Story hour', organizer: other.id, ...times })
  const organizersOf = async (): Promise<unknown> => idsOf((await read(`/events/${event.id}`))['organizer'])
  const person = await beginAt(view, '/organizers')
  const { page, t, press, write, inspect } = person
  await write(page.getByRole('searchbox'), mark)
  await eventually(() => page.getByRole('row').count(), 2)
  await rowOf(page, `${mark} Ltd`)
    .getByText(t('{count} upcoming events', { count: 1 }))
    .waitFor()
  for (const name of [mark, `${mark} Ltd`])
    if (view.input === 'keyboard') await press(rowOf(page, name))
    else await choose(person, name, 'Select')
  await inspect('selected organizers')
  await press(page.getByRole('toolbar').getByRole('button', { name: t('Merge') }))
  await page.getByRole('dialog').waitFor()
  await press(page.locator('.radio').filter({ has: page.getByText(mark, { exact: true }) }))
  await page.getByText(t('{count} events move to it. The others disappear from the list; their links lead to it.', { count: 1 })).waitFor()
  await inspect('a merge')
  await press(page.getByRole('button', { name: t('Merge {count} entries', { count: 2 }) }))
  await eventually(organizersOf, [kept.id])
  await eventually(() => page.getByRole('row').count(), 1)
  await undo(person, t('Merged into “{name}”.', { name: mark }))
  await eventually(organizersOf, [other.id])
  await person.close()
})

journey('categories are written, moved and deleted', 'keyboard', async (view) => {
  const stage = await server.make('categories', { name: `Stage ${view.input}-${view.language}-${view.width}` })
  const person = await beginAt(view, '/categories')
  const { page, t, press, write, inspect, mark } = person
  await press(page.getByRole('button', { name: t('New category') }))
  await write(page.locator('input[name=name]'), `Music ${mark}`)
  await press(page.locator('.swatch[data-color=violet]'))
  await inspect('a new category')
  await save(person)
  await rowOf(page, `Music ${mark}`).waitFor()
  const [music] = await find('categories', `Music ${mark}`)
  assert.equal(music?.['color'], 'violet')

  await choose(person, `Music ${mark}`, 'New category under it')
  await write(page.locator('input[name=name]'), `Jazz ${mark}`)
  await save(person)
  await rowOf(page, `Jazz ${mark}`).waitFor()
  const parentOf = async (): Promise<unknown> => (await find('categories', `Jazz ${mark}`))[0]?.['parent']
  assert.equal(await parentOf(), music?.['id'])
  await inspect('the tree of categories')

  await choose(person, `Jazz ${mark}`, 'Move under…')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Under') }))
  await press(page.getByRole('option', { name: t('Top level'), exact: true }))
  await inspect('moving a category')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Move'), exact: true }))
  await eventually(parentOf, 0)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await undo(person, t('“{name}” moved.', { name: `Jazz ${mark}` }))
  await eventually(parentOf, music?.['id'])
  await drag(person, view, `Jazz ${mark}`, `Stage ${mark}`)
  await eventually(parentOf, stage.id)

  await choose(person, `Music ${mark}`, 'Delete')
  await page.getByText(t('This cannot be undone.')).waitFor()
  await inspect('deleting a category')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Delete'), exact: true }))
  await rowOf(page, `Music ${mark}`).waitFor({ state: 'detached' })
  assert.equal((await server.get(`/categories/${String(music?.['id'])}`)).status, 404)
  await person.close()
})

journey('a tag is renamed, merged and deleted', 'keyboard', async (view) => {
  const mark = `tag${nameOf(view).replaceAll(/\W/g, '')}`
  const [free, gratis] = [await server.make('tags', { name: `${mark} free` }), await server.make('tags', { name: `${mark} gratis` })]
  const person = await beginAt(view, '/tags')
  const { page, t, press, write, inspect } = person
  await write(page.getByRole('searchbox'), mark)
  await eventually(() => page.getByRole('row').count(), 2)
  await inspect('the list of tags')
  await choose(person, `${mark} free`, 'Edit')
  await write(page.locator('input[name=name]'), `${mark} for free`)
  await inspect('a tag')
  await save(person)
  await eventually(async () => (await read(`/tags/${free.id}`))['name'], `${mark} for free`)
  await rowOf(page, `${mark} for free`).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const name of [`${mark} for free`, `${mark} gratis`])
    await press(view.input === 'keyboard' ? rowOf(page, name) : rowOf(page, name).locator('label'))
  await press(page.getByRole('toolbar').getByRole('button', { name: t('Merge') }))
  await press(page.getByRole('button', { name: t('Merge {count} entries', { count: 2 }) }))
  await eventually(async () => (await find('tags', mark)).length, 1)
  await eventually(() => page.getByRole('row').count(), 1)
  const left = (await find('tags', mark))[0]
  assert.ok([free.id, gratis.id].includes(Number(left?.['id'])))
  await choose(person, String(left?.['name']), 'Delete')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Delete'), exact: true }))
  await page.getByRole('heading', { name: t('No tags match “{text}”', { text: mark }) }).waitFor()
  await inspect('no tags')
  await person.close()
})

/** Drags a category onto another one: the row with the pointer, or with the keys of its handle. */
async function drag({ page, press }: Person, view: JourneyView, name: string, onto: string): Promise<void> {
  if (view.input === 'pointer') {
    const [row, target] = [rowOf(page, name), rowOf(page, onto)]
    await row.hover({ position: { x: 100, y: 22 } })
    await page.mouse.down()
    // The drag begins before the list is scrolled to the target, and each move of the pointer makes the browser look for the target once.
    for (const [over, x] of [
      [row, 110],
      [row, 120],
      [target, 110],
      [target, 120],
    ] as const)
      await over.hover({ position: { x, y: 22 } })
    return page.mouse.up()
  }
  await press(rowOf(page, name).locator('.drag-handle'))
  const label = (): Promise<string> =>
    page.evaluate<string>(`(() => {
      const { activeElement } = document
      const labels = (activeElement?.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
      return [activeElement?.getAttribute('aria-label') ?? '', activeElement?.textContent ?? '', ...labels].join(' ')
    })()`)
  for (let presses = 0; presses < 60 && !(await label()).includes(onto); presses += 1) await page.keyboard.press('ArrowDown')
  assert.ok((await label()).includes(onto), `The keyboard does not reach ${onto}.`)
  await page.keyboard.press('Enter')
}

test('a contributor reads venues of others, and neither merges nor deletes', LIMIT, async () => {
  const { id } = await server.make('venues', { venue: 'Town hall of others' })
  const { page, t, inspect, close } = await begin(browser, ORIGIN, { input: 'pointer', language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/venues/${id}`, 'karim')
  await page.getByText(t('You can read this, but only its author and editors can change it.')).waitFor()
  assert.equal(await page.getByRole('button', { name: t('Save'), exact: true }).isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: t('Move to trash') }).count(), 0)
  await inspect('a venue of somebody else')
  await page.goto(`${ORIGIN}/admin/categories`)
  await page.getByRole('heading', { level: 1, name: t('Categories') }).waitFor()
  assert.equal(await page.getByRole('button', { name: t('New category') }).count(), 0)
  await close()
})

test('text typed about a venue survives a reload and an expired session', LIMIT, async () => {
  const { id } = await server.make('venues', { venue: 'Old mill' })
  const { page, t, press, write, inspect, close } = await begin(browser, ORIGIN, { input: 'pointer', language: 'en', width: 1440 })
  await signInAt(page, `${ORIGIN}/admin/venues/${id}`, 'amina')
  const save = page.getByRole('button', { name: t('Save'), exact: true })
  const city = page.locator('input[name=city]')
  await write(city, 'Riverside')
  await page.reload()
  await page.getByText(/was kept on this device/).waitFor()
  assert.equal(await city.inputValue(), 'Riverside')
  await page.context().clearCookies()
  await press(save)
  await page.getByText(t('Please sign in again. What you wrote is kept.')).waitFor()
  await inspect('a venue after the end of the session')
  await signInAt(page, `${ORIGIN}/admin/venues/${id}`, 'amina')
  await page.getByText(/was kept on this device/).waitFor()
  await press(save)
  await eventually(async () => (await read(`/venues/${id}`))['city'], 'Riverside')
  await page.reload()
  await city.waitFor()
  assert.equal(await page.getByText(/was kept on this device/).count(), 0)
  await close()
})
