// Sources, runs and the items of reports as the API shows them.
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { showInstant, showInstantOrNull } from '../../kernel/time/date-times.ts'
import { SOURCE_TYPES } from './importer.ts'
import type { ItemError } from './items.ts'
import {
  externalSourceOf,
  NEW_STATUSES,
  OUTCOMES,
  PRECEDENCES,
  RUN_STATES,
  VANISHED,
  type Outcome,
  type Run,
  type Source,
} from './source.ts'

const INSTANT = Type.String({ format: 'date-time' })
const POSITIVE = Type.Integer({ minimum: 1 })
const COUNT = Type.Integer({ minimum: 0 })
const words = (choices: readonly string[]) => Type.String({ enum: [...choices] })

export const SOURCE_SCHEMA = Type.Object({
  id: POSITIVE,
  owner: POSITIVE,
  name: Type.String(),
  type: words(SOURCE_TYPES),
  url: nullable(Type.String()),
  mapping: Type.Record(Type.String(), Type.String()),
  language: Type.String(),
  status: words(NEW_STATUSES),
  vanished: words(VANISHED),
  precedence: words(PRECEDENCES),
  every_hours: nullable(POSITIVE),
  next_run: nullable(INSTANT),
  external_source: Type.String(),
  created: INSTANT,
  modified: INSTANT,
})
export const SOURCE_LIST_SCHEMA = Type.Object({ sources: Type.Array(SOURCE_SCHEMA) })
export const showSource = (source: Source) => ({
  id: source.id,
  owner: source.owner_id,
  name: source.name,
  type: source.type,
  url: source.url,
  mapping: source.mapping,
  language: source.language,
  status: source.status,
  vanished: source.vanished,
  precedence: source.precedence,
  every_hours: source.every_hours,
  next_run: showInstantOrNull(source.next_run_at),
  external_source: externalSourceOf(source),
  created: showInstant(source.created_at),
  modified: showInstant(source.modified_at),
})

export const RUN_SCHEMA = Type.Object({
  id: POSITIVE,
  source: POSITIVE,
  dry_run: Type.Boolean(),
  state: words(RUN_STATES),
  reason: nullable(Type.String()),
  columns: nullable(Type.Array(Type.Object({ name: Type.String(), field: nullable(Type.String()), example: nullable(Type.String()) }))),
  total: COUNT,
  counts: Type.Object(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, COUNT]))),
  created: INSTANT,
  started: nullable(INSTANT),
  ended: nullable(INSTANT),
})
export const RUN_LIST_SCHEMA = Type.Object({ runs: Type.Array(RUN_SCHEMA), total: COUNT, total_pages: COUNT })
type Counts = Readonly<Partial<Record<Outcome, number>>>
const showRun = (run: Run, counts: Counts) => ({
  id: run.id,
  source: run.source_id,
  dry_run: run.is_dry_run,
  state: run.state,
  reason: run.reason,
  columns: run.columns?.map(({ name, field }, i) => ({ name, field, example: run.examples?.[i] ?? null })) ?? null,
  total: run.total,
  counts: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0])),
  created: showInstant(run.created_at),
  started: showInstantOrNull(run.started_at),
  ended: showInstantOrNull(run.ended_at),
})
/** Runs with the number of their items by outcome. */
export async function showRuns(db: Db, runs: readonly Run[]) {
  const rows = await db.query<{ run_id: number; outcome: Outcome; count: number }>(sql`
select run_id, outcome, count(*)::int as count from source_items
where run_id = any(${runs.map(({ id }) => id)}::bigint[]) and outcome is not null group by run_id, outcome`)
  return runs.map((run) =>
    showRun(run, Object.fromEntries(rows.filter(({ run_id }) => run_id === run.id).map(({ outcome, count }) => [outcome, count]))),
  )
}

const ITEM_SCHEMA = Type.Object({
  position: COUNT,
  kind: Type.String(),
  external_id: nullable(Type.String()),
  title: Type.String(),
  outcome: words(OUTCOMES),
  record_id: nullable(POSITIVE),
  reason: nullable(Type.String()),
  errors: Type.Array(Type.Object({ field: nullable(Type.String()), code: Type.String(), message: Type.String() })),
  left_alone: Type.Array(Type.String()),
  notes: Type.Array(Type.String()),
  duplicates: Type.Array(POSITIVE),
  fields: nullable(Type.Record(Type.String(), Type.Unknown())),
})
export const ITEM_LIST_SCHEMA = Type.Object({ items: Type.Array(ITEM_SCHEMA), total: COUNT, total_pages: COUNT })
/** An item as the report shows it. */
export interface ReportedItem {
  readonly position: number
  readonly kind: string
  readonly external_id: string | null
  readonly title: string
  readonly outcome: Outcome
  readonly record_id: number | null
  readonly reason: string | null
  readonly errors: readonly ItemError[]
  readonly left_alone: readonly string[]
  readonly notes: readonly string[]
  readonly duplicates: readonly number[]
  /** The inputs that were read, if the run is a dry run. */
  readonly fields: Readonly<Record<string, unknown>> | null
}
