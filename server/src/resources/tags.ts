// Declares tags.
import Type from 'typebox'
import { localizedText, computed } from '../engine/definition/fields.ts'
import { defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import { URI, termFields, termUrls } from './shared-fields.ts'
import { eventCount, search, termFilters, translations } from './shared-filters.ts'
import { listFilters } from './list-filters.ts'
import { termSorts } from './list-sorts.ts'

export const tags = defineResource({
  name: 'tag',
  plural: 'tags',
  table: 'tags',
  texts: 'tag_texts',
  title: 'name',
  access: 'term',
  messages: { missing: 'The tag was not found.' },
  fields: {
    name: localizedText('Name of the tag.', { required: true }),
    ...termFields('tag', 'tags', 'event_tag'),
    urls: computed('URLs of the tag and of the list of tags.', Type.Object({ self: URI, collection: URI }), (row, ctx) =>
      termUrls('tags', row, ctx),
    ),
  },
  columns: { name_key: 'value', event_count: eventCount('r') },
  uniqueName: { column: 'name_key' },
  searchFields: ['name', 'slug'],
  filters: {
    translations: translations('tag_texts', sql`o.id`),
    search: search('tag_texts', sql`o.id`, 'Searches the name and slug. A record matches only if it contains all search terms.'),
    ...listFilters(sql`o.id`),
    ...termFilters('tag', 'tag_texts', 'event_tags'),
  },
  sorts: termSorts('tag_texts'),
  defaultSort: { by: 'name', direction: 'asc' },
})
export type Tag = RecordOf<typeof tags>
