// Describes the series that a dry run results in, so that a form can show its dates before they are stored (contract 7.18).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { loadDateSummary } from '../read/entries.ts'
import { presentOne } from '../read/records.ts'

export interface SeriesPreview {
  readonly recurrence_text: unknown
  /** The number of dates, or null if the series has no end. */
  readonly total: number | null
  /** The dates that have not ended. */
  readonly next: readonly StoredRow[]
}
const NEXT_DATES = 12

/** Returns null if the record is no series. */
export async function previewSeries(db: Db, kind: Kind, row: StoredRow, ctx: RequestContext): Promise<SeriesPreview | null> {
  const { listing } = kind
  if (!listing?.isSeries(row)) return null
  const withDates = { ...row, ...(await loadDateSummary(db, kind, row, ctx)) }
  const { recurrence_text, occurrences } = await presentOne(db, kind, { row: withDates, as: 'single' }, ctx)
  const isOwn = sql`r.id = o.id`
  const next = await db.query<StoredRow>(sql`
select coalesce(o.starts_local, r.starts_local)::text as start, case when ${isOwn} then r.ends_local else o.ends_local end::text as end
from ${ref(listing.table)} o join ${ref(kind.table)} r on r.id = o.record_id
where o.series_id = ${row['id']} and o.ends_at > ${ctx.now.toString()} and ${visibleTo(kind, 'o', ctx.caller)} order by o.starts_at, o.id limit ${NEXT_DATES}`)
  return { recurrence_text, total: (occurrences as { total: number | null } | null)?.total ?? null, next }
}
