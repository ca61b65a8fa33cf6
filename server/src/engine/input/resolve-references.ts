// Names of records → ids: whatever a request names, of all kinds, in one statement, and only what the caller may see.
import type { Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { join, literal, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { RequestContext, Kind } from '../definition/kind.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'

export interface Reference {
  readonly kind: string
  readonly by: 'id' | 'slug' | 'name'
  readonly value: number | string
  /** The column of a tree: all below the record are meant too. */
  readonly below?: string
}
/** The users, where an author is named. */
export const USERS = 'user'

/** The record that was named, and with it all that are meant. */
export interface ResolvedReferences {
  (wanted: Reference): number | null
  all(wanted: Reference): readonly number[]
}

export async function resolveReferences(db: Db, wanted: readonly Reference[], ctx: RequestContext): Promise<ResolvedReferences> {
  const groups = Map.groupBy(wanted, ({ kind, by }) => `${kind} ${by}`)
  const arms = [...groups.values()].flatMap((group) => {
    const arm = referenceQuery(group, ctx)
    return arm ? [arm] : []
  })
  const rows =
    arms.length === 0
      ? []
      : await db.query<{ kind: string; by: string; value: string; id: number; named: boolean }>(join(arms, '\nunion all\n'))
  const byName = Map.groupBy(rows, ({ kind, by, value }) => `${kind} ${by} ${value}`)
  const rowsFor = ({ kind, by, value }: Reference) => byName.get(`${kind} ${by} ${by === 'name' ? fold(String(value)) : value}`) ?? []
  // Of several records of one name the first is meant.
  const one = (sought: Reference): number | null =>
    rowsFor(sought).reduce<number | null>((least, { id, named }) => (named && (least === null || id < least) ? id : least), null)
  return Object.assign(one, { all: (sought: Reference) => rowsFor(sought).map(({ id }) => id) })
}

function referenceQuery(group: readonly Reference[], ctx: RequestContext): Sql | null {
  const { kind: name, by, below } = group[0] as Reference
  const head = sql`select ${literal(name)} as kind, ${literal(by)} as by, v.value::text as value, r.id, true as named`
  const values = group.map(({ value }) => value)
  if (name === USERS)
    return sql`${head}\nfrom unnest(${values}::bigint[]) v(value)\njoin users r on r.id = v.value and r.disabled_at is null`
  const kind = ctx.site.kinds.get(name)
  if (!kind) return null
  const seen = visibleAndNotTrashed(kind, 'r', ctx.caller)
  const arm =
    by === 'id' ? byId(head, kind, values, seen) : by === 'slug' ? bySlug(head, kind, values, seen) : byUniqueName(head, kind, values)
  return arm && below ? withDescendants(arm, kind, below) : arm
}
const byId = (head: Sql, kind: Kind, values: readonly unknown[], seen: Sql): Sql => sql`${head}
from unnest(${values}::bigint[]) v(value)
join ${ref(kind.table)} r on r.id = v.value and ${seen}`
const bySlug = (head: Sql, kind: Kind, values: readonly unknown[], seen: Sql): Sql => sql`${head}
from unnest(${values.map((value) => String(value).normalize('NFC'))}::text[]) v(value)
join ${ref(kind.texts)} x on x.slug = v.value and x.slug_owner
join ${ref(kind.table)} r on r.id = x.id and ${seen}`
const byUniqueName = (head: Sql, kind: Kind, values: readonly unknown[]): Sql | null =>
  kind.uniqueName
    ? sql`${head}
from unnest(${values.map((value) => fold(String(value)))}::text[]) v(value)
join ${ref(kind.table)} r on r.${ref(kind.uniqueName.column)} = v.value`
    : null

/** These records and all below them in their tree. */
const withDescendants = (arm: Sql, kind: Kind, column: string): Sql => sql`select * from (
with recursive down as (
${arm}
union
select d.kind, d.by, d.value, c.id, false from ${ref(kind.table)} c join down d on c.${ref(column)} = d.id
)
select * from down
) d`
