// A declaration of one kind of record, the types that follow from it, and what its pure functions may know of a request.
import type { Caller } from '../../kernel/security/caller.ts'
import type { Revision } from '../changes/change-watcher.ts'
import type { Kept } from '../../kernel/cache/lru-cache.ts'
import type { Piece } from '../response/json-fragments.ts'
import type { Fault } from '../../kernel/errors/problems.ts'
import type { Purging } from '../response/surrogate-keys.ts'
import type { Sql } from '../../kernel/database/sql.ts'
import type { CleanedHtml, Sort } from '../../kernel/validation/value-types.ts'
import type { Stays } from '../response/responses.ts'
import { named, type Field, type Fields, type LinksPlace } from './fields.ts'
import type { Window } from '../list/time-window.ts'

/** What the operator decided about the calendar as a whole. */
export interface Site {
  readonly public_url: string
  readonly rest_root: string
  readonly namespace: string
  readonly zone: string
  readonly languages: readonly string[]
  readonly default_language: string
  /** Addresses of pages for people, by kind, with {id}, {slug} and {language} in them. */
  readonly pages: Readonly<Record<string, string>>
  readonly per_page_max: number
  readonly idempotency_hours: number
  /** What the calendar is called where a reader sees it among others, and its colour there. */
  readonly name: string
  readonly color: string
  readonly list_max_age: number
  readonly record_max_age: number
  readonly purging: Purging
  readonly kinds: ReadonlyMap<string, Kind>
  /** Records as they are shown inside others, by what they hang on, for the next who shows them. */
  readonly kept: Kept<Readonly<Record<string, unknown>>>
  /** Records as lists show them to anybody, as bytes. */
  readonly written: Kept<Piece>
  /** Identifies the state of the change log that those bytes were rendered from. */
  readonly revision: Revision
}

/** One request as the engine sees it. */
export interface Ask {
  readonly site: Site
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** The language whose texts are wanted, and whether the request named it. */
  readonly language: string
  readonly named: boolean
  /** The root of the language that the request names, such as `/fr`. Links contain it, so that a record can be sent back to its URL. */
  readonly root: string
  /** Inputs that are not known are refused, not passed over (contract 2.7). */
  readonly strict: boolean
  /** Records that were brought from an address before the write, or why they could not be. */
  readonly brought?: ReadonlyMap<string, number | Fault>
  /** What is wrong with the query of a write; told together with what is wrong with its body. */
  readonly faults?: Readonly<Record<string, Fault>>
  /** HTML of the body that was sanitized before the body is parsed. */
  readonly cleaned?: CleanedHtml
}

/** A stored row with its texts in the asked language; moments are the database's text of them. */
export type Stored = Readonly<Record<string, unknown>>
export interface Settled {
  readonly columns: Readonly<Record<string, unknown>>
  readonly faults: Readonly<Record<string, Fault>>
}

