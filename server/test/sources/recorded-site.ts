// A site of The Events Calendar that answers from recorded responses of the original, with the faults that a test asks for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { readExchanges } from '../dialect/exchanges.ts'
import type { Json } from '../support/server.ts'

const recorded = new Map(readExchanges().map((exchange) => [exchange.name.slice(0, 3), exchange.response as Json]))
const recordsOf = (number: string, part: string): Json[] => recorded.get(number)?.[part] as Json[]
/** The recorded site, one list a part. Its organizers were listed before one was added, which only an event shows. */
export const RECORDED: Readonly<Record<string, readonly Json[]>> = {
  categories: recordsOf('200', 'categories'),
  tags: recordsOf('201', 'tags'),
  venues: recordsOf('185', 'venues'),
  organizers: recordsOf('063', 'organizers'),
  events: [...recordsOf('140', 'events'), ...recordsOf('133', 'events')],
}
const PAST_THE_END = recorded.get('129')
/** The original returns fewer records a page than requested, if the site has a lower limit. */
const PER_PAGE = 10

export interface ListRequest {
  readonly part: string
  readonly page: number
  /** How often this page was requested before. */
  readonly before: number
}
export interface RecordedSite {
  readonly base: string
  readonly port: number
  readonly asked: string[]
  lists: Readonly<Record<string, readonly Json[]>>
  /** Where the REST interface is. */
  root: (url: URL) => string | null
  /** Answers in place of the site, and returns true then. */
  fault: (request: ListRequest, response: ServerResponse, site: RecordedSite) => boolean
  /** Answers requests for all other URLs. */
  other: (request: IncomingMessage, response: ServerResponse) => void
  reset(): void
}

const usualRoot = (url: URL): string | null => /^\/wp-json(\/.*)$/.exec(url.pathname)?.[1] ?? null
/** Call before the first test; it is closed at the end of the file. */
export async function recordedSite(): Promise<RecordedSite> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => answer(site, counts, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const initial = () => ({
    lists: RECORDED,
    root: usualRoot,
    fault: () => false,
    other: (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end('<html>none</html>'),
  })
  const reset = (): void => {
    counts.clear()
    site.asked.length = 0
    Object.assign(site, initial())
  }
  const site: RecordedSite = { base: `http://127.0.0.1:${port}`, port, asked: [], ...initial(), reset }
  return site
}

function answer(site: RecordedSite, counts: Map<string, number>, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', site.base)
  site.asked.push(`${url.pathname}${url.search}`)
  const part = /^\/tribe\/events\/v1\/(\w+)$/.exec(site.root(url) ?? '')?.[1] ?? ''
  if (!(part in site.lists)) return site.other(request, response)
  const page = Number(url.searchParams.get('page') ?? 1)
  const key = `${part} ${page}`
  const before = counts.get(key) ?? 0
  counts.set(key, before + 1)
  if (site.fault({ part, page, before }, response, site)) return
  sendPage(response, site, part, page)
}
/** Recorded URLs have no host. */
const withHost = (value: unknown, base: string): string => JSON.stringify(value).replaceAll('"/', `"${base}/`)
function sendPage(response: ServerResponse, site: RecordedSite, part: string, page: number): void {
  const all = site.lists[part] ?? []
  const pages = Math.ceil(all.length / PER_PAGE)
  const isTerm = part === 'categories' || part === 'tags'
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  if (!isTerm && page > Math.max(1, pages)) return void response.writeHead(404, headers).end(JSON.stringify(PAST_THE_END))
  const body = { [part]: all.slice((page - 1) * PER_PAGE, page * PER_PAGE), total: all.length, total_pages: pages }
  response.writeHead(200, headers).end(withHost(body, site.base))
}
