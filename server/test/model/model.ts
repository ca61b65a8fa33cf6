// The contract as a small world in memory: events with their places and terms, who may see them (section 8), and how they are shown (3.4).
// It knows nothing of the server. Writes are in model-write.ts, lists in model-list.ts, time in model-time.ts.
import { abbreviation, details, stamp, stampIn, type Times } from './model-time.ts'

export type Json = Record<string, unknown>
export type User = 'admin' | 'author' | 'other'
/** Null is an anonymous caller. */
export type Who = User | null
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof STATUSES)[number]

export interface Owned {
  readonly id: number
  readonly author: number
  readonly status: Status
  /** Status of a trashed record before it was trashed. */
  readonly trashed_from: Status | null
}
/** A venue or an organizer. */
export interface Place extends Owned {
  readonly geo: readonly [lat: number, lng: number] | null
}
export interface Term {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent: number | null
}
export const FLAGS = {
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
} as const
export type Flag = keyof typeof FLAGS
export const LINKS = ['categories', 'tags', 'venue', 'organizer'] as const
export type Link = (typeof LINKS)[number]

export interface Event extends Owned, Readonly<Record<Flag, boolean>>, Readonly<Record<Link, readonly number[]>> {
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly slug: string
  readonly published: Temporal.Instant
  readonly times: Times
  readonly cost: string | null
  readonly website: string | null
  readonly post_parent: number | null
  readonly custom_fields: Json
  readonly password: string | null
  /** Raised by every change (3.12). */
  readonly version: number
  /** Which write changed it last: later ones are greater. */
  readonly modified: number
}

export interface Site {
  readonly zone: string
  /** The time of the server, which stands still but for fractions of a second. */
  readonly now: Temporal.Instant
  readonly users: Readonly<Record<User, number>>
}
export interface World {
  readonly site: Site
  readonly events: Map<number, Event>
  readonly venue: Map<number, Place>
  readonly organizer: Map<number, Place>
  readonly categories: Map<number, Term>
  readonly tags: Map<number, Term>
  /** Counts the writes. */
  writes: number
}
export const newWorld = (site: Site): World => ({
  site,
  events: new Map(),
  venue: new Map(),
  organizer: new Map(),
  categories: new Map(),
  tags: new Map(),
  writes: 0,
})

// ---- who may see and do what -----------------------------------------------------------------------------------------------------
const isOwn = ({ site }: World, record: Owned, who: Who): boolean => who !== null && record.author === site.users[who]
/** 8.3, trash aside: what is published, what is one's own, and for an administrator everything. */
export const visible = (world: World, record: Owned, who: Who): boolean =>
  who === 'admin' || record.status === 'publish' || isOwn(world, record, who)
/** 7.11, 8.4: nested records, and records that filters and links name. Records in the trash do not count. */
export const present = (world: World, record: Owned | undefined, who: Who): boolean =>
  record !== undefined && record.status !== 'trash' && visible(world, record, who)
export const mayEdit = (world: World, record: Owned, who: Who): boolean => who === 'admin' || isOwn(world, record, who)
/** 8.5: whether the guarded fields of an event are open to a caller. */
export const isOpen = (world: World, event: Event, who: Who): boolean => event.password === null || mayEdit(world, event, who)

export interface Refusal {
  readonly status: number
  /** Null where the contract leaves it open. */
  readonly code: string | null
  /** Names of the bad inputs of a 400; of `maybe` some may be there too. */
  readonly params?: readonly string[]
  readonly maybe?: readonly string[]
}
export const isRefusal = (value: Event | Refusal): value is Refusal => 'code' in value
const NOT_FOUND: Refusal = { status: 404, code: 'rest-event-not-found' }
export const IN_TRASH: Refusal = { status: 410, code: 'event-is-in-trash' }

/** 8.3, 8.4: one event by its own address. */
export function find(world: World, event: Event | undefined, who: Who): Event | Refusal {
  if (!event) return NOT_FOUND
  if (event.status !== 'trash') return visible(world, event, who) ? event : NOT_FOUND
  if (mayEdit(world, event, who)) return event
  return event.trashed_from === 'publish' ? IN_TRASH : NOT_FOUND
}
/** The same for a write: section 4, 401 to an anonymous caller, 403 to a known one. */
export function findEditable(world: World, event: Event | undefined, who: Who): Event | Refusal {
  if (who === null) return { status: 401, code: 'rest_forbidden' }
  const found = find(world, event, who)
  return isRefusal(found) || mayEdit(world, found, who) ? found : { status: 403, code: 'rest_forbidden' }
}
export function read(world: World, event: Event | undefined, who: Who, password: string | null): Event | Refusal {
  const found = find(world, event, who)
  if (isRefusal(found) || isOpen(world, found, who) || found.password === password) return found
  return { status: 403, code: 'event-password-protected' }
}

