// Converts an event in JSON-LD, except for its times, to inputs of the API.
import { FieldError } from '../../../kernel/errors/problems.ts'
import { html } from '../../../kernel/text/markup.ts'
import * as values from '../../../kernel/validation/value-types.ts'
import { toHtml, toTerms } from '../icalendar/entry-fields.ts'
import { hasType, itemsOf, rawTextOf, termOf, lineOf, type Graph, type Node } from './nodes.ts'

export interface LdFields {
  readonly fields: Readonly<Record<string, unknown>>
  /** The names of its places, for comparisons. */
  readonly place: string
  readonly notes: readonly string[]
}
export interface LdContext {
  readonly graph: Graph
  /** The URL of the page, to which other URLs may be relative; null if the page is a file. */
  readonly pageUrl: string | null
}

const LINKS_MAX = 20
const NAME_MAX = 200
const textsIn = (value: unknown): string[] => itemsOf(value).filter((each) => typeof each === 'string')
const nameOf = (value: unknown): string => lineOf(value).slice(0, NAME_MAX).toWellFormed()
const STATUSES: Readonly<Record<string, string>> = {
  EventCancelled: 'cancelled',
  EventCanceled: 'cancelled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventMovedOnline: 'moved_online',
}
const AVAILABILITIES: Readonly<Record<string, string>> = {
  InStock: 'available',
  LimitedAvailability: 'few',
  SoldOut: 'sold_out',
  OutOfStock: 'sold_out',
}
const ATTENDANCES: Readonly<Record<string, string>> = {
  OfflineEventAttendanceMode: 'offline',
  OnlineEventAttendanceMode: 'online',
  MixedEventAttendanceMode: 'mixed',
}

export function readLdFields(node: Node, context: LdContext): LdFields {
  const { venues, onlineUrl } = readLocations(node, context)
  const { terms, notes } = toTerms(keywordsOf(node['keywords']))
  const offers = context.graph.nodesOf(node['offers'])
  const status = STATUSES[termOf(rawTextOf(node['eventStatus']))] ?? 'scheduled'
  return {
    fields: {
      title: nameOf(node['name']),
      description: descriptionOf(rawTextOf(node['description'])),
      venue: venues,
      organizer: organizersOf(node, context),
      tags: terms,
      website: urlOf(node['url'], context),
      online_url: onlineUrl,
      image: imageOf(node['image'], context),
      event_status: status,
      attendance: attendanceOf(node, { status, hasVenue: venues.length > 0, isOnline: onlineUrl !== null }),
      cost: costOf(offers),
      availability: offers.map((offer) => AVAILABILITIES[termOf(rawTextOf(offer['availability']))]).find(Boolean) ?? null,
    },
    place: venues.map(({ venue }) => String(venue)).join(', '),
    notes,
  }
}

