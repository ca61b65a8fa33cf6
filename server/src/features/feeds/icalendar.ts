// Writes feeds in iCalendar (RFC 5545, 7986).
import type { Organizer } from '../../resources/organizers.ts'
import { foldLine, quoteParameter, escapeText } from './content-lines.ts'
import {
  escapeMarkup,
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
import { param } from '../../engine/definition/resource.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { toBasicUtc, TimeZones } from './icalendar-times.ts'

/** Suggested interval between two requests of a subscribed calendar. */
const REFRESH = 'PT1H'

export const calendar: Format = {
  ending: 'ics',
  type: 'text/calendar; charset=utf-8',
  description: 'Returns all matching events as iCalendar, for calendar subscriptions.',
  schema: TEXT,
  params: {
    expand: param(
      values.boolean,
      'Whether each date of a series, and each open day of an event with opening hours, is an event of its own. Otherwise a series is one event with a recurrence.',
    ),
  },
  writesSeries: ({ expand }) => expand !== true,
  writesOpenDays: ({ expand }) => expand === true,
  open(feed) {
    const zones = new TimeZones(feed.ctx.now, feed.earliestSeries)
    return {
      begin: () => calendarHeader(feed).map(foldLine).join(''),
      write: (entries) =>
        blocksFor(entries, zones) + entries.map((entry) => eventLines(entry, feed, zones).map(foldLine).join('')).join(''),
      end: () => foldLine('END:VCALENDAR'),
    }
  },
}

/** Series come first, because the dates of a series may be earlier than those of the entries. */
const blocksFor = (entries: readonly Entry[], zones: TimeZones): string =>
  entries.map(({ inSeries }) => (inSeries?.zone ? zones.blockOf(inSeries.zone.name, inSeries.zone.from) : '')).join('') +
  zones.newBlocks(entries.filter(({ inSeries }) => inSeries?.isRecurrence !== true))

const calendarHeader = ({ name, source, ctx }: Feed): string[] => [
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

function statusOf({ status, event_status: eventStatus }: Entry): string {
  if (status === 'trash' || eventStatus === 'cancelled') return 'CANCELLED'
  const isPublished = status === 'publish' || status === 'private'
  return isPublished && eventStatus !== 'postponed' ? 'CONFIRMED' : 'TENTATIVE'
}
/** The opening hours come first. An event without a description has no HTML, because the plain text contains the hours. */
const htmlOf = ({ description, hours_text: hours }: Entry): string =>
  hours && description ? `<p>${escapeMarkup(hours)}</p>${description}` : description
const uidOf = ({ id, inSeries }: Entry, feed: Feed): string =>
  inSeries ? eventUid(feed, inSeries.seriesId) + inSeries.suffix : eventUid(feed, id)
function eventLines(entry: Entry, feed: Feed, zones: TimeZones): string[] {
  const [text, html, location, coordinates, terms] = [
    [entry.hours_text, toPlainText(entry)].filter(Boolean).join('\n\n'),
    htmlOf(entry),
    formatVenues(entry),
    coordinatesOf(entry),
    termNames(entry),
  ]
  const revised = toBasicUtc(entry.revisedUtc)
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(entry, feed)}`,
    // Without a METHOD, DTSTAMP is the time of the last revision (RFC 5545 3.8.7.2).
    `DTSTAMP:${revised}`,
    `LAST-MODIFIED:${revised}`,
    `SEQUENCE:${entry.revision}`,
    ...(entry.inSeries?.lines ?? []),
    ...(entry.inSeries?.isRecurrence ? [] : zones.lines(entry)),
    `SUMMARY;LANGUAGE=${entry.language}:${escapeText(entry.title)}`,
    ...(text ? [`DESCRIPTION:${escapeText(text)}`] : []),
    ...(html ? [`X-ALT-DESC;FMTTYPE=text/html:${escapeText(html)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(coordinates ? [`GEO:${coordinates.map(formatDecimal).join(';')}`] : []),
    ...organizerLines(entry.organizer),
    ...(terms.length > 0 ? [`CATEGORIES:${terms.map(escapeText).join(',')}`] : []),
    `URL:${(entry.event_status === 'moved_online' && entry.online_url) || entry.url}`,
    ...(entry.image ? [`IMAGE;VALUE=URI;DISPLAY=BADGE:${entry.image.url}`] : []),
    `STATUS:${statusOf(entry)}`,
    `CLASS:${entry.protected ? 'CONFIDENTIAL' : entry.status === 'publish' ? 'PUBLIC' : 'PRIVATE'}`,
    'END:VEVENT',
  ]
}
/** RFC 6068 allows `@`, `+` and `$` unencoded in an address; some readers do not decode them. */
const mailtoUri = (email: string): string => `mailto:${encodeURIComponent(email).replace(/%(?:40|2B|24)/g, decodeURIComponent)}`
/** An event has at most one ORGANIZER, which needs an email address. All other organizers become CONTACT. */
function organizerLines(organizers: readonly Organizer[]): string[] {
  const main = organizers.find(({ email }) => email)
  return organizers.map((each) =>
    each === main
      ? `ORGANIZER;CN=${quoteParameter(each.organizer)}:${mailtoUri(each.email ?? '')}`
      : `CONTACT:${escapeText([each.organizer, each.phone, each.email, each.website].filter(Boolean).join(', '))}`,
  )
}
