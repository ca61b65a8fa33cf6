// Serves a list: parses the parameters, resolves references, presents one page and builds its links. Runs at most four statements.
import Type from 'typebox'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import { selectFields } from '../response/sparse-fields.ts'
import type { Db } from '../../kernel/database/database.ts'
import { encodeName, joinFitting, LINK_BYTES, namesHeader } from '../../kernel/http/header-values.ts'
import { joinFragments, jsonFragment } from '../response/json-fragments.ts'
import { mergeFieldErrors, FieldError, forbidden, invalidParams } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { fragmentResponse, apiUrl } from '../response/responses.ts'
import type { CacheLifetime } from '../definition/caching.ts'
import { parseQuery, type ParsedQuery } from '../input/parse-input.ts'
import { listStatement, type ListRequest, type ListStatement } from './list-query.ts'
import { resolveReferences, type Reference } from '../input/resolve-references.ts'
import { alternateLinks, pageLinks } from '../response/page-links.ts'
import { surrogateKeysEnabled, listSurrogateKeys } from '../response/surrogate-keys.ts'
import { presentMany } from '../read/records.ts'
import { isRecordCacheable, cachedPage, type RecordPage } from './record-cache.ts'
import { languageParam, linkFields, param } from '../definition/resource.ts'
import type { RequestContext, Filter, Kind, Param, Params } from '../definition/kind.ts'
import { STATUSES, type Status } from '../access/visibility.ts'

const FIELDS_PARAM = param(values.listOf(values.boundedText(200)), 'Returns only these fields of each record, such as `id,venue.city`.')
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
    ...Object.assign({}, ...filterParams),
    ...(kind.access === 'owned' && { status }),
    ...(kind.defaultSort.isSelectable && {
      orderby: param(values.oneOf(Object.keys(kind.sorts)), 'Sort key.', { fallback: kind.defaultSort.by }),
      order: param(values.oneOf(['asc', 'desc']), 'Sort direction: ascending or descending.', { fallback: kind.defaultSort.direction }),
    }),
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
}
/** Parses and checks the query of a list. Throws 400 with all errors. The headers name values that matched no record. */
export async function parseListRequest(db: Db, kind: Kind, { params, inputs }: ListQuery, ctx: RequestContext): Promise<ParsedListRequest> {
  const query = parseQuery(params, inputs)
  const fieldErrors = mergeFieldErrors(query.fieldErrors, checks(kind, query, ctx))
  if (ctx.strict) for (const name of query.ignored) fieldErrors[name] ??= new FieldError('ignored')
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  const statuses = statusesOf(query, ctx)
  const references = await resolveFilterReferences(db, params, query.values, ctx)
  if (ctx.strict && references.unmatched.length > 0)
    throw invalidParams(Object.fromEntries(references.unmatched.map(([name]) => [name, new FieldError('unknown')])))
  const unmatched = references.unmatched.map(([name, value]) => `${encodeURIComponent(name)}=${encodeName(value)}`)
  return {
    request: requestOf(kind, { ...query.values, ...references.ids }, statuses, ctx.site.maxPerPage),
    query,
    headers: namesHeader('x-unmatched-values', unmatched),
  }
}

/** Serves one page of a list. `pairs` are the parameters as the client sent them, for the links to other pages. */
export async function listRecords(db: Db, kind: Kind, listQuery: ListQuery & { readonly pairs: readonly Pair[] }, ctx: RequestContext) {
  const { pairs } = listQuery
  const { request, query, headers: unmatchedHeaders } = await parseListRequest(db, kind, listQuery, ctx)
  const statement = listStatement(kind, request, ctx)
  const fields = query.values['_fields'] as readonly string[] | undefined
  const loadPage = fields || surrogateKeysEnabled(ctx) || !isRecordCacheable(kind, ctx, db) ? uncachedPage : cachedPage
  const {
    total,
    records,
    fragments = records.map((record) => jsonFragment(fields ? selectFields(record, fields) : record)),
  } = await loadPage(db, kind, statement, ctx)
  const url = apiUrl(ctx, `/${kind.plural}`)
  const { header, total_pages, ...links } = pageLinks(url, pairs, resolvedParams(kind, query, ctx), { ...request, total })
  const link = joinFitting([...header, ...alternateLinks(url, kind.formats?.list, pairs)], LINK_BYTES)
  const counts = { 'x-total': String(total), 'x-totalpages': String(total_pages) }
  const body = joinFragments(kind.plural, fragments, { ...links, total, total_pages })
  const headers = { ...counts, ...(link && { link }), ...listSurrogateKeys(kind, records, ctx), ...unmatchedHeaders }
  return { ...fragmentResponse(body, ctx, headers, cacheLifetime(kind, query)), ignored: query.ignored }
}

