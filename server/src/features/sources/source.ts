// Sources and runs as they are stored, and the caller in whose name a run writes.
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { hasRole, type Caller, type Role, type Scope } from '../../kernel/security/caller.ts'
import type { Column, SourceType } from './importer.ts'

export const NEW_STATUSES = ['publish', 'draft', 'pending', 'private'] as const
export const VANISHED = ['keep', 'cancel', 'trash'] as const
export const PRECEDENCES = ['editors', 'source'] as const
export const RUN_STATES = ['waiting', 'running', 'finished', 'stopped', 'failed', 'undoing', 'undone'] as const
export const OUTCOMES = ['new', 'changed', 'unchanged', 'left_alone', 'failed', 'kept', 'canceled', 'trashed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Source {
  readonly id: number
  readonly owner_id: number
  readonly scope: Scope
  readonly name: string
  readonly type: SourceType
  readonly url: string | null
  readonly mapping: Readonly<Record<string, string>>
  readonly language: string
  readonly status: (typeof NEW_STATUSES)[number]
  readonly vanished: (typeof VANISHED)[number]
  readonly precedence: (typeof PRECEDENCES)[number]
  readonly every_hours: number | null
  readonly next_run_at: string | null
  /** How far a copy of another calendar is; null if the next run reads everything. */
  readonly cursor: string | null
  readonly created_at: string
  readonly modified_at: string
}
export interface Run {
  readonly id: number
  readonly source_id: number
  readonly requested_by: number | null
  readonly is_dry_run: boolean
  readonly accepts_gone: boolean
  readonly state: (typeof RUN_STATES)[number]
  readonly reason: string | null
  /** The columns, if the document is a table. */
  readonly columns: readonly Column[] | null
  /** The first value of each column, if the run writes nothing. */
  readonly examples: readonly string[] | null
  readonly total: number
  readonly errors: number
  readonly created_at: string
  readonly started_at: string | null
  readonly ended_at: string | null
}
/** All columns of a run except the document, which may be large. */
export const RUN_COLUMNS = sql`x.id, x.source_id, x.requested_by, x.is_dry_run, x.accepts_gone, x.state, x.reason, x.columns, x.examples, x.total, x.errors,
  x.created_at::text, x.started_at::text, x.ended_at::text`

/** The name of a source in the external IDs of its records. */
export const externalSourceOf = ({ id }: Pick<Source, 'id'>): string => `source-${id}`

export async function findSource(db: Db, id: number, condition: Sql): Promise<Source | null> {
  const [row] = await db.query<Source>(sql`select * from sources s where s.id = ${id} and ${condition}`)
  return row ?? null
}
export async function findRun(db: Db, id: number, condition: Sql): Promise<Run | null> {
  const [row] = await db.query<Run>(sql`select ${RUN_COLUMNS} from source_runs x where x.id = ${id} and ${condition}`)
  return row ?? null
}

/** Returns the user with their present role, within the scope of the source; null if they may not have sources any more. */
export async function findImportCaller(db: Db, userId: number | null, scope: Scope): Promise<Caller | null> {
  const [user] = await db.query<{ login: string; role: Role }>(
    sql`select login, role from users where id = ${userId} and disabled_at is null`,
  )
  if (!user || userId === null) return null
  const role = scope === 'admin' || user.role !== 'administrator' ? user.role : 'editor'
  const caller: Caller = { id: userId, login: user.login, role, scope }
  return hasRole(caller, 'editor') ? caller : null
}

/** The context in which a run writes, in the language of the source. */
export function importContext(site: Site, caller: Caller, language: string, now: Temporal.Instant): RequestContext {
  const own = site.languages.includes(language) ? language : site.defaultLanguage
  return { site, caller, now, changeId: newChangeId(), language: own, hasExplicitLanguage: true, languagePrefix: '', strict: false }
}
