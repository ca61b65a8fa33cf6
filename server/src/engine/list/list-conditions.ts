// The conditions of a list request as SQL, on the row `o` that the list is read from. No I/O.
import { and, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { notProtectedOrEditable } from '../access/visibility.ts'
import type { Filter, Kind, LinkFilter, RequestContext } from '../definition/kind.ts'
import type { LinksStorage } from '../definition/storage.ts'
import { ownerColumn, recordColumn } from '../definition/resource.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { anyOf } from './listed-rows.ts'

export interface ListFilters {
  /** Parsed parameters by name. Parameters that refer to records contain the ids that were found. */
  readonly values: Readonly<Record<string, unknown>>
  /** Ids of linked records that exclude a record, by link filter. */
  readonly excluded?: Readonly<Record<string, readonly number[]>>
}
/** A condition on the row of a record in its main table. */
type RecordCondition = (alias: string) => Sql
export interface Conditions {
  readonly window: TimeWindow | null
  readonly conditions: readonly Sql[]
  readonly recordConditions: readonly RecordCondition[]
  /** The linked records that the only condition selects. */
  readonly linkedTo: Sql | null
  /** The terms of a search, if it is the only condition. */
  readonly searchTerms: readonly string[] | null
  readonly customPlan: boolean
}
/** Returns the conditions of all filters: one time window, and the SQL of the others. */
export function conditionsOf(kind: Kind, request: ListFilters, ctx: RequestContext): Conditions {
  const conditions = exclusions(kind, request, ctx)
  const recordConditions: RecordCondition[] = []
  const result = {
    window: null as TimeWindow | null,
    linkedTo: null as Sql | null,
    searchTerms: null as readonly string[] | null,
    customPlan: conditions.length > 0,
  }
  for (const filter of Object.values(kind.filters)) {
    if ('linked' in filter) continue
    const values = Object.fromEntries(
      Object.keys(filter.params).flatMap((name) => (request.values[name] === undefined ? [] : [[name, request.values[name]]])),
    )
    result.window ??= filter.timeWindow?.(values, ctx) ?? null
    result.linkedTo ??= filter.linkedTo?.(values, ctx) ?? null
    result.searchTerms ??= filter.searchTerms?.(values) ?? null
    const where = filter.where(values, ctx)
    const hasRecordWhere = (filter.recordWhere?.(values, ctx, 'r') ?? null) !== null
    if (where) conditions.push(where)
    if (hasRecordWhere) recordConditions.push((alias) => filter.recordWhere?.(values, ctx, alias) ?? raw('true'))
    if (where || hasRecordWhere) result.customPlan ||= filter.customPlan === true
  }
  const isOnly = conditions.length === 1 && recordConditions.length === 0
  const { linkedTo, searchTerms } = result
  return { ...result, conditions, recordConditions, ...(isOnly ? { linkedTo, searchTerms } : { linkedTo: null, searchTerms: null }) }
}
/** Applies conditions on the main table to the row `o`, which may be a row of a listing table. */
export const onRecord = (kind: Kind, conditions: readonly RecordCondition[]): Sql[] =>
  conditions.map((where) => (kind.listing ? sql`o.record_id in (select r.id from ${ref(kind.table)} r where ${where('r')})` : where('o')))

/** The conditions of link filters with excluded values. A link that the caller cannot see excludes nothing. */
const exclusions = (kind: Kind, { excluded = {} }: ListFilters, ctx: RequestContext): Sql[] =>
  Object.entries(kind.filters).flatMap(([name, filter]) => {
    const ids = excluded[name] ?? []
    return 'linked' in filter && ids.length > 0 ? [sql`not ${isLinkedToAny(kind, filter, ids, ctx)}`] : []
  })
/** Whether the record of the row `o` is linked to one of these records. */
export const isLinkedToAny = (kind: Kind, filter: LinkFilter, ids: readonly number[], ctx: RequestContext): Sql => {
  const link = and([sql`l.${ref(ownerColumn(kind))} = o.${ref(recordColumn(kind))}`, anyOf('l', ids)])
  const exists = sql`exists (select 1 from ${ref(linkStorage(kind, filter).table)} l where ${link})`
  return isHiddenByPassword(kind, filter) ? sql`(${notProtectedOrEditable(kind, 'o', ctx.caller)} and ${exists})` : exists
}
export const isFilteredBy = ({ conditions, recordConditions }: Conditions): boolean => conditions.length > 0 || recordConditions.length > 0
/** The linked records that a request asks for, with the filter of each parameter. */
export const linksOf = (kind: Kind, request: Pick<ListFilters, 'values'>) =>
  Object.entries(kind.filters).flatMap(([name, filter]) =>
    'linked' in filter && request.values[name] !== undefined ? [{ filter, ids: request.values[name] as readonly number[] }] : [],
  )
function linkStorage(kind: Kind, filter: LinkFilter): LinksStorage {
  const storage = kind.fields[filter.linked]?.storage
  if (storage?.in !== 'links') throw new TypeError(`${kind.name}.${filter.linked} is not a link field`)
  return storage
}
/** A filter by links that protected records hide matches those records only if the caller may see the links. */
export const isHiddenByPassword = (kind: Kind, filter: LinkFilter): boolean =>
  kind.passwordProtection?.hiddenFields.includes(filter.linked) === true

const ownFilters = new WeakMap<Kind, readonly Filter[]>()
/** The filters that have functions of their own. They depend on the declaration only, and each request needs them several times. */
export function ownFiltersOf(kind: Kind): readonly Filter[] {
  const known = ownFilters.get(kind)
  if (known) return known
  const filters = Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : [filter]))
  ownFilters.set(kind, filters)
  return filters
}
