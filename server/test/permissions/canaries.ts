// Creates records with a unique secret in every text field, and reads every URL of a server to search for these secrets.
import { buildApp } from '../../src/app.ts'
import { STREAM_PATH } from '../../src/engine/changes-route.ts'
import { readConfig } from '../../src/config.ts'
import type { Kind } from '../../src/engine/definition/kind.ts'
import type { Route } from '../../src/engine/route.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { kinds } from '../../src/resources/index.ts'
import { ownPath, servedBy, type Served } from '../support/router.ts'
import { inDays, NS, type Json } from '../support/server.ts'

/** The dialect has the kinds of the API below another path. */
export const DIALECT = '/wp-json/tribe/events/v1'
/** A secret and the field that holds it. */
const CANARY = /kanari[a-z0-9]+/gi
/** The end of the rule of hidden series, in the rule, in JSON-LD and as a sentence. Lengths and hashes may contain the same digits. */
const RULE_END = /\b20870911|\b2087-09-11|(?<= )2087(?="|\\")/g
export const HIDDEN_RULE = 'FREQ=YEARLY;UNTIL=20870911'
export const RULE_CANARY = 'kanarihiddenrule'
/** iCalendar folds long lines, also within a word. */
export const canaries = (text: string): string[] =>
  (
    text
      .replaceAll(/\r\n[ \t]/g, '')
      .replaceAll(RULE_END, RULE_CANARY)
      .match(CANARY) ?? []
  ).map((word) => word.toLowerCase())
const wordOf = (...parts: readonly string[]): string => `kanari${parts.join('').replaceAll(/[^a-z0-9]/gi, '')}`.toLowerCase()

export const STATES = ['draft', 'pending', 'private', 'future', 'trash', 'protected'] as const
type State = (typeof STATES)[number]

/** A body with a secret in every field that accepts text, a URL or custom values. `name` begins each secret. */
export function bodyOf(kind: Kind, state: State, language = '', name = kind.name): Json {
  const body: Json = {}
  for (const [field, { input: sort, storage: place }] of Object.entries(kind.fields)) {
    if (
      !sort ||
      ['status', 'author', 'date', 'date_utc', 'timezone', 'image', 'start_date', 'end_date', 'all_day', ...SERIES_FIELDS].includes(field)
    )
      continue
    if (language && place.in !== 'text') continue
    // The title and slug of a protected event are public; a requested slug appears in URLs and logs.
    const open = (state === 'protected' && field === kind.title) || (field === 'slug' && state !== 'private')
    const word = wordOf(name, field, state, language)
    const value = open ? `Open ${state} ${language}` : field === 'hours' ? hoursWith(word) : secretFor(sort.schema, word)
    if (value !== null) body[field] = value
  }
  if (kind.access !== 'owned' || language) return body
  const dates = kind.name === 'event' && { start_date: inDays(3), end_date: inDays(4) }
  const status = { trash: 'draft', protected: 'publish' }[state as string] ?? state
  if (state !== 'protected' && kind.passwordProtection) body['password'] = wordOf(name, 'password', state)
  return { ...body, ...dates, status, ...(state === 'future' && { date: inDays(30) }) }
}
/** The same for a series, whose rule is a secret unless the series is in lists. */
export const seriesBodyOf = (kind: Kind, state: State): Json => {
  const { hours: _, slug: __, ...body } = bodyOf(kind, state, '', 'series')
  return { ...body, recurrence: state === 'protected' ? 'FREQ=WEEKLY;COUNT=3' : HIDDEN_RULE }
}
/** A body for one date of a series, which cannot have all fields of its own. */
export const exceptionBodyOf = (kind: Kind, state: State): Json => {
  const { hours: _, slug: __, password: ___, external_ids: ____, date: _____, ...body } = bodyOf(kind, state, '', 'exception')
  return body
}
/** Fields that take no text: rules, and names of fields. */
const SERIES_FIELDS = ['recurrence', 'overrides']
const hoursWith = (note: string): Json => ({
  weekly: [{ days: ['mo'], opens: '10:00', closes: '18:00' }],
  closed: [{ from: '2031-01-01', note }],
})
interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly maxLength?: number
}
function secretFor(schema: Schema, word: string): unknown {
  const own = [schema, ...(schema.anyOf ?? [])]
  if (own.some(({ enum: words }) => words)) return null
  if (own.some(({ format }) => format === 'uri')) return `https://${word}.example/`
  if (own.some(({ format }) => format === 'email')) return `${word}@${word}.example`
  if (own.some(({ type }) => type === 'string')) return word
  return own.some(({ type }) => type === 'object') ? { [word]: word } : null
}

