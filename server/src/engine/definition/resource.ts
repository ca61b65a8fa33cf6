// A declaration of one kind of record, the types that follow from it, and what its pure functions may know of a request.
import type { Caller } from '../../kernel/security/caller.ts'
import type { Revision } from '../changes/change-watcher.ts'
import type { LruCache } from '../../kernel/cache/lru-cache.ts'
import type { JsonFragment } from '../response/json-fragments.ts'
import type { FieldError } from '../../kernel/errors/problems.ts'
import type { SurrogateKeyOptions } from '../response/surrogate-keys.ts'
import type { Sql } from '../../kernel/database/sql.ts'
import type { SanitizedHtml } from '../../kernel/text/html.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import type { CacheLifetime } from '../response/responses.ts'
import { withColumnNames, type Field, type Fields, type LinksStorage } from './fields.ts'
import type { TimeWindow } from '../list/time-window.ts'

/** What the operator decided about the calendar as a whole. */
export interface Site {
  readonly publicUrl: string
  readonly restRoot: string
  readonly namespace: string
  readonly timeZone: string
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** Addresses of pages for people, by kind, with {id}, {slug} and {language} in them. */
  readonly publicUrlTemplates: Readonly<Record<string, string>>
  readonly maxPerPage: number
  readonly idempotencyHours: number
  /** What the calendar is called where a reader sees it among others, and its colour there. */
  readonly name: string
  readonly color: string
  readonly listMaxAge: number
  readonly recordMaxAge: number
  readonly surrogateKeys: SurrogateKeyOptions
  readonly kinds: ReadonlyMap<string, Kind>
  /** Records as they are shown inside others, by what they hang on, for the next who shows them. */
  readonly nestedCache: LruCache<Readonly<Record<string, unknown>>>
  /** Records as lists show them to anybody, as bytes. */
  readonly recordCache: LruCache<JsonFragment>
  /** Identifies the state of the change log that those bytes were rendered from. */
  readonly revision: Revision
}

/** One request as the engine sees it. */
export interface RequestContext {
  readonly site: Site
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** The language whose texts are wanted, and whether the request named it. */
  readonly language: string
  readonly hasExplicitLanguage: boolean
  /** The root of the language that the request names, such as `/fr`. Links contain it, so that a record can be sent back to its URL. */
  readonly languagePrefix: string
  /** Inputs that are not known are refused, not passed over (contract 2.7). */
  readonly strict: boolean
  /** Records that were brought from an address before the write, or why they could not be. */
  readonly importedImages?: ReadonlyMap<string, number | FieldError>
  /** What is wrong with the query of a write; told together with what is wrong with its body. */
  readonly queryErrors?: Readonly<Record<string, FieldError>>
  /** HTML of the body that was sanitized before the body is parsed. */
  readonly cleaned?: SanitizedHtml
}

/** A stored row with its texts in the asked language; moments are the database's text of them. */
export type StoredRow = Readonly<Record<string, unknown>>
export interface DerivedColumns {
  readonly columns: Readonly<Record<string, unknown>>
  readonly fieldErrors: Readonly<Record<string, FieldError>>
}

/** A parameter: a sort of value and a sentence. `names` says that its values name records, which are looked up first. */
export interface Param<T = unknown> {
  readonly type: ValueType<T>
  readonly description: string
  readonly fallback?: unknown
  readonly names?: { readonly kind: string; readonly zero?: true; readonly descendants?: string }
}
export type Params = Readonly<Record<string, Param>>
type ParamValue<P> = P extends Param<infer T> ? T : never
export type ParamValues<P extends Params> = { [K in keyof P]?: ParamValue<P[K]> }

/** Parameters that belong together, and the condition they make. It is asked also when none of them was sent. */
export interface Filter {
  readonly params: Params
  where(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Sql | null
  check?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Readonly<Record<string, FieldError>>
  /** Values as they were applied, for the links to other pages. */
  resolvedParams?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Readonly<Record<string, string>>
  /** What is asked of starts and ends, where lists lie in time; apart, so that it can be counted and sought by days. */
  timeWindow?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): TimeWindow | null
  /** How long what it finds stays the same while nothing is written. */
  cacheLifetime?(values: Readonly<Record<string, unknown>>): CacheLifetime
  /** The condition depends on the word: planned anew for each. */
  readonly customPlan?: true
}
/** Records linked through one of the kind's own link fields; a list is read from that table where it can be. */
export interface LinkFilter {
  readonly linked: string
  readonly param: Param
}

