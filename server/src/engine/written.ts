// Records of a list as bytes. What anybody is shown is kept under the name of all that it hangs on, so that only what is new is read and written.
import type { Db } from '../kernel/database.ts'
import { stateOf } from '../kernel/follow.ts'
import { pieceOf, type Piece } from '../kernel/pieces.ts'
import { join, literal, raw, ref, sql, type Sql } from '../kernel/sql.ts'
import type { ListStatement } from './list.ts'
import { hangsOn } from './nested.ts'
import { presentRows } from './read.ts'
import { linkFields, type Ask, type Kind } from './resource.ts'
import { visible } from './visibility.ts'

/** Whether a record's shown form follows from its version and from what it refers to: nothing in it is reckoned from elsewhere. */
export const isWritten = (kind: Kind, { caller }: Ask, db: Db): boolean =>
  caller.id === null && !db.is_transaction && Object.values(kind.columns).every((sort) => typeof sort === 'string')

/** The transaction that wrote the row stands for what is derived afresh without a new version; one word for all that is nested, in whatever record. */
function nameOf(kind: Kind, ask: Ask): Sql {
  const nested = linkFields(kind).length > 0 ? [stateOf(sql`c.kind <> ${literal(kind.name)}`)] : []
  return sql`concat_ws(' ', ${join([raw('r.id'), raw('r.xmin'), hangsOn(kind, 'r', ask), ...nested])}) as name`
}
export interface Page {
  readonly total: number
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** In place of the records, where they are written already. */
  readonly pieces?: readonly Piece[]
}
interface Named {
  readonly id: number
  readonly name: string
}
/** A page of a list and its total; what the caller may not see is left out. */
export async function writtenPage(db: Db, kind: Kind, { statement, custom_plan }: ListStatement, ask: Ask): Promise<Page> {
  const rows = await db.query<{ total: number } & (Named | { id: null })>(
    sql`with page as materialized (
${statement}
)
select page.total, m.* from page left join lateral (
  select r.id, ${nameOf(kind, ask)}
  from unnest(page.ids) with ordinality i(id, n) join ${ref(kind.table)} r on r.id = i.id
  where ${visible(kind, 'r', ask.caller)}
  order by i.n
) m on true`,
    { custom_plan },
  )
  const named = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { total: rows[0]?.total ?? 0, records: [], pieces: await written(db, kind, named, ask) }
}

async function written(db: Db, kind: Kind, named: readonly Named[], ask: Ask): Promise<Piece[]> {
  const { written: kept } = ask.site
  const keyOf = (name: string): string => `${kind.name} ${name} ${ask.root} ${ask.language}`
  const pieces = new Map(named.map(({ id, name }) => [id, kept.get(keyOf(name))]))
  const missing = named.flatMap(({ id }) => (pieces.get(id) === undefined ? [id] : []))
  // The name is read together with what is kept under it: what changes meanwhile gets another one.
  for (const { row, record } of await presentRows(db, kind, missing, ask, [nameOf(kind, ask)])) {
    const piece = pieceOf(record)
    pieces.set(row['id'] as number, piece)
    kept.keep(keyOf(String(row['name'])), piece)
  }
  return named.flatMap(({ id }) => pieces.get(id) ?? [])
}
