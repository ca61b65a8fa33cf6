// The catalogs of the admin: every text of the screens is translated into every language, and nothing else is.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readCatalog } from './texts.ts'

const FOLDER = new URL('../../../admin/src/', import.meta.url).pathname
const sources = globSync('**/*.{ts,tsx}', { cwd: FOLDER }).map((path) => ({ path, text: readFileSync(`${FOLDER}${path}`, 'utf8') }))
const CALL = /\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(`|[^'"\s)]))/g
const calls = sources.flatMap(({ path, text }) =>
  [...text.matchAll(CALL)].map(([, single, double, other]) => ({ path, key: (single ?? double)?.replaceAll(/\\(.)/g, '$1'), other })),
)
const keys = [...new Set(calls.flatMap(({ key }) => (key === undefined ? [] : [key])))].sort()
const LANGUAGES = ['ar', 'fr', 'pt-pt', 'sw']
const PLACEHOLDER = /\{\w+\}/g
const placeholders = (text: string): string[] => (text.match(PLACEHOLDER) ?? []).sort()

test('the screens have texts, and each is a literal that can be translated', () => {
  assert.ok(keys.length > 50, `${keys.length} texts`)
  assert.deepEqual(
    calls.filter(({ other }) => other !== undefined).map(({ path, other }) => `${path}: t(${other}`),
    [],
  )
})

for (const language of LANGUAGES)
  test(`the catalog of ${language} has every text, in order, with all placeholders and plural forms`, () => {
    const catalog = readCatalog(language)
    assert.deepEqual(Object.keys(catalog), keys)
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const faults = keys.flatMap((key) => {
      const entry = catalog[key] ?? ''
      const forms = typeof entry === 'string' ? [entry] : Object.values(entry)
      // A form for one or two things may leave out the number.
      const wrong = forms.filter((form) => placeholders(form).some((each) => !key.includes(each)) || form.trim() === '')
      const other = typeof entry === 'string' ? entry : (entry['other'] ?? '')
      const missing = typeof entry === 'string' ? [] : pluralCategories.filter((category) => !(category in entry))
      return [
        ...wrong.map((form) => `${key}: ${form}`),
        ...(placeholders(other).join() === placeholders(key).join() ? [] : [`${key}: placeholders of ${other}`]),
        ...missing.map((category) => `${key}: no form "${category}"`),
      ]
    })
    assert.deepEqual(faults, [])
  })

test('the English catalog has plural forms only, of texts that exist', () => {
  for (const [key, entry] of Object.entries(readCatalog('en'))) {
    assert.ok(keys.includes(key), key)
    assert.deepEqual(Object.keys(entry), ['one', 'other'], key)
  }
})
