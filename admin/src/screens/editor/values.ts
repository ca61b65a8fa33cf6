// The values of the event editor, and how they are read from a record.
import type { EventDetail, Hours, NestedVenue, Recurrence } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'
import { pictureOf, type Picture } from '../../lib/picture.ts'
import type { Point } from '../../lib/map-point.ts'

/** A day and a time on the clocks of a place. Each is empty until it is filled in. */
export interface WallTime {
  /** Such as `2026-11-17`. */
  readonly day: string
  /** Such as `10:30:00`. */
  readonly time: string
}
/** A record that the event refers to. It is created with the event if its ID is null. */
export interface LinkedRecord {
  readonly id: number | null
  readonly name: string
  readonly address?: string
  readonly city?: string
  readonly point?: Point
}
/** A value of a program. A number stays one as long as it can be read as one. */
export interface CustomField {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly value: string
}
export type ChosenStatus = 'publish' | 'private' | 'pending' | 'draft'

/** Values that all languages have in common. */
export interface SharedValues {
  readonly all_day: boolean
  readonly start: WallTime
  /** `null` if the end is not known. */
  readonly end: WallTime | null
  readonly timezone: string
  /** `null` if the event happens once, or is one date of a series. */
  readonly recurrence: Recurrence | null
  /** Opening hours. */
  readonly hours: Hours | null
  readonly venue: readonly LinkedRecord[]
  readonly organizer: readonly LinkedRecord[]
  readonly categories: readonly LinkedRecord[]
  readonly tags: readonly LinkedRecord[]
  readonly online_url: string
  readonly image: Picture | null
  readonly cost: string
  readonly website: string
  readonly custom_fields: readonly CustomField[]
  readonly status: ChosenStatus
  /** The time of publication in the time zone of the site. `null` publishes at once, or keeps the time of a published event. */
  readonly publish_at: WallTime | null
  readonly featured: boolean
  readonly hide_from_listings: boolean
}
/** Values in one language. They are empty if the language has no text of its own. */
export interface Texts {
  readonly title: string
  readonly description: string
  readonly slug: string
  /** The description of the picture. */
  readonly alt: string
}
export interface EventValues {
  readonly shared: SharedValues
  /** Languages that were not opened are left out. */
  readonly texts: Readonly<Record<string, Texts>>
}

export const NO_TEXTS: Texts = { title: '', description: '', slug: '', alt: '' }
export const NO_TIME: WallTime = { day: '', time: '' }

export const emptyValues = (language: string, status: ChosenStatus): EventValues => ({
  shared: {
    all_day: false,
    start: NO_TIME,
    end: NO_TIME,
    timezone: pageSettings.time_zone,
    recurrence: null,
    hours: null,
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
    online_url: '',
    image: null,
    cost: '',
    website: '',
    custom_fields: [],
    status,
    publish_at: null,
    featured: false,
    hide_from_listings: false,
  },
  texts: { [language]: NO_TEXTS },
})

export function sharedOf(record: EventDetail): SharedValues {
  const wallTime = (date: string): WallTime => ({ day: date.slice(0, 10), time: record.all_day ? '' : date.slice(11) })
  const { status, date, image } = record
  return {
    all_day: record.all_day,
    start: wallTime(record.start_date),
    end: record.end_date === null ? null : wallTime(record.end_date),
    timezone: record.timezone,
    recurrence: record.recurrence,
    hours: record.hours,
    venue: record.venue.map(venueLink),
    organizer: record.organizer.map(({ id, organizer }) => ({ id, name: organizer })),
    categories: record.categories.map(({ id, name }) => ({ id, name })),
    tags: record.tags.map(({ id, name }) => ({ id, name })),
    online_url: record.online_url ?? '',
    image: image && pictureOf(image),
    cost: record.cost ?? '',
    website: record.website ?? '',
    custom_fields: Object.entries(record.custom_fields).map(customField),
    status: status === 'future' ? 'publish' : status === 'trash' ? 'draft' : status,
    publish_at: status === 'future' ? { day: date.slice(0, 10), time: date.slice(11) } : null,
    featured: record.featured,
    hide_from_listings: record.hide_from_listings,
  }
}

function customField([name, value]: [string, string | number | boolean]): CustomField {
  const type = typeof value
  return { name, type: type === 'number' || type === 'boolean' ? type : 'string', value: String(value) }
}

type AddressedVenue = Pick<NestedVenue, 'id' | 'venue'> & Partial<Pick<NestedVenue, 'address' | 'city' | 'zip' | 'geo_lat' | 'geo_lng'>>
export const venueLink = ({ id, venue, address, city, zip, geo_lat: lat, geo_lng: lng }: AddressedVenue): LinkedRecord => {
  const town = [zip, city].filter(Boolean).join(' ')
  const point = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
  return { id, name: venue, ...(address && { address }), ...(town && { city: town }), ...(point && { point }) }
}

export const textsOf = ({ title, description, slug, image }: EventDetail): Texts => ({ title, description, slug, alt: image?.alt ?? '' })

/** A translation that equals its fallback is not stored, so a text that equals it is a fallback. */
export function ownTexts(texts: Texts, fallback: Texts): Texts {
  const own = (name: keyof Texts): string => (texts[name] === fallback[name] ? '' : texts[name])
  return { title: own('title'), description: own('description'), slug: own('slug'), alt: own('alt') }
}

/** The values for a copy of an event: the copy gets its own address on the web and its own status. */
export const copyOf = ({ shared, texts }: EventValues, status: ChosenStatus): EventValues => ({
  shared: { ...shared, status, publish_at: null },
  texts: Object.fromEntries(Object.entries(texts).map(([language, each]) => [language, { ...each, slug: '' }])),
})
