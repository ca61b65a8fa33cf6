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
  const lists = fieldListsOf(kind)
  const record: Record<string, unknown> = {}
  for (const [name, field] of lists[as])
    record[name] =
      !open && kind.passwordProtection?.hiddenFields.includes(name)
        ? field.redactedValue
        : field.storage.in === 'links'
          ? (nested?.[name] ?? [])
          : fieldValue(name, field, { row, record }, ctx)
  if (as !== 'single' && named.length === 0) return record
  // Fields that only single records have are computed from the record as the response shows it, so they cannot reveal hidden fields.
  const complete = { ...record }
  const rowAndRecord = { ...row, record }
  for (const [name, field] of lists.more)
    if (as === 'single' || named.includes(name)) complete[name] = field.serialize?.(rowAndRecord, ctx, record)
  return complete
}

type FieldList = readonly (readonly [name: string, field: Field])[]
/** The fields of each representation. `more` are those that only single records have, and lists that name them. */
type FieldLists = Readonly<Record<Representation['as'] | 'more', FieldList>>
const fieldLists = new WeakMap<Kind, FieldLists>()
/** The lists depend on the declaration only, so they are built once and not for each record. */
function fieldListsOf(kind: Kind): FieldLists {
  const known = fieldLists.get(kind)
  if (known) return known
  const all = Object.entries(kind.fields)
  const shown = (as: Representation['as']): FieldList => all.filter(([, field]) => isIncluded(field, as) && !isForSingleRecords(field))
  const more = all.filter(([, field]) => isForSingleRecords(field))
  const lists = { single: shown('single'), listed: shown('listed'), nested: shown('nested'), more }
  fieldLists.set(kind, lists)
  return lists
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
