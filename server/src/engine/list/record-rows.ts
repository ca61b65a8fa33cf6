// Rows of lists of records instead of dates (contract 13.3.4): records with one date, series, and exceptions if they are asked for. No I/O.
import { and, join, ref, sql, raw, type Sql } from '../../kernel/database/sql.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { visibleTo } from '../access/visibility.ts'
import { param } from '../definition/resource.ts'
import type { Kind, Listing, RequestContext } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { windowConditions } from './time-window.ts'

export const RECORDS_PARAM = param(
  values.boolean,
  'Whether to return records instead of dates. A series matches date filters if one of its dates does.',
  { fallback: false },
)

export interface RecordRows {
  readonly window: TimeWindow | null
  readonly withExceptions: boolean
  /** An inventory needs the version of each record, but no times. */
  readonly isInventory?: boolean
}
/**
 * The records with a date in the window, with the columns of the listing table. The start is that of the next date in the window, else of the last.
 * The series of a series is the series itself, so that conditions on dates of series select it.
 */
export function rowsOfRecords(
  kind: Kind,
  listing: Listing,
  { window, withExceptions, isInventory }: RecordRows,
  { caller, now }: RequestContext,
): Sql {
  const series = ref(listing.seriesColumn)
  const shared = [...(isInventory ? ['version'] : []), ...listing.sharedColumns].map((name) => ref(`e.${name}`))
  const seriesId = sql`case when e.${ref(listing.recurrenceColumn)} is null then e.${series} else e.id end as ${series}`
  if (isInventory && (!window || windowConditions(window).length === 0))
    return sql`(select e.id, e.id as record_id, ${seriesId}, ${join(shared)} from ${ref(kind.table)} e) o`
  const next = sql`coalesce(min(o.starts_at) filter (where o.starts_at >= ${now.toString()}), max(o.starts_at)) as starts_at, max(o.ends_at) as ends_at`
  // Without a window the list selects records by id, so it looks up the dates of each.
  if (!window)
    return sql`(select e.id, e.id as record_id, ${seriesId}, d.starts_at, d.ends_at, ${join(shared)}
from ${ref(kind.table)} e cross join lateral (
select ${next} from ${ref(listing.table)} o where (o.${series} = e.id or o.id = e.id) and ${visibleTo(kind, 'o', caller)} having count(*) > 0
) d${withExceptions ? raw('') : sql` where e.${series} is null`}) o`
  // Dates that the caller may not see, or that are in no list, must not tell when they are.
  const shown = [visibleTo(kind, 'o', caller), ...windowConditions(window), sql`not ${ref(`o.${listing.hidden}`)}`]
  const dates = (id: Sql, wheres: readonly Sql[]): Sql =>
    sql`select ${id} as id, ${next}
from ${ref(listing.table)} o where ${and([...shown, ...wheres])} group by 1`
  const exceptions = withExceptions ? [dates(raw('o.id'), [sql`o.${series} is not null`, raw('o.record_id = o.id')])] : []
  return sql`(select e.id, e.id as record_id, ${seriesId}, d.starts_at, d.ends_at, ${join(shared)}
from (
${join([dates(sql`coalesce(o.${series}, o.id)`, []), ...exceptions], '\nunion all\n')}
) d join ${ref(kind.table)} e on e.id = d.id) o`
}
