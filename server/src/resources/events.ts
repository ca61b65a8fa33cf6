// Events: what the calendar is for. Time is in event-dates.ts, money in cost.ts, the dates and places of lists in event-filters.ts.
import Type from 'typebox'
import { flag, links, localizedHtml, localizedText, reference, sent, settled, shown, url } from '../engine/definition/fields.ts'
import { filter, linked, param, resource, type Shape } from '../engine/definition/resource.ts'
import { shownText } from '../engine/texts/texts.ts'
import { shownIn } from '../kernel/time/date-times.ts'
import { Fault } from '../kernel/errors/problems.ts'
import { raw, sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { cost, COST_DETAILS, NO_COST, settleCost, type CostDetails } from './cost.ts'
import { CUSTOM, customFields, type Custom } from './custom-fields.ts'
import { detailsOf, settleDates, zoneAbbreviation } from './event-dates.ts'
import { dates, places } from './event-filters.ts'
import { LISTED, listEvents } from './event-listing.ts'
import { EVENT_LD, eventLd } from './json-ld.ts'
import { record, search, STAMP, translations, written } from './shared-fields.ts'

const TWO = Type.String({ pattern: '^\\d\\d$' })
const DETAILS = Type.Object({
  year: Type.String({ pattern: '^\\d{4}$' }),
  month: TWO,
  day: TWO,
  hour: TWO,
  minutes: TWO,
  seconds: TWO,
})
const at = (column: string) => (row: Readonly<Record<string, unknown>>) => shownIn(String(row[column]), 'UTC')
const parts = (column: string) => (row: Readonly<Record<string, unknown>>) => detailsOf(String(row[column]))

/** Digits are an id, other text is a slug. */
const idOrSlug: values.Sort<number | string> = {
  schema: Type.Union([Type.Integer(), Type.String()]),
  read: (value) => {
    const slug = values.plain(1_000).read(value)
    return slug instanceof Fault || !/^\d+$/.test(slug) ? slug : values.integer(1).read(slug)
  },
}
const flagFilter = (column: 'featured' | 'ticketed', description: string) =>
  filter({ [column]: param(values.boolean, description) }, ({ [column]: wanted }) =>
    wanted === undefined ? null : raw(wanted ? `o.${column}` : `not o.${column}`),
  )

export const events = resource({
  name: 'event',
  plural: 'events',
  table: 'events',
  texts: 'event_texts',
  title: 'title',
  access: 'owned',
  says: { missing: 'There is no such event.', trashed: 'The event is in the trash.', locked: 'This event is protected by a password.' },
  fields: {
    ...record('event', 'events'),
    title: localizedText('Title of the event.', { required: true }),
    excerpt: localizedHtml('Summary, in HTML.'),
    ...written('events'),
    all_day: settled('Whether it lasts whole days.', values.boolean, Type.Boolean(), (row) => row['all_day'] === true, { initial: false }),
    start_date: settled('Start, in the zone of the event.', values.moment, STAMP, at('starts_local'), { required: true }),
    start_date_details: shown('Parts of the start.', DETAILS, parts('starts_local')),
    end_date: settled('End, in the zone of the event.', values.moment, STAMP, at('ends_local'), { required: true }),
    end_date_details: shown('Parts of the end.', DETAILS, parts('ends_local')),
    utc_start_date: shown('Start, in UTC.', STAMP, at('starts_at')),
    utc_start_date_details: shown('Parts of the start in UTC.', DETAILS, parts('starts_at')),
    utc_end_date: shown('End, in UTC.', STAMP, at('ends_at')),
    utc_end_date_details: shown('Parts of the end in UTC.', DETAILS, parts('ends_at')),
    timezone: settled('Zone of the event: an IANA name, or UTC±H.', values.zone, Type.String(), (row) => String(row['timezone'])),
    timezone_abbr: shown('Short name of the zone at the start.', Type.String(), zoneAbbreviation),
    cost: settled('Price, as people write it.', cost, Type.Union([Type.String(), Type.Null()]), (row) => row['cost'] as string | null),
    cost_details: shown('Price, taken apart.', COST_DETAILS, (row) => row['cost_details'] as CostDetails, { empty: NO_COST }),
    website: url('Website.'),
    show_map: flag('Whether a map is shown.', { initial: true }),
    show_map_link: flag('Whether a link to a map is shown.', { initial: true }),
    hide_from_listings: flag('Whether it is left out of lists.', { initial: false }),
    sticky: flag('Whether it is pinned.', { initial: false }),
    featured: flag('Whether it is featured.', { initial: false }),
    ticketed: flag('Whether it has tickets.', { initial: false }),
    password: sent('Word that opens the event to who may not edit it; never shown.', values.text(200)),
    protected: shown('Whether a password is set.', Type.Boolean(), (row) => row['protected'] === true),
    post_parent: reference('Event that this one is part of.', 'event', 'post_parent', null),
    categories: links('Categories: ids, slugs or names.', {
      to: 'category',
      table: 'event_categories',
      by: ['id', 'slug', 'name'],
      create: 'name',
      order: 'name',
    }),
    tags: links('Tags: ids, slugs or names.', {
      to: 'tag',
      table: 'event_tags',
      by: ['id', 'slug', 'name'],
      create: 'name',
      order: 'name',
    }),
    venue: links('Venues: ids, or venues to create.', {
      to: 'venue',
      table: 'event_venues',
      by: ['id'],
      create: 'body',
      order: 'position',
    }),
    organizer: links('Organizers: ids, or organizers to create.', {
      to: 'organizer',
      table: 'event_organizers',
      by: ['id'],
      create: 'body',
      order: 'position',
    }),
    custom_fields: settled('Further values: text, numbers, booleans.', customFields, CUSTOM, (row) => row['custom_fields'] as Custom, {
      empty: {},
    }),
    json_ld: shown('The event as schema.org describes one.', EVENT_LD, eventLd, { only: 'single' }),
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
  logged: ['starts_local', 'ends_local', 'timezone', 'all_day', 'cost', 'custom_fields', 'protected'],
  searched: ['title', 'description', 'excerpt'],
  guard: {
    by: 'protected',
    secret: 'password',
    hides: ['description', 'excerpt', 'image', 'cost', 'cost_details', 'website', 'venue', 'organizer', 'custom_fields'],
  },
  filters: {
    venue: linked('venue', param(values.listOf(values.integer(1)), 'At any of these venues.', { names: { kind: 'venue' } })),
    organizer: linked(
      'organizer',
      param(values.listOf(values.integer(1)), 'By any of these organizers.', { names: { kind: 'organizer' } }),
    ),
    tags: linked('tags', param(values.listOf(idOrSlug), 'With any of these tags: ids or slugs.', { names: { kind: 'tag' } })),
    categories: linked(
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
  orders: {
    event_date: () => sql`o.starts_at`,
    date: () => sql`(select e.published_at from events e where e.id = o.event_id)`,
    modified: () => sql`(select e.modified_at from events e where e.id = o.event_id)`,
    title: (ask) => sql`${shownText({ texts: 'event_texts' }, 'title', sql`o.event_id`, ask)} collate "und-x-icu"`,
    id: () => sql`o.event_id`,
  },
  order: { by: 'event_date', way: 'asc', chosen: true },
  listing: { table: 'occurrences', id: 'event_id', hidden: 'hide_from_listings', carries: LISTED },
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
  settle: (given, stored, ask) => {
    const times = settleDates(given, stored, ask)
    const columns = {
      ...times.columns,
      ...((!stored || given.cost !== undefined) && settleCost(given.cost ?? null)),
      ...((!stored || given.custom_fields !== undefined) && { custom_fields: given.custom_fields ?? {} }),
      ...(given.password && { password: given.password }),
      ...(given.password === null && stored?.['protected'] === true && { password: null }),
    }
    return { columns, faults: times.faults }
  },
  project: (ids, kind) => [listEvents(ids, kind)],
})
export type Event = Shape<typeof events>
