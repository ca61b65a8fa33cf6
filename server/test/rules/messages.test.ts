// Catalogues: complete, without orphans, with the same placeholders, and not in English.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everyMessage } from '../support/messages.ts'

type Entry = string | Record<string, string>
type Catalogue = Readonly<Record<string, Entry>>
const LANGUAGES = ['ar', 'fr', 'pt-pt', 'sw']
/** Sentences that are the same in a language, because a name is a name. */
const SAME: readonly string[] = ['Webhooks']
const english = everyMessage()
const read = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8')) as Catalogue

const holes = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join()
const formsOf = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry))
function faults(language: string, catalogue: Catalogue): string[] {
  const known = new Set(english)
  return [
    ...english.filter((text) => !(text in catalogue)).map((text) => `lacks: ${text}`),
    ...Object.keys(catalogue)
      .filter((text) => !known.has(text))
      .map((text) => `nobody says: ${text}`),
    ...Object.entries(catalogue).flatMap(([text, entry]) =>
      formsOf(entry).flatMap((form) => [
        ...(holes(form) === holes(text) ? [] : [`other placeholders: ${text}`]),
        ...(form === text && !SAME.includes(text) ? [`still English: ${text}`] : []),
        ...(form.trim() === '' ? [`empty: ${text}`] : []),
        ...(/\p{Script=Arabic}/u.test(form) === (language === 'ar') ? [] : [`in another script: ${text}`]),
      ]),
    ),
    ...Object.entries(catalogue).flatMap(([text, entry]) => {
      if (typeof entry === 'string') return []
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const odd = Object.keys(entry).filter((form) => !forms.includes(form as Intl.LDMLPluralRule))
      return 'other' in entry && odd.length === 0 ? [] : [`plural forms ${Object.keys(entry).join()}: ${text}`]
    }),
  ]
}

for (const language of LANGUAGES)
  test(`9.5 the catalog of ${language} is complete and well-formed`, () => assert.deepEqual(faults(language, read(language)), []))
test('9.5 the check of catalogs can fail', () => {
  const good = read('fr')
  const [first = ''] = Object.keys(good)
  const { [first]: _, ...without } = good
  for (const bad of [
    without,
    { ...good, 'No one says this.': 'x' },
    { ...good, 'The value must be between {min} and {max}.': 'Entre {min}.' },
    { ...good, 'Website URL.': 'Website URL.' },
  ])
    assert.equal(faults('fr', bad).length > 0, true)
})
