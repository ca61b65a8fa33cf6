// Contract 5.22: matches are marked with the folding of search, around the original letters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../test/model/random.ts'
import { reportEvidence, scaled, seed } from '../../../test/support/evidence.ts'
import { fold, searchTerms } from './fold.ts'
import { highlight } from './highlight.ts'

const mark = (text: string, search: string, max?: number): string | null => highlight(text, searchTerms(search), max)

const MARKED: readonly (readonly [text: string, search: string, marked: string])[] = [
  ['Acid Jazz night', 'jazz', 'Acid <mark>Jazz</mark> night'],
  ['jazz, JAZZ and Jázz', 'jazz', '<mark>jazz</mark>, <mark>JAZZ</mark> and <mark>Jázz</mark>'],
  ['Straßenfest', 'strasse', '<mark>Straße</mark>nfest'],
  ['Straße', 'stras', '<mark>Straß</mark>e'],
  ['Caf\u00e9 au lait', 'CAFE', '<mark>Caf\u00e9</mark> au lait'],
  ['Cafe\u0301 au lait', 'cafe', '<mark>Cafe\u0301</mark> au lait'],
  ['Cafe\u0301s', 'fe', 'Ca<mark>fe\u0301</mark>s'],
  ['İSTANBUL ve ıstanbul', 'istanbul', '<mark>İSTANBUL</mark> ve <mark>ıstanbul</mark>'],
  ['مَوسيقى', 'موسيقي', '<mark>مَوسيقى</mark>'],
  ['حَفْلَةُ مُوسِيقَى', 'حفله', '<mark>حَفْلَةُ</mark> مُوسِيقَى'],
  ['حفـــلة', 'حفلة', '<mark>حفـــلة</mark>'],
  ['٢٠٣١', '203', '<mark>٢٠٣</mark>١'],
  ['Μουσικής', 'μουσικησ', '<mark>Μουσικής</mark>'],
  ['東京国際フォーラム', 'フォ', '東京国際<mark>フォ</mark>ーラム'],
  ['ﬁne œuvre', 'fi oe', '<mark>ﬁ</mark>ne <mark>œ</mark>uvre'],
  ['한국 축제', '국', '한<mark>국</mark> 축제'],
  ['🎷🎺 jazz', '🎺', '🎷<mark>🎺</mark> jazz'],
  ['abcabc', 'ab bc', '<mark>abcabc</mark>'],
  ['rock’n’roll', "rock'n", '<mark>rock’n</mark>’roll'],
  ['so\u00adft', 'soft', '<mark>so\u00adft</mark>'],
  ['a  b\n\tc', 'c', 'a b <mark>c</mark>'],
  ['<b>&"\'', '<b>', '<mark>&#60;b&#62;</mark>&#38;&#34;&#39;'],
  ['<mark>jazz</mark>', 'jazz', '&#60;mark&#62;<mark>jazz</mark>&#60;/mark&#62;'],
  ['&lt;script&gt;', 'lt', '&#38;<mark>lt</mark>;script&#38;gt;'],
]
void test('5.22 matches are marked around the original letters', () => {
  for (const [text, search, marked] of MARKED) assert.equal(mark(text, search), marked, text)
  assert.equal(mark('jazz', 'rock'), null)
  assert.equal(mark('', 'rock'), null)
})
void test('5.22 an excerpt is around the first match, and begins and ends between words', () => {
  const text = `${'before '.repeat(50)}the Needle is here ${'after '.repeat(50)}`
  const marked = mark(text, 'needle', 100) ?? ''
  assert.match(marked, /^…before .*the <mark>Needle<\/mark> is here after .*after…$/)
  assert.ok(marked.length < 100 + 20)
  assert.match(mark(`needle ${'after '.repeat(50)}`, 'needle', 100) ?? '', /^<mark>needle<\/mark> after.*after…$/)
  assert.match(mark(`${'before '.repeat(50)}needle`, 'needle', 100) ?? '', /^…before.*<mark>needle<\/mark>$/)
  assert.match(mark(`${'東'.repeat(300)}京${'東'.repeat(300)}`, '京', 100) ?? '', /^…東{30}<mark>京<\/mark>東{69}…$/)
  assert.match(mark(`${'🎷'.repeat(300)}🎺${'🎷'.repeat(301)}`, '🎺', 101) ?? '', /^…(?:🎷){15}<mark>🎺<\/mark>(?:🎷)+…$/u)
})
void test('5.22 a match that is longer than the excerpt is marked as far as it is shown', () => {
  const long = `x a${'\u0301'.repeat(1_000)}b y`
  const marked = mark(long, 'ab', 100) ?? ''
  assert.match(marked, /<mark>a\u0301+<\/mark>…$/)
  assert.ok(marked.length < 130)
})

