// Matches the items of a document with the records of its source: by ID, then by content. Pure functions in linear time.
import { keyOf, type ImportedItem, type ItemReference } from './importer.ts'

/** A row of `source_records`. Digests are in hexadecimal. */
export interface KnownRecord {
  readonly kind: string
  readonly key: string
  readonly external_id: string | null
  readonly record_id: number
  readonly series_key: string | null
  readonly fingerprint: string
  readonly is_gone: boolean
  /** Whether the record exists, is not in the trash, and has a date that has not ended. */
  readonly is_live: boolean
}
export interface MatchedItem {
  readonly item: ImportedItem
  readonly key: string
  /** The key that the record had before, if it was found by its content. */
  readonly oldKey: string | null
}
export interface Matching {
  readonly items: readonly MatchedItem[]
  /** Records that the document no longer has, and that no earlier run found gone. */
  readonly gone: readonly KnownRecord[]
  /** Whether so many upcoming records are gone that a person must decide. */
  readonly isSuspicious: boolean
}

/** If more of the upcoming records are gone, the document may be the wrong one, or incomplete. */
const GONE_MAX = 0.3

/** `named` are the records that are gone, if the document names them. Otherwise those are gone that it does not have. */
export function matchItems(
  items: readonly ImportedItem[],
  known: readonly KnownRecord[],
  named: readonly ItemReference[] | null = null,
): Matching {
  const nameOf = ({ kind, key }: Pick<KnownRecord, 'kind' | 'key'>): string => `${kind} ${key}`
  const byKey = new Map(known.map((record) => [nameOf(record), record]))
  const keyed = items.map((item) => ({ item, key: keyOf(item), oldKey: null as string | null }))
  const found = new Set(keyed.map(({ item: { kind }, key }) => nameOf({ kind, key })))
  const removed = named && new Set(named.map((reference) => nameOf({ kind: reference.kind, key: keyOf(reference) })))
  const rest = known.filter((record) => (removed ? removed.has(nameOf(record)) : !found.has(nameOf(record))))
  // IDs of a document that names what is gone are stable, so contents are not compared.
  const unmatched = (removed ? [] : keyed).filter(({ item: { kind }, key }) => !byKey.has(nameOf({ kind, key })))
  const byContent = Map.groupBy(rest, ({ kind, fingerprint }) => `${kind} ${fingerprint}`)
  const oldKeys = new Map<string, string>()
  for (const [fingerprint, group] of Map.groupBy(unmatched, ({ item }) => `${item.kind} ${item.fingerprint}`)) {
    const records = byContent.get(fingerprint) ?? []
    // If their numbers differ, nobody knows which is which.
    if (records.length === group.length) group.forEach(({ key }, i) => oldKeys.set(key, records[i]?.key ?? ''))
  }
  const rematched = new Set(oldKeys.values())
  const gone = rest.filter(({ key, is_gone }) => !is_gone && !rematched.has(key))
  const upcoming = (records: readonly KnownRecord[]): number =>
    records.filter(({ is_live, is_gone, series_key }) => is_live && !is_gone && series_key === null).length
  return {
    items: orderByReferences(keyed.map((each) => ({ ...each, oldKey: oldKeys.get(each.key) ?? null }))),
    gone,
    isSuspicious: upcoming(gone) > GONE_MAX * upcoming(known),
  }
}

/** Items come after those that they refer to. A cycle is broken at some item, whose reference is then unknown. */
function orderByReferences(items: readonly MatchedItem[]): MatchedItem[] {
  const byKey = new Map(items.map((each) => [each.key, each]))
  const ordered = new Set<MatchedItem>()
  const seen = new Set<MatchedItem>()
  for (const first of items) {
    // A stack of our own, because a chain of references may be as long as the document.
    const stack = [first]
    for (let each = stack.at(-1); each; each = stack.at(-1)) {
      const needed = seen.has(each) ? [] : referencesOf(each).flatMap((key) => byKey.get(key) ?? [])
      seen.add(each)
      const open = needed.filter((other) => !seen.has(other))
      if (open.length > 0) stack.push(...open)
      else {
        stack.pop()
        ordered.add(each)
      }
    }
  }
  return [...ordered]
}
const referencesOf = ({ item: { kind, dateOf, references = {} } }: MatchedItem): string[] => [
  ...(dateOf ? [keyOf({ kind, externalId: dateOf.series })] : []),
  ...Object.values(references).flat().map(keyOf),
]