/** All paths of the API and of the pages, read from the router of an app that is built like the tested one. */
export async function servedPaths(database_url: string): Promise<{ routed: Served[]; routes: readonly Route[] }> {
  const config = readConfig({ DATABASE_URL: database_url, LOG_LEVEL: 'silent', DIALECT: 'tec' })
  const app = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
  await app.http.app.ready()
  // A stream does not end; it is read separately.
  const routed = servedBy(app.http.app).filter(({ methods, path }) => methods.includes('GET') && !path.endsWith(STREAM_PATH))
  await app.close()
  return { routed, routes: app.routes }
}

export interface Planted {
  readonly plural: string
  readonly id: number
  readonly slug: string
}
/** Every URL of a route for these records, and each of its parameters alone. */
export function addressesOf({ path }: Served, routes: readonly Route[], planted: readonly Planted[]): string[] {
  const isDialect = path.includes(DIALECT)
  const own = ownPath(path, isDialect ? DIALECT : NS)
  const kind = kinds.find(({ plural }) => own.startsWith(`/${plural}`))
  const records = planted.filter(({ plural }) => !kind || plural === kind.plural)
  const filled = records.map(({ id, slug }) =>
    path
      .replace(/:root\([^/]*\)/, 'fr')
      .replace(/:date\([^/]*?\$\)/, inDays(3).slice(0, 10))
      .replace(/:id(?:\([^/]*?\$\))?/, String(id))
      .replace(/:slug(?:\([^/]*?\$\))?/, encodeURIComponent(canaries(slug).length > 0 ? 'never' : slug))
      .replace(/:\w+(?:\([^/]*?\$\))?|\*/, 'x'),
  )
  const addresses = [...new Set(filled)]
  const pageQueries = isDialect || path.includes(NS) ? [] : (PAGE_QUERIES[own] ?? [])
  if (pageQueries.length > 0) return addresses.flatMap((address) => [address, ...pageQueries.map((query) => `${address}?${query}`)])
  const route = routes.find(({ method, path: each }) => method === 'GET' && each === own)
  if (path.includes(':root') || addresses.length !== 1 || !route) return addresses
  const queries = Object.keys(route.params).flatMap((name) =>
    valuesOf(name, planted).map((value) => `?${name}=${encodeURIComponent(value)}`),
  )
  return [...addresses, ...queries.map((query) => `${addresses[0] ?? ''}${query}`)]
}
/** Queries of public pages that show as many records as possible. */
const PAGE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/events': [
    'view=month',
    `view=month&date=${inDays(30).slice(0, 7)}`,
    ...[3, 4, 30].map((days) => `view=day&date=${inDays(days).slice(0, 10)}`),
    'search=kanari',
    'search=open',
    'place=kanari',
    'from=1990-01-01&to=2099-01-01',
    'categories=1',
    'tags=1',
  ],
  '/embed/list': ['limit=100', 'limit=100&fragment=true', 'collapse=series&limit=100', 'categories=1', 'tags=1'],
  '/embed/month': [
    `date=${inDays(30).slice(0, 7)}`,
    ...[3, 4, 30].map((days) => `date=${inDays(days).slice(0, 10)}`),
    `date=${inDays(3).slice(0, 10)}&fragment=true`,
  ],
  '/venues/{slug}': ['view=past'],
  '/organizers/{slug}': ['view=past'],
  '/categories/{slug}': ['view=past'],
  '/sitemap.xml': ['events', 'venues', 'organizers', 'categories'].map((kind) => `kind=${kind}`),
}
/** Parameter values that match as many records as possible, and the ids of hidden records. */
function valuesOf(name: string, planted: readonly Planted[]): string[] {
  const ids = (plural: string): string => planted.flatMap((each) => (each.plural === plural ? [String(each.id)] : [])).join(',')
  const some: Readonly<Record<string, readonly string[]>> = {
    per_page: ['100'],
    include: [ids('events'), ids('venues')],
    exclude: [ids('events'), '1'],
    venue: [ids('venues'), '-1'],
    organizer: [ids('organizers'), '-1'],
    categories: ['1', '-1'],
    tags: ['1', '-1'],
    cursor: [''],
    modified_after: ['1970-01-01'],
    modified_before: ['now'],
    relative: ['past', 'running', 'upcoming'],
    relative_to: ['now'],
    event: ids('events').split(','),
    post: ids('events').split(','),
    post_parent: ids('events').split(','),
    search: ['kanari', 'open'],
    status: ['any', 'draft', 'trash', 'private,future,pending'],
    starts_after: ['1900-01-01'],
    orderby: ['title', 'modified'],
    _fields: ['title,description,venue.email'],
    hide_empty: ['false'],
    context: ['help'],
    series: ids('events').split(','),
    collapse: ['series'],
    facets: ['categories,tags,venue,month'],
    records: ['true'],
    recurring: ['true'],
    type: ['exception', 'occurrence'],
    expand: ['true'],
  }
  return [...(some[name] ?? ['1'])]
}
