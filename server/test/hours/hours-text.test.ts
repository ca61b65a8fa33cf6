// Opening hours as sentences: 200 cases in each language, reviewed and committed. `UPDATE_GOLDEN=1` writes them again (13.7.3).
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { formatHours } from '../../src/resources/opening-hours-text.ts'
import { Random } from '../model/random.ts'
import { CODES } from './model-hours.ts'

const FILE = new URL('../golden/opening-hours.json', import.meta.url)
const LANGUAGES = ['en', 'fr', 'pt-pt', 'ar', 'sw'] as const
type Hours = Parameters<typeof formatHours>[0]
interface Case {
  readonly hours: Hours
  readonly texts: Readonly<Record<string, string>>
}

const NONE = { weekly: [], closed: [], adjusted: [] }
const week = (days: string, ...times: string[]): Hours['weekly'] =>
  times.map((each) => ({ days: CODES.filter((code) => days.includes(code)), opens: each.slice(0, 5), closes: each.slice(6) }))
const range = (from: string, to = from) => ({ from, to })
/** Every combination of weekdays once, then every kind of date and of time. */
function chosenCases(): Hours[] {
  const weekdays = Array.from({ length: 127 }, (_, i) => CODES.filter((_code, day) => ((i + 1) >> day) & 1).join(' '))
  const dates = [
    ...Array.from({ length: 12 }, (_, i) => range(`2027-${String(i + 1).padStart(2, '0')}-01`)),
    range('2027-12-24', '2027-12-26'),
    range('2027-05-01', '2027-05-02'),
    range('2027-05-01', '2027-05-03'),
    range('2027-06-28', '2027-07-04'),
    range('2027-06-30', '2027-07-01'),
    range('2027-12-24', '2028-01-02'),
    range('2027-12-31', '2029-01-01'),
    range('0987-02-03', '0987-02-05'),
  ]
  const times = ['01:00 12:00', '14:00 01:00', '01:30 01:45', '00:00 00:00', '00:00 01:00', '22:00 04:00', '10:00 10:00']
  return [
    ...weekdays.map((days) => ({ ...NONE, weekly: week(days, '10:00 18:00') })),
    ...times.map((each) => ({ ...NONE, weekly: week('mo', each) })),
    { ...NONE, weekly: week(CODES.join(' '), '00:00 00:00') },
    { ...NONE, weekly: week('mo tu', '14:00 18:00', '09:00 12:00', '19:00 23:00') },
    { ...NONE, weekly: [...week('mo tu we th fr', '10:00 18:00'), ...week('sa su', '11:00 17:00'), ...week('th', '19:00 21:00')] },
    ...dates.map((each) => ({ ...NONE, weekly: week('we', '10:00 18:00'), closed: [{ ...each, note: null }] })),
    ...dates.slice(10).map((each) => ({ ...NONE, adjusted: [{ ...each, opens: '10:00', closes: '14:00', note: null }] })),
    {
      weekly: week('sa su', '10:00 18:00'),
      closed: [{ ...range('2027-12-24', '2027-12-26'), note: 'Noël · عيد' }],
      adjusted: ['10:00', '15:00'].map((opens) => ({ ...range('2027-12-31'), opens, closes: '14:00', note: 'Silvester' })),
    },
  ]
}
function randomCase(random: Random): Hours {
  const time = (): string => `${String(random.below(24)).padStart(2, '0')}:${random.pick(['00', '15', '30'])}`
  const dates = () => {
    const from = Temporal.PlainDate.from('2027-01-01').add({ days: random.below(700) })
    return { ...range(from.toString(), from.add({ days: random.pick([0, 0, 1, 2, 9, 40, 200]) }).toString()), note: null }
  }
  const several = <T>(most: number, make: () => T): T[] => Array.from({ length: random.below(most + 1) }, make)
  return {
    weekly: [
      ...week(random.some(CODES, 7).join(' '), `${time()} ${time()}`),
      ...week(random.some(CODES, 3).join(' '), `${time()} ${time()}`),
    ],
    closed: several(3, dates),
    adjusted: several(2, () => ({ ...dates(), opens: time(), closes: time() })),
  }
}
function makeCases(): Hours[] {
  const [random, cases] = [new Random(13_7), chosenCases()]
  while (cases.length < 200) cases.push(randomCase(random))
  return cases
}
const textsOf = (hours: Hours): Record<string, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, formatHours(hours, language)]))

if (process.env['UPDATE_GOLDEN'])
  writeFileSync(
    FILE,
    `${JSON.stringify(
      makeCases().map((hours) => ({ hours, texts: textsOf(hours) })),
      null,
      2,
    )}\n`,
  )
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Case[]

for (const language of LANGUAGES)
  void test(`13.7.3 200 hours as sentences in ${language}`, () => {
    assert.equal(cases.length, 200)
    const wrong = cases.filter(({ hours, texts }) => formatHours(hours, language) !== texts[language])
    assert.deepEqual(
      wrong.slice(0, 3).map(({ hours }) => formatHours(hours, language)),
      wrong.slice(0, 3).map(({ texts }) => texts[language]),
    )
  })

void test('13.7.3 different hours have different sentences, a region has those of its language, and other languages are in English', () => {
  for (const language of LANGUAGES) assert.equal(new Set(cases.map(({ texts }) => texts[language])).size, 200, language)
  const { hours, texts } = cases.at(-1) ?? assert.fail()
  assert.deepEqual([formatHours(hours, 'fr-ca'), formatHours(hours, 'de')], [texts['fr'], texts['en']])
})
