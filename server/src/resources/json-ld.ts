// Builds schema.org JSON-LD from the presented record, so that it cannot contain fields that are hidden from the caller.
import Type, { type Static, type TProperties } from 'typebox'
import type { RequestContext, StoredRow } from '../engine/definition/kind.ts'
import type { Attendance, Availability, EventStatus } from './event-status.ts'
import { HOURS_LD, hoursLd } from './opening-hours-ld.ts'
import type { ShownHours } from './opening-hours.ts'
import { SCHEDULES_LD, SERIES_LD, toSchedules, toSuperEvent } from './json-ld-series.ts'
import { URI } from './shared-fields.ts'

const CONTEXT = 'https://schema.org'
const constant = (value: string) => Type.String({ enum: [value] })
const TEXT = Type.String()
const DATE = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d)?$' })
/** Properties without a value are left out. */
const optional = Type.Optional
const withContext = <P extends TProperties>(properties: P) => Type.Object({ '@context': constant(CONTEXT), ...properties })

const ORGANIZATION = {
  '@type': constant('Organization'),
  '@id': URI,
  name: TEXT,
  image: optional(URI),
  url: optional(URI),
  telephone: optional(TEXT),
  email: optional(TEXT),
}
const POSTAL_ADDRESS = Type.Object({
  '@type': constant('PostalAddress'),
  streetAddress: optional(TEXT),
  addressLocality: optional(TEXT),
  addressRegion: optional(TEXT),
  postalCode: optional(TEXT),
  addressCountry: optional(TEXT),
})
const PLACE = {
  '@type': constant('Place'),
  '@id': URI,
  name: TEXT,
  image: optional(URI),
  address: optional(POSTAL_ADDRESS),
  geo: optional(Type.Object({ '@type': constant('GeoCoordinates'), latitude: Type.Number(), longitude: Type.Number() })),
  url: optional(URI),
  telephone: optional(TEXT),
  openingHoursSpecification: optional(HOURS_LD),
}
const VIRTUAL_LOCATION = { '@type': constant('VirtualLocation'), url: URI }
const OFFER_PROPERTIES = { priceCurrency: optional(TEXT), availability: optional(URI), url: URI }
const OFFER = Type.Union([
  Type.Object({ '@type': constant('Offer'), price: optional(TEXT), ...OFFER_PROPERTIES }),
  Type.Object({ '@type': constant('AggregateOffer'), lowPrice: TEXT, highPrice: TEXT, ...OFFER_PROPERTIES }),
])
export const ORGANIZATION_LD = withContext(ORGANIZATION)
export const PLACE_LD = withContext(PLACE)
export const EVENT_LD = withContext({
  '@type': Type.String({ enum: ['Event', 'EventSeries'] }),
  '@id': URI,
  name: TEXT,
  description: optional(TEXT),
  url: URI,
  startDate: DATE,
  endDate: optional(DATE),
  previousStartDate: optional(DATE),
  eventStatus: URI,
  eventAttendanceMode: optional(URI),
  image: optional(URI),
  offers: optional(OFFER),
  location: optional(Type.Array(Type.Union([Type.Object(PLACE), Type.Object(VIRTUAL_LOCATION)]), { minItems: 1 })),
  organizer: optional(Type.Array(Type.Object(ORGANIZATION), { minItems: 1 })),
  openingHoursSpecification: optional(HOURS_LD),
  eventSchedule: optional(SCHEDULES_LD),
  superEvent: optional(SERIES_LD),
})

/** Removes properties without a value. */
const withoutEmpty = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== null && value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
const presentedRecord = (row: StoredRow): StoredRow => row['record'] as StoredRow

const imageUrl = (record: StoredRow): string | undefined => (record['image'] as { url: string } | null)?.url
const toOrganization = (record: StoredRow): Record<string, unknown> => ({
  '@type': 'Organization',
  ...withoutEmpty({
    '@id': record['rest_url'],
    name: record['organizer'],
    image: imageUrl(record),
    url: record['website'],
    telephone: record['phone'],
    email: record['email'],
  }),
})
export const organizerLd = (row: StoredRow): Static<typeof ORGANIZATION_LD> =>
  ({ '@context': CONTEXT, ...toOrganization(presentedRecord(row)) }) as Static<typeof ORGANIZATION_LD>

