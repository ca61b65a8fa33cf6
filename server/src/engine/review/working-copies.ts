// Working copies: edits of a record that the public does not see, at most one per record (contract 15.8).
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { RequestContext, Kind } from '../definition/kind.ts'

export const COPY_STATES = ['draft', 'pending'] as const
export type CopyState = (typeof COPY_STATES)[number]
export type InputsByLanguage = Readonly<Record<string, Inputs>>
export interface WorkingCopy {
  readonly record_id: number
  readonly author_id: number
  readonly author_name: string
  readonly state: CopyState
  readonly base_version: number
  readonly inputs: InputsByLanguage
  /** The values of the same fields in the version that the edits are based on. */
  readonly base: InputsByLanguage
  /** Another one after each write, also if the copy was deleted meanwhile. */
  readonly version: number
  readonly created_at: string
  readonly modified_at: string
}

/** Serializes the requests for one working copy, also while it does not exist. */
export const lockWorkingCopy = (db: Db, id: number): Promise<unknown> => advisoryLock(db, `working copy ${id}`)

export async function findWorkingCopy(db: Db, kind: Kind, id: number): Promise<WorkingCopy | null> {
  const [copy] = await db.query<WorkingCopy>(sql`
select w.record_id, w.author_id, u.name as author_name, w.state, w.base_version, w.inputs, w.base, w.version,
  w.created_at::text as created_at, w.modified_at::text as modified_at
from working_copies w join users u on u.id = w.author_id where w.record_id = ${id} and w.kind = ${kind.name}`)
  return copy ?? null
}
export async function requireWorkingCopy(db: Db, kind: Kind, id: number): Promise<WorkingCopy> {
  const copy = await findWorkingCopy(db, kind, id)
  if (!copy) throw new Problem('rest_working_copy_not_found')
  return copy
}

/** The first author stays the author of a copy that somebody else edits. */
export const storeWorkingCopy = (
  db: Db,
  kind: Kind,
  { record_id, base_version, inputs, base }: Pick<WorkingCopy, 'record_id' | 'base_version' | 'inputs' | 'base'>,
  { caller, now }: RequestContext,
): Promise<unknown> =>
  db.query(sql`
insert into working_copies (record_id, kind, author_id, base_version, inputs, base, created_at, modified_at)
values (${record_id}, ${kind.name}, ${caller.id}, ${base_version}, ${JSON.stringify(inputs)}::jsonb, ${JSON.stringify(base)}::jsonb, ${now.toString()}, ${now.toString()})
on conflict (record_id) do update set
  base_version = excluded.base_version, inputs = excluded.inputs, base = excluded.base, modified_at = excluded.modified_at,
  version = nextval('working_copy_versions')`)

export const setCopyState = (db: Db, id: number, state: CopyState, isReturned: boolean): Promise<unknown> =>
  db.query(sql`
update working_copies set state = ${state}, is_returned = ${isReturned}, version = nextval('working_copy_versions') where record_id = ${id}`)
export const deleteWorkingCopy = (db: Db, id: number): Promise<unknown> => db.query(sql`delete from working_copies where record_id = ${id}`)

/** Another user becomes the author of the working copies of a user who is removed. Without one, the copies are removed with the user. */
export const reassignWorkingCopies = (db: Db, { from, to }: { readonly from: number; readonly to: number }): Promise<unknown> =>
  db.query(sql`update working_copies set author_id = ${to} where author_id = ${from}`)
