// `kalends rebuild`: everything that is derived, derived afresh: times in lists, search texts, listings, counts. Records keep their versions.
import { isDeepStrictEqual } from 'node:util'
import type { RequestContext, Kind, Site, StoredRow } from '../../engine/definition/kind.ts'
import { recordBulkChange } from '../../engine/changes/change-log.ts'
import { ownColumns } from '../../engine/read/records.ts'
import { textFields, type Texts } from '../../engine/texts/texts.ts'
import { saveTexts } from '../../engine/texts/write-texts.ts'
import { syncListing } from '../../engine/write/write-records.ts'
import { ANONYMOUS } from '../../kernel/security/caller.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import type { Progress } from '../../kernel/runtime/progress.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'

const BATCH = 500

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
    strict: false,
  }
  const rebuilt: Rebuilt[] = []
  for (const kind of site.kinds.values()) {
    const [count] = await database.query<{ n: number }>(sql`select count(*) as n from ${ref(kind.table)}`)
    const progress = progressOf(kind.plural, count?.n ?? 0)
    let done = 0
    for (let last = 0; ; ) {
      const ids = await database.transaction((db) => rebuildSome(db, kind, last, ctx))
      if (ids.length === 0) break
      last = ids.at(-1) ?? last
      done += ids.length
      progress.step(done)
    }
    progress.end()
    rebuilt.push({ kind: kind.plural, records: done })
  }
  await database.session(async (db) => {
    await db.query(sql`select recount()`)
    await recordBulkChange(db)
  })
  return rebuilt
}

async function rebuildSome(db: Db, kind: Kind, after: number, ctx: RequestContext): Promise<number[]> {
  const columns = Object.entries(ownColumns(kind)).flatMap(([name, sort]) =>
    typeof sort !== 'string' || sort === 'secret' ? [] : [sort === 'moment' ? sql`${ref(name)}::text` : ref(name)],
  )
  const rows = await db.query<StoredRow>(sql`
select id, ${join(columns)} from ${ref(kind.table)} where id > ${after} order by id limit ${BATCH} for update`)
  const ids = rows.map((row) => row['id'] as number)
  const texts = await textsOf(db, kind, ids)
  for (const row of rows) {
    const id = row['id'] as number
    const { columns: derived } = kind.deriveColumns?.({}, row, ctx) ?? { columns: {} }
    const other = Object.entries(derived).filter(([name, value]) => !isDeepStrictEqual(value, row[name] ?? null))
    if (other.length > 0)
      await db.query(
        sql`update ${ref(kind.table)} set ${join(other.map(([name, value]) => sql`${ref(name)} = ${value}`))} where id = ${id}`,
      )
  }
  const writes = rows.map((row) => {
    const own: Texts = texts.get(row['id'] as number) ?? new Map()
    return { id: row['id'] as number, before: own, after: own, original: String(row['language']), row }
  })
  await saveTexts(db, kind, writes, ctx.now.toString())
  for (const { id, after: own, original, row } of writes) await refreshKey(db, kind, id, own.get(original)?.[kind.title] ?? '', row)
  await syncListing(db, kind, ids)
  return ids
}

/** Recomputes the folded name of a term. If another term already has that name, both stay unchanged. */
async function refreshKey(db: Db, { table, uniqueName: key }: Kind, id: number, title: string, row: StoredRow): Promise<void> {
  if (!key || row[key.column] === fold(title)) return
  const storage = key.within ? sql` and x.${ref(key.within)} is not distinct from ${row[key.within] ?? null}::bigint` : sql``
  await db.query(sql`
update ${ref(table)} set ${ref(key.column)} = ${fold(title)}
where id = ${id} and not exists (select 1 from ${ref(table)} x where x.${ref(key.column)} = ${fold(title)}${storage} and x.id <> ${id})`)
}

async function textsOf(db: Db, kind: Kind, ids: readonly number[]): Promise<ReadonlyMap<number, Texts>> {
  const names = textFields(kind)
  const rows = await db.query<Record<string, string | null> & { id: number; language: string }>(sql`
select id, language, ${join(names.map((name) => ref(name)))} from ${ref(kind.texts)} where id = any(${ids}::bigint[])`)
  const found = new Map<number, Map<string, Record<string, string | null>>>()
  for (const { id, language, ...text } of rows) found.set(id, (found.get(id) ?? new Map()).set(language, text))
  return found
}
