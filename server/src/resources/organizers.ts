// Organizers: who holds an event.
import { email, localizedText, shown, text, url } from '../engine/definition/fields.ts'
import { resource, type Shape } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import { ORGANIZATION_LD, organization } from './json-ld.ts'
import { record, search, translations, withEvents, written } from './shared-fields.ts'

export const organizers = resource({
  name: 'organizer',
  plural: 'organizers',
  table: 'organizers',
  texts: 'organizer_texts',
  title: 'organizer',
  access: 'owned',
  says: { missing: 'There is no such organizer.', trashed: 'The organizer is in the trash.' },
  fields: {
    ...record('organizer', 'organizers'),
    organizer: localizedText('Name of the organizer.', { required: true }),
    ...written('organizers'),
    phone: text('Telephone number.'),
    website: url('Website.'),
    email: email('E-mail address.'),
    json_ld: shown('The organizer as schema.org describes one.', ORGANIZATION_LD, organization, { only: 'single' }),
  },
  columns: {},
  searched: ['organizer', 'description', 'phone', 'email', 'website'],
  filters: {
    translations: translations('organizer_texts', sql`o.id`),
    search: search('organizer_texts', sql`o.id`, 'Every word of it occurs in name, description, phone, e-mail or website.'),
    ...withEvents('event_organizers'),
  },
  orders: { date: () => sql`o.published_at` },
  order: { by: 'date', way: 'desc', chosen: false },
})
export type Organizer = Shape<typeof organizers>
