// Job 5 of the admin: people find what is not translated, translate it beside the original, and confirm what is still correct.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { form, fresh } from '../media/pictures.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { inDays, testServer, type Json } from '../support/server.ts'
import { begin, journey } from './journey.ts'
import { eventually, signInAt, visit, type Visitor } from './visitor.ts'

const LIMIT = { timeout: 240_000 }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Lyon Agenda' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')

const DAY = inDays(20).slice(0, 10)
const ENGLISH = '<p>For children from 4 to 8.</p>'
const TIMES = { start_date: `${DAY} 10:00`, end_date: `${DAY} 11:00` }
const makeEvent = async (title: string, more: Json = TIMES): Promise<number> =>
  (await server.make('events', { title, description: ENGLISH, i18n_language: 'en', ...more })).id
const change = (path: string, body: Json, language: string) => server.patch(`${path}?i18n_language=${language}`, body, { as: 'admin' })
/** An event whose Arabic title and text are older than the English ones. */
async function makeOutdated(word: string): Promise<number> {
  const id = await makeEvent(`Choir ${word}`)
  await change(`/events/${id}`, { title: `جوقة ${word}`, description: '<p>للأطفال من 4 إلى 8 سنوات.</p>' }, 'ar')
  await change(`/events/${id}`, { title: `Great choir ${word}`, description: ENGLISH.replace('4 to 8', '3 to 7') }, 'en')
  return id
}
const textsOf = async (path: string, ...names: string[]): Promise<unknown[]> => {
  const { json } = await server.get(`${path}?i18n_language=ar`, { as: 'admin' })
  return names.map((name) => json[name])
}
const statesOf = async (path: string): Promise<unknown> =>
  ((await server.get(path, { as: 'admin' })).json['translation_fields'] as Json)['ar']
const rowOf = (page: Page, label: string): Locator => page.getByRole('region', { name: label, exact: true })
const fieldOf = (page: Page, name: string): Locator => page.locator(`#field-${name}`)

