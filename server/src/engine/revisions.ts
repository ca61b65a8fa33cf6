// When what a record shows was last changed: the record itself, the records linked to it, and those that were taken out of sight.
import type { Db } from '../kernel/database.ts'
import { fromDatabase } from '../kernel/moments.ts'
import { raw, ref, sql } from '../kernel/sql.ts'
import { latestNested } from './nested.ts'
import { linkFields, ownerOf, type Ask, type Kind, type Stored } from './resource.ts'

/** The latest change of anything that the caller is shown in a row, in milliseconds since 1970. */
export const revisedAt = (row: Stored): number =>
  Math.max(
    ...[row['modified_at'], row['touched_at']].flatMap((at) => (typeof at === 'string' ? [fromDatabase(at).epochMilliseconds] : [])),
    latestNested(row),
  )

/** Marks the records that publicly showed this one, before it goes out of sight. Those that hide it from the public stay as they are. */
export async function touchOwners(db: Db, kind: Kind, id: number, ask: Ask): Promise<void> {
  for (const owner of ask.site.kinds.values())
    for (const [name, place] of linkFields(owner)) {
      if (place.to !== kind.name) continue
      const open = owner.guard?.hides.includes(name) ? sql` and not r.${ref(owner.guard.by)}` : raw('')
      await db.query(sql`
update ${ref(owner.table)} r set touched_at = ${ask.now.toString()}
where r.id in (select l.${ref(ownerOf(owner))} from ${ref(place.table)} l where l.ref_id = ${id})${open}`)
    }
}
