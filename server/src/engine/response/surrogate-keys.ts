// Headers that name what an answer shows, so that a cache outside can be told by name what to forget: each record shown, and the kinds whose
// writes may change the answer otherwise. Names follow from what kinds there are, and how they are tied.

export interface Purging {
  /** Fastly, Varnish, Cloudflare and CloudFront, Akamai: each has a header of its own. None: nothing is named. */
  readonly headers: readonly string[]
  /** Such caches take no more than some names, and pass over the rest in silence. */
  readonly most: number
}
interface Tied {
  readonly name: string
  readonly plural: string
  readonly access: string
  readonly fields: Readonly<Record<string, { readonly place: { readonly in: string; readonly to?: string } }>>
  readonly columns: Readonly<Record<string, unknown>>
}
interface Asking {
  readonly site: { readonly purging: Purging; readonly kinds: ReadonlyMap<string, Tied> }
  readonly caller: { readonly id: number | null }
}
type Shown = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

/** Of a list: its own kind and all that are tied to it, since filters, counts and order look there too; and each record shown. */
export function namesOfList(kind: Tied, records: readonly Shown[], ask: Asking): Headers {
  if (!isTold(ask)) return {}
  const { to, from } = tiesOf(kind, ask)
  return named(kind, records, new Set([kind.plural, ...to, ...from]), [], ask)
}
/** Of one record: itself and each that it shows; and the kinds that show it, where it hangs on them. */
export function namesOfRecord(kind: Tied, record: Shown, ask: Asking): Headers {
  if (!isTold(ask)) return {}
  const { to, hangs } = tiesOf(kind, ask)
  return named(kind, [record], new Set(hangs), [nameOf(kind, record['id']), ...to], ask)
}

/** Only of what anybody may read. */
export const isTold = ({ site, caller }: Asking): boolean => site.purging.headers.length > 0 && caller.id === null
const nameOf = ({ name }: Tied, id: unknown): string => `${name}-${String(id)}`
/** The names in every header that was asked for; where they are too many, `instead` and the kinds. */
function named(kind: Tied, records: readonly Shown[], kinds: ReadonlySet<string>, instead: readonly string[], ask: Asking): Headers {
  const { headers, most } = ask.site.purging
  const found = new Map<unknown, Tied>()
  for (const record of records) add(kind, record, ask, found)
  const told = found.size + kinds.size <= most ? [...kinds] : [...new Set([...instead, ...kinds])]
  if (found.size + kinds.size <= most) for (const [id, each] of found) told.push(nameOf(each, id))
  return Object.fromEntries(headers.map((header) => [header, told.join(header.endsWith('key') ? ' ' : ',')]))
}
/** Taken from records as they are shown: nothing that the caller does not see is named. No two records have one number, whatever their kinds. */
function add(kind: Tied, record: Shown, ask: Asking, found: Map<unknown, Tied>): void {
  found.set(record['id'], kind)
  for (const [field, to] of tiesOf(kind, ask).fields) {
    const value = record[field]
    if (Array.isArray(value)) for (const each of value) add(to, each as Shown, ask, found)
    else if (typeof value === 'object' && value !== null) add(to, value as Shown, ask, found)
    else if (typeof value === 'number' && value > 0) found.set(value, to)
  }
}

interface Ties {
  /** Fields that show other records. */
  readonly fields: readonly (readonly [string, Tied])[]
  /** Kinds that it shows, and that show it. */
  readonly to: readonly string[]
  readonly from: readonly string[]
  /** Kinds whose writes change a record of it, or make it come and go. */
  readonly hangs: readonly string[]
}
const known = new WeakMap<Tied, Ties>()
function tiesOf(kind: Tied, { site: { kinds } }: Asking): Ties {
  const there = known.get(kind)
  if (there) return there
  const fieldsOf = ({ fields }: Tied) =>
    Object.entries(fields).flatMap(([name, { place }]): [string, Tied][] => {
      const to = place.in === 'links' || place.in === 'reference' ? kinds.get(place.to ?? '') : undefined
      return to ? [[name, to]] : []
    })
  const fields = fieldsOf(kind)
  const from = [...kinds.values()].flatMap((each) => (each !== kind && fieldsOf(each).some(([, to]) => to === kind) ? [each.plural] : []))
  // What is reckoned from others, or seen only where others show it.
  const hangs = kind.access === 'library' || Object.values(kind.columns).some((sort) => typeof sort === 'object')
  const ties: Ties = { fields, to: fields.map(([, { plural }]) => plural), from, hangs: hangs ? from : [] }
  known.set(kind, ties)
  return ties
}
