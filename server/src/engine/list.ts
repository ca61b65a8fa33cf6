// A list request → SQL: the ids of one page and the exact total. No I/O.
import { all, raw, ref, sql, literal, join, type Sql } from '../kernel/sql.ts'
import type { LinksPlace } from './fields.ts'
import { ownerOf } from './read.ts'
import type { Ask, Kind, Linked } from './resource.ts'
import { unguarded, visible, type Status } from './visibility.ts'

export interface ListRequest {
  /** Parsed parameters by name; of those that name records, the ids that were found. */
  readonly values: Readonly<Record<string, unknown>>
  readonly statuses: readonly Status[]
  readonly order: string
  readonly way: 'asc' | 'desc'
  readonly page: number
  readonly per_page: number
}
export interface ListStatement {
  readonly statement: Sql
  readonly custom_plan: boolean
}

/** One statement that gives `ids` and `total`. In it `o` is the row the list is read from. */
export function listStatement(kind: Kind, request: ListRequest, ask: Ask): ListStatement {
  const id = ref(`o.${ownerOf(kind)}`)
  const { from, wheres, several } = source(kind, request, ask, id)
  let custom_plan = false
  for (const filter of Object.values(kind.filters)) {
    if ('linked' in filter) continue
    const values = Object.fromEntries(
      Object.keys(filter.params).flatMap((name) => (request.values[name] === undefined ? [] : [[name, request.values[name]]])),
    )
    const where = filter.where(values, ask)
    if (!where) continue
    wheres.push(where)
    custom_plan ||= filter.custom_plan === true
  }
  const where = all(wheres)
  const order = kind.orders[request.order]?.(ask, request.values) ?? id
  const way = raw(request.way)
  const statement = sql`select
  (select count(${several ? sql`distinct ${id}` : raw('*')}) from ${from}
where ${where})::int as total,
  array(select ${id} from ${from}
where ${where}${several ? sql`\ngroup by ${id}, ${order}` : raw('')}
order by ${order} ${way}, ${id} ${way}
limit ${request.per_page}
offset ${(request.page - 1) * request.per_page}) as ids`
  return { statement, custom_plan }
}

/** Where a list is read from: the link table of the first linked filter given, whose index has the order; else the listing, else the table itself. */
function source(kind: Kind, request: ListRequest, ask: Ask, id: Sql): { from: Sql; wheres: Sql[]; several: boolean } {
  const given = Object.entries(kind.filters).flatMap(([name, filter]) =>
    'linked' in filter && request.values[name] !== undefined ? [{ name, filter }] : [],
  )
  const [first, ...rest] = given
  const wheres: Sql[] = []
  let from = sql`${ref(kind.listing?.table ?? kind.table)} o`
  let several = false
  if (first) {
    const ids = request.values[first.name] as readonly number[]
    from = sql`${ref(placeOf(kind, first.filter).table)} o`
    several = ids.length > 1
    wheres.push(anyOf('o', ids), ...guardOf(kind, first.filter, 'o', ask))
  }
  wheres.push(...statusOf(kind, request, ask))
  for (const { name, filter } of rest) {
    const inner = all([
      sql`l.${ref(ownerOf(kind))} = ${id}`,
      anyOf('l', request.values[name] as readonly number[]),
      ...guardOf(kind, filter, 'l', ask),
    ])
    wheres.push(sql`exists (select 1 from ${ref(placeOf(kind, filter).table)} l where ${inner})`)
  }
  return { from, wheres, several }
}

function placeOf(kind: Kind, filter: Linked): LinksPlace {
  const place = kind.fields[filter.linked]?.place
  if (place?.in !== 'links') throw new TypeError(`${kind.name}.${filter.linked} is no link`)
  return place
}
const anyOf = (alias: string, ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${ref(`${alias}.ref_id`)} = ${ids[0]}` : sql`${ref(`${alias}.ref_id`)} = any(${ids}::bigint[])`
/** A filter on links that are hidden in guarded records finds those records only for who may see the links. */
const guardOf = (kind: Kind, filter: Linked, alias: string, ask: Ask): Sql[] =>
  kind.guard?.hides.includes(filter.linked) ? [unguarded(kind, alias, ask.caller)] : []

function statusOf(kind: Kind, request: ListRequest, ask: Ask): Sql[] {
  if (kind.access === 'term') return []
  const [only, ...more] = request.statuses
  if (only === 'publish' && more.length === 0) return [sql`o.status = 'publish'`]
  return [sql`o.status in (${join(request.statuses.map((status) => literal(status)))})`, visible(kind, 'o', ask.caller)]
}
