// Serves a list: parses the parameters, resolves references, presents one page and builds its links. The number of statements is bounded.
import Type from 'typebox'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import { selectFields } from '../response/sparse-fields.ts'
import type { Db } from '../../kernel/database/database.ts'
import { joinFitting, LINK_BYTES } from '../../kernel/http/header-values.ts'
import { joinFragments, jsonFragment } from '../response/json-fragments.ts'
import { mergeFieldErrors, FieldError, forbidden, invalidParams, type FieldErrors } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import { fragmentResponse, apiUrl } from '../response/responses.ts'
import type { CacheLifetime } from '../definition/caching.ts'
import { parseQuery, type ParsedQuery } from '../input/parse-input.ts'
import { isExcluded } from '../definition/exclusion.ts'
import { sql } from '../../kernel/database/sql.ts'
import { CURSOR_PARAM, encodeCursor, findCursorErrors, listFingerprint, listSeconds, type ListCursor } from './cursor.ts'
import { resolveFilterReferences, unmatchedHeader } from './filter-references.ts'
import { COLLAPSE_PARAM } from './collapse.ts'
import { facetParams, findFacetErrors, loadFacets } from './facets.ts'
import { findHighlightErrors, highlightParams, addHighlights } from './highlight.ts'
import { RECORDS_PARAM } from './record-rows.ts'
import { DATES_PARAM, findInventoryErrors, INVENTORY_PAGE, INVENTORY_TYPE, listsDates, loadInventory } from './inventory.ts'
import { occurrencesUntil } from './horizon.ts'
import { indexedStatement, type ListRequest } from './list-query.ts'
import { ownFiltersOf } from './list-conditions.ts'
import { countMatchingDates } from './matching-dates.ts'
import { hasSearchIndex } from './search-index.ts'
import { findOrderErrors, orderNames, orderOf } from './list-order.ts'
import { pageStatement } from './relevance.ts'
import { sortValueText } from './sort-order.ts'
import { suggestSearch } from './suggested-search.ts'
import { alternateLinks, pageLinks } from '../response/page-links.ts'
import { listSurrogateKeys, shownRecordKeys } from '../response/surrogate-keys.ts'
import { entriesFrom, idTable } from '../read/entries.ts'
import { presentMany } from '../read/records.ts'
import { isRecordCacheable, cachedPage, hasNextPage, type RecordPage } from './record-cache.ts'
import { INVENTORY_PARAM, languageParam, linkFields, param } from '../definition/resource.ts'
import type { RequestContext, Kind, Param, Params } from '../definition/kind.ts'
import { STATUSES, type Status } from '../access/visibility.ts'

const FIELDS_PARAM = param(
  values.listOf(values.boundedText(200)),
  'Returns only these fields of each record, such as `id,venue.city`. A list has `translation_status` and `translation_fields` only if they are named here.',
)
/** Parameters of requests for one record. */
export const readParams = (languages: readonly string[]): Params => ({ i18n_language: languageParam(languages), _fields: FIELDS_PARAM })
const status: Param<string[]> = param(
  {
    ...values.listOf(values.oneOf([...STATUSES, 'any'])),
    schema: Type.String({ pattern: `^(${[...STATUSES, 'any'].join('|')})(,(${[...STATUSES, 'any'].join('|')}))*$` }),
  },
  'Returns only records with these statuses. The value `any` selects all statuses except `trash`.',
  { fallback: 'publish' },
)

/** All parameters of the list of a kind. */
export function listParams(kind: Kind, perPageMax: number, languages: readonly string[]): Params {
  const filterParams = Object.entries(kind.filters).map(
    ([name, filter]): Params => ('linked' in filter ? { [name]: filter.param } : filter.params),
  )
  return {
    page: param(values.integer(1), 'Page number, starting at 1.', { fallback: 1 }),
    per_page: param(values.integer(1, perPageMax), 'Number of records per page.', { fallback: Math.min(PER_PAGE, perPageMax) }),
    cursor: CURSOR_PARAM,
    ...Object.assign({}, ...filterParams),
    ...(kind.listing && { collapse: COLLAPSE_PARAM, records: RECORDS_PARAM, dates: DATES_PARAM }),
    ...facetParams(kind),
    ...highlightParams(kind),
    inventory: INVENTORY_PARAM,
    ...(kind.access === 'owned' && { status }),
    orderby: param(values.oneOf(orderNames(kind)), 'Sort key.', { fallback: kind.defaultSort.by }),
    order: param(values.oneOf(['asc', 'desc']), 'Sort direction: ascending or descending.', { fallback: kind.defaultSort.direction }),
    ...readParams(languages),
  }
}

