// Resolves the filters of a list that refer to records, such as `categories=music,-jazz`, to ids that the caller may see.
import type { Db } from '../../kernel/database/database.ts'
import { encodeName, namesHeader } from '../../kernel/http/header-values.ts'
import { Excluded } from '../definition/exclusion.ts'
import type { Param, Params, RequestContext } from '../definition/kind.ts'
import { resolveReferences, type Reference } from '../input/resolve-references.ts'

/** A value of a filter that refers to a record, and the ids of the records that it refers to, with their descendants. */
export interface FilterReference {
  readonly kind: string
  readonly value: number | string
  readonly ids: readonly number[]
}
export interface FilterReferences {
  /** The ids of each parameter. A parameter with excluded values only is undefined. */
  readonly ids: Readonly<Record<string, readonly number[] | undefined>>
  readonly excluded: Readonly<Record<string, readonly number[]>>
  /** Values that match no record, with the name of their parameter. */
  readonly unmatched: readonly (readonly [string, string])[]
  readonly references: readonly FilterReference[]
}

export async function resolveFilterReferences(
  db: Db,
  params: Params,
  sent: Readonly<Record<string, unknown>>,
  ctx: RequestContext,
): Promise<FilterReferences> {
  const items = Object.entries(params).flatMap(([name, { names }]) =>
    names && sent[name] !== undefined ? [sent[name]].flat().map((item) => itemOf(name, names, item)) : [],
  )
  const found = await resolveReferences(
    db,
    items.flatMap(({ value, reference }) => (value === 0 ? [] : [reference])),
    ctx,
  )
  const [ids, excluded] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()]
  const unmatched: [string, string][] = []
  for (const { name, names, value, isExcluded, reference } of items) {
    const target = isExcluded ? excluded : ids
    const idsOfParam = target.get(name) ?? new Set()
    target.set(name, idsOfParam)
    if (value === 0 && names.zero) idsOfParam.add(0)
    else if (found(reference) === null) unmatched.push([name, `${isExcluded ? '-' : ''}${String(value)}`])
    else for (const id of found.all(reference)) idsOfParam.add(id)
  }
  const references = items.map(({ reference }) => ({ kind: reference.kind, value: reference.value, ids: found.all(reference) }))
  const listed = (sets: ReadonlyMap<string, ReadonlySet<number>>) => Object.fromEntries([...sets].map(([name, set]) => [name, [...set]]))
  const onlyExcluded = [...excluded.keys()].filter((name) => !ids.has(name)).map((name) => [name, undefined])
  return { ids: { ...listed(ids), ...Object.fromEntries(onlyExcluded) }, excluded: listed(excluded), unmatched, references }
}

/** The header that names the values without a record. */
export const unmatchedHeader = (unmatched: FilterReferences['unmatched']): Readonly<Record<string, string>> =>
  namesHeader(
    'x-unmatched-values',
    unmatched.map(([name, value]) => `${encodeURIComponent(name)}=${encodeName(value)}`),
  )

interface Item {
  readonly name: string
  readonly names: NonNullable<Param['names']>
  readonly value: unknown
  readonly isExcluded: boolean
  readonly reference: Reference
}
function itemOf(name: string, names: Item['names'], item: unknown): Item {
  const value = item instanceof Excluded ? item.value : item
  const reference: Reference = {
    kind: names.kind,
    by: typeof value === 'number' ? (names.of ?? 'id') : 'slug',
    value: value as number | string,
    ...(names.descendants && { below: names.descendants }),
  }
  return { name, names, value, isExcluded: item instanceof Excluded, reference }
}
