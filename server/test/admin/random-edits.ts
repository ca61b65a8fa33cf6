// Random edits of one event, and how a person types them in the editor.
import type { Page } from 'playwright-core'
import type { Random } from '../model/random.ts'

/** Fields of the form by the key under which a collision is shown. */
export const FIELDS = ['title.en', 'description.en', 'title.fr', 'cost.', 'website.', 'featured.', 'hide_from_listings.'] as const
type Field = (typeof FIELDS)[number]
type Edits = Partial<Record<Field, string>>
const SWITCHES: readonly string[] = ['featured.', 'hide_from_listings.']
const SWITCH_LABELS: Readonly<Record<string, string>> = {
  'featured.': 'Feature on the first page',
  'hide_from_listings.': 'Leave out of lists',
}
const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord']
/** A switch has two values only, so two people who press it agree. */
export function someEdits(random: Random): Edits {
  const value = (field: Field): string =>
    SWITCHES.includes(field) ? 'true' : field === 'website.' ? `https://example.org/${random.pick(WORDS)}` : `${random.pick(WORDS)} evening`
  return Object.fromEntries(random.some(FIELDS, 5).map((field) => [field, value(field)]))
}
export async function typeEdits(page: Page, edits: Edits): Promise<void> {
  for (const [field, value] of Object.entries(edits)) {
    const [name = '', language = ''] = field.split('.')
    if (language !== '') await page.getByRole('tab', { name: language === 'fr' ? /Français/ : /English/ }).click()
    if (language !== '') await page.locator(`#field-title[lang=${language}]`).waitFor()
    if (SWITCHES.includes(field)) await page.getByText(SWITCH_LABELS[field] ?? '', { exact: true }).click()
    else if (name === 'description') {
      await page.locator('#field-description[contenteditable], #field-description [contenteditable]').first().click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(value)
    } else await page.fill(name === 'title' ? '#field-title' : `input[name=${name}]`, value)
  }
}
export const BASE: Readonly<Record<Field, string>> = {
  'title.en': 'Story hour',
  'description.en': 'Come and listen.',
  'title.fr': 'Le conte',
  'cost.': '€1',
  'website.': 'https://example.org/base',
  'featured.': 'false',
  'hide_from_listings.': 'false',
}
