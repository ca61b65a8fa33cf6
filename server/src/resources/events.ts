// Declares events. Dates are in event-dates.ts, prices in cost.ts, and the filters by date in event-filters.ts.
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
import { filter, param, defineResource, type RecordOf } from '../engine/definition/resource.ts'
import { raw, sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { cost, COST_DETAILS, NO_COST, deriveCost, type CostDetails } from './cost.ts'
import { CUSTOM, customFields, type Custom } from './custom-fields.ts'
import { dateFields } from './event-date-fields.ts'
import { deriveDates, zoneAbbreviation } from './event-dates.ts'
import { dates } from './event-filters.ts'
import { seriesFilters } from './event-series-filters.ts'
import { linkFilters } from './event-link-filters.ts'
import { EVENT_LISTING } from './event-listing.ts'
import { deriveRecurrence, rejectRecurrence } from './event-recurrence.ts'
import { attendanceField, deriveStatus, onlineFields, statusFields, statusFilters } from './event-status.ts'
import { EVENT_LD, eventLd } from './json-ld.ts'
import { deriveHours, eventRun, hasHours, hoursFields } from './opening-hours-fields.ts'
import { openingFilter } from './opening-hours-filter.ts'
import { recurrenceFields, seriesSummaryFields } from './recurrence-fields.ts'
import { originField, ownedFields, textAndImageFields } from './shared-fields.ts'
import { distanceSort, located, nearby } from './place-filters.ts'
import { externalIdFilter, search, translations } from './shared-filters.ts'
import { authorFilter, listFilters } from './list-filters.ts'
import { eventTitleSort, idSort, momentSort, publicationSort } from './list-sorts.ts'

const flagFilter = (column: 'featured' | 'ticketed', description: string) =>
  filter(
    { [column]: param(values.boolean, description) },
    ({ [column]: value }) => (value === undefined ? null : raw(value ? `o.${column}` : `not o.${column}`)),
    { feed: { columns: [column], matches: ({ [column]: value }, state) => state[column] === value } },
  )

export const events = defineResource({
  name: 'event',
  plural: 'events',
  table: 'events',
  texts: 'event_texts',
  title: 'title',
  access: 'owned',
  messages: {
    missing: 'The event was not found.',
    trashed: 'The event is in the trash.',
    locked: 'This event is protected by a password.',
    removedDate: 'The series no longer has this date.',
  },
  fields: {
    ...ownedFields('event', 'events'),
    title: localizedText('Title of the event.', { required: true }),
    excerpt: localizedHtml('Excerpt as HTML.'),
    ...textAndImageFields('events', ['title', 'excerpt', 'description', 'event_status_reason']),
    all_day: derived(
      'Whether the event lasts all day.',
      { input: values.boolean, output: Type.Boolean() },
      (row) => row['all_day'] === true,
      {
        defaultValue: false,
      },
    ),
    ...dateFields,
    timezone: derived(
      'Time zone of the event: an IANA name or `UTC±H`. Default: the time zone of the site.',
      { input: values.timeZone, output: Type.String() },
      (row) => String(row['timezone']),
    ),
    timezone_abbr: computed('Abbreviation of the time zone at the start of the event.', Type.String(), zoneAbbreviation),
    ...hoursFields(eventRun),
    ...recurrenceFields,
    cost: derived(
      'Price as text, such as `€10 - €25` or `Free`.',
      { input: cost, output: Type.Union([Type.String(), Type.Null()]) },
      (row) => row['cost'] as string | null,
    ),
    cost_details: computed('Currency and values parsed from the price.', COST_DETAILS, (row) => row['cost_details'] as CostDetails, {
      redactedValue: NO_COST,
    }),
    website: urlField('Website URL.'),
    ...statusFields,
    ...onlineFields,
    show_map: flagField('Whether to show a map.', { defaultValue: true }),
    show_map_link: flagField('Whether to show a link to a map.', { defaultValue: true }),
    hide_from_listings: flagField('Whether the event is excluded from lists.', { defaultValue: false }),
    sticky: flagField('Whether the event is pinned.', { defaultValue: false }),
    featured: flagField('Whether the event is featured.', { defaultValue: false }),
    ticketed: flagField('Whether the event has tickets.', { defaultValue: false }),
    password: writeOnly('Password that protects the event. It is never returned.', values.boundedText(200)),
    protected: computed('Whether the event is protected by a password.', Type.Boolean(), (row) => row['protected'] === true),
    post_parent: referenceField('ID of the parent event.', 'event', 'post_parent', null),
    categories: linksField(
      'Categories, by ID, slug or name. An unknown name creates a category if the caller is allowed to create categories.',
      {
        to: 'category',
        table: 'event_categories',
        by: ['id', 'slug', 'name'],
        create: 'name',
        order: 'name',
        isCounted: true,
      },
    ),
    tags: linksField('Tags, by ID, slug or name. An unknown name creates a tag if the caller is allowed to create tags.', {
      to: 'tag',
      table: 'event_tags',
      by: ['id', 'slug', 'name'],
      create: 'name',
      order: 'name',
      isCounted: true,
    }),
    venue: linksField(
      'Venues, as IDs or as objects that describe venues. The server links a matching venue, or creates a venue if none matches. Set `create` to `true` in the object to always create a venue.',
      {
        to: 'venue',
        table: 'event_venues',
        by: ['id'],
        create: 'body',
        order: 'position',
      },
    ),
    organizer: linksField(
      'Organizers, as IDs or as objects that describe organizers. The server links a matching organizer, or creates an organizer if none matches. Set `create` to `true` in the object to always create an organizer.',
      {
        to: 'organizer',
        table: 'event_organizers',
        by: ['id'],
        create: 'body',
        order: 'position',
      },
    ),
    attendance: attendanceField,
    custom_fields: derived(
      'Custom fields: a flat object of strings, numbers and booleans.',
      { input: customFields, output: CUSTOM },
      (row) => row['custom_fields'] as Custom,
      {
        redactedValue: {},
      },
    ),
    ...seriesSummaryFields,
    origin: originField,
    json_ld: computed('The event as JSON-LD in the schema.org vocabulary.', EVENT_LD, eventLd, { onlyIn: 'single' }),
  },
  columns: {
    starts_local: 'moment',
    ends_local: 'moment',
    timezone: 'value',
    zone_data: 'value',
    starts_at: 'moment',
    ends_at: 'moment',
    listing_starts_at: 'moment',
    listing_ends_at: 'moment',
    all_day: 'value',
    previous_starts_at: 'moment',
    cost: 'value',
    cost_details: 'value',
    custom_fields: 'value',
    hours: 'value',
    protected: 'value',
    password: 'secret',
    touched_at: 'moment',
    recurrence: 'value',
    expanded_until: 'moment',
    series_id: 'value',
    original_start: 'moment',
    own_version: 'value',
    own_status: 'value',
    overrides: 'value',
  },
  auditedColumns: [
    ...'starts_local ends_local timezone all_day starts_at ends_at listing_starts_at listing_ends_at previous_starts_at'.split(' '),
    ...'cost cost_details custom_fields hours protected recurrence overrides own_status'.split(' '),
  ],
  searchFields: ['title', 'description', 'excerpt'],
  passwordProtection: {
    flagColumn: 'protected',
    digestColumn: 'password',
    hiddenFields: [
      'description',
      'excerpt',
      'image',
      'cost',
      'cost_details',
      'website',
      'event_status_reason',
      'online_url',
      'attendance',
      'venue',
      'organizer',
      'custom_fields',
      'hours',
      'hours_text',
      'overrides',
    ],
  },
  filters: {
    ...linkFilters,
    dates,
    opening: openingFilter,
    external_id: externalIdFilter('event', sql`o.record_id`),
    ...listFilters(sql`o.id`, sql`coalesce(o.series_id, 0)`),
    ...seriesFilters,
    author: authorFilter,
    translations: translations('event_texts', sql`o.record_id`),
    search: search(
      'event_texts',
      sql`o.record_id`,
      'Searches the title, description and excerpt. A record matches only if it contains all search terms.',
    ),
    featured: flagFilter('featured', 'If `true`, returns only featured events. If `false`, returns only events that are not featured.'),
    ticketed: flagFilter('ticketed', 'If `true`, returns only events with tickets. If `false`, returns only events without tickets.'),
    post_parent: filter(
      { post_parent: param(values.integer(1), 'Returns only children of this event.', { names: { kind: 'event' } }) },
      ({ post_parent }) =>
        post_parent === undefined
          ? null
          : sql`o.record_id in (select e.id from events e where e.post_parent = any(${post_parent}::bigint[]))`,
    ),
    located,
    nearby,
    ...statusFilters,
  },
  sorts: {
    event_date: momentSort('listing_starts_at', 'starts_at'),
    date: publicationSort,
    modified: momentSort('modified_at'),
    title: eventTitleSort,
    id: idSort('id'),
    distance: distanceSort,
  },
  defaultSort: { by: 'event_date', direction: 'asc' },
  listing: EVENT_LISTING,
  facets: {
    fields: ['categories', 'tags', 'venue'],
    countsTable: 'facet_counts',
    description:
      'Also returns how many events of the list each category, tag, venue or month has. A facet ignores the filter of the same name.',
  },
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
    const hours = deriveHours(given.hours, stored, ctx)
    const isSeries = (given.recurrence === undefined ? (stored?.['recurrence'] ?? null) : given.recurrence) !== null
    const times = deriveDates({ ...given, isSeries, hasHours: hasHours(hours, stored) }, stored, ctx)
    const recurrence = deriveRecurrence({ dates: times.columns, sent: given.recurrence, stored }, ctx)
    const status = deriveStatus(given.event_status, times.columns, stored)
    const columns = {
      ...times.columns,
      ...recurrence.columns,
      ...status.columns,
      ...hours.columns,
      ...((!stored || given.cost !== undefined) && deriveCost(given.cost ?? null)),
      ...((!stored || given.custom_fields !== undefined) && { custom_fields: given.custom_fields ?? {} }),
      ...(given.password && { password: given.password }),
      ...(given.password === null && stored?.['protected'] === true && { password: null }),
    }
    const both = hasHours(hours, stored) ? rejectRecurrence({ ...stored, ...recurrence.columns }, given.hours ? 'hours' : 'recurrence') : {}
    return {
      columns,
      fieldErrors: { ...status.fieldErrors, ...times.fieldErrors, ...recurrence.fieldErrors, ...hours.fieldErrors, ...both },
    }
  },
})
export type Event = RecordOf<typeof events>