/** The query of a list request: the parameters it may have, and the values that were sent. */
export interface ListQuery {
  readonly params: Params
  readonly inputs: Inputs
}
export interface ParsedListRequest {
  readonly request: ListRequest
  readonly query: ParsedQuery
  readonly headers: Readonly<Record<string, string>>
  /** The time that the list is computed for, and how long the response is valid. */
  readonly time: ListTime
}
/** Parses and checks the query of a list. Throws 400 with all errors. The headers name values that matched no record, and the last day of stored dates. */
export async function parseListRequest(
  db: Db,
  kind: Kind,
  { params, inputs }: ListQuery,
  requestCtx: RequestContext,
): Promise<ParsedListRequest> {
  const query = parseQuery(params, inputs)
  const time = listTime(kind, query, requestCtx)
  const { ctx } = time
  const hasCursor = params['cursor'] !== undefined && inputs['cursor'] !== undefined
  const cursorErrors = findCursorErrors(kind, { ...orderOf(kind, query.values), values: query.values }, hasCursor, ctx)
  const fieldErrors = mergeFieldErrors(
    query.fieldErrors,
    checks(kind, query, ctx),
    findOrderErrors(kind, query.values),
    cursorErrors,
    findRecordsErrors(query.values, hasCursor),
    findFacetErrors(query.values),
    findHighlightErrors(query.values),
    findInventoryErrors(query.values),
  )
  if (ctx.strict) for (const name of query.ignored) fieldErrors[name] ??= new FieldError('ignored')
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  const statuses = statusesOf(query, ctx)
  const references = await resolveFilterReferences(db, params, query.values, ctx)
  if (ctx.strict && references.unmatched.length > 0)
    throw invalidParams(Object.fromEntries(references.unmatched.map(([name]) => [name, new FieldError('unknown')])))
  const cursor = query.values['cursor'] as ListCursor | undefined
  const isInventory = query.values['inventory'] === true
  const request: ListRequest = {
    values: { ...query.values, ...references.ids },
    excluded: references.excluded,
    statuses,
    ...orderOf(kind, query.values),
    page: Number(query.values['page'] ?? 1),
    perPage: Number(query.values['per_page'] ?? (isInventory ? INVENTORY_PAGE : Math.min(PER_PAGE, ctx.site.maxPerPage))),
    ...((hasCursor || isInventory) && { after: cursor?.after ?? null }),
    ...(query.values['collapse'] === 'series' && { collapse: true }),
    ...recordsOf(kind, query.values),
    named: namedFields(kind, (query.values['_fields'] ?? []) as readonly string[]),
  }
  const until = occurrencesUntil(kind, request.values, requestCtx)
  const headers = { ...unmatchedHeader(references.unmatched), ...(until && { 'x-occurrences-until': until.toString() }) }
  return { request, query, headers, time: until && time.lifetime === 'always' ? { ...time, lifetime: 'day' } : time }
}

