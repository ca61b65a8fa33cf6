// Filters of the change feed (contract 14.1.1): they are resolved to ids and instants once, and carried in the cursor.
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams, mergeFieldErrors } from '../../kernel/errors/problems.ts'
import { contentHash } from '../../kernel/http/etags.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { canSeeProtectedFields } from '../access/visibility.ts'
import type { Filter, Kind, LinkFilter, Params, RequestContext, StoredRow } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { parseQuery } from '../input/parse-input.ts'
import { resolveFilterReferences, type FilterReference } from '../list/filter-references.ts'
import { isHiddenByPassword } from '../list/list-conditions.ts'
import { isInWindow } from '../list/time-window.ts'

/** The texts of the parameters, which a cursor contains. Dates are absolute. */
export type FilterInputs = Readonly<Record<string, string>>
/** A cursor contains the texts of all filters, so they are limited. */
const INPUTS_MAX = 1_500

interface AppliedFilter {
  readonly filter: Filter
  readonly values: Readonly<Record<string, unknown>>
}
interface AppliedLinkFilter {
  readonly filter: LinkFilter
  readonly ids: readonly number[] | null
  readonly excluded: readonly number[]
}
/** The filters of one request for the records of one kind. */
export interface FeedFilters {
  readonly inputs: FilterInputs
  /** Parameters as the list query expects them: references are ids. */
  readonly values: Readonly<Record<string, unknown>>
  readonly excluded: Readonly<Record<string, readonly number[]>>
  readonly references: readonly FilterReference[]
  /** A digest of the ids that the references resolved to. */
  readonly referencesDigest: string
  readonly window: TimeWindow | null
  readonly conditions: readonly AppliedFilter[]
  readonly links: readonly AppliedLinkFilter[]
  /** Logged columns and link fields that the filters depend on. */
  readonly columns: readonly string[]
  /** Kinds of linked records whose visibility the filters depend on. */
  readonly dependsOn: readonly string[]
  /** Values that match no record, with the name of their parameter. */
  readonly unmatched: readonly (readonly [string, string])[]
}

/** The filter parameters of the feed for the records of one kind. */
export function feedFilterParams(kind: Kind): Params {
  const own = Object.entries(kind.filters).map(([name, filter]): Params => {
    if ('linked' in filter) return { [name]: filter.param }
    const { feed, params } = filter
    return feed ? Object.fromEntries(Object.entries(params).filter(([each]) => feed.params.includes(each))) : {}
  })
  return kind.listing ? Object.assign({}, ...own) : {}
}

export const digest = (value: unknown): string => contentHash(JSON.stringify(value))

/** Parses the filters and resolves their references. Returns null if none was sent. */
export async function resolveFeedFilters(db: Db, kind: Kind, inputs: FilterInputs, ctx: RequestContext): Promise<FeedFilters | null> {
  const params = feedFilterParams(kind)
  const own = Object.fromEntries(Object.entries(inputs).filter(([name]) => name in params))
  const { values, fieldErrors: invalid } = parseQuery(params, own)
  const sent = Object.keys(values)
  if (sent.length === 0) return null
  const applied = Object.values(kind.filters).flatMap((filter): AppliedFilter[] => {
    if ('linked' in filter || !filter.feed) return []
    const names = filter.feed.params.filter((name) => values[name] !== undefined)
    return names.length === 0 ? [] : [{ filter, values: Object.fromEntries(names.map((name) => [name, values[name]])) }]
  })
  const tooLong = JSON.stringify(own).length > INPUTS_MAX ? { [sent[0] ?? '']: new FieldError('too_long', { max: INPUTS_MAX }) } : {}
  const fieldErrors = mergeFieldErrors(invalid, tooLong, ...applied.map(({ filter, values: given }) => filter.check?.(given, ctx) ?? {}))
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  const resolved = applied.map(({ filter, values: given }) => filter.resolvedParams?.(given, ctx) ?? {})
  const { ids, excluded, unmatched, references } = await resolveFilterReferences(db, params, values, ctx)
  const links = Object.entries(kind.filters).flatMap(([name, filter]): AppliedLinkFilter[] =>
    'linked' in filter && values[name] !== undefined ? [{ filter, ids: ids[name] ?? null, excluded: excluded[name] ?? [] }] : [],
  )
  return {
    inputs: Object.assign({}, own, ...resolved),
    values: { ...values, ...ids },
    excluded,
    references,
    referencesDigest: digest([ids, excluded]),
    window: applied.flatMap(({ filter, values: given }) => filter.timeWindow?.(given, ctx) ?? [])[0] ?? null,
    conditions: applied.map((each) => ({ ...each, values: { ...each.values, ...pick(ids, Object.keys(each.values)) } })),
    links,
    columns: [
      ...new Set([
        ...applied.flatMap(({ filter }) => filter.feed?.columns ?? []),
        ...links.map(({ filter }) => filter.linked),
        ...matchedColumns(kind),
      ]),
    ],
    dependsOn: applied.flatMap(({ filter }) => filter.feed?.dependsOn ?? []),
    unmatched,
  }
}
const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
/** Columns that decide whether protected links are shown, and whether a record is in a window. */
const matchedColumns = ({ passwordProtection, listing }: Kind): string[] => [
  ...(passwordProtection ? [passwordProtection.flagColumn] : []),
  ...(listing ? [listing.recurrenceColumn, listing.seriesColumn, listing.loggedTimes.start, listing.loggedTimes.end] : []),
]

/** Whether an earlier state of a record may have matched. A state that does not tell may have. `wasInWindow` tells about the dates of a series. */
export function couldMatch(kind: Kind, filters: FeedFilters, state: StoredRow, wasInWindow: boolean, ctx: RequestContext): boolean {
  const isKnown = (names: readonly string[]): boolean => names.every((name) => state[name] !== undefined)
  const matches = ({ filter: { feed }, values }: AppliedFilter): boolean =>
    !feed?.matches || !isKnown(feed.columns) || feed.matches(values, state, ctx)
  return (
    filters.conditions.every(matches) &&
    filters.links.every((link) => !isKnown([link.filter.linked]) || matchesLinks(kind, link, state, ctx)) &&
    (filters.window === null || isStateInWindow(kind, filters.window, state, wasInWindow))
  )
}
function matchesLinks(kind: Kind, { filter, ids, excluded }: AppliedLinkFilter, state: StoredRow, { caller }: RequestContext): boolean {
  const isHidden = isHiddenByPassword(kind, filter) && !canSeeProtectedFields(kind, state, caller)
  const linked = isHidden ? [] : (state[filter.linked] as readonly number[])
  return (ids === null || ids.some((id) => linked.includes(id))) && !excluded.some((id) => linked.includes(id))
}
function isStateInWindow({ listing }: Kind, window: TimeWindow, state: StoredRow, wasInWindow: boolean): boolean {
  if (!listing) return true
  const [start, end] = [state[listing.loggedTimes.start], state[listing.loggedTimes.end]]
  if (listing.isSeries(state)) return wasInWindow
  // The log does not have the recurrence of a record that was deleted permanently.
  if (state[listing.recurrenceColumn] === undefined) return true
  if (typeof start !== 'string' || typeof end !== 'string') return true
  return isInWindow(window, fromDatabase(start).epochMilliseconds, fromDatabase(end).epochMilliseconds)
}
