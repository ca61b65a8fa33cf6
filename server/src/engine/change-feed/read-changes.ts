// One page of the change feed (contract 14.1): each record that changed since the cursor, as the caller may see it now.
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { showInstantOrNull } from '../../kernel/time/date-times.ts'
import { canAttempt } from '../access/permissions.ts'
import { horizonDay } from '../definition/horizon.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { presentRows } from '../read/records.ts'
import { apiUrl } from '../response/responses.ts'
import { BULK_KINDS } from '../changes/change-log.ts'
import { decideChangedRecords, visibilityChanged, type FeedRecord, type FeedRemoval } from './changed-records.ts'
import { encodeFeedCursor, START, type CursorFilters, type FeedCursor, type LogPosition } from './feed-cursor.ts'
import type { FeedFilters } from './feed-filters.ts'
import { referencesChanged } from './reference-changes.ts'
import { readLog, ROWS_MAX, type LogRow } from './log-reader.ts'

export interface FeedChange {
  readonly cursor: string
  readonly at: string | null
  readonly change_id: string | null
  readonly kind: string
  readonly id: number
  readonly version: number | null
  readonly action: 'upsert' | 'remove'
  readonly reason: FeedRemoval['reason'] | null
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
  /** The filters of the kinds that have some, by name. */
  readonly filters: ReadonlyMap<string, FeedFilters>
  /** The filters as the cursors of the response contain them. */
  readonly cursorFilters: CursorFilters | null
  readonly perPage: number
  readonly withRecords: boolean
  /** The reader is part of the service, so the cursor may tell of changes that the caller cannot see. */
  readonly isInternal?: true
}
/** The changed records of a page, before they are read. */
export interface DecidedPage extends Omit<FeedPage, 'changes'> {
  readonly shown: readonly ShownUnit[]
  /** The cursor after a row of the log. */
  readonly at: (after: LogPosition) => string
}

/** If nothing that the caller may see has changed, the cursor stays, so that it does not tell of other changes. After this many rows it moves. */
const UNSEEN_MAX = 500

export async function readChanges(db: Db, request: FeedRequest, ctx: RequestContext): Promise<FeedPage> {
  const { shown, at, ...page } = await decideChanges(db, request, ctx)
  return { changes: await presentUnits(db, request, shown, at, ctx), ...page }
}

/** Most pages are full after few rows of the log. Those of a caller who may see few of the changes take as many rows as a request may read. */
const rowsOfFullPage = ({ perPage }: FeedRequest): number => Math.min(2 * perPage + CHUNK, ROWS_MAX)

export async function decideChanges(db: Db, request: FeedRequest, ctx: RequestContext): Promise<DecidedPage> {
  const rowsMax = rowsOfFullPage(request)
  const few = await decideRows(db, request, rowsMax, ctx)
  const { page } = few.isFull || !few.page.more || rowsMax === ROWS_MAX ? few : await decideRows(db, request, ROWS_MAX, ctx)
  return page
}

async function decideRows(
  db: Db,
  request: FeedRequest,
  rowsMax: number,
  ctx: RequestContext,
): Promise<{ readonly page: DecidedPage; readonly isFull: boolean }> {
  const { key, since, kinds, cursorFilters } = request
  const names = kinds.map(({ name }) => name)
  const log = await readLog(db, since?.cursor ?? null, rowsMax)
  const seal = (cursor: Pick<FeedCursor, 'from' | 'page'>): string =>
    encodeFeedCursor(key, { ...cursor, kinds: names, filters: cursorFilters }, ctx.caller, log.logId)
  const shared = { kept_since: showInstantOrNull(log.keptSince), occurrences_until: horizonDay(ctx).toString() }
  const from = since?.cursor.from ?? null
  const at = (after: LogPosition): string => seal({ from, page: { to: log.to, after } })
  if (!since) return { page: { shown: [], at, next: seal({ from: log.to, page: null }), more: false, ...shared }, isFull: false }
  if (!since.isFor(log.logId) || log.isExpired) throw feedExpired(request, ctx)
  const isReset = log.rows.some(({ kind }) => kind === BULK_KINDS.records)
  if (from !== null && (isReset || (await dependenciesChanged(db, request, log.rows, ctx)))) throw feedExpired(request, ctx)
  const units = unitsOf(log.rows, names, since.cursor.page?.after ?? START)
  const shown = await takeShownUnits(db, request, units, ctx)
  const isFull = shown.length > request.perPage
  const page = shown.slice(0, request.perPage)
  const more = isFull || log.hasMore
  const last = isFull ? page.at(-1)?.unit.after : log.rows.at(-1)
  const stays =
    !request.isInternal && !more && page.length === 0 && since.cursor.page === null && log.rows.length <= UNSEEN_MAX && from !== null
  const next = stays && since.text !== null ? since.text : more && last ? at(last) : seal({ from: log.to, page: null })
  return { page: { shown: page, at, next, more, ...shared }, isFull }
}
/** The client must read the lists again, and start with the current cursor of the same feed. */
export function feedExpired({ kinds, cursorFilters }: Pick<FeedRequest, 'kinds' | 'cursorFilters'>, ctx: RequestContext): Problem {
  const isAll = [...ctx.site.kinds.values()].every((kind) => kinds.includes(kind) || !canAttempt(ctx.caller, kind, 'list'))
  const query = new URLSearchParams({
    since: 'now',
    ...(!isAll && { kinds: kinds.map(({ name }) => name).join(',') }),
    ...cursorFilters?.inputs,
  })
  return new Problem('rest_cursor_expired', { data: { restart: apiUrl(ctx, `/changes?${query.toString()}`) } })
}

