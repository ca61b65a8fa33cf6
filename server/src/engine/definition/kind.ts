// Types of a kind (the type of a record), its fields and filters, and the request context. They refer to each other, so they share one file.
import type { TSchema } from 'typebox'
import type { LruCache } from '../../kernel/cache/lru-cache.ts'
import type { Sql } from '../../kernel/database/sql.ts'
import type { FieldError } from '../../kernel/errors/problems.ts'
import type { RecurrenceLimits } from '../../kernel/recurrence/limits.ts'
import type { Caller } from '../../kernel/security/caller.ts'
import type { SanitizedHtml } from '../../kernel/text/html.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import type { CacheLifetime, JsonFragment, Revision, SurrogateKeyOptions } from './caching.ts'
import type { ExternalKey } from './external-ids.ts'
import type { MovedPattern, PatternMove, SeriesDate, SplitColumns } from './series-dates.ts'
import type { Storage } from './storage.ts'
import type { TimeWindow } from './time-window.ts'

/** The calendar as the operator configured it, with the caches that all requests share. */
export interface Site {
  readonly publicUrl: string
  readonly restRoot: string
  readonly namespace: string
  readonly timeZone: string
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** URL templates of public web pages, by kind, and the plural names of the kinds that have a page of this server. */
  readonly publicUrlTemplates: Readonly<Record<string, string>>
  readonly pages: readonly string[]
  readonly maxPerPage: number
  readonly recurrenceHorizonMonths: number
  readonly recurrenceLimits: RecurrenceLimits
  readonly idempotencyHours: number
  /** Name and color of the calendar in calendar applications. */
  readonly name: string
  readonly color: string
  readonly listMaxAge: number
  readonly recordMaxAge: number
  readonly surrogateKeys: SurrogateKeyOptions
  readonly kinds: ReadonlyMap<string, Kind>
  /** Nested records in their JSON form, by dependency version key. */
  readonly nestedCache: LruCache<Readonly<Record<string, unknown>>>
  /** Serialized records of lists, as an anonymous caller sees them. */
  readonly recordCache: LruCache<JsonFragment>
  /** Revision of the change log. Keys of the record cache contain it. */
  readonly revision: Revision
  /** Versions of whole lists, by the statement that reads them and the revision that they were read at. */
  readonly listVersions: { readonly cache: LruCache<object>; readonly revision: Revision }
}

/** Everything that the engine knows about one request. */
export interface RequestContext {
  readonly site: Site
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** All rows of the change log that this request writes have this id. */
  readonly changeId: string
  /** Language of the texts, and whether the request named it. */
  readonly language: string
  readonly hasExplicitLanguage: boolean
  /** The root of the language that the request names, such as `/fr`. Links contain it, so that a record can be sent back to its URL. */
  readonly languagePrefix: string
  /** Unknown inputs are rejected instead of ignored: by default in writes, with `Prefer: handling=strict` in reads (contract 2.7). */
  readonly strict: boolean
  /** Whether the transaction of the request is rolled back, so that files must not be stored or deleted either. */
  readonly isDryRun?: boolean
  /** The id of a record that the caller may not edit, but propose changes of. They are applied to preview them, and rolled back. */
  readonly proposalFor?: number
  /** Ids of the images that were imported from the URLs in the body, or the errors of these imports. */
  readonly importedImages?: ReadonlyMap<string, number | FieldError>
  /** Errors in the parameters of a write, and its unknown inputs. They are reported together with the errors of its fields. */
  readonly paramErrors?: Readonly<Record<string, FieldError>>
  /** The external id that the request has locked. Another record may take it meanwhile; the transaction is then retried. */
  readonly lockedExternalId?: ExternalKey
  /** HTML of the body that was sanitized before the body is parsed. */
  readonly cleaned?: SanitizedHtml
}

/** Everything that the text of a statement which reads records may depend on. */
export type StatementContext = Pick<RequestContext, 'site' | 'caller' | 'language'>

/** A row of the database with its texts in the language of the request. Timestamps are strings in the format of PostgreSQL. */
export type StoredRow = Readonly<Record<string, unknown>>
export interface DerivedColumns {
  readonly columns: Readonly<Record<string, unknown>>
  readonly fieldErrors: Readonly<Record<string, FieldError>>
}

