// Recurrence 13.1: the sentence of a recurrence in five languages. UPDATE_GOLDEN=1 writes the sentences of the table anew.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseStoredRule, type SeriesTimes, type StoredRecurrence } from '../../src/kernel/recurrence/recurrence.ts'
import { formatRule } from '../../src/kernel/recurrence/rule.ts'
import { recurrenceText } from '../../src/resources/recurrence-text.ts'
import { simplifyRule } from '../../src/resources/simplify-rule.ts'
import { Random } from '../model/random.ts'
import { datesOfRule, randomPortableRule, randomRule, randomSeries } from './random-rules.ts'

const LANGUAGES = ['en', 'fr', 'pt-pt', 'ar', 'sw'] as const
interface SentenceCase {
  readonly times: SeriesTimes
  readonly recurrence: StoredRecurrence
  readonly sentences: Readonly<Record<(typeof LANGUAGES)[number], string>>
}
const TABLE = new URL('golden/sentences.json', import.meta.url)
const readCases = (): SentenceCase[] => JSON.parse(readFileSync(TABLE, 'utf8')) as SentenceCase[]
const sentencesOf = ({ recurrence, times }: Omit<SentenceCase, 'sentences'>): SentenceCase['sentences'] =>
  Object.fromEntries(LANGUAGES.map((language) => [language, recurrenceText(recurrence, times, language)])) as SentenceCase['sentences']
if (process.env['UPDATE_GOLDEN'] === '1') {
  const lines = readCases().map((each) => JSON.stringify({ ...each, sentences: sentencesOf(each) }, null, 1).replaceAll(/\n\s*/g, ' '))
  writeFileSync(TABLE, `[\n${lines.map((line) => `  ${line}`).join(',\n')}\n]\n`)
}

const cases = readCases()
for (const language of LANGUAGES)
  void test(`13.1 the sentences in ${language} are those of the table`, () => {
    assert.equal(cases.length, 230)
    const wrong = cases.flatMap((each) => {
      const sentence = recurrenceText(each.recurrence, each.times, language)
      return sentence === each.sentences[language] ? [] : [{ sentence, expected: each.sentences[language] }]
    })
    assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} sentences differ`)
  })

void test('13.1 a regional language has the sentence of its language, and an unknown one has the English sentence', () => {
  const recurrence = { rules: [{ rrule: 'FREQ=DAILY', until: null, from: null, start_time: null, end_time: null }], dates: [], exclude: [] }
  const say = (language: string): string => recurrenceText(recurrence, { start: '2027-05-04 18:00:00', end: null, allDay: false }, language)
  assert.equal(say('fr-CA'), 'Tous les jours à 18:00')
  assert.equal(say('pt'), say('pt-pt'))
  for (const language of ['xx', '', 'constructor', 'AR']) assert.equal(say(language), language === 'AR' ? say('ar') : 'Every day at 18:00')
})

void test('13.1 six starts of a day are named and the others are counted', () => {
  const upTo = (max: number): string => Array.from({ length: max + 1 }, (_, index) => index).join()
  assert.equal(
    describeRule(`FREQ=DAILY;COUNT=1;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)}`),
    'Every day at 00:00, 00:01, 00:02, 00:03, 00:04, 00:05, and 1,434 more times, only once',
  )
})

const FLAW = /[{}]|undefined|null|NaN|Infinity| {2}|^\s|\s$|[,،;؛] ?[,،;؛]|\s[,،؛]/u
void test('13.1 every rule of RFC 5545 has a sentence without gaps in each language', () => {
  const random = new Random(1_317)
  for (let index = 0; index < 1_000; index += 1) {
    const { stored, times } = randomSeries(random, randomRule)
    for (const [language, sentence] of Object.entries(sentencesOf({ recurrence: stored, times })))
      assert.ok(sentence.length > 5 && !FLAW.test(sentence), `${language}: ${sentence} ${JSON.stringify(stored.rules)}`)
  }
})

/** Finds two rules that have the same sentence but other dates from the same start. */
function findAmbiguous(rules: readonly string[], describe: (rrule: string) => string): string | undefined {
  const known = new Map<string, string>()
  for (const rrule of rules) {
    const sentence = describe(rrule)
    const other = known.get(sentence) ?? rrule
    known.set(sentence, other)
    if (other === rrule) continue
    const expected = datesOfRule(other)
    if (expected && datesOfRule(rrule, expected.start)?.dates !== expected.dates) return `${other} and ${rrule}: ${sentence}`
  }
  return undefined
}
const describeRule = (rrule: string, language = 'en'): string =>
  recurrenceText(
    { rules: [{ rrule, until: null, from: null, start_time: null, end_time: null }], dates: [], exclude: [] },
    { start: '2027-03-03 18:00:00', end: null, allDay: false },
    language,
  )
void test('13.1 two portable rules with the same sentence have the same dates', () => {
  const random = new Random(1_318)
  const rules = Array.from({ length: 2_000 }, () => formatRule(parseStoredRule(randomPortableRule(random))))
  for (const language of LANGUAGES)
    assert.equal(
      findAmbiguous(rules, (rrule) => describeRule(rrule, language)),
      undefined,
      language,
    )
  for (const part of [/;INTERVAL=\d+/, /;WKST=SU/, /;BYMONTH=[\d,]+/, /(?<=BYDAY=|,)-/g, /(?<=BYMONTHDAY=[\d,]*),-.*/])
    assert.ok(
      findAmbiguous(rules, (rrule) => describeRule(rrule.replace(part, ''))),
      `sentences without ${part.source} are ambiguous`,
    )
})

void test('13.1 the simpler rule that a sentence describes has the dates of the rule', (t) => {
  const random = new Random(1_319)
  let changed = 0
  for (let index = 0; index < 1_500; index += 1) {
    const { stored } = randomSeries(random, randomRule)
    const rule = parseStoredRule(stored.rules[0]?.rrule ?? '')
    const startsPerDay = [rule.byHour, rule.byMinute, rule.bySecond].some((list) => list.length > 1) ? 2 : 1
    const [rrule, simple] = [formatRule(rule), formatRule(simplifyRule(rule, startsPerDay))]
    if (rrule === simple) continue
    const expected = datesOfRule(rrule)
    if (!expected) continue
    changed += 1
    assert.equal(datesOfRule(simple, expected.start)?.dates.slice(0, 200), expected.dates.slice(0, 200), `${rrule} is not ${simple}`)
  }
  t.diagnostic(`${changed} rules with a simpler form`)
  assert.ok(changed > 100)
})