async function uncachedPage(db: Db, kind: Kind, { statement, customPlan }: ListStatement, ctx: RequestContext): Promise<RecordPage> {
  const [{ total, ids } = { total: 0, ids: [] }] = await db.query<{ total: number; ids: number[] }>(statement, { customPlan })
  return { total, records: await presentMany(db, kind, ids, ctx) }
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
    ([name, each]) => 'linked' in each && storages[each.linked]?.create === 'body' && values.splitItems(query[name] ?? '').length === 1,
  )
}

const PER_PAGE = 10
const requestOf = (kind: Kind, sent: Readonly<Record<string, unknown>>, statuses: readonly Status[], maxPerPage: number): ListRequest => ({
  values: sent,
  statuses,
  order: String(sent['orderby'] ?? kind.defaultSort.by),
  direction: (sent['order'] as 'asc' | 'desc' | undefined) ?? kind.defaultSort.direction,
  page: Number(sent['page'] ?? 1),
  perPage: Number(sent['per_page'] ?? Math.min(PER_PAGE, maxPerPage)),
})

const filtersOf = (kind: Kind): Filter[] => Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : [filter]))
const checks = (kind: Kind, query: ParsedQuery, ctx: RequestContext): Record<string, FieldError> =>
  Object.assign({}, ...filtersOf(kind).map((filter) => filter.check?.(query.values, ctx) ?? {}))
const resolvedParams = (kind: Kind, query: ParsedQuery, ctx: RequestContext): Record<string, string> =>
  Object.assign({}, ...filtersOf(kind).map((filter) => filter.resolvedParams?.(query.values, ctx) ?? {}))

function cacheLifetime(kind: Kind, query: ParsedQuery): CacheLifetime {
  const all = filtersOf(kind).map((filter) => filter.cacheLifetime?.(query.values) ?? 'always')
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

/** Resolves parameters that refer to records to ids that the caller may see. Also returns the values that match no record. */
async function resolveFilterReferences(db: Db, params: Params, sent: Readonly<Record<string, unknown>>, ctx: RequestContext) {
  const referring = Object.entries(params).flatMap(([name, { names }]) => (names && sent[name] !== undefined ? [{ name, names }] : []))
  const referenceTo = (names: NonNullable<Param['names']>, value: unknown): Reference => ({
    kind: names.kind,
    by: typeof value === 'number' ? 'id' : 'slug',
    value: value as number | string,
    ...(names.descendants && { below: names.descendants }),
  })
  const valuesOf = (name: string): unknown[] => [sent[name]].flat()
  const found = await resolveReferences(
    db,
    referring.flatMap(({ name, names }) => valuesOf(name).flatMap((value) => (value === 0 ? [] : [referenceTo(names, value)]))),
    ctx,
  )
  const ids: Record<string, readonly number[]> = {}
  const unmatched: [string, string][] = []
  for (const { name, names } of referring) {
    const idsOfParam = new Set<number>()
    for (const value of valuesOf(name)) {
      if (value === 0 && names.zero) idsOfParam.add(0)
      else if (found(referenceTo(names, value)) === null) unmatched.push([name, String(value)])
      else for (const id of found.all(referenceTo(names, value))) idsOfParam.add(id)
    }
    ids[name] = [...idsOfParam]
  }
  return { ids, unmatched }
}
