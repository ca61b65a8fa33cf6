// Answers: bytes, versions, caching and links (contract 3.8 to 3.12).
import { hashOf } from '../../kernel/http/etags.ts'
import { dayAround, fromDatabase } from '../../kernel/time/date-times.ts'
import { pieceOf, type Piece } from './json-fragments.ts'
import type { Ask, Stored } from '../definition/resource.ts'

/** How long an answer stays true while nothing is written: to the next second, the next day at the site, or always. */
export type Stays = 'second' | 'day' | 'always'
/** Milliseconds since 1970 until which a response stays valid if nothing is written. */
export function trueUntil(stays: Stays, { now, site }: Ask): number {
  if (stays === 'always') return Infinity
  if (stays === 'second') return Math.floor(now.epochMilliseconds / 1_000) * 1_000 + 1_000
  return dayAround(now, site.zone).end.epochMilliseconds
}
export interface Reply {
  /** Of what anybody may read. */
  readonly stays?: Stays
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const PRIVATE = 'private, no-store'
export const cacheControl = (ask: Ask, seconds: number, opened = false): string =>
  ask.caller.id !== null || opened ? PRIVATE : `public, max-age=0, s-maxage=${seconds}`

/** One record: a strong tag of its version and of the bytes sent. */
export function recordReply(body: string, row: Stored, ask: Ask, opened: boolean): Reply {
  return {
    status: 200,
    headers: {
      etag: `"${String(row['version'])}.${hashOf(body)}"`,
      'last-modified': new Date(fromDatabase(String(row['modified_at'])).epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ask, ask.site.record_max_age, opened),
    },
    body,
    ...(!opened && staying(ask, 'always')),
  }
}
const staying = (ask: Ask, stays: Stays): { stays?: Stays } => (ask.caller.id === null ? { stays } : {})
/** Anything else that is read: a tag of the bytes alone. */
export const readReply = (value: unknown, ask: Ask, headers: Readonly<Record<string, string>> = {}) =>
  pieceReply(pieceOf(value), ask, headers)
export const pieceReply = ({ bytes, mark }: Piece, ask: Ask, headers: Readonly<Record<string, string>> = {}, stays: Stays = 'always') => ({
  status: 200,
  headers: { etag: `"${mark}"`, 'cache-control': cacheControl(ask, ask.site.list_max_age), ...headers },
  body: bytes,
  ...staying(ask, stays),
})
export const writeReply = (status: number, record: unknown, version: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'cache-control': PRIVATE, 'x-record-version': String(version), ...headers },
  body: JSON.stringify(record),
})

/** The address of something under the namespace, with the language root that was used. */
export const restUrl = (ask: Pick<Ask, 'site' | 'root'>, path: string): string =>
  `${ask.site.public_url}${ask.root}${ask.site.rest_root}/${ask.site.namespace}${path}`
