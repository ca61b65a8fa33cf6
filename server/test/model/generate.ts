// The next operation of a sequence, by chance: what to do, who does it, to which event; and lists with any combination of filters.
import { bad, at, day, form, linked, moved, newBody, offset, someFields, sought, written, type Choice } from './generate-values.ts'
import { STATUSES, type Event, type Json, type User, type Who } from './model.ts'
import { DATES, type Query } from './model-list.ts'
import type { Address, Operation } from './operations.ts'
import type { Random } from './random.ts'
import { COUNTS, type Stage } from './stage.ts'

/** How many events there are before anything else is done, and at most. */
const FIRST = 22
const MOST = 45
const WEIGHTS = {
  create: 7,
  change: 20,
  move: 9,
  remove: 5,
  restore: 5,
  erase: 3,
  bad: 7,
  return: 4,
  read: 14,
  list: 80,
  count: 2,
  place: 8,
  term: 2,
} as const

/** `made` counts the creations so far. In `still` sequences places and terms stay as they are. */
export function nextOperation(random: Random, stage: Stage, made: number, still: boolean): Operation {
  const alive = new Map<number, Event>()
  for (let n = 0; n < made; n += 1) {
    const event = stage.world.events.get(stage.names.get(`e${n}`) ?? 0)
    if (event) alive.set(n, event)
  }
  const choice: Choice = { random, window: stage.window, events: [...alive.keys()] }
  const form = random.chance(0.1)
  const create = (body: Json): Operation => ({
    do: 'create',
    as: random.weighted({ admin: 50, author: 45, other: 5 }),
    event: made,
    form,
    body,
  })
  if (made < FIRST || alive.size === 0) return create(newBody(choice))

  const trashed = choice.events.filter((n) => alive.get(n)?.status === 'trash')
  // Now and then one that is gone.
  const pick = (from: readonly number[]): number => (from.length === 0 || random.chance(0.03) ? random.below(made) : random.pick(from))
  const address = (event: number): Address => ({ event, by: random.chance(0.7) ? 'id' : 'slug' })
  const change = (event: number, body: Json): Operation => ({
    do: 'change',
    as: writer(random, stage, alive.get(event)),
    at: address(event),
    method: random.pick(['POST', 'PUT', 'PATCH']),
    form,
    body,
  })
  const event = pick(choice.events)
  switch (random.weighted(still ? { ...WEIGHTS, place: 0, term: 0 } : WEIGHTS)) {
    case 'create':
      return alive.size < MOST ? create(newBody(choice)) : listing(random, choice, alive.values())
    case 'change':
      return change(event, {
        ...someFields(choice),
        ...(random.chance(0.03) && { author: stage.site.users[random.pick(['admin', 'author'] as const)] }),
        ...(random.chance(0.6) && otherLinks(random, stage, alive.get(event))),
      })
    case 'move':
      return change(event, moved(choice))
    case 'bad':
      return random.chance(0.4) ? create({ ...newBody(choice), ...bad(choice) }) : change(event, { ...someFields(choice), ...bad(choice) })
    case 'restore':
      return change(pick(trashed), { status: random.pick(['publish', 'publish', 'draft', 'trash']) })
    case 'remove':
    case 'erase': {
      const gone = random.chance(0.2) ? pick(trashed) : event
      return { do: 'remove', as: writer(random, stage, alive.get(gone)), at: address(gone), force: random.chance(0.35) }
    }
    case 'return':
      return { do: 'return', as: random.pick(['admin', 'author']), at: address(event) }
    case 'read':
      return { do: 'read', as: reader(random), at: address(event), password: random.chance(0.2) ? random.pick(['sesame', 'hush']) : null }
    case 'place': {
      const kind = random.pick(['venue', 'organizer'] as const)
      const name = kind === 'venue' ? `v${random.below(COUNTS.v)}` : `o${random.below(COUNTS.o)}`
      const isTrashed = stage.world[kind].get(stage.names.get(name) ?? 0)?.status === 'trash'
      const other = isTrashed ? 'publish' : 'trash'
      return { do: 'place', kind, name, make: random.chance(0.8) ? other : random.pick(['trash', 'publish', 'delete']) }
    }
    case 'term': {
      if (random.chance(0.6))
        return { do: 'term', kind: 'categories', name: `c${random.below(COUNTS.c)}`, parent: `c${random.below(COUNTS.c)}` }
      const kind = random.pick(['categories', 'tags'] as const)
      return {
        do: 'term',
        kind,
        name: `${kind === 'tags' ? 't' : 'c'}${random.below(kind === 'tags' ? COUNTS.t : COUNTS.c)}`,
        parent: null,
      }
    }
    case 'count':
      return { do: 'count', kind: random.pick(['categories', 'tags']) }
    case 'list':
      return listing(random, choice, alive.values())
  }
}

