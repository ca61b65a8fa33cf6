// Row → JSON in the asked language. An allow-list: what is no declared field does not go out.
import type { Field } from '../definition/fields.ts'
import type { Ask, Kind, Stored } from '../definition/resource.ts'
import { seesGuarded } from '../access/visibility.ts'

/** Records nested in others, as they are shown there, by field. */
export type Nested = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
export interface Manner {
  /** A single GET, a list or an answer to a write, or inside another record. */
  readonly as: 'single' | 'listed' | 'nested'
  /** Guarded fields were opened by a password. */
  readonly unlocked?: boolean
}

export function presentRecord(kind: Kind, row: Stored, nested: Nested, ask: Ask, manner: Manner): Record<string, unknown> {
  const open = manner.unlocked === true || seesGuarded(kind, row, ask.caller)
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!isShown(field, manner.as) || field.only === 'single') continue
    record[name] = !open && kind.guard?.hides.includes(name) ? field.empty : valueOf(name, field, row, nested, ask)
  }
  if (manner.as !== 'single') return record
  // What only single reads have is made from the record as it is shown: nothing hidden can slip in.
  const made = Object.entries(kind.fields).filter(([, field]) => field.only === 'single')
  return { ...record, ...Object.fromEntries(made.map(([name, field]) => [name, field.show?.({ ...row, record }, ask)])) }
}

export const isShown = (field: Field, as: Manner['as']): boolean =>
  field.output !== null && (field.only === undefined || (field.only === 'single' ? as === 'single' : as !== 'nested'))

function valueOf(name: string, field: Field, row: Stored, nested: Nested, ask: Ask): unknown {
  const { place } = field
  if (place.in === 'links') return nested[name] ?? []
  if (field.show) return field.show(row, ask)
  return place.in === 'column' ? (row[place.column] ?? null) : (row[name] ?? null)
}
