// The change log: each write adds one row in its own transaction. The audit trail and the caches read it. It contains declared fields only.
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../../kernel/security/caller.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { textFields, type Texts } from '../texts/texts.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { columnsAfterErasing, ENDED, EXCEPTIONS } from './erase.ts'

export const CHANGE_ACTIONS = ['create', 'update', 'trash', 'restore', 'delete', 'publish', 'merge'] as const
export interface Change {
  readonly kind: Kind
  readonly id: number
  readonly version: number
  readonly action: (typeof CHANGE_ACTIONS)[number]
  readonly caller: Caller
  readonly changeId: string
  readonly language: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export const recordChange = (db: Db, change: Change): Promise<unknown> => db.query(changeStatement(change))
export const changeStatement = (change: Change): Sql =>
  sql`insert into changes (kind, record_id, version, action, actor_id, change_id, language, before, after)
values (${change.kind.name}, ${change.id}, ${change.version}, ${change.action}, ${change.caller.id}, ${change.changeId}, ${change.language}, ${json(change.before)}::jsonb, ${json(change.after)}::jsonb)`
/** The kind of log rows of bulk changes that bypassed the engine: of all records, or of the dates and other columns that are derived from them. */
export const BULK_KINDS = { records: '*', derived: '*derived' } as const
export const recordBulkChange = (db: Db, changed: keyof typeof BULK_KINDS, changeId: string): Promise<unknown> =>
  db.query(
    sql`insert into changes (kind, record_id, version, action, change_id) values (${BULK_KINDS[changed]}, 0, 0, 'update', ${changeId})`,
  )
/** Returns an id for the log rows of one request, or of one run of a job. Ids are ordered by time, so an index on them grows at its end. */
export const newChangeId = (): string => randomUUIDv7()
/** Finds a log row of a transaction. No other transaction has the same request and the same id. */
export const proofOfChange =
  (changeId: string) =>
  (xid: string): Sql =>
    sql`select from changes where change_id = ${changeId} and xact = ${xid}::xid8`
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Keys of a log row beside the state of the record: whether a secret was written, and the dates that the write moved, by local start. */
export const SECRETS = 'secrets_changed'
export const MOVES = 'moves'

/** The columns that the log stores. Hashes, versions and search texts are not among them. */
export const auditedColumns = (kind: Kind): string[] => [
  ...(kind.access === 'owned' ? ['status', 'author_id', 'published_at', 'undated'] : []),
  ...Object.values(kind.fields).flatMap(({ storage }) => (storage.in === 'column' || storage.in === 'reference' ? [storage.column] : [])),
  ...Object.keys(kind.columns).filter((name) => kind.auditedColumns?.includes(name)),
  ...Object.keys(kind.fields).filter((name) => kind.fields[name]?.storage.in === 'external_ids'),
]

/** A record as the log stores it: its columns, its external ids, its links, and its texts by language. */
export function changeSnapshot(
  kind: Kind,
  row: StoredRow,
  texts: Texts,
  links: Readonly<Record<string, readonly number[]>>,
): Record<string, unknown> {
  const columns = Object.fromEntries(auditedColumns(kind).map((name) => [name, row[name] ?? null]))
  const names = textFields(kind)
  const byLanguage = Object.fromEntries(
    [...texts].map(([language, text]) => [language, Object.fromEntries(names.map((name) => [name, text[name] ?? null]))]),
  )
  return { ...columns, ...links, texts: byLanguage }
}

export interface RemovedContent {
  readonly texts: Texts
  readonly links: Readonly<Record<string, readonly number[]>>
  /** Records that were merged into the record before. */
  readonly redirects?: readonly number[]
  /** Dates that move to another series. */
  readonly dates?: readonly number[]
}
/** A record that can be inserted again: its state, and the columns and references that the state of other changes does not need. */
export function removedSnapshot(
  kind: Kind,
  row: StoredRow,
  { texts, links, redirects = [], dates = [] }: RemovedContent,
): Record<string, unknown> {
  const names = ['language', 'created_at', 'modified_at'].filter((name) => name in row)
  return {
    ...changeSnapshot(kind, row, texts, links),
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...(redirects.length > 0 && { redirects }),
    ...(dates.length > 0 && { dates }),
  }
}

/** Stands for the value of a column with content, which is erased when the record is deleted. */
const HAS_CONTENT = ''
/** The columns of an exception that the log of its series has. They decide who sees it and which filters match it. */
export function exceptionState(kind: Kind, row: StoredRow): StoredRow {
  const retained = [...columnsAfterErasing(kind), kind.listing?.seriesColumn ?? '']
  const withContent = filteredColumns(kind).filter((name) => !retained.includes(name))
  return {
    ...Object.fromEntries(retained.flatMap((name) => (name in row ? [[name, row[name] ?? null]] : []))),
    ...Object.fromEntries(withContent.flatMap((name) => (name in row ? [[name, (row[name] ?? null) === null ? null : HAS_CONTENT]] : []))),
  }
}
/** The columns of fields that filters of the feed depend on. */
function filteredColumns({ fields, filters }: Kind): string[] {
  const read = new Set(Object.values(filters).flatMap((filter) => ('linked' in filter ? [] : (filter.feed?.columns ?? []))))
  return Object.values(fields).flatMap(({ storage }) => (storage.in === 'column' && read.has(storage.column) ? [storage.column] : []))
}
export interface ExceptionChanges {
  readonly series: StoredRow
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
  /** The state that each exception loses when its series ends, by id. */
  readonly ended?: Readonly<Record<string, unknown>>
}
/** Logs how a write to a series changed its exceptions, which have no log rows of their own for it. */
export async function recordExceptionChanges(
  db: Db,
  kind: Kind,
  { series, before, after, ended }: ExceptionChanges,
  ctx: Pick<RequestContext, 'caller' | 'changeId'>,
): Promise<void> {
  const old = new Map(before.map((row) => [row['id'], exceptionState(kind, row)]))
  const changed = after.flatMap((row) => {
    const difference = diff(old.get(row['id']) ?? {}, exceptionState(kind, row))
    return Object.keys(difference.after).length === 0 ? [] : [{ id: String(row['id']), ...difference }]
  })
  if (changed.length === 0) return
  await recordChange(db, {
    kind,
    id: series['id'] as number,
    version: series['version'] as number,
    action: 'update',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: null,
    before: { [EXCEPTIONS]: Object.fromEntries(changed.map((each) => [each.id, each.before])), ...(ended && { [ENDED]: ended }) },
    after: { [EXCEPTIONS]: Object.fromEntries(changed.map((each) => [each.id, each.after])) },
  })
}

/** Returns the values that differ, before and after the change. */
export function diff(before: StoredRow, after: StoredRow) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (from: StoredRow) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
