// The difference between two texts, as the history of the admin shows it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordDifference, type DifferencePart } from '../../../admin/src/lib/word-difference.ts'

/** A difference in one line: `[-removed-]` and `{+added+}`. */
const show = (parts: readonly DifferencePart[]): string =>
  parts.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind]).join('')
const sideOf = (parts: readonly DifferencePart[], kind: 'removed' | 'added'): string =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('')

const CASES: readonly (readonly [before: string, after: string, difference: string])[] = [
  ['', '', ''],
  ['Story hour', 'Story hour', 'Story hour'],
  ['', 'Story hour', '{+Story hour+}'],
  ['Story hour', '', '[-Story hour-]'],
  ['Story hour', 'Story time', 'Story [-hour-]{+time+}'],
  ['For children from 4 to 8.', 'For children from 3 to 7.', 'For children from [-4-]{+3+} to [-8-]{+7+}.'],
  ['We read in French.', 'We read in English and French.', 'We read in {+English and +}French.'],
  ['one two three', 'ten eleven three', '[-one two-]{+ten eleven+} three'],
  ['a b', 'a b a b', 'a b{+ a b+}'],
  ['ساعة الحكايات', 'مساء الحكايات', '[-ساعة-]{+مساء+} الحكايات'],
]
for (const [before, after, difference] of CASES)
  test(`the difference between "${before}" and "${after}"`, () => {
    assert.equal(show(wordDifference(before, after)), difference)
  })

test('the parts of random texts make both texts, and no two neighbors are of one kind', () => {
  let state = 20_261_117
  const random = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * limit)
  }
  const words = ['the', 'river', ' ', ' ', ', ', '\n', 'نهر', 'rio', '10:30', '.']
  const text = (): string => Array.from({ length: random(30) }, () => words[random(words.length)]).join('')
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()]
    const parts = wordDifference(before, after)
    assert.equal(sideOf(parts, 'removed'), before)
    assert.equal(sideOf(parts, 'added'), after)
    assert.ok(parts.every(({ kind, text: each }, index) => each !== '' && parts[index + 1]?.kind !== kind))
  }
})

test('a text that is too long is shown whole, before and after', () => {
  const before = 'word '.repeat(4_001)
  const after = `${before}more`
  assert.deepEqual(wordDifference(before, after), [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})

test('two texts without common words are compared in bounded time', () => {
  const [before, after] = [
    Array.from({ length: 2_000 }, (_, index) => `a${index}`).join(' '),
    Array.from({ length: 2_000 }, (_, index) => `b${index}`).join(' '),
  ]
  const parts = wordDifference(`Start ${before} end`, `Start ${after} end`)
  assert.deepEqual(
    parts.map(({ kind }) => kind),
    ['same', 'removed', 'added', 'same'],
  )
  assert.equal(sideOf(parts, 'added'), `Start ${after} end`)
})
