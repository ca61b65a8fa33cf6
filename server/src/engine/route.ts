// The type of a route, and the parts of a request that its handlers parse: query and locator of the record.
import type { TSchema } from 'typebox'
import type { Inputs, Pair } from '../kernel/http/request-parsing.ts'
import { hasRole, type Caller } from '../kernel/security/caller.ts'
import type { Database } from '../kernel/database/database.ts'
import type { ResponseBody } from '../kernel/http/route.ts'
import { FieldError, invalidParams } from '../kernel/errors/problems.ts'
import type { AdmissionClass } from '../kernel/concurrency/admission.ts'
import { type EngineResponse } from './response/responses.ts'
import { parseQuery, type ParsedQuery } from './input/parse-input.ts'
import { notFound, type RecordLocator } from './read/records.ts'
import type { LiveRequest } from './change-feed/live-responses.ts'
import type { ReviewEvents } from './review/review-log.ts'
import type { Effect } from './series/effect.ts'
import type { SeriesPreview } from './series/preview.ts'
import type { RequestContext, Kind, Params } from './definition/kind.ts'
import { canAttempt, canWriteAs, MINIMUM_ROLES, type Action } from './access/permissions.ts'

/** A request in the form that handlers receive. */
export interface RouteRequest {
  readonly ctx: RequestContext
  readonly path: Readonly<Record<string, string>>
  readonly query: Inputs
  readonly pairs: readonly Pair[]
  readonly body: Inputs
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Checks one password of a record, unless there were too many failed attempts before. */
  readonly attemptPassword: (record: string, isRight: () => Promise<boolean>) => Promise<boolean>
  /** Receives the events of reviews. */
  readonly reviewEvents: ReviewEvents
  /** Readers that wait for changes, and the client of this request. */
  readonly live: LiveRequest
  readonly clientIp: string
  /** Adds a cookie to the response. */
  readonly setCookie: (cookie: string) => void
}
export interface RouteResponse extends Omit<EngineResponse, 'body'> {
  readonly body: ResponseBody
  readonly ignored?: readonly string[]
  /** Existing records that the write linked instead of creating them. */
  readonly reused?: readonly { readonly kind: string; readonly id: number }[]
  /** How the write changed the dates of a series. */
  readonly effect?: Effect
  /** The series that a dry run results in. */
  readonly series?: SeriesPreview | null
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /**
   * The kind and the action that determine the required role. `writers` are all callers who may create records of some kind. `editors` need a
   * token that may write, unless they only read; so do `users`, who are all callers with credentials, and `administrators`. `pages` are
   * requests of pages of the calendar itself, to sign in or up.
   */
  readonly access:
    | { readonly kind: Kind; readonly action: Action }
    | 'everyone'
    | 'writers'
    | 'editors'
    | 'users'
    | 'administrators'
    | 'pages'
  readonly params: Params
  readonly acceptsBody: boolean
  /** The inputs of the body, if they are not the fields of the kind. Those without a default value are required. */
  readonly bodyParams?: Params
  /** The response may be streamed, so concurrent requests cannot share it. */
  readonly isStreamed?: true
  /** Each request gets a response of its own, which is neither cached nor shared, although the caller is anonymous. */
  readonly isPrivate?: true
  /** The response depends on transactions that are running, which only the primary knows. */
  readonly readsPrimary?: true
  /** The response, if it differs from the responses of other routes with this action. */
  readonly response?: {
    readonly type: string
    readonly name: string
    readonly description: string
    readonly schema: TSchema
    /** The status of success; default 200. */
    readonly status?: 201 | 202
  }
  /** The write changes nothing that a response shows, so caches stay valid. */
  readonly changesNoRecord?: true
  /** The route handles dry runs itself, because it only starts the work. */
  readonly runsDryRuns?: true
  /** The body may be a file, or a form that contains one. */
  readonly acceptsFile?: true
  /** The class of expensive work that a request with this query belongs to, if any. */
  admissionClass?(query: Inputs): AdmissionClass | null
  /** Work that takes long and must not happen in a transaction, such as encoding a file. It returns the request that the handler gets. */
  prepare?(database: Database, request: RouteRequest): Promise<RouteRequest>
  handle(database: Database, request: RouteRequest): Promise<RouteResponse>
}

/** The minimum roles of routes without a kind. */
const LEAST_ROLES = { users: 'subscriber', writers: 'contributor', editors: 'editor', administrators: 'administrator' } as const

/** Whether the role and scope of a caller allow a route. It is checked before the body is read. */
export function canUseRoute(caller: Caller, { access, method }: Route): boolean {
  if (access === 'everyone' || access === 'pages') return true
  if (typeof access === 'object') return canAttempt(caller, access.kind, access.action)
  return method === 'GET' ? hasRole(caller, LEAST_ROLES[access]) : canWriteAs(caller, LEAST_ROLES[access])
}
export function leastRole({ access }: Route): string {
  if (access === 'everyone' || access === 'pages') return 'anonymous'
  return typeof access === 'object' ? MINIMUM_ROLES[access.kind.access][access.action] : LEAST_ROLES[access]
}

/** Parses the query. Throws 400 with all invalid parameters. */
export function requireValidQuery(params: Params, query: Inputs, ctx: RequestContext): Omit<ParsedQuery, 'faults'> {
  const parsed = parseRouteQuery(params, query, ctx)
  if (Object.keys(parsed.fieldErrors).length > 0) throw invalidParams(parsed.fieldErrors)
  return parsed
}
function parseRouteQuery(params: Params, query: Inputs, { strict }: RequestContext): ParsedQuery {
  const parsed = parseQuery(params, query)
  return strict
    ? {
        ...parsed,
        fieldErrors: { ...parsed.fieldErrors, ...Object.fromEntries(parsed.ignored.map((name) => [name, new FieldError('ignored')])) },
      }
    : parsed
}
export function recordLocator(kind: Kind, path: Readonly<Record<string, string>>): RecordLocator {
  return path['slug'] === undefined ? { id: recordId(kind, path) } : { slug: slugOf(path) }
}
export const slugOf = (path: Readonly<Record<string, string>>): string => (path['slug'] ?? '').normalize('NFC').replaceAll('\0', '')
/** Returns the id in a path. Throws 404 for a number that no id can have. */
export function recordId(kind: Kind, path: Readonly<Record<string, string>>): number {
  const id = Number(path['id'])
  if (!Number.isSafeInteger(id)) throw notFound(kind)
  return id
}
