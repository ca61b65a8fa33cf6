// A list request → SQL: the ids of one page and the exact total. No I/O.
import { and, raw, ref, sql, literal, join, type Sql } from '../../kernel/database/sql.ts'
import type { LinksStorage, RequestContext, Kind, LinkFilter } from '../definition/kind.ts'
import { ownerColumn } from '../definition/resource.ts'
import { deepPage, pageInWindow, countRows, totalFromDailyCounts, windowConditions, type RowSource, type PageSlice } from './time-window.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { notProtectedOrEditable, visibleTo, type Status } from '../access/visibility.ts'

export interface ListRequest {
  /** Parsed parameters by name; of those that name records, the ids that were found. */
  readonly values: Readonly<Record<string, unknown>>
  readonly statuses: readonly Status[]
  readonly order: string
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly perPage: number
}
export interface ListStatement {
  readonly statement: Sql
  readonly customPlan: boolean
}

/** One statement that gives `total` and the `ids` of the page. In it `o` is the row the list is read from. */
export function listStatement(kind: Kind, request: ListRequest, ctx: RequestContext): ListStatement {
  const id = ref(`o.${ownerColumn(kind)}`)
  const source = sourceOf(kind, request, ctx, id)
  const { window, conditions, customPlan } = conditionsOf(kind, request, ctx)
  const rows: RowSource = { from: source.from, wheres: [...source.wheres, ...hidden(kind, window), ...conditions], id }
  const lies = window ?? ANY_TIME
  const slice = { direction: request.direction, limit: request.perPage, offset: (request.page - 1) * request.perPage }
  const dailyCountId = source.counted !== null && window !== null && conditions.length === 0 ? source.counted : null
  const inTime = kind.listing !== undefined && request.order === kind.defaultSort.by
  const far = inTime && dailyCountId !== null && slice.offset >= DEEP_OFFSET ? deepPage(rows, lies, dailyCountId, slice) : null
  const page =
    far ??
    (inTime && source.several === null
      ? pageInWindow(rows, lies, slice)
      : sortedPage(kind, request, rows, lies, source.several, slice, ctx))
  const total = source.several
    ? sql`(select count(distinct ${id}) from ${rows.from} where ${and([anyOf('o', source.several), ...rows.wheres, ...windowConditions(lies)])})`
    : dailyCountId === null
      ? countRows(rows, lies)
      : totalFromDailyCounts(rows, lies, dailyCountId)
  const statement = sql`select (${total})::int as total,
array(
${page}
) as ids`
  return { statement, customPlan }
}

/** Where a walk stands: what the last record was sorted by, as text, and its id. */
export interface KeysetCursor {
  readonly at: string
  readonly id: number
}
/** One step of a walk over the whole list: the next records after a place, each with its own. Sorted by what is never null. */
export function keysetStatement(
  kind: Kind,
  request: ListRequest,
  ctx: RequestContext,
  after: KeysetCursor | null,
  slice: Omit<PageSlice, 'direction'>,
): ListStatement {
  const { rows, window, several, order, customPlan } = matchingRows(kind, request, ctx)
  const [way, beyond] = [raw(request.direction), raw(request.direction === 'asc' ? '>' : '<')]
  const wheres = [...rows.wheres, ...(after ? [sql`(${order}, ${rows.id}) ${beyond} (${after.at}, ${after.id})`] : [])]
  if (kind.listing && request.order === kind.defaultSort.by && !several) {
    const page = pageInWindow({ ...rows, wheres }, window, { direction: request.direction, ...slice })
    const statement = sql`select p.id, (${order})::text as at from unnest(array(
${page}
)) with ordinality p(id, n) join ${ref(kind.listing.table)} o on ${rows.id} = p.id order by p.n`
    return { statement, customPlan }
  }
  const statement = sql`select ${rows.id} as id, (${order})::text as at from ${rows.from}
where ${and([...wheres, ...windowConditions(window)])}${several ? sql`\ngroup by ${rows.id}, ${order}` : raw('')}
order by ${order} ${way}, ${rows.id} ${way}
limit ${slice.limit}
offset ${slice.offset}`
  return { statement, customPlan }
}

/** The records that match a request, as parts of a statement; `several`: some may come more than once. */
export function matchingRows(kind: Kind, request: ListRequest, ctx: RequestContext) {
  const id = ref(`o.${ownerColumn(kind)}`)
  const { from, wheres, several } = sourceOf(kind, request, ctx, id)
  const { window, conditions, customPlan } = conditionsOf(kind, request, ctx)
  const rows: RowSource = {
    from,
    wheres: [...(several ? [anyOf('o', several)] : []), ...wheres, ...hidden(kind, window), ...conditions],
    id,
  }
  const order = kind.sorts[request.order]?.(ctx, request.values) ?? id
  return { rows, window: window ?? ANY_TIME, several: several !== null, order, customPlan }
}

const ANY_TIME: TimeWindow = { bounds: [], overlapsFrom: null }
/** From here on it pays to look up the day on which a page begins. */
const DEEP_OFFSET = 5_000
const hidden = ({ listing }: Kind, window: TimeWindow | null): Sql[] => (listing && window ? [sql`not ${ref(`o.${listing.hidden}`)}`] : [])

