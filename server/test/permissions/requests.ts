// Generates random requests to every route from the parameter table of the server.
import type { Param } from '../../src/engine/definition/kind.ts'
import type { Route } from '../../src/engine/route.ts'
import { Random } from '../model/random.ts'
import { NS } from '../support/server.ts'
import { OUTSIDERS, type Known } from './two-calendars-setup.ts'

export interface Request {
  readonly method: string
  /** Includes the language prefix, the namespace and the query. */
  readonly url: string
  readonly as: (typeof OUTSIDERS)[number] | 'nobody'
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const ROOTS = ['', '', '', '/fr', '/ar', '/en', '/sw', '/pt-pt']
const SERIES_PARAMS = ['series', 'collapse', 'records', 'type', 'include']
const MOMENTS = ['now', 'today', 'tomorrow', '-2 weeks', '+3 days', '+1 years', '1900-01-01', '9999-12-31', 'nonsense', '2031-02-30']

export function nextRequest(random: Random, routes: readonly Route[], known: Known, tag: string | null): Request {
  const as = random.chance(0.02) ? 'nobody' : random.pick(OUTSIDERS)
  const read = random.chance(0.92) || routes.every(({ method }) => method === 'GET')
  const route = routeOf(random, routes, read)
  const root = random.pick(ROOTS)
  const query = queryOf(random, route, known)
  const path = pathOf(random, route, known)
  const slash = random.chance(0.05) ? '/' : ''
  const method = read ? random.weighted({ GET: 88, HEAD: 10, OPTIONS: 1, TRACE: 1 }) : route.method
  const body = read ? undefined : refused(random, known)
  const headers: Record<string, string> = {
    ...(random.chance(0.1) && { 'accept-language': random.pick(['fr', 'ar;q=0.9, en', 'xx']) }),
    ...(random.chance(0.08) && { accept: 'application/problem+json' }),
    ...(random.chance(0.08) && { prefer: 'handling=strict' }),
    ...(random.chance(0.1) && { 'x-event-password': random.pick(known.passwords) }),
    ...(random.chance(0.1) && { 'if-none-match': random.pick(['*', tag ?? '"1"']) }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(!read && random.chance(0.2) && { 'if-match': '"1"' }),
  }
  return { method, url: `${root}${NS}${path}${slash}${query}`, as, headers, body }
}

/** Lists are chosen most often, and lists with many parameters more often than others. */
function routeOf(random: Random, routes: readonly Route[], read: boolean): Route {
  const lists = random.chance(0.66)
  const fitting = routes.filter(
    (route) => (route.method === 'GET') === read && (!read || (lists === !route.path.includes('{') && showsRecords(route))),
  )
  return random.pick(fitting.flatMap((route) => (lists ? Array<Route>(weightOf(route)).fill(route) : [route])))
}
/** Users, tokens and sessions are no records, and have times of their own in each calendar. */
const showsRecords = ({ access }: Route): boolean => typeof access !== 'string' || !['users', 'administrators', 'pages'].includes(access)
/** Counts have all parameters of a list, but much less can be seen in them. */
const weightOf = ({ path, params }: Route): number => Math.ceil(Object.keys(params).length / (path.endsWith('/counts') ? 4 : 1))

/** A path parameter is a number or a slug. */
function pathOf(random: Random, { path, access }: Route, known: Known): string {
  const own = typeof access === 'string' ? random.pick(Object.keys(known.ids)) : access.kind.plural
  const plural = random.chance(0.05) ? random.pick(Object.keys(known.ids)) : own
  // By external id, a caller who may create learns that an id is taken (contract 8.4), so the ids of hidden records are not sent here.
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'id' ? String(random.pick(known.ids[plural] ?? [1])) : random.pick(known.slugs[plural] ?? ['x'])),
  )
}

