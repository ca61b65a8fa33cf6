// Declares categories, which form a tree.
import Type from 'typebox'
import { apiUrl } from '../engine/response/responses.ts'
import { choiceField, localizedText, referenceField, computed } from '../engine/definition/fields.ts'
import { filter, param, defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { URI, termFields, termUrls } from './shared-fields.ts'
import { eventCount, search, termFilters, translations } from './shared-filters.ts'
import { listFilters } from './list-filters.ts'
import { termSorts } from './list-sorts.ts'

/** Pages choose the shades, so that each of them is legible in light and dark designs. */
const CATEGORY_COLORS = ['violet', 'rose', 'blue', 'teal', 'amber', 'olive', 'slate', 'green'] as const
const URLS = Type.Object({ self: URI, collection: URI, up: Type.Union([URI, Type.Null()]) })

export const categories = defineResource({
  name: 'category',
  plural: 'categories',
  table: 'categories',
  texts: 'category_texts',
  title: 'name',
  access: 'term',
  messages: { missing: 'The category was not found.' },
  fields: {
    name: localizedText('Name of the category.', { required: true }),
    ...termFields('category', 'categories', 'event_category'),
    parent: referenceField('ID of the parent category; 0 for a top-level category.', 'category', 'parent_id', 0),
    color: choiceField('Color of the category on pages. `null` if it has none.', CATEGORY_COLORS),
    urls: computed('URLs of the category, of the list of categories and of the parent category.', URLS, (row, ctx) => ({
      ...termUrls('categories', row, ctx),
      up: row['parent_id'] ? apiUrl(ctx, `/categories/${String(row['parent_id'])}`) : null,
    })),
  },
  columns: { name_key: 'value', event_count: eventCount('r') },
  uniqueName: { column: 'name_key', within: 'parent_id' },
  parentColumn: 'parent_id',
  searchFields: ['name', 'slug'],
  filters: {
    translations: translations('category_texts', sql`o.id`),
    search: search('category_texts', sql`o.id`, 'Searches the name and slug. A record matches only if it contains all search terms.'),
    ...listFilters(sql`o.id`),
    ...termFilters('category', 'category_texts', 'event_categories'),
    parent: filter(
      {
        parent: param(values.integer(0), 'Returns only the direct children of this category. The value 0 selects top-level categories.', {
          names: { kind: 'category', zero: true },
        }),
      },
      ({ parent }) => (parent === undefined ? null : sql`coalesce(o.parent_id, 0) = any(${parent}::bigint[])`),
    ),
  },
  sorts: termSorts('category_texts', 'parent_id'),
  defaultSort: { by: 'name', direction: 'asc' },
})
export type Category = RecordOf<typeof categories>
