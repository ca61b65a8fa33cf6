// Time of the last change to a record, to a record that it shows, or to a record that it no longer shows.
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { latestNested } from './nested-keys.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'

/** Time of the latest change to anything that a row shows to the caller, in milliseconds since 1970. */
export const revisedAt = (row: StoredRow): number =>
  Math.max(
    ...[row['modified_at'], row['touched_at']].flatMap((at) => (typeof at === 'string' ? [fromDatabase(at).epochMilliseconds] : [])),
    latestNested(row),
  )

/** Sets `touched_at` of the records that show this record to the public, before it is hidden. Protected records that hide it are not changed. */
export async function touchOwners(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<void> {
  for (const owner of ctx.site.kinds.values())
    for (const [name, storage] of linkFields(owner)) {
      if (storage.to !== kind.name) continue
      const open = owner.passwordProtection?.hiddenFields.includes(name)
        ? sql` and not r.${ref(owner.passwordProtection.flagColumn)}`
        : raw('')
      await db.query(sql`
update ${ref(owner.table)} r set touched_at = ${ctx.now.toString()}
where r.id in (select l.${ref(ownerColumn(owner))} from ${ref(storage.table)} l where l.ref_id = ${id})${open}`)
    }
}
