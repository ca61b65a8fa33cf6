// Fetches JSON from a site. Failures that may pass are repeated, with limits of attempts and of time.
import { setTimeout as sleep } from 'node:timers/promises'
import { EgressError, type Egress, type FetchResult } from '../../kernel/outbound/egress.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { UnreadableDocument } from './importer.ts'

export interface SiteReader {
  readonly egress: Pick<Egress, 'fetch'>
  readonly clock: Clock
  /** How long this run may still wait for a site that is busy or not available. */
  waitMs: number
}
export interface JsonRequest<T> {
  /** Returns null if the value is not the expected one. */
  readonly parse: (json: unknown) => T | null
  /** The code of the reason if a response of 200 cannot be read. */
  readonly unreadable: string
}

const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const FETCH_MS = 30_000
const PAGE_BYTES = 16 * 1024 * 1024
/** Failures of the network that may pass. All others concern the URL itself. */
const PASSING: readonly string[] = ['deadline', 'failed', 'busy', 'unresolved']

/** Returns the value, or the status if a repetition would not change it. Throws an `UnreadableDocument` with the code of the reason. */
export async function fetchJson<T>(reader: SiteReader, url: string, { parse, unreadable }: JsonRequest<T>): Promise<T | number> {
  let reason = 'not_fetched'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const response = await fetchOnce(reader, url)
    const value = response?.status === 200 ? parseBody(response.body, parse) : null
    if (value !== null) return value
    if (response && !isPassing(response.status)) return response.status
    reason = response?.status === 429 ? 'rate_limited' : response?.status === 200 ? unreadable : 'not_fetched'
    if (attempt < ATTEMPTS - 1) await wait(reader, retryAfterMs(response, reader.clock) ?? FIRST_WAIT_MS * 2 ** attempt, reason)
  }
  throw new UnreadableDocument(reason)
}
/** A status of 200 without the expected value is a page of a proxy or of maintenance, in HTML. */
const isPassing = (status: number): boolean => status === 200 || status === 429 || status === 408 || status >= 500

async function fetchOnce({ egress }: SiteReader, url: string): Promise<FetchResult | null> {
  try {
    return await egress.fetch(url, {
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      deadlineMs: FETCH_MS,
      maxBytes: PAGE_BYTES,
    })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason === 'too_large') throw new UnreadableDocument('too_large', { cause: error })
    if (!PASSING.includes(error.reason)) throw new UnreadableDocument('not_fetched', { cause: error })
    return null
  }
}

/** Seconds or a date (RFC 9110 10.2.3). */
function retryAfterMs(response: FetchResult | null, clock: Clock): number | null {
  const value = response?.headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - clock.now().epochMilliseconds)
}
async function wait(reader: SiteReader, ms: number, reason: string): Promise<void> {
  if (ms > reader.waitMs) throw new UnreadableDocument(reason)
  reader.waitMs -= ms
  await sleep(ms)
}

function parseBody<T>(body: Buffer, parse: (json: unknown) => T | null): T | null {
  try {
    return parse(JSON.parse(body.toString()))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