/** 7.11: permanent deletion. Children of the record move to the top level. */
export function erase(world: World, event: Event): void {
  world.events.delete(event.id)
  for (const child of world.events.values()) if (child.post_parent === event.id) world.events.set(child.id, { ...child, post_parent: null })
}

// ---- places and terms ------------------------------------------------------------------------------------------------------------
/** All below a category, itself included (5.7). */
export function descendants({ categories }: World, id: number): number[] {
  const below = [...categories.values()]
    .filter(({ parent }) => parent === id)
    .flatMap((child) => descendants({ categories } as World, child.id))
  return [id, ...below]
}
/** 7.11: a deleted category's children move up; a deleted place or term is linked to nothing any more. */
export function dropLinked(world: World, kind: Link, id: number): void {
  const up = world.categories.get(id)?.parent ?? null
  if (kind === 'categories')
    for (const child of world.categories.values()) if (child.parent === id) world.categories.set(child.id, { ...child, parent: up })
  world[kind].delete(id)
  for (const event of world.events.values())
    if (event[kind].includes(id)) world.events.set(event.id, { ...event, [kind]: event[kind].filter((linked) => linked !== id) })
}

// ---- how an event is shown -------------------------------------------------------------------------------------------------------
/** 7.5: what is sent, what is displayed, and what is understood of it. */
const NO_COST = { currency_symbol: null, currency_code: null, currency_position: null, values: [] as string[] }
export const COSTS: Readonly<Record<string, typeof NO_COST | Json>> = {
  '0': { ...NO_COST, values: ['0'] },
  '10': { ...NO_COST, values: ['10'] },
  Free: { ...NO_COST, values: ['0'] },
  Donation: NO_COST,
  '€10 - €25': { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix', values: ['10', '25'] },
  '1.234,56 €': { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix', values: ['1234.56'] },
  '£7.50': { currency_symbol: '£', currency_code: 'GBP', currency_position: 'prefix', values: ['7.5'] },
}

/** The ids of a link that a caller is shown: places as linked, terms by name (3.4). */
export function shownLinks(world: World, event: Event, link: Link, who: Who): number[] {
  if (link === 'venue' || link === 'organizer') return event[link].filter((id) => present(world, world[link].get(id), who))
  const name = (id: number): string => world[link].get(id)?.name ?? ''
  return [...event[link]].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

/** 3.2, 7.2: made once for times that stay the same. */
function showTimes(times: Times): Json {
  const known = timesShown.get(times)
  if (known) return known
  const date = (name: string, shown: string): Json => ({ [name]: shown, [`${name}_details`]: details(shown) })
  const made = {
    all_day: times.all_day,
    ...date('start_date', stamp(times.start.wall)),
    ...date('end_date', stamp(times.end.wall)),
    ...date('utc_start_date', stampIn(times.start.instant, 'UTC')),
    ...date('utc_end_date', stampIn(times.end.instant, 'UTC')),
    timezone: times.zone,
    timezone_abbr: abbreviation(times),
  }
  timesShown.set(times, made)
  return made
}
const timesShown = new WeakMap<Times, Json>()

/** 3.4, 8.5: every key but addresses, with nested records as their ids. `open` where a password opened it. */
export function show(world: World, event: Event, who: Who, open = isOpen(world, event, who)): Json {
  const { site } = world
  const { id, author, status, title, slug, published, times, password } = event
  const parent = event.post_parent === null ? undefined : world.events.get(event.post_parent)
  const secret = <T>(value: T, empty: T): T => (open ? value : empty)
  return {
    id,
    author,
    status,
    title,
    slug,
    date: stampIn(published, site.zone),
    date_utc: stampIn(published, 'UTC'),
    modified: stampIn(site.now, site.zone),
    modified_utc: stampIn(site.now, 'UTC'),
    language: 'en',
    translations: ['en'],
    image: null,
    ...showTimes(times),
    ...Object.fromEntries((Object.keys(FLAGS) as Flag[]).map((name) => [name, event[name]])),
    protected: password !== null,
    post_parent: parent && present(world, parent, who) ? parent.id : null,
    categories: shownLinks(world, event, 'categories', who),
    tags: shownLinks(world, event, 'tags', who),
    description: secret(event.description, ''),
    excerpt: secret(event.excerpt, ''),
    cost: secret(event.cost, null),
    cost_details: secret(event.cost === null ? NO_COST : COSTS[event.cost], NO_COST),
    website: secret(event.website, null),
    venue: secret(shownLinks(world, event, 'venue', who), []),
    organizer: secret(shownLinks(world, event, 'organizer', who), []),
    custom_fields: secret(event.custom_fields, {}),
  }
}
