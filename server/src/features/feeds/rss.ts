// Writes feeds in RSS 2.0, with dates and venues in the elements of the RSS event module.
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
<lastBuildDate>${formatRfc822(feed.updated)}</lastBuildDate>
<ttl>60</ttl>
<generator>Kalends</generator>
<atom:link href="${escapeMarkup(feed.source)}" rel="self" type="application/rss+xml"/>
`,
    write: (entries) => entries.map((entry) => rssItem(entry, feed)).join(''),
    end: () => '</channel>\n</rss>\n',
  }),
}
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>`

const rssItem = (entry: Entry, feed: Feed): string => `<item>
<title>${escapeMarkup(entry.titleWithStatus)}</title>
<link>${escapeMarkup(entry.url)}</link>
<guid isPermaLink="false">urn:uuid:${eventUid(feed, entry.id)}</guid>
<pubDate>${formatRfc822(Temporal.Instant.from(toIso(entry.date_utc)))}</pubDate>
${termNames(entry)
  .map((name) => `<category>${escapeMarkup(name)}</category>\n`)
  .join('')}<description>${escapeMarkup(leadParagraph(entry, feed) + (entry.description || entry.excerpt))}</description>
<ev:startdate>${toIso(entry.utc_start_date)}</ev:startdate>
${entry.utc_end_date ? `<ev:enddate>${toIso(entry.utc_end_date)}</ev:enddate>\n` : ''}${entry.venue.length > 0 ? `<ev:location>${escapeMarkup(formatVenues(entry))}</ev:location>\n` : ''}${entry.organizer
  .map(({ organizer }) => `<dc:creator>${escapeMarkup(organizer)}</dc:creator>\n`)
  .join('')}</item>
`
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const pad2 = (n: number): string => String(n).padStart(2, '0')
/** Formats a date by RFC 822, with a year of four digits. */
const formatRfc822 = (at: Temporal.Instant): string => {
  const { dayOfWeek, day, month, year, hour, minute, second } = at.toZonedDateTimeISO('UTC')
  return `${DAYS[dayOfWeek - 1]}, ${pad2(day)} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')} ${pad2(hour)}:${pad2(minute)}:${pad2(second)} +0000`
}
