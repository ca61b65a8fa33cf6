// Builds responses: body, ETag, Cache-Control and Last-Modified (contract 3.8 to 3.12).
import { contentHash } from '../../kernel/http/etags.ts'
import { dayContaining, fromDatabase } from '../../kernel/time/date-times.ts'
import type { CacheLifetime, JsonFragment, ResponseLifetime } from '../definition/caching.ts'
import { jsonFragment } from './json-fragments.ts'
import type { RequestContext, StoredRow } from '../definition/kind.ts'

/** Milliseconds since 1970 until which a response stays valid if nothing is written. */
export function cacheExpiry(cacheLifetime: ResponseLifetime, { now, site }: RequestContext): number {
  if (typeof cacheLifetime === 'object') return cacheLifetime.until
  if (cacheLifetime === 'always') return Infinity
  if (cacheLifetime === 'second') return Math.floor(now.epochMilliseconds / 1_000) * 1_000 + 1_000
  return dayContaining(now, site.timeZone).end.epochMilliseconds
}
export interface EngineResponse {
  /** Set if the response is the same for all anonymous callers, so that it may be cached. */
  readonly cacheLifetime?: ResponseLifetime
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const NO_STORE = 'private, no-store'
export const cacheControl = (ctx: RequestContext, seconds: number, unlocked = false): string =>
  ctx.caller.id !== null || unlocked ? NO_STORE : `public, max-age=0, s-maxage=${seconds}`

export interface RecordResponseView {
  /** Whether a password unlocked the record. */
  readonly unlocked: boolean
  /** When a value in the record changes by itself, in milliseconds since 1970. */
  readonly changesAt: number
}
/** Response with one record. Its ETag is strong and contains the version and a hash of the body. */
export function recordResponse(
  body: string,
  row: StoredRow,
  ctx: RequestContext,
  { unlocked, changesAt }: RecordResponseView,
): EngineResponse {
  const secondsLeft = Math.max(0, Math.floor((changesAt - ctx.now.epochMilliseconds) / 1_000))
  return {
    status: 200,
    headers: {
      etag: `"${String(row['version'])}.${contentHash(body)}"`,
      'last-modified': new Date(fromDatabase(String(row['modified_at'])).epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ctx, Math.min(ctx.site.recordMaxAge, secondsLeft), unlocked),
    },
    body,
    ...(!unlocked && lifetimeFor(ctx, { until: changesAt })),
  }
}
const lifetimeFor = (ctx: RequestContext, cacheLifetime: ResponseLifetime): { cacheLifetime?: ResponseLifetime } =>
  ctx.caller.id === null ? { cacheLifetime } : {}
/** Response to any other read. Its ETag is a hash of the body. */
export const jsonResponse = (value: unknown, ctx: RequestContext, headers: Readonly<Record<string, string>> = {}) =>
  fragmentResponse(jsonFragment(value), ctx, headers)
export const fragmentResponse = (
  { bytes, hash }: JsonFragment,
  ctx: RequestContext,
  headers: Readonly<Record<string, string>> = {},
  cacheLifetime: CacheLifetime = 'always',
) => ({
  status: 200,
  headers: { etag: `"${hash}"`, 'cache-control': cacheControl(ctx, ctx.site.listMaxAge), ...headers },
  body: bytes,
  ...lifetimeFor(ctx, cacheLifetime),
})
export const writeResponse = (
  status: number,
  record: unknown,
  version: number,
  headers: Readonly<Record<string, string>> = {},
): EngineResponse => ({
  status,
  headers: { 'cache-control': NO_STORE, 'x-record-version': String(version), ...headers },
  body: JSON.stringify(record),
})

/** The id of the change, if the write has logged one (contract 14.4). */
export const changeIdHeader = (
  { isLogged }: { readonly isLogged: boolean },
  { changeId }: RequestContext,
): Readonly<Record<string, string>> => (isLogged ? { 'x-change-id': changeId } : {})

/** The URL of a path in the namespace, with the language root of the request. */
export const apiUrl = (ctx: Pick<RequestContext, 'site' | 'languagePrefix'>, path: string): string =>
  `${ctx.site.publicUrl}${ctx.languagePrefix}${ctx.site.restRoot}/${ctx.site.namespace}${path}`