/** Other places for an event that has some in the trash: those have to stay. */
function otherLinks(random: Random, { world }: Stage, event: Event | undefined): Json {
  const inTrash = (link: 'venue' | 'organizer'): boolean => event?.[link].some((id) => world[link].get(id)?.status === 'trash') === true
  return { ...(inTrash('venue') && { venue: linked(random, 'v') }), ...(inTrash('organizer') && { organizer: linked(random, 'o') }) }
}
/** Mostly someone who may write it. */
function writer(random: Random, { site }: Stage, event: Event | undefined): Who {
  if (random.chance(0.08)) return random.pick([null, 'other', 'author'])
  const owner = (Object.keys(site.users) as User[]).find((name) => site.users[name] === event?.author) ?? 'admin'
  return random.chance(0.5) ? owner : 'admin'
}
const reader = (random: Random): Who => random.pick<Who>([null, null, null, 'admin', 'admin', 'author', 'author', 'other'])

// ---- lists -----------------------------------------------------------------------------------------------------------------------
type Writable = Record<string, string | readonly string[]>

function listing(random: Random, choice: Choice, alive: Iterable<Event>): Operation {
  const who = reader(random)
  const query: Writable = {}
  const edges = [...alive].flatMap(({ times }) => [times.start.instant, times.end.instant])
  addDates(query, choice, edges)
  addLinks(query, choice)
  if (random.chance(0.1)) query['featured'] = random.pick(['true', 'false', 'yes', '0'])
  if (random.chance(0.09)) query['ticketed'] = random.pick(['true', 'false', 'on', 'No'])
  if (random.chance(0.1)) query['search'] = sought(random)
  if (random.chance(0.04)) query['post_parent'] = `$e${random.chance(0.95) ? random.pick(choice.events) : 99_999}`
  addPlaces(query, random)
  if (random.chance(0.1))
    query['include'] = listOf(
      random,
      [...random.some(choice.events, 14), ...(random.chance(0.2) ? [99_999] : [])].map((n) => `$e${n}`),
    )
  if (who !== null ? random.chance(0.45) : random.chance(0.05)) query['status'] = status(random)
  if (random.chance(0.35)) query['orderby'] = random.pick(['event_date', 'date', 'modified', 'title', 'id'])
  if (random.chance(0.4)) query['order'] = random.pick(['asc', 'desc', 'desc'])
  if (random.chance(0.85)) query['per_page'] = String(random.pick([1, 1, 2, 2, 3, 3, 4, 100]))
  if (random.chance(0.4)) query['page'] = String(random.pick([1, 2, 2, 3, 4, 9]))
  if (random.chance(0.03)) Object.assign(query, random.pick(BAD))
  return { do: 'list', as: who, query, follow: random.chance(0.2) ? random.pick(['next', 'next', 'previous']) : null }
}
const BAD_PAGES: readonly Query[] = [{ per_page: '101' }, { per_page: '0' }, { page: '0' }, { orderby: 'luck' }, { order: 'up' }]
const BAD: readonly Query[] = [
  ...BAD_PAGES,
  { start_date: '2031-02-31' },
  { ends_after: 'soon' },
  { strict_dates: 'maybe' },
  { featured: '2' },
  { venue: 'x' },
  { include: '1,x' },
  { post_parent: 'y' },
  { status: 'odd' },
  { geoloc: 'no idea', from: 'never' },
  { geoloc_lat: '95', geoloc_lng: '1' },
  { geoloc_lat: '1', geoloc_lng: '1', geoloc_radius: '-1' },
  { orderby: 'distance' },
  { bbox: '1,2,3' },
  { bbox: '1,50,2,40' },
  { bbox: '1,2,181,3' },
]
/** 2.2: with commas, or as several. */
const listOf = (random: Random, values: readonly string[]): string | readonly string[] => (random.chance(0.6) ? values.join(',') : values)
function status(random: Random): string | readonly string[] {
  if (random.chance(0.5)) return 'any'
  return listOf(random, [...new Set([...(random.chance(0.5) ? ['publish'] : []), ...random.some(STATUSES, 3)])])
}

