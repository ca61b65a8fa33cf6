// One page of the change feed (contract 14.1): each record that changed since the cursor, as the caller may see it now.
import type { Db } from '../../kernel/database/database.ts'
import { sql, ref } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { horizonDay } from '../definition/horizon.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'
import { presentRows } from '../read/records.ts'
import { apiUrl } from '../response/responses.ts'
import { BULK_KINDS } from '../changes/change-log.ts'
import { encodeFeedCursor, type FeedCursor, type LogPosition } from './feed-cursor.ts'
import { EMPTY_SNAPSHOT, readLog, type LogPage, type LogRow } from './log-reader.ts'
import { changesOf, loadChanges, loadCurrent, wasVisible, type CurrentEntry, type LoggedChange } from './record-states.ts'

export const REMOVAL_REASONS = ['deleted', 'trashed', 'unpublished', 'excluded', 'merged'] as const
export interface FeedChange {
  readonly cursor: string
  readonly at: string | null
  readonly change_id: string | null
  readonly kind: string
  readonly id: number
  readonly version: number | null
  readonly action: 'upsert' | 'remove'
  readonly reason: (typeof REMOVAL_REASONS)[number] | null
  readonly into: number | null
  readonly dates_changed: boolean
  readonly rest_url: string | null
  readonly record: unknown
}
export interface FeedPage {
  readonly changes: readonly FeedChange[]
  readonly next: string
  readonly more: boolean
  readonly kept_since: string | null
  readonly occurrences_until: string
}
export interface FeedRequest {
  readonly key: Buffer
  /** The cursor that the client sent; null for the current one, without changes. */
  readonly since: { readonly text: string | null; readonly cursor: FeedCursor; isFor(logId: string): boolean } | null
  readonly kinds: readonly Kind[]
  readonly perPage: number
  readonly withRecords: boolean
}

/** If nothing that the caller may see has changed, the cursor stays, so that it does not tell of other changes. After this many rows it moves. */
const UNSEEN_MAX = 500

export async function readChanges(db: Db, request: FeedRequest, ctx: RequestContext): Promise<FeedPage> {
  const { key, since, kinds, perPage } = request
  const names = kinds.map(({ name }) => name)
  const log = await readLog(db, since?.cursor ?? null)
  const seal = (cursor: Omit<FeedCursor, 'kinds'>): string => encodeFeedCursor(key, { ...cursor, kinds: names }, ctx.caller, log.logId)
  const shared = { kept_since: log.keptSince === null ? null : toIso(log.keptSince), occurrences_until: horizonDay(ctx).toString() }
  if (!since) return { changes: [], next: seal({ from: log.to, page: null }), more: false, ...shared }
  const { from } = since.cursor
  if (!since.isFor(log.logId) || log.isExpired) throw expired(ctx)
  const { units, last, isComplete } = takeUnits(log, names, perPage)
  if (from !== null && log.rows.some(({ kind }) => kind === BULK_KINDS.records)) throw expired(ctx)
  const at = (after: LogPosition): string => seal({ from, page: { to: log.to, after } })
  const found: { readonly order: number; readonly change: FeedChange }[] = []
  for (const kind of kinds) {
    const own = units.filter((unit) => unit.kind === kind.name)
    if (own.length > 0) found.push(...(await changesOfKind(db, kind, { ...request, units: own, from, at }, ctx)))
  }
  const changes = found.sort((a, b) => a.order - b.order).map(({ change }) => change)
  const more = !isComplete
  const stays = !more && changes.length === 0 && since.cursor.page === null && log.rows.length <= UNSEEN_MAX && from !== null
  const next = stays && since.text !== null ? since.text : more && last ? at(last) : seal({ from: log.to, page: null })
  return { changes, next, more, ...shared }
}

/** The client must read the lists again, and start with the current cursor. */
const expired = (ctx: RequestContext): Problem =>
  new Problem('rest_cursor_expired', { data: { restart: apiUrl(ctx, '/changes?since=now') } })

interface Unit extends LogRow {
  readonly order: number
  /** The last row before the first row of the next unit. */
  after: LogPosition
}
/** The first records of the rows, each once, and the last row that was read for them. */
function takeUnits({ rows, hasMore }: LogPage, kinds: readonly string[], perPage: number) {
  const units = new Map<string, Unit>()
  let current: Unit | null = null
  let last: LogPosition | null = null
  for (const row of rows) {
    const name = `${row.kind} ${row.recordId}`
    const isNew = kinds.includes(row.kind) && !units.has(name)
    if (isNew && units.size === perPage) return { units: [...units.values()], last, isComplete: false }
    last = { xact: row.xact, id: row.id }
    if (isNew) {
      current = { ...row, order: units.size, after: last }
      units.set(name, current)
    } else if (current) current.after = last
  }
  return { units: [...units.values()], last, isComplete: !hasMore }
}

