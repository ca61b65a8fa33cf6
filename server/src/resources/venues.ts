// Declares venues.
import Type from 'typebox'
import { flagField, localizedText, numberField, derived, computed, textField, urlField } from '../engine/definition/fields.ts'
import { defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { PLACE_LD, venueLd } from './json-ld.ts'
import { deriveHours, hoursFields } from './opening-hours-fields.ts'
import { ownedFields, textAndImageFields } from './shared-fields.ts'
import { search, translations, eventFilters, externalIdFilter } from './shared-filters.ts'
import { authorFilter, listFilters } from './list-filters.ts'
import { idSort, momentSort } from './list-sorts.ts'

const OPTIONAL = Type.Union([Type.String(), Type.Null()])

export const venues = defineResource({
  name: 'venue',
  plural: 'venues',
  table: 'venues',
  texts: 'venue_texts',
  title: 'venue',
  access: 'owned',
  messages: { missing: 'The venue was not found.', trashed: 'The venue is in the trash.' },
  fields: {
    ...ownedFields('venue', 'venues'),
    venue: localizedText('Name of the venue.', { required: true }),
    ...textAndImageFields('venues', ['venue', 'description']),
    address: textField('Street address.'),
    city: textField('City.'),
    country: textField('Country.'),
    province: textField('Province.'),
    state: textField('State.'),
    zip: textField('Postal code.'),
    phone: textField('Phone number.'),
    stateprovince: derived(
      'State or province. Defaults to the value of `state`, or to the value of `province` if `state` is empty.',
      { input: values.plainText(1_000), output: OPTIONAL },
      (row) => (row['stateprovince'] ?? row['state'] ?? row['province'] ?? null) as string | null,
    ),
    website: urlField('Website URL.'),
    geo_lat: numberField('Latitude.', -90, 90),
    geo_lng: numberField('Longitude.', -180, 180),
    ...hoursFields((_, { site }) => ({ zone: site.timeZone, startsAt: null, endsAt: null })),
    show_map: { ...flagField('Whether to show a map.', { defaultValue: true }), input: values.looseBoolean },
    show_map_link: { ...flagField('Whether to show a link to a map.', { defaultValue: true }), input: values.looseBoolean },
    json_ld: computed('The venue as JSON-LD in the schema.org vocabulary.', PLACE_LD, venueLd, { onlyIn: 'single' }),
  },
  columns: { stateprovince: 'value', hours: 'value' },
  auditedColumns: ['stateprovince', 'hours'],
  inlineReuse: { sameFields: ['city', 'address', 'zip', 'country'] },
  searchFields: ['venue', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  filters: {
    ...listFilters(sql`o.id`),
    author: authorFilter,
    translations: translations('venue_texts', sql`o.id`),
    search: search(
      'venue_texts',
      sql`o.id`,
      'Searches the name, description, address, city, province, state, postal code and phone. A record matches only if it contains all search terms.',
    ),
    external_id: externalIdFilter('venue', sql`o.id`),
    ...eventFilters('event_venues'),
  },
  sorts: { date: momentSort('published_at'), modified: momentSort('modified_at'), id: idSort() },
  defaultSort: { by: 'date', direction: 'desc' },
  deriveColumns: ({ stateprovince, hours: sent }, stored, ctx) => {
    const hours = deriveHours(sent, stored, ctx)
    return { ...hours, columns: { ...(stateprovince !== undefined && { stateprovince }), ...hours.columns } }
  },
})
export type Venue = RecordOf<typeof venues>
