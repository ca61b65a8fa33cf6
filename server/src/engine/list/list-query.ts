// A list request → SQL: the ids of one page and the exact total. No I/O.
import { all, raw, ref, sql, literal, join, type Sql } from '../../kernel/database/sql.ts'
import type { LinksPlace } from '../definition/fields.ts'
import { ownerOf, type Ask, type Kind, type Linked } from '../definition/resource.ts'
import { farPage, pageOf, plainTotal, totalOf, within, type Rows, type Slice, type Window } from './time-window.ts'
import { unguarded, visible, type Status } from '../access/visibility.ts'

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

/** One statement that gives `total` and the `ids` of the page. In it `o` is the row the list is read from. */
export function listStatement(kind: Kind, request: ListRequest, ask: Ask): ListStatement {
  const id = ref(`o.${ownerOf(kind)}`)
  const source = sourceOf(kind, request, ask, id)
  const { window, conditions, custom_plan } = conditionsOf(kind, request, ask)
  const rows: Rows = { from: source.from, wheres: [...source.wheres, ...hidden(kind, window), ...conditions], id }
  const lies = window ?? ALWAYS
  const slice = { way: request.way, limit: request.per_page, offset: (request.page - 1) * request.per_page }
  const counted = source.counted !== null && window !== null && conditions.length === 0 ? source.counted : null
  const inTime = kind.listing !== undefined && request.order === kind.order.by
  const far = inTime && counted !== null && slice.offset >= FAR ? farPage(rows, lies, counted, slice) : null
  const page =
    far ??
    (inTime && source.several === null ? pageOf(rows, lies, slice) : sortedPage(kind, request, rows, lies, source.several, slice, ask))
  const total = source.several
    ? sql`(select count(distinct ${id}) from ${rows.from} where ${all([anyOf('o', source.several), ...rows.wheres, ...within(lies)])})`
    : counted === null
      ? plainTotal(rows, lies)
      : totalOf(rows, lies, counted)
  const statement = sql`select (${total})::int as total,
array(
${page}
) as ids`
  return { statement, custom_plan }
}

/** Where a walk stands: what the last record was sorted by, as text, and its id. */
export interface Place {
  readonly at: string
  readonly id: number
}
/** One step of a walk over the whole list: the next records after a place, each with its own. Sorted by what is never null. */
export function stepStatement(kind: Kind, request: ListRequest, ask: Ask, after: Place | null, slice: Omit<Slice, 'way'>): ListStatement {
  const { rows, window, several, order, custom_plan } = matching(kind, request, ask)
  const [way, beyond] = [raw(request.way), raw(request.way === 'asc' ? '>' : '<')]
  const wheres = [...rows.wheres, ...(after ? [sql`(${order}, ${rows.id}) ${beyond} (${after.at}, ${after.id})`] : [])]
  if (kind.listing && request.order === kind.order.by && !several) {
    const page = pageOf({ ...rows, wheres }, window, { way: request.way, ...slice })
    const statement = sql`select p.id, (${order})::text as at from unnest(array(
${page}
)) with ordinality p(id, n) join ${ref(kind.listing.table)} o on ${rows.id} = p.id order by p.n`
    return { statement, custom_plan }
  }
  const statement = sql`select ${rows.id} as id, (${order})::text as at from ${rows.from}
where ${all([...wheres, ...within(window)])}${several ? sql`\ngroup by ${rows.id}, ${order}` : raw('')}
order by ${order} ${way}, ${rows.id} ${way}
limit ${slice.limit}
offset ${slice.offset}`
  return { statement, custom_plan }
}

/** The records that match a request, as parts of a statement; `several`: some may come more than once. */
export function matching(kind: Kind, request: ListRequest, ask: Ask) {
  const id = ref(`o.${ownerOf(kind)}`)
  const { from, wheres, several } = sourceOf(kind, request, ask, id)
  const { window, conditions, custom_plan } = conditionsOf(kind, request, ask)
  const rows: Rows = { from, wheres: [...(several ? [anyOf('o', several)] : []), ...wheres, ...hidden(kind, window), ...conditions], id }
  const order = kind.orders[request.order]?.(ask, request.values) ?? id
  return { rows, window: window ?? ALWAYS, several: several !== null, order, custom_plan }
}

const ALWAYS: Window = { bounds: [], touches: null }
/** From here on it pays to look up the day on which a page begins. */
const FAR = 5_000
const hidden = ({ listing }: Kind, window: Window | null): Sql[] => (listing && window ? [sql`not ${ref(`o.${listing.hidden}`)}`] : [])