function queryOf(random: Random, { params }: Route, known: Known): string {
  const names = Object.keys(params)
  if (names.length === 0) return ''
  const chosen = random.chance(0.2) ? [] : random.some(names, 3)
  // Half of the requested dates lie outside of the default period.
  if (names.includes('starts_after') && random.chance(0.4)) chosen.push('starts_after')
  if (names.includes('series') && random.chance(0.3)) chosen.push(random.pick(SERIES_PARAMS.filter((name) => names.includes(name))))
  if (chosen.includes('geoloc_lat') !== chosen.includes('geoloc_lng') && random.chance(0.9)) chosen.push('geoloc_lat', 'geoloc_lng')
  const [lat, lng] = random.pick(known.places)
  const fixed: Readonly<Record<string, string>> = {
    page: String(1 + random.below(4)),
    per_page: String(random.pick([1, 2, 5, 10, 100, 101])),
    cursor: '',
    author: random.pick(['me', '1', '2', '3', '4', '5', '6', '7']),
    geoloc_lat: String(lat),
    geoloc_lng: String(lng),
    geoloc_radius: String(random.pick([0, 1, 500, 5_000, 20_100])),
    bbox: random.chance(0.9) ? [lng - 5, lat - 5, lng + 5, lat + 5].join() : String(lng),
    starts_after: random.chance(0.7) ? '1900-01-01' : random.pick(known.dates),
    _fields: random.pick(['id,title', 'venue.city,organizer.email', 'id,count', 'slug,post_parent,protected', 'json_ld,description']),
    password: random.pick(known.passwords),
    external_id: random.pick(known.externalIds),
  }
  const pairs = [...new Set(chosen)].map((name) => {
    const value = fixed[name] ?? valueOf(random, name, params[name] as Param, known)
    return `${name}=${encodeURIComponent(value)}`
  })
  if (pairs.includes('orderby=distance') && !chosen.includes('geoloc_lat') && random.chance(0.9))
    pairs.push(`geoloc_lat=${lat}`, `geoloc_lng=${lng}`)
  if (random.chance(0.04)) pairs.push(`unknown=${random.below(9)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function valueOf(random: Random, name: string, { type, names }: Param, known: Known): string {
  const schema = type.schema as Schema
  const item = schema.type === 'array' && schema.items ? schema.items : schema
  const count = schema.type === 'array' ? 1 + random.below(3) : 1
  const minus = (): string => (schema.type === 'array' && names && random.chance(0.2) ? '-' : '')
  return Array.from({ length: count }, () => minus() + single(random, name, item, names?.kind, known)).join(',')
}
const PLURALS: Readonly<Record<string, string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
}
function single(random: Random, name: string, schema: Schema, kind: string | undefined, known: Known): string {
  if (random.chance(0.02)) return random.pick(['', 'x', '-1', "' or 1=1 --", '0', '%00'])
  if (name === 'status') return random.pick(['publish', 'draft', 'pending', 'private', 'future', 'trash', 'any', 'any,trash'])
  if (schema.enum) return random.pick(schema.enum)
  const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)]
  if (types.includes('boolean')) return random.pick(['true', 'false'])
  const plural = PLURALS[kind ?? ''] ?? random.pick(Object.keys(known.ids))
  if (types.includes('string') && types.includes('number')) return random.chance(0.6) ? random.pick(known.dates) : random.pick(MOMENTS)
  if (kind && types.includes('string') && random.chance(0.5)) return random.pick(known.slugs[plural] ?? [])
  if (types.includes('integer')) return String(random.pick(known.ids[plural] ?? []))
  if (name.endsWith('_in')) return random.pick(['fr', 'ar', 'en'])
  return random.chance(0.15) ? random.pick(Object.values(known.slugs).flat()) : random.some(random.pick(known.words), 2).join(' ')
}

/** A body that is always invalid and names hidden records. */
const refused = (random: Random, known: Known): unknown => ({
  title: 7,
  start_date: '2031-05-02',
  end_date: '2031-05-01',
  status: 'nonsense',
  email: 'none',
  parent: -1,
  venue: random.pick(known.ids['venues'] ?? []),
  organizer: [{ id: random.pick(known.ids['organizers'] ?? []) }],
  post_parent: random.pick(known.ids['events'] ?? []),
  password: random.pick(known.passwords),
  external_ids: Object.fromEntries([random.pick(known.externalIds).split(':')]),
})