/** What the filters ask for: a window in time, and all else. */
function conditionsOf(
  kind: Kind,
  request: ListRequest,
  ctx: RequestContext,
): { window: TimeWindow | null; conditions: Sql[]; customPlan: boolean } {
  const asked = { window: null as TimeWindow | null, conditions: [] as Sql[], customPlan: false }
  for (const filter of Object.values(kind.filters)) {
    if ('linked' in filter) continue
    const values = Object.fromEntries(
      Object.keys(filter.params).flatMap((name) => (request.values[name] === undefined ? [] : [[name, request.values[name]]])),
    )
    asked.window ??= filter.timeWindow?.(values, ctx) ?? null
    const where = filter.where(values, ctx)
    if (!where) continue
    asked.conditions.push(where)
    asked.customPlan ||= filter.customPlan === true
  }
  return asked
}

/** A page in any other order, or of rows linked to any of several records: of each the first rows, without those that come twice. */
function sortedPage(
  kind: Kind,
  request: ListRequest,
  rows: RowSource,
  window: TimeWindow,
  linkedIds: readonly number[] | null,
  { direction: way, limit, offset }: PageSlice,
  ctx: RequestContext,
): Sql {
  const order = kind.sorts[request.order]?.(ctx, request.values) ?? rows.id
  const sorted = sql`${order} ${raw(way)}, ${rows.id} ${raw(way)}`
  const wheres = [...rows.wheres, ...windowConditions(window)]
  if (linkedIds === null)
    return sql`select ${rows.id} from ${rows.from} where ${and(wheres)} order by ${sorted} limit ${limit} offset ${offset}`
  return sql`select m.id from unnest(${linkedIds}::bigint[]) each(ref_id) cross join lateral (
  select ${rows.id} as id, ${order} as by from ${rows.from} where ${and([raw('o.ref_id = each.ref_id'), ...wheres])} order by ${sorted} limit ${offset + limit}
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
function sourceOf(kind: Kind, request: ListRequest, ctx: RequestContext, id: Sql): Source {
  const given = Object.entries(kind.filters).flatMap(([name, filter]) =>
    'linked' in filter && request.values[name] !== undefined ? [{ name, filter }] : [],
  )
  const [first, ...rest] = given
  const status = statusOf(kind, request, ctx)
  const onlyPublic = request.statuses.length === 1 && request.statuses[0] === 'publish'
  if (!first)
    return {
      from: sql`${ref(kind.listing?.table ?? kind.table)} o`,
      wheres: status,
      several: null,
      counted: kind.listing && onlyPublic ? 0 : null,
    }
  const ids = request.values[first.name] as readonly number[]
  const protection = protectionCondition(kind, first.filter, 'o', ctx)
  const also = rest.map(({ name, filter }) => {
    const inner = and([
      sql`l.${ref(ownerColumn(kind))} = ${id}`,
      anyOf('l', request.values[name] as readonly number[]),
      ...protectionCondition(kind, filter, 'l', ctx),
    ])
    return sql`exists (select 1 from ${ref(placeOf(kind, filter).table)} l where ${inner})`
  })
  const [only] = ids.length === 1 ? ids : []
  // Days count what everybody may see: who sees more of what is guarded has it counted for him.
  const fits = onlyPublic && rest.length === 0 && (protection.length === 0 || ctx.caller.id === null)
  return {
    from: sql`${ref(placeOf(kind, first.filter).table)} o`,
    wheres: [...(ids.length === 1 ? [anyOf('o', ids)] : []), ...protection, ...status, ...also],
    several: ids.length === 1 ? null : ids,
    counted: fits ? (only ?? null) : null,
  }
}

function placeOf(kind: Kind, filter: LinkFilter): LinksStorage {
  const storage = kind.fields[filter.linked]?.storage
  if (storage?.in !== 'links') throw new TypeError(`${kind.name}.${filter.linked} is no link`)
  return storage
}
const anyOf = (alias: string, ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${ref(`${alias}.ref_id`)} = ${ids[0]}` : sql`${ref(`${alias}.ref_id`)} = any(${ids}::bigint[])`
/** A filter on links that are hidden in guarded records finds those records only for who may see the links. */
const protectionCondition = (kind: Kind, filter: LinkFilter, alias: string, ctx: RequestContext): Sql[] =>
  kind.passwordProtection?.hiddenFields.includes(filter.linked) ? [notProtectedOrEditable(kind, alias, ctx.caller)] : []

function statusOf(kind: Kind, request: ListRequest, ctx: RequestContext): Sql[] {
  if (kind.access !== 'owned') return kind.access === 'term' ? [] : [visibleTo(kind, 'o', ctx.caller)]
  const [only, ...more] = request.statuses
  if (only === 'publish' && more.length === 0) return [sql`o.status = 'publish'`]
  return [sql`o.status in (${join(request.statuses.map((status) => literal(status)))})`, visibleTo(kind, 'o', ctx.caller)]
}
