// Row → JSON in the asked language. An allow-list: what is no declared field does not go out.
import type { Field, RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { canSeeProtectedFields } from '../access/visibility.ts'

/** Records nested in others, as they are shown there, by field. */
export type Nested = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
export interface Representation {
  /** A single GET, a list or an answer to a write, or inside another record. */
  readonly as: 'single' | 'listed' | 'nested'
  /** Guarded fields were opened by a password. */
  readonly unlocked?: boolean
}

export function presentRecord(
  kind: Kind,
  row: StoredRow,
  nested: Nested,
  ctx: RequestContext,
  manner: Representation,
): Record<string, unknown> {
  const open = manner.unlocked === true || canSeeProtectedFields(kind, row, ctx.caller)
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!isIncluded(field, manner.as) || field.onlyIn === 'single') continue
    record[name] =
      !open && kind.passwordProtection?.hiddenFields.includes(name) ? field.redactedValue : valueOf(name, field, row, nested, ctx)
  }
  if (manner.as !== 'single') return record
  // What only single reads have is made from the record as it is shown: nothing hidden can slip in.
  const made = Object.entries(kind.fields).filter(([, field]) => field.onlyIn === 'single')
  return { ...record, ...Object.fromEntries(made.map(([name, field]) => [name, field.serialize?.({ ...row, record }, ctx)])) }
}

export const isIncluded = (field: Field, as: Representation['as']): boolean =>
  field.output !== null && (field.onlyIn === undefined || (field.onlyIn === 'single' ? as === 'single' : as !== 'nested'))

function valueOf(name: string, field: Field, row: StoredRow, nested: Nested, ctx: RequestContext): unknown {
  const { storage } = field
  if (storage.in === 'links') return nested[name] ?? []
  if (field.serialize) return field.serialize(row, ctx)
  return storage.in === 'column' ? (row[storage.column] ?? null) : (row[name] ?? null)
}
