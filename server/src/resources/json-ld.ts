// Records as schema.org describes them, made from what is shown: nothing hidden can slip in.
import Type, { type Static, type TProperties } from 'typebox'
import type { StoredRow } from '../engine/definition/kind.ts'

const CONTEXT = 'https://schema.org'
const word = (...words: readonly string[]) => Type.String({ enum: [...words] })
const URI = Type.String({ format: 'uri' })
const TEXT = Type.String()
const DATE = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d)?$' })
/** What is not set is left out, as schema.org has it. */
const some = Type.Optional
const whole = <P extends TProperties>(properties: P) => Type.Object({ '@context': word(CONTEXT), ...properties })

const ORGANIZATION = {
  '@type': word('Organization'),
  '@id': URI,
  name: TEXT,
  image: some(URI),
  url: some(URI),
  telephone: some(TEXT),
  email: some(TEXT),
}
const ADDRESS = Type.Object({
  '@type': word('PostalAddress'),
  streetAddress: some(TEXT),
  addressLocality: some(TEXT),
  addressRegion: some(TEXT),
  postalCode: some(TEXT),
  addressCountry: some(TEXT),
})
const PLACE = {
  '@type': word('Place'),
  '@id': URI,
  name: TEXT,
  image: some(URI),
  address: some(ADDRESS),
  geo: some(Type.Object({ '@type': word('GeoCoordinates'), latitude: Type.Number(), longitude: Type.Number() })),
  url: some(URI),
  telephone: some(TEXT),
}
const FOR_SALE = { priceCurrency: some(TEXT), url: URI }
const OFFER = Type.Union([
  Type.Object({ '@type': word('Offer'), price: TEXT, ...FOR_SALE }),
  Type.Object({ '@type': word('AggregateOffer'), lowPrice: TEXT, highPrice: TEXT, ...FOR_SALE }),
])
export const ORGANIZATION_LD = whole(ORGANIZATION)
export const PLACE_LD = whole(PLACE)
export const EVENT_LD = whole({
  '@type': word('Event'),
  '@id': URI,
  name: TEXT,
  description: some(TEXT),
  url: URI,
  startDate: DATE,
  endDate: DATE,
  eventStatus: URI,
  eventAttendanceMode: some(URI),
  image: some(URI),
  offers: some(OFFER),
  location: some(Type.Array(Type.Object(PLACE), { minItems: 1 })),
  organizer: some(Type.Array(Type.Object(ORGANIZATION), { minItems: 1 })),
})

/** Without what is not set. */
const filled = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== null && value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
const shownOf = (row: StoredRow): StoredRow => row['record'] as StoredRow

const imageOf = (record: StoredRow): string | undefined => (record['image'] as { url: string } | null)?.url
const organizationOf = (record: StoredRow): Record<string, unknown> => ({
  '@type': 'Organization',
  ...filled({
    '@id': record['rest_url'],
    name: record['organizer'],
    image: imageOf(record),
    url: record['website'],
    telephone: record['phone'],
    email: record['email'],
  }),
})
export const organization = (row: StoredRow): Static<typeof ORGANIZATION_LD> =>
  ({ '@context': CONTEXT, ...organizationOf(shownOf(row)) }) as Static<typeof ORGANIZATION_LD>

function placeOf(record: StoredRow): Record<string, unknown> {
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
      image: imageOf(record),
      address: postal,
      geo,
      url: record['website'],
      telephone: record['phone'],
    }),
  }
}
export const storage = (row: StoredRow): Static<typeof PLACE_LD> =>
  ({ '@context': CONTEXT, ...placeOf(shownOf(row)) }) as Static<typeof PLACE_LD>

/** Name, instants, place, people and price: what the large search engines require and recommend of an event. */
export function eventLd(row: StoredRow): Static<typeof EVENT_LD> {
  const record = shownOf(row)
  const venues = (record['venue'] ?? []) as readonly StoredRow[]
  const organizers = (record['organizer'] ?? []) as readonly StoredRow[]
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
      image: imageOf(record),
      offers: offersOf(record),
      location: venues.map(placeOf),
      organizer: organizers.map(organizationOf),
    }),
  } as Static<typeof EVENT_LD>
}
/** Whole days are dates; other times carry the offset of the event's zone. */
function dateOf(record: StoredRow, name: 'start_date' | 'end_date'): string {
  const [wall, utc] = [String(record[name]), String(record[`utc_${name}`])]
  if (record['all_day'] === true) return wall.slice(0, 10)
  const minutes = Math.round((Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.parse(`${utc.replace(' ', 'T')}Z`)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) => String(n).padStart(2, '0'))
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

function offersOf(record: StoredRow): Record<string, unknown> | null {
  const { values, currency_code } = record['cost_details'] as { values: readonly string[]; currency_code: string | null }
  if (values.length === 0) return null
  const [low, high] = [values[0], values.at(-1)]
  const price = low === high ? { '@type': 'Offer', price: low } : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high }
  return { ...price, ...filled({ priceCurrency: currency_code, url: record['website'] ?? record['url'] }) }
}
