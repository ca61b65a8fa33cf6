// Declares organizers.
import { emailField, localizedText, computed, textField, urlField } from '../engine/definition/fields.ts'
import { defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import { ORGANIZATION_LD, organizerLd } from './json-ld.ts'
import { ownedFields, textAndImageFields } from './shared-fields.ts'
import { search, translations, eventFilters, externalIdFilter } from './shared-filters.ts'
import { authorFilter, listFilters } from './list-filters.ts'
import { idSort, momentSort } from './list-sorts.ts'

export const organizers = defineResource({
  name: 'organizer',
  plural: 'organizers',
  table: 'organizers',
  texts: 'organizer_texts',
  title: 'organizer',
  access: 'owned',
  messages: { missing: 'The organizer was not found.', trashed: 'The organizer is in the trash.' },
  fields: {
    ...ownedFields('organizer', 'organizers'),
    organizer: localizedText('Name of the organizer.', { required: true }),
    ...textAndImageFields('organizers', ['organizer', 'description']),
    phone: textField('Phone number.'),
    website: urlField('Website URL.'),
    email: emailField('Email address.'),
    json_ld: computed('The organizer as JSON-LD in the schema.org vocabulary.', ORGANIZATION_LD, organizerLd, { onlyIn: 'single' }),
  },
  columns: {},
  inlineReuse: { sameFields: [] },
  searchFields: ['organizer', 'description', 'phone', 'email', 'website'],
  filters: {
    ...listFilters(sql`o.id`),
    author: authorFilter,
    translations: translations('organizer_texts', sql`o.id`),
    search: search(
      'organizer_texts',
      sql`o.id`,
      'Searches the name, description, phone, email and website. A record matches only if it contains all search terms.',
    ),
    external_id: externalIdFilter('organizer', sql`o.id`),
    ...eventFilters('event_organizers'),
  },
  sorts: { date: momentSort('published_at'), modified: momentSort('modified_at'), id: idSort() },
  defaultSort: { by: 'date', direction: 'desc' },
})
export type Organizer = RecordOf<typeof organizers>
