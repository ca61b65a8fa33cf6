// Tests which known name is suggested for a misspelled name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestName } from './edit-distance.ts'

const KNOWN = ['title', 'start_date', 'end_date', 'city', 'zip', 'website']

void test('2.7 the closest known name is suggested', () => {
  const suggestions = {
    titel: 'title',
    citty: 'city',
    startDate: 'start_date',
    Website: 'website',
    strat_date: 'start_date',
    zpi: null,
    zib: 'zip',
  }
  for (const [name, expected] of Object.entries(suggestions)) assert.equal(closestName(name, KNOWN), expected, name)
})
void test('2.7 of two names the closer one is suggested, and the first of equally close ones', () => {
  assert.equal(closestName('end_dates', ['end_dat', 'end_date']), 'end_date')
  assert.equal(closestName('size', ['side', 'site']), 'side')
})
void test('2.7 names that are far from all known names get no suggestion', () => {
  for (const name of ['', 'colour', 'x', 'date_of_the_end', 'لون']) assert.equal(closestName(name, KNOWN), null, name)
})
void test('2.7 names of more than 64 characters get no suggestion', () => {
  const [longest, longer] = ['a'.repeat(64), 'a'.repeat(65)]
  assert.equal(closestName(`${longest.slice(1)}b`, [longest]), longest)
  assert.equal(closestName(longer, [longest, longer]), null)
  assert.equal(closestName(longest, [longer]), null)
})
