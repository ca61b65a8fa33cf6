// A person who works in the admin by pointer or by keyboard alone, in one language and at one width.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { reportEvidence, resumable } from '../support/evidence.ts'
import { visit, type Visitor } from './visitor.ts'

const EVIDENCE = 'journeys'

export interface JourneyView {
  readonly input: 'keyboard' | 'pointer'
  readonly language: 'ar' | 'en' | 'sw'
  readonly width: 390 | 768 | 1440
}
const CI_VIEWS: readonly JourneyView[] = [
  { input: 'pointer', language: 'en', width: 1440 },
  { input: 'keyboard', language: 'ar', width: 390 },
]
/** Nine views that contain every pair of input and language, of input and width, and of language and width. */
const PAIRED_VIEWS: readonly JourneyView[] = (['en', 'ar', 'sw'] as const).flatMap((language, i) =>
  ([390, 768, 1440] as const).map((width, j) => ({ input: (i + j) % 2 === 0 ? 'pointer' : 'keyboard', language, width })),
)
/** The paired views in the evidence run. In CI, the journey of a file runs by pointer, by keyboard, or in both ways. */
const journeyViews = (inCi: 'both' | JourneyView['input']): readonly JourneyView[] =>
  process.env['EVIDENCE'] === EVIDENCE ? PAIRED_VIEWS : CI_VIEWS.filter(({ input }) => inCi === 'both' || inCi === input)
export const nameOf = ({ input, language, width }: JourneyView): string => `${input}, ${language}, ${width} px`

const LIMIT = { timeout: 240_000 }
const passed = new Map<string, number>()
/** Tests a journey in each view. In the evidence run, each view is a part of its own, and the result of `run` is a figure of the view. */
export function journey(
  name: string,
  inCi: 'both' | JourneyView['input'],
  run: (view: JourneyView, index: number) => Promise<unknown>,
): void {
  for (const [index, view] of journeyViews(inCi).entries())
    test(`${name} (${nameOf(view)})`, LIMIT, async () => {
      const figures = await resumable(EVIDENCE, `${name} ${nameOf(view)}`, async () => (await run(view, index)) ?? null)
      passed.set(name, (passed.get(name) ?? 0) + 1)
      reportEvidence(EVIDENCE, { [name]: { views: passed.get(name) }, ...(figures !== null && { [nameOf(view)]: figures }) })
    })
}

export interface Person extends Visitor {
  /** Presses a button, a link, a checkbox, a tab, or an option of an open list. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** How often the person pressed something or wrote into a field. */
  readonly interactions: () => number
}

export async function begin(browser: Browser, origin: string, view: JourneyView): Promise<Person> {
  const visitor = await visit(browser, origin, view)
  const { page } = visitor
  let count = 0
  const reach = async (target: Locator): Promise<void> => {
    count += 1
    await target.waitFor()
    if (view.input === 'keyboard') await reachByKeyboard(page, target)
  }
  return {
    ...visitor,
    interactions: () => count,
    async press(target) {
      await reach(target)
      if (view.input === 'pointer') await target.click()
      else await page.keyboard.press((await isToggled(target)) ? 'Space' : 'Enter')
    },
    async write(field, text) {
      await reach(field)
      if (view.input === 'pointer') await field.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

const isToggled = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const toggled = 'input[type=checkbox], input[type=radio], [role=switch], [role=checkbox], [role=radio], [role=row]'
    return element.matches(toggled) || element.querySelector('input[type=checkbox], input[type=radio]') !== null
  })

/** Inside these widgets, arrow keys move the focus; the Tab key leaves them. */
const WIDGETS = '[role=menu], [role=listbox], [role=radiogroup], [role=tablist], [role=grid], [role=tree], [role=treegrid]'
const KEYS = {
  'in a list': 'ArrowDown',
  'in a row': 'ArrowRight',
  'in a row to the left': 'ArrowLeft',
  below: 'ArrowUp',
  elsewhere: 'Tab',
} as const
const PRESSES_MAX = 200
async function reachByKeyboard(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    const place = await target.evaluate((element, widgets) => {
      const { ownerDocument } = element
      const { activeElement } = ownerDocument
      // A combo box keeps the focus in its field and names the active option.
      const active = ownerDocument.getElementById(activeElement?.getAttribute('aria-activedescendant') ?? '') ?? activeElement
      if (active !== null && active !== ownerDocument.body && element.contains(active)) return 'there'
      const widget = element.closest(widgets)
      const isInside = widget !== null && (widget.contains(active) || activeElement?.getAttribute('aria-controls') === widget.id)
      if (!isInside) return 'elsewhere'
      if (widget.matches('[role=tablist], [role=radiogroup]')) return 'in a row'
      // In a grid, the controls of a row follow the row in the direction of reading.
      if (element.closest('[role=row]')?.contains(active)) return ownerDocument.dir === 'rtl' ? 'in a row to the left' : 'in a row'
      return active !== null && active.compareDocumentPosition(element) === 2 ? 'below' : 'in a list'
    }, WIDGETS)
    if (place === 'there') return
    await page.keyboard.press(KEYS[place])
  }
  assert.fail(`The keyboard does not reach ${String(target)}.`)
}
