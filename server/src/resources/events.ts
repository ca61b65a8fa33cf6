// Events: what the calendar is for. Time is in event-dates.ts, the dates of lists in event-filters.ts.
import Type from 'typebox'
import { links, localizedHtml, localizedText, settled, shown, url } from '../engine/fields.ts'
import { resource, type Shape } from '../engine/resource.ts'
import { shownIn } from '../kernel/moments.ts'
import { sql } from '../kernel/sql.ts'
import * as values from '../kernel/values.ts'
import { detailsOf, settleDates, zoneAbbreviation } from './event-dates.ts'
import { dates } from './event-filters.ts'
import { CARRIED, listEvents } from './event-listing.ts'
import { eventLd, JSON_LD } from './json-ld.ts'
import { record, STAMP, written } from './shared.ts'

const DETAILS = Type.Object({ year: Type.String(), month: Type.String(), day: Type.String(), hour: Type.String(), minutes: Type.String(), seconds: Type.String() })
const at = (column: string) => (row: Readonly<Record<string, unknown>>) => shownIn(String(row[column]), 'UTC')
const parts = (column: string) => (row: Readonly<Record<string, unknown>>) => detailsOf(String(row[column]))

export const events = resource({
  name: 'event',
  plural: 'events',
  table: 'events',
  texts: 'event_texts',
  title: 'title',
  access: 'owned',
  says: { plural: 'Events', missing: 'There is no such event.', trashed: 'The event is in the trash.' },
  fields: {
    ...record('event', 'events'),
    title: localizedText('Title of the event.', { required: true }),
    excerpt: localizedHtml('Summary, in HTML.'),
    ...written('events'),
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
    website: url('Website.'),
    categories: links('Categories: ids, slugs or names.', { to: 'category', table: 'event_categories', by: ['id', 'slug', 'name'], create: 'name', order: 'name' }),
    tags: links('Tags: ids, slugs or names.', { to: 'tag', table: 'event_tags', by: ['id', 'slug', 'name'], create: 'name', order: 'name' }),
    venue: links('Venues: ids, or venues to create.', { to: 'venue', table: 'event_venues', by: ['id'], create: 'body', order: 'position' }),
    organizer: links('Organizers: ids, or organizers to create.', { to: 'organizer', table: 'event_organizers', by: ['id'], create: 'body', order: 'position' }),
    json_ld: shown('The event as schema.org describes one.', JSON_LD, eventLd, { only: 'single' }),
  },
  columns: { starts_local: 'moment', ends_local: 'moment', timezone: 'value', zone_data: 'value', starts_at: 'moment', ends_at: 'moment', listed_from: 'moment', listed_to: 'moment' },
  logged: ['starts_local', 'ends_local', 'timezone'],
  searched: ['title', 'description', 'excerpt'],
  filters: { dates },
  orders: { event_date: () => sql`o.starts_at` },
  order: { by: 'event_date', way: 'asc', chosen: false },
  listing: { table: 'occurrences', id: 'event_id', carries: CARRIED },
  settle: settleDates,
  project: (ids, kind) => [listEvents(ids, kind)],
})
export type Event = Shape<typeof events>
