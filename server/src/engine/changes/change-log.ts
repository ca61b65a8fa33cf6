// The change log: each write adds one row in its own transaction. The audit trail and the caches read it. It contains declared fields only.
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../../kernel/security/caller.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { textFields, type Texts } from '../texts/texts.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { columnsAfterErasing, EXCEPTIONS } from './erase.ts'

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
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** The columns that the log stores. Hashes, versions and search texts are not among them. */
export const auditedColumns = (kind: Kind): string[] => [
  ...(kind.access === 'owned' ? ['status', 'author_id', 'published_at'] : []),
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

/** The columns of an exception that the log of its series has. They decide who sees it and which filters match it. */
export const exceptionState = (kind: Kind, row: StoredRow): StoredRow =>
  Object.fromEntries(
    [...columnsAfterErasing(kind), kind.listing?.seriesColumn ?? ''].flatMap((name) => (name in row ? [[name, row[name] ?? null]] : [])),
  )
/** Logs how a write to a series changed its exceptions, which have no log rows of their own for it. */
export async function recordExceptionChanges(
  db: Db,
  kind: Kind,
  { series, before, after }: { readonly series: StoredRow; readonly before: readonly StoredRow[]; readonly after: readonly StoredRow[] },
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
    before: { [EXCEPTIONS]: Object.fromEntries(changed.map((each) => [each.id, each.before])) },
    after: { [EXCEPTIONS]: Object.fromEntries(changed.map((each) => [each.id, each.after])) },
  })
}

/** Returns the values that differ, before and after the change. */
export function diff(before: StoredRow, after: StoredRow) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (from: StoredRow) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
