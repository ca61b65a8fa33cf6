// Removing: to the trash, or for good. What hung below a removed record of a tree moves up (contract 7.11).
import type { Db } from '../../kernel/database/database.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { changeSnapshot, recordChange } from '../changes/change-log.ts'
import { eraseTraces } from '../changes/erase.ts'
import { loadLinks } from './links.ts'
import { findOne, inTrash, presentOne, type RecordLocator } from '../read/records.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { touchOwners } from '../read/revisions.ts'
import { loadTexts } from '../texts/texts.ts'
import { isReferenced } from '../access/visibility.ts'
import { findEditable, lockTree, syncListing } from './write-records.ts'

export interface Removed {
  readonly record: Record<string, unknown>
  readonly version: number
}

export async function removeRecord(
  db: Db,
  kind: Kind,
  address: RecordLocator,
  force: boolean,
  ctx: RequestContext,
  precondition: (version: number) => void,
): Promise<Removed> {
  if (kind.parentColumn) await lockTree(db, kind)
  const row = await findEditable(db, kind, address, ctx)
  precondition(row['version'] as number)
  if (kind.referencedBy && (await isReferencedRecord(db, kind, row))) throw new Problem('rest_in_use')
  if (force || kind.access !== 'owned') return deletePermanently(db, kind, row, ctx)
  if (row['status'] === 'trash') throw inTrash(kind)
  return moveToTrash(db, kind, row, ctx)
}

async function isReferencedRecord(db: Db, kind: Kind, row: StoredRow): Promise<boolean> {
  const [found] = await db.query(sql`select 1 from ${ref(kind.table)} r where r.id = ${row['id']} and ${isReferenced(kind, 'r', false)}`)
  return found !== undefined
}

async function moveToTrash(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<Removed> {
  const id = row['id'] as number
  const version = (row['version'] as number) + 1
  if (row['status'] === 'publish') await touchOwners(db, kind, id, ctx)
  await db.query(
    sql`update ${ref(kind.table)} set status = 'trash', trashed_from = status, trashed_at = ${toDatabase(ctx.now)}, version = ${version}, modified_at = ${ctx.now.toString()} where id = ${id}`,
  )
  await syncListing(db, kind, [id])
  await recordChange(db, {
    kind,
    id,
    version,
    action: 'trash',
    caller: ctx.caller,
    language: null,
    before: { status: row['status'] },
    after: { status: 'trash' },
  })
  const left = await findOne(db, kind, { id }, ctx)
  return { record: await presentOne(db, kind, left, ctx, { as: 'listed' }), version }
}

export async function deletePermanently(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<Removed> {
  const id = row['id'] as number
  const version = (row['version'] as number) + 1
  const record = await presentOne(db, kind, row, ctx, { as: 'listed' })
  const before = changeSnapshot(kind, row, await loadTexts(db, kind, id), await loadLinks(db, kind, id))
  if (kind.parentColumn) await reparentChildren(db, kind, kind.parentColumn, row, ctx)
  if (kind.access === 'term' || row['status'] === 'publish') await touchOwners(db, kind, id, ctx)
  await db.query(sql`delete from ${ref(kind.table)} where id = ${id}`)
  await recordChange(db, { kind, id, version, action: 'delete', caller: ctx.caller, language: null, before, after: null })
  await eraseTraces(db, kind.name, kind, id)
  return { record, version }
}

async function reparentChildren(db: Db, kind: Kind, column: string, row: StoredRow, ctx: RequestContext): Promise<void> {
  const [own] = await db.query<{ up: number | null }>(sql`select ${ref(column)} as up from ${ref(kind.table)} where id = ${row['id']}`)
  const up = own?.up ?? null
  await rejectDuplicateNames(db, kind, row['id'] as number, up)
  const moved = await db.query<{ id: number; version: number }>(sql`
update ${ref(kind.table)}
set ${ref(column)} = ${up}, version = version + 1, modified_at = ${ctx.now.toString()}
where ${ref(column)} = ${row['id']}
returning id, version`)
  for (const { id, version } of moved)
    await recordChange(db, {
      kind,
      id,
      version,
      action: 'update',
      caller: ctx.caller,
      language: null,
      before: { [column]: row['id'] },
      after: { [column]: up },
    })
}

/** Two of one name cannot stand in one place: whoever removes what parts them is told which is in the way. */
async function rejectDuplicateNames(db: Db, kind: Kind, id: number, up: number | null): Promise<void> {
  if (!kind.uniqueName?.within) return
  const { column, within } = kind.uniqueName
  const [twin] = await db.query<{ id: number }>(sql`
select x.id
from ${ref(kind.table)} x
join ${ref(kind.table)} c on c.${ref(column)} = x.${ref(column)}
where c.${ref(within)} = ${id} and x.${ref(within)} is not distinct from ${up}::bigint and x.id <> ${id}
limit 1`)
  if (twin) throw new Problem('term_exists', { data: { term_id: twin.id } })
}
