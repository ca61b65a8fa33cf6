// `kalends rebuild`: recomputes all derived data: listing times, search texts, listing tables and counts. Versions of records do not change.
import { isDeepStrictEqual } from 'node:util'
import type { RequestContext, Kind, Site, StoredRow } from '../../engine/definition/kind.ts'
import { newChangeId, recordBulkChange } from '../../engine/changes/change-log.ts'
import { isException } from '../../engine/definition/resource.ts'
import { ownColumns } from '../../engine/read/select-rows.ts'
import { loadTextsOf, type Texts } from '../../engine/texts/texts.ts'
import { saveTexts } from '../../engine/texts/write-texts.ts'
import { resetSearchIndex } from '../../engine/list/search-index.ts'
import { deleteStrayPublicRows, syncListing } from '../../engine/write/listing-rows.ts'
import { syncDates } from '../../engine/write/sync-dates.ts'
import { ANONYMOUS } from '../../kernel/security/caller.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import type { Progress } from '../../kernel/runtime/progress.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'

const BATCH_SIZE = 500

export interface Rebuilt {
  readonly kind: string
  readonly records: number
}

export async function rebuild(
  database: Database,
  site: Site,
  now: Temporal.Instant,
  progressOf: (what: string, total: number) => Progress,
): Promise<Rebuilt[]> {
  const ctx: RequestContext = {
    site,
    now,
    caller: ANONYMOUS,
    language: site.defaultLanguage,
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
  const rebuilt: Rebuilt[] = []
  for (const kind of site.kinds.values()) {
    const [count] = await database.query<{ n: number }>(sql`select count(*) as n from ${ref(kind.table)}`)
    const progress = progressOf(kind.plural, count?.n ?? 0)
    let done = 0
    for (let last = 0; ; ) {
      const ids = await database.transaction((db) => rebuildBatch(db, kind, last, ctx))
      if (ids.length === 0) break
      last = ids.at(-1) ?? last
      done += ids.length
      progress.step(done)
    }
    await deleteStrayPublicRows(database, kind)
    progress.end()
    rebuilt.push({ kind: kind.plural, records: done })
  }
  await database.session(async (db) => {
    await db.query(sql`select recount()`)
    await resetSearchIndex(db)
    await recordBulkChange(db, 'derived', ctx.changeId)
  })
  return rebuilt
}

async function rebuildBatch(db: Db, kind: Kind, after: number, ctx: RequestContext): Promise<number[]> {
  const columns = Object.entries(ownColumns(kind)).flatMap(([name, type]) =>
    typeof type !== 'string' || type === 'secret' ? [] : [type === 'moment' ? sql`${ref(name)}::text` : ref(name)],
  )
  const rows = await db.query<StoredRow>(sql`
select id, ${join(columns)} from ${ref(kind.table)} where id > ${after} order by id limit ${BATCH_SIZE} for update`)
  const ids = rows.map((row) => row['id'] as number)
  const texts = await loadTextsOf(db, kind, ids)
  const rebuiltRows: StoredRow[] = []
  for (const row of rows) {
    const { columns: derived } = kind.deriveColumns?.({}, row, ctx) ?? { columns: {} }
    const changed = Object.entries(derived).filter(([name, value]) => !isDeepStrictEqual(value, row[name] ?? null))
    if (changed.length > 0)
      await db.query(
        sql`update ${ref(kind.table)} set ${join(changed.map(([name, value]) => sql`${ref(name)} = ${value}`))} where id = ${row['id']}`,
      )
    rebuiltRows.push({ ...row, ...derived })
  }
  const writes = rows.map((row) => {
    const own: Texts = texts.get(row['id'] as number) ?? new Map()
    return {
      id: row['id'] as number,
      before: own,
      after: own,
      original: String(row['language']),
      defaultLanguage: ctx.site.defaultLanguage,
      row,
    }
  })
  await saveTexts(db, kind, writes, ctx.now.toString())
  for (const { id, after: own, original, row } of writes)
    await refreshUniqueName(db, kind, own.get(original)?.[kind.title] ?? '', { ...row, id })
  await rebuildListing(db, kind, rebuiltRows, ctx)
  return ids
}

/** Derives dates and listing rows again. The exceptions of excluded dates have no listing row, and get none. */
async function rebuildListing(db: Db, kind: Kind, rows: readonly StoredRow[], ctx: RequestContext): Promise<void> {
  const { listing } = kind
  if (!listing) return
  for (const row of rows) if (listing.isSeries(row)) await syncDates(db, kind, listing, { series: row }, ctx)
  const exceptions = rows.filter((row) => isException(kind, row)).map((row) => row['id'] as number)
  const listed = await db.query<{ id: number }>(sql`select id from ${ref(listing.table)} where id = any(${exceptions}::bigint[])`)
  const ids = new Set(listed.map(({ id }) => id))
  await syncListing(
    db,
    kind,
    rows.filter((row) => !isException(kind, row) || ids.has(row['id'] as number)),
  )
}

/** Recomputes the folded name of a term. If another term already has that name, both stay unchanged. */
async function refreshUniqueName(db: Db, { table, uniqueName: key }: Kind, title: string, row: StoredRow): Promise<void> {
  if (!key || row[key.column] === fold(title)) return
  const { id } = row
  const sameParent = key.within ? sql` and x.${ref(key.within)} is not distinct from ${row[key.within] ?? null}::bigint` : sql``
  await db.query(sql`
update ${ref(table)} set ${ref(key.column)} = ${fold(title)}
where id = ${id} and not exists (select 1 from ${ref(table)} x where x.${ref(key.column)} = ${fold(title)}${sameParent} and x.id <> ${id})`)
}
