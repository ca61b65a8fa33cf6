// Presents records of the API as the original presents them: its keys, its types, and its HTML.
import { slugify } from '../../kernel/text/slugify.ts'

export type Json = Readonly<Record<string, unknown>>
export type Plural = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
export interface Presentation {
  readonly siteUrl: string
  /** The URL of the dialect. */
  readonly base: string
  /** Methods that the caller may use on a single term, or null if the response has no links. */
  readonly allow: readonly string[] | null
  /** The numbers of events of categories and tags. */
  readonly counts: ReadonlyMap<number, number>
}
const pick = (record: Json, keys: string): Json => Object.fromEntries(keys.split(' ').map((key) => [key, record[key]]))

/** Titles and names are plain text in the calendar, and HTML in the dialect. */
const toHtml = (text: unknown, ampersand: string): string =>
  String(text).replaceAll('&', ampersand).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const BLOCK = /^<\/?(?:p|div|h[1-6]|[duo]l|li|d[td]|table|t[bfh]\w+|t[rdh]|blockquote|pre|fig\w+|hr|address|section|article)\b/i
/** Adds the paragraphs and line breaks that the original adds when it shows a description. */
const toParagraphs = (html: unknown): string =>
  String(html)
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replaceAll('\n', '<br />\n')}</p>`))
    .join('\n')
const encodeSlug = (slug: unknown): string => encodeURIComponent(String(slug)).replaceAll(/%\w\w/g, (code) => code.toLowerCase())

export function toDialectRecord(plural: Plural, record: Json, presentation: Presentation): Json {
  if (plural === 'categories' || plural === 'tags') return presentTerm(plural, record, presentation)
  return plural === 'events' ? presentEvent(record, presentation) : presentPlace(plural, record, presentation)
}

const POST_TYPES = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const
const NO_DATE = '0000-00-00 00:00:00'
const isWaiting = ({ status }: Json): boolean => status === 'draft' || status === 'pending'

/** The keys that all records with an author have. */
function ownedKeys(plural: keyof typeof POST_TYPES, record: Json, { siteUrl }: Presentation): Json {
  const { id, author, status, url, image } = record
  const slug = isWaiting(record) ? '' : encodeSlug(record['slug'])
  return {
    ...pick(record, 'id global_id global_id_lineage status date date_utc modified modified_utc'),
    ...(isWaiting(record) && { date_utc: NO_DATE }),
    ...(isWaiting(record) && record['modified'] === record['date'] && { modified_utc: NO_DATE }),
    author: String(author),
    url: status === 'publish' || status === 'private' ? url : `${siteUrl}/?post_type=${POST_TYPES[plural]}&p=${String(id)}`,
    description: toParagraphs(record['description']),
    slug: status === 'trash' ? `${slug}__trashed` : slug,
    image: image ? pick(image as Json, 'url id extension width height filesize sizes') : false,
    ...('json_ld' in record && { json_ld: record['json_ld'] }),
  }
}

const PLACE_KEYS = {
  venues: 'address city country province state zip phone website stateprovince geo_lat geo_lng',
  organizers: 'phone website email',
} as const
/** Venues and organizers leave out keys without a value. */
function presentPlace(plural: keyof typeof PLACE_KEYS, record: Json, presentation: Presentation): Json {
  const title = plural === 'venues' ? 'venue' : 'organizer'
  const all = { ...ownedKeys(plural, record, presentation), [title]: toHtml(record[title], '&#038;'), ...pick(record, PLACE_KEYS[plural]) }
  const set = Object.entries(all).filter(([, value]) => value !== null && value !== '' && value !== false)
  return { ...Object.fromEntries(set), ...(plural === 'venues' && pick(record, 'show_map show_map_link')) }
}

const DATES = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((key) => [key, `${key}_details`])
const EVENT_KEYS = 'all_day timezone timezone_abbr show_map show_map_link hide_from_listings sticky featured'
function presentEvent(event: Json, presentation: Presentation): Json {
  const own = ownedKeys('events', event, presentation)
  const nested = (key: string, plural: 'venues' | 'organizers') =>
    (event[key] as readonly Json[]).map((record) => presentPlace(plural, record, presentation))
  const terms = (plural: TermPlural) => (event[plural] as readonly Json[]).map((term) => presentNestedTerm(plural, term, presentation))
  const venues = nested('venue', 'venues')
  const custom = event['custom_fields'] as Json
  // The original returns the page of an event as its website until the event is edited.
  const isUnchanged = event['date_utc'] === event['modified_utc'] || event['status'] === 'trash'
  return {
    ...own,
    ...pick(event, EVENT_KEYS),
    // An event without a known end ends when it starts.
    ...Object.fromEntries(DATES.map((key) => [key, event[key] ?? event[key.replace('end', 'start')]])),
    rest_url: `${presentation.base}/events/${String(event['id'])}`,
    title: toHtml(event['title'], '&#038;'),
    excerpt: toParagraphs(event['excerpt']),
    ...presentCost(event),
    website: event['website'] ?? (isUnchanged ? own['url'] : ''),
    categories: terms('categories'),
    tags: terms('tags'),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: nested('organizer', 'organizers'),
    custom_fields: Object.keys(custom).length === 0 ? [] : custom,
  }
}

interface Details {
  readonly currency_symbol: string | null
  readonly currency_position: string | null
  readonly values: readonly string[]
}
/** A price of 0 is no price, and words are values too. */
function presentCost({ cost, cost_details: details }: Json): Json {
  const { currency_symbol, currency_position, values } = details as Details
  const shown = cost === null || cost === '0' ? '' : String(cost)
  const words = shown === '' ? [] : [slugify(shown)]
  return {
    cost: shown,
    cost_details: {
      currency_symbol: currency_symbol ?? '',
      currency_code: '',
      currency_position: currency_position ?? '',
      values: values.some((value) => value !== '0') ? values : words,
    },
  }
}

const TAXONOMIES = { categories: 'tribe_events_cat', tags: 'post_tag' } as const
export type TermPlural = keyof typeof TAXONOMIES
const termKeys = (plural: TermPlural, term: Json, { base }: Presentation): Json => ({
  ...pick(term, 'id description'),
  name: toHtml(term['name'], '&amp;'),
  slug: encodeSlug(term['slug']),
  taxonomy: TAXONOMIES[plural],
  urls: {
    self: `${base}/${plural}/${String(term['id'])}`,
    collection: `${base}/${plural}`,
    ...(Number(term['parent'] ?? 0) > 0 && { up: `${base}/${plural}/${String(term['parent'])}` }),
  },
})
const presentNestedTerm = (plural: TermPlural, term: Json, presentation: Presentation): Json => ({
  ...termKeys(plural, term, presentation),
  parent: term['parent'] ?? 0,
  count: presentation.counts.get(Number(term['id'])) ?? 0,
  term_group: 0,
  term_taxonomy_id: term['id'],
  filter: 'raw',
})
const presentTerm = (plural: TermPlural, term: Json, presentation: Presentation): Json => ({
  ...termKeys(plural, term, presentation),
  ...pick(term, plural === 'categories' ? 'count url parent' : 'count url'),
  meta: [],
  ...(presentation.allow && { _links: termLinks(plural, term, presentation.siteUrl, presentation.allow) }),
})
/** The links below `wp/v2` name the interface of WordPress itself, which this server does not have. */
function termLinks(plural: TermPlural, { id, parent }: Json, siteUrl: string, allow: readonly string[]): Json {
  const link = (path: string): { readonly href: string } => ({ href: `${siteUrl}/wp-json/wp/v2/${path}` })
  const own = plural === 'tags' ? 'tags' : TAXONOMIES.categories
  const types = [...(plural === 'tags' ? ['posts'] : []), 'tribe_events', 'tec_calendar_embed']
  return {
    self: [{ ...link(`${own}/${String(id)}`), targetHints: { allow } }],
    collection: [link(own)],
    about: [link(`taxonomies/${TAXONOMIES[plural]}`)],
    ...(Number(parent ?? 0) > 0 && { up: [{ embeddable: true, ...link(`${own}/${String(parent)}`) }] }),
    'wp:post_type': types.map((type) => link(`${type}?${own}=${String(id)}`)),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  }
}
