// The model of event lists (contract 2.2 to 2.5, 3.8, 3.9, section 5): ids in order, totals, unmatched values, or the error.
import {
  descendants,
  isOpen,
  LINKS,
  present,
  STATUSES,
  visible,
  type Event,
  type Link,
  type Refusal,
  type Who,
  type World,
} from './model.ts'
import { dayAt, momentOf, searched } from './model-time.ts'
import { booleanOf, isThere, itemsOf } from './model-write.ts'

export type Query = Readonly<Record<string, string | readonly string[]>>
export interface Listed {
  /** All that match, in order. */
  readonly ids: readonly number[]
  readonly page: number
  readonly per_page: number
  /** 5.7: `filter=value` of values that name nothing. */
  readonly unmatched: readonly string[]
}

type Test = (event: Event) => boolean
export const DATES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'] as const
type Moments = Partial<Record<(typeof DATES)[number], Temporal.Instant>>

export function list(world: World, query: Query, who: Who): Listed | Refusal {
  const bad = badInputs(world, query)
  if (bad.length > 0) return { status: 400, code: 'rest_invalid_param', params: bad }
  const statuses = textsOf(query['status'] ?? 'publish').flatMap((word) =>
    word === 'any' ? STATUSES.filter((each) => each !== 'trash') : [word],
  )
  if (who === null && statuses.some((status) => status !== 'publish')) return { status: 401, code: 'rest_forbidden' }
  const unmatched: string[] = []
  const include = query['include'] === undefined ? null : textsOf(query['include']).map(Number)
  const tests: Test[] = [
    (event) => statuses.includes(event.status) && visible(world, event, who),
    include ? ({ id }) => include.includes(id) : ({ hide_from_listings }) => !hide_from_listings,
    ...(include ? [] : dateTests(world, query)),
    ...(['featured', 'ticketed'] as const).flatMap((name): Test[] => {
      const wanted = query[name] === undefined ? null : booleanOf(query[name])
      return wanted === null ? [] : [(event) => event[name] === wanted]
    }),
    ...linkTests(world, query, who, unmatched),
    ...parentTest(world, query, who, unmatched),
    ...placeTests(world, query, who),
    ...textsOf(query['search'] ?? '', /\s+/).map(
      (word): Test =>
        (event) =>
          searchText(event).includes(fold(word)),
    ),
  ]
  const found = [...world.events.values()].filter((event) => tests.every((test) => test(event)))
  const [orderby, way] = [String(query['orderby'] ?? 'event_date'), query['order'] === 'desc' ? -1 : 1]
  const meters = (event: Event): number =>
    Math.min(...nearbyPlaces(world, event, query, who).map((place) => Math.round(distance(place, center(query)) * 1_000)))
  const compareEvents = (a: Event, b: Event): number =>
    (orderby === 'distance' ? meters(a) - meters(b) : 0) || compare(world, orderby, a, b) || a.id - b.id
  found.sort((a, b) => way * compareEvents(a, b))
  return { ids: found.map(({ id }) => id), page: Number(query['page'] ?? 1), per_page: Number(query['per_page'] ?? 10), unmatched }
}

const textsOf = (value: string | readonly string[], separator: RegExp | string = ','): string[] =>
  (typeof value === 'string' ? value.split(separator) : [...value]).filter(Boolean)

/** Every malformed value, by name (2.8). */
function badInputs({ site }: World, query: Query): string[] {
  const within = (low: number, high: number) => (value: string) =>
    /^-?\d+(\.\d+)?$/.test(value) && Number(value) >= low && Number(value) <= high
  const isWhole = (value: string): boolean => /^\d+$/.test(value) && Number(value) >= 1
  const oneOf = (words: readonly string[]) => (value: string) => words.includes(value)
  const isFlag = (value: string): boolean => booleanOf(value) !== null
  const fits: Readonly<Record<string, (value: string) => boolean>> = {
    ...Object.fromEntries(DATES.map((name) => [name, (value: string) => momentOf(value, site.zone, site.now) !== null])),
    ...Object.fromEntries(['strict_dates', 'featured', 'ticketed', 'geoloc'].map((name) => [name, isFlag])),
    ...Object.fromEntries(['include', 'venue', 'organizer', 'post_parent', 'page'].map((name) => [name, isWhole])),
    per_page: (value) => isWhole(value) && Number(value) <= 100,
    geoloc_lat: within(-90, 90),
    geoloc_lng: within(-180, 180),
    geoloc_radius: within(0, 20_000),
    status: oneOf([...STATUSES, 'any']),
    orderby: oneOf(['event_date', 'date', 'modified', 'title', 'id', 'distance']),
    order: oneOf(['asc', 'desc']),
  }
  const bad = Object.entries(query).flatMap(([name, value]) =>
    itemsOf(value).every((item) => fits[name]?.(String(item)) ?? true) ? [] : [name],
  )
  const missing = ['geoloc_lat', 'geoloc_lng'].filter((name) => query[name] === undefined)
  const needsBoth = missing.length === 1 || query['orderby'] === 'distance'
  const isBox = query['bbox'] === undefined || boxOf(query['bbox']) !== null
  return [...bad, ...(needsBoth ? missing : []), ...(isBox ? [] : ['bbox'])]
}

