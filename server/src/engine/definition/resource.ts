// Declares a kind: `defineResource`, its parameters and filters, and the input and output types that follow from its fields.
import type { Sql } from '../../kernel/database/sql.ts'
import type { FieldError } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import type { CacheLifetime } from './caching.ts'
import { withColumnNames } from './fields.ts'
import type {
  DerivedColumns,
  FeedFilter,
  Field,
  Fields,
  Filter,
  Kind,
  LinkFilter,
  Param,
  Params,
  ParamValues,
  RequestContext,
  StoredRow,
} from './kind.ts'
import type { LinksStorage } from './storage.ts'
import type { TimeWindow } from './time-window.ts'

type In<T> = T extends Field<infer I> ? I : never
type Out<T> = T extends Field<unknown, infer O> ? O : never
/** The fields that a client can write. Null clears a field. */
export type InputOf<F extends Fields> = { [K in keyof F as [In<F[K]>] extends [never] ? never : K]?: In<F[K]> | null }
/** The fields that a response contains. */
export type OutputOf<F extends Fields> = { [K in keyof F as [Out<F[K]>] extends [never] ? never : K]: Out<F[K]> }

interface Declaration<F extends Fields>
  extends Omit<Kind, 'fields' | 'title' | 'passwordProtection' | 'deriveColumns' | 'searchFields' | 'inlineReuse'> {
  readonly fields: F
  readonly title: keyof F & string
  readonly searchFields: readonly (keyof F & string)[]
  readonly inlineReuse?: { readonly sameFields: readonly (keyof F & string)[] }
  readonly passwordProtection?: {
    readonly flagColumn: string
    readonly digestColumn: string
    readonly hiddenFields: readonly (keyof F & string)[]
  }
  readonly deriveColumns?: (sent: InputOf<F>, stored: StoredRow | null, ctx: RequestContext) => DerivedColumns
}
export type Resource<F extends Fields> = Omit<Kind, 'fields'> & { readonly fields: F }
/** Checks the types of a declaration against its own fields, and returns it as a kind of the engine. */
export const defineResource = <const F extends Fields>(declaration: Declaration<F>): Resource<F> => ({
  ...declaration,
  fields: withColumnNames(declaration.fields),
})
export type RecordOf<R> = R extends { readonly fields: infer F extends Fields } ? OutputOf<F> : never

export const param = <T>(type: ValueType<T>, description: string, more: Omit<Param<T>, 'type' | 'description'> = {}): Param<T> => ({
  type,
  description,
  ...more,
})
export const INVENTORY_PARAM = param(
  values.boolean,
  'Whether to return only the ID, the version and the type of each record, ordered by ID. Date filters have no defaults then.',
  { fallback: false },
)
export const languageParam = (languages: readonly string[]): Param => param(values.oneOf(languages), 'Language of the content.')
export const filter = <const P extends Params>(
  params: P,
  where: (values: ParamValues<P>, ctx: RequestContext) => Sql | null,
  {
    feed,
    ...more
  }: Pick<Filter, 'customPlan' | 'appliedSchema'> & {
    readonly check?: (values: ParamValues<P>, ctx: RequestContext) => Readonly<Record<string, FieldError>>
    readonly resolvedParams?: (values: ParamValues<P>, ctx: RequestContext) => Readonly<Record<string, string>>
    readonly recordWhere?: (values: ParamValues<P>, ctx: RequestContext, alias: string) => Sql | null
    readonly linkedTo?: (values: ParamValues<P>, ctx: RequestContext) => Sql | null
    readonly searchTerms?: (values: ParamValues<P>) => readonly string[] | null
    readonly applied?: (values: ParamValues<P>, ctx: RequestContext) => Readonly<Record<string, unknown>>
    readonly timeWindow?: (values: ParamValues<P>, ctx: RequestContext) => TimeWindow | null
    readonly cacheLifetime?: (values: ParamValues<P>) => CacheLifetime
    readonly feed?: Omit<FeedFilter, 'params' | 'matches'> & {
      readonly params?: readonly (keyof P & string)[]
      readonly matches?: (values: ParamValues<P>, state: StoredRow, ctx: RequestContext) => boolean
    }
  } = {},
): Filter => ({ params, where, ...more, ...(feed && { feed: { params: Object.keys(params), ...feed } }) })
export const linkFilter = (field: string, linkedParam: Param): LinkFilter => ({ linked: field, param: linkedParam })

type Links = readonly (readonly [string, LinksStorage])[]
const linkFieldsCache = new WeakMap<Fields, Links>()
export function linkFields({ fields }: Kind): Links {
  const links: Links =
    linkFieldsCache.get(fields) ??
    Object.entries(fields).flatMap(([name, { storage }]) => (storage.in === 'links' ? [[name, storage]] : []))
  linkFieldsCache.set(fields, links)
  return links
}
/** Whether the input of a field is a secret, of which only a hash is stored. */
export function isSecretInput({ fields, columns }: Kind, name: string): boolean {
  const storage = Object.hasOwn(fields, name) ? fields[name]?.storage : undefined
  return columns[storage?.in === 'column' ? storage.column : name] === 'secret'
}
/** Whether records of other kinds have links to records of this kind. */
export const isLinked = ({ name }: Kind, kinds: ReadonlyMap<string, Kind>): boolean =>
  [...kinds.values()].some((owner) => linkFields(owner).some(([, { to }]) => to === name))
/** The column of link tables with the id of the record that has the links. */
export const ownerColumn = (kind: Kind): string => kind.listing?.linkOwner ?? 'id'
/** Whether a row of the main table is an exception: a date of a series that was edited on its own. */
export const isException = ({ listing }: Kind, row: StoredRow): boolean =>
  listing !== undefined && (row[listing.seriesColumn] ?? null) !== null
/** The column with the id of the record that a row of a list shows. */
export const recordColumn = (kind: Kind): string => (kind.listing ? 'record_id' : 'id')