/** Whether a record that a filter depends on became visible or hidden, or a filter referred to other records for a time. */
async function dependenciesChanged(
  db: Db,
  { since, filters }: FeedRequest,
  rows: readonly LogRow[],
  ctx: RequestContext,
): Promise<boolean> {
  const from = since?.cursor.from ?? null
  const all = [...filters.values()]
  const dependsOn = new Set(all.flatMap((each) => each.dependsOn))
  const references = all.flatMap((each) => each.references)
  for (const [name, ownRows] of Map.groupBy(rows, (row) => row.kind)) {
    const kind = ctx.site.kinds.get(name)
    if (!kind) continue
    const logged = { ids: [...new Set(ownRows.map(({ recordId }) => recordId))], from }
    if (dependsOn.has(name) && (await visibilityChanged(db, kind, logged, ctx))) return true
    const own = references.filter((reference) => reference.kind === name)
    if (own.length > 0 && (await referencesChanged(db, kind, { ...logged, references: own }, ctx))) return true
  }
  return false
}

interface Unit extends LogRow {
  /** The last row before the first row of this unit. */
  readonly before: LogPosition
  /** The last row before the first row of the next unit. */
  after: LogPosition
}
/** The records of the rows, each once. */
function unitsOf(rows: readonly LogRow[], kinds: readonly string[], start: LogPosition): Unit[] {
  const units = new Map<string, Unit>()
  let current: Unit | null = null
  let before = start
  for (const row of rows) {
    const name = `${row.kind} ${row.recordId}`
    const after = { xact: row.xact, id: row.id }
    if (kinds.includes(row.kind) && !units.has(name)) {
      current = { ...row, before, after }
      units.set(name, current)
    } else if (current) current.after = after
    before = after
  }
  return [...units.values()]
}

export interface ShownUnit {
  readonly unit: Unit
  readonly kind: Kind
  readonly records: readonly FeedRecord[]
}
/** Units are decided in chunks. A page is full of shown units, so that it does not tell how many others there are. */
const CHUNK = 100
/** The first units that the caller may see: those of the page, and one more if there is one. */
async function takeShownUnits(db: Db, request: FeedRequest, units: readonly Unit[], ctx: RequestContext): Promise<ShownUnit[]> {
  const { kinds, perPage, filters } = request
  const shown: ShownUnit[] = []
  const told = new Set<string>()
  const size = Math.max(CHUNK, perPage + 1)
  for (let start = 0; start < units.length && shown.length <= perPage; start += size) {
    const chunk = units.slice(start, start + size)
    const decided = new Map<string, FeedRecord[]>()
    for (const kind of kinds) {
      const ids = chunk.filter((unit) => unit.kind === kind.name).map(({ recordId }) => recordId)
      if (ids.length === 0) continue
      const from = request.since?.cursor.from ?? null
      const records = await decideChangedRecords(db, kind, { ids, from, filters: filters.get(kind.name) ?? null }, ctx)
      for (const [id, own] of Map.groupBy(records, ({ unitId }) => unitId)) decided.set(`${kind.name} ${id}`, own)
    }
    for (const unit of chunk) {
      const kind = kinds.find(({ name }) => name === unit.kind)
      const records = (decided.get(`${unit.kind} ${unit.recordId}`) ?? []).filter(({ id }) => !told.has(`${unit.kind} ${id}`))
      if (!kind || records.length === 0) continue
      for (const { id } of records) told.add(`${unit.kind} ${id}`)
      shown.push({ unit, kind, records })
    }
  }
  return shown.slice(0, perPage + 1)
}

async function presentUnits(
  db: Db,
  { withRecords }: FeedRequest,
  shown: readonly ShownUnit[],
  at: (after: LogPosition) => string,
  ctx: RequestContext,
): Promise<FeedChange[]> {
  const presented = new Map<string, { readonly record: unknown; readonly version: number }>()
  for (const [kind, units] of Map.groupBy(shown, (each) => each.kind)) {
    const ids = units.flatMap(({ records }) => records.flatMap(({ id, removal }) => (removal ? [] : [id])))
    for (const { record, row } of await presentRows(db, kind, { ids }, ctx))
      presented.set(`${kind.name} ${String(record['id'])}`, { record, version: row['version'] as number })
  }
  return shown.flatMap(({ unit, kind, records }) =>
    records.flatMap(({ id, removal, ...changed }, index): FeedChange[] => {
      // A client that has read only some of the records of a unit, such as a series and its exceptions, reads all of them again.
      const base = { cursor: at(index === records.length - 1 ? unit.after : unit.before), kind: kind.name, id }
      if (removal) return [{ ...base, ...NO_RECORD, action: 'remove', ...removal }]
      const found = presented.get(`${kind.name} ${id}`)
      // A record that was changed since it was found is in the next page.
      if (!found) return []
      return [
        {
          ...base,
          at: showInstantOrNull(changed.at),
          change_id: changed.changeId,
          version: found.version,
          action: 'upsert',
          reason: null,
          into: null,
          dates_changed: changed.datesChanged,
          rest_url: apiUrl(ctx, `/${kind.plural}/${id}`),
          record: withRecords ? found.record : null,
        },
      ]
    }),
  )
}
const NO_RECORD = { at: null, change_id: null, version: null, dates_changed: false, rest_url: null, record: null } as const
