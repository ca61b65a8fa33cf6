// Imports in the admin, in a real browser: a calendar file and a spreadsheet are checked, imported, reported and undone.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { COLUMN_FIELDS } from '../../src/features/sources/csv/columns.ts'
import { SOURCE_TYPES } from '../../src/features/sources/importer.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { addPerson } from '../accounts/person.ts'
import { calendarFile, simpleEvent } from '../sources/setup.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, unique, type Json } from '../support/server.ts'
import { begin, journey, type JourneyView, type Person } from './journey.ts'
import { eventually, signInAt } from './visitor.ts'

/** Only coming events can be gone. */
const YEAR = new Date().getFullYear() + 2
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, SOURCES_MAX: '100' })
const browser = await openBrowser()
await addPerson(server, 'karim', 'contributor')

/** Each journey has an editor of its own, whose list of imports is empty. */
async function enter(view: JourneyView, path: string, role: Role = 'editor'): Promise<Person> {
  const login = unique()
  await addPerson(server, login, role)
  const person = await begin(browser, ORIGIN, view)
  await signInAt(person.page, `${ORIGIN}/admin${path}`, login)
  return person
}
async function chooseFile({ page, press }: Person, button: Locator, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(button)
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}
const choose = async ({ press, page }: Person, field: Locator, option: string): Promise<void> => {
  await press(field)
  await press(page.getByRole('option', { name: option, exact: true }))
}
const button = ({ page }: Person, name: string): Locator => page.getByRole('button', { name, exact: true })
/** The numbers above the report, by their names. */
const countsOf = ({ page }: Person): Promise<Record<string, string>> =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('.import-counts > div')].map((each) => [each.querySelector('dt').textContent, each.querySelector('dd').textContent]))`,
  )
const found = async (search: string): Promise<unknown[]> => {
  const { json } = await server.get(`/events?start_date=2028-01-01&end_date=2100-01-01&search=${search}&status=publish,trash`, {
    as: 'admin',
  })
  return (json['events'] as Json[]).map(({ status }) => status)
}

journey('a calendar file is checked, imported, reported and undone', 'pointer', async (view) => {
  const person = await enter(view, '/imports')
  const { page, t, press, write, inspect, close } = person
  const mark = unique()
  await page.getByText(t('Nothing imported yet')).waitFor()
  await inspect('no imports')
  await press(page.getByRole('link', { name: t('New import'), exact: true }))
  await press(button(person, t('Check the document')))
  await page.getByText(t('Choose a file first.')).waitFor()
  await inspect('a new import without a file')
  const events = [simpleEvent('a', `Choir ${mark}`), simpleEvent('b', `Walk ${mark}`, 2), ['UID:c', 'SUMMARY:Broken']]
  await chooseFile(person, button(person, t('Choose a file')), 'club.ics', calendarFile(events))
  await press(button(person, t('Check the document')))

  await page.getByRole('heading', { name: t('Preview') }).waitFor()
  assert.deepEqual(await countsOf(person), { [t('New')]: '2', [t('Updated')]: '0', [t('Same already')]: '0', [t('To fix')]: '1' })
  await page.getByText(t('It has no start.')).waitFor()
  await inspect('a check of a calendar file')
  assert.deepEqual(await found(mark), [])

  await press(button(person, t('Import {count} entries', { count: 2 })))
  await page.getByText(t('The import is finished.')).waitFor()
  assert.deepEqual(await found(mark), ['publish', 'publish'])
  await press(page.getByRole('link', { name: t('To fix') }))
  await page.waitForURL(/outcome=failed/)
  await eventually(() => page.locator('.import-table tbody tr').count(), 1)
  await inspect('the report of an import')

  await press(button(person, t('Undo this import')))
  await page.getByText(t('This import is undone. Events that people changed afterwards stay as they are.')).waitFor()
  await eventually(() => found(mark), ['trash', 'trash'])

  await press(page.getByRole('link', { name: 'club', exact: true }))
  await page.getByText(t('Undone'), { exact: true }).waitFor()
  await inspect('one source')
  await press(button(person, t('More for “{title}”', { title: 'club' })))
  await press(page.getByRole('menuitem', { name: t('Settings'), exact: true }))
  const dialog = page.getByRole('dialog')
  await write(dialog.locator('input[name=name]'), 'Club')
  await choose(person, dialog.getByRole('button', { name: t('Coming events that the source no longer has') }), t('Move to the trash'))
  await inspect('the settings of a source')
  await press(dialog.getByRole('button', { name: t('Save'), exact: true }))
  await page.getByRole('heading', { level: 1, name: 'Club' }).waitFor()
  await press(page.getByRole('link', { name: t('All imports'), exact: true }))
  await page.getByText(t('Undone'), { exact: true }).waitFor()
  await inspect('the list of imports')
  await press(button(person, t('More for “{title}”', { title: 'Club' })))
  await press(page.getByRole('menuitem', { name: t('Delete for good'), exact: true }))
  await press(dialog.getByRole('button', { name: t('Delete for good'), exact: true }))
  await page.getByText(t('Nothing imported yet')).waitFor()
  await close()
})

journey('an import that goes on is stopped', 'pointer', async (view) => {
  const id = Number((await server.post('/sources', { name: 'Long list' })).json['id'])
  const person = await enter(view, `/imports/${id}`, 'administrator')
  const { page, t, press, inspect, close } = person
  const mark = unique()
  const upload = new Blob([calendarFile(Array.from({ length: 3_000 }, (_, i) => simpleEvent(`l${i}`, `Long ${mark} ${i}`)))])
  const headers = { 'content-type': 'application/octet-stream' }
  const started = await server.request('POST', `/sources/${id}/runs`, { as: 'admin', upload, headers })
  await page.goto(`${ORIGIN}/admin/imports/${id}/runs/${String(started.json['id'])}`)
  await button(person, t('Stop the import')).waitFor()
  await inspect('an import that goes on')
  await press(button(person, t('Stop the import')))
  await page.getByText(t('The import was stopped. The entries that were imported before that stay.')).waitFor()
  await button(person, t('Undo this import')).waitFor()
  await inspect('an import that was stopped')
  await close()
})

journey('the columns of a spreadsheet are chosen, and its faulty rows come back as a file', 'keyboard', async (view) => {
  const person = await enter(view, '/imports/new')
  const { page, t, press, write, inspect, close } = person
  const mark = unique()
  const rows = [`3/4/${YEAR} 19:30`, `5/4/${YEAR} 20:00`, `31/12/${YEAR}`, 'demain'].map(
    (date, i) => `Concert ${mark} ${i};${date};Salle ${i};${i}`,
  )
  await press(page.locator('label.radio').filter({ hasText: t('Spreadsheet') }))
  await chooseFile(person, button(person, t('Choose a file')), 'salles.csv', ['Titre;Date;Lieu;Note', ...rows, ''].join('\n'))
  await press(button(person, t('Check the document')))
  await page.getByText(t('The title and the start need a column each. Choose below which columns they are.')).waitFor()
  await inspect('a spreadsheet without a title')
  const goesInto = (name: string): Locator => page.getByRole('button', { name: t('“{name}” goes into', { name }) })
  await choose(person, goesInto('Titre'), `${t('Title')} *`)
  await choose(person, goesInto('Lieu'), t('Venue'))
  await press(button(person, t('Check again')))
  await eventually(async () => (await countsOf(person))[t('To fix')], '3')
  await page.getByText(t('The day and the month could be swapped. Choose how dates are written.')).first().waitFor()

  await press(button(person, t('Not right?')))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: t('Dates and numbers') }))
  await press(
    page.getByRole('option', {
      name: new RegExp(`31/12/2028.*${new Intl.DisplayNames([view.language], { type: 'language' }).of('fr')}`),
    }),
  )
  await inspect('how a spreadsheet is read')
  await press(dialog.getByRole('button', { name: t('Check again'), exact: true }))
  await eventually(async () => (await countsOf(person))[t('New')], '3')
  await page.getByText('Salle 1', { exact: true }).waitFor()
  await inspect('a check of a spreadsheet')
  await press(button(person, t('Import {count} entries', { count: 3 })))
  await page.getByText(t('The import is finished.')).waitFor()
  assert.deepEqual(await found(mark), ['publish', 'publish', 'publish'])
  const download = page.waitForEvent('download')
  await press(button(person, t('Download the rows to fix')))
  const file = await readFile(await (await download).path(), 'utf8')
  assert.match(file, new RegExp(`^\\ufeffTitre,Date,Lieu,Note,error\\r\\nConcert ${mark} 3,demain,Salle 3,3,`))

  await press(page.getByRole('link', { name: t('To fix') }))
  await page.getByText(t('Correct the cells here, or in the file.')).waitFor()
  await inspect('rows that can be corrected')
  await write(page.getByRole('textbox', { name: 'Date' }), `7/4/${YEAR} 20:00`)
  await press(button(person, t('Import {count} corrected rows', { count: 1 })))
  await eventually(async () => (await countsOf(person))[t('New')], '1')
  await eventually(() => found(mark).then(({ length }) => length), 4)

  await press(page.getByRole('link', { name: 'salles', exact: true }))
  await chooseFile(
    person,
    button(person, t('Choose a file and check it')),
    'salles.csv',
    `Titre;Date;Lieu\n${rows[0]}\n`.replace(/;0$/m, ''),
  )
  await page.getByText(t('More than 30 % of the coming events of this source are missing in the document.')).waitFor()
  await inspect('a document without most events')
  await press(button(person, t('Continue anyway')))
  await eventually(async () => (await countsOf(person))[t('Missing, kept')], '3')
  await close()
})

journey('a person who is no editor has no imports', 'pointer', async (view) => {
  const { page, t, inspect, close } = await begin(browser, ORIGIN, view)
  await signInAt(page, `${ORIGIN}/admin/imports`, 'karim')
  await page.getByText(t('This screen is for editors only.')).waitFor()
  assert.equal(await page.getByRole('link', { name: t('Import'), exact: true }).count(), 0)
  await inspect('a screen for editors')
  await close()
})

// The types of the admin need compiler settings of their own, so its modules are imported by their addresses.
const load = (name: string): Promise<unknown> => import(new URL(`../../../admin/src/screens/imports/${name}`, import.meta.url).href)
interface Column {
  readonly name: string
  readonly field: string | null
}
type Choices = ReadonlyMap<number, string>
interface ColumnModule {
  readonly COLUMN_FIELD_NAMES: readonly string[]
  readonly chooseField: (columns: readonly Column[], choices: Choices, position: number, field: string) => Choices
  readonly mappingOf: (columns: readonly Column[], choices: Choices, mapping: Json) => Json
}

test('the screens have all types of sources and all fields of columns', async () => {
  const { SOURCE_KINDS } = (await load('source-types.ts')) as { readonly SOURCE_KINDS: readonly { readonly id: string }[] }
  const { COLUMN_FIELD_NAMES } = (await load('column-choices.ts')) as ColumnModule
  const kinds = SOURCE_KINDS.map(({ id }) => id)
  assert.deepEqual(
    SOURCE_TYPES.filter((type) => !kinds.includes(type)),
    [],
  )
  assert.deepEqual([...COLUMN_FIELD_NAMES].sort(), [...COLUMN_FIELDS].sort())
})

test('a field has one column, and only choices of the person are in the mapping', async () => {
  const { chooseField, mappingOf } = (await load('column-choices.ts')) as ColumnModule
  const columns = [
    { name: 'title', field: 'title' },
    { name: 'Name', field: null },
    { name: 'Date', field: 'start_date' },
  ]
  const moved = chooseField(columns, new Map(), 1, 'title')
  assert.deepEqual(
    [...moved],
    [
      [0, ''],
      [1, 'title'],
    ],
  )
  assert.deepEqual(mappingOf(columns, moved, { locale: 'fr' }), { locale: 'fr', title: 'Name' })
  assert.deepEqual(mappingOf(columns, chooseField(columns, new Map(), 2, ''), {}), { start_date: '' })
  assert.deepEqual([...chooseField(columns, chooseField(columns, moved, 1, ''), 0, 'title')], [])
})

interface CorrectionModule {
  readonly parseFailedTable: (
    text: string,
  ) => Promise<{ readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }>
  readonly columnsToFix: (columns: readonly Column[], errors: readonly { readonly field: string | null }[]) => readonly number[]
  readonly correctCell: (corrections: Corrections, row: number, position: number, text: string) => Corrections
  readonly toCorrectedFile: (table: unknown, corrections: Corrections) => File
}
type Corrections = ReadonlyMap<number, ReadonlyMap<number, string>>

test('the file of corrected rows has the rows that differ, and errors select the cells', async () => {
  const { parseFailedTable, columnsToFix, correctCell, toCorrectedFile } = (await load('row-corrections.ts')) as CorrectionModule
  const table = await parseFailedTable('\ufeffName,Date,error\r\n"A ""b"", c",soon,x\r\nB,later,x\r\nC,,x\r\n')
  const columns = ['title', 'start_date', 'end_time', 'organizer_email', null].map((field) => ({ name: '', field }))
  assert.deepEqual(columnsToFix(columns, [{ field: 'end_date' }]), [1, 2])
  assert.deepEqual(columnsToFix(columns, [{ field: 'organizer.email' }, { field: null }]), [3])
  const same = correctCell(new Map(), 1, 1, 'later')
  const file = toCorrectedFile(table, correctCell(correctCell(same, 0, 1, '2028-01-10'), 2, 1, 'a "b"'))
  assert.equal(await file.text(), '"Name","Date","error"\r\n"A ""b"", c","2028-01-10","x"\r\n"C","a ""b""","x"\r\n')
})
