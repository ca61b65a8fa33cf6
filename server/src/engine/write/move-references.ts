// Moves references in a column from some records to another one. Each record that refers to them gets a new version and an entry in the change log.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'

export interface ReferenceMove {
  readonly column: string
  readonly from: readonly number[]
  /** Null if the references are cleared. */
  readonly to: number | null
}
/** The records in `from` themselves stay as they are, because they are removed. */
export const moveReferences = (db: Db, owner: Kind, { column, from, to }: ReferenceMove, ctx: RequestContext): Promise<unknown> =>
  db.query(sql`
with old as (
  select id, ${ref(column)} as ref_id from ${ref(owner.table)}
  where ${ref(column)} = any(${from}::bigint[]) and id <> all(${from}::bigint[]) order by id for update
), changed as (
  update ${ref(owner.table)} r set ${ref(column)} = ${to}, version = r.version + 1, modified_at = ${ctx.now.toString()}
  from old where old.id = r.id
  returning r.id, r.version, old.ref_id
)
insert into changes (kind, record_id, version, action, actor_id, change_id, before, after)
select ${owner.name}, id, version, 'update', ${ctx.caller.id}, ${ctx.changeId}, jsonb_build_object(${column}::text, ref_id), jsonb_build_object(${column}::text, ${to}::bigint)
from changed`)
