// Reads records for pages through the routes of the API, as an anonymous caller and with the same response cache.
// A page can therefore show nothing that the API does not show to everybody.
import type { ResponseCache } from '../../kernel/cache/response-cache.ts'
import { isBuffered, renderAndCache } from '../../kernel/http/cached-responses.ts'
import type { RequestHead } from '../../kernel/http/http-request.ts'
import { expandBrackets, type Pair } from '../../kernel/http/request-parsing.ts'
import type { HttpRoute } from '../../kernel/http/route.ts'
import { ANONYMOUS, type Caller } from '../../kernel/security/caller.ts'

export interface ApiReaderSettings {
  readonly routes: readonly HttpRoute<Caller>[]
  readonly responseCache: ResponseCache
  /** The path of the namespace, such as `/calendar/events/v1`. */
  readonly base: string
  /** Whether requests to the API without credentials are anonymous. Otherwise their responses differ from those for pages. */
  readonly sharesCache: boolean
}
export type ReadClient = Pick<RequestHead, 'id' | 'clientIp' | 'setHeaders'>
export interface ApiRead {
  /** The path of a route, such as `/categories/{id}`. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: readonly Pair[]
  /** The language root of the page, or null. */
  readonly root: string | null
}
export interface ApiResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** When the response expires if nothing is written, in milliseconds since 1970. */
  readonly expiresAt: number
}
export interface ApiReader {
  /** Throws the error that the API would return. The client is charged for expensive reads that are not cached. */
  read(request: ApiRead, client: ReadClient, signal: AbortSignal): Promise<ApiResponse>
}

export function createApiReader({ routes, responseCache, base, sharesCache }: ApiReaderSettings): ApiReader {
  const byPath = new Map(routes.filter(({ method }) => method === 'GET').map((route) => [route.path, route]))
  return {
    async read({ path, params = {}, query = [], root }, client, signal) {
      const route = byPath.get(path)
      if (!route) throw new Error(`The API has no route ${path}.`)
      const url = `${root === null ? '' : `/${root}`}${base}${fillPath(path, params)}${toQueryString(query)}`
      const key = sharesCache ? url : `pages ${url}`
      const request = { ...client, params, languagePrefix: root, headers: {}, query: expandBrackets(query), queryPairs: query }
      const render = () => renderAndCache(responseCache, key, route.path, () => route.handle(request, {}, ANONYMOUS, signal))
      const response = responseCache.get(key) ?? (await render())
      if (!isBuffered(response.body)) throw new Error(`The response of ${path} is not text.`)
      const headers = 'compressed' in response ? pairsOf(response.headers) : Object.entries(response.headers)
      return {
        status: 'status' in response ? response.status : 200,
        headers: new Map(headers),
        text: response.body.toString(),
        expiresAt: response.expiresAt ?? 0,
      }
    },
  }
}

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
const toQueryString = (query: readonly Pair[]): string =>
  query.length === 0 ? '' : `?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`
const pairsOf = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? ''] as [string, string]] : []))
