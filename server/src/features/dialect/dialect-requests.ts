// Answers requests of the dialect with requests to routes of the API, in the name of the same caller.
import type { Kind, Site } from '../../engine/definition/kind.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { isBuffered } from '../../kernel/http/cached-responses.ts'
import type { HttpRequest } from '../../kernel/http/http-request.ts'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import type { HttpResponse, HttpRoute } from '../../kernel/http/route.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import { withNumberSuffix } from '../../kernel/text/slugify.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { languageOf, toListQuery, toWriteBody, type DialectContext, type DialectListQuery } from './dialect-inputs.ts'
import { toDialectRecord, type Json, type Plural, type Presentation, type TermPlural } from './dialect-records.ts'

export interface DialectServices {
  readonly site: Site
  readonly clock: Clock
  readonly apiRoutes: readonly HttpRoute<Caller>[]
}
/** A request while it is answered. */
export interface DialectExchange extends DialectServices {
  readonly kind: Kind
  readonly plural: Plural
  /** The URL of the dialect, with the language of the request. */
  readonly base: string
  /** Methods that the caller may use on a record of the kind. */
  readonly allow: readonly string[]
  readonly request: HttpRequest
  readonly body: Inputs
  readonly caller: Caller
  readonly signal: AbortSignal
  /** The responses of the API so far. */
  readonly read: HttpResponse[]
}
export interface DialectAnswer {
  readonly status: number
  readonly json: Json
  readonly headers?: Readonly<Record<string, string>>
  /** When the response expires although the responses of the API do not; 0 is at once. */
  readonly expiresAt?: number
}

export function findApiRoute({ apiRoutes }: DialectServices, method: string, path: string): HttpRoute<Caller> {
  const route = apiRoutes.find((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`The API has no route ${method} ${path}.`)
  return route
}
interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Inputs
  readonly body?: Inputs
}
/** Calls a route of the API. In strict handling, a filter that names no record is an error, as on the original. */
async function call(exchange: DialectExchange, method: string, path: string, { params = {}, query = {}, body = {} }: Call): Promise<Json> {
  const { request, caller, signal, read } = exchange
  const queryPairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each): Pair => [name, String(each)]))
  const headers = { ...request.headers, prefer: method === 'GET' ? 'handling=strict' : 'handling=lenient' }
  const own = { ...request, headers, params, query, queryPairs }
  const response = await findApiRoute(exchange, method, path).handle(own, body, caller, signal)
  read.push(response)
  if (!isBuffered(response.body)) throw new Error(`The response of ${path} is not text.`)
  const json = JSON.parse(response.body.toString()) as Json
  // The record was merged into another one, which the original cannot express.
  if (response.status === 308)
    return call(exchange, method, path.replace(/\/(by-slug|\{).*/, '/{id}'), { params: { id: String(json['id']) }, query })
  return json
}
const contextOf = ({ caller, clock, site: { timeZone, languages } }: DialectExchange): DialectContext => ({
  caller,
  now: clock.now(),
  timeZone,
  languages,
})

