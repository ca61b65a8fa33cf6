// Two people change random values of one event at once. Everything that they typed is stored, unless both changed the same value: then it is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPerson } from '../accounts/person.ts'
import { Random } from '../model/random.ts'
import { openBrowser } from '../support/browser.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { BASE, FIELDS, someEdits, typeEdits } from './random-edits.ts'
import { isReady, isSaved, openEditor, side, STORY } from './story.ts'
import type { Visitor } from './visitor.ts'

const EVIDENCE = 'concurrent-edits'
const PAIRS = scaled(100, 2)
/** Pairs in a part of the evidence run. */
const PART = 10
const LIMIT = { timeout: 60_000 * (1 + Math.min(PART, PAIRS)) }
const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
await addPerson(server, 'ines', 'editor')
const urlOf = (id: number): string => `${ORIGIN}/admin/events/${id}`
const readEvent = async (id: number, language: string): Promise<Json> =>
  (await server.get(`/events/${id}?i18n_language=${language}`, { as: 'admin' })).json

/** An event with a translation. */
async function makeStory(): Promise<number> {
  const { id } = await server.make('events', { ...STORY, cost: '€1', website: 'https://example.org/base' })
  await server.patch(`/events/${id}?i18n_language=fr`, { title: 'Le conte' })
  return id
}
async function storedValues(id: number): Promise<Record<string, string>> {
  const [english, french] = [await readEvent(id, 'en'), await readEvent(id, 'fr')]
  const plain = (value: unknown): string =>
    String(value)
      .replaceAll(/<[^<>]*>/g, '')
      .trim()
  return Object.fromEntries(
    FIELDS.map((field) => {
      const [name = '', language] = field.split('.')
      return [field, plain((language === 'fr' ? french : english)[name])]
    }),
  )
}

interface People {
  readonly mine: Visitor
  readonly theirs: Visitor
}
interface Figures {
  readonly pairs: number
  readonly edits: number
  readonly merged: number
  readonly collisions: number
  readonly shown: number
}
async function editAtOnce({ mine, theirs }: People, random: Random): Promise<Figures> {
  const id = await makeStory()
  const [own, others] = [someEdits(random), someEdits(random)]
  const type = async ({ page }: Visitor, edits: Parameters<typeof typeEdits>[1]): Promise<void> => {
    await page.goto(urlOf(id))
    await isReady(page)
    await typeEdits(page, edits)
  }
  await Promise.all([type(mine, own), type(theirs, others)])
  await theirs.page.keyboard.press('Control+s')
  await isSaved(theirs)
  await mine.page.keyboard.press('Control+s')
  const expected: Record<string, string> = { ...BASE, ...others, ...own }
  const collisions = FIELDS.filter((field) => field in own && field in others && own[field] !== others[field])
  const nothingLeft = (): Promise<void> => mine.page.getByText(mine.t('Everything is saved already.')).last().waitFor()
  let shown: readonly (string | null)[] = []
  if (FIELDS.some((field) => field in own && own[field] !== others[field])) {
    await mine.page.getByRole('dialog').waitFor()
    shown = await mine.page.locator('[data-field]').evaluateAll((all) => all.map((each) => each.getAttribute('data-field')))
    assert.deepEqual(shown.toSorted(), collisions.toSorted())
    for (const field of collisions) {
      const choice = random.pick(['mine', 'theirs'] as const)
      await side(mine.page, field, choice).click()
      if (choice === 'theirs') expected[field] = others[field] ?? ''
    }
    await mine.page.getByRole('button', { name: mine.t('Save the result') }).click()
    const isAnyLeft = FIELDS.some((field) => field in own && expected[field] !== (others[field] ?? BASE[field]))
    await (isAnyLeft ? isSaved(mine) : nothingLeft())
  } else await nothingLeft()
  assert.deepEqual(await storedValues(id), expected, JSON.stringify({ own, others }))
  return {
    pairs: 1,
    edits: Object.keys(own).length + Object.keys(others).length,
    merged: Object.keys(others).filter((field) => !(field in own)).length,
    collisions: collisions.length,
    shown: shown.length,
  }
}

const add = (a: Figures, b: Figures): Figures => ({
  pairs: a.pairs + b.pairs,
  edits: a.edits + b.edits,
  merged: a.merged + b.merged,
  collisions: a.collisions + b.collisions,
  shown: a.shown + b.shown,
})
const NOTHING: Figures = { pairs: 0, edits: 0, merged: 0, collisions: 0, shown: 0 }
async function runPart(first: number): Promise<Figures> {
  const random = new Random(seed + first)
  const start = urlOf(await makeStory())
  const [mine, theirs] = await Promise.all([openEditor(browser, start, 'amina'), openEditor(browser, start, 'ines')])
  let figures = NOTHING
  for (let pair = first; pair < Math.min(first + PART, PAIRS); pair += 1) figures = add(figures, await editAtOnce({ mine, theirs }, random))
  await Promise.all([mine.close(), theirs.close()])
  return figures
}

let total = NOTHING
for (let first = 0; first < PAIRS; first += PART) {
  const last = Math.min(first + PART, PAIRS)
  test(`random pairs of concurrent edits lose no value and show every collision: ${first + 1} to ${last}`, LIMIT, async () => {
    total = add(total, await resumable(EVIDENCE, `pairs from ${first + 1}`, () => runPart(first)))
    reportEvidence(EVIDENCE, { ...total })
  })
}
