// Merges records of one kind: moves their links, children and external ids to one record, and removes the others (contract 7.17).
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'
import { recordChange, removedSnapshot } from '../changes/change-log.ts'
import { linkFields, ownerColumn } from '../definition/resource.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import type { LinksStorage } from '../definition/storage.ts'
import { inTrash } from '../read/records.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import { addRedirects, loadRedirectsTo } from '../read/redirects.ts'
import { selectRows } from '../read/select-rows.ts'
import { loadTexts, type Texts } from '../texts/texts.ts'
import { loadExternalIds, moveExternalIds } from './external-ids.ts'
import { moveReferences } from './move-references.ts'
import { syncPublicRows } from './listing-rows.ts'
import { findEditable, lockTree } from './write-records.ts'

export interface MergeRequest {
  /** The record that remains. */
  readonly id: number
  /** The records that are merged into it. */
  readonly from: readonly number[]
  /** Throws if the client requires another version of the record. */
  readonly precondition: (version: number) => void
}
/** Records that are merged, and the record that takes their place. */
interface Merge {
  readonly from: readonly number[]
  readonly to: number
}

/** Merges records and returns the new version of the record that remains. */
export async function mergeRecords(db: Db, kind: Kind, request: MergeRequest, ctx: RequestContext): Promise<number> {
  const { id, precondition } = request
  const from = [...new Set(request.from)]
  if (kind.parentColumn) await lockTree(db, kind)
  // Two merges of the same records lock them in the same order.
  await db.query(sql`select 1 from ${ref(kind.table)} where id = any(${[id, ...from]}::bigint[]) order by id for update`)
  const target = await findEditable(db, kind, { id }, ctx)
  if (target['status'] === 'trash') throw inTrash(kind)
  precondition(target['version'] as number)
  const rows = await loadMerged(db, kind, { from, to: id }, ctx)
  const snapshots: { row: StoredRow; texts: Texts }[] = []
  for (const row of rows) snapshots.push({ row, texts: await loadTexts(db, kind, row['id'] as number) })
  for (const owner of ctx.site.kinds.values()) {
    for (const [name, storage] of linkFields(owner))
      if (storage.to === kind.name) await moveLinks(db, { owner, name, storage }, { from, to: id }, ctx)
    for (const { storage } of Object.values(owner.fields))
      if (storage.in === 'reference' && storage.to === kind.name) {
        if (owner.uniqueName?.within === storage.column) await rejectDuplicateNames(db, owner, { from, to: id })
        await moveReferences(db, owner, { column: storage.column, from, to: id }, ctx)
      }
  }
  const externalIds = await loadExternalIds(db, id)
  await moveExternalIds(db, from, id)
  const redirected = await loadRedirectsTo(db, from)
  await addRedirects(db, kind, { from, to: id }, ctx)
  await db.query(sql`delete from ${ref(kind.table)} where id = any(${from}::bigint[])`)
  for (const { row, texts } of snapshots)
    await recordChange(db, {
      kind,
      id: row['id'] as number,
      version: (row['version'] as number) + 1,
      action: 'merge',
      caller: ctx.caller,
      changeId: ctx.changeId,
      language: null,
      before: removedSnapshot(kind, row, { texts, links: {}, redirects: redirected.get(row['id'] as number) ?? [] }),
      after: { merged_into: id },
    })
  return noteMerge(db, kind, { from, to: id, externalIds }, ctx)
}

/** Returns the rows of the records to merge. Throws 400 if one of them does not exist or cannot be merged into the target. */
async function loadMerged(db: Db, kind: Kind, { from, to }: Merge, ctx: RequestContext): Promise<StoredRow[]> {
  if (from.includes(to) || (await isBelow(db, kind, to, from))) throw invalidParams({ from: new FieldError('merge_into_itself') })
  const rows = await db.query<StoredRow>(
    sql`${selectRows(kind, ctx)}\nwhere r.id = any(${from}::bigint[]) and ${visibleAndNotTrashed(kind, 'r', ctx.caller)} order by r.id`,
  )
  if (rows.length < from.length) throw invalidParams({ from: new FieldError('unknown') })
  return rows
}
/** Whether a record is a descendant of one of these records. */
async function isBelow(db: Db, { table, parentColumn }: Kind, id: number, ids: readonly number[]): Promise<boolean> {
  if (parentColumn === undefined) return false
  const [found] = await db.query(sql`
with recursive up(id) as (
  select ${ref(parentColumn)} from ${ref(table)} where id = ${id}
  union select t.${ref(parentColumn)} from ${ref(table)} t join up on t.id = up.id
)
select 1 from up where id = any(${ids}::bigint[])`)
  return found !== undefined
}