/** `path` is that of the route in the API. */
export async function answer(exchange: DialectExchange, method: string, path: string): Promise<DialectAnswer> {
  const { kind, request } = exchange
  const { params } = request
  if (!path.includes('{')) return method === 'GET' ? list(exchange, path) : create(exchange, path)
  const isRead = method === 'GET'
  const body = isRead || method === 'DELETE' ? {} : await writeBody(exchange, path, true)
  const query = isRead ? languageOf(request.query, contextOf(exchange)) : {}
  const record = await call(exchange, method, path, { params, query, body }).catch((error: unknown) => explainMissing(exchange, error))
  if (isRead && record['status'] === 'trash') throw new Problem('rest_in_trash', { wireCode: `${kind.name}-is-in-trash` })
  // An update takes a record out of the trash.
  const isRestored = method !== 'DELETE' && record['status'] === 'trash' && body['status'] === undefined
  const restored = isRestored ? await call(exchange, method, path, { params, body: { status: 'publish' } }) : record
  return { status: 200, json: await present(exchange, restored, method) }
}
/** The original tells an ID of another kind from an unknown one. Only records that the caller may see count. */
async function explainMissing(exchange: DialectExchange, error: unknown): Promise<never> {
  const { id } = exchange.request.params
  if (error instanceof Problem && error.code === 'rest-event-not-found' && id !== undefined)
    for (const path of ['/venues/{id}', '/organizers/{id}'])
      if (await call(exchange, 'GET', path, { params: { id } }).catch(ignoreRefusal))
        throw new Problem('rest_invalid_param', { wireCode: 'rest-invalid-event-id' })
  throw error
}
/** Returns null if the API refused the request. Failures of the server are thrown. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof Problem && error.status < 500 && error.status !== 429) return null
  throw error
}

async function list(exchange: DialectExchange, path: string): Promise<DialectAnswer> {
  const { plural, kind, request } = exchange
  const wanted = toListQuery(plural, request.query, contextOf(exchange))
  const found = await call(exchange, 'GET', path, { query: wanted.query })
  const { total, total_pages: pages } = found as { readonly total: number; readonly total_pages: number }
  const isTerm = kind.access === 'term'
  if (!isTerm && wanted.page > Math.max(1, pages)) throw new Problem('rest_not_found', { wireCode: `${kind.name}-archive-page-not-found` })
  const { include } = wanted.query
  if (isTerm && include !== undefined && String(include).split(',').length > total)
    throw invalidParams({ include: new FieldError('unknown') })
  const records = found[plural] as readonly Json[]
  const presentation = await presentationOf(exchange, records, null)
  const shown = records.map((record) => toDialectRecord(plural, record, presentation))
  return {
    status: 200,
    json: { [plural]: shown, ...linksOf(exchange, wanted, pages), total, total_pages: pages },
    headers: { 'x-tec-total': String(total), 'x-tec-totalpages': String(pages) },
    expiresAt: wanted.expiresAt,
  }
}
/** The original encodes `rest_url` only if the request filters by a venue, an organizer or featured events. */
function linksOf({ plural, kind, request, base }: DialectExchange, { page, shown }: DialectListQuery, pages: number): Json {
  const join = (pairs: DialectListQuery['shown'], isRaw: (name: string) => boolean): string => {
    const query = pairs.map(([name, value]) => (value === '' ? name : `${name}=${isRaw(name) ? value : encodePart(value)}`)).join('&')
    return `${base}/${plural}/${query === '' ? '' : `?${query}`}`
  }
  const own = kind.access === 'term' ? [] : shown
  const at = (number: number): string =>
    join([...own.filter(([name]) => name !== 'page'), ...(number > 1 ? [['page', String(number)] as const] : [])], () => false)
  const isEncoded = ['venue', 'organizer', 'featured'].some((name) => request.query[name] !== undefined)
  return {
    rest_url: join(own, (name) => !isEncoded || name === 'venue' || name === 'organizer'),
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}
const encodePart = (value: string): string => encodeURIComponent(value).replaceAll('%20', '+')

async function create(exchange: DialectExchange, path: string): Promise<DialectAnswer> {
  const { plural } = exchange
  const body = await writeBody(exchange, path, false)
  const existing = await findByName(exchange, body)
  const update = { params: { id: String(existing?.['id']) }, body }
  const updated = existing && (await call(exchange, 'PATCH', `/${plural}/{id}`, update).catch(ignoreRefusal))
  const record = updated ?? (await createWithFreeSlug(exchange, path, body))
  const json = await present(exchange, record, 'POST')
  const [self] = ((json['_links'] as Json | undefined)?.['self'] ?? []) as readonly Json[]
  return { status: 201, json, ...(self && { headers: { location: String(self['href']) } }) }
}
/** The original updates a venue or an organizer that has the name already. Callers who may not do so create another one. */
async function findByName(exchange: DialectExchange, body: Inputs): Promise<Json | undefined> {
  const { plural, kind } = exchange
  const name = body[kind.title]
  if ((plural !== 'venues' && plural !== 'organizers') || typeof name !== 'string' || name === '') return undefined
  const found = await call(exchange, 'GET', `/${plural}`, { query: { search: name, per_page: '50' } })
  return (found[plural] as readonly Json[]).find((record) => record[kind.title] === name)
}
const MAX_SUFFIX = 10
/** A slug that is taken gets a number. */
async function createWithFreeSlug(exchange: DialectExchange, path: string, body: Inputs): Promise<Json> {
  for (let n = 2; ; n += 1)
    try {
      const slug = n === 2 ? body['slug'] : withNumberSuffix(String(body['slug']), n - 1)
      return await call(exchange, 'POST', path, { body: slug === undefined ? body : { ...body, slug } })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rest_slug_taken' || n > MAX_SUFFIX) throw error
    }
}

/** Inputs of a write may be in the query too. */
async function writeBody(exchange: DialectExchange, path: string, isUpdate: boolean): Promise<Inputs> {
  const { plural, request } = exchange
  const { errors, body } = toWriteBody(plural, { ...request.query, ...exchange.body }, isUpdate, contextOf(exchange))
  if (Object.keys(errors).length > 0) {
    // A dry run finds the other errors. Dates that the dialect could read are valid.
    const dryRun = { params: request.params, query: { dry_run: 'true' }, body }
    const result = await call(exchange, isUpdate ? 'PATCH' : 'POST', path, dryRun).catch((error: unknown) => error)
    if (result instanceof Problem && !result.details.fieldErrors) throw result
    const { start_date: _, end_date: __, ...others } = (result instanceof Problem && result.details.fieldErrors) || {}
    throw invalidParams({ ...others, ...errors })
  }
  const isEvent = plural === 'events'
  for (const terms of isEvent ? TERMS : []) if (body[terms] !== undefined) body[terms] = await knownTerms(exchange, terms, body[terms])
  return body
}
/** The original ignores IDs of terms that do not exist. */
async function knownTerms(exchange: DialectExchange, plural: TermPlural, sent: unknown): Promise<unknown> {
  const values = [sent].flat().flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]))
  const ids = values.filter((value) => /^\d{1,15}$/.test(String(value))).map(Number)
  // The API refuses longer lists.
  if (values.length > MAX_ITEMS) return values
  const known = await countTerms(exchange, plural, ids)
  return values.filter((value) => !ids.includes(Number(value)) || known.has(Number(value)))
}

