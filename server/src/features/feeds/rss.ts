// RSS 2.0, with when and where also as its module for events says it.
import { TEXT, toIso, leadParagraph, escapeMarkup, formatVenues, termNames, eventUid, type Entry, type Feed, type Format } from './feed.ts'

export const rss: Format = {
  ending: 'rss',
  type: 'application/rss+xml; charset=utf-8',
  description: 'Returns all matching events as RSS 2.0.',
  schema: TEXT,
  open: (feed) => ({
    begin: () => `${HEAD}
<title>${escapeMarkup(feed.name)}</title>
<link>${escapeMarkup(feed.home)}</link>
<description>${escapeMarkup(feed.name)}</description>
<language>${feed.ctx.language}</language>
<lastBuildDate>${dateOf(feed.updated)}</lastBuildDate>
<ttl>60</ttl>
<generator>Kalends</generator>
<atom:link href="${escapeMarkup(feed.source)}" rel="self" type="application/rss+xml"/>
`,
    write: (entries) => entries.map((entry) => itemOf(entry, feed)).join(''),
    end: () => '</channel>\n</rss>\n',
  }),
}
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>`

const itemOf = (entry: Entry, feed: Feed): string => `<item>
<title>${escapeMarkup(entry.title)}</title>
<link>${escapeMarkup(entry.url)}</link>
<guid isPermaLink="false">urn:uuid:${eventUid(feed, entry.id)}</guid>
<pubDate>${dateOf(Temporal.Instant.from(toIso(entry.date_utc)))}</pubDate>
${termNames(entry)
  .map((name) => `<category>${escapeMarkup(name)}</category>\n`)
  .join('')}<description>${escapeMarkup(leadParagraph(entry, feed) + (entry.description || entry.excerpt))}</description>
<ev:startdate>${toIso(entry.utc_start_date)}</ev:startdate>
<ev:enddate>${toIso(entry.utc_end_date)}</ev:enddate>
${entry.venue.length > 0 ? `<ev:location>${escapeMarkup(formatVenues(entry))}</ev:location>\n` : ''}${entry.organizer
  .map(({ organizer }) => `<dc:creator>${escapeMarkup(organizer)}</dc:creator>\n`)
  .join('')}</item>
`
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number): string => String(n).padStart(2, '0')
/** As RFC 822 writes dates, with four digits of the year. */
const dateOf = (at: Temporal.Instant): string => {
  const { dayOfWeek, day, month, year, hour, minute, second } = at.toZonedDateTimeISO('UTC')
  return `${DAYS[dayOfWeek - 1]}, ${two(day)} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')} ${two(hour)}:${two(minute)}:${two(second)} +0000`
}
