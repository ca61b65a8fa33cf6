// Resolves references (ids, slugs and names) to the ids of records that the caller may see, of all kinds in one statement.
import type { Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { and, join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { RequestContext, Kind } from '../definition/kind.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'

export interface Reference {
  readonly kind: string
  /** `record` and `series`: the id of a record, or of a date whose record or series is meant. */
  readonly by: 'id' | 'slug' | 'name' | 'record' | 'series'
  readonly value: number | string
  /** The parent column of a tree, if the reference includes all descendants. */
  readonly below?: string
}
/** The kind of a reference to a user. */
export const USERS = 'user'

/** Returns the id of a reference; `all` includes its descendants. */
export interface ResolvedReferences {
  (reference: Reference): number | null
  all(reference: Reference): readonly number[]
}

export async function resolveReferences(db: Db, references: readonly Reference[], ctx: RequestContext): Promise<ResolvedReferences> {
  const groups = Map.groupBy(references, ({ kind, by }) => `${kind} ${by}`)
  const queries = [...groups.values()].flatMap((group) => {
    const query = referenceQuery(group, ctx)
    return query ? [query] : []
  })
  const rows =
    queries.length === 0
      ? []
      : await db.query<{ kind: string; by: string; value: string; id: number; named: boolean }>(join(queries, '\nunion all\n'))
  const byName = Map.groupBy(rows, ({ kind, by, value }) => `${kind} ${by} ${value}`)
  const rowsFor = ({ kind, by, value }: Reference) => byName.get(`${kind} ${by} ${by === 'name' ? fold(String(value)) : value}`) ?? []
  // If several records have the same name, the lowest id is used.
  const one = (reference: Reference): number | null =>
    rowsFor(reference).reduce<number | null>((least, { id, named }) => (named && (least === null || id < least) ? id : least), null)
  return Object.assign(one, { all: (reference: Reference) => rowsFor(reference).map(({ id }) => id) })
}

function referenceQuery(group: readonly Reference[], ctx: RequestContext): Sql | null {
  const { kind: name, by, below } = group[0] as Reference
  const head = sql`select ${literal(name)} as kind, ${literal(by)} as by, v.value::text as value, r.id, true as named`
  const values = group.map(({ value }) => value)
  if (name === USERS)
    return sql`${head}\nfrom unnest(${values}::bigint[]) v(value)\njoin users r on r.id = v.value and r.disabled_at is null`
  const kind = ctx.site.kinds.get(name)
  if (!kind) return null
  const visible = visibleAndNotTrashed(kind, 'r', ctx.caller)
  const query = {
    id: () => byId(head, kind, values, visible),
    record: () => byDate(head, kind, values, and([dateColumnIs(sql`o.record_id`), visible])),
    series: () =>
      byDate(
        head,
        kind,
        values,
        and([dateColumnIs(sql`o.series_id`), visible, sql`(o.id is null or ${visibleAndNotTrashed(kind, 'o', ctx.caller)})`]),
      ),
    slug: () => bySlug(head, kind, values, visible),
    name: () => byUniqueName(head, kind, values),
  }[by]()
  return query && below ? withDescendants(query, kind, below) : query
}
const byId = (head: Sql, kind: Kind, values: readonly unknown[], visible: Sql): Sql => sql`${head}
from unnest(${values}::bigint[]) v(value)
join ${ref(kind.table)} r on r.id = v.value and ${and([...notException(kind), visible])}`
/** An exception is a date, and a stored reference names a record. */
const notException = ({ listing }: Kind): Sql[] => (listing ? [sql`r.${ref(listing.seriesColumn)} is null`] : [])
const byDate = (head: Sql, kind: Kind, values: readonly unknown[], joined: Sql): Sql => sql`${head}
from unnest(${values}::bigint[]) v(value)
${kind.listing ? sql`left join ${ref(kind.listing.table)} o on o.id = v.value` : raw('')}
join ${ref(kind.table)} r on ${joined}`
const dateColumnIs = (column: Sql): Sql => sql`r.id = coalesce(${column}, v.value)`
const bySlug = (head: Sql, kind: Kind, values: readonly unknown[], visible: Sql): Sql => sql`${head}
from unnest(${values.map((value) => String(value).normalize('NFC'))}::text[]) v(value)
join ${ref(kind.texts)} x on x.slug = v.value and x.slug_owner
join ${ref(kind.table)} r on r.id = x.id and ${visible}`
const byUniqueName = (head: Sql, kind: Kind, values: readonly unknown[]): Sql | null =>
  kind.uniqueName
    ? sql`${head}
from unnest(${values.map((value) => fold(String(value)))}::text[]) v(value)
join ${ref(kind.table)} r on r.${ref(kind.uniqueName.column)} = v.value`
    : null

/** Adds all descendants of the records in their tree. */
const withDescendants = (query: Sql, kind: Kind, column: string): Sql => sql`select * from (
with recursive down as (
${query}
union
select d.kind, d.by, d.value, c.id, false from ${ref(kind.table)} c join down d on c.${ref(column)} = d.id
)
select * from down
) d`
