// Writes feeds in Atom (RFC 4287), with dates and venues in the elements of the RSS event module.
import {
  formatDecimal,
  TEXT,
  toIso,
  leadParagraph,
  escapeMarkup,
  formatVenues,
  toPlainText,
  coordinatesOf,
  termNames,
  eventUid,
  type Entry,
  type Feed,
  type Format,
} from './feed.ts'

export const atom: Format = {
  ending: 'atom',
  type: 'application/atom+xml; charset=utf-8',
  description: 'Returns all matching events as Atom.',
  schema: TEXT,
  open: (feed) => ({
    begin: () => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:georss="http://www.georss.org/georss" xml:lang="${feed.ctx.language}">
<id>${escapeMarkup(feed.source)}</id>
<title>${escapeMarkup(feed.name)}</title>
<updated>${feed.updated.toString({ fractionalSecondDigits: 0 })}</updated>
<author><name>${escapeMarkup(feed.name)}</name></author>
<generator>Kalends</generator>
<link rel="self" type="application/atom+xml" href="${escapeMarkup(feed.source)}"/>
<link rel="alternate" type="application/json" href="${escapeMarkup(feed.home)}"/>
`,
    write: (entries) => entries.map((entry) => atomEntry(entry, feed)).join(''),
    end: () => '</feed>\n',
  }),
}

function atomEntry(entry: Entry, feed: Feed): string {
  const [summary, coordinates] = [toPlainText(entry), coordinatesOf(entry)]
  const parts = [
    `<entry xml:lang="${entry.language}">`,
    `<id>urn:uuid:${eventUid(feed, entry.id)}</id>`,
    `<title>${escapeMarkup(entry.titleWithStatus)}</title>`,
    `<updated>${toIso(entry.revisedUtc)}</updated>`,
    `<published>${toIso(entry.date_utc)}</published>`,
    `<link rel="alternate" href="${escapeMarkup(entry.url)}"/>`,
    ...(entry.website ? [`<link rel="related" href="${escapeMarkup(entry.website)}"/>`] : []),
    ...(entry.image ? [`<link rel="enclosure" href="${escapeMarkup(entry.image.url)}"/>`] : []),
    ...entry.organizer.map(atomAuthor),
    ...termNames(entry).map((name) => `<category term="${escapeMarkup(name)}"/>`),
    ...(summary ? [`<summary>${escapeMarkup(summary)}</summary>`] : []),
    `<content type="html">${escapeMarkup(leadParagraph(entry, feed) + (entry.description || entry.excerpt))}</content>`,
    `<ev:startdate>${toIso(entry.utc_start_date)}</ev:startdate>`,
    ...(entry.utc_end_date ? [`<ev:enddate>${toIso(entry.utc_end_date)}</ev:enddate>`] : []),
    ...(entry.venue.length > 0 ? [`<ev:location>${escapeMarkup(formatVenues(entry))}</ev:location>`] : []),
    ...(coordinates ? [`<georss:point>${coordinates.map(formatDecimal).join(' ')}</georss:point>`] : []),
    '</entry>\n',
  ]
  return parts.join('\n')
}
const atomAuthor = ({ organizer, website, email }: Entry['organizer'][number]): string =>
  `<author><name>${escapeMarkup(organizer)}</name>${website ? `<uri>${escapeMarkup(website)}</uri>` : ''}${email ? `<email>${escapeMarkup(email)}</email>` : ''}</author>`
