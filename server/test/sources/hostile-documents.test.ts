// Documents that are made to take time and memory (contract 19.2.2 and 19.6). No database is needed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCalendar } from '../../src/features/sources/icalendar/read-calendar.ts'
import { UnreadableDocument } from '../../src/features/sources/importer.ts'
import { readDocument } from '../../src/features/sources/read-document.ts'
import { calendarFile, simpleEvent } from './setup.ts'

const options = { mapping: {}, timeZone: 'UTC' }
const LINES = 100_000

test('19.2.2 a document that takes too long is too complex, and its thread ends', async () => {
  const document = Buffer.from(calendarFile(Array.from({ length: 10_000 }, (_, i) => simpleEvent(`u-${i}`, `Event ${i}`))))
  const reading = readDocument({ type: 'icalendar', document, options }, 1)
  await assert.rejects(reading, (error) => error instanceof UnreadableDocument && error.message === 'too_complex')
})

test('19.2.2 while a document of a hundred thousand lines is read, the process does other work', async () => {
  const lines = Array.from({ length: LINES }, (_, i) => ` line ${i} of a text that goes on\\n`)
  const document = Buffer.from(calendarFile([[...simpleEvent('long', 'Long'), 'DESCRIPTION:Begin', ...lines], simpleEvent('next', 'Next')]))
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  const { items } = await readDocument({ type: 'icalendar', document, options })
  clearInterval(timer)
  assert.deepEqual(
    items.map(({ externalId, error }) => [externalId, error]),
    [
      ['long', null],
      ['next', null],
    ],
  )
  assert.ok(ticks > 1, `${ticks} ticks`)
})

test('19.6 an event with a hundred thousand lines is read up to its first 5,000', () => {
  const dates = Array.from({ length: LINES }, (_, i) => `RDATE:20280101T${String(i % 24).padStart(2, '0')}0000Z`)
  const [bomb, next] = readCalendar(
    Buffer.from(calendarFile([[...simpleEvent('bomb', 'Bomb'), ...dates], simpleEvent('next', 'Next')])),
    options,
  )
  const recurrence = bomb?.fields['recurrence'] as { dates: unknown[] }
  assert.ok(recurrence.dates.length < 5_000, `${recurrence.dates.length} dates`)
  assert.deepEqual([next?.externalId, next?.error], ['next', null])
})
