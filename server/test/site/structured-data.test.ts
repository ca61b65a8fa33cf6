// JSON-LD of random events on their pages: the properties that search engines need are there, whatever the event is like (contract 17.3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { inDays, testServer, type Json } from '../support/server.ts'

const COUNT = scaled(1_000, 20)
const api = await testServer()

/** A small generator of numbers that repeats with its seed. */
let state = seed
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}
const maybe = (): boolean => random(2) === 1
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T

const venues = await Promise.all([
  api.make('venues', { venue: 'Town hall', address: '1 Quay', city: 'Lyon', zip: '69001', country: 'France' }),
  api.make('venues', { venue: 'Park', city: 'Lyon' }),
])
const organizer = await api.make('organizers', { organizer: 'Choir' })

function randomEvent(i: number): Json {
  const start = random(300) + 1
  const hasVenue = maybe()
  return {
    title: `Event ${i}`,
    start_date: inDays(start),
    end_date: maybe() ? inDays(start + random(20) / 10) : null,
    timezone: pick(['Europe/Paris', 'UTC', 'America/New_York', 'Asia/Kolkata', 'UTC+5:30']),
    all_day: maybe(),
    ...(maybe() && { description: '<p>About <b>it</b>.</p>' }),
    ...(maybe() && { cost: pick(['Free', '€10', '€10 - €25', 'Donation']) }),
    ...(hasVenue && { venue: pick(venues).id }),
    ...((!hasVenue || maybe()) && { online_url: 'https://stream.example/x' }),
    ...(maybe() && { organizer: organizer.id }),
    event_status: pick(['scheduled', 'cancelled', 'postponed', 'moved_online']),
  }
}
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
const DAY = /^\d{4}-\d\d-\d\d$/

void test('17.3 JSON-LD of random events has the required properties, and the others where the record has them', {
  timeout: 1_800_000,
}, async () => {
  for (let i = 0; i < COUNT; i += 1) {
    const event = await api.make('events', randomEvent(i))
    const text = await (await fetch(`${api.base}/events/${event.slug}`)).text()
    const ld = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as Json
    const about = JSON.stringify({ ld, event: event.id })
    assert.equal(ld['name'], event['title'], about)
    assert.match(String(ld['startDate']), event['all_day'] ? DAY : WITH_OFFSET, about)
    assert.match(String(ld['eventStatus']), /^https:\/\/schema\.org\/Event\w+$/, about)
    assert.match(String(ld['eventAttendanceMode']), /^https:\/\/schema\.org\/\w+EventAttendanceMode$/, about)
    const places = ld['location'] as Json[]
    assert.ok(places.length > 0, about)
    for (const place of places) {
      if (place['@type'] === 'Place') assert.equal((place['address'] as Json)['@type'], 'PostalAddress', about)
      else assert.deepEqual([place['@type'], typeof place['url']], ['VirtualLocation', 'string'], about)
    }
    assert.equal('endDate' in ld, event['end_date'] !== null, about)
    assert.equal('description' in ld, event['description'] !== '', about)
    assert.equal('organizer' in ld, (event['organizer'] as unknown[]).length > 0, about)
    if (((event['cost_details'] as Json)['values'] as unknown[]).length > 0) assert.ok('offers' in ld, about)
  }
  reportEvidence('site-structured-data', { events: COUNT, complete: COUNT })
})
