// Serving a list: parameters read, names looked up, one page presented, links made. At most four statements, whatever the page.
import Type from 'typebox'
import { pick, type Inputs, type Pair } from '../../kernel/http/request-parsing.ts'
import type { Db } from '../../kernel/database/database.ts'
import { encodeName, joinFitting, LINK_BYTES, namesHeader } from '../../kernel/http/header-values.ts'
import { bodyOf, pieceOf } from '../response/json-fragments.ts'
import { collectFaults, Fault, forbidden, invalid } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { pieceReply, restUrl, type Stays } from '../response/responses.ts'
import { readQuery, type Query } from '../input/parse-input.ts'
import { listStatement, type ListRequest, type ListStatement } from './list-query.ts'
import { lookUp, type Wanted } from '../input/resolve-references.ts'
import { alternates, pageLinks } from '../response/page-links.ts'
import { isTold, namesOfList } from '../response/surrogate-keys.ts'
import { presentMany } from '../read/records.ts'
import { isWritten, writtenPage, type Page } from './record-cache.ts'
import { linkFields, param, type Ask, type Filter, type Kind, type Param, type Params } from '../definition/resource.ts'
import { STATUSES, type Status } from '../access/visibility.ts'

const FIELDS = param(values.listOf(values.text(200)), 'Only these fields of each record, such as `id,venue.city`.')
export const LANGUAGE = (languages: readonly string[]): Param => param(values.choice(languages), 'Language of the texts.')
/** Parameters of reading one record. */
export const readParams = (languages: readonly string[]): Params => ({ i18n_language: LANGUAGE(languages), _fields: FIELDS })
const status: Param<string[]> = param(
  {
    ...values.listOf(values.choice([...STATUSES, 'any'])),
    schema: Type.String({ pattern: `^(${[...STATUSES, 'any'].join('|')})(,(${[...STATUSES, 'any'].join('|')}))*$` }),
  },
  'Records of these statuses that you may see; `any` is all but `trash`.',
  { fallback: 'publish' },
)

/** Every parameter of a kind's list. */
export function listParams(kind: Kind, perPageMax: number, languages: readonly string[]): Params {
  const own = Object.entries(kind.filters).map(([name, filter]): Params => ('linked' in filter ? { [name]: filter.param } : filter.params))
  return {
    page: param(values.integer(1), 'Page of the list.', { fallback: 1 }),
    per_page: param(values.integer(1, perPageMax), 'Records to a page.', { fallback: Math.min(PER_PAGE, perPageMax) }),
    ...Object.assign({}, ...own),
    ...(kind.access === 'owned' && { status }),
    ...(kind.order.chosen && {
      orderby: param(values.choice(Object.keys(kind.orders)), 'What the list is sorted by.', { fallback: kind.order.by }),
      order: param(values.choice(['asc', 'desc']), 'Ascending or descending.', { fallback: kind.order.way }),
    }),
    ...readParams(languages),
  }
}

/** A list request, read: what matches, and what nobody asked for or nothing answers to. */
export interface Prepared {
  readonly request: ListRequest
  readonly query: Query
  readonly headers: Readonly<Record<string, string>>
}
export async function prepare(db: Db, kind: Kind, params: Params, inputs: Inputs, ask: Ask): Promise<Prepared> {
  const query = readQuery(params, inputs)
  const faults = collectFaults(query.faults, checks(kind, query, ask))
  if (ask.strict) for (const name of query.ignored) faults[name] ??= new Fault('ignored')
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const statuses = statusesOf(query, ask)
  const named = await resolve(db, params, query.values, ask)
  if (ask.strict && named.unmatched.length > 0)
    throw invalid(Object.fromEntries(named.unmatched.map(([name]) => [name, new Fault('unknown')])))
  const unmatched = named.unmatched.map(([name, value]) => `${encodeURIComponent(name)}=${encodeName(value)}`)
  return {
    request: requestOf(kind, { ...query.values, ...named.ids }, statuses, ask.site.per_page_max),
    query,
    headers: namesHeader('x-unmatched-values', unmatched),
  }
}

export async function list(db: Db, kind: Kind, params: Params, inputs: Inputs, pairs: readonly Pair[], ask: Ask) {
  const { request, query, headers } = await prepare(db, kind, params, inputs, ask)
  const found = listStatement(kind, request, ask)
  const fields = query.values['_fields'] as readonly string[] | undefined
  const pageOf = fields || isTold(ask) || !isWritten(kind, ask, db) ? recordsPage : writtenPage
  const {
    total,
    records,
    pieces = records.map((record) => pieceOf(fields ? pick(record, fields) : record)),
  } = await pageOf(db, kind, found, ask)
  const address = restUrl(ask, `/${kind.plural}`)
  const { header, total_pages, ...links } = pageLinks(address, pairs, applied(kind, query, ask), { ...request, total })
  const link = joinFitting([...header, ...alternates(address, kind.formats?.list, pairs)], LINK_BYTES)
  const counts = { 'x-total': String(total), 'x-totalpages': String(total_pages) }
  const body = bodyOf(kind.plural, pieces, { ...links, total, total_pages })
  const told = { ...counts, ...(link && { link }), ...namesOfList(kind, records, ask), ...headers }
  return { ...pieceReply(body, ask, told, stays(kind, query)), ignored: query.ignored }
}

