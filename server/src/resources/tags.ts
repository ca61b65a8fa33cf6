// Tags: free words for events.
import Type from 'typebox'
import { localizedText, shown } from '../engine/definition/fields.ts'
import { resource, type Shape } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import { ADDRESS, eventCount, search, term, termFilters, termOrders, termUrls, translations } from './shared-fields.ts'

export const tags = resource({
  name: 'tag',
  plural: 'tags',
  table: 'tags',
  texts: 'tag_texts',
  title: 'name',
  access: 'term',
  says: { missing: 'There is no such tag.' },
  fields: {
    name: localizedText('Name of the tag.', { required: true }),
    ...term('tag', 'tags', 'event_tag'),
    urls: shown('Addresses of the tag and of all tags.', Type.Object({ self: ADDRESS, collection: ADDRESS }), (row, ask) =>
      termUrls('tags', row, ask),
    ),
  },
  columns: { name_key: 'value', event_count: eventCount('r') },
  key: { column: 'name_key' },
  searched: ['name', 'slug'],
  filters: {
    translations: translations('tag_texts', sql`o.id`),
    search: search('tag_texts', sql`o.id`, 'Every word of it occurs in name or slug.'),
    ...termFilters('tag_texts', 'event_tags'),
  },
  orders: termOrders('tag_texts'),
  order: { by: 'name', way: 'asc', chosen: true },
})
export type Tag = Shape<typeof tags>
