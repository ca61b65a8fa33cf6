// The two kinds of places, venues and organizers: how they are listed, and which fields they have.
import type { Client, Organizer, Status, Venue } from '@kalends/client'
import type { Translate } from '../../lib/messages.ts'
import type { PlacePlural } from '../../lib/paths.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface Place extends Pick<Venue, 'id' | 'author' | 'status' | 'date' | 'language' | 'image'> {
  readonly name: string
  /** The address or the contact, to tell records with the same name apart. */
  readonly detail: string
}
export interface PlacePage {
  readonly places: readonly Place[]
  readonly total: number
  readonly next_cursor: string | null
}
interface PlaceListParams {
  readonly search?: string
  readonly status: Status | 'any'
  readonly cursor: string
  readonly per_page: number
}
export type PlaceField = 'address' | 'zip' | 'city' | 'country' | 'geo_lat' | 'geo_lng' | 'website' | 'phone' | 'email' | 'status'
export interface PlaceKind {
  readonly plural: PlacePlural
  /** The field of the name, which is also the filter of events. */
  readonly nameField: 'venue' | 'organizer'
  readonly icon: IconName
  readonly fields: readonly PlaceField[]
  list(client: Client, params: PlaceListParams, signal: AbortSignal): Promise<PlacePage>
}

const COMMON = ['id', 'author', 'status', 'date', 'language', 'image'] as const
const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ')
const placeOf = (record: Omit<Place, 'name' | 'detail'>, name: string, detail: string): Place => ({ ...record, name, detail })

export const VENUES: PlaceKind = {
  plural: 'venues',
  nameField: 'venue',
  icon: 'pin',
  fields: ['status', 'address', 'zip', 'city', 'country', 'geo_lat', 'geo_lng', 'website', 'phone'],
  list: async (client, params, signal) => {
    const { venues, ...page } = await client.venues.list(params, { fields: [...COMMON, 'venue', 'address', 'zip', 'city'], signal })
    const town = ({ zip, city }: Pick<Venue, 'zip' | 'city'>): string => [zip, city].filter(Boolean).join(' ')
    return { ...page, places: venues.map(({ venue, address, ...others }) => placeOf(others, venue, joined(address, town(others)))) }
  },
}
export const ORGANIZERS: PlaceKind = {
  plural: 'organizers',
  nameField: 'organizer',
  icon: 'building',
  fields: ['status', 'email', 'phone', 'website'],
  list: async (client, params, signal) => {
    const fields = [...COMMON, 'organizer', 'email', 'phone'] as const
    const { organizers, ...page } = await client.organizers.list(params, { fields, signal })
    const contact = ({ email, phone }: Pick<Organizer, 'email' | 'phone'>): string => joined(email, phone)
    return { ...page, places: organizers.map(({ organizer, ...others }) => placeOf(others, organizer, contact(others))) }
  },
}

/** The texts that name the kind. */
export function placeTexts({ plural }: PlaceKind, t: Translate) {
  if (plural === 'venues')
    return {
      title: t('Venues'),
      one: t('Venue'),
      create: t('New venue'),
      searchLabel: t('Search names and addresses'),
      empty: t('There are no venues yet'),
      emptyText: t('A venue is written once and used by many events. It is also created when you write an event.'),
      none: (text: string) => t('No venues match “{text}”', { text }),
      trashed: t('This venue is in the trash. Events do not show it.'),
      missing: t('This venue does not exist'),
    }
  return {
    title: t('Organizers'),
    one: t('Organizer'),
    create: t('New organizer'),
    searchLabel: t('Search names and contacts'),
    empty: t('There are no organizers yet'),
    emptyText: t('An organizer is written once and named by many events. It is also created when you write an event.'),
    none: (text: string) => t('No organizers match “{text}”', { text }),
    trashed: t('This organizer is in the trash. Events do not show it.'),
    missing: t('This organizer does not exist'),
  }
}