const LETTERS = [
  ...'aAbB eéEÉ \u0301\u0308\u064e ßẞﬁœİıςΣσ ـﷺ东京東 한국\u1112\u1161 <>&"\' 🎷\u200d👩🏽 ½²ℌ\u00ad\ufeff٣۴–−',
  '\ud83c',
  '\n',
  '\u00a0',
  '\u0345',
  '\u1e9e',
]
const randomText = (random: Random, most: number): string =>
  Array.from({ length: random.below(most) }, () =>
    random.chance(0.9) ? random.pick(LETTERS) : String.fromCodePoint(random.below(0x30_000) % 0xd8_00),
  ).join('')
const decode = (html: string): string => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

void test('5.6 folding a text is folding its letters one by one', () => {
  const random = new Random(seed)
  for (let i = 0; i < scaled(50_000, 2_000); i++) {
    const text = randomText(random, 12)
    assert.equal([...text].map(fold).join(''), fold(text), JSON.stringify(text))
  }
})
void test('5.22 random texts: the marks are those of the search, and the rest is the escaped text', () => {
  const random = new Random(seed + 1)
  let marked = 0
  for (let i = 0; i < scaled(50_000, 2_000); i++) {
    const text = randomText(random, random.pick([10, 60, 600]))
    const from = random.below(text.length + 1)
    const terms = searchTerms(random.chance(0.7) ? text.slice(from, from + 1 + random.below(4)) : randomText(random, 4))
    if (terms.length === 0) continue
    const max = random.pick([40, 200, Number.POSITIVE_INFINITY])
    const html = highlight(text, terms, max)
    const isFound = terms.some((term) => fold(text.replace(/\s+/g, ' ').trim()).includes(term))
    assert.equal(html !== null, isFound, JSON.stringify({ text, terms }))
    if (html === null) continue
    marked += 1
    const line = text.replace(/\s+/g, ' ').trim()
    const parts = html.split(/<mark>(.*?)<\/mark>/s)
    assert.ok(parts.length > 1, JSON.stringify({ text, terms, html }))
    assert.doesNotMatch(parts.join(''), /[<>"']|&(?!#)/)
    const shown = decode(parts.join(''))
    assert.ok(shown === line || [shown, shown.slice(1), shown.slice(0, -1), shown.slice(1, -1)].some((each) => line.includes(each)))
    assert.ok(shown.length <= max + 2)
    for (const [n, part] of parts.entries())
      if (n % 2 === 1)
        assert.ok(
          terms.some((term) => fold(decode(part)).includes(term) || term.startsWith(fold(decode(part)))),
          JSON.stringify({ text, terms, html }),
        )
      else assert.ok(max < line.length || !terms.some((term) => fold(decode(part)).includes(term)), JSON.stringify({ text, terms, html }))
  }
  assert.ok(marked > 500)
  reportEvidence('relevance', { 'highlighted texts': marked })
})
void test('5.22 the time is linear in the length of the text', () => {
  const timeOf = (length: number): number => {
    const text = `${'e\u0301 '.repeat(length)}needle`
    const started = process.cpuUsage()
    for (let i = 0; i < 10; i++) mark(text, 'needle', 200)
    return process.cpuUsage(started).user
  }
  timeOf(5_000)
  const [short, long] = [timeOf(5_000), timeOf(50_000)]
  assert.ok(long < 40 * short + 20_000, `${short} and ${long} µs`)
})