function toPlace(record: StoredRow): Record<string, unknown> {
  const address = withoutEmpty({
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
    ...withoutEmpty({
      '@id': record['rest_url'],
      name: record['venue'],
      image: imageUrl(record),
      address: postal,
      geo,
      url: record['website'],
      telephone: record['phone'],
      openingHoursSpecification: hoursLd(record['hours'] as ShownHours | null),
    }),
  }
}
export const venueLd = (row: StoredRow): Static<typeof PLACE_LD> =>
  ({ '@context': CONTEXT, ...toPlace(presentedRecord(row)) }) as Static<typeof PLACE_LD>

const EVENT_STATUS: Readonly<Record<EventStatus, string>> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  moved_online: 'EventMovedOnline',
}
const ATTENDANCE_MODE: Readonly<Record<Attendance, string>> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}
const AVAILABILITY: Readonly<Record<Availability, string>> = { available: 'InStock', few: 'LimitedAvailability', sold_out: 'SoldOut' }
/** The URL of a schema.org term, or null. */
const term = <K extends string>(terms: Readonly<Record<K, string>>, key: unknown): string | null =>
  key === null ? null : `${CONTEXT}/${terms[key as K]}`

/** Contains the properties that the large search engines require or recommend for an event. */
export function eventLd(row: StoredRow, ctx: RequestContext): Static<typeof EVENT_LD> {
  const record = presentedRecord(row)
  const organizers = (record['organizer'] ?? []) as readonly StoredRow[]
  return {
    '@context': CONTEXT,
    '@type': record['recurrence'] ? 'EventSeries' : 'Event',
    ...withoutEmpty({
      '@id': record['rest_url'],
      name: record['title'],
      description: String(record['excerpt'] || record['description'] || ''),
      url: record['url'],
      startDate: formatDate(record, 'start_date'),
      endDate: formatDate(record, 'end_date'),
      previousStartDate: previousStartDate(row),
      eventStatus: term(EVENT_STATUS, record['event_status']),
      eventAttendanceMode: term(ATTENDANCE_MODE, record['attendance']),
      image: imageUrl(record),
      offers: toOffer(record),
      location: toLocations(record),
      organizer: organizers.map(toOrganization),
      openingHoursSpecification: hoursLd(record['hours'] as ShownHours | null),
      eventSchedule: toSchedules(record, row),
      superEvent: toSuperEvent(record, row, ctx),
    }),
  } as Static<typeof EVENT_LD>
}
/** An event that people attend online only has no place, even if its former venue is still linked. */
function toLocations(record: StoredRow): Record<string, unknown>[] {
  const url = record['online_url']
  const places = ((record['venue'] ?? []) as readonly StoredRow[]).map(toPlace)
  if (url === null || record['attendance'] === 'offline') return places
  const online = { '@type': 'VirtualLocation', url }
  return record['attendance'] === 'online' ? [online] : [...places, online]
}

const formatDate = (record: StoredRow, name: 'start_date' | 'end_date'): string | null =>
  record[name] === null ? null : formatLdDate(String(record[name]), String(record[`utc_${name}`]), record['all_day'] === true)
function previousStartDate(row: StoredRow): string | null {
  const { event_status: status, previous_start_date: wall, all_day: isAllDay } = presentedRecord(row)
  if (status !== 'rescheduled' || typeof wall !== 'string') return null
  return formatLdDate(wall, String(row['previous_starts_at']).slice(0, 19), isAllDay === true)
}
/** All-day events have dates; other events have times with the offset of their zone. */
function formatLdDate(wall: string, utc: string, isAllDay: boolean): string {
  if (isAllDay) return wall.slice(0, 10)
  const minutes = Math.round((Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.parse(`${utc.replace(' ', 'T')}Z`)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) => String(n).padStart(2, '0'))
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

function toOffer(record: StoredRow): Record<string, unknown> | null {
  const { values, currency_code: currency } = record['cost_details'] as { values: readonly string[]; currency_code: string | null }
  const availability = term(AVAILABILITY, record['availability'])
  if (values.length === 0 && availability === null) return null
  const [low, high] = [values[0], values.at(-1)]
  const price =
    low === high ? { '@type': 'Offer', ...(low && { price: low }) } : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high }
  return { ...price, ...withoutEmpty({ priceCurrency: currency, availability, url: record['website'] ?? record['url'] }) }
}
