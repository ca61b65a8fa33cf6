// Decides for changed records of one kind whether the feed shows them, as `upsert` or as `remove` (contract 14.1.3, 14.1.7).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'
import { loadVisibleIds } from '../read/records.ts'
import { couldMatch, type FeedFilters } from './feed-filters.ts'
import { EMPTY_SNAPSHOT } from './log-reader.ts'
import { loadMatches } from './matching-records.ts'
import { changesOf, earlierStates, isSeen, loadChanges, loadCurrent, type CurrentEntry, type LoggedChange } from './record-states.ts'

export const REMOVAL_REASONS = ['deleted', 'trashed', 'unpublished', 'unmatched', 'excluded', 'merged'] as const
export interface FeedRemoval {
  readonly reason: (typeof REMOVAL_REASONS)[number]
  readonly into: number | null
}
/** A record that the feed shows. */
export interface FeedRecord {
  readonly id: number
  /** The changed record that it belongs to: itself, its series, or one of its exceptions. */
  readonly unitId: number
  /** Null if the record is visible and matches now. */
  readonly removal: FeedRemoval | null
  /** Whether the record did not exist, was hidden or did not match at the cursor. */
  readonly isNew: boolean
  readonly datesChanged: boolean
  readonly at: string | null
  readonly changeId: string | null
}
interface ChangedRecordsRequest {
  readonly ids: readonly number[]
  /** The snapshot of the cursor; null stands for the oldest row of the log. */
  readonly from: string | null
  readonly filters: FeedFilters | null
}

export async function decideChangedRecords(
  db: Db,
  kind: Kind,
  { ids, from, filters }: ChangedRecordsRequest,
  ctx: RequestContext,
): Promise<FeedRecord[]> {
  const columns = filters?.columns ?? []
  const direct = await loadCurrent(db, kind, { ids, columns }, ctx.caller)
  const families = await loadFamilies(db, kind, { ids, current: direct })
  const logged = await loadChanges(db, kind, { ids: families.logIds, columns, from: from ?? EMPTY_SNAPSHOT })
  const members = families.membersOf(logged)
  // A series may enter or leave a window together with one of its exceptions, if the caller could see the exception.
  const wasSeen = (id: number): boolean =>
    earlierStates(direct.get(id)?.state ?? null, changesOf(id, logged)).some((state) => isSeen(kind, state, ctx.caller))
  // An ordinary date was seen together with its series.
  const wasOrdinary = (id: number): boolean => logged.some(({ recordId, startsException }) => recordId === id && startsException)
  const series = filters?.window ? families.series.filter(([, id]) => wasOrdinary(id) || wasSeen(id)) : []
  const unitOf = firstUnits(ids, [...members, ...series])
  const all = [...unitOf.keys()]
  const extra = all.slice(ids.length)
  const current = new Map([...direct, ...(extra.length > 0 ? await loadCurrent(db, kind, { ids: extra, columns }, ctx.caller) : [])])
  const matches = filters ? await loadMatches(db, kind, { ids: all, filters }, ctx) : null
  const isShown = (id: number): boolean => current.get(id)?.isVisible === true && matches?.get(id)?.matches !== false
  const redirects = await loadRedirects(
    db,
    kind,
    all.filter((id) => !current.has(id)),
    ctx,
  )
  const changedDates = seriesWithChangedDates(logged, series)
  const withVisibleLinks = await loadVisibleLinks(
    db,
    kind,
    { filters, states: [...current.values()].map(({ state }) => state), logged },
    ctx,
  )
  const couldBeShownIn = (id: number, state: StoredRow): boolean => {
    const wasInWindow = changedDates.has(id) || !current.has(id) || matches?.get(id)?.hasDateInWindow !== false
    return isSeen(kind, state, ctx.caller) && (!filters || couldMatch(kind, filters, withVisibleLinks(state), wasInWindow, ctx))
  }
  const couldBeShown = (id: number): boolean =>
    earlierStates(current.get(id)?.state ?? null, changesOf(id, logged)).some((state) => couldBeShownIn(id, state))
  const isNew = (id: number): boolean => {
    const changes = changesOf(id, logged)
    const oldest = [...earlierStates(current.get(id)?.state ?? null, changes)].at(-1)
    return changes[0]?.before === null || oldest === undefined || !couldBeShownIn(id, oldest)
  }
  return all.flatMap((id): FeedRecord[] => {
    const [entry, unitId] = [current.get(id), unitOf.get(id) ?? id]
    if (isShown(id)) {
      const latest = logged.findLast((change) => [id, entry?.seriesId, unitId].includes(change.recordId))
      const datesChanged = logged.some(
        (each) => each.recordId === id && (each.endsSeries || (entry?.isSeries === true && each.changesDates)),
      )
      return [{ id, unitId, removal: null, isNew: isNew(id), datesChanged, at: latest?.at ?? null, changeId: latest?.changeId ?? null }]
    }
    if (!couldBeShown(id)) return []
    return [
      { id, unitId, removal: removalOf(entry, redirects.get(id) ?? null), isNew: false, datesChanged: false, at: null, changeId: null },
    ]
  })
}

