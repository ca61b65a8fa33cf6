// Tests of the date formats of the dialect.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { parseDialectDate } from './dialect-dates.ts'

const now = Temporal.Instant.from('2026-11-14T22:56:22.5Z')
const read = (text: unknown): string | null => parseDialectDate(text, now)?.toString() ?? null

test('18.3 dates are read as the original reads them', () => {
  const cases: Readonly<Record<string, string>> = {
    '2026-12-10': '2026-12-10T00:00:00',
    '20261210': '2026-12-10T00:00:00',
    '2026-12-10 20:15': '2026-12-10T20:15:00',
    ' 2026-12-10T20:15:30.125+02:00 ': '2026-12-10T20:15:30',
    '2026-12-10 20:15:30 -0500': '2026-12-10T20:15:30',
    '2027-01-17T10:00:00Z': '2027-01-17T10:00:00',
    '2027-02-31 10:00:00': '2027-03-03T10:00:00',
    'January 16, 2027 3:00pm': '2027-01-16T15:00:00',
    'Dec 3 2027 12am': '2027-12-03T00:00:00',
    '1800000000': '2027-01-15T08:00:00',
    '@1800000000': '2027-01-15T08:00:00',
    now: '2026-11-14T22:56:22',
    today: '2026-11-14T00:00:00',
    'Tomorrow 9am': '2026-11-15T09:00:00',
    'yesterday 23:59': '2026-11-13T23:59:00',
    '+1 month': '2026-12-14T22:56:22',
    '-2 days': '2026-11-12T22:56:22',
  }
  for (const [text, expected] of Object.entries(cases)) assert.equal(read(text), expected, text)
})
test('18.3 other texts are no dates', () => {
  for (const text of ['', 'nope', '16/01/2027', '2027', '2027-13-01', '2027-00-10', '2027-01-32', '2027-01-10 25:00', '2027-01-10 10:61'])
    assert.equal(read(text), null, text)
  for (const text of ['tomorrow 9', 'tomorrowland', 'foo 3, 2027', '0000-01-01', '+99999 years', '999999999999', 'x'.repeat(100)])
    assert.equal(read(text), null, text)
  for (const value of [1800000000, null, undefined, {}, ['2027-01-01']]) assert.equal(read(value), null)
})
