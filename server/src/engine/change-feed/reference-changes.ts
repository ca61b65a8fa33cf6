// Whether the records that a filter of the change feed refers to were others at some time since the cursor (contract 14.1.1).
import type { Db } from '../../kernel/database/database.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import type { FilterReference } from '../list/filter-references.ts'
import { visibilityChanged } from './changed-records.ts'
import { EMPTY_SNAPSHOT } from './log-reader.ts'
import { loadCurrent } from './record-states.ts'

interface LoggedSince {
  /** The records of the kind that the log names since the cursor. */
  readonly ids: readonly number[]
  /** The snapshot of the cursor; null stands for the oldest row of the log. */
  readonly from: string | null
}
/**
 * A change that was undone counts too. The cursor does not tell the records of the time in between, and a list that was read then has other records
 * than the feed would have.
 */
export async function referencesChanged(
  db: Db,
  kind: Kind,
  { references, ...logged }: LoggedSince & { readonly references: readonly FilterReference[] },
  ctx: RequestContext,
): Promise<boolean> {
  const named = references.flatMap(({ value, ids }) => (typeof value === 'number' ? [value, ...ids] : ids))
  if (kind.access === 'term') {
    const slugs = references.flatMap(({ value }) => (typeof value === 'string' ? [value.normalize('NFC')] : []))
    return termsChanged(db, kind, { ids: named, slugs }, logged)
  }
  // A date of a series refers to the series, also if the caller cannot see it now.
  const dates = kind.listing ? await loadCurrent(db, kind, { ids: named, columns: [] }, ctx.caller) : new Map()
  const all = new Set([...named, ...[...dates.values()].flatMap(({ seriesId }) => seriesId ?? [])])
  const ids = logged.ids.filter((id) => all.has(id))
  return ids.length > 0 && visibilityChanged(db, kind, { ids, from: logged.from }, ctx)
}

/** Terms are visible to everybody. They are created, deleted, moved in their tree, and get other slugs. */
async function termsChanged(
  db: Db,
  { name, table, parentColumn }: Kind,
  { ids, slugs }: { readonly ids: readonly number[]; readonly slugs: readonly string[] },
  logged: LoggedSince,
): Promise<boolean> {
  const movedBelow = parentColumn
    ? sql`c.before ? ${parentColumn}::text and (c.record_id = any(${ids}::bigint[]) or (c.before ->> ${parentColumn}::text)::bigint = any(${ids}::bigint[]))`
    : raw('false')
  const [row] = await db.query<{ changed: boolean }>(sql`
select exists (
  select from changes c
  where c.record_id = any(${logged.ids}::bigint[]) and c.kind = ${name} and not pg_visible_in_snapshot(c.xact, ${logged.from ?? EMPTY_SNAPSHOT}::pg_snapshot) and (
    c.before is null and (c.record_id = any(${ids}::bigint[]) or ${slugs.length > 0}::boolean and not exists (select from ${ref(table)} r where r.id = c.record_id))
    or exists (select from jsonb_each(c.before -> 'texts') t where t.value ->> 'slug' = any(${slugs}::text[]))
    or ${movedBelow}
  )
) as changed`)
  return row?.changed === true
}
