// Contract 2.7 and 3.11: fields that are selected by name, and inputs that are ignored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ignoredParametersHeader, selectFields } from './sparse-fields.ts'

void test('3.11 fields of a record, and of the records in it, are picked by name', () => {
  const record = { id: 1, title: 'x', venue: [{ id: 2, city: 'y', geo: { lat: 1 } }], tags: ['a'], constructor: 3 }
  const PICKED: readonly (readonly [string, unknown])[] = [
    ['id', { id: 1 }],
    ['id,venue.city', { id: 1, venue: [{ city: 'y' }] }],
    ['venue.geo.lat,venue.id', { venue: [{ id: 2, geo: { lat: 1 } }] }],
    ['venue.city,venue', { venue: record.venue }],
    ['venue,venue.city', { venue: record.venue }],
    ['tags.a', { tags: ['a'] }],
    ['constructor,toString,__proto__,none,venue.none', { constructor: 3, venue: [{}] }],
    ['venue.,.id,..', { venue: [{}] }],
  ]
  for (const [fields, picked] of PICKED) assert.deepEqual(selectFields(record, fields.split(',')), picked, fields)
})
void test('2.7 a name that is truncated within a character is still reported', () => {
  assert.deepEqual(ignoredParametersHeader([`${'a'.repeat(349)}😀`]), { 'x-ignored-parameters': 'a'.repeat(349) })
})