/**
 * The unit that tells about each record. That of a changed exception is its own or that of its series, whichever is first, and so is that of a series
 * that the exception takes out of a window: a later page may begin after this unit, and the other one alone does not tell what the caller could see.
 */
function firstUnits(ids: readonly number[], pairs: readonly (readonly [id: number, unitId: number])[]): Map<number, number> {
  const positions = new Map(ids.map((id, position) => [id, position]))
  const positionOf = (id: number): number => positions.get(id) ?? Number.POSITIVE_INFINITY
  const unitOf = new Map(ids.map((id) => [id, id]))
  for (const [id, unitId] of pairs) if (positionOf(unitId) < positionOf(unitOf.get(id) ?? id)) unitOf.set(id, unitId)
  return unitOf
}

/** Whether the caller may see a record now, and it matches the filters. */
export async function isShownNow(
  db: Db,
  kind: Kind,
  { id, filters }: { readonly id: number; readonly filters: FeedFilters | null },
  ctx: RequestContext,
): Promise<boolean> {
  const current = await loadCurrent(db, kind, { ids: [id], columns: [] }, ctx.caller)
  if (current.get(id)?.isVisible !== true) return false
  const matches = filters ? await loadMatches(db, kind, { ids: [id], filters }, ctx) : null
  return matches?.get(id)?.matches !== false
}

/** Why a record is no longer shown. A target that the caller may not see is not named. */
function removalOf(entry: CurrentEntry | undefined, into: number | null): FeedRemoval {
  if (!entry) return into === null ? { reason: 'deleted', into } : { reason: 'merged', into }
  if (entry.isVisible) return { reason: 'unmatched', into: null }
  if (entry.state['status'] !== 'trash') return { reason: 'unpublished', into: null }
  return { reason: entry.seriesId !== null && entry.seriesStatus !== 'trash' ? 'excluded' : 'trashed', into: null }
}

/** The series whose dates may have been others since the cursor: the log does not have them. */
const seriesWithChangedDates = (logged: readonly LoggedChange[], series: readonly (readonly [number, number])[]): ReadonlySet<number> =>
  new Set([
    ...logged.flatMap(({ recordId, changesDates, exceptions }) => (changesDates || Object.keys(exceptions).length > 0 ? [recordId] : [])),
    ...series.map(([id]) => id),
  ])

interface LinkStates {
  readonly filters: FeedFilters | null
  readonly states: readonly StoredRow[]
  readonly logged: readonly LoggedChange[]
}
/**
 * Leaves out of a state the links that the caller may not see, for filters that depend on linked records. Their visibility is that of the cursor,
 * because a change of it ends the feed.
 */
