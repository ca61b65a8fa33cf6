// The history of a record: each change with its fields before and after, as far as the caller may see them (contract 14.4.2).
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { forbidden } from '../../kernel/errors/problems.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { isEditor } from '../access/permissions.ts'
import { isEditable } from '../access/visibility.ts'
import { SECRETS } from '../changes/change-log.ts'
import { EXCEPTIONS } from '../changes/erase.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'
import { findOne, loadVisibleIds } from '../read/records.ts'
import { textFields, type Text } from '../texts/texts.ts'
import type { HistoryRow } from './log-rows.ts'

export interface FieldChange {
  readonly field: string
  /** The language of a text; null for other fields. */
  readonly language: string | null
  readonly before: unknown
  readonly after: unknown
}
export interface HistoryEntry {
  readonly version: number
  readonly at: string
  readonly change_id: string | null
  readonly action: string
  readonly language: string | null
  readonly author: { readonly id: number; readonly name: string | null } | null
  readonly changes: readonly FieldChange[]
}
export interface HistoryPage {
  readonly history: readonly HistoryEntry[]
  readonly total: number
}
interface StoredEntry extends HistoryRow {
  readonly at: string
  readonly change_id: string | null
  readonly language: string | null
  readonly actor_id: number | null
  readonly actor_name: string | null
}

/** Only callers who may edit a record may read its history. Rows that tell only of exceptions of a series are left out. */
export async function readHistory(
  db: Db,
  kind: Kind,
  { id, page, perPage }: { readonly id: number; readonly page: number; readonly perPage: number },
  ctx: RequestContext,
): Promise<HistoryPage> {
  const row = await findOne(db, kind, { id }, ctx)
  if (!isEditable(kind, row, ctx.caller)) throw forbidden(ctx.caller.id === null)
  const where = sql`c.record_id = ${id} and c.kind = ${kind.name} and not (coalesce(c.before, '{}') ? ${EXCEPTIONS})`
  const [count] = await db.query<{ n: number }>(sql`select count(*)::int as n from changes c where ${where}`)
  const rows = await db.query<StoredEntry>(sql`
select c.id, c.kind, c.record_id, c.version, c.action, c.before, c.after, c.at::text as at, c.change_id::text as change_id, c.language, c.actor_id, u.name as actor_name
from changes c left join users u on u.id = c.actor_id
where ${where} order by c.id desc limit ${perPage} offset ${(page - 1) * perPage}`)
  const visible = await visibleReferences(db, kind, rows, ctx)
  const history = rows.map((each) => ({
    version: each.version,
    at: showInstant(each.at),
    change_id: each.change_id,
    action: each.action,
    language: each.language,
    author: authorOf(each, ctx),
    changes: fieldChanges(kind, { logged: each, row, visible }, ctx),
  }))
  return { history, total: count?.n ?? 0 }
}

/** The name of another user is shown to editors only. A deleted user has no name. */
const authorOf = ({ actor_id: id, actor_name: name }: StoredEntry, { caller }: RequestContext): HistoryEntry['author'] =>
  id === null ? null : { id, name: isEditor(caller) || id === caller.id ? name : null }

interface LoggedFields {
  readonly logged: HistoryRow
  /** The record as it is now. It has the columns that fields are derived from. */
  readonly row: StoredRow
  readonly visible: VisibleIds
}
function fieldChanges(kind: Kind, { logged, row, visible }: LoggedFields, ctx: RequestContext): FieldChange[] {
  const [before, after] = [logged.before, logged.after]
  const states = [before, after].map((state) => (state === null || Object.keys(state).length === 0 ? null : { ...row, ...state }))
  const valueOf = (name: string, side: 0 | 1): unknown => {
    const state = side === 0 ? before : after
    const field = kind.fields[name]
    if (state === null || !field) return null
    const { storage } = field
    if (storage.in === 'links') return name in state ? visibleIds(visible, storage.to, state[name]) : null
    if (storage.in === 'reference') return visibleIds(visible, storage.to, [state[storage.column]])[0] ?? null
    if (storage.in === 'column') return state[storage.column] ?? null
    if (storage.in === 'external_ids') return state[name] ?? null
    return states[side] ? (field.serialize?.(states[side], ctx, {}) ?? null) : null
  }
  const names = Object.entries(kind.fields).flatMap(([name, { storage, input }]) =>
    storage.in === 'text' || (input === null && storage.in === 'derived') ? [] : [name],
  )
  const values = names
    .map((field): FieldChange => ({ field, language: null, before: valueOf(field, 0), after: valueOf(field, 1) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
  const secret = kind.passwordProtection?.digestColumn
  return [
    ...textChangesOf(kind, before, after),
    ...values,
    ...(secret !== undefined && after?.[SECRETS] === true ? [{ field: secret, language: null, before: null, after: null }] : []),
  ]
}
type LoggedTexts = Readonly<Record<string, Text>>
function textChangesOf(kind: Kind, before: StoredRow | null, after: StoredRow | null): FieldChange[] {
  const [old, now] = [(before?.['texts'] ?? {}) as LoggedTexts, (after?.['texts'] ?? {}) as LoggedTexts]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((language) =>
    textFields(kind)
      .map((field) => ({ field, language, before: old[language]?.[field] ?? null, after: now[language]?.[field] ?? null }))
      .filter((change) => change.before !== change.after),
  )
}

type VisibleIds = ReadonlyMap<string, ReadonlySet<number>>
const visibleIds = (visible: VisibleIds, kind: string, ids: unknown): number[] =>
  ((ids ?? []) as readonly number[]).filter((id) => visible.get(kind)?.has(id))
/** The linked records in these rows that the caller may see. Ids of all others are left out. */
async function visibleReferences(db: Db, kind: Kind, rows: readonly HistoryRow[], ctx: RequestContext): Promise<VisibleIds> {
  const sources = [
    ...linkFields(kind).map(([name, { to }]) => ({ key: name, to })),
    ...Object.values(kind.fields).flatMap(({ storage }) => (storage.in === 'reference' ? [{ key: storage.column, to: storage.to }] : [])),
  ]
  const found = new Map<string, ReadonlySet<number>>()
  for (const to of new Set(sources.map((source) => source.to))) {
    const target = ctx.site.kinds.get(to)
    const keys = sources.filter((source) => source.to === to).map(({ key }) => key)
    const ids = rows.flatMap(({ before, after }) =>
      [before, after].flatMap((state) => keys.flatMap((key) => (state?.[key] ?? []) as number)),
    )
    if (target) found.set(to, await loadVisibleIds(db, target, ids, ctx))
  }
  return found
}
