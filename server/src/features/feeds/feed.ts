// What every format is given: the calendar, and its events as the list shows them.
import { createHash } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import type { RequestContext, Params, StoredRow } from '../../engine/definition/kind.ts'
import { revisedAt } from '../../engine/read/revisions.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { htmlToPlainText } from '../../kernel/text/html.ts'
import { fromDatabase, formatDateTime, temporalZone, toLocal } from '../../kernel/time/date-times.ts'
import type { Category } from '../../resources/categories.ts'
import type { Event } from '../../resources/events.ts'
import type { Organizer } from '../../resources/organizers.ts'
import type { Tag } from '../../resources/tags.ts'
import type { Venue } from '../../resources/venues.ts'
import { endpoints } from './icalendar-times.ts'

export interface Feed {
  readonly ctx: RequestContext
  readonly name: string
  /** The address of the feed itself. */
  readonly source: string
  /** The list it is made from. */
  readonly home: string
  /** The last change of an event in it. */
  readonly updated: Temporal.Instant
  /** The calendar itself, under any address. */
  readonly identity: string
}
export interface Entry extends Omit<Event, 'venue' | 'organizer' | 'categories' | 'tags'> {
  readonly venue: readonly Venue[]
  readonly organizer: readonly Organizer[]
  readonly categories: readonly Category[]
  readonly tags: readonly Tag[]
  /** Time of the last change to anything that the entry shows, in UTC, in the format of dates in responses. */
  readonly revisedUtc: string
  /** Increases with `revised_utc` and with every version of the event. */
  readonly revision: number
}
/** Writes one answer: the beginning, events by the dozen, the end. */
export interface Writer {
  begin(): string
  write(entries: readonly Entry[]): string
  end(): string
}
export interface Format {
  /** The ending of its address. */
  readonly ending: string
  readonly type: string
  readonly description: string
  readonly schema: TSchema
  /** Parameters of its own, and the list that they ask for. */
  readonly params?: Params
  window?(given: Readonly<Record<string, unknown>>, ctx: RequestContext): Inputs
  open(feed: Feed, given: Readonly<Record<string, unknown>>): Writer
}
export const TEXT = Type.String()
/** A writer of a JSON list. */
export function jsonItems(begin: string, end: string, item: (entry: Entry) => unknown): Writer {
  let isFirst = true
  return {
    begin: () => begin,
    write: (entries) =>
      entries
        .map((entry) => {
          const between = isFirst ? '' : ','
          isFirst = false
          return between + JSON.stringify(item(entry))
        })
        .join(''),
    end: () => end,
  }
}

/** `row`: the row of the record. The revision is the sum of two numbers that never decrease, so it never decreases either. */
export function entryOf(record: Readonly<Record<string, unknown>>, row: StoredRow): Entry {
  const revised = revisedAt(row)
  const age = Math.floor((revised - fromDatabase(String(row['created_at'])).epochMilliseconds) / 1_000)
  return {
    ...(record as unknown as Omit<Entry, 'revision' | 'revised_utc'>),
    revisedUtc: formatDateTime(toLocal(Temporal.Instant.fromEpochMilliseconds(revised), 'UTC')),
    revision: Number(row['version']) - 1 + Math.max(0, age),
  }
}

/** A name for ever: of the calendar's own and the number in it (RFC 9562, version 5). Neither title nor address is in it. */
export function uidOf({ identity }: Feed, id: number): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(identity.replaceAll('-', ''), 'hex'))
    .update(`event ${id}`)
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

const joined = (parts: readonly (string | null)[], between: string): string => parts.filter(Boolean).join(between)
export const placeOf = ({ venue, address, zip, city, stateprovince, country }: Venue): string =>
  joined([venue, address, joined([zip, city], ' '), stateprovince, country], ', ')
export const placesOf = ({ venue }: Entry): string => venue.map(placeOf).join('; ')
export const pointOf = ({ venue }: Entry): readonly [lat: number, lng: number] | null => {
  const found = venue.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null)
  return found && found.geo_lat !== null && found.geo_lng !== null ? [found.geo_lat, found.geo_lng] : null
}
/** Digits only: no exponent. */
export const decimal = (degrees: number): string =>
  String(degrees).includes('e') ? degrees.toFixed(12).replace(/\.?0+$/, '') : String(degrees)
export const termsOf = ({ categories, tags }: Pick<Entry, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name)
export const plainText = ({ description, excerpt }: Entry): string => htmlToPlainText(description || excerpt)

const formats = new Map<string, Intl.DateTimeFormat>()
/** When it happens, for people, in the language asked for and the clock of the event. */
export function formatWhen(entry: Entry, { ctx }: Feed): string {
  const key = `${ctx.language} ${entry.timezone} ${entry.all_day}`
  const format = formats.get(key) ?? formatOf(ctx.language, entry.timezone, entry.all_day)
  if (formats.size >= 1_000) formats.clear()
  formats.set(key, format)
  const { start, end } = endpoints(entry)
  return format.formatRange(start.epochMilliseconds, end.epochMilliseconds)
}
const formatOf = (language: string, zone: string, all_day: boolean): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    ...(!all_day && { timeStyle: 'short' }),
    timeZone: temporalZone(zone),
  })
/** A paragraph that says when and where, before the text: readers of feeds know nothing of events. */
export const leadParagraph = (entry: Entry, feed: Feed): string =>
  `<p>${markup(joined([formatWhen(entry, feed), entry.all_day ? null : entry.timezone_abbr, placesOf(entry)], ' · '))}</p>`

// oxlint-disable-next-line no-control-regex -- these are what XML cannot carry
const INVALID_XML_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as it stands in HTML and XML. */
export const markup = (value: string): string => value.replace(INVALID_XML_CHARACTERS, '').replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** `2031-05-06T07:08:09Z`, from a shown date in UTC. */
export const isoOf = (shown: string): string => `${shown.replace(' ', 'T')}Z`
