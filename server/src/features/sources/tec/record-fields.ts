// Converts records of The Events Calendar to inputs of the API. Texts have HTML entities, and keys without a value are missing or empty.
import { decodeHTML } from 'entities'
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { FieldError } from '../../../kernel/errors/problems.ts'
import { normalizeZone } from '../../../kernel/time/date-times.ts'
import * as values from '../../../kernel/validation/value-types.ts'

export type SiteRecord = Readonly<Record<string, unknown>>
export interface RecordFields {
  readonly fields: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

/** PostgreSQL stores no NUL characters. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replaceAll('\0', '')
/** The text of a title or name: without elements and entities. */
export const plainTextOf = (value: unknown): string => decodeHTML(textOf(value).replace(/<\/?[a-z][^<>]*>/gi, '')).trim()
const htmlOf = (value: unknown): string | null => textOf(value).trim() || null
/** Slugs of other scripts are percent-encoded. */
function decodeSlug(value: unknown): string {
  const slug = textOf(value)
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
/** IDs of WordPress are positive. */
export const idOf = (record: unknown): number | null => {
  const id = isObject(record) ? Number(record['id']) : NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
/** A key with one record, a list of records, or an empty list. */
export const recordsIn = (value: unknown): readonly SiteRecord[] => [value].flat().filter(isObject)
const flagOf = (value: unknown, fallback: boolean): boolean =>
  value === undefined || value === null ? fallback : /^(?:1|true|yes)$/i.test(String(value))

/** Values that the API refuses are left out, because the original stores whatever was typed. */
function checkedFields(sent: Readonly<Record<string, readonly [value: unknown, type: values.ValueType]>>): RecordFields {
  const fields: Record<string, unknown> = {}
  let isSkipped = false
  for (const [name, [value, type]] of Object.entries(sent)) {
    const isMissing = value === undefined || value === null || value === ''
    const isValid = isMissing || !(type.parse(value) instanceof FieldError)
    isSkipped ||= !isValid
    fields[name] = isMissing || !isValid ? null : value
  }
  return { fields, notes: isSkipped ? ['values_skipped'] : [] }
}

const LINE = values.plainText(1_000)
const lineOf = (value: unknown): string => plainTextOf(value)
/** Keys that records with an author have in common. */
function sharedFields(record: SiteRecord): Record<string, unknown> {
  const slug = decodeSlug(record['slug'])
  const [image] = recordsIn(record['image'])
  const url = image && values.url.parse(image['url'])
  const published = textOf(record['date_utc'])
  return {
    description: htmlOf(record['description']),
    image: typeof url === 'string' ? url : null,
    ...(slug !== '' && { slug }),
    ...(/^[1-9]\d{3}-/.test(published) && { date_utc: published }),
  }
}

export function venueFields(record: SiteRecord): RecordFields {
  const [state, province, both] = ['state', 'province', 'stateprovince'].map((name) => lineOf(record[name]))
  const { fields, notes } = checkedFields({
    website: [textOf(record['website']), values.url],
    geo_lat: [record['geo_lat'], values.decimal(-90, 90)],
    geo_lng: [record['geo_lng'], values.decimal(-180, 180)],
    address: [lineOf(record['address']), LINE],
    city: [lineOf(record['city']), LINE],
    country: [lineOf(record['country']), LINE],
    zip: [lineOf(record['zip']), LINE],
    phone: [lineOf(record['phone']), LINE],
    state: [state, LINE],
    province: [province, LINE],
    stateprovince: [both === (state || province) ? null : both, LINE],
  })
  const maps = { show_map: flagOf(record['show_map'], true), show_map_link: flagOf(record['show_map_link'], true) }
  return { fields: { venue: plainTextOf(record['venue']), ...sharedFields(record), ...fields, ...maps }, notes }
}

export function organizerFields(record: SiteRecord): RecordFields {
  const { fields, notes } = checkedFields({
    website: [textOf(record['website']), values.url],
    email: [decodeHTML(textOf(record['email'])), values.email],
    phone: [lineOf(record['phone']), LINE],
  })
  return { fields: { organizer: plainTextOf(record['organizer']), ...sharedFields(record), ...fields }, notes }
}

export function termFieldsOf(record: SiteRecord): RecordFields {
  const slug = decodeSlug(record['slug'])
  return {
    fields: { name: plainTextOf(record['name']), description: htmlOf(record['description']), ...(slug !== '' && { slug }) },
    notes: [],
  }
}

const FLAGS = { show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: false }
/** The fields of an event without its times. */
export function eventFields(record: SiteRecord): RecordFields {
  const website = textOf(record['website'])
  const { fields, notes } = checkedFields({
    // The original returns the page of an event as its website until the event is edited.
    website: [website === textOf(record['url']) ? '' : website, values.url],
    cost: [plainTextOf(record['cost']), LINE],
  })
  const flags = Object.entries(FLAGS).map(([name, fallback]) => [name, flagOf(record[name], fallback)])
  return {
    fields: {
      title: plainTextOf(record['title']),
      excerpt: htmlOf(record['excerpt']),
      ...sharedFields(record),
      ...fields,
      ...Object.fromEntries(flags),
      custom_fields: customFieldsOf(record['custom_fields']),
    },
    notes,
  }
}
/** An empty object is an empty list in PHP. Values are those of keys, or objects with a label and a value. */
function customFieldsOf(value: unknown): SiteRecord {
  if (!isObject(value)) return {}
  const plain = Object.entries(value).map(([name, each]): [string, unknown] =>
    isObject(each) ? [textOf(each['label']) || name, each['value']] : [name, each],
  )
  return Object.fromEntries(plain.filter(([, each]) => ['string', 'number', 'boolean'].includes(typeof each)))
}

const LOCAL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
export interface SiteTimes {
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly timezone: string
}
/** Returns the code of an error if the times cannot be read. */
export function timesOfRecord(record: SiteRecord, siteZone: string): SiteTimes | string {
  const [start, end] = [textOf(record['start_date']), textOf(record['end_date'])]
  if (start === '') return 'no_start'
  if (!LOCAL.test(start) || (end !== '' && !LOCAL.test(end))) return 'invalid_time'
  const zone = zoneOf(textOf(record['timezone']), siteZone)
  if (zone === null) return 'unknown_time_zone'
  return { start_date: start, end_date: end || start, all_day: flagOf(record['all_day'], false), timezone: zone }
}
/** WordPress writes offsets with a fraction: UTC+5.5. */
function zoneOf(name: string, siteZone: string): string | null {
  if (name === '') return siteZone
  const [, hours, fraction] = /^(UTC[+-]\d{1,2})\.(\d{1,2})$/.exec(name) ?? []
  if (hours === undefined) return normalizeZone(name)
  return normalizeZone(`${hours}:${String(Math.round(Number(`0.${fraction}`) * 60)).padStart(2, '0')}`)
}
