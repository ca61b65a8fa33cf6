// Builds the SQL of a list request: the ids of one page and the exact total. No I/O.
import { and, raw, ref, sql, literal, join, type Sql } from '../../kernel/database/sql.ts'
import { notProtectedOrEditable, visibleTo, type Status } from '../access/visibility.ts'
import type { Kind, Listing, RequestContext } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { hasRole } from '../../kernel/security/caller.ts'
import { collapsedByDistinct, collapsedPage, firstDates, type SeriesRows } from './collapse.ts'
import { collapsedByPreviousDates, hasOneLowerBound } from './collapse-window.ts'
import {
  conditionsOf,
  isFilteredBy,
  isHiddenByPassword,
  isLinkedToAny,
  linksOf,
  onRecord,
  type Conditions,
  type ListFilters,
} from './list-conditions.ts'
import { linkedOrder, linkedPage } from './linked-page.ts'
import { anyOf, publicRows, sortedPage } from './listed-rows.ts'
import { orderedPage } from './ordered-page.ts'
import { rowsOfRecords, type RecordRows } from './record-rows.ts'
import { isIndexable, indexedPage } from './search-page.ts'
import { isAfter, sortOf, sortOrder, type KeysetCursor } from './sort-order.ts'
import { countRows, deepPage, pageInWindow, totalFromDailyCounts, windowConditions, type PageSlice, type RowSource } from './time-window.ts'

export interface ListRequest extends ListFilters {
  readonly statuses: readonly Status[]
  readonly order: string
  readonly direction: 'asc' | 'desc'
  /** Set if the list is in the order of relevance: the number of matches in the default order that are ranked. */
  readonly rankedMax?: number
  readonly page: number
  readonly perPage: number
  /** Set if the client pages with cursors: the position after which the page begins, or null for the first page. */
  readonly after?: KeysetCursor | null
  /** Whether the list shows only the first matching date of each series. */
  readonly collapse?: boolean
  /** Set if the list shows records instead of dates. */
  readonly records?: Omit<RecordRows, 'window'>
  /** Whether the index of words may be used. The total of the statement is null if it cannot be used any more. */
  readonly usesSearchIndex?: boolean
  /** The fields of single records that the list has, too. */
  readonly named?: readonly string[]
}
export interface ListStatement {
  readonly statement: Sql
  readonly customPlan: boolean
}

/**
 * Builds one statement that returns `total` and the `ids` of the page. In it `o` is the row that the list is read from.
 * A page after a cursor has one more id, which tells that there is a next page.
 */