/** A parameter: a sort of value and a sentence. `names` says that its values name records, which are looked up first. */
export interface Param<T = unknown> {
  readonly sort: Sort<T>
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
  where(values: Readonly<Record<string, unknown>>, ask: Ask): Sql | null
  check?(values: Readonly<Record<string, unknown>>, ask: Ask): Readonly<Record<string, Fault>>
  /** Values as they were applied, for the links to other pages. */
  applied?(values: Readonly<Record<string, unknown>>, ask: Ask): Readonly<Record<string, string>>
  /** What is asked of starts and ends, where lists lie in time; apart, so that it can be counted and sought by days. */
  window?(values: Readonly<Record<string, unknown>>, ask: Ask): Window | null
  /** How long what it finds stays the same while nothing is written. */
  stays?(values: Readonly<Record<string, unknown>>): Stays
  /** The condition depends on the word: planned anew for each. */
  readonly custom_plan?: true
}
/** Records linked through one of the kind's own link fields; a list is read from that table where it can be. */
export interface Linked {
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
  readonly used?: readonly { readonly table: string; readonly column: string; readonly guard?: string }[]
  readonly says: { readonly missing: string; readonly trashed?: string; readonly locked?: string }
  readonly fields: Fields
  /** Columns beyond those of the fields; of moments the text is read, secrets are written only, and what is SQL is reckoned from the row `r`. */
  readonly columns: Readonly<Record<string, 'value' | 'moment' | 'secret' | Sql>>
  /** Those of them that the change log keeps. */
  readonly logged?: readonly string[]
  readonly filters: Readonly<Record<string, Filter | Linked>>
  readonly orders: Readonly<Record<string, (ask: Ask, values: Readonly<Record<string, unknown>>) => Sql>>
  readonly order: { readonly by: string; readonly way: 'asc' | 'desc'; readonly chosen: boolean }
  /** Fields whose text is found by `search`. */
  readonly searched: readonly string[]
  /** Where lists are read from, when not from the table itself; its columns, each with the one of the record that it repeats: `hidden` is left out of windows. */
  readonly listing?: {
    readonly table: string
    readonly id: string
    readonly hidden: string
    readonly carries: Readonly<Record<string, string>>
  }
  /** The column of the folded name that is unique, alone or under a parent. */
  readonly key?: { readonly column: string; readonly within?: string }
  /** The column that makes a tree of the records. */
  readonly tree?: string
  /** Fields that are empty for those who may not edit a record in which the column `by` is true, unless they know the word whose digest `secret` holds. */
  readonly guard?: { readonly by: string; readonly secret: string; readonly hides: readonly string[] }
  /** Further formats, ending → media type, of the list and of one record: named in Link, served by a slice of their own. */
  readonly formats?: { readonly list: Readonly<Record<string, string>>; readonly read: Readonly<Record<string, string>> }
  settle?(sent: Readonly<Record<string, unknown>>, stored: Stored | null, ask: Ask): Settled
  /** ids → statements that bring the tables lists are read from up to date, in the same transaction. */
  project?(ids: readonly number[], kind: Kind): readonly Sql[]
}

type In<T> = T extends Field<infer I> ? I : never
type Out<T> = T extends Field<unknown, infer O> ? O : never
/** What a caller may send: every field that has a sort. Null clears. */
export type Sent<F extends Fields> = { [K in keyof F as [In<F[K]>] extends [never] ? never : K]?: In<F[K]> | null }
/** What is shown: every field that has an output. */
export type Shown<F extends Fields> = { [K in keyof F as [Out<F[K]>] extends [never] ? never : K]: Out<F[K]> }

interface Declaration<F extends Fields> extends Omit<Kind, 'fields' | 'title' | 'guard' | 'settle' | 'searched'> {
  readonly fields: F
  readonly title: keyof F & string
  readonly searched: readonly (keyof F & string)[]
  readonly guard?: { readonly by: string; readonly secret: string; readonly hides: readonly (keyof F & string)[] }
  readonly settle?: (sent: Sent<F>, stored: Stored | null, ask: Ask) => Settled
}
export type Resource<F extends Fields> = Omit<Kind, 'fields'> & { readonly fields: F }
/** Typed inside, plain outside. */
export const resource = <const F extends Fields>(declaration: Declaration<F>): Resource<F> => ({
  ...declaration,
  fields: named(declaration.fields),
})
export type Shape<R> = R extends { readonly fields: infer F extends Fields } ? Shown<F> : never

export const param = <T>(sort: Sort<T>, description: string, more: Omit<Param<T>, 'sort' | 'description'> = {}): Param<T> => ({
  sort,
  description,
  ...more,
})
export const filter = <const P extends Params>(
  params: P,
  where: (values: ParamValues<P>, ask: Ask) => Sql | null,
  more: Pick<Filter, 'custom_plan'> & {
    readonly check?: (values: ParamValues<P>, ask: Ask) => Readonly<Record<string, Fault>>
    readonly applied?: (values: ParamValues<P>, ask: Ask) => Readonly<Record<string, string>>
    readonly window?: (values: ParamValues<P>, ask: Ask) => Window | null
    readonly stays?: (values: ParamValues<P>) => Stays
  } = {},
): Filter => ({ params, where, ...more })
export const linked = (field: string, linkedParam: Param): Linked => ({ linked: field, param: linkedParam })

type Links = readonly (readonly [string, LinksPlace])[]
const linksOf = new WeakMap<Fields, Links>()
export function linkFields({ fields }: Kind): Links {
  const links: Links =
    linksOf.get(fields) ?? Object.entries(fields).flatMap(([name, { place }]) => (place.in === 'links' ? [[name, place]] : []))
  linksOf.set(fields, links)
  return links
}
/** The column of a link table, and of the listing, that holds the record's own id. */
export const ownerOf = (kind: Kind): string => kind.listing?.id ?? 'id'
