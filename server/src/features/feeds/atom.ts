// Atom (RFC 4287), with when and where also as the module for events says it.
import {
  decimal,
  TEXT,
  isoOf,
  leadParagraph,
  markup,
  placesOf,
  plainText,
  pointOf,
  termsOf,
  uidOf,
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
<id>${markup(feed.source)}</id>
<title>${markup(feed.name)}</title>
<updated>${feed.updated.toString({ fractionalSecondDigits: 0 })}</updated>
<author><name>${markup(feed.name)}</name></author>
<generator>Kalends</generator>
<link rel="self" type="application/atom+xml" href="${markup(feed.source)}"/>
<link rel="alternate" type="application/json" href="${markup(feed.home)}"/>
`,
    write: (entries) => entries.map((entry) => entryOf(entry, feed)).join(''),
    end: () => '</feed>\n',
  }),
}

function entryOf(entry: Entry, feed: Feed): string {
  const [summary, point] = [plainText(entry), pointOf(entry)]
  const parts = [
    `<entry xml:lang="${entry.language}">`,
    `<id>urn:uuid:${uidOf(feed, entry.id)}</id>`,
    `<title>${markup(entry.title)}</title>`,
    `<updated>${isoOf(entry.revisedUtc)}</updated>`,
    `<published>${isoOf(entry.date_utc)}</published>`,
    `<link rel="alternate" href="${markup(entry.url)}"/>`,
    ...(entry.website ? [`<link rel="related" href="${markup(entry.website)}"/>`] : []),
    ...(entry.image ? [`<link rel="enclosure" href="${markup(entry.image.url)}"/>`] : []),
    ...entry.organizer.map(personOf),
    ...termsOf(entry).map((name) => `<category term="${markup(name)}"/>`),
    ...(summary ? [`<summary>${markup(summary)}</summary>`] : []),
    `<content type="html">${markup(leadParagraph(entry, feed) + (entry.description || entry.excerpt))}</content>`,
    `<ev:startdate>${isoOf(entry.utc_start_date)}</ev:startdate>`,
    `<ev:enddate>${isoOf(entry.utc_end_date)}</ev:enddate>`,
    ...(entry.venue.length > 0 ? [`<ev:location>${markup(placesOf(entry))}</ev:location>`] : []),
    ...(point ? [`<georss:point>${point.map(decimal).join(' ')}</georss:point>`] : []),
    '</entry>\n',
  ]
  return parts.join('\n')
}
const personOf = ({ organizer, website, email }: Entry['organizer'][number]): string =>
  `<author><name>${markup(organizer)}</name>${website ? `<uri>${markup(website)}</uri>` : ''}${email ? `<email>${markup(email)}</email>` : ''}</author>`
