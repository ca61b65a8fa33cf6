// iCalendar (RFC 5545, 7986): one calendar with its events, whole and in the clock of each.
import type { Organizer } from '../../resources/organizers.ts'
import { foldLine, quoteParameter, escapeText } from './content-lines.ts'
import {
  formatDecimal,
  TEXT,
  toPlainText,
  formatVenues,
  coordinatesOf,
  termNames,
  eventUid,
  type Entry,
  type Feed,
  type Format,
} from './feed.ts'
import { stampText, TimeZones } from './icalendar-times.ts'

/** How often readers are asked to look again. */
const REFRESH = 'PT1H'

export const calendar: Format = {
  ending: 'ics',
  type: 'text/calendar; charset=utf-8',
  description: 'Returns all matching events as iCalendar, for calendar subscriptions.',
  schema: TEXT,
  open(feed) {
    const zones = new TimeZones(feed.ctx.now)
    return {
      begin: () => headOf(feed).map(foldLine).join(''),
      write: (entries) => zones.newBlocks(entries) + entries.map((entry) => eventOf(entry, feed, zones).map(foldLine).join('')).join(''),
      end: () => foldLine('END:VCALENDAR'),
    }
  },
}

const headOf = ({ name, source, ctx }: Feed): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Kalends//Events calendar//EN',
  'CALSCALE:GREGORIAN',
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
  `X-PUBLISHED-TTL:${REFRESH}`,
  `SOURCE;VALUE=URI:${source}`,
  `COLOR:${ctx.site.color}`,
]

const STATUS: Readonly<Record<string, string>> = { publish: 'CONFIRMED', private: 'CONFIRMED', trash: 'CANCELLED' }
function eventOf(entry: Entry, feed: Feed, zones: TimeZones): string[] {
  const [described, html, places, point, terms] = [
    toPlainText(entry),
    entry.description,
    formatVenues(entry),
    coordinatesOf(entry),
    termNames(entry),
  ]
  const changed = stampText(entry.revisedUtc)
  return [
    'BEGIN:VEVENT',
    `UID:${eventUid(feed, entry.id)}`,
    // Without a METHOD this is when the event was last revised (RFC 5545 3.8.7.2).
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${entry.revision}`,
    ...zones.lines(entry),
    `SUMMARY;LANGUAGE=${entry.language}:${escapeText(entry.title)}`,
    ...(described ? [`DESCRIPTION:${escapeText(described)}`] : []),
    ...(html ? [`X-ALT-DESC;FMTTYPE=text/html:${escapeText(html)}`] : []),
    ...(places ? [`LOCATION:${escapeText(places)}`] : []),
    ...(point ? [`GEO:${formatDecimal(point[0])};${formatDecimal(point[1])}`] : []),
    ...peopleOf(entry.organizer),
    ...(terms.length > 0 ? [`CATEGORIES:${terms.map(escapeText).join(',')}`] : []),
    `URL:${entry.url}`,
    ...(entry.image ? [`IMAGE;VALUE=URI;DISPLAY=BADGE:${entry.image.url}`] : []),
    `STATUS:${STATUS[entry.status] ?? 'TENTATIVE'}`,
    `CLASS:${entry.protected ? 'CONFIDENTIAL' : entry.status === 'publish' ? 'PUBLIC' : 'PRIVATE'}`,
    'END:VEVENT',
  ]
}
/** RFC 6068 allows `@`, `+` and `$` unencoded in an address; some readers do not decode them. */
const mailtoUri = (email: string): string => `mailto:${encodeURIComponent(email).replace(/%(?:40|2B|24)/g, decodeURIComponent)}`
/** One may be the organizer, and has an address to write to; the others can be asked. */
function peopleOf(organizers: readonly Organizer[]): string[] {
  const one = organizers.find(({ email }) => email)
  return organizers.map((each) =>
    each === one
      ? `ORGANIZER;CN=${quoteParameter(each.organizer)}:${mailtoUri(each.email ?? '')}`
      : `CONTACT:${escapeText([each.organizer, each.phone, each.email, each.website].filter(Boolean).join(', '))}`,
  )
}
