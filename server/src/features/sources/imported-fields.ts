// Decides field by field what a run writes: values that an editor changed here stay, unless the source takes precedence (contract 19.4).
import type { Kind } from '../../engine/definition/kind.ts'
import { digestOf } from './importer.ts'
import type { Source } from './source.ts'

/** By field: digests of the value that was sent, and of the value that the record had after it. */
export type FieldDigests = Readonly<Record<string, readonly [sent: string, shown: string]>>
type Values = Readonly<Record<string, unknown>>

/** Fields that only make sense together. Editors keep all of them, or none. */
const DATE_FIELDS = ['start_date', 'end_date', 'all_day', 'timezone', 'recurrence']
const groupOf = (name: string): string => (DATE_FIELDS.includes(name) ? 'dates' : name)

const DIGEST_LENGTH = 24
const shortDigest = (value: unknown): string => digestOf(value ?? null).slice(0, DIGEST_LENGTH)
/** Linked records count with their IDs, because their own changes are not changes of the record. */
function shownDigest({ fields }: Kind, name: string, shown: Values): string {
  const value = shown[name] ?? null
  if (fields[name]?.storage.in === 'links') return shortDigest((value as readonly { id: number }[]).map(({ id }) => id))
  return shortDigest(value !== null && typeof value === 'object' && 'id' in value ? value.id : value)
}

export interface FieldChoice {
  /** The fields to write. */
  readonly inputs: Values
  /** Names of fields that stay as an editor left them. */
  readonly leftAlone: readonly string[]
}
export interface ChoiceInput {
  readonly sent: Values
  readonly known: FieldDigests
  /** The record as it is now. */
  readonly shown: Values
  readonly precedence: Source['precedence']
  /** The fields that a date of a series has for itself; null for other records. All others follow the series, so the engine compares them. */
  readonly overrides: readonly string[] | null
}
export function chooseFields(kind: Kind, { sent, known, shown, precedence, overrides }: ChoiceInput): FieldChoice {
  const inputs: Record<string, unknown> = {}
  const leftAlone: string[] = []
  const isOwn = (name: string): boolean => overrides === null || overrides.some((each) => each.split('.', 1)[0] === name)
  for (const [, names] of Map.groupBy(Object.keys(sent), groupOf)) {
    const edited = names.filter((name) => known[name] !== undefined && isOwn(name) && known[name][1] !== shownDigest(kind, name, shown))
    if (edited.length > 0 && precedence === 'editors') leftAlone.push(...edited)
    else if (overrides !== null || edited.length > 0 || names.some((name) => known[name]?.[0] !== shortDigest(sent[name])))
      for (const name of names) inputs[name] = sent[name]
  }
  return { inputs, leftAlone }
}

/** The digests after a write of these inputs. Fields that were not written keep theirs. */
export const digestsAfter = (kind: Kind, known: FieldDigests, inputs: Values, shown: Values): FieldDigests => ({
  ...known,
  ...Object.fromEntries(Object.keys(inputs).map((name) => [name, [shortDigest(inputs[name]), shownDigest(kind, name, shown)] as const])),
})

export const isSentBefore = (known: FieldDigests, name: string, value: unknown): boolean => known[name]?.[0] === shortDigest(value)
