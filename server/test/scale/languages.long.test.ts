// Five languages to a record cost lists and search little: both calendars measured side by side, round by round, in one run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, type Calendar } from './calendar.ts'

const EVENTS = Number(process.env['SCALE_EVENTS'] ?? 100_000)
const ROUNDS = 100
// The same events: all in English alone, and all in five languages. So a search in English finds as many in both.
const [one, five] = [await calendarOf(EVENTS, { translated: 0, languages: 'en' }), await calendarOf(EVENTS, { translated: 1 })]

const CASES: Readonly<Record<string, (i: number) => string>> = {
  'default list': (i) => `/events?page=${1 + (i % 20)}`,
  'search, a common word': () => '/events?search=jazz&i18n_language=en',
  'search, two words': () => '/events?search=puppet+closing&i18n_language=en',
  'search, absent': (i) => `/events?search=zzabsent${i}&i18n_language=en`,
}
const time = async (calendar: Calendar, path: string): Promise<number> => {
  const start = performance.now()
  await calendar.get(path)
  return performance.now() - start
}
const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

for (const [name, path] of Object.entries(CASES)) {
  test(`languages: ${name} at ${EVENTS} events with five languages is within 1.3 of one`, async () => {
    const times: [number[], number[]] = [[], []]
    for (let i = 0; i < ROUNDS; i += 1) {
      times[0].push(await time(one, path(i)))
      times[1].push(await time(five, path(i)))
    }
    const [single, several] = [median(times[0]), median(times[1])]
    console.log(`${name}: one language ${single.toFixed(2)} ms, five ${several.toFixed(2)} ms, ratio ${(several / single).toFixed(2)}`)
    assert.ok(several / single <= 1.3, `${several} ms against ${single} ms`)
  })
}