async function loadVisibleLinks(
  db: Db,
  kind: Kind,
  { filters, states, logged }: LinkStates,
  ctx: RequestContext,
): Promise<(state: StoredRow) => StoredRow> {
  const fields = linkFields(kind).filter(([name, { to }]) => filters?.columns.includes(name) && filters.dependsOn.includes(to))
  const visible = new Map<string, ReadonlySet<number>>()
  for (const [name, { to }] of fields) {
    const target = ctx.site.kinds.get(to)
    const all = [...states, ...logged.flatMap(({ before, exceptions }) => [before ?? {}, ...Object.values(exceptions)])]
    const ids = all.flatMap((state) => (state[name] ?? []) as readonly number[])
    if (target) visible.set(name, await loadVisibleIds(db, target, ids, ctx))
  }
  return (state) => ({
    ...state,
    ...Object.fromEntries(
      fields.flatMap(([name]) =>
        state[name] === undefined ? [] : [[name, (state[name] as readonly number[]).filter((id) => visible.get(name)?.has(id))]],
      ),
    ),
  })
}

/**
 * Whether linked records of a kind that a filter depends on became visible or hidden since the cursor, also if that was undone: a list may have been
 * read meanwhile. Changes of the records that link to them are not logged.
 */
export async function visibilityChanged(
  db: Db,
  kind: Kind,
  { ids, from }: Omit<ChangedRecordsRequest, 'filters'>,
  ctx: RequestContext,
): Promise<boolean> {
  const current = await loadCurrent(db, kind, { ids, columns: [] }, ctx.caller)
  const logged = await loadChanges(db, kind, { ids, columns: [], from: from ?? EMPTY_SNAPSHOT })
  return ids.some((id) => {
    const [entry, changes] = [current.get(id), changesOf(id, logged)]
    return [...earlierStates(entry?.state ?? null, changes)].some(
      (state) => isSeen(kind, state, ctx.caller) !== (entry?.isVisible === true),
    )
  })
}

async function loadRedirects(db: Db, kind: Kind, ids: readonly number[], ctx: RequestContext): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: number; target_id: number }>(sql`
select x.id, x.target_id from redirects x join ${ref(kind.table)} r on r.id = x.target_id
where x.kind = ${kind.name} and x.id = any(${ids}::bigint[]) and ${visibleAndNotTrashed(kind, 'r', ctx.caller)}`)
  return new Map(rows.map((row) => [row.id, row.target_id]))
}

interface Families {
  /** The records whose log rows tell about the changed records: these, their series, and the series that those were split from. */
  readonly logIds: readonly number[]
  /** The series of each changed exception, with the exception. */
  readonly series: readonly (readonly [seriesId: number, exceptionId: number])[]
  /** The exceptions that changed together with a series, with the id of the series. */
  membersOf(logged: readonly LoggedChange[]): ReadonlyMap<number, number>
}
/** A write to a series changes its exceptions too. */
async function loadFamilies(
  db: Db,
  { table, listing }: Kind,
  { ids, current }: { readonly ids: readonly number[]; readonly current: ReadonlyMap<number, CurrentEntry> },
): Promise<Families> {
  if (!listing) return { logIds: ids, series: [], membersOf: () => new Map() }
  const seriesColumn = ref(listing.seriesColumn)
  const exceptions = await db.query<{ id: number; series_id: number }>(
    sql`select id, ${seriesColumn} as series_id from ${ref(table)} where ${seriesColumn} = any(${ids}::bigint[])`,
  )
  const series = [...current].flatMap(([id, { seriesId }]) => (seriesId === null ? [] : [[seriesId, id] as const]))
  const seriesIds = series.map(([id]) => id)
  const origins = await db.query<{ id: number }>(sql`
with recursive origin as (
  select split_from as id from ${ref(table)} where id = any(${[...ids, ...seriesIds]}::bigint[]) and split_from is not null
  union select e.split_from from origin o join ${ref(table)} e on e.id = o.id where e.split_from is not null
) select id from origin`)
  return {
    logIds: [...new Set([...ids, ...seriesIds, ...exceptions.map(({ id }) => id), ...origins.map(({ id }) => id)])],
    series,
    membersOf: (logged) =>
      new Map([
        ...logged.flatMap(({ recordId, exceptions: own }) =>
          ids.includes(recordId) ? Object.keys(own).map((id): [number, number] => [Number(id), recordId]) : [],
        ),
        ...exceptions.map(({ id, series_id }): [number, number] => [id, series_id]),
      ]),
  }
}