/** 5.1 to 5.4, 5.13. */
function dateTests({ site }: World, query: Query): Test[] {
  const at: Moments = {}
  for (const name of DATES) {
    const moment = query[name] === undefined ? null : momentOf(query[name], site.zone, site.now)
    if (moment) at[name] = moment
  }
  if (DATES.slice(2).every((name) => !at[name])) {
    at.start_date ??= site.now
    at.end_date ??= site.now.toZonedDateTimeISO(site.zone).add({ years: 2 }).toInstant()
  }
  const strict = query['strict_dates'] !== undefined && booleanOf(query['strict_dates']) === true
  const first = (moment: Temporal.Instant): number => (strict ? moment.epochMilliseconds : dayAt(moment, site.zone))
  const last = (moment: Temporal.Instant): number => (strict ? moment.epochMilliseconds : dayAt(moment, site.zone, 1))
  const rules: Readonly<Record<keyof Moments, (from: number, to: number, moment: Temporal.Instant) => boolean>> = {
    start_date: (from, _, moment) => from >= first(moment),
    end_date: (_, to, moment) => to <= last(moment),
    starts_before: (from, _, moment) => from < last(moment),
    starts_after: (from, _, moment) => (strict ? from > last(moment) : from >= last(moment)),
    ends_before: (_, to, moment) => to < last(moment),
    ends_after: (_, to, moment) => to > last(moment),
    from: (from, to, moment) => to > first(moment) || from >= first(moment),
    to: (from, _, moment) => from < last(moment),
  }
  return (Object.entries(at) as [keyof Moments, Temporal.Instant][]).map(([name, moment]) => ({ times }) => {
    const { from, to } = searched(times, site.zone)
    return rules[name](from, to, moment)
  })
}

/** 5.7, 8.5. */
function linkTests(world: World, query: Query, who: Who, unmatched: string[]): Test[] {
  return LINKS.flatMap((link): Test[] => {
    const value = query[link]
    if (value === undefined) return []
    const wanted = new Set(
      textsOf(value).flatMap((text) => {
        const id = named(world, link, text, who)
        if (id === null) unmatched.push(`${link}=${text}`)
        return id === null ? [] : link === 'categories' ? descendants(world, id) : [id]
      }),
    )
    const isHidden = (event: Event): boolean => (link === 'venue' || link === 'organizer') && !isOpen(world, event, who)
    return [(event) => !isHidden(event) && event[link].some((id) => wanted.has(id))]
  })
}
function named(world: World, link: Link, text: string, who: Who): number | null {
  if (/^\d+$/.test(text)) return isThere(world, link, Number(text), who) ? Number(text) : null
  return link === 'categories' || link === 'tags' ? ([...world[link].values()].find(({ slug }) => slug === text)?.id ?? null) : null
}
function parentTest(world: World, query: Query, who: Who, unmatched: string[]): Test[] {
  const value = query['post_parent']
  if (value === undefined) return []
  if (present(world, world.events.get(Number(value)), who)) return [({ post_parent }) => post_parent === Number(value)]
  unmatched.push(`post_parent=${String(value)}`)
  return [() => false]
}

type Place = readonly [lat: number, lng: number]
/** 5.9: a venue that the caller is not shown is none. */
const placesOf = (world: World, event: Event, who: Who): readonly Place[] =>
  (isOpen(world, event, who) ? event.venue : []).flatMap((id) => {
    const venue = world.venue.get(id)
    return venue?.geo && present(world, venue, who) ? [venue.geo] : []
  })
const center = ({ geoloc_lat, geoloc_lng }: Query): Place => [Number(geoloc_lat), Number(geoloc_lng)]
function boxOf(text: string | readonly string[]): readonly number[] | null {
  const [west = 999, south = 999, east = 999, north = 999, ...more] = textsOf(text).map(Number)
  const isValid = [west, east].every((each) => Math.abs(each) <= 180) && south >= -90 && south <= north && north <= 90
  return isValid && more.length === 0 ? [west, south, east, north] : null
}
function isInBox([lat, lng]: Place, query: Query): boolean {
  if (query['bbox'] === undefined) return true
  const [west = 0, south = 0, east = 0, north = 0] = boxOf(query['bbox']) ?? []
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return lat >= south && lat <= north && isBetween
}
/** The places of an event in the circle and the box. */
const nearbyPlaces = (world: World, event: Event, query: Query, who: Who): readonly Place[] =>
  placesOf(world, event, who).filter(
    (place) =>
      isInBox(place, query) &&
      (query['geoloc_lat'] === undefined || distance(place, center(query)) <= Number(query['geoloc_radius'] ?? '25')),
  )
function placeTests(world: World, query: Query, who: Who): Test[] {
  const { geoloc, geoloc_lat: lat, bbox } = query
  const tests: Test[] = []
  if (geoloc !== undefined) tests.push((event) => placesOf(world, event, who).length > 0 === booleanOf(geoloc))
  if (lat !== undefined || bbox !== undefined) tests.push((event) => nearbyPlaces(world, event, query, who).length > 0)
  return tests
}
/** Kilometres over a sphere, by the angle between two directions. */
function distance(a: Place, b: Place): number {
  const [lat1, lng1, lat2, lng2] = [...a, ...b].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number, number]
  const cosine = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(lng1 - lng2)
  return 6371 * Math.acos(Math.min(1, cosine))
}

/** 5.6: without case and accents; 8.5: of a protected event the title only. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ')
const searchText = ({ title, description, excerpt, password }: Event): string =>
  fold(password === null ? [title, plain(description), plain(excerpt)].join('\n') : title)

const collator = new Intl.Collator('und')
/** 5.5. */
function compare({ site }: World, by: string, a: Event, b: Event): number {
  switch (by) {
    case 'date':
      return Temporal.Instant.compare(a.published, b.published)
    case 'modified':
      return a.modified - b.modified
    case 'title':
      return collator.compare(a.title, b.title)
    case 'id':
      return 0
    default:
      return searched(a.times, site.zone).from - searched(b.times, site.zone).from
  }
}
