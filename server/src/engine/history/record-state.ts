// The state of a record in the change log: its columns, texts, links and external ids, as far as a change replaced them.
import { auditedColumns, MOVES, SECRETS } from '../changes/change-log.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import { linkFields } from '../definition/resource.ts'
import type { Text, Texts } from '../texts/texts.ts'
import type { LinkedIds } from '../write/links.ts'

/** The parts of a record that are to be restored. Parts that are absent stay as they are. */
export interface RecordState {
  readonly columns: StoredRow
  readonly texts?: Texts
  readonly links: LinkedIds
  readonly externalIds?: ExternalIds
  /** Whether the record had a password that the log does not have. */
  readonly hasLostSecret: boolean
  /** Dates of a series that move back, by local start. */
  readonly moves?: ReadonlyMap<string, string>
}

const EXTERNAL_IDS_KEY = 'external_ids'
/** Reads the state before a change, from what the log has of it. */
export function stateBefore(kind: Kind, before: StoredRow, after: StoredRow | null): RecordState {
  const columns = pick(
    before,
    auditedColumns(kind).filter((name) => name !== EXTERNAL_IDS_KEY),
  )
  const links = pick(
    before,
    linkFields(kind).map(([name]) => name),
  )
  const flag = kind.passwordProtection?.flagColumn ?? ''
  const isOpen = before[flag] === false
  const moves = after?.[MOVES] as Readonly<Record<string, string>> | undefined
  return {
    columns,
    links: Object.fromEntries(Object.entries(links).map(([name, ids]) => [name, (ids ?? []) as readonly number[]])),
    hasLostSecret: before[flag] === true || (after?.[SECRETS] === true && !isOpen),
    ...(before['texts'] !== undefined && before['texts'] !== null && { texts: textsOf(before['texts']) }),
    ...(EXTERNAL_IDS_KEY in before && { externalIds: (before[EXTERNAL_IDS_KEY] ?? {}) as ExternalIds }),
    ...(moves && { moves: new Map(Object.entries(moves).map(([from, to]) => [to, from])) }),
  }
}
export const textsOf = (texts: unknown): Texts => new Map(Object.entries(texts as Readonly<Record<string, Text>>))
const pick = (from: StoredRow, names: readonly string[]): StoredRow =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
