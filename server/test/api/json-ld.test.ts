// `json_ld` is a schema.org Event, Place or Organization with what the large search engines require and recommend of an event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Json } from '../support/server.ts'

const server = await testServer()
/** Required: name, startDate, location with an address. Recommended: the rest, as far as an event has it. */
const REQUIRED = ['name', 'startDate', 'location']
const RECOMMENDED = ['description', 'endDate', 'eventStatus', 'offers', 'organizer', 'url']
const KNOWN = ['@context', '@type', '@id', 'eventAttendanceMode', 'image', ...REQUIRED, ...RECOMMENDED]

const event = async (more: Json): Promise<Json> => {
  const made = await server.make('events', {
    title: 'Nuit & jour',
    start_date: '2031-07-05 20:00',
    end_date: '2031-07-05 23:30',
    timezone: 'Europe/Paris',
    ...more,
  })
  return (await server.get(`/events/${made.id}`)).json['json_ld'] as Json
}

void test('3.4 json_ld of a complete event has all required and recommended properties, and no unknown ones', async () => {
  const ld = await event({
    description: '<p>Text</p>',
    cost: '€10 - €25',
    website: 'https://example.org/tickets',
    venue: { venue: 'Salle', address: '1 rue', city: 'Lyon', zip: '69002', country: 'France', geo_lat: 45.7, geo_lng: 4.8 },
    organizer: [{ organizer: 'Asso', email: 'a@example.org' }],
  })
  for (const name of [...REQUIRED, ...RECOMMENDED]) assert.ok(name in ld, name)
  assert.deepEqual(
    Object.keys(ld).filter((name) => !KNOWN.includes(name)),
    [],
  )
  assert.deepEqual([ld['@context'], ld['@type'], ld['name']], ['https://schema.org', 'Event', 'Nuit & jour'])
  assert.deepEqual([ld['startDate'], ld['endDate']], ['2031-07-05T20:00:00+02:00', '2031-07-05T23:30:00+02:00'])
  const [place = {}] = ld['location'] as Json[]
  assert.deepEqual(
    [place['@type'], place['name'], (place['address'] as Json)['@type'], (place['address'] as Json)['addressLocality']],
    ['Place', 'Salle', 'PostalAddress', 'Lyon'],
  )
  assert.deepEqual(place['geo'], { '@type': 'GeoCoordinates', latitude: 45.7, longitude: 4.8 })
  assert.deepEqual(ld['offers'], {
    '@type': 'AggregateOffer',
    lowPrice: '10',
    highPrice: '25',
    priceCurrency: 'EUR',
    url: 'https://example.org/tickets',
  })
  assert.deepEqual(
    [ld['organizer']].flat().map((each) => (each as Json)['@type']),
    ['Organization'],
  )
})
void test('3.4 json_ld: all-day events have dates, unset values are omitted, and free is a price', async () => {
  const ld = await event({ all_day: true, cost: 'Free' })
  assert.deepEqual([ld['startDate'], ld['endDate']], ['2031-07-05', '2031-07-05'])
  assert.deepEqual([ld['location'], ld['organizer'], ld['description']], [undefined, undefined, undefined])
  assert.equal((ld['offers'] as Json)['price'], '0')
})
void test('8.5 json_ld of a protected event is not returned without the password', async () => {
  const made = await server.make('events', {
    title: 'T',
    start_date: '2031-01-01',
    end_date: '2031-01-01',
    description: 'secret',
    password: 'open',
  })
  assert.equal((await server.get(`/events/${made.id}`)).status, 403)
  assert.equal(((await server.get(`/events/${made.id}?password=open`)).json['json_ld'] as Json)['description'], 'secret')
})
