// Builds the SQL of facets: sums of stored counts where daily counts apply to the list, else counts of its rows. No I/O.
import { and, join, literal, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { hasRole } from '../../kernel/security/caller.ts'
import { notProtectedOrEditable, visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, Listing, RequestContext } from '../definition/kind.ts'
import type { LinksStorage } from '../definition/storage.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { localizedTextSql } from '../texts/texts.ts'
import { matchingRows, type ListRequest, type ListStatement } from './list-query.ts'
import { ongoingRows, rowsInWindow, wholeDaysIn, windowConditions, type Days, type RowSource } from './time-window.ts'

export const MONTH = 'month'
/** Values of a facet with the highest counts. */
export const VALUES_MAX = 50
/** The lengths of the spans of days that are counted together, from the longest. */
const SPANS = [256, 16, 1]

export interface FacetRow {
  readonly facet: string
  readonly n: number
  /** The linked record. */
  readonly id: number
  readonly slug: string
  readonly name: string
  /** In the facet of months: an instant in the month. */
  readonly at: string
}
export interface FacetRequest {
  /** The list without the filters of these facets. */
  readonly request: ListRequest
  readonly names: readonly string[]
}
/** Where the numbers of a list come from. The CTE `dates` has rows of the listing table with `n`, the number that each of them adds. */
interface Counted {
  readonly listing: Listing
  readonly rows: RowSource
  readonly window: TimeWindow
  /** Days whose rows are not in `dates`, because their numbers are stored. */
  readonly days: Days | null
  /** The linked record that the list belongs to, 0 for all records. */
  readonly ref_id: number
}

export function facetStatement(kind: Kind, { request, names }: FacetRequest, ctx: RequestContext): ListStatement {
  const { listing } = kind
  if (!listing) throw new TypeError(`${kind.plural} have no facets`)
  const byDate = { ...request, ...(!request.collapse && { order: kind.defaultSort.by }) }
  const { rows, window, hasDuplicates, dailyCountId } = matchingRows(kind, byDate, ctx)
  const isSummed = !request.collapse && !hasDuplicates && (dailyCountId === 0 || (dailyCountId !== null && names.every(isMonth)))
  const days = isSummed ? wholeDaysIn(rows, window, 'o.id, -1 as n') : null
  const counted: Counted = { listing, rows, window, days, ref_id: dailyCountId ?? 0 }
  const each = names.map((name) => (isMonth(name) ? monthFacet(counted, ctx) : linkFacet(kind, name, counted, ctx)))
  const found = days ? rowsBesideDays(rows, window, days) : allRows(rows, window, hasDuplicates)
  const statement = sql`with dates as materialized (
select m.n, d.* from (
${found}
) m join ${ref(listing.table)} d on d.id = m.id
)
${join(each, '\nunion all\n')}`
  return { statement, customPlan: true }
}
const isMonth = (name: string): boolean => name === MONTH

function allRows(rows: RowSource, window: TimeWindow, hasDuplicates: boolean): Sql {
  const found = join(rowsInWindow(rows, window, raw('o.id, 1 as n')), '\nunion all\n')
  return hasDuplicates ? sql`select distinct * from (${found}) o` : found
}
/** The rows at both ends of the window, those that are ongoing at its beginning, and those that the stored numbers have although they end too late. */
function rowsBesideDays(rows: RowSource, window: TimeWindow, { edges, excludedByEnd }: Days): Sql {
  const columns = raw('o.id, 1 as n')
  const parts = [
    ...edges.map(({ where }) => sql`select ${columns} from ${rows.from} where ${and([...rows.wheres, where])}`),
    ...ongoingRows(rows, window, columns),
    ...excludedByEnd,
  ]
  return parts.length === 0 ? raw('select null::bigint as id, 0 as n where false') : join(parts, '\nunion all\n')
}

/** The linked records with the highest counts that the caller may see, with their texts in the language of the request. */
function linkFacet(kind: Kind, name: string, counted: Counted, ctx: RequestContext): Sql {
  const filter = kind.filters[name]
  const field = filter && 'linked' in filter ? filter.linked : ''
  const storage = kind.fields[field]?.storage
  const to = storage?.in === 'links' ? ctx.site.kinds.get(storage.to) : undefined
  if (storage?.in !== 'links' || !to) throw new TypeError(`${kind.name}.${name} is not a link field`)
  const isHidden = kind.passwordProtection?.hiddenFields.includes(field) === true
  const parts = counted.days
    ? [
        ...storedCounts(kind, field, counted.days),
        linksOf(kind, storage, isHidden && kind.passwordProtection ? [sql`not d.${ref(kind.passwordProtection.flagColumn)}`] : []),
        ...(isHidden && hasRole(ctx.caller, 'contributor') ? [protectedLinks(kind, counted, ctx)] : []),
      ]
    : [linksOf(kind, storage, isHidden ? [notProtectedOrEditable(kind, 'd', ctx.caller)] : [])]
  const text = (field: string): Sql => sql`coalesce(${localizedTextSql(to, field, raw('f.id'), ctx)}, '')`
  return sql`select ${literal(name)} as facet, f.n, f.id, ${text('slug')} as slug, ${text(to.title)} as name, null as at from (
select r.id, c.n::int as n from (
select ref_id, sum(n) as n from (
${join(parts, '\nunion all\n')}
) v group by ref_id having sum(n) > 0
) c join ${ref(to.table)} r on r.id = c.ref_id where ${visibleAndNotTrashed(to, 'r', ctx.caller)} order by c.n desc, r.id limit ${VALUES_MAX}
) f`
}
const linksOf = (kind: Kind, { table }: LinksStorage, wheres: readonly Sql[]): Sql =>
  sql`select l.ref_id, d.n from dates d join ${ref(table)} l on l.${ref(kind.listing?.linkOwner ?? 'id')} = d.record_id${wheres.length > 0 ? sql` where ${and(wheres)}` : raw('')}`
/** Protected records have negative linked ids, and are not in the stored counts of the record. */
const protectedLinks = (kind: Kind, { listing, window }: Counted, { caller }: RequestContext): Sql =>
  sql`select -o.ref_id, 1 from ${ref(listing.publicTable)} o join ${ref(listing.table)} d on d.id = o.id
where ${and([raw('o.ref_id < 0'), ...windowConditions(window), notProtectedOrEditable(kind, 'd', caller)])}`

/** The stored counts of whole days: as few long spans as possible, and days that are not merged yet. */
function storedCounts(kind: Kind, field: string, { first, end, range }: Days): Sql[] {
  const spans: Sql[] = []
  const add = (days: number, from: number, to: number): void => {
    if (from >= to) return
    const bounds = [
      ...(Number.isFinite(from) ? [sql`span >= ${from / days}`] : []),
      ...(Number.isFinite(to) ? [sql`span < ${to / days}`] : []),
    ]
    spans.push(
      sql`select ref_id, n from ${ref(kind.facets?.countsTable ?? '')} where ${and([sql`facet = ${literal(field)} and days = ${raw(String(days))}`, ...bounds])}`,
    )
  }
  let [from, to] = [range.end, range.end]
  for (const days of SPANS) {
    const [low, high] = [Math.ceil(range.from / days) * days, Math.floor(range.end / days) * days]
    if (from >= to) {
      if (low >= high) continue
      add(days, low, high)
      ;[from, to] = [low, high]
      continue
    }
    add(days, low, from)
    add(days, to, high)
    ;[from, to] = [low, high]
  }
  return [...spans, sql`select ref_id, n from count_changes where ref_id > 0 and day >= ${first} and day < ${end}`]
}

/** Returns an instant in the month of each number. Only a row on the first or the last day of a month in UTC may be in another month elsewhere. */
function monthFacet({ days, rows, ref_id }: Counted, { site }: RequestContext): Sql {
  const isUtc = site.timeZone === 'UTC'
  const isEdge = (day: Sql): Sql => sql`(extract(day from ${day}) = 1 or extract(day from ${day} + interval '1 day') = 1)`
  const middle = (day: Sql): Sql => sql`(date_trunc('month', ${day}) + interval '14 days') at time zone 'UTC'`
  const start = sql`d.starts_at at time zone 'UTC'`
  const parts = [
    sql`select ${isUtc ? middle(start) : sql`case when ${isEdge(sql`(${start})`)} then d.starts_at else ${middle(start)} end`} as at, d.n from dates d`,
  ]
  if (days) {
    const day = raw('day::timestamp')
    const counts = sql`day_counts where ref_id = ${ref_id} and day >= ${days.first} and day < ${days.end}`
    parts.push(sql`select ${middle(day)}, n from ${counts}${isUtc ? raw('') : sql` and not ${isEdge(day)}`}`)
    if (!isUtc)
      parts.push(sql`select o.starts_at, 1 from (select distinct day from ${counts} and ${isEdge(day)}) e
cross join lateral (select o.starts_at from ${rows.from} where ${and([...rows.wheres, raw("o.starts_at >= e.day::timestamp at time zone 'UTC' and o.starts_at < (e.day + 1)::timestamp at time zone 'UTC'")])} offset 0) o`)
  }
  return sql`select ${literal(MONTH)} as facet, sum(m.n)::int as n, null::bigint as id, null as slug, null as name, m.at::text as at from (
${join(parts, '\nunion all\n')}
) m group by m.at`
}