/** What the filters ask for: a window in time, and all else. */
function conditionsOf(kind: Kind, request: ListRequest, ask: Ask): { window: Window | null; conditions: Sql[]; custom_plan: boolean } {
  const asked = { window: null as Window | null, conditions: [] as Sql[], custom_plan: false }
  for (const filter of Object.values(kind.filters)) {
    if ('linked' in filter) continue
    const values = Object.fromEntries(
      Object.keys(filter.params).flatMap((name) => (request.values[name] === undefined ? [] : [[name, request.values[name]]])),
    )
    asked.window ??= filter.window?.(values, ask) ?? null
    const where = filter.where(values, ask)
    if (!where) continue
    asked.conditions.push(where)
    asked.custom_plan ||= filter.custom_plan === true
  }
  return asked
}

/** A page in any other order, or of rows linked to any of several records: of each the first rows, without those that come twice. */
function sortedPage(
  kind: Kind,
  request: ListRequest,
  rows: Rows,
  window: Window,
  several: readonly number[] | null,
  { way, limit, offset }: Slice,
  ask: Ask,
): Sql {
  const order = kind.orders[request.order]?.(ask, request.values) ?? rows.id
  const sorted = sql`${order} ${raw(way)}, ${rows.id} ${raw(way)}`
  const wheres = [...rows.wheres, ...within(window)]
  if (several === null)
    return sql`select ${rows.id} from ${rows.from} where ${all(wheres)} order by ${sorted} limit ${limit} offset ${offset}`
  return sql`select m.id from unnest(${several}::bigint[]) each(ref_id) cross join lateral (
  select ${rows.id} as id, ${order} as by from ${rows.from} where ${all([raw('o.ref_id = each.ref_id'), ...wheres])} order by ${sorted} limit ${offset + limit}
) m group by m.id, m.by order by m.by ${raw(way)}, m.id ${raw(way)} limit ${limit} offset ${offset}`
}

interface Source {
  readonly from: Sql
  readonly wheres: readonly Sql[]
  /** The records of which any may be linked, where there are several. */
  readonly several: readonly number[] | null
  /** The record whose days are counted, 0 for all; null where no count fits. */
  readonly counted: number | null
}
/** Where a list is read from: the link table of the first linked filter given, whose index has the order; else the listing, else the table itself. */
function sourceOf(kind: Kind, request: ListRequest, ask: Ask, id: Sql): Source {
  const given = Object.entries(kind.filters).flatMap(([name, filter]) =>
    'linked' in filter && request.values[name] !== undefined ? [{ name, filter }] : [],
  )
  const [first, ...rest] = given
  const status = statusOf(kind, request, ask)
  const onlyPublic = request.statuses.length === 1 && request.statuses[0] === 'publish'
  if (!first)
    return {
      from: sql`${ref(kind.listing?.table ?? kind.table)} o`,
      wheres: status,
      several: null,
      counted: kind.listing && onlyPublic ? 0 : null,
    }
  const ids = request.values[first.name] as readonly number[]
  const guard = guardOf(kind, first.filter, 'o', ask)
  const also = rest.map(({ name, filter }) => {
    const inner = all([
      sql`l.${ref(ownerOf(kind))} = ${id}`,
      anyOf('l', request.values[name] as readonly number[]),
      ...guardOf(kind, filter, 'l', ask),
    ])
    return sql`exists (select 1 from ${ref(placeOf(kind, filter).table)} l where ${inner})`
  })
  const [only] = ids.length === 1 ? ids : []
  // Days count what everybody may see: who sees more of what is guarded has it counted for him.
  const fits = onlyPublic && rest.length === 0 && (guard.length === 0 || ask.caller.id === null)
  return {
    from: sql`${ref(placeOf(kind, first.filter).table)} o`,
    wheres: [...(ids.length === 1 ? [anyOf('o', ids)] : []), ...guard, ...status, ...also],
    several: ids.length === 1 ? null : ids,
    counted: fits ? (only ?? null) : null,
  }
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
  if (kind.access !== 'owned') return kind.access === 'term' ? [] : [visible(kind, 'o', ask.caller)]
  const [only, ...more] = request.statuses
  if (only === 'publish' && more.length === 0) return [sql`o.status = 'publish'`]
  return [sql`o.status in (${join(request.statuses.map((status) => literal(status)))})`, visible(kind, 'o', ask.caller)]
}
