// Contract 5.6: folding of text for search, in any script.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, canUseTrigramIndex, likePattern, searchTerms } from './fold.ts'

/** A search treats all texts of a line as equal. */
const SAME: readonly (readonly string[])[] = [
  ['Été à Noël', 'ETE A NOEL', 'e\u0301te\u0301 a\u0300 noe\u0308l'],
  ['São João, coração', 'sao joao, coracao'],
  ['Ångström', 'angstrom', '\u212bngström'],
  ['İstanbul', 'ISTANBUL', 'ıstanbul'],
  ['Łódź', 'lodz'],
  ['Smørrebrød', 'SMORREBROD'],
  ['Đà Nẵng', 'da nang'],
  ['Þór', 'thor'],
  ['Straße', 'STRASSE', 'STRAẞE'],
  ['Œuvre', 'oeuvre'],
  ['Ærø', 'aero'],
  ['ΟΔΟΣ', 'οδός', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['ﬁn', 'fin'],
  ['Ｊａｚｚ', 'jazz'],
  ['l’été', "L'ETE"],
  ['“jazz”', '"jazz"'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'],
  ['مسرحية', 'مسرحيه'],
  ['مستشفى', 'مستشفي'],
  ['كـــتاب', 'كتاب'],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['مسؤول', 'مسوول'],
  ['שָׁלוֹם', 'שלום'],
  ['Donau\u00addampf\u200bschiff', 'donaudampfschiff'],
  ['Co\u2011op 2026–27', 'co-op 2026-27', 'co\u2010op 2026—27'],
  ['مهرجان ٢٠٢٧', 'مهرجان 2027', 'مهرجان ۲۰۲۷'],
  ['می\u200cروم', 'میروم'],
]
void test('5.6 case, accents, vowel signs and letter variants do not count', () => {
  for (const [first = '', ...others] of SAME) for (const other of others) assert.equal(fold(other), fold(first), `${other} = ${first}`)
})
void test('5.6 letters that look like capitals of another alphabet are folded too', () => {
  assert.equal(fold('𝐉𝐀𝐙𝐙 𝕹𝖎𝖌𝖍𝖙'), 'jazz night')
  assert.equal(fold('Brand™ ℡'), 'brandtm tel')
})
void test('5.6 different words stay different', () => {
  for (const [a = '', b = ''] of [
    ['jazz', 'jaz'],
    ['كتاب', 'كتب'],
    ['مصر', 'مضر'],
    ['ب', 'ت'],
    ['и', 'н'],
  ])
    assert.notEqual(fold(a), fold(b))
})
void test('5.6 folding twice changes nothing', () => {
  for (const text of [...SAME.flat(), 'hello', '']) assert.equal(fold(fold(text)), fold(text), text)
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(fold(fold(text)), fold(text))))
})
void test('5.6 search terms are folded, unique, and separated by any white space', () => {
  assert.deepEqual(searchTerms('  Été\u00a0été \t JAZZ\n'), ['ete', 'jazz'])
  assert.deepEqual(searchTerms('C++ & <b>'), ['c++', '&', '<b>'])
  assert.deepEqual(searchTerms('a b c d e f g h i j'), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
  assert.deepEqual(searchTerms(' \u3000 '), [])
  assert.deepEqual(searchTerms(''), [])
})
void test('5.6 wildcards in a search term are escaped', () => {
  assert.equal(likePattern('jazz'), '%jazz%')
  assert.equal(likePattern('100%'), '%100\\%%')
  assert.equal(likePattern('a_b'), '%a\\_b%')
  assert.equal(likePattern('\\'), '%\\\\%')
  assert.equal(likePattern('\\%_'), '%\\\\\\%\\_%')
})
void test('5.6 terms with fewer than three letters in a row do not use the trigram index', () => {
  const results = ['jazz', '100%', 'موسيقى', 'ja', 'c++', 'a-b', 'à'].map((term) => canUseTrigramIndex(likePattern(term)))
  assert.deepEqual(results, [true, true, true, false, false, false, false])
})