export function listStatement(kind: Kind, request: ListRequest, ctx: RequestContext): ListStatement {
  const indexed = request.usesSearchIndex ? indexedStatement(kind, request, ctx) : null
  if (indexed) return { statement: indexed, customPlan: true }
  const id = raw('o.id')
  const listConditions = conditionsOf(kind, request, ctx)
  const { window, conditions, recordConditions } = listConditions
  const source = sourceOf(kind, request, listConditions, ctx)
  const wheres = [...source.wheres, ...conditions]
  const rows: RowSource = { from: source.from, wheres: [...wheres, ...onRecord(kind, recordConditions)], id }
  const timeWindow = (request.records ? null : window) ?? ANY_TIME
  const slice = sliceOf(request)
  const { dailyCountId } = source
  const order = sortOrder(kind, request, ctx)
  const ordered: RowSource = {
    id,
    from: order.join ? sql`${rows.from}${order.join}` : rows.from,
    wheres: [
      ...(order.join ? [...wheres, ...recordConditions.map((where) => where('r'))] : rows.wheres),
      ...(request.after ? [isAfter(order, request.after, request.direction)] : []),
    ],
  }
  const sortsByTime = kind.listing !== undefined && request.order === kind.defaultSort.by
  const customPlan = source.customPlan || order.join !== null
  const byLinked = linkedOrder(order, sortOf(kind, request.order).linkedValue, sortsByTime)
  if (kind.listing && byLinked && source.linkedTo)
    return {
      statement: linkedPage(
        { listing: kind.listing, linkedTo: source.linkedTo, window: timeWindow, order: byLinked, after: request.after ?? null },
        slice,
      ),
      customPlan: true,
    }
  if (request.collapse) {
    const { page, total } =
      sortsByTime && request.direction === 'asc' && dailyCountId !== null && source.linkedIds === null && hasOneLowerBound(timeWindow)
        ? collapsedByPreviousDates({ kind, ref_id: dailyCountId, listed: rows, ordered }, timeWindow, slice)
        : collapsedByDistinct(collapsedRows(rows, source), timeWindow, { ...slice, order, after: request.after ?? null })
    return { statement: pageAndTotal(page, total), customPlan }
  }
  const deep =
    sortsByTime && dailyCountId !== null && source.linkedIds === null && slice.offset >= DEEP_OFFSET
      ? deepPage(rows, timeWindow, dailyCountId, slice)
      : null
  const page =
    deep ??
    (sortsByTime && source.linkedIds === null
      ? pageInWindow(ordered, timeWindow, slice)
      : sortedPage(ordered, timeWindow, source.linkedIds, { ...slice, order }))
  const total = totalOf(rows, source, timeWindow)
  const index = window && !request.records ? sortOf(kind, request.order).index : undefined
  if (!index) return { statement: pageAndTotal(page, total), customPlan }
  const inOrder = { index, wheres: index.wheres(ctx), type: order.type, dates: dateRows(kind, request, ctx), after: request.after ?? null }
  return { statement: orderedPage({ ...inOrder, total, sorted: page }, slice), customPlan: true }
}
/** The matching rows of the listing table, with the conditions on their dates. */
export function dateRows(kind: Kind, request: ListRequest, ctx: RequestContext): RowSource {
  const { rows, window } = matchingDates(kind, request, ctx)
  return { ...rows, wheres: [...rows.wheres, ...windowConditions(window)] }
}
const sliceOf = ({ after, direction, page, perPage }: ListRequest): PageSlice =>
  after === undefined ? { direction, limit: perPage, offset: (page - 1) * perPage } : { direction, limit: perPage + 1, offset: 0 }
/** The statement of a search of the whole calendar in the order of lists, from the index of words. Null for all other lists. */
export function indexedStatement(kind: Kind, request: ListRequest, ctx: RequestContext): Sql | null {
  const { listing } = kind
  // Most lists have no search. They must not build their conditions twice.
  if (!listing || request.values['search'] === undefined || request.records || request.order !== kind.defaultSort.by) return null
  const { window, searchTerms } = conditionsOf(kind, request, ctx)
  if (!window || !searchTerms) return null
  if (!isPublicList(request, window) || linksOf(kind, request).length > 0 || !searchTerms.every(isIndexable)) return null
  const list = { listing, terms: searchTerms, window, after: request.after ?? null, collapse: request.collapse === true }
  return indexedPage(kind, list, sliceOf(request), ctx)
}
/** The number of matching rows. Rows of protected records are few, and are counted one by one. */
function totalOf(rows: RowSource, { linkedIds, dailyCountId, protectedRows }: Source, window: TimeWindow): Sql {
  if (dailyCountId !== null) {
    const counted = linkedIds ? { ...rows, wheres: [anyOf('o', [dailyCountId])] } : rows
    const total = totalFromDailyCounts(counted, window, dailyCountId)
    return protectedRows ? sql`${total}\n+ ${countRows({ ...rows, wheres: protectedRows }, window)}` : total
  }
  if (!linkedIds) return countRows(rows, window)
  return sql`(select count(distinct ${rows.id}) from ${rows.from} where ${and([anyOf('o', linkedIds), ...rows.wheres, ...windowConditions(window)])})`
}
const pageAndTotal = (page: Sql, total: Sql): Sql => sql`select (${total})::int as total,
array(
${page}
) as ids`
/** The matching rows with their series, for lists that show one date of each series. */
const collapsedRows = (rows: RowSource, { linkedIds, series }: Source): SeriesRows => ({
  ...rows,
  wheres: [...(linkedIds ? [anyOf('o', linkedIds)] : []), ...rows.wheres],
  series,
})

