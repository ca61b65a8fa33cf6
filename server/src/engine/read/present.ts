// Converts a row to JSON in the language of the request. Only declared fields are included.
import { canSeeProtectedFields } from '../access/visibility.ts'
import type { Field, Kind, RequestContext, StoredRow } from '../definition/kind.ts'

/** Nested records in their JSON form, by field. */
export type Nested = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
export interface Representation {
  /** `single`: the response for one record. `listed`: in a list, or in the response to a write. `nested`: inside another record. */
  readonly as: 'single' | 'listed' | 'nested'
  /** Whether the request unlocked the protected fields with a password. */
  readonly unlocked?: boolean
  /** The fields of single records that a record in a list has, too. */
  readonly named?: readonly string[]
}
export interface RecordView extends Representation {
  readonly row: StoredRow
  readonly nested?: Nested | undefined
}

export function presentRecord(
  kind: Kind,
  { row, nested, as, unlocked, named = [] }: RecordView,
  ctx: RequestContext,
): Record<string, unknown> {
  const open = unlocked === true || canSeeProtectedFields(kind, row, ctx.caller)
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!isIncluded(field, as) || isForSingleRecords(field)) continue
    record[name] =
      !open && kind.passwordProtection?.hiddenFields.includes(name)
        ? field.redactedValue
        : field.storage.in === 'links'
          ? (nested?.[name] ?? [])
          : fieldValue(name, field, { row, record }, ctx)
  }
  if (as !== 'single' && named.length === 0) return record
  // Fields that only single records have are computed from the record as the response shows it, so they cannot reveal hidden fields.
  const singleFields = Object.entries(kind.fields).filter(
    ([name, field]) => isForSingleRecords(field) && (as === 'single' || named.includes(name)),
  )
  return {
    ...record,
    ...Object.fromEntries(singleFields.map(([name, field]) => [name, field.serialize?.({ ...row, record }, ctx, record)])),
  }
}

const isForSingleRecords = ({ onlyIn }: Field): boolean => onlyIn === 'single' || onlyIn === 'named'
export const isIncluded = (field: Field, as: Representation['as']): boolean =>
  field.output !== null && (field.onlyIn === undefined || (isForSingleRecords(field) ? as === 'single' : as !== 'nested'))

/** `record` has the fields that precede this one. */
interface PartialRecord {
  readonly row: StoredRow
  readonly record: Readonly<Record<string, unknown>>
}
function fieldValue(name: string, { storage, serialize }: Field, { row, record }: PartialRecord, ctx: RequestContext): unknown {
  if (serialize) return serialize(row, ctx, record)
  return storage.in === 'column' ? (row[storage.column] ?? null) : (row[name] ?? null)
}