interface LinkField {
  readonly owner: Kind
  readonly name: string
  readonly storage: LinksStorage
}
/** Moves links to the target. A record that links to several of the merged records keeps one link, at the first of their positions. */
async function moveLinks(db: Db, { owner, name, storage }: LinkField, { from, to }: Merge, ctx: RequestContext): Promise<void> {
  const [table, id] = [ref(storage.table), ref(ownerColumn(owner))]
  const columns = raw(storage.isCounted ? ', counted' : '')
  const series = owner.listing ? sql`, ${ref(`r.${owner.listing.seriesColumn}`)}` : raw('')
  const owners = await db.query<{ id: number }>(sql`
select r.id${series} from ${ref(owner.table)} r
where r.id in (select l.${id} from ${table} l where l.ref_id = any(${from}::bigint[])) order by r.id for update`)
  if (owners.length === 0) return
  const ids = owners.map((row) => row.id)
  await db.query(sql`
with links as (
  select l.${id} as id, l.ref_id, l.position from ${table} l where l.${id} = any(${ids}::bigint[])
), before as (
  select id, jsonb_agg(ref_id order by position) as ids from links group by id
), merged as (
  select id, case when ref_id = any(${from}::bigint[]) then ${to}::bigint else ref_id end as ref_id, min(position) as position from links group by 1, 2
), after as (
  select id, jsonb_agg(ref_id order by position) as ids from merged group by id
), changed as (
  update ${ref(owner.table)} r set version = r.version + 1${ownVersion(owner, ids)}, modified_at = ${modifiedAt(owner, name, ctx)} where r.id = any(${ids}::bigint[])
  returning r.id, r.version
), noted as (
  insert into changes (kind, record_id, version, action, actor_id, change_id, before, after)
  select ${owner.name}, c.id, c.version, 'update', ${ctx.caller.id}, ${ctx.changeId}, jsonb_build_object(${name}::text, b.ids), jsonb_build_object(${name}::text, a.ids)
  from changed c join before b on b.id = c.id join after a on a.id = c.id
), gone as (
  delete from ${table} where ref_id = any(${from}::bigint[]) returning *
)
insert into ${table} as l (${id}, ref_id, position${columns})
select ${id}, ${to}::bigint, min(position)${columns} from gone group by ${id}${columns}
on conflict on constraint ${ref(`${storage.table}_pkey`)} do update set position = least(l.position, excluded.position)`)
  const { listing } = owner
  if (listing)
    await syncPublicRows(
      db,
      listing,
      owners.map((row) => listing.familyId(row)),
    )
}
/** An exception whose series does not change counts the change as its own, so that its version is still that of the series plus its own writes. */
const ownVersion = ({ listing }: Kind, ids: readonly number[]): Sql =>
  listing
    ? sql`, own_version = r.own_version + case when r.${ref(listing.seriesColumn)} <> all(${ids}::bigint[]) then 1 else 0 end`
    : raw('')
/** A record that hides the link behind its password keeps its modification time, because a new one would reveal the link. */
const modifiedAt = ({ passwordProtection }: Kind, field: string, { now }: RequestContext): Sql =>
  passwordProtection?.hiddenFields.includes(field)
    ? sql`case when r.${ref(passwordProtection.flagColumn)} then r.modified_at else ${now.toString()}::timestamptz end`
    : sql`${now.toString()}::timestamptz`

/** Throws 409 with the id of a term if another term that would get the same parent has the same name. */
async function rejectDuplicateNames(db: Db, { table, uniqueName }: Kind, { from, to }: Merge): Promise<void> {
  if (!uniqueName?.within) return
  const [duplicate] = await db.query<{ id: number }>(sql`
select min(id) as id from ${ref(table)} where ${ref(uniqueName.within)} = any(${[to, ...from]}::bigint[]) and id <> all(${from}::bigint[])
group by ${ref(uniqueName.column)} having count(*) > 1 order by 1 limit 1`)
  if (duplicate) throw new Problem('term_exists', { data: { term_id: duplicate.id } })
}

interface NotedMerge extends Merge {
  /** The external ids of the record that remains, before the merge. */
  readonly externalIds: ExternalIds
}
/** Gives the record that remains a new version, with an entry in the change log that names the merged records. */
async function noteMerge(db: Db, kind: Kind, { from, to, externalIds }: NotedMerge, ctx: RequestContext): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    sql`update ${ref(kind.table)} set version = version + 1, modified_at = ${ctx.now.toString()} where id = ${to} returning version`,
  )
  const version = row?.version ?? 0
  await recordChange(db, {
    kind,
    id: to,
    version,
    action: 'merge',
    caller: ctx.caller,
    changeId: ctx.changeId,
    language: null,
    before: { external_ids: externalIds },
    after: { merged: from, external_ids: await loadExternalIds(db, to) },
  })
  return version
}
