// Records of a list as text. What anybody is shown is kept under the name of all that it hangs on, so that only what is new is read and written.
import type { Db } from '../kernel/database.ts'
import { flat, join, ref, sql, type Sql } from '../kernel/sql.ts'
import { hangsOn, nestedNames } from './nested.ts'
import { presentRows } from './read.ts'
import type { Ask, Kind } from './resource.ts'
import { visible } from './visibility.ts'

/** Whether a record's shown form follows from its version and from what it refers to: nothing in it is reckoned from elsewhere. */
export const isWritten = (kind: Kind, { caller }: Ask, db: Db): boolean =>
  caller.id === null && !db.is_transaction && Object.values(kind.columns).every((sort) => typeof sort === 'string')

type Named = { readonly id: number; readonly hangs: string; readonly nested?: readonly string[] }
/** The transaction that wrote the row stands for what is derived afresh without a new version. */
const hangs = (kind: Kind, ask: Ask): Sql => sql`concat_ws(' ', r.xmin, ${hangsOn(kind, 'r', ask)}) as hangs`
const nameOf = (kind: Kind, row: Named, { root, language }: Ask): string =>
  `${kind.name} ${row.id} ${row.hangs} ${row.nested?.join() ?? ''} ${root} ${language}`

/** The same for all who are nobody: made once. */
const made = new WeakMap<Kind, Sql>()
function namesOf(kind: Kind, ask: Ask): Sql {
  const there = made.get(kind)
  if (there) return there
  const columns = join([hangs(kind, ask), ...nestedNames(kind, ask)])
  const names = flat(sql`select r.id, ${columns} from ${ref(kind.table)} r\nwhere ${visible(kind, 'r', ask.caller)}`)
  made.set(kind, names)
  return names
}
/** In the order of the ids; what the caller may not see is left out. */
export async function writeMany(db: Db, kind: Kind, ids: readonly number[], ask: Ask): Promise<string[]> {
  if (ids.length === 0) return []
  const { written } = ask.site
  const rows = await db.query<Named>(sql`${namesOf(kind, ask)} and r.id = any(${ids}::bigint[])`)
  const texts = new Map(rows.map((row) => [row.id, written.get(nameOf(kind, row, ask))]))
  const missing = ids.filter((id) => texts.has(id) && texts.get(id) === undefined)
  // The name is read together with what is kept under it: what changes meanwhile gets another one.
  for (const { row, record } of await presentRows(db, kind, missing, ask, [hangs(kind, ask)])) {
    const text = JSON.stringify(record)
    texts.set(row['id'] as number, text)
    written.keep(nameOf(kind, row as unknown as Named, ask), text)
  }
  return ids.flatMap((id) => texts.get(id) ?? [])
}