interface KindRequest extends FeedRequest {
  readonly units: readonly Unit[]
  readonly from: string | null
  readonly at: (after: LogPosition) => string
}
async function changesOfKind(db: Db, kind: Kind, { units, from, at, withRecords }: KindRequest, ctx: RequestContext) {
  const ids = units.map(({ recordId }) => recordId)
  const direct = await loadCurrent(db, kind, ids, ctx.caller)
  const families = await loadFamilies(db, kind, { ids, current: direct })
  const logged = await loadChanges(db, kind, families.logIds, from ?? EMPTY_SNAPSHOT)
  const members = families.membersOf(logged)
  const unitOf = new Map(units.map((unit) => [unit.recordId, unit]))
  const extra = [...members.keys()].filter((id) => !unitOf.has(id))
  const current = new Map([...direct, ...(extra.length > 0 ? await loadCurrent(db, kind, extra, ctx.caller) : [])])
  const all = [...ids, ...extra]
  const removed = all.filter((id) => !current.get(id)?.isVisible)
  const redirects = await loadRedirects(db, kind, removed, ctx)
  const shown = all.filter((id) => current.get(id)?.isVisible)
  const records = new Map(
    (await presentRows(db, kind, { ids: shown }, ctx)).map(({ record, row }) => [record['id'] as number, { record, row }]),
  )
  return all.flatMap((id) => {
    const unit = unitOf.get(id) ?? unitOf.get(members.get(id) ?? 0)
    const entry = current.get(id)
    if (!unit) return []
    const base = { cursor: at(unit.after), kind: kind.name, id }
    if (entry?.isVisible) {
      const latest = logged.findLast((change) => change.recordId === id || change.recordId === entry.seriesId)
      const presented = records.get(id)
      // A record that was changed since it was found is in the next page.
      if (!latest || !presented) return []
      const change: FeedChange = {
        ...base,
        at: toIso(latest.at),
        change_id: latest.changeId,
        version: presented.row['version'] as number,
        action: 'upsert',
        reason: null,
        into: null,
        dates_changed: entry.isSeries && logged.some((each) => each.recordId === id && each.changesDates),
        rest_url: apiUrl(ctx, `/${kind.plural}/${id}`),
        record: withRecords ? presented.record : null,
      }
      return [{ order: unit.order, change }]
    }
    if (!wasVisible(kind, entry?.state ?? null, changesOf(id, logged), ctx.caller)) return []
    const change: FeedChange = {
      ...base,
      at: null,
      change_id: null,
      version: null,
      action: 'remove',
      ...removalOf(entry, redirects.get(id) ?? null),
      dates_changed: false,
      rest_url: null,
      record: null,
    }
    return [{ order: unit.order, change }]
  })
}
const toIso = (text: string): string => fromDatabase(text).round('second').toString()

/** Why a record is no longer visible. A target that the caller may not see is not named. */
function removalOf(entry: CurrentEntry | undefined, into: number | null): Pick<FeedChange, 'reason' | 'into'> {
  if (!entry) return into === null ? { reason: 'deleted', into } : { reason: 'merged', into }
  if (entry.state['status'] !== 'trash') return { reason: 'unpublished', into: null }
  return { reason: entry.seriesId !== null && entry.seriesStatus !== 'trash' ? 'excluded' : 'trashed', into: null }
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
  /** The exceptions that changed together with a series, with the id of the series. */
  membersOf(logged: readonly LoggedChange[]): ReadonlyMap<number, number>
}
/** A write to a series changes its exceptions too. */
async function loadFamilies(
  db: Db,
  { table, listing }: Kind,
  { ids, current }: { readonly ids: readonly number[]; readonly current: ReadonlyMap<number, CurrentEntry> },
): Promise<Families> {
  if (!listing) return { logIds: ids, membersOf: () => new Map() }
  const series = ref(listing.seriesColumn)
  const exceptions = await db.query<{ id: number; series_id: number }>(
    sql`select id, ${series} as series_id from ${ref(table)} where ${series} = any(${ids}::bigint[])`,
  )
  const seriesIds = [...current.values()].flatMap(({ seriesId }) => (seriesId === null ? [] : [seriesId]))
  const origins = await db.query<{ id: number }>(sql`
with recursive origin as (
  select split_from as id from ${ref(table)} where id = any(${[...ids, ...seriesIds]}::bigint[]) and split_from is not null
  union select e.split_from from origin o join ${ref(table)} e on e.id = o.id where e.split_from is not null
) select id from origin`)
  return {
    logIds: [...new Set([...ids, ...seriesIds, ...exceptions.map(({ id }) => id), ...origins.map(({ id }) => id)])],
    membersOf: (logged) =>
      new Map([
        ...logged.flatMap(({ recordId, exceptions: own }) =>
          ids.includes(recordId) ? Object.keys(own).map((id): [number, number] => [Number(id), recordId]) : [],
        ),
        ...exceptions.map(({ id, series_id }): [number, number] => [id, series_id]),
      ]),
  }
}
