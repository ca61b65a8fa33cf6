// Records of a list as bytes. What anybody is shown is kept under the name of all that it hangs on, so that only what is new is read and written.
import type { Db } from '../../kernel/database/database.ts'
import { pieceOf, type Piece } from '../response/json-fragments.ts'
import { join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { ListStatement } from './list-query.ts'
import { hangsOn } from '../read/nested-records.ts'
import { presentRows } from '../read/records.ts'
import { linkFields, type Ask, type Kind, type Stored } from '../definition/resource.ts'
import { visible } from '../access/visibility.ts'

/** Whether a record's shown form follows from its version and from what it refers to: nothing in it is reckoned from elsewhere. */
export const isWritten = (kind: Kind, { caller }: Ask, db: Db): boolean =>
  caller.id === null && !db.is_transaction && Object.values(kind.columns).every((sort) => typeof sort === 'string')

/** xmin covers rows that `kalends rebuild` rewrites without a new version. */
const nameOf = (kind: Kind, ask: Ask): Sql => sql`concat_ws(' ', ${join([raw('r.id'), raw('r.xmin'), hangsOn(kind, 'r', ask)])}) as name`
/** One revision covers everything that may be nested in any record. */
const nestedRevision = (kind: Kind, { site }: Ask): Sql =>
  sql`${linkFields(kind).length > 0 ? site.revision.expression(sql`c.kind <> ${literal(kind.name)}`) : raw('null')} as revision`
export interface Page {
  readonly total: number
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** In place of the records, where they are written already. */
  readonly pieces?: readonly Piece[]
}
interface Named extends Stored {
  readonly id: number
}
/** A page of a list and its total; what the caller may not see is left out. */
export async function writtenPage(db: Db, kind: Kind, { statement, custom_plan }: ListStatement, ask: Ask): Promise<Page> {
  const rows = await db.query<{ total: number; revision: string | null } & (Named | { id: null })>(
    sql`with page as materialized (
${statement}
)
select page.total, ${nestedRevision(kind, ask)}, m.* from page left join lateral (
  select r.id, ${nameOf(kind, ask)}
  from unnest(page.ids) with ordinality i(id, n) join ${ref(kind.table)} r on r.id = i.id
  where ${visible(kind, 'r', ask.caller)}
  order by i.n
) m on true`,
    { custom_plan },
  )
  const revision = rows[0]?.revision
  if (revision) ask.site.revision.observe(revision)
  const named = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { total: rows[0]?.total ?? 0, records: [], pieces: await written(db, kind, named, ask) }
}

async function written(db: Db, kind: Kind, named: readonly Named[], ask: Ask): Promise<Piece[]> {
  const { written: kept } = ask.site
  const keyOf = (row: Stored): string => [kind.name, row['name'], row['revision'], ask.root, ask.language].map(String).join(' ')
  const pieces = new Map(named.map((row) => [row.id, kept.get(keyOf(row))]))
  const missing = named.flatMap(({ id }) => (pieces.get(id) === undefined ? [id] : []))
  // The name is read together with what is kept under it: what changes meanwhile gets another one.
  for (const { row, record } of await presentRows(db, kind, missing, ask, [nameOf(kind, ask), nestedRevision(kind, ask)])) {
    const piece = pieceOf(record)
    pieces.set(row['id'] as number, piece)
    kept.keep(keyOf(row), piece)
  }
  return named.flatMap(({ id }) => pieces.get(id) ?? [])
}
