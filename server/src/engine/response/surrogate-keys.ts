// Surrogate-key headers: they list the records that a response contains and the kinds it depends on, so that a CDN can purge by key.
// The keys follow from the declarations of the kinds and from the relations between them.
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'

type Headers = Readonly<Record<string, string>>

/** Keys of a list: its own kind, all related kinds, because filters, totals and order depend on them, and each record shown. */
export function listSurrogateKeys(kind: Kind, records: readonly StoredRow[], ctx: RequestContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, from } = relationsOf(kind, ctx)
  return keyHeaders(new Set([kind.plural, ...to, ...from]), recordKeys(kind, records, ctx), [], ctx)
}
/** Keys of one record: the record, each record that it shows, and the kinds that show it, if the record depends on them. */
export function recordSurrogateKeys(kind: Kind, record: StoredRow, ctx: RequestContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, dependsOn } = relationsOf(kind, ctx)
  return keyHeaders(new Set(dependsOn), recordKeys(kind, [record], ctx), [recordKey(kind, record['id']), ...to], ctx)
}

/** Only responses to anonymous callers carry keys: no CDN may cache the others. */
export const surrogateKeysEnabled = ({ site, caller }: RequestContext): boolean =>
  site.surrogateKeys.headers.length > 0 && caller.id === null
const recordKey = ({ name }: Kind, id: unknown): string => `${name}-${String(id)}`

/** Returns the keys in each configured header. If there are more keys than `maxKeys`, `fallback` replaces the keys of records. */
function keyHeaders(kinds: ReadonlySet<string>, records: readonly string[], fallback: readonly string[], ctx: RequestContext): Headers {
  const { headers, maxKeys } = ctx.site.surrogateKeys
  const keys = records.length + kinds.size <= maxKeys ? [...kinds, ...records] : [...new Set([...fallback, ...kinds])]
  return Object.fromEntries(headers.map((header) => [header, keys.join(header.endsWith('key') ? ' ' : ',')]))
}
/** Collects keys from the records as the response shows them, so that no key reveals a hidden record. Ids are unique across kinds. */
function recordKeys(kind: Kind, records: readonly StoredRow[], ctx: RequestContext): string[] {
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
