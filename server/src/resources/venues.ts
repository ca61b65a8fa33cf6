// Venues: where an event happens.
import Type from 'typebox'
import { flag, localizedText, number, settled, shown, text, url } from '../engine/definition/fields.ts'
import { resource, type Shape } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { PLACE_LD, place } from './json-ld.ts'
import { record, search, translations, withEvents, written } from './shared-fields.ts'

const OPTIONAL = Type.Union([Type.String(), Type.Null()])

export const venues = resource({
  name: 'venue',
  plural: 'venues',
  table: 'venues',
  texts: 'venue_texts',
  title: 'venue',
  access: 'owned',
  says: { missing: 'There is no such venue.', trashed: 'The venue is in the trash.' },
  fields: {
    ...record('venue', 'venues'),
    venue: localizedText('Name of the venue.', { required: true }),
    ...written('venues'),
    address: text('Street and number.'),
    city: text('City.'),
    country: text('Country.'),
    province: text('Province.'),
    state: text('State.'),
    zip: text('Postal code.'),
    phone: text('Telephone number.'),
    stateprovince: settled(
      'State or province; the state, else the province, unless set.',
      values.plain(1_000),
      OPTIONAL,
      (row) => (row['stateprovince'] ?? row['state'] ?? row['province'] ?? null) as string | null,
    ),
    website: url('Website.'),
    geo_lat: number('Latitude.', -90, 90),
    geo_lng: number('Longitude.', -180, 180),
    show_map: { ...flag('Whether a map is shown.', { initial: true }), sort: values.yesNo },
    show_map_link: { ...flag('Whether a link to a map is shown.', { initial: true }), sort: values.yesNo },
    json_ld: shown('The venue as schema.org describes a place.', PLACE_LD, place, { only: 'single' }),
  },
  columns: { stateprovince: 'value' },
  logged: ['stateprovince'],
  searched: ['venue', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  filters: {
    translations: translations('venue_texts', sql`o.id`),
    search: search(
      'venue_texts',
      sql`o.id`,
      'Every word of it occurs in name, description, address, city, province, state, postal code or phone.',
    ),
    ...withEvents('event_venues'),
  },
  orders: { date: () => sql`o.published_at` },
  order: { by: 'date', way: 'desc', chosen: false },
  settle: ({ stateprovince }) => ({ columns: stateprovince === undefined ? {} : { stateprovince }, faults: {} }),
})
export type Venue = Shape<typeof venues>
