// Records as schema.org describes them, made from what is shown: nothing hidden can slip in.
import Type from 'typebox'
import type { Stored } from '../engine/resource.ts'

export const JSON_LD = Type.Object({ '@context': Type.String(), '@type': Type.String() }, { additionalProperties: true })
type Ld = { '@context': string; '@type': string } & Record<string, unknown>

const CONTEXT = 'https://schema.org'
/** Without what is not set. */
const filled = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== null && value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
const shownOf = (row: Stored): Stored => row['record'] as Stored

const organizationOf = (record: Stored): Record<string, unknown> => ({
  '@type': 'Organization',
  ...filled({
    '@id': record['rest_url'],
    name: record['organizer'],
    url: record['website'],
    telephone: record['phone'],
    email: record['email'],
  }),
})
export const organization = (row: Stored): Ld => ({ '@context': CONTEXT, ...organizationOf(shownOf(row)) }) as Ld

function placeOf(record: Stored): Record<string, unknown> {
  const address = filled({
    streetAddress: record['address'],
    addressLocality: record['city'],
    addressRegion: record['stateprovince'],
    postalCode: record['zip'],
    addressCountry: record['country'],
  })
  const geo =
    record['geo_lat'] === null || record['geo_lng'] === null
      ? null
      : { '@type': 'GeoCoordinates', latitude: record['geo_lat'], longitude: record['geo_lng'] }
  const postal = Object.keys(address).length === 0 ? null : { '@type': 'PostalAddress', ...address }
  return {
    '@type': 'Place',
    ...filled({
      '@id': record['rest_url'],
      name: record['venue'],
      address: postal,
      geo,
      url: record['website'],
      telephone: record['phone'],
    }),
  }
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
      startDate: dateOf(record, 'start_date'),
      endDate: dateOf(record, 'end_date'),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: venues.length > 0 ? 'https://schema.org/OfflineEventAttendanceMode' : null,
      image: (record['image'] as { url?: string } | null)?.url,
      offers: offersOf(record),
      location: venues.map(placeOf),
      organizer: organizers.map(organizationOf),
    }),
  }
}
/** Whole days are dates; other times carry the offset of the event's zone. */
function dateOf(record: Stored, name: 'start_date' | 'end_date'): string {
  const [wall, utc] = [String(record[name]), String(record[`utc_${name}`])]
  if (record['all_day'] === true) return wall.slice(0, 10)
  const minutes = Math.round((Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.parse(`${utc.replace(' ', 'T')}Z`)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) => String(n).padStart(2, '0'))
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

function offersOf(record: Stored): Record<string, unknown> | null {
  const { values, currency_code } = record['cost_details'] as { values: readonly string[]; currency_code: string | null }
  if (values.length === 0) return null
  const [low, high] = [values[0], values.at(-1)]
  const price = low === high ? { '@type': 'Offer', price: low } : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high }
  return { ...price, ...filled({ priceCurrency: currency_code, url: record['website'] ?? record['url'] }) }
}
