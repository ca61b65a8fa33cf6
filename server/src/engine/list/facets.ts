// Facets of lists (contract 5.20): how many records of a list have each category, tag or venue, and how many start in each month.
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { fromDatabase, toLocal } from '../../kernel/time/date-times.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { Kind, Params, RequestContext } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'
import { facetStatement, MONTH, type FacetRow } from './facet-statement.ts'
import type { ListRequest } from './list-query.ts'
import { VIEW_PARAMS } from './view-params.ts'

/** The number of months in a century. */
const MONTHS_MAX = 1_200

export const facetParams = ({ facets }: Kind): Params =>
  facets ? { facets: param(values.listOf(values.oneOf([...facets.fields, MONTH])), facets.description) } : {}
const namesOf = (sent: Readonly<Record<string, unknown>>): string[] => [...new Set((sent['facets'] ?? []) as readonly string[])]

/** A list of records has no dates that facets could count. */
export const findFacetErrors = (sent: Readonly<Record<string, unknown>>): FieldErrors =>
  sent['records'] === true && sent['facets'] !== undefined ? { facets: new FieldError('not_with', { name: 'records' }) } : {}

/** Parameters that neither select records nor change what facets count. */
const NEUTRAL = [...VIEW_PARAMS, 'i18n_language']
/** Whether the query asks for facets that are not sums of stored counts, so that their cost grows with the number of matching records. */
export function countsEachRecord(kind: Kind, query: Inputs): boolean {
  const names = values.splitItems(query['facets'] ?? '')
  if (!kind.facets || names.length === 0) return false
  const ofWindows = (isWindow: boolean): string[] =>
    Object.values(kind.filters).flatMap((filter) =>
      'linked' in filter || (filter.timeWindow !== undefined) !== isWindow ? [] : Object.keys(filter.params),
    )
  // Opening hours bound the window, and are also compared with each record.
  const compared = ofWindows(false)
  const dates = ofWindows(true).filter((name) => !compared.includes(name))
  const summed = [...NEUTRAL, ...dates, ...(names.length === 1 ? names : [])]
  return Object.keys(query).some((name) => (query[name] ?? '') !== '' && !summed.includes(name))
}

type FacetValue =
  | { readonly id: number; readonly slug: string; readonly name: string; readonly count: number }
  | { readonly month: string; readonly count: number }
export type Facets = Readonly<Record<string, readonly FacetValue[]>>

/** Counts the values of the facets that the request names. Null if it names none. */
export async function loadFacets(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<Facets | null> {
  const names = namesOf(request.values)
  if (names.length === 0) return null
  const counted: FacetRow[] = []
  // One statement counts all facets whose filter was not sent, because they belong to the same list.
  for (const group of Map.groupBy(names, (name) => (isFilteredBy(request, name) ? name : '')).values()) {
    const { statement, customPlan } = facetStatement(kind, { request: withoutFilter(request, group), names: group }, ctx)
    counted.push(...(await db.query<FacetRow>(statement, { customPlan })))
  }
  const rows = Map.groupBy(counted, ({ facet }) => facet)
  return Object.fromEntries(names.map((name) => [name, (name === MONTH ? monthsOf : valuesOf)(rows.get(name) ?? [], ctx)]))
}

const isFilteredBy = ({ values: sent, excluded }: ListRequest, name: string): boolean =>
  sent[name] !== undefined || (excluded?.[name] ?? []).length > 0
function withoutFilter(request: ListRequest, names: readonly string[]): ListRequest {
  const others = <T>(all: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
  return { ...request, values: others(request.values), excluded: others(request.excluded ?? {}) }
}

const valuesOf = (rows: readonly FacetRow[]): FacetValue[] =>
  rows.toSorted((a, b) => b.n - a.n || a.id - b.id).map(({ id, slug, name, n }) => ({ id, slug, name, count: n }))
/** Each row has an instant in a month of the site's zone, and the number of records. */
function monthsOf(rows: readonly FacetRow[], { site }: RequestContext): FacetValue[] {
  const counts = new Map<string, number>()
  for (const { at, n } of rows) {
    const month = toLocal(fromDatabase(at), site.timeZone).toPlainDate().toPlainYearMonth().toString()
    counts.set(month, (counts.get(month) ?? 0) + n)
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MONTHS_MAX)
    .map(([month, count]) => ({ month, count }))
}
