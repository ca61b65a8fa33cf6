// Finds the existing record that an inline record describes, so that a write links it instead of creating a duplicate (contract 7.3).
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql } from '../../kernel/database/sql.ts'
import { NAMES_MAX, namesHeader } from '../../kernel/http/header-values.ts'
import { comparisonKey } from '../../kernel/text/fold.ts'
import { slugify } from '../../kernel/text/slugify.ts'
import { visibleAndNotTrashed } from '../access/visibility.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { selectRows } from '../read/select-rows.ts'
import type { WritePlan } from './write-plan.ts'

/** An existing record that was linked in place of an inline one. `unapplied` names the sent fields whose values differ from the stored ones. */
export interface ReusedRecord {
  readonly kind: string
  readonly id: number
  readonly unapplied: readonly string[]
}
/** Existing records that an inline record may describe, although none of them matches best. */
export interface PossibleDuplicates {
  readonly kind: string
  readonly ids: readonly number[]
}
/** The inline records of a write that were replaced by existing ones, and those that may be duplicates. */
export interface InlineOutcome {
  readonly reused: readonly ReusedRecord[]
  readonly possibleDuplicates: readonly PossibleDuplicates[]
}

/** Number of records with the same name that are compared. Those with the most equal fields come first. */
const CANDIDATES_MAX = 1_000

/** Returns the record to reuse, or the records that match equally well. The caller must hold the lock on the name. */
export async function findReusable(db: Db, plan: WritePlan, title: string, ctx: RequestContext): Promise<InlineOutcome> {
  const { kind } = plan
  const matches = await findMatches(db, plan, title, ctx)
  const most = Math.max(...matches.map(({ agreeing }) => agreeing))
  const [best, ...others] = matches.filter(({ agreeing }) => agreeing === most)
  if (!best) return { reused: [], possibleDuplicates: [] }
  if (others.length > 0) return { reused: [], possibleDuplicates: [{ kind: kind.name, ids: matches.map(({ id }) => id) }] }
  const [row] = await db.query<StoredRow>(
    sql`${selectRows(kind, ctx)}\nwhere r.id = ${best.id} and ${visibleAndNotTrashed(kind, 'r', ctx.caller)}`,
  )
  // A concurrent write may have hidden the record since it was found.
  if (!row) return { reused: [], possibleDuplicates: [] }
  return { reused: [{ kind: kind.name, id: best.id, unapplied: unappliedFields(plan, row) }], possibleDuplicates: [] }
}

interface Match {
  readonly id: number
  /** Number of compared fields in which both records have the same value. */
  readonly agreeing: number
}
async function findMatches(db: Db, { kind, columns }: WritePlan, title: string, ctx: RequestContext): Promise<Match[]> {
  const compared = comparedColumns(kind)
  const equal = compared.map((name) => sql`coalesce((lower(r.${ref(name)}) = lower(${columns[name] ?? null}::text))::int, 0)`)
  const rows = await db.query<StoredRow>(sql`
select r.id${compared.length > 0 ? sql`, ${join(compared.map((name) => ref(`r.${name}`)))}` : raw('')}
from ${ref(kind.table)} r
where r.id in (select x.id from ${ref(kind.texts)} x where x.name_key = ${comparisonKey(title)})
  and ${visibleAndNotTrashed(kind, 'r', ctx.caller)}
order by ${equal.length > 0 ? sql`${join(equal, ' + ')} desc, ` : raw('')}r.id
limit ${CANDIDATES_MAX}`)
  return rows.flatMap((row) => {
    const sameAs = compared.map((name) => isSame(columns[name], row[name]))
    return sameAs.includes(false) ? [] : [{ id: row['id'] as number, agreeing: sameAs.filter(Boolean).length }]
  })
}
const comparedColumns = (kind: Kind): string[] =>
  (kind.inlineReuse?.sameFields ?? []).flatMap((name) => {
    const storage = kind.fields[name]?.storage
    return storage?.in === 'column' ? [storage.column] : []
  })
/** Whether two values are the same, or null if one of them is empty. */
const isSame = (sent: unknown, stored: unknown): boolean | null =>
  typeof sent === 'string' && typeof stored === 'string' ? comparisonKey(sent) === comparisonKey(stored) : null

/** Columns of the fields that are derived from the lifecycle of a record. */
const LIFECYCLE: Readonly<Record<string, string>> = { author: 'author_id', date: 'published_at', date_utc: 'published_at' }

/** Names the fields that were sent with a value that the stored record does not have. The name is the same, because it was compared. */
function unappliedFields({ kind, values, columns }: WritePlan, row: StoredRow): string[] {
  const compared = comparedColumns(kind)
  return Object.entries(values).flatMap(([name, value]) => {
    const storage = kind.fields[name]?.storage
    if (!storage || value === null || name === kind.title) return []
    if (storage.in === 'text') return (name === 'slug' ? slugify(String(value)) : value) === row[name] ? [] : [name]
    if (storage.in === 'external_ids') return isDeepStrictEqual(value, row[name] ?? {}) ? [] : [name]
    const column = 'column' in storage ? storage.column : (LIFECYCLE[name] ?? name)
    const isEqual = compared.includes(column)
      ? isSame(columns[column], row[column]) === true
      : isDeepStrictEqual(columns[column] ?? null, row[column] ?? null)
    return isEqual ? [] : [name]
  })
}

/** Headers that name the reused records and the possible duplicates of new ones. */
export const inlineOutcomeHeaders = ({ reused, possibleDuplicates }: InlineOutcome): Record<string, string> => ({
  ...namesHeader(
    'x-reused-records',
    reused.map(({ kind, id, unapplied }) => `${kind}=${id}${unapplied.length > 0 ? `;unapplied="${unapplied.join(' ')}"` : ''}`),
  ),
  ...namesHeader(
    'x-possible-duplicates',
    possibleDuplicates.map(({ kind, ids }) => `${kind}=${ids.slice(0, NAMES_MAX).join(',')}`),
  ),
})
