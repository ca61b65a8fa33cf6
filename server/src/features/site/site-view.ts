// The view of a page request: its language, links and texts, and the reads of the page.
import type { Site } from '../../engine/definition/kind.ts'
import { keySeparator } from '../../engine/response/surrogate-keys.ts'
import { memoize } from '../../kernel/cache/memoize.ts'
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { LANGUAGES_MAX, translator, type Translate } from '../../kernel/text/messages.ts'
import type { ApiReader, ApiRead, ReadClient } from './api-reader.ts'
import type { SiteAssets } from './site-assets.ts'
import { translateSiteStrings, type SiteStrings } from './site-strings.ts'

/** How the operator has configured the public pages. */
export interface SiteSettings {
  readonly site: Site
  readonly assets: SiteAssets
  /** A sentence below the heading of the calendar. */
  readonly tagline: string
  /** A sentence at the end of every page. */
  readonly footer: string
  readonly hasDocumentation: boolean
  /** Whether visitors may suggest events at `/submit`. */
  readonly acceptsSubmissions: boolean
  /** The template of the URL of a map tile, with {z}, {x} and {y}; empty if pages show no maps. */
  readonly mapTiles: string
  /** The origin to which URLs of pictures redirect; empty if this server sends them. */
  readonly mediaOrigin: string
  /** The other origins from which pages show images: those of map tiles and of pictures. */
  readonly imageOrigins: readonly string[]
  /** The copyright notice of the map. */
  readonly mapAttribution: string
  /** Days after the end of an event from which search engines leave out its page. */
  readonly noIndexDays: number
  /** Custom properties with the colors of the calendar. */
  readonly accentStyles: string
  /** Sites that may show the calendar in a frame. */
  readonly embedOrigins: readonly string[]
}

export interface SiteView {
  readonly settings: SiteSettings
  readonly site: Site
  readonly language: string
  /** The language root of the URL; null if the URL has none. */
  readonly root: string | null
  /** The path without the language root, such as `events/jazz`; empty for the home page. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly now: Temporal.Instant
  readonly strings: SiteStrings
  readonly translate: Translate
  readonly calendarName: string
  /** Returns the URL of a page in the language of this page, without the host. */
  readonly link: (path: string) => string
  /** Returns the absolute URL of a page in a language. The default language has no root. */
  readonly absolute: (path: string, language?: string) => string
  /** Returns the URL of the API in the language of the page. */
  readonly api: (path: string) => string
  readonly asset: (name: string) => string
  readonly reads: PageReads
}

/** A record of the API. Pages read only the fields that they show. */
export type ApiRecord = Readonly<Record<string, unknown>>
export interface ReadOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: readonly Pair[]
  /** The language root of the read, if it differs from that of the page. */
  readonly root?: string
  /** `records`: only writes to the records that the response shows purge the page, and the response does not shorten the time for which
   *  shared caches keep the page. `kinds`: the page shows numbers of records only, so that their texts do not matter. */
  readonly keys?: 'records' | 'kinds'
}
/** The reads of one page, and the caching headers that follow from them. */
export interface PageReads {
  json(path: string, options?: ReadOptions): Promise<ApiRecord>
  /** The earliest expiry of all reads, in milliseconds since 1970. */
  expiresAt(): number
  /** The shortest `s-maxage` of all reads. */
  sharedMaxAge(): number
  surrogateKeys(): Readonly<Record<string, string>>
}

export interface ViewRequest {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly pairs: readonly Pair[]
  readonly root: string | null
  readonly now: Temporal.Instant
  readonly reads: PageReads
}
const stringsOf = memoize(LANGUAGES_MAX, (language) => translateSiteStrings(translator(language)))

export function createSiteView({ path, params, pairs, root, now, reads }: ViewRequest, settings: SiteSettings): SiteView {
  const { site } = settings
  const language = root ?? site.defaultLanguage
  const translate = translator(language)
  const base = basePath(site)
  const rootPath = root === null ? '' : `/${root}`
  return {
    settings,
    site,
    language,
    root,
    path,
    params,
    query: new URLSearchParams(pairs.map(([name, value]) => [name, value])),
    now,
    strings: stringsOf(language),
    translate,
    calendarName: site.name || translate('Events calendar'),
    link: (to) => `${base}${rootPath}/${to}`,
    absolute: (to, each = language) => `${site.publicUrl}${each === site.defaultLanguage ? '' : `/${each}`}/${to}`,
    api: (to) => `${base}${rootPath}${site.restRoot}/${site.namespace}${to}`,
    asset: (name) => `${base}${settings.assets.path(name)}`,
    reads,
  }
}

/** The path of the calendar on its host, without a slash at the end. */
export const basePath = ({ publicUrl }: Pick<Site, 'publicUrl'>): string => new URL(publicUrl).pathname.replace(/\/+$/, '')

interface ReaderContext {
  readonly reader: ApiReader
  readonly client: ReadClient
  readonly signal: AbortSignal
  readonly root: string | null
  readonly keyHeaders: readonly string[]
}
/** A response with too many records has no keys of records. All of its keys then belong to the page. */
function selectKeys(keys: readonly string[], kept: ReadOptions['keys']): readonly string[] {
  const present = keys.filter(Boolean)
  if (kept === 'kinds') return present.filter((key) => !key.includes('-'))
  const records = present.filter((key) => /-\d+$/.test(key))
  return kept === 'records' && records.length > 0 ? records : present
}

export function trackReads({ reader, client, signal, root, keyHeaders }: ReaderContext): PageReads {
  const keys = new Map(keyHeaders.map((name) => [name, new Set<string>()]))
  let expiry = Infinity
  let maxAge = Infinity
  return {
    async json(path, { params, query, root: ownRoot, keys: kept } = {}) {
      const request: ApiRead = { path, root: ownRoot ?? root, ...(params && { params }), ...(query && { query }) }
      const { status, headers, text, expiresAt } = await reader.read(request, client, signal)
      expiry = Math.min(expiry, expiresAt)
      if (kept !== 'records') maxAge = Math.min(maxAge, Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0))
      for (const [name, found] of keys)
        for (const key of selectKeys((headers.get(name) ?? '').split(keySeparator(name)), kept)) found.add(key)
      return status === 308 ? { location: headers.get('location') } : (JSON.parse(text) as ApiRecord)
    },
    expiresAt: () => expiry,
    sharedMaxAge: () => (Number.isFinite(maxAge) ? maxAge : 0),
    surrogateKeys: () =>
      Object.fromEntries([...keys].flatMap(([name, found]) => (found.size === 0 ? [] : [[name, [...found].join(keySeparator(name))]]))),
  }
}