journey('translate: missing texts are translated, and outdated texts are updated', 'keyboard', async (view, index) => {
  const word = `tale${'abcdefghijklmnopqr'[index] ?? ''}x`
  const story = await makeEvent(`Story hour ${word}`)
  const market = await makeEvent(`Market ${word}`, { start_date: `${DAY} 12:00`, end_date: `${DAY} 13:00` })
  const choir = await makeOutdated(word)
  const { page, t, inspect, press, write, interactions, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/translate`, 'amina')
  await press(page.getByRole('button', { name: t('Translate into') }))
  await press(page.getByRole('listbox').getByRole('option', { name: 'العربية' }))
  await write(page.locator('input[name=search]'), word)
  await page.waitForURL(new RegExp(`search=${word}`))
  await page.getByRole('link', { name: `${t('Missing')} 2` }).waitFor()
  await page.getByRole('link', { name: `${t('Outdated')} 1` }).waitFor()
  await inspect('the work list')

  await press(page.getByRole('link', { name: `Story hour ${word}` }))
  await page.getByText(t('{done} of {total} up to date', { done: 0, total: 2 })).waitFor()
  assert.equal(await fieldOf(page, 'title').getAttribute('dir'), 'rtl')
  assert.equal(await rowOf(page, t('Title')).locator('[lang=en]').getAttribute('dir'), 'ltr')
  await fieldOf(page, 'description').waitFor()
  await inspect('a record without a translation')
  await write(fieldOf(page, 'title'), 'ساعة الحكايات')
  await press(rowOf(page, t('Text')).getByRole('button', { name: t('Copy the original') }))
  await fieldOf(page, 'description').getByText('For children').waitFor()
  await write(fieldOf(page, 'description'), 'للأطفال.')
  await page.getByText(t('{done} of {total} up to date', { done: 2, total: 2 })).waitFor()
  await press(page.locator('#save-next'))
  await page.waitForURL(new RegExp(`/translate/events/${market}\\?`))
  await page.getByRole('heading', { level: 1, name: `Market ${word}` }).waitFor()
  assert.deepEqual(await textsOf(`/events/${story}`, 'title', 'description'), ['ساعة الحكايات', '<p>للأطفال.</p>'])
  await press(page.getByRole('button', { name: t('Skip') }))
  await page.getByText(t('Nothing else is left in this list.')).waitFor()
  assert.deepEqual(await statesOf(`/events/${market}`), { title: 'missing', description: 'missing' })

  const before = interactions()
  await press(page.getByRole('link', { name: `${t('Outdated')} 1` }))
  // The list has titles in the language of the reader, if there are any.
  await press(page.getByRole('link', { name: /Great choir|جوقة/ }))
  await rowOf(page, t('Text')).locator('ins').first().waitFor()
  assert.deepEqual(await rowOf(page, t('Text')).locator('del').allTextContents(), ['4', '8'])
  assert.deepEqual(await rowOf(page, t('Text')).locator('ins').allTextContents(), ['3', '7'])
  await inspect('an outdated translation')
  await press(rowOf(page, t('Title')).getByRole('button', { name: t('Still correct as it is') }))
  await write(fieldOf(page, 'description'), 'من 3 إلى 7.')
  await press(page.locator('#save'))
  await eventually(() => statesOf(`/events/${choir}`), { title: 'current', description: 'current' })
  assert.deepEqual(await textsOf(`/events/${choir}`, 'title', 'description'), [`جوقة ${word}`, '<p>من 3 إلى 7.</p>'])
  // Two links, a button, a text, and a button.
  assert.equal(interactions() - before, 5)
  await rowOf(page, t('Title')).getByText(t('Up to date')).waitFor()
  await inspect('a translation that is up to date')
  await close()
})

async function open(path: string): Promise<Visitor> {
  const visitor = await visit(browser, ORIGIN, { language: 'en', width: 1024 })
  await signInAt(visitor.page, `${ORIGIN}/admin/account`, 'amina')
  await visitor.page.goto(`${ORIGIN}/admin${path}`)
  await visitor.page.locator('#content h1').waitFor()
  return visitor
}

test('translate: what was typed survives a reload, and a change of somebody else is shown beside it', LIMIT, async () => {
  const id = await makeOutdated('kept')
  const { page, inspect, close } = await open(`/translate/events/${id}?language=ar`)
  await fieldOf(page, 'title').fill('جوقة كبيرة')
  await page.getByText('Kept on this device, not saved').waitFor()
  // The draft is written after a pause of typing.
  await eventually(() => page.evaluate('Object.keys(localStorage).some((name) => name.startsWith("kalends-draft:"))'), true)
  await page.reload()
  await page.getByText('was kept on this device').waitFor()
  assert.equal(await fieldOf(page, 'title').inputValue(), 'جوقة كبيرة')
  await inspect('a restored draft')
  await change(`/events/${id}`, { title: 'جوقة أخرى' }, 'ar')
  await page.locator('#save').click()
  await page.getByRole('alert').getByText('Somebody changed this while you were translating.').waitFor()
  await rowOf(page, 'Title').getByText('جوقة أخرى').waitFor()
  assert.equal(await fieldOf(page, 'title').inputValue(), 'جوقة كبيرة')
  await inspect('a conflict')
  await page.locator('#save').click()
  await eventually(() => textsOf(`/events/${id}`, 'title'), ['جوقة كبيرة'])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await eventually(() => textsOf(`/events/${id}`, 'title'), ['جوقة أخرى'])
  await eventually(() => fieldOf(page, 'title').inputValue(), 'جوقة أخرى')
  await close()
})

test('translate: everything that is outdated is confirmed at once, also the description of the picture', LIMIT, async () => {
  const upload = form(await fresh())
  const image = (await server.request('POST', '/media?i18n_language=en', { as: 'admin', upload })).json['id'] as number
  await change(`/media/${image}`, { alt: 'A hall' }, 'en')
  await change(`/media/${image}`, { alt: 'قاعة' }, 'ar')
  const id = await makeOutdated('picture')
  await change(`/events/${id}`, { image }, 'en')
  await change(`/media/${image}`, { alt: 'A large hall' }, 'en')
  const { page, inspect, close } = await open(`/translate/events/${id}?language=ar`)
  await rowOf(page, 'Describe the picture').locator('ins').getByText('large').waitFor()
  await page.getByRole('button', { name: 'Everything is still correct' }).click()
  await page.getByText('3 of 3 up to date').waitFor()
  await inspect('a confirmed translation')
  await page.keyboard.press('ControlOrMeta+s')
  await eventually(
    async () => [await statesOf(`/events/${id}`), ((await statesOf(`/media/${image}`)) as Json)['alt']],
    [{ title: 'current', description: 'current' }, 'current'],
  )
  assert.deepEqual(await textsOf(`/media/${image}`, 'alt'), ['قاعة'])
  await close()
})

test('translate: venues and tags have a work list, too, and an empty list says so', LIMIT, async () => {
  const venue = (await server.make('venues', { venue: 'Harbor hall', i18n_language: 'en' })).id
  const { page, inspect, close } = await open('/translate?language=fr&kind=venues')
  await page.getByRole('link', { name: 'Harbor hall' }).click()
  await fieldOf(page, 'venue').fill('Salle du port')
  await page.locator('#save-next').click()
  await page.getByRole('heading', { name: 'Everything is translated into French' }).waitFor()
  await inspect('an empty list')
  const { json } = await server.get(`/venues/${venue}?i18n_language=fr`)
  assert.equal(json['venue'], 'Salle du port')
  await page.goto(`${ORIGIN}/admin/translate?language=fr&kind=tags&search=nothing`)
  await page.getByText('Nothing matches “nothing”').waitFor()
  await inspect('a search without results')
  await page.goto(`${ORIGIN}/admin/translate/venues/${venue}?language=en`)
  await page.getByText('this is the original language').waitFor()
  await inspect('the original language')
  await page.goto(`${ORIGIN}/admin/translate/venues/999999?language=fr`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await inspect('a record that does not exist')
  await close()
})

test('translate: the editor of an event leads to the screen with the original', LIMIT, async () => {
  const id = await makeOutdated('linked')
  const { page, close } = await open(`/events/${id}?language=ar`)
  await page.getByRole('link', { name: 'Translate side by side with the original' }).click()
  await page.getByRole('heading', { level: 1, name: 'Great choir linked' }).waitFor()
  assert.match(page.url(), /\?language=ar$/)
  await close()
})