export interface Field<In = unknown, Out = unknown> {
  readonly description: string
  readonly storage: Storage
  readonly input: ValueType<In> | null
  readonly output: TSchema | null
  readonly required: boolean
  /** Null is a value of this required field. It must be sent as null; an empty string is rejected. */
  readonly acceptsNull?: true
  /** Stored if the client sends no value, or clears it. */
  readonly defaultValue: unknown
  /** Replaces the value of a password-protected field. */
  readonly redactedValue: unknown
  /** `single`: only in the response for one record. `named`: there, and in lists whose `_fields` names it. `unnested`: except inside other records. */
  readonly onlyIn?: 'single' | 'named' | 'unnested'
  /** `record` has the fields that are declared before this one, as the response shows them. */
  readonly serialize?: (row: StoredRow, ctx: RequestContext, record: Readonly<Record<string, unknown>>) => unknown
  /** For a value that depends on the time: when it changes, in milliseconds since 1970; Infinity if it does not. It limits how long a response is cached. */
  readonly changesAt?: (row: StoredRow, ctx: RequestContext, record: Readonly<Record<string, unknown>>) => number
  readonly _in?: In
  readonly _out?: Out
}
export type Fields = Readonly<Record<string, Field>>

/** A query parameter. With `names`, its values refer to records and are resolved to ids; with `of`, a date stands for its series or its record. */
export interface Param<T = unknown> {
  readonly type: ValueType<T>
  readonly description: string
  readonly fallback?: unknown
  /** An input of a body that has neither a default value nor to be sent. */
  readonly isOptional?: true
  readonly names?: { readonly kind: string; readonly zero?: true; readonly descendants?: string; readonly of?: 'series' | 'record' }
}
export type Params = Readonly<Record<string, Param>>
type ParamValue<P> = P extends Param<infer T> ? T : never
export type ParamValues<P extends Params> = { [K in keyof P]?: ParamValue<P[K]> }

/** Parameters that belong together, and the SQL condition that follows from them. `where` is also called if none of them was sent. */
export interface Filter {
  readonly params: Params
  /** A condition on the row `o` that the list is read from. */
  where(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Sql | null
  /** A condition on columns of the main table, which a listing table does not repeat. `alias` is the row of the record. */
  recordWhere?(values: Readonly<Record<string, unknown>>, ctx: RequestContext, alias: string): Sql | null
  /**
   * The linked records of which a matching record has at least one, as the rows `id` and `rank`: the same condition as `where`, for lists that read
   * the rows of linked records.
   */
  linkedTo?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Sql | null
  /** The terms that must all occur in the text of a record, folded: the same condition as `where`. */
  searchTerms?(values: Readonly<Record<string, unknown>>): readonly string[] | null
  check?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Readonly<Record<string, FieldError>>
  /** Values as they were applied, for the links to other pages. */
  resolvedParams?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Readonly<Record<string, string>>
  /** Values that the response reports as `applied`. */
  applied?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): Readonly<Record<string, unknown>>
  /** The schema of `applied`. */
  readonly appliedSchema?: TSchema
  /** Bounds on starts and ends. They are separate from `where` so that lists can be counted and searched by day. */
  timeWindow?(values: Readonly<Record<string, unknown>>, ctx: RequestContext): TimeWindow | null
  cacheLifetime?(values: Readonly<Record<string, unknown>>): CacheLifetime
  /** The best query plan depends on the value, so PostgreSQL plans the statement for each execution. */
  readonly customPlan?: true
  readonly feed?: FeedFilter
}
/** How the change feed applies a filter. `where` is the condition on a record as it is now, `matches` the condition on an earlier state. */
export interface FeedFilter {
  /**
   * The parameters that the feed has, and the logged columns and link fields that `matches` reads. For a column with content, such as a URL, a state
   * of an exception may only tell whether it has a value.
   */
  readonly params: readonly string[]
  readonly columns: readonly string[]
  /** The kind of linked records whose visibility the condition depends on. */
  readonly dependsOn?: string
  /** Is called only if the state has all `columns`. The engine evaluates the time window. */
  matches?(values: Readonly<Record<string, unknown>>, state: StoredRow, ctx: RequestContext): boolean
}
/** A sort key of lists. Its value is never null, so that a position in the list can be compared with it. */
export interface Sort {
  readonly type: 'moment' | 'text' | 'integer'
  /** The value of the record whose row in the main table is `alias`. */
  value(alias: string, ctx: RequestContext, values: Readonly<Record<string, unknown>>): Sql
  /** The column of the listing table that replaces the value. Without it, a list that reads a listing table joins the main table. */
  readonly listingColumn?: string
  /** Parameters without which there is no such order. */
  readonly requires?: readonly string[]
  /** The same value for a date that starts at `start`, by the least rank of its linked records (`linkedTo` of a filter). */
  readonly linkedValue?: (rank: Sql, start: Sql) => Sql
  /** Set if an index has the records in this order. */
  readonly index?: SortIndex
}
/** An index of records in an order: the rows `k` of a table that meet the conditions, each with the value and the `id` of another record. */
export interface SortIndex {
  readonly table: string
  readonly value: Sql
  wheres(ctx: RequestContext): readonly Sql[]
}
/** Filters by one of the kind's own link fields. The list is read from that link table where possible. */
export interface LinkFilter {
  readonly linked: string
  readonly param: Param
}

