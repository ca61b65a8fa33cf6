// Records as schema.org describes them, made from what is shown: nothing hidden can slip in.
import Type from 'typebox'
import type { Stored } from '../engine/resource.ts'

export const JSON_LD = Type.Object({ '@context': Type.String(), '@type': Type.String() }, { additionalProperties: true })
type Ld = { '@context': string; '@type': string } & Record<string, unknown>

const CONTEXT = 'https://schema.org'
/** Without what is not set. */
const filled = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)))
const shownOf = (row: Stored): Stored => row['record'] as Stored

const organizationOf = (record: Stored): Record<string, unknown> => ({
  '@type': 'Organization',
  ...filled({ '@id': record['rest_url'], name: record['organizer'], url: record['website'], telephone: record['phone'], email: record['email'] }),
})
export const organization = (row: Stored): Ld => ({ '@context': CONTEXT, ...organizationOf(shownOf(row)) }) as Ld

function placeOf(record: Stored): Record<string, unknown> {
  const address = filled({ streetAddress: record['address'], addressLocality: record['city'], addressRegion: record['stateprovince'], postalCode: record['zip'], addressCountry: record['country'] })
  const geo = record['geo_lat'] === null || record['geo_lng'] === null ? null : { '@type': 'GeoCoordinates', latitude: record['geo_lat'], longitude: record['geo_lng'] }
  const postal = Object.keys(address).length === 0 ? null : { '@type': 'PostalAddress', ...address }
  return { '@type': 'Place', ...filled({ '@id': record['rest_url'], name: record['venue'], address: postal, geo, url: record['website'], telephone: record['phone'] }) }
}
export const place = (row: Stored): Ld => ({ '@context': CONTEXT, ...placeOf(shownOf(row)) }) as Ld

/** Name, instants, place, people and price: what the large search engines require and recommend of an event. */
export function eventLd(row: Stored): Ld {
  const record = shownOf(row)
  const venues = (record['venue'] ?? []) as readonly Stored[]
  const organizers = (record['organizer'] ?? []) as readonly Stored[]
  return {
    '@context': CONTEXT,
    '@type': 'Event',
    ...filled({
      '@id': record['rest_url'],
      name: record['title'],
      description: String(record['excerpt'] || record['description'] || ''),
      url: record['url'],
      startDate: instantOf(record['utc_start_date']),
      endDate: instantOf(record['utc_end_date']),
      eventStatus: 'https://schema.org/EventScheduled',
      location: venues.map(placeOf),
      organizer: organizers.map(organizationOf),
    }),
  } as Ld
}
const instantOf = (shown: unknown): string => `${String(shown).replace(' ', 'T')}Z`
