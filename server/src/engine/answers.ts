// Answers: bytes, versions, caching and links (contract 3.8 to 3.12).
import { createHash } from 'node:crypto'
import type { Pair } from '../kernel/bodies.ts'
import { fromDatabase } from '../kernel/moments.ts'
import { Problem } from '../kernel/problems.ts'
import type { Ask, Stored } from './resource.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const PRIVATE = 'private, no-store'
export const cacheControl = (ask: Ask, seconds: number, opened = false): string =>
  ask.caller.id !== null || opened ? PRIVATE : `public, max-age=0, s-maxage=${seconds}`

const hashOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** One record: a strong tag of its version and of the bytes sent. */
export function recordReply(record: Readonly<Record<string, unknown>>, row: Stored, ask: Ask, opened: boolean): Reply {
  const body = JSON.stringify(record)
  return {
    status: 200,
    headers: {
      etag: `"${String(row['version'])}.${hashOf(body)}"`,
      'last-modified': new Date(fromDatabase(String(row['modified_at'])).epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ask, ask.site.record_max_age, opened),
    },
    body,
  }
}
/** Anything else that is read: a tag of the bytes alone. */
export function readReply(value: unknown, ask: Ask, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = JSON.stringify(value)
  return {
    status: 200,
    headers: { etag: `"${hashOf(body)}"`, 'cache-control': cacheControl(ask, ask.site.list_max_age), ...headers },
    body,
  }
}
export const writeReply = (status: number, record: unknown, version: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'cache-control': PRIVATE, 'x-record-version': String(version), ...headers },
  body: JSON.stringify(record),
})

/** 304 where the caller has these bytes already. */
export function unlessKnown(reply: Reply, ifNoneMatch: string | undefined): Reply {
  const etag = reply.headers['etag']
  if (ifNoneMatch === undefined || etag === undefined) return reply
  const known = ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  return known ? { ...reply, status: 304, body: '' } : reply
}

/** If-Match compares the version alone: "3.hash", W/"3.hash", "3" and * all fit version 3. */
export const precondition =
  (ifMatch: string | undefined) =>
  (version: number): void => {
    if (ifMatch === undefined || ifMatch.trim() === '*') return
    const named = ifMatch.split(',').map((each) => /^(?:W\/)?"([^".]*)(?:\.[^"]*)?"$/.exec(each.trim())?.[1])
    if (!named.includes(String(version))) throw new Problem('rest_precondition_failed')
  }

/** `_fields`: only these, also of what is nested. */
export function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields))
  if (typeof value !== 'object' || value === null) return value
  const heads = Map.groupBy(fields, (field) => field.split('.')[0] ?? '')
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = heads.get(name)
      if (!wanted) return []
      const below = wanted.flatMap((field) => (field.includes('.') ? [field.slice(field.indexOf('.') + 1)] : []))
      return [[name, below.length < wanted.length ? inner : pick(inner, below)]]
    }),
  )
}

/** The address of something under the namespace, with the language root that was used. */
export const restUrl = (ask: Pick<Ask, 'site' | 'root'>, path: string): string =>
  `${ask.site.public_url}${ask.root}${ask.site.rest_root}/${ask.site.namespace}${path}`

export interface Paging {
  readonly page: number
  readonly total: number
  readonly per_page: number
}
/** Links to this and the other pages. They carry every parameter but a password; dates as they were applied. */
export function pageLinks(
  ask: Ask,
  path: string,
  pairs: readonly Pair[],
  applied: Readonly<Record<string, string>>,
  { page, total, per_page }: Paging,
) {
  const last = Math.ceil(total / per_page)
  const kept = pairs.filter(([name]) => !['page', 'password'].includes(name.replace(/\[.*$/s, '')))
  const link = (n: number, params: readonly Pair[]): string => {
    const all = n === 1 && !pairs.some(([name]) => name === 'page') ? params : [...params, ['page', String(n)] as const]
    const query = all.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
    return restUrl(ask, path) + (query ? `?${query}` : '')
  }
  const resolved: Pair[] = [...kept.filter(([name]) => !Object.hasOwn(applied, name)), ...Object.entries(applied)]
  const to = (n: number): string | null => (n >= 1 && n <= last ? link(n, resolved) : null)
  const [next, previous] = [to(page + 1), to(Math.min(page - 1, last))]
  const rels = { next, prev: previous, first: to(1), last: to(last) }
  const header = Object.entries(rels).flatMap(([rel, href]) => (href ? [`<${href}>; rel="${rel}"`] : []))
  return { rest_url: link(page, kept), next_rest_url: next, previous_rest_url: previous, total_pages: last, header: header.join(', ') }
}
