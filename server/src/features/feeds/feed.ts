// Types that all feed formats share, and formatting of event details for them.
import { createHash } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import type { Kind, RequestContext, Params, StoredRow } from '../../engine/definition/kind.ts'
import type { ListRequest } from '../../engine/list/list-query.ts'
import { revisedAt } from '../../engine/read/revisions.ts'
import { memoize } from '../../kernel/cache/memoize.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { htmlToPlainText } from '../../kernel/text/html.ts'
import { translator } from '../../kernel/text/messages.ts'
import { fromDatabase, formatDateTime, temporalZone, toLocal } from '../../kernel/time/date-times.ts'
import type { Category } from '../../resources/categories.ts'
import type { EventStatus } from '../../resources/event-status.ts'
import type { Event } from '../../resources/events.ts'
import type { Organizer } from '../../resources/organizers.ts'
import type { Tag } from '../../resources/tags.ts'
import type { Venue } from '../../resources/venues.ts'
import { endpoints } from './icalendar-times.ts'

/** The events of a feed: a parsed list request. */
export interface FeedQuery {
  readonly kind: Kind
  readonly request: ListRequest
  readonly ctx: RequestContext
  /** Whether the client requested one page. Otherwise the feed contains all matching events. */
  readonly isPage: boolean
}
export interface Feed {
  readonly ctx: RequestContext
  readonly name: string
  /** URL of the feed. */
  readonly source: string
  /** URL of the list with the same events. */
  readonly home: string
  /** Time of the last change to an event of the feed. */
  readonly updated: Temporal.Instant
  /** UUID of the calendar. It does not depend on the URL of the server. */
  readonly calendarId: string
  /** The first date of the series in the feed; null if it has none. */
  readonly earliestSeries: Temporal.Instant | null
}
export interface Entry extends Omit<Event, 'venue' | 'organizer' | 'categories' | 'tags'> {
  readonly venue: readonly Venue[]
  readonly organizer: readonly Organizer[]
  readonly categories: readonly Category[]
  readonly tags: readonly Tag[]
  /** The title, with a prefix in the language of the request if the event does not take place as announced. */
  readonly titleWithStatus: string
  /** Time of the last change to anything that the entry shows, in UTC, in the format of dates in responses. */
  readonly revisedUtc: string
  /** Increases with `revisedUtc` and with every version of the event. */
  readonly revision: number
  /** Set if iCalendar writes the event as a part of a series, or as an open day of an event. */
  readonly inSeries?: InSeries
}
/** A VEVENT whose UID begins with that of another event: a recurrence, a date with a RECURRENCE-ID, or an open day. */
export interface InSeries {
  readonly seriesId: number
  /** Follows the UID of the series, or of the event with opening hours. */
  readonly suffix: string
  readonly lines: readonly string[]
  /** Whether the lines have all dates of the event. Otherwise its own dates follow. */
  readonly isRecurrence: boolean
  /** The zone that the lines refer to, and the first date; null if they refer to none. */
  readonly zone: { readonly name: string; readonly from: Temporal.Instant } | null
}
/** Writes one response: the beginning, batches of events, the end. */
export interface Writer {
  begin(): string
  write(entries: readonly Entry[]): string
  end(): string
}
export interface Format {
  /** Extension of the URL path, such as `ics`. */
  readonly ending: string
  readonly type: string
  readonly description: string
  readonly schema: TSchema
  /** Parameters that only this format has. */
  readonly params?: Params
  /** Converts the parameters of the format to filters of the list. */
  window?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Inputs
  /** Whether a series is written as a whole and not as single dates. */
  writesSeries?(values: Readonly<Record<string, unknown>>): boolean
  /** Whether an event with opening hours is written as its open days. */
  writesOpenDays?(values: Readonly<Record<string, unknown>>): boolean
  open(feed: Feed, values: Readonly<Record<string, unknown>>): Writer
}
export const TEXT = Type.String()
/** Returns a writer of JSON items, separated by commas. */
export function jsonItemWriter(begin: string, end: string, item: (entry: Entry) => unknown): Writer {
  let isFirst = true
  return {
    begin: () => begin,
    write: (entries) =>
      entries
        .map((entry) => {
          const separator = isFirst ? '' : ','
          isFirst = false
          return separator + JSON.stringify(item(entry))
        })
        .join(''),
    end: () => end,
  }
}

