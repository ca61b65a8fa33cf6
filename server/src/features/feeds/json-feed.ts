// Writes feeds in JSON Feed 1.1. Properties that the format does not define are in the extension `_event`.
import Type from 'typebox'
import { EVENT_STATUS } from '../../resources/event-status.ts'
import { URI, DATE_TIME, NULLABLE_DATE_TIME } from '../../resources/shared-fields.ts'
import {
  toIso,
  jsonItemWriter,
  leadParagraph,
  formatVenues,
  toPlainText,
  coordinatesOf,
  termNames,
  eventUid,
  type Entry,
  type Feed,
  type Format,
} from './feed.ts'

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()])
const ISO_DATE_TIME = Type.String({ format: 'date-time' })
const AUTHOR = Type.Object({ name: Type.String(), url: Type.Optional(Type.String()) })
const ITEM = Type.Object({
  id: Type.String(),
  url: URI,
  title: Type.String(),
  content_html: Type.String(),
  summary: Type.String(),
  date_published: ISO_DATE_TIME,
  date_modified: ISO_DATE_TIME,
  language: Type.String(),
  authors: Type.Array(AUTHOR),
  tags: Type.Array(Type.String()),
  external_url: Type.Optional(Type.String()),
  image: Type.Optional(URI),
  _event: Type.Object({
    id: Type.Integer(),
    rest_url: URI,
    start_date: DATE_TIME,
    end_date: NULLABLE_DATE_TIME,
    utc_start_date: DATE_TIME,
    utc_end_date: NULLABLE_DATE_TIME,
    timezone: Type.String(),
    all_day: Type.Boolean(),
    cost: NULLABLE_TEXT,
    location: NULLABLE_TEXT,
    geo: Type.Union([Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), Type.Null()]),
    status: Type.String(),
    featured: Type.Boolean(),
    protected: Type.Boolean(),
    event_status: EVENT_STATUS,
    event_status_reason: Type.String(),
    previous_start_date: NULLABLE_DATE_TIME,
    online_url: NULLABLE_TEXT,
    attendance: NULLABLE_TEXT,
    availability: NULLABLE_TEXT,
  }),
})
const JSON_FEED = Type.Object({
  version: Type.String({ enum: ['https://jsonfeed.org/version/1.1'] }),
  title: Type.String(),
  home_page_url: URI,
  feed_url: URI,
  language: Type.String(),
  items: Type.Array(ITEM),
})

export const jsonFeed: Format = {
  ending: 'json',
  type: 'application/feed+json; charset=utf-8',
  description: 'Returns all matching events as JSON Feed 1.1.',
  schema: JSON_FEED,
  open: (feed) => jsonItemWriter(`${JSON.stringify(feedHeader(feed)).slice(0, -1)},"items":[`, ']}', (entry) => feedItem(entry, feed)),
}
const feedHeader = ({ name, home, source, ctx }: Feed) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: name,
  home_page_url: home,
  feed_url: source,
  language: ctx.language,
})

const feedItem = (entry: Entry, feed: Feed) => ({
  id: `urn:uuid:${eventUid(feed, entry.id)}`,
  url: entry.url,
  title: entry.titleWithStatus,
  content_html: leadParagraph(entry, feed) + (entry.description || entry.excerpt),
  summary: toPlainText(entry),
  date_published: toIso(entry.date_utc),
  date_modified: toIso(entry.revisedUtc),
  language: entry.language,
  authors: entry.organizer.map(({ organizer, website }) => ({ name: organizer, ...(website && { url: website }) })),
  tags: termNames(entry),
  ...(entry.website && { external_url: entry.website }),
  ...(entry.image && { image: entry.image.url }),
  _event: {
    id: entry.id,
    rest_url: entry.rest_url,
    start_date: entry.start_date,
    end_date: entry.end_date,
    utc_start_date: entry.utc_start_date,
    utc_end_date: entry.utc_end_date,
    timezone: entry.timezone,
    all_day: entry.all_day,
    cost: entry.cost,
    location: formatVenues(entry) || null,
    geo: coordinatesOf(entry),
    status: entry.status,
    featured: entry.featured,
    protected: entry.protected,
    event_status: entry.event_status,
    event_status_reason: entry.event_status_reason,
    previous_start_date: entry.previous_start_date,
    online_url: entry.online_url,
    attendance: entry.attendance,
    availability: entry.availability,
  },
})