async function recordsPage(db: Db, kind: Kind, { statement, custom_plan }: ListStatement, ask: Ask): Promise<Page> {
  const [{ total, ids } = { total: 0, ids: [] }] = await db.query<{ total: number; ids: number[] }>(statement, { custom_plan })
  return { total, records: await presentMany(db, kind, ids, ask) }
}

/**
 * Whether a search has no filter that leaves few records: its cost grows with the size of the calendar. One venue or organizer leaves few records;
 * terms and lists of venues may leave all.
 */
export function isWholeSearch(kind: Kind, query: Inputs): boolean {
  const isSent = (name: string): boolean => (query[name] ?? '') !== ''
  if (kind.listing === undefined || !isSent('search') || isSent('include')) return false
  const places = Object.fromEntries(linkFields(kind))
  return !Object.entries(kind.filters).some(
    ([name, each]) => 'linked' in each && places[each.linked]?.create === 'body' && values.itemsOf(query[name] ?? '').length === 1,
  )
}

const PER_PAGE = 10
const requestOf = (kind: Kind, given: Readonly<Record<string, unknown>>, statuses: readonly Status[], most: number): ListRequest => ({
  values: given,
  statuses,
  order: String(given['orderby'] ?? kind.order.by),
  way: (given['order'] as 'asc' | 'desc' | undefined) ?? kind.order.way,
  page: Number(given['page'] ?? 1),
  per_page: Number(given['per_page'] ?? Math.min(PER_PAGE, most)),
})

const filtersOf = (kind: Kind): Filter[] => Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : [filter]))
const checks = (kind: Kind, query: Query, ask: Ask): Record<string, Fault> =>
  Object.assign({}, ...filtersOf(kind).map((filter) => filter.check?.(query.values, ask) ?? {}))
const applied = (kind: Kind, query: Query, ask: Ask): Record<string, string> =>
  Object.assign({}, ...filtersOf(kind).map((filter) => filter.applied?.(query.values, ask) ?? {}))

function stays(kind: Kind, query: Query): Stays {
  const all = filtersOf(kind).map((filter) => filter.stays?.(query.values) ?? 'always')
  return (['second', 'day'] as const).find((least) => all.includes(least)) ?? 'always'
}

/** The statuses asked for. What is not public must be asked for by a known caller. */
function statusesOf(query: Query, ask: Ask): Status[] {
  const named = (query.values['status'] ?? []) as readonly string[]
  // A list of none, such as a blank, asks for nothing else than the default.
  const asked = named.length > 0 ? named : ['publish']
  const wanted = new Set(asked.flatMap((word) => (word === 'any' ? STATUSES.filter((each) => each !== 'trash') : [word as Status])))
  if (ask.caller.id === null && [...wanted].some((each) => each !== 'publish')) throw forbidden(true)
  return [...wanted]
}

/** Parameters that name records → ids that the caller may see; what names nothing is told apart. */
async function resolve(db: Db, params: Params, given: Readonly<Record<string, unknown>>, ask: Ask) {
  const naming = Object.entries(params).flatMap(([name, { names }]) => (names && given[name] !== undefined ? [{ name, names }] : []))
  const wantedBy = (names: NonNullable<Param['names']>, value: unknown): Wanted => ({
    kind: names.kind,
    by: typeof value === 'number' ? 'id' : 'slug',
    value: value as number | string,
    ...(names.descendants && { below: names.descendants }),
  })
  const valuesOf = (name: string): unknown[] => [given[name]].flat()
  const found = await lookUp(
    db,
    naming.flatMap(({ name, names }) => valuesOf(name).flatMap((value) => (value === 0 ? [] : [wantedBy(names, value)]))),
    ask,
  )
  const ids: Record<string, readonly number[]> = {}
  const unmatched: [string, string][] = []
  for (const { name, names } of naming) {
    const own = new Set<number>()
    for (const value of valuesOf(name)) {
      if (value === 0 && names.zero) own.add(0)
      else if (found(wantedBy(names, value)) === null) unmatched.push([name, String(value)])
      else for (const id of found.all(wantedBy(names, value))) own.add(id)
    }
    ids[name] = [...own]
  }
  return { ids, unmatched }
}
