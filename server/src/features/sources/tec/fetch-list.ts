// Fetches one page of a list of The Events Calendar. Failures that may pass are repeated, with limits of attempts and of time.
import { setTimeout as sleep } from 'node:timers/promises'
import { EgressError, type Egress, type FetchResult } from '../../../kernel/outbound/egress.ts'
import { isObject } from '../../../kernel/http/request-parsing.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import { UnreadableDocument } from '../importer.ts'

export interface ListPage {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly pages: number
}
export interface SiteReader {
  readonly egress: Pick<Egress, 'fetch'>
  readonly clock: Clock
  /** How long this run may still wait for a site that is busy or not available. */
  waitMs: number
}

const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const FETCH_MS = 30_000
const PAGE_BYTES = 16 * 1024 * 1024
/** Failures of the network that may pass. All others concern the URL itself. */
const PASSING: readonly string[] = ['deadline', 'failed', 'busy', 'unresolved']

/** Returns null if the site has no such page. Throws an `UnreadableDocument` with the code of the reason. */
export async function fetchListPage(reader: SiteReader, url: string, part: string): Promise<ListPage | null> {
  let reason = 'not_fetched'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const response = await fetchOnce(reader, url)
    const page = response?.status === 200 ? parsePage(response.body, part) : null
    if (page) return page
    if (response?.status === 404) return null
    if (response && !isPassing(response.status)) throw new UnreadableDocument('not_fetched')
    reason = response?.status === 429 ? 'rate_limited' : response?.status === 200 ? 'not_tec' : 'not_fetched'
    if (attempt < ATTEMPTS - 1) await wait(reader, retryAfterMs(response, reader.clock) ?? FIRST_WAIT_MS * 2 ** attempt, reason)
  }
  throw new UnreadableDocument(reason)
}
/** A status of 200 without the list is a page of a proxy or of maintenance, in HTML. */
const isPassing = (status: number): boolean => status === 200 || status === 429 || status === 408 || status >= 500

async function fetchOnce({ egress }: SiteReader, url: string): Promise<FetchResult | null> {
  try {
    return await egress.fetch(url, { headers: { accept: 'application/json' }, deadlineMs: FETCH_MS, maxBytes: PAGE_BYTES })
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

function parsePage(body: Buffer, part: string): ListPage | null {
  try {
    const json: unknown = JSON.parse(body.toString())
    if (!isObject(json) || !Array.isArray(json[part])) return null
    const records = (json[part] as unknown[]).filter(isObject)
    const count = (value: unknown): number => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : 0)
    return { records, total: count(json['total']), pages: count(json['total_pages']) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