/** Serves one page of a list. `pairs` are the parameters as the client sent them, for the links to other pages. */
export async function listRecords(
  db: Db,
  kind: Kind,
  listQuery: ListQuery & { readonly pairs: readonly Pair[] },
  requestCtx: RequestContext,
) {
  const { pairs } = listQuery
  const { request: parsed, query, headers: listHeaders, time } = await parseListRequest(db, kind, listQuery, requestCtx)
  const { ctx, seconds, lifetime } = time
  if (query.values['inventory'] === true) return inventoryResponse(db, kind, { request: parsed, query, headers: listHeaders, time, pairs })
  const request =
    indexedStatement(kind, parsed, ctx) && (await hasSearchIndex(db, ctx.site)) ? { ...parsed, usesSearchIndex: true } : parsed
  const fields = query.values['_fields'] as readonly string[] | undefined
  const loadPage = fields || !isRecordCacheable(kind, ctx, db) ? uncachedPage : cachedPage
  const { total, last, ...page } = await loadPage(db, kind, request, ctx)
  const { records, fragments = records.map((record) => jsonFragment(fields ? selectFields(record, fields) : record)) } =
    await addHighlights(kind, page, query.values)
  const keys = [...shownRecordKeys(kind, records, ctx), ...fragments.flatMap(({ surrogateKeys = [] }) => surrogateKeys)]
  const list = { ...request, values: query.values }
  const next_cursor =
    last && !request.records ? encodeCursor({ fingerprint: listFingerprint(kind, list, ctx), seconds, after: last }) : null
  const url = apiUrl(ctx, `/${kind.plural}`)
  const pagination = { ...request, total, ...(request.after !== undefined && { nextCursor: next_cursor }) }
  const { header, total_pages, ...links } = pageLinks(url, pairs, resolvedParams(kind, query, ctx), pagination)
  const link = joinFitting([...header, ...alternateLinks(url, kind.formats?.list, pairs)], LINK_BYTES)
  const counts = { 'x-total': String(total), 'x-totalpages': String(total_pages) }
  const suggested = total === 0 && request.page === 1 && !query.values['cursor'] ? await suggestSearch(db, kind, request, ctx) : null
  const facets = await loadFacets(db, kind, request, ctx)
  const more = { ...applied(kind, query, ctx), ...(suggested !== null && { suggested_search: suggested }), ...(facets && { facets }) }
  const body = joinFragments(kind.plural, fragments, { ...links, next_cursor, total, total_pages, ...more })
  const headers = { ...counts, ...(link && { link }), ...listSurrogateKeys(kind, keys, request, ctx), ...listHeaders }
  return { ...fragmentResponse(body, ctx, headers, lifetime), ignored: query.ignored }
}

async function inventoryResponse(db: Db, kind: Kind, list: ParsedListRequest & { readonly pairs: readonly Pair[] }) {
  const { request, query, time, pairs } = list
  const { ctx, seconds, lifetime } = time
  const { items, last } = await loadInventory(db, kind, request, ctx)
  const fingerprint = listFingerprint(kind, { ...request, values: query.values }, ctx)
  const next_cursor = last === null ? null : encodeCursor({ fingerprint, seconds, after: { at: String(last), id: last } })
  const { next_rest_url, header } = pageLinks(apiUrl(ctx, `/${kind.plural}`), pairs, {}, { ...request, total: 0, nextCursor: next_cursor })
  const body = `{"${kind.plural}":[${items}],${JSON.stringify({ next_rest_url, next_cursor }).slice(1)}`
  const link = joinFitting(header, LINK_BYTES)
  const type = { 'content-type': `${INVENTORY_TYPE}; charset=utf-8` }
  const headers = { ...type, ...(link && { link }), ...listSurrogateKeys(kind, [], null, ctx), ...list.headers }
  return { ...fragmentResponse({ bytes: Buffer.from(body), hash: contentHash(body) }, ctx, headers, lifetime), ignored: query.ignored }
}

/** The fields of single records that `_fields` of a list names. */
const namedFields = (kind: Kind, fields: readonly string[]): string[] =>
  fields
    .map((field) => field.split('.', 1)[0] ?? '')
    .filter((name) => Object.hasOwn(kind.fields, name) && kind.fields[name]?.onlyIn === 'named')

/** Which records a list of records has. An inventory has exceptions too, and needs no times unless a date filter was sent. */
function recordsOf(kind: Kind, sent: Readonly<Record<string, unknown>>): Pick<ListRequest, 'records'> {
  if (sent['inventory'] === true) return kind.listing && !listsDates(sent) ? { records: { withExceptions: true, isInventory: true } } : {}
  return sent['records'] === true ? { records: { withExceptions: typesOf(sent).includes('exception') } } : {}
}

const typesOf = (sent: Readonly<Record<string, unknown>>): readonly string[] => (sent['type'] ?? []) as readonly string[]
/** A list of records is sorted by dates that depend on the time, so it has pages but no positions. */
function findRecordsErrors(sent: Readonly<Record<string, unknown>>, hasCursor: boolean): FieldErrors {
  if (sent['inventory'] === true) return {}
  if (sent['records'] !== true) return typesOf(sent).includes('series') ? { type: new FieldError('together') } : {}
  return {
    ...(hasCursor && { cursor: new FieldError('not_with', { name: 'records' }) }),
    ...(sent['collapse'] !== undefined && { collapse: new FieldError('not_with', { name: 'records' }) }),
  }
}