/** A kind as the engine sees it: plain data, and functions of four sorts: `settle` and `project` here, what makes a filter or an order (`where` and its company), and `show` in fields. */
export interface Kind {
  readonly name: string
  readonly plural: string
  readonly table: string
  /** The table of texts by language. */
  readonly texts: string
  /** The field that names a record. */
  readonly title: string
  /** `owned`: has an author, a status and a trash. `term`: belongs to the calendar. `library`: has an author, and is seen by the public where a record shows it. */
  readonly access: 'owned' | 'term' | 'library'
  /** Of a library: the columns that refer to it, with the column that guards the record. What is used is not removed. */
  readonly referencedBy?: readonly { readonly table: string; readonly column: string; readonly protectedColumn?: string }[]
  readonly messages: { readonly missing: string; readonly trashed?: string; readonly locked?: string }
  readonly fields: Fields
  /** Columns beyond those of the fields; of moments the text is read, secrets are written only, and what is SQL is reckoned from the row `r`. */
  readonly columns: Readonly<Record<string, 'value' | 'moment' | 'secret' | Sql>>
  /** Those of them that the change log keeps. */
  readonly auditedColumns?: readonly string[]
  readonly filters: Readonly<Record<string, Filter | LinkFilter>>
  readonly sorts: Readonly<Record<string, (ctx: RequestContext, values: Readonly<Record<string, unknown>>) => Sql>>
  readonly defaultSort: { readonly by: string; readonly direction: 'asc' | 'desc'; readonly isSelectable: boolean }
  /** Fields whose text is found by `search`. */
  readonly searchFields: readonly string[]
  /** Where lists are read from, when not from the table itself; its columns, each with the one of the record that it repeats: `hidden` is left out of windows. */
  readonly listing?: {
    readonly table: string
    readonly id: string
    readonly hidden: string
    readonly columns: Readonly<Record<string, string>>
  }
  /** The column of the folded name that is unique, alone or under a parent. */
  readonly uniqueName?: { readonly column: string; readonly within?: string }
  /** The column that makes a tree of the records. */
  readonly parentColumn?: string
  /** Fields that are empty for those who may not edit a record in which the column `by` is true, unless they know the word whose digest `secret` holds. */
  readonly passwordProtection?: { readonly flagColumn: string; readonly digestColumn: string; readonly hiddenFields: readonly string[] }
  /** Further formats, ending → media type, of the list and of one record: named in Link, served by a slice of their own. */
  readonly formats?: { readonly list: Readonly<Record<string, string>>; readonly read: Readonly<Record<string, string>> }
  deriveColumns?(sent: Readonly<Record<string, unknown>>, stored: StoredRow | null, ctx: RequestContext): DerivedColumns
  /** ids → statements that bring the tables lists are read from up to date, in the same transaction. */
  listingStatements?(ids: readonly number[], kind: Kind): readonly Sql[]
}

type In<T> = T extends Field<infer I> ? I : never
type Out<T> = T extends Field<unknown, infer O> ? O : never
/** What a caller may send: every field that has a sort. Null clears. */
export type InputOf<F extends Fields> = { [K in keyof F as [In<F[K]>] extends [never] ? never : K]?: In<F[K]> | null }
/** What is shown: every field that has an output. */
export type OutputOf<F extends Fields> = { [K in keyof F as [Out<F[K]>] extends [never] ? never : K]: Out<F[K]> }

interface Declaration<F extends Fields> extends Omit<Kind, 'fields' | 'title' | 'passwordProtection' | 'deriveColumns' | 'searchFields'> {
  readonly fields: F
  readonly title: keyof F & string
  readonly searchFields: readonly (keyof F & string)[]
  readonly passwordProtection?: {
    readonly flagColumn: string
    readonly digestColumn: string
    readonly hiddenFields: readonly (keyof F & string)[]
  }
  readonly deriveColumns?: (sent: InputOf<F>, stored: StoredRow | null, ctx: RequestContext) => DerivedColumns
}
export type Resource<F extends Fields> = Omit<Kind, 'fields'> & { readonly fields: F }
/** Typed inside, plain outside. */
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
export const filter = <const P extends Params>(
  params: P,
  where: (values: ParamValues<P>, ctx: RequestContext) => Sql | null,
  more: Pick<Filter, 'customPlan'> & {
    readonly check?: (values: ParamValues<P>, ctx: RequestContext) => Readonly<Record<string, FieldError>>
    readonly resolvedParams?: (values: ParamValues<P>, ctx: RequestContext) => Readonly<Record<string, string>>
    readonly timeWindow?: (values: ParamValues<P>, ctx: RequestContext) => TimeWindow | null
    readonly cacheLifetime?: (values: ParamValues<P>) => CacheLifetime
  } = {},
): Filter => ({ params, where, ...more })
export const linkFilter = (field: string, linkedParam: Param): LinkFilter => ({ linked: field, param: linkedParam })

type Links = readonly (readonly [string, LinksStorage])[]
const linksOf = new WeakMap<Fields, Links>()
export function linkFields({ fields }: Kind): Links {
  const links: Links =
    linksOf.get(fields) ?? Object.entries(fields).flatMap(([name, { storage }]) => (storage.in === 'links' ? [[name, storage]] : []))
  linksOf.set(fields, links)
  return links
}
/** The column of a link table, and of the listing, that holds the record's own id. */
export const ownerColumn = (kind: Kind): string => kind.listing?.id ?? 'id'