/** Every date filter by itself, every pair of them, and combinations that clients send most. */
const ONE_DATE = ['', '', ...DATES]
const SEVERAL_DATES = [
  ...DATES.flatMap((name, i) => DATES.slice(i + 1).map((other) => `${name} ${other}`)),
  'start_date end_date',
  'start_date end_date',
  'from to',
  'from to',
  'start_date end_date from to',
]
/** Bounds that mostly leave something: lower ones early, upper ones late. */
function addDates(query: Writable, choice: Choice, edges: readonly Temporal.Instant[]): void {
  const { random, window } = choice
  const half = Math.floor(window.days / 2)
  const value = (early: boolean): string => {
    if (random.chance(0.06)) return random.pick(['now', 'today', 'tomorrow', 'yesterday', '+3 days', '-20 hours'])
    // Exactly where an event starts or ends, as on bounds faults are made.
    if (random.chance(0.35)) return random.pick(edges).toString()
    const wall = random.chance(0.15) ? at(choice) : early ? at(choice, -2, half - 2) : at(choice, half + 2, window.days + 3)
    return String(written(random.chance(0.2) ? day(choice).toPlainDateTime() : wall, form(random), offset(random), false))
  }
  const names = random
    .pick(random.chance(0.5) ? ONE_DATE : SEVERAL_DATES)
    .split(' ')
    .filter(Boolean)
  for (const name of names) query[name] = value(['start_date', 'starts_after', 'ends_after', 'from'].includes(name))
  if (random.chance(0.35)) query['strict_dates'] = random.pick(['true', '1', 'false', 'yes', 'true'])
}

function addLinks(query: Writable, { random }: Choice): void {
  const number = (letter: keyof typeof COUNTS): number => (random.chance(0.03) ? 99 : random.below(COUNTS[letter]))
  const several = (letter: keyof typeof COUNTS, signs: readonly string[]) =>
    listOf(random, [...new Set(Array.from({ length: 1 + random.below(3) }, () => `${random.pick(signs)}${letter}${number(letter)}`))])
  if (random.chance(0.11)) query['categories'] = several('c', ['$', '~'])
  if (random.chance(0.08)) query['tags'] = several('t', ['$', '~'])
  if (random.chance(0.09)) query['venue'] = several('v', ['$'])
  if (random.chance(0.07)) query['organizer'] = several('o', ['$'])
}

const CIRCLES: readonly Query[] = [
  { geoloc_lat: '52.5', geoloc_lng: '13.4' },
  { geoloc_lat: '52.5', geoloc_lng: '13.4', geoloc_radius: '40' },
  { geoloc_lat: '52.5', geoloc_lng: '13.4', geoloc_radius: '7000' },
  { geoloc_lat: '40', geoloc_lng: '-74', geoloc_radius: '100.5' },
  { geoloc_lat: '-41', geoloc_lng: '179.9', geoloc_radius: '900' },
  { geoloc_lat: '89', geoloc_lng: '0', geoloc_radius: '5000' },
]
const BOXES = ['10,50,15,55', '-80,35,20,60', '170,-50,-170,50', '-180,-90,180,90']
function addPlaces(query: Writable, random: Random): void {
  if (random.chance(0.06)) query['geoloc'] = random.pick(['true', 'false', 'yes'])
  if (random.chance(0.08)) Object.assign(query, random.pick(CIRCLES), random.chance(0.5) && { orderby: 'distance' })
  if (random.chance(0.05)) query['bbox'] = random.pick(BOXES)
  if (random.chance(0.005)) Object.assign(query, random.pick([{ geoloc_lat: '1' }, { geoloc_lng: '1' }]))
}
