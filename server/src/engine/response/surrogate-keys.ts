// Surrogate-key headers: they list the records that a response contains and the kinds it depends on, so that a CDN can purge by key.
// The keys follow from the declarations of the kinds and from the relations between them.
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'

type Headers = Readonly<Record<string, string>>

/** Parameters and sort keys that depend on texts of records or on the time of their last change. */
const CONTENT_PARAMS = ['search', 'missing_translation', 'outdated_translation', 'modified_after', 'modified_before']
const CONTENT_SORTS = ['title', 'modified']
/** The query of a list; null if the response names none of its records. */
type KeyedList = { readonly values: Readonly<Record<string, unknown>>; readonly order: string } | null

/** Keys of a list: its own kind, all related kinds, because filters, totals and order depend on them, and `records`, the keys of the records shown.
 *  The content key of events belongs to lists that a new text of an event changes although the list has no key of that event. */
export function listSurrogateKeys(kind: Kind, records: readonly string[], list: KeyedList, ctx: RequestContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, from } = relationsOf(kind, ctx)
  const contentKey = kind.listing ? [`${kind.plural}-content`] : []
  const kinds = [kind.plural, ...(dependsOnContent(list) ? contentKey : []), ...to, ...from]
  return keyHeaders(new Set(kinds), [...new Set(records)], contentKey, ctx)
}
const dependsOnContent = (list: KeyedList): boolean =>
  list === null || CONTENT_SORTS.includes(list.order) || CONTENT_PARAMS.some((name) => list.values[name] !== undefined)

/** Keys of one record: the record, each record that it shows, and the kinds that show it, if the record depends on them. */
export function recordSurrogateKeys(kind: Kind, record: StoredRow, ctx: RequestContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, dependsOn } = relationsOf(kind, ctx)
  return keyHeaders(new Set(dependsOn), shownRecordKeys(kind, [record], ctx), [recordKey(kind, record['id']), ...to], ctx)
}

/** Only responses to anonymous callers carry keys: no CDN may cache the others. */
const surrogateKeysEnabled = ({ site, caller }: RequestContext): boolean => site.surrogateKeys.headers.length > 0 && caller.id === null
const recordKey = ({ name }: Kind, id: unknown): string => `${name}-${String(id)}`

/** CDNs whose header ends with `key` separate keys with spaces, the others with commas. */
export const keySeparator = (header: string): string => (header.endsWith('key') ? ' ' : ',')
/** Returns the keys in each configured header. If there are more keys than `maxKeys`, `fallback` replaces the keys of records. */
function keyHeaders(kinds: ReadonlySet<string>, records: readonly string[], fallback: readonly string[], ctx: RequestContext): Headers {
  const { headers, maxKeys } = ctx.site.surrogateKeys
  const keys = records.length + kinds.size <= maxKeys ? [...kinds, ...records] : [...new Set([...fallback, ...kinds])]
  return Object.fromEntries(headers.map((header) => [header, keys.join(keySeparator(header))]))
}
/** Collects keys from the records as the response shows them, so that no key reveals a hidden record. Ids are unique across kinds. */
export function shownRecordKeys(kind: Kind, records: readonly StoredRow[], ctx: RequestContext): string[] {
  if (!surrogateKeysEnabled(ctx)) return []
  const found = new Map<unknown, Kind>()
  for (const record of records) addRecord(kind, record, ctx, found)
  return [...found].map(([id, each]) => recordKey(each, id))
}
function addRecord(kind: Kind, record: StoredRow, ctx: RequestContext, found: Map<unknown, Kind>): void {
  found.set(record['id'], kind)
  // A write to a series changes all its dates.
  if (kind.listing && typeof record['series'] === 'number') found.set(record['series'], kind)
  for (const [field, to] of relationsOf(kind, ctx).fields) {
    const value = record[field]
    if (Array.isArray(value)) for (const each of value) addRecord(to, each as StoredRow, ctx, found)
    else if (typeof value === 'object' && value !== null) addRecord(to, value as StoredRow, ctx, found)
    else if (typeof value === 'number' && value > 0) found.set(value, to)
  }
}

interface KindRelations {
  /** Fields that show records of other kinds. */
  readonly fields: readonly (readonly [string, Kind])[]
  /** Kinds that this kind shows, and kinds that show it. */
  readonly to: readonly string[]
  readonly from: readonly string[]
  /** Kinds whose writes change the content or the visibility of a record of this kind. */
  readonly dependsOn: readonly string[]
}
const relationsCache = new WeakMap<Kind, KindRelations>()
function relationsOf(kind: Kind, { site: { kinds } }: RequestContext): KindRelations {
  const cached = relationsCache.get(kind)
  if (cached) return cached
  const fieldsOf = ({ fields }: Kind) =>
    Object.entries(fields).flatMap(([name, { storage }]): [string, Kind][] => {
      const to = storage.in === 'links' || storage.in === 'reference' ? kinds.get(storage.to) : undefined
      return to ? [[name, to]] : []
    })
  const fields = fieldsOf(kind)
  const from = [...kinds.values()].flatMap((each) => (each !== kind && fieldsOf(each).some(([, to]) => to === kind) ? [each.plural] : []))
  // Other kinds matter if a column is computed from them, or if their records make this one visible.
  const isDependent = kind.access === 'library' || Object.values(kind.columns).some((type) => typeof type === 'object')
  const relations: KindRelations = { fields, to: fields.map(([, { plural }]) => plural), from, dependsOn: isDependent ? from : [] }
  relationsCache.set(kind, relations)
  return relations
}