/**
 * The tables that lists of a kind read. The listing table has one row per date of a record: its own `id`, and the `record_id` of the record that
 * it shows. The public table repeats the rows that everybody may list, once for each linked record and once with the `ref_id` 0.
 */
export interface Listing {
  readonly table: string
  readonly publicTable: string
  /** The function that derives rows of the public table from the listing table and the links. */
  readonly syncFunction: string
  /** The column of link tables with the id of the record. */
  readonly linkOwner: string
  /** The column that excludes a row from time windows. */
  readonly hidden: string
  /** All other columns of the listing table. */
  readonly columns: readonly string[]
  /** Those of `columns` that all dates of a series have in common, except for exceptions. */
  readonly sharedColumns: readonly string[]
  /** The logged columns of the main table with the times of a record that has one date. */
  readonly loggedTimes: { readonly start: string; readonly end: string }
  /** Derives the listing row of a record that has one date. Create, update, rebuild and demo data all use it. */
  row(record: StoredRow): StoredRow
  /** The column of the main table with the day through which the dates of a series without an end are stored. */
  readonly expandedColumn: string
  /** The column of the main table that only series have. */
  readonly recurrenceColumn: string
  /** The column of the main table and of the listing table with the series of a date. */
  readonly seriesColumn: string
  /** Whether the record has several dates. */
  isSeries(record: StoredRow): boolean
  /** The id of the series that a record belongs to, or its own id. */
  familyId(record: StoredRow): number
  /** Whether everybody may list the row. */
  isPublic(row: StoredRow): boolean
  /** Columns of a date that differ between the dates of a record with several dates. */
  readonly dateColumns: readonly string[]
  /** Returns the row of a record as one of its dates shows it. */
  withDate(record: StoredRow, date: StoredRow): StoredRow
  readonly recurring: Recurring
}

