// Filters of event lists by the records that an event links to (contract 5.6 to 5.8).
import Type from 'typebox'
import { orExcluded } from '../engine/definition/exclusion.ts'
import { linkFilter, param } from '../engine/definition/resource.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import * as values from '../kernel/validation/value-types.ts'

/** Parses digits as an id, and any other text as a slug. */
const idOrSlug: values.ValueType<number | string> = {
  schema: Type.Union([Type.Integer(), Type.String()]),
  parse: (value) => {
    const slug = values.plainText(1_000).parse(value)
    return slug instanceof FieldError || !/^\d+$/.test(slug) ? slug : values.integer(1).parse(slug)
  },
}

export const linkFilters = {
  venue: linkFilter(
    'venue',
    param(
      values.listOf(orExcluded(values.integer(1))),
      'Returns only events at one of these venues. A minus before an ID excludes the events at that venue.',
      { names: { kind: 'venue' } },
    ),
  ),
  organizer: linkFilter(
    'organizer',
    param(
      values.listOf(orExcluded(values.integer(1))),
      'Returns only events by one of these organizers. A minus before an ID excludes the events of that organizer.',
      { names: { kind: 'organizer' } },
    ),
  ),
  tags: linkFilter(
    'tags',
    param(
      values.listOf(orExcluded(idOrSlug)),
      'Returns only events with one of these tags, by ID or slug. A minus before a value excludes the events with that tag.',
      { names: { kind: 'tag' } },
    ),
  ),
  categories: linkFilter(
    'categories',
    param(
      values.listOf(orExcluded(idOrSlug)),
      'Returns only events in one of these categories or their descendants, by ID or slug. A minus before a value excludes the events in that category and its descendants.',
      {
        names: { kind: 'category', descendants: 'parent_id' },
      },
    ),
  ),
}