export interface KeysetSlice extends Omit<PageSlice, 'direction'> {
  /** The position after which the slice begins; null at the start of the list. */
  readonly after: KeysetCursor | null
}
/** Builds one step of an iteration over the whole list: the next records, each with its position. */
export function keysetStatement(kind: Kind, request: ListRequest, ctx: RequestContext, slice: KeysetSlice): ListStatement {
  const { after, limit, offset } = slice
  const { rows, window, hasDuplicates, customPlan } = rowsFrom(sourceOf, kind, request, ctx)
  const order = sortOrder(kind, request, ctx)
  const direction = raw(request.direction)
  if (request.collapse)
    return {
      statement: collapsedPage(rows, window, { ...slice, order, direction: request.direction }, raw('m.id, m.by::text as at')),
      customPlan,
    }
  const wheres = [...rows.wheres, ...(after ? [isAfter(order, after, request.direction)] : [])]
  if (kind.listing && request.order === kind.defaultSort.by && !hasDuplicates) {
    const page = pageInWindow({ ...rows, wheres }, window, { direction: request.direction, limit, offset })
    const statement = sql`select p.id, (${order.value})::text as at from unnest(array(
${page}
)) with ordinality p(id, n) join ${ref(kind.listing.table)} o on o.id = p.id order by p.n`
    return { statement, customPlan }
  }
  // Each copy of the sort value has parameters of its own, so rows are grouped by its name.
  const found = sql`select ${hasDuplicates ? raw('distinct ') : raw('')}${rows.id} as id, ${order.value} as by from ${rows.from}${order.join ?? raw('')}
where ${and([...wheres, ...windowConditions(window)])}`
  const statement = sql`select m.id, m.by::text as at from (
${found}
) m order by m.by ${direction}, m.id ${direction} limit ${limit} offset ${offset}`
  return { statement, customPlan }
}

/** Returns the dates that match a request, as parts of a statement. With `hasDuplicates`, a date may occur more than once. */
export function matchingRows(kind: Kind, request: ListRequest, ctx: RequestContext): ReturnType<typeof rowsFrom> {
  const matching = rowsFrom(sourceOf, kind, request, ctx)
  if (!request.collapse) return matching
  const first = firstDates(matching.rows, matching.window, sortOrder(kind, request, ctx), request.direction)
  const id = raw('o.id')
  return {
    ...matching,
    rows: { from: sql`(select m.id from ${first}) o`, wheres: [], id, series: id },
    window: ANY_TIME,
    hasDuplicates: false,
    dailyCountId: null,
  }
}
/** The same from the listing table, in which the dates of one series are found by an index. */
export const matchingDates = (kind: Kind, request: ListRequest, ctx: RequestContext) => rowsFrom(datesSource, kind, request, ctx)
function rowsFrom(source: typeof sourceOf, kind: Kind, request: ListRequest, ctx: RequestContext) {
  const listConditions = conditionsOf(kind, request, ctx)
  const { window, conditions, recordConditions } = listConditions
  const found = source(kind, request, listConditions, ctx)
  const wheres = [...found.wheres, ...conditions, ...onRecord(kind, recordConditions)]
  const rows = collapsedRows({ from: found.from, wheres, id: raw('o.id') }, found)
  const { dailyCountId, customPlan } = found
  return { rows, window: window ?? ANY_TIME, hasDuplicates: found.linkedIds !== null, dailyCountId, customPlan }
}

const ANY_TIME: TimeWindow = { bounds: [], overlapsFrom: null }
/** Offset from which it is faster to look up the day on which a page begins. */
const DEEP_OFFSET = 5_000
const hidden = ({ listing }: Kind, window: TimeWindow | null): Sql[] => (listing && window ? [sql`not ${ref(`o.${listing.hidden}`)}`] : [])

interface Source {
  readonly from: Sql
  readonly wheres: readonly Sql[]
  /** The id of the series of a row, or of the single event. */
  readonly series: Sql
  /** The linked records, if the filter names several and a row may occur once for each of them. */
  readonly linkedIds: readonly number[] | null
  /** The linked record whose daily counts apply, 0 for all records; null if no daily counts apply. */
  readonly dailyCountId: number | null
  /** The linked records that a filter selects, if their rows in the public table are all rows of the list. */
  readonly linkedTo: Sql | null
  /** Conditions on the rows of protected records, if daily counts apply to the other rows only. */
  readonly protectedRows: readonly Sql[] | null
  readonly customPlan: boolean
}
const isPublicList = (request: ListRequest, window: TimeWindow | null): boolean =>
  request.statuses.length === 1 && request.statuses[0] === 'publish' && window !== null

