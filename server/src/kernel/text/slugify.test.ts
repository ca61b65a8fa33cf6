// Contract 7.7: slugs of any script.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withNumberSuffix, SLUG_LENGTH, slugify } from './slugify.ts'

const SLUGS: readonly (readonly [text: string, slug: string])[] = [
  ['Jazz Night', 'jazz-night'],
  ['Café Société', 'café-société'],
  ['Cafe\u0301', 'caf\u00e9'],
  ['  --Hello,   World!--  ', 'hello-world'],
  ['L’été à Paris', 'l-été-à-paris'],
  ['snake_case & more', 'snake-case-more'],
  ['C++ / C#', 'c-c'],
  ['مهرجان الموسيقى', 'مهرجان-الموسيقى'],
  ['مُحَمَّد', 'مُحَمَّد'.normalize('NFC')],
  ['हिन्दी मेला', 'हिन्दी-मेला'],
  ['東京タワー', '東京タワー'],
  ['ΟΔΟΣ', 'οδος'],
  ['STRAẞE', 'straße'],
  ['Sauti za Busara 2031', 'sauti-za-busara-2031'],
  ['٢٠٣١', '٢٠٣١'],
  ['a.b/c?d#e%f', 'a-b-c-d-e-f'],
  ['../../etc', 'etc'],
  ['<b>x</b>', 'b-x-b'],
  ['Jazz 🎷 Night', 'jazz-night'],
  ['a\u0000b', 'a-b'],
  ['a\u200bb', 'a-b'],
  ['𝔘𝔫𝔦', '𝔘𝔫𝔦'],
]
void test('7.7 a slug has letters, marks and digits of any script, in NFC and lower case, separated by hyphens', () => {
  for (const [text, slug] of SLUGS) assert.equal(slugify(text), slug, text)
})
void test('7.7 text without letters and digits gives an empty slug', () => {
  for (const text of ['', '   ', '---', '!?…', '🎷🎷', '©®', '\u0000']) assert.equal(slugify(text), '', text)
})
void test('7.7 marks without a letter, such as those of emoji, are removed', () => {
  assert.equal(slugify('❤\ufe0f'), '')
  assert.equal(slugify('Jazz ❤\ufe0f Night'), 'jazz-night')
  assert.equal(slugify('Jazz ☀\ufe0f'), 'jazz')
})
void test('7.7 a slug has at most 200 characters and no hyphen at the end', () => {
  assert.equal(SLUG_LENGTH, 200)
  assert.equal(slugify('a'.repeat(300)), 'a'.repeat(200))
  assert.equal(slugify(`${'a'.repeat(199)} bc`), 'a'.repeat(199))
  assert.equal([...slugify('𠮷'.repeat(300))].length, 200)
  assert.ok(slugify('𠮷'.repeat(300)).isWellFormed())
})
void test('7.7 a taken slug gets a number suffix within the maximum length', () => {
  assert.deepEqual([withNumberSuffix('jazz', 1), withNumberSuffix('jazz', 2), withNumberSuffix('jazz', 10)], ['jazz', 'jazz-2', 'jazz-10'])
  assert.equal(withNumberSuffix('a'.repeat(200), 2), `${'a'.repeat(198)}-2`)
  assert.equal(withNumberSuffix('a'.repeat(200), 1234), `${'a'.repeat(195)}-1234`)
  assert.equal(withNumberSuffix(`${'a'.repeat(197)}-bc`, 2), `${'a'.repeat(197)}-2`)
  assert.equal([...withNumberSuffix('𠮷'.repeat(200), 99)].length, 200)
})
void test('7.7 slugifying a slug changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 220 }), (text) => {
      const slug = slugify(text)
      assert.equal(slugify(slug), slug)
      assert.equal(slug.normalize('NFC'), slug)
      assert.match(slug, /^(?:[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)?$/u)
      assert.ok([...slug].length <= SLUG_LENGTH)
    }),
    { numRuns: 200 },
  )
})