/** The rules of series that a kind declares. All functions are pure. A series is the stored row of a record with a recurrence. */
export interface Recurring {
  /** The columns of the main table that the dates of a series depend on. */
  readonly dateColumns: readonly string[]
  /** Columns of fields that are stored in derived columns, by field. */
  readonly fieldColumns: Readonly<Record<string, readonly string[]>>
  /** Fields that a date cannot have for itself. */
  readonly seriesFields: readonly string[]
  /** All dates of a series up to the horizon. */
  dates(series: StoredRow, ctx: RequestContext): readonly SeriesDate[]
  /** Returns the columns of a series whose dates are stored up to the horizon. */
  extend(series: StoredRow, ctx: RequestContext): StoredRow
  /** The starts of all dates up to the horizon that the series excludes. */
  excludedStarts(series: StoredRow, ctx: RequestContext): readonly string[]
  /** Exclusions up to the horizon that match no date of the series. */
  unmatchedExclusions(series: StoredRow, ctx: RequestContext): readonly string[]
  /** The date columns of an exception that has the dates of `date`, except for the fields that it overrides. */
  exceptionDates(exception: StoredRow, series: StoredRow, date: SeriesDate, ctx: RequestContext): StoredRow
  /** Returns the columns of the series with these starts as additional dates. */
  addDates(series: StoredRow, starts: readonly string[], ctx: RequestContext): StoredRow
  /** Returns the columns of the series without the date at this start, or the error that it has no other date. */
  excludeDate(series: StoredRow, start: string, ctx: RequestContext): StoredRow | FieldError
  /** Returns the columns of the series with a date that was excluded; null if the record is no longer a series. */
  includeDate(series: StoredRow, start: string, ctx: RequestContext): StoredRow | null
  /** Splits a series at `start`. Returns null if all dates before it are excluded. */
  split(series: StoredRow, start: string, ctx: RequestContext): SplitColumns | FieldError | null
  /** Derives the columns of a date whose new local times are those of the pattern, also if the clocks skip them on that day. */
  patternTimes(sent: Readonly<Record<string, unknown>>, date: StoredRow, ctx: RequestContext): DerivedColumns
  /** Moves a date together with all dates of its pattern. */
  movePattern(series: StoredRow, date: PatternMove, ctx: RequestContext): MovedPattern | FieldError
}

/** A kind as the engine sees it: data, and functions only for derived columns, listing rows, filters, sorts and serialization. */
export interface Kind {
  readonly name: string
  readonly plural: string
  readonly table: string
  /** The table of texts by language. */
  readonly texts: string
  /** The field that names a record. */
  readonly title: string
  /** `owned`: has an author, a status and a trash. `term`: belongs to the calendar. `library`: has an author; the public sees it where a record shows it. */
  readonly access: 'owned' | 'term' | 'library'
  /** For a library: the columns that refer to it, and the column that marks their record as protected. Referenced records cannot be deleted. */
  readonly referencedBy?: readonly { readonly table: string; readonly column: string; readonly protectedColumn?: string }[]
  readonly messages: { readonly missing: string; readonly trashed?: string; readonly locked?: string; readonly removedDate?: string }
  readonly fields: Fields
  /** Columns that no field declares. A `moment` is read as text, a `secret` is never read, and SQL is computed from the row `r`. */
  readonly columns: Readonly<Record<string, 'value' | 'moment' | 'secret' | Sql>>
  /** Those of `columns` that the change log stores. */
  readonly auditedColumns?: readonly string[]
  readonly filters: Readonly<Record<string, Filter | LinkFilter>>
  readonly sorts: Readonly<Record<string, Sort>>
  readonly defaultSort: { readonly by: string; readonly direction: 'asc' | 'desc' }
  /** Fields whose text `search` matches. */
  readonly searchFields: readonly string[]
  /** Tables that lists read instead of the main table. */
  readonly listing?: Listing
  /** Link filters whose values lists count, and the table with the numbers of listed rows of each linked record per span of days. */
  readonly facets?: { readonly fields: readonly string[]; readonly countsTable: string; readonly description: string }
  /** The column of the case-folded name, which is unique, alone or within a parent. */
  readonly uniqueName?: { readonly column: string; readonly within?: string }
  /** A record with the same name replaces one sent inline if these fields agree where both have a value. `name_key` has the folded name. */
  readonly inlineReuse?: { readonly sameFields: readonly string[] }
  /** The column with the parent of a record, for kinds that form a tree. */
  readonly parentColumn?: string
  /** `hiddenFields` are redacted in rows whose `flagColumn` is true, unless the caller may edit the record or sends its password. */
  readonly passwordProtection?: { readonly flagColumn: string; readonly digestColumn: string; readonly hiddenFields: readonly string[] }
  /** Other formats (extension → media type) of the list and of one record. A feature serves them; the Link header names them. */
  readonly formats?: { readonly list: Readonly<Record<string, string>>; readonly read: Readonly<Record<string, string>> }
  deriveColumns?(sent: Readonly<Record<string, unknown>>, stored: StoredRow | null, ctx: RequestContext): DerivedColumns
}
