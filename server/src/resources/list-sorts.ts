// Sort keys of lists. Texts and other nullable values have a fallback, because a position in a list is compared with them.
import type { Kind, Sort } from '../engine/definition/kind.ts'
import { isShownTextSql, localizedTextSql } from '../engine/texts/texts.ts'
import { raw, ref, sql, type Sql } from '../kernel/database/sql.ts'
import { eventCount } from './shared-filters.ts'

/** Sorts by a column with a point in time. */
export const momentSort = (column: string, listingColumn?: string): Sort => ({
  type: 'moment',
  value: (alias) => ref(`${alias}.${column}`),
  ...(listingColumn && { listingColumn }),
})
export const idSort = (listingColumn?: string): Sort => ({
  type: 'integer',
  value: (alias) => ref(`${alias}.id`),
  ...(listingColumn && { listingColumn }),
})
/** Sorts by a text in the language of the request. The collation treats letters that differ in case or accent as neighbors. */
export const textSort = (texts: string, field: string): Sort => ({
  type: 'text',
  value: (alias, ctx) => sql`coalesce(${localizedTextSql({ texts }, field, ref(`${alias}.id`), ctx)}, '') collate "und-x-icu"`,
})
/**
 * The order of events by publication: the index `events_published`. The value of a record is not the column itself, so that the planner, which does
 * not know how many dates match, does not read this index where sorting the matches is cheaper.
 */
export const publicationSort: Sort = {
  type: 'moment',
  value: (alias) => sql`(${ref(`${alias}.published_at`)} + interval '0')`,
  index: { table: 'events', value: raw('k.published_at'), wheres: () => [] },
}
/** The order of events by title: the index `event_texts_title`. */
export const eventTitleSort: Sort = {
  ...textSort('event_texts', 'title'),
  index: {
    table: 'event_texts',
    value: raw('k.title collate "und-x-icu"'),
    wheres: (ctx) => [isShownTextSql({ texts: 'event_texts' }, 'title', ctx)],
  },
}
const integerSort = (value: (alias: string, values: Readonly<Record<string, unknown>>) => Sql): Sort => ({
  type: 'integer',
  value: (alias, _, values) => value(alias, values),
})

/** Sort keys of categories and tags. */
export const termSorts = (texts: string, parent = 'id'): Kind['sorts'] => ({
  name: textSort(texts, 'name'),
  id: idSort(),
  slug: {
    type: 'text',
    value: (alias, ctx) => sql`coalesce(${localizedTextSql({ texts }, 'slug', ref(`${alias}.id`), ctx)}, '')`,
  },
  count: integerSort(eventCount),
  description: {
    type: 'text',
    // A cursor contains the sort value, so its length is limited.
    value: (alias, ctx) =>
      sql`left(coalesce(${localizedTextSql({ texts }, 'description', ref(`${alias}.id`), ctx)}, ''), 200) collate "und-x-icu"`,
  },
  parent: integerSort((alias) => sql`coalesce(${ref(`${alias}.${parent}`)}, 0)`),
  include: integerSort((alias, { include }) => sql`coalesce(array_position(${include ?? []}::bigint[], ${ref(`${alias}.id`)}), 0)`),
  modified: momentSort('modified_at'),
})