const TERMS = ['categories', 'tags'] as const
const MAX_ITEMS = 100
async function countTerms(exchange: DialectExchange, plural: TermPlural, ids: readonly number[]): Promise<Map<number, number>> {
  const size = Math.min(50, exchange.site.maxPerPage)
  const counts = new Map<number, number>()
  for (let i = 0; i < ids.length; i += size) {
    const query = { include: ids.slice(i, i + size).join(','), hide_empty: 'false', per_page: String(size), _fields: 'id,count' }
    const found = await call(exchange, 'GET', `/${plural}`, { query })
    for (const { id, count } of found[plural] as readonly Json[]) counts.set(Number(id), Number(count))
  }
  return counts
}
async function presentationOf(exchange: DialectExchange, records: readonly Json[], allow: Presentation['allow']): Promise<Presentation> {
  const { plural, site, base } = exchange
  const counts: [number, number][] = []
  for (const terms of plural === 'events' ? TERMS : []) {
    const ids = new Set(records.flatMap((record) => (record[terms] as readonly Json[]).map(({ id }) => Number(id))))
    counts.push(...(await countTerms(exchange, terms, [...ids])))
  }
  return { siteUrl: site.publicUrl, base, allow, counts: new Map(counts) }
}
const present = async (exchange: DialectExchange, record: Json, method: string): Promise<Json> =>
  toDialectRecord(exchange.plural, record, await presentationOf(exchange, [record], method === 'DELETE' ? null : exchange.allow))
