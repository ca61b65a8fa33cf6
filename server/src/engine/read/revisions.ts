// Time of the last change to a record, to the records that it shows, or to records that it no longer shows.
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { latestNested } from './nested-records.ts'
import { linkFields, ownerOf, type Ask, type Kind, type Stored } from '../definition/resource.ts'

/** Time of the latest change to anything that a row shows to the caller, in milliseconds since 1970. */
export const revisedAt = (row: Stored): number =>
  Math.max(
    ...[row['modified_at'], row['touched_at']].flatMap((at) => (typeof at === 'string' ? [fromDatabase(at).epochMilliseconds] : [])),
    latestNested(row),
  )

/** Touches the records that show this one publicly, before it is hidden. Records that hide it from the public are not touched. */
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
