// Headers that name what an answer shows, so that a cache outside can be told by name what to forget: each record shown, and the kinds whose
// writes may change the answer otherwise. Names follow from what kinds there are, and how they are tied.

export interface SurrogateKeyOptions {
  /** Fastly, Varnish, Cloudflare and CloudFront, Akamai: each has a header of its own. None: nothing is named. */
  readonly headers: readonly string[]
  /** Such caches take no more than some names, and pass over the rest in silence. */
  readonly maxKeys: number
}
interface RelatedKind {
  readonly name: string
  readonly plural: string
  readonly access: string
  readonly fields: Readonly<Record<string, { readonly storage: { readonly in: string; readonly to?: string } }>>
  readonly columns: Readonly<Record<string, unknown>>
}
interface SurrogateKeyContext {
  readonly site: { readonly surrogateKeys: SurrogateKeyOptions; readonly kinds: ReadonlyMap<string, RelatedKind> }
  readonly caller: { readonly id: number | null }
}
type Shown = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

/** Of a list: its own kind and all that are tied to it, since filters, counts and order look there too; and each record shown. */
export function listSurrogateKeys(kind: RelatedKind, records: readonly Shown[], ctx: SurrogateKeyContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, from } = relationsOf(kind, ctx)
  return keyHeaders(kind, records, new Set([kind.plural, ...to, ...from]), [], ctx)
}
/** Of one record: itself and each that it shows; and the kinds that show it, where it hangs on them. */
export function recordSurrogateKeys(kind: RelatedKind, record: Shown, ctx: SurrogateKeyContext): Headers {
  if (!surrogateKeysEnabled(ctx)) return {}
  const { to, hangs } = relationsOf(kind, ctx)
  return keyHeaders(kind, [record], new Set(hangs), [nameOf(kind, record['id']), ...to], ctx)
}

/** Only of what anybody may read. */
export const surrogateKeysEnabled = ({ site, caller }: SurrogateKeyContext): boolean =>
  site.surrogateKeys.headers.length > 0 && caller.id === null
const nameOf = ({ name }: RelatedKind, id: unknown): string => `${name}-${String(id)}`
/** The names in every header that was asked for; where they are too many, `instead` and the kinds. */
function keyHeaders(
  kind: RelatedKind,
  records: readonly Shown[],
  kinds: ReadonlySet<string>,
  instead: readonly string[],
  ctx: SurrogateKeyContext,
): Headers {
  const { headers, maxKeys: most } = ctx.site.surrogateKeys
  const found = new Map<unknown, RelatedKind>()
  for (const record of records) add(kind, record, ctx, found)
  const told = found.size + kinds.size <= most ? [...kinds] : [...new Set([...instead, ...kinds])]
  if (found.size + kinds.size <= most) for (const [id, each] of found) told.push(nameOf(each, id))
  return Object.fromEntries(headers.map((header) => [header, told.join(header.endsWith('key') ? ' ' : ',')]))
}
/** Taken from records as they are shown: nothing that the caller does not see is named. No two records have one number, whatever their kinds. */
function add(kind: RelatedKind, record: Shown, ctx: SurrogateKeyContext, found: Map<unknown, RelatedKind>): void {
  found.set(record['id'], kind)
  for (const [field, to] of relationsOf(kind, ctx).fields) {
    const value = record[field]
    if (Array.isArray(value)) for (const each of value) add(to, each as Shown, ctx, found)
    else if (typeof value === 'object' && value !== null) add(to, value as Shown, ctx, found)
    else if (typeof value === 'number' && value > 0) found.set(value, to)
  }
}

interface KindRelations {
  /** Fields that show other records. */
  readonly fields: readonly (readonly [string, RelatedKind])[]
  /** Kinds that it shows, and that show it. */
  readonly to: readonly string[]
  readonly from: readonly string[]
  /** Kinds whose writes change a record of it, or make it come and go. */
  readonly hangs: readonly string[]
}
const known = new WeakMap<RelatedKind, KindRelations>()
function relationsOf(kind: RelatedKind, { site: { kinds } }: SurrogateKeyContext): KindRelations {
  const there = known.get(kind)
  if (there) return there
  const fieldsOf = ({ fields }: RelatedKind) =>
    Object.entries(fields).flatMap(([name, { storage }]): [string, RelatedKind][] => {
      const to = storage.in === 'links' || storage.in === 'reference' ? kinds.get(storage.to ?? '') : undefined
      return to ? [[name, to]] : []
    })
  const fields = fieldsOf(kind)
  const from = [...kinds.values()].flatMap((each) => (each !== kind && fieldsOf(each).some(([, to]) => to === kind) ? [each.plural] : []))
  // What is reckoned from others, or seen only where others show it.
  const dependents = kind.access === 'library' || Object.values(kind.columns).some((sort) => typeof sort === 'object')
  const ties: KindRelations = { fields, to: fields.map(([, { plural }]) => plural), from, hangs: dependents ? from : [] }
  known.set(kind, ties)
  return ties
}