/** `row` is the database row of the record. The revision is the sum of two numbers that never decrease, so it never decreases either. */
export function entryOf(record: Readonly<Record<string, unknown>>, row: StoredRow, { language }: Pick<RequestContext, 'language'>): Entry {
  const revised = revisedAt(row)
  const age = Math.floor((revised - fromDatabase(String(row['created_at'])).epochMilliseconds) / 1_000)
  const event = record as unknown as Omit<Entry, 'titleWithStatus' | 'revision' | 'revisedUtc'>
  return {
    ...event,
    titleWithStatus: titleWithStatus(event, language),
    revisedUtc: formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(revised), 'UTC')),
    revision: Number(row['version']) - 1 + Math.max(0, age),
  }
}

/** Titles of events that do not take place as announced. */
export const STATUS_TITLES: Readonly<Partial<Record<EventStatus, string>>> = {
  cancelled: 'Canceled: {title}',
  postponed: 'Postponed: {title}',
  moved_online: 'Online: {title}',
}
function titleWithStatus({ event_status: status, title }: Pick<Event, 'event_status' | 'title'>, language: string): string {
  const text = STATUS_TITLES[status]
  return text === undefined ? title : translator(language)(text, { title })
}

/** Returns a UUID (RFC 9562, version 5) that stays the same if the title of the event or the URL of the server changes. */
export function eventUid({ calendarId }: Feed, id: number): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(calendarId.replaceAll('-', ''), 'hex'))
    .update(`event ${id}`)
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

const joinPresent = (parts: readonly (string | null)[], separator: string): string => parts.filter(Boolean).join(separator)
const formatVenue = ({ venue, address, zip, city, stateprovince, country }: Venue): string =>
  joinPresent([venue, address, joinPresent([zip, city], ' '), stateprovince, country], ', ')
export const formatVenues = ({ venue }: Entry): string => venue.map(formatVenue).join('; ')
/** Returns the coordinates of the first venue that has them. */
export const coordinatesOf = ({ venue }: Entry): readonly [lat: number, lng: number] | null => {
  const found = venue.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null)
  return found && found.geo_lat !== null && found.geo_lng !== null ? [found.geo_lat, found.geo_lng] : null
}
/** Formats a number without an exponent. */
export const formatDecimal = (degrees: number): string =>
  String(degrees).includes('e') ? degrees.toFixed(12).replace(/\.?0+$/, '') : String(degrees)
export const termNames = ({ categories, tags }: Pick<Entry, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name)
export const toPlainText = ({ description, excerpt }: Entry): string => htmlToPlainText(description || excerpt)

/** Formats the dates of an event in the language of the request and in the time zone of the event. */
function formatWhen(entry: Entry, { ctx }: Feed): string {
  const format = dateFormat(`${ctx.language} ${entry.timezone} ${entry.all_day}`, ctx.language, entry.timezone, entry.all_day)
  const { start, end } = endpoints(entry)
  return end ? format.formatRange(start.epochMilliseconds, end.epochMilliseconds) : format.format(start.epochMilliseconds)
}
const dateFormat = memoize(
  1_000,
  (_key, language: string, zone: string, isAllDay: boolean) =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'full',
      ...(!isAllDay && { timeStyle: 'short' }),
      timeZone: temporalZone(zone),
    }),
)
/** Returns a paragraph with dates and venues. Feed readers have no fields for them, so it precedes the text. */
export const leadParagraph = (entry: Entry, feed: Feed): string =>
  `<p>${escapeMarkup(joinPresent([formatWhen(entry, feed), entry.all_day ? null : entry.timezone_abbr, formatVenues(entry)], ' · '))}</p>`

// oxlint-disable-next-line no-control-regex -- XML does not allow these characters
const INVALID_XML_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes text for HTML and XML. */
export const escapeMarkup = (value: string): string =>
  value.replace(INVALID_XML_CHARACTERS, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Converts a UTC date of a response to ISO 8601: `2031-05-06T07:08:09Z`. */
export const toIso = (utcDate: string): string => `${utcDate.replace(' ', 'T')}Z`