/** HTML stays as it is, and is sanitized by the engine. A text of several lines becomes paragraphs. */
function descriptionOf(text: string): string | null {
  if (/&(?:#\d+|#x[\da-f]+|[a-z]\w{1,30});/i.test(text) || text === '') return text || null
  return text.includes('\n') ? toHtml(text) : /<[a-z][^<>]*>/i.test(text) ? text : html`${text}`.text
}

function urlOf(value: unknown, { pageUrl }: LdContext): string | null {
  const text = lineOf(value)
  const absolute = text !== '' && URL.canParse(text, pageUrl ?? undefined) ? new URL(text, pageUrl ?? undefined).href : ''
  return isValid(values.url, absolute) ? absolute : null
}
const isValid = (type: values.ValueType, value: unknown): boolean => value !== '' && !(type.parse(value) instanceof FieldError)
/** URLs as text, or objects with a URL. */
function imageOf(value: unknown, context: LdContext): string | null {
  const urls = [...textsIn(value), ...context.graph.nodesOf(value).map((node) => node['url'] ?? node['contentUrl'] ?? node['@id'])]
  return urls.map((url) => urlOf(url, context)).find((url) => url !== null) ?? null
}
/** One text with commas, or a list of texts or of defined terms. */
const keywordsOf = (value: unknown): string[] =>
  itemsOf(value).flatMap((each) => (typeof each === 'object' && each !== null ? [lineOf((each as Node)['name'])] : lineOf(each).split(',')))

/** Null if the calendar derives this attendance itself (contract 7.15), so that it follows later changes of venue and URL. */
function attendanceOf(node: Node, event: { status: string; hasVenue: boolean; isOnline: boolean }): string | null {
  const { status, hasVenue, isOnline } = event
  const derived = status === 'moved_online' || (isOnline && !hasVenue) ? 'online' : hasVenue ? (isOnline ? 'mixed' : 'offline') : null
  const shown = ATTENDANCES[termOf(rawTextOf(node['eventAttendanceMode']))] ?? null
  return shown === derived ? null : shown
}

type Venue = Readonly<Record<string, unknown>>
const VIRTUAL: ReadonlySet<string> = new Set(['VirtualLocation'])
function readLocations(node: Node, context: LdContext): { venues: readonly Venue[]; onlineUrl: string | null } {
  const nodes = context.graph.nodesOf(node['location'])
  const texts = textsIn(node['location'])
  const online = [
    ...nodes.filter((each) => hasType(each, VIRTUAL)).map(({ url }) => url),
    ...texts.filter((text) => isValid(values.url, text)),
  ]
  const names = texts.filter((text) => !isValid(values.url, text)).flatMap((text) => (nameOf(text) === '' ? [] : [{ venue: nameOf(text) }]))
  const places = nodes
    .filter((each) => !hasType(each, VIRTUAL))
    .map((place) => venueOf(place, context))
    .filter((venue) => venue !== null)
  return { venues: [...places, ...names].slice(0, LINKS_MAX), onlineUrl: online.map((url) => urlOf(url, context)).find(Boolean) ?? null }
}
/** A place without a name has the name of its street, or of its city. */
function venueOf(place: Node, { graph }: LdContext): Venue | null {
  const [postal = {}] = graph.nodesOf(place['address'])
  const address = lineOf(postal['streetAddress']) || lineOf(place['address'])
  const city = lineOf(postal['addressLocality'])
  const venue = nameOf(place['name']) || nameOf(address) || nameOf(city)
  const [country] = graph.nodesOf(postal['addressCountry'])
  const [geo = place] = graph.nodesOf(place['geo'])
  if (venue === '') return null
  return withValid({
    venue: [venue, values.plainText(NAME_MAX)],
    address: [address, LINE],
    city: [city, LINE],
    stateprovince: [lineOf(postal['addressRegion']), LINE],
    zip: [lineOf(postal['postalCode']), LINE],
    country: [country ? lineOf(country['name']) : lineOf(postal['addressCountry']), LINE],
    geo_lat: [rawTextOf(geo['latitude']), values.decimal(-90, 90)],
    geo_lng: [rawTextOf(geo['longitude']), values.decimal(-180, 180)],
    website: [rawTextOf(place['url']), values.url],
    phone: [lineOf(place['telephone']), LINE],
  })
}
const LINE = values.plainText(1_000)
/** Values that the API would refuse are left out. */
const withValid = (sent: Readonly<Record<string, readonly [value: string, type: values.ValueType]>>): Venue =>
  Object.fromEntries(Object.entries(sent).flatMap(([name, [value, type]]) => (isValid(type, value) ? [[name, value]] : [])))

const PERSON: ReadonlySet<string> = new Set(['Person'])
/** The email address of a person is not published. */
const organizersOf = (node: Node, { graph }: LdContext): Venue[] => {
  const texts = textsIn(node['organizer'])
  return [...graph.nodesOf(node['organizer']), ...texts.map((name): Node => ({ name }))].slice(0, LINKS_MAX).flatMap((each) => {
    const name = nameOf(each['name'])
    if (name === '') return []
    return [
      withValid({
        organizer: [name, values.plainText(NAME_MAX)],
        website: [rawTextOf(each['url']), values.url],
        phone: [lineOf(each['telephone']), LINE],
        email: [hasType(each, PERSON) ? '' : lineOf(each['email']).replace(/^mailto:/i, ''), values.email],
      }),
    ]
  })
}

/** The lowest and the highest price, with the currency. A price in words is kept as it is. */
function costOf(offers: readonly Node[]): string | null {
  const prices = offers.flatMap((offer) => [offer['price'], offer['lowPrice'], offer['highPrice']].map(lineOf).filter(Boolean))
  const amounts = prices.filter((price) => /^\d{1,12}(?:\.\d{1,6})?$/.test(price)).map(Number)
  if (amounts.length === 0) return prices[0]?.slice(0, NAME_MAX) ?? null
  const currency = offers.map((offer) => lineOf(offer['priceCurrency'])).find((code) => /^[A-Z]{3}$/.test(code)) ?? ''
  const range = [...new Set([Math.min(...amounts), Math.max(...amounts)])].map((amount) => `${amount} ${currency}`.trim())
  return range.join(' - ')
}
