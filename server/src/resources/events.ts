// Events: what the calendar is for. Time is in event-dates.ts, money in cost.ts, the dates and places of lists in event-filters.ts.
import Type from 'typebox'
import {
  flagField,
  linksField,
  localizedHtml,
  localizedText,
  referenceField,
  writeOnly,
  derived,
  computed,
  urlField,
} from '../engine/definition/fields.ts'
import { filter, linkFilter, param, defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { localizedTextSql } from '../engine/texts/texts.ts'
import { formatInZone } from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { raw, sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { cost, COST_DETAILS, NO_COST, deriveCost, type CostDetails } from './cost.ts'
import { CUSTOM, customFields, type Custom } from './custom-fields.ts'
import { detailsOf, deriveDates, zoneAbbreviation } from './event-dates.ts'
import { dates, places } from './event-filters.ts'
import { LISTING_COLUMNS, syncEventListing } from './event-listing.ts'
import { EVENT_LD, eventLd } from './json-ld.ts'
import { ownedFields, search, DATE_TIME, translations, textAndImageFields } from './shared-fields.ts'

const TWO = Type.String({ pattern: '^\\d\\d$' })
const DETAILS = Type.Object({
  year: Type.String({ pattern: '^\\d{4}$' }),
  month: TWO,
  day: TWO,
  hour: TWO,
  minutes: TWO,
  seconds: TWO,
})
const at = (column: string) => (row: Readonly<Record<string, unknown>>) => formatInZone(String(row[column]), 'UTC')
const parts = (column: string) => (row: Readonly<Record<string, unknown>>) => detailsOf(String(row[column]))

/** Digits are an id, other text is a slug. */
const idOrSlug: values.ValueType<number | string> = {
  schema: Type.Union([Type.Integer(), Type.String()]),
  parse: (value) => {
    const slug = values.plainText(1_000).parse(value)
    return slug instanceof FieldError || !/^\d+$/.test(slug) ? slug : values.integer(1).parse(slug)
  },
}
const flagFilter = (column: 'featured' | 'ticketed', description: string) =>
  filter({ [column]: param(values.boolean, description) }, ({ [column]: wanted }) =>
    wanted === undefined ? null : raw(wanted ? `o.${column}` : `not o.${column}`),
  )

export const events = defineResource({
  name: 'event',
  plural: 'events',
  table: 'events',
  texts: 'event_texts',
  title: 'title',
  access: 'owned',
  messages: { missing: 'There is no such event.', trashed: 'The event is in the trash.', locked: 'This event is protected by a password.' },
  fields: {
    ...ownedFields('event', 'events'),
    title: localizedText('Title of the event.', { required: true }),
    excerpt: localizedHtml('Summary, in HTML.'),
    ...textAndImageFields('events'),
    all_day: derived('Whether it lasts whole days.', values.boolean, Type.Boolean(), (row) => row['all_day'] === true, {
      defaultValue: false,
    }),
    start_date: derived('Start, in the zone of the event.', values.dateTime, DATE_TIME, at('starts_local'), { required: true }),
    start_date_details: computed('Parts of the start.', DETAILS, parts('starts_local')),
    end_date: derived('End, in the zone of the event.', values.dateTime, DATE_TIME, at('ends_local'), { required: true }),
    end_date_details: computed('Parts of the end.', DETAILS, parts('ends_local')),
    utc_start_date: computed('Start, in UTC.', DATE_TIME, at('starts_at')),
    utc_start_date_details: computed('Parts of the start in UTC.', DETAILS, parts('starts_at')),
    utc_end_date: computed('End, in UTC.', DATE_TIME, at('ends_at')),
    utc_end_date_details: computed('Parts of the end in UTC.', DETAILS, parts('ends_at')),
    timezone: derived('Zone of the event: an IANA name, or UTC±H.', values.timeZone, Type.String(), (row) => String(row['timezone'])),
    timezone_abbr: computed('Short name of the zone at the start.', Type.String(), zoneAbbreviation),
    cost: derived('Price, as people write it.', cost, Type.Union([Type.String(), Type.Null()]), (row) => row['cost'] as string | null),
    cost_details: computed('Price, taken apart.', COST_DETAILS, (row) => row['cost_details'] as CostDetails, { redactedValue: NO_COST }),
    website: urlField('Website.'),
    show_map: flagField('Whether a map is shown.', { defaultValue: true }),
    show_map_link: flagField('Whether a link to a map is shown.', { defaultValue: true }),
    hide_from_listings: flagField('Whether it is left out of lists.', { defaultValue: false }),
    sticky: flagField('Whether it is pinned.', { defaultValue: false }),
    featured: flagField('Whether it is featured.', { defaultValue: false }),
    ticketed: flagField('Whether it has tickets.', { defaultValue: false }),
    password: writeOnly('Word that opens the event to who may not edit it; never shown.', values.boundedText(200)),
    protected: computed('Whether a password is set.', Type.Boolean(), (row) => row['protected'] === true),
    post_parent: referenceField('Event that this one is part of.', 'event', 'post_parent', null),
    categories: linksField('Categories: ids, slugs or names.', {
      to: 'category',
      table: 'event_categories',
      by: ['id', 'slug', 'name'],
      create: 'name',
      order: 'name',
    }),
    tags: linksField('Tags: ids, slugs or names.', {
      to: 'tag',
      table: 'event_tags',
      by: ['id', 'slug', 'name'],
      create: 'name',
      order: 'name',
    }),
    venue: linksField('Venues: ids, or venues to create.', {
      to: 'venue',
      table: 'event_venues',
      by: ['id'],
      create: 'body',
      order: 'position',
    }),
    organizer: linksField('Organizers: ids, or organizers to create.', {
      to: 'organizer',
      table: 'event_organizers',
      by: ['id'],
      create: 'body',
      order: 'position',
    }),
    custom_fields: derived('Further values: text, numbers, booleans.', customFields, CUSTOM, (row) => row['custom_fields'] as Custom, {
      redactedValue: {},
    }),
    json_ld: computed('The event as schema.org describes one.', EVENT_LD, eventLd, { onlyIn: 'single' }),
  },
  columns: {
    starts_local: 'moment',
    ends_local: 'moment',
    timezone: 'value',
    zone_data: 'value',
    starts_at: 'moment',
    ends_at: 'moment',
    listed_from: 'moment',
    listed_to: 'moment',
    all_day: 'value',
    cost: 'value',
    cost_details: 'value',
    custom_fields: 'value',
    protected: 'value',
    password: 'secret',
    touched_at: 'moment',
  },
  auditedColumns: ['starts_local', 'ends_local', 'timezone', 'all_day', 'cost', 'custom_fields', 'protected'],
  searchFields: ['title', 'description', 'excerpt'],
  passwordProtection: {
    flagColumn: 'protected',
    digestColumn: 'password',
    hiddenFields: ['description', 'excerpt', 'image', 'cost', 'cost_details', 'website', 'venue', 'organizer', 'custom_fields'],
  },
  filters: {
    venue: linkFilter('venue', param(values.listOf(values.integer(1)), 'At any of these venues.', { names: { kind: 'venue' } })),
    organizer: linkFilter(
      'organizer',
      param(values.listOf(values.integer(1)), 'By any of these organizers.', { names: { kind: 'organizer' } }),
    ),
    tags: linkFilter('tags', param(values.listOf(idOrSlug), 'With any of these tags: ids or slugs.', { names: { kind: 'tag' } })),
    categories: linkFilter(
      'categories',
      param(values.listOf(idOrSlug), 'In any of these categories or below them: ids or slugs.', {
        names: { kind: 'category', descendants: 'parent_id' },
      }),
    ),
    dates,
    translations: translations('event_texts', sql`o.event_id`),
    search: search('event_texts', sql`o.event_id`, 'Every word of it occurs in title, description or excerpt.'),
    featured: flagFilter('featured', 'Featured, or not.'),
    ticketed: flagFilter('ticketed', 'With tickets, or without.'),
    post_parent: filter(
      { post_parent: param(values.integer(1), 'Parts of this event.', { names: { kind: 'event' } }) },
      ({ post_parent }) =>
        post_parent === undefined
          ? null
          : sql`o.event_id in (select e.id from events e where e.post_parent = any(${post_parent}::bigint[]))`,
    ),
    places,
  },
  sorts: {
    event_date: () => sql`o.starts_at`,
    date: () => sql`(select e.published_at from events e where e.id = o.event_id)`,
    modified: () => sql`(select e.modified_at from events e where e.id = o.event_id)`,
    title: (ctx) => sql`${localizedTextSql({ texts: 'event_texts' }, 'title', sql`o.event_id`, ctx)} collate "und-x-icu"`,
    id: () => sql`o.event_id`,
  },
  defaultSort: { by: 'event_date', direction: 'asc', isSelectable: true },
  listing: { table: 'occurrences', id: 'event_id', hidden: 'hide_from_listings', columns: LISTING_COLUMNS },
  formats: {
    list: {
      ics: 'text/calendar',
      rss: 'application/rss+xml',
      atom: 'application/atom+xml',
      json: 'application/feed+json',
      csv: 'text/csv',
    },
    read: { ics: 'text/calendar', jsonld: 'application/ld+json' },
  },
  deriveColumns: (given, stored, ctx) => {
    const times = deriveDates(given, stored, ctx)
    const columns = {
      ...times.columns,
      ...((!stored || given.cost !== undefined) && deriveCost(given.cost ?? null)),
      ...((!stored || given.custom_fields !== undefined) && { custom_fields: given.custom_fields ?? {} }),
      ...(given.password && { password: given.password }),
      ...(given.password === null && stored?.['protected'] === true && { password: null }),
    }
    return { columns, fieldErrors: times.fieldErrors }
  },
  listingStatements: (ids, kind) => [syncEventListing(ids, kind)],
})
export type Event = RecordOf<typeof events>