interface ListTime {
  /** The context of the request with the time of the first page, so that all pages belong together. */
  readonly ctx: RequestContext
  /** The same time in seconds since 1970; null if the list does not depend on it. */
  readonly seconds: number | null
  readonly lifetime: CacheLifetime
}
function listTime(kind: Kind, query: ParsedQuery, ctx: RequestContext): ListTime {
  const cursor = query.values['cursor'] as ListCursor | undefined
  const lifetime = cursor ? 'always' : cacheLifetime(kind, query)
  const seconds = listSeconds(cursor, lifetime, ctx)
  const now = seconds === null ? ctx.now : Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
  return { ctx: { ...ctx, now }, seconds, lifetime }
}

async function uncachedPage(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<RecordPage> {
  const { statement, customPlan, ranked } = await pageStatement(db, kind, request, ctx)
  const lastId = sql`page.ids[least(cardinality(page.ids), ${request.perPage})]`
  const [page] = await db.query<{ total: number | null; ids: number[]; at: string | null }>(
    sql`with page as materialized (
${statement}
)
select page.total, page.ids, (select ${sortValueText(kind, request, ctx)} from ${entriesFrom(kind, idTable(lastId))}) as at from page`,
    { customPlan },
  )
  if (request.usesSearchIndex && page?.total === null) return uncachedPage(db, kind, { ...request, usesSearchIndex: false }, ctx)
  const { ids, at } = page ?? { ids: [], at: null }
  const total = page?.total ?? 0
  const shown = ids.slice(0, request.perPage)
  const id = shown.at(-1)
  const isLast = id === undefined || at === null || !hasNextPage(request, total, ids.length)
  const last = ranked ? ranked.last : isLast ? null : { at, id }
  const records = await presentMany(db, kind, { ids: shown, named: request.named ?? [] }, ctx)
  if (!request.collapse) return { total, records, last }
  const count = await countMatchingDates(db, kind, { request, ids: shown }, ctx)
  return { total, records: records.map((record) => ({ ...record, matching_dates: count(record['id'] as number) })), last }
}

/**
 * Whether a search has no filter that selects few records, so that its cost grows with the size of the calendar. One venue or organizer selects
 * few records; terms and lists of venues may select all of them.
 */
export function isWholeSearch(kind: Kind, query: Inputs): boolean {
  const isSent = (name: string): boolean => (query[name] ?? '') !== ''
  if (kind.listing === undefined || !isSent('search') || isSent('include')) return false
  const storages = Object.fromEntries(linkFields(kind))
  return !Object.entries(kind.filters).some(
    ([name, each]) => 'linked' in each && storages[each.linked]?.create === 'body' && selectsOne(values.splitItems(query[name] ?? '')),
  )
}

const selectsOne = (items: readonly unknown[]): boolean => items.length === 1 && !isExcluded(items[0])

const PER_PAGE = 10
const checks = (kind: Kind, query: ParsedQuery, ctx: RequestContext): Record<string, FieldError> =>
  Object.assign({}, ...ownFiltersOf(kind).map((filter) => filter.check?.(query.values, ctx) ?? {}))
const resolvedParams = (kind: Kind, query: ParsedQuery, ctx: RequestContext): Record<string, string> =>
  Object.assign({}, ...ownFiltersOf(kind).map((filter) => filter.resolvedParams?.(query.values, ctx) ?? {}))

const applied = (kind: Kind, query: ParsedQuery, ctx: RequestContext): { applied?: unknown } => {
  const [found] = ownFiltersOf(kind).flatMap((filter) => filter.applied?.(query.values, ctx) ?? [])
  return found ? { applied: found } : {}
}

function cacheLifetime(kind: Kind, query: ParsedQuery): CacheLifetime {
  if (query.values['records'] === true) return 'second'
  const all = ownFiltersOf(kind).map((filter) => filter.cacheLifetime?.(query.values) ?? 'always')
  return (['second', 'day'] as const).find((least) => all.includes(least)) ?? 'always'
}

/** Returns the requested statuses. Only authenticated callers may request other statuses than `publish`. */
function statusesOf(query: ParsedQuery, ctx: RequestContext): Status[] {
  const sent = (query.values['status'] ?? []) as readonly string[]
  // An empty list, such as a blank value, means the default.
  const names = sent.length > 0 ? sent : ['publish']
  const statuses = new Set(names.flatMap((name) => (name === 'any' ? STATUSES.filter((each) => each !== 'trash') : [name as Status])))
  if (ctx.caller.id === null && [...statuses].some((each) => each !== 'publish')) throw forbidden(true)
  return [...statuses]
}
