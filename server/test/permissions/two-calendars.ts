// Sends the same requests to both calendars and compares status, headers in order, and every byte of the body.
import { Agent, request as open } from 'node:http'
import { STREAM_PATH } from '../../src/engine/changes-route.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { NS, type Json, type TestServer } from '../support/server.ts'
import { nextRequest, type Request } from './requests.ts'
import { OUTSIDERS, type Worlds } from './two-calendars-setup.ts'

export interface Tally {
  asked: number
  found: number
  /** Number of lists with at least one record. */
  lists: number
  readonly statuses: Map<number, number>
  readonly paths: Set<string>
  difference: string | null
}
interface Raw {
  readonly status: number
  readonly headers: string
  readonly body: string
}

const isEqual = (here: Raw, there: Raw): boolean =>
  here.status === there.status && here.headers === there.headers && here.body === there.body
/** Headers that differ between any two responses; all others must be equal. */
const OWN = new Set(['date', 'x-request-id', 'x-change-id'])

/** Stops at the first difference. */
export async function compareWorlds({ full, bare, known }: Worlds, count: number, seed: number, readsOnly = false): Promise<Tally> {
  const random = new Random(seed)
  // A stream does not end; server/test/changes/stream.test.ts compares callers.
  const routes = full.app.routes.filter(({ method, path }) => (!readsOnly || method === 'GET') && path !== STREAM_PATH)
  const agent = new Agent({ keepAlive: true })
  const tally: Tally = { asked: 0, found: 0, lists: 0, statuses: new Map(), paths: new Set(), difference: null }
  let tag: string | null = null
  while (tally.asked < count && tally.difference === null) {
    // The calendars are asked alternately, so that the remaining rate of a caller is equal in both.
    const request = nextRequest(random, routes, known, tag)
    const [here, there] = await Promise.all([sendRequest(full, request, agent), sendRequest(bare, request, agent)])
    tally.asked += 1
    tally.statuses.set(here.status, (tally.statuses.get(here.status) ?? 0) + 1)
    tally.paths.add(
      request.url
        .replace(/\?.*$/, '')
        .replace(/\d+/g, '{id}')
        .replace(/by-slug\/.*/, 'by-slug/{slug}')
        .replace(/by-external\/.*/, 'by-external/{source}/{external_id}'),
    )
    if (here.status === 200) tally.found += 1
    // The change feed and inventories have no total.
    if (/^x-total: [1-9]/im.test(here.headers) || /^\{"\w+":\[\{/.test(here.body)) tally.lists += 1
    tag = /etag: (.*)/i.exec(here.headers)?.[1] ?? tag
    if (here.status >= 500 || !isEqual(here, there)) tally.difference = tell(request, here, there)
  }
  agent.destroy()
  return tally
}

/** Sends requests that name the IDs of hidden records, by all callers, and returns the first difference. */
export async function compareReads(
  { full, bare }: Worlds,
  paths: readonly string[],
): Promise<{ asked: number; difference: string | null }> {
  const agent = new Agent({ keepAlive: true })
  let asked = 0
  let difference: string | null = null
  for (const path of paths) {
    const as = OUTSIDERS[asked % OUTSIDERS.length]
    const request: Request = { method: 'GET', url: `${NS}${path}`, as, headers: {}, body: undefined }
    const [here, there] = await Promise.all([sendRequest(full, request, agent), sendRequest(bare, request, agent)])
    asked += 1
    if (here.status < 500 && isEqual(here, there)) continue
    difference = tell(request, here, there)
    break
  }
  agent.destroy()
  return { asked, difference }
}

/** Sends a request whose effect may differ only in the hidden records: the next record has the same id in both calendars. */
export async function compareWrite(
  { full, bare }: Worlds,
  nextId: number,
  request: Request,
): Promise<{ status: number; difference: string | null }> {
  const agent = new Agent()
  for (const { app } of [full, bare]) await app.database.query(sql`select setval('record_ids', ${nextId})`)
  const [here, there] = await Promise.all([sendRequest(full, request, agent), sendRequest(bare, request, agent)])
  return { status: here.status, difference: isEqual(here, there) ? null : tell(request, here, there) }
}

function sendRequest(server: TestServer, { method, url, as, headers, body }: Request, agent: Agent): Promise<Raw> {
  const authorization = as === 'nobody' ? 'Bearer kal_of_nobody' : as && `Bearer ${server.tokens[as]}`
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = open(
      `${server.base}${wholeFeed(url)}`,
      {
        method,
        agent,
        headers: { ...headers, ...(authorization && { authorization }), ...(content && { 'content-length': Buffer.byteLength(content) }) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve(
            comparable(url, {
              status: answer.statusCode ?? 0,
              headers: plain(answer.rawHeaders),
              body: Buffer.concat(chunks).toString('latin1'),
            }),
          ),
        )
      },
    )
    sent.once('error', reject)
    sent.end(content)
  })
}
const isFeed = (url: string): boolean => /\/changes\/?(\?|$)/.test(url)
/** A request for all changes in one page. Records that were public and are in the trash now are among them in one calendar only. */
function wholeFeed(url: string): string {
  if (!isFeed(url)) return url
  const [path, query = ''] = url.split('?')
  return `${path}?${[...query.split('&').filter((each) => each && !each.startsWith('per_page=')), 'per_page=1000'].join('&')}`
}
/** The change feed has cursors, times and change ids of its own in each calendar. Everything else must be equal, except for records that are gone. */
function comparable(url: string, raw: Raw): Raw {
  if (!isFeed(url) || ![200, 304].includes(raw.status)) return raw
  const { changes = [], ...page } = raw.body ? (JSON.parse(raw.body) as { changes?: Json[] }) : {}
  const shown = changes.filter(({ action, reason }) => action !== 'remove' || reason !== 'trashed')
  return {
    status: raw.status,
    headers: raw.headers.replace(/^(etag|content-length): .*$/gim, '$1'),
    body: JSON.stringify({ changes: shown, ...page }).replace(/"(cursor|next|at|change_id|kept_since)":"[^"]*"/g, '"$1":""'),
  }
}
const plain = (raw: readonly string[]): string =>
  raw.flatMap((name, i) => (i % 2 === 1 ? [] : [OWN.has(name.toLowerCase()) ? name : `${name}: ${raw[i + 1] ?? ''}`])).join('\n')

function tell(request: Request, here: Raw, there: Raw): string {
  const asked = `${request.method} ${request.url} as ${request.as ?? 'anonymous'} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body)}`
  return [asked, 'with the hidden records:', show(here, there), 'without:', show(there, here)].join('\n')
}
/** The headers, and the body from the first difference on. */
function show({ status, headers, body }: Raw, { body: other }: Raw): string {
  let same = 0
  while (same < body.length && body[same] === other[same]) same += 1
  return `${status}\n${headers}\n…${body.slice(Math.max(0, same - 200), same + 400)}`
}

export const report = ({ asked, found, lists, statuses, paths }: Tally): string =>
  `${asked} pairs of answers, ${found} of them 200, ${lists} lists with records, ${paths.size} paths, statuses ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}`