/** Chooses the table of a list: the public table if it has all rows of the list, else the listing table, else the main table. */
function sourceOf(kind: Kind, request: ListRequest, listConditions: Conditions, ctx: RequestContext): Source {
  const { window, customPlan } = listConditions
  const { listing } = kind
  const [first, ...rest] = linksOf(kind, request)
  const isFiltered = isFilteredBy(listConditions) || rest.length > 0
  const needsColumns = isFiltered || (listing !== undefined && sortOrder(kind, request, ctx).join !== null)
  if (!listing || request.records || !isPublicList(request, window) || (!first && needsColumns))
    return datesSource(kind, request, listConditions, ctx)
  const publicIds = first?.ids ?? [0]
  const seesProtected = first !== undefined && isHiddenByPassword(kind, first.filter) && hasRole(ctx.caller, 'contributor')
  // Protected records have the linked record with a minus, because only callers who may edit them may list them by it.
  const ids = seesProtected ? publicIds.flatMap((id) => [id, -id]) : publicIds
  const editable = seesProtected ? [isPublicOrEditable(kind, listing, ctx)] : []
  const dailyCountId = isFiltered || publicIds.length !== 1 ? null : (publicIds[0] ?? null)
  return {
    from: needsColumns ? publicRows(listing, isFiltered) : sql`${ref(listing.publicTable)} o`,
    wheres: [
      ...(ids.length === 1 ? [anyOf('o', ids)] : editable),
      ...rest.map(({ filter, ids: linked }) => isLinkedToAny(kind, filter, linked, ctx)),
    ],
    series: needsColumns ? seriesOf(listing) : raw('o.series'),
    linkedIds: ids.length === 1 ? null : ids,
    dailyCountId,
    linkedTo: null,
    protectedRows: seesProtected && dailyCountId !== null ? [anyOf('o', [-dailyCountId]), ...editable] : null,
    customPlan: customPlan || needsColumns,
  }
}
const isPublicOrEditable = (kind: Kind, { table }: Listing, ctx: RequestContext): Sql => {
  const editable = notProtectedOrEditable(kind, 'd', ctx.caller)
  return sql`(o.ref_id > 0 or exists (select 1 from ${ref(table)} d where d.id = o.id and ${editable} offset 0))`
}
const seriesOf = (listing: Listing): Sql => sql`coalesce(o.${ref(listing.seriesColumn)}, o.id)`
/** The listing table, or the main table of a kind without one. */
function datesSource(kind: Kind, request: ListRequest, listConditions: Conditions, ctx: RequestContext): Source {
  const { window, customPlan } = listConditions
  const { listing } = kind
  const links = listing ? linksOf(kind, request).map(({ filter, ids }) => isLinkedToAny(kind, filter, ids, ctx)) : []
  const isCountable = listing && !request.records && !request.collapse && isPublicList(request, window) && links.length === 0
  const isCounted = isCountable && !isFilteredBy(listConditions)
  return {
    from:
      listing && request.records
        ? rowsOfRecords(kind, listing, { window, ...request.records }, ctx)
        : sql`${ref(listing?.table ?? kind.table)} o`,
    wheres: [...statusOf(kind, request, ctx), ...hidden(kind, window), ...links],
    series: listing ? seriesOf(listing) : raw('o.id'),
    linkedIds: null,
    dailyCountId: isCounted ? 0 : null,
    // Only callers who may not edit anything are sure to see no protected records.
    linkedTo: isCountable && !hasRole(ctx.caller, 'contributor') ? listConditions.linkedTo : null,
    protectedRows: null,
    // Whether to begin with the dates or with the links depends on the number of dates of the linked record.
    customPlan: customPlan || links.length > 0,
  }
}
function statusOf(kind: Kind, request: ListRequest, ctx: RequestContext): Sql[] {
  if (kind.access !== 'owned') return kind.access === 'term' ? [] : [visibleTo(kind, 'o', ctx.caller)]
  const [only, ...more] = request.statuses
  if (only === 'publish' && more.length === 0) return [sql`o.status = 'publish'`]
  return [sql`o.status in (${join(request.statuses.map((status) => literal(status)))})`, visibleTo(kind, 'o', ctx.caller)]
}
