// The one door out: http and https to public addresses, or to what the operator opened. Names are resolved once, and only the addresses that were looked at are called.
import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction, TcpNetConnectOpts } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { classifyIp } from './ip-ranges.ts'

export interface Egress {
  /** What is there now, whatever its status. Everything else throws `EgressRefused`. */
  fetch(address: string, options?: FetchOptions): Promise<FetchResult>
}
export interface FetchOptions {
  /** Sent to the named origin only; a redirect to another leaves them behind. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes?: number
  readonly deadlineMs?: number
}
export interface FetchResult {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** Decoded. */
  readonly body: Buffer
  /** Where it was found after redirects. */
  readonly url: string
}
export interface EgressSettings {
  /** Time for all of it: names, connections, redirects, the body. */
  readonly deadlineMs: number
  /** Largest body, as it arrives and as it is when decoded. */
  readonly maxBytes: number
  readonly redirects: number
  readonly ports: readonly number[]
  /** Inner hosts with their port that may be called all the same: `127.0.0.1:8080`. */
  readonly allow: readonly string[]
  /** DNS servers; the system's if there are none. */
  readonly dns: readonly string[]
  /** Most at a time, for each may hold `max_bytes`. */
  readonly inFlight: number
}

type Reason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'name'
  | 'unresolved'
  | 'address'
  | 'redirects'
  | 'downgrade'
  | 'encoding'
  | 'too_large'
  | 'deadline'
  | 'busy'
  | 'failed'

/** Not fetched. The cause is for the log: a caller who is told of it learns what is inside. */
export class EgressError extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(`not fetched: ${reason}`, { cause })
    this.reason = reason
  }
}

export function createEgress(settings: EgressSettings): Egress {
  const allowed = new Set(settings.allow.map(hostAndPort))
  let inFlight = 0
  return {
    fetch: async (address, { headers = {}, maxBytes = settings.maxBytes, deadlineMs = settings.deadlineMs } = {}) => {
      if (inFlight >= settings.inFlight) throw new EgressError('busy')
      inFlight += 1
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        return await fetchFollowingRedirects(address, headers, { settings, allowed, signal, maxBytes })
      } catch (error) {
        if (error instanceof EgressError && !signal.aborted) throw error
        throw new EgressError(signal.aborted ? 'deadline' : 'failed', error)
      } finally {
        inFlight -= 1
      }
    },
  }
}

interface FetchContext {
  readonly settings: EgressSettings
  readonly allowed: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly maxBytes: number
}
type Headers = Readonly<Record<string, string>>

const hostAndPort = (hostAndPort: string): string => {
  const url = new URL(`http://${hostAndPort}`)
  return `${url.hostname}:${url.port || '80'}`
}

async function fetchFollowingRedirects(address: string, headers: Headers, errand: FetchContext): Promise<FetchResult> {
  let url = readUrl(address)
  let sent = headers
  for (let hops = 0; ; hops += 1) {
    const addresses = await resolveAllowedIps(url, errand)
    const message = await request(url, addresses, sent, errand.signal)
    const next = nextUrl(message, url)
    if (!next) return await readResponse(message, url, errand)
    message.destroy()
    if (hops >= errand.settings.redirects) throw new EgressError('redirects')
    if (url.protocol === 'https:' && next.protocol === 'http:') throw new EgressError('downgrade')
    if (next.origin !== url.origin) sent = {}
    url = next
  }
}

const LONGEST_URL = 8_192

function readUrl(text: string, base?: URL): URL {
  const url = text.length > LONGEST_URL ? null : URL.parse(text, base)
  if (!url) throw new EgressError('url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('scheme')
  if (url.username || url.password) throw new EgressError('credentials')
  // The name with the dot of the root is the same name.
  url.hostname = url.hostname.replace(/\.$/, '')
  return url
}

const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Names that mean something only inside a network: a single word, and what is set aside for inner use. */
const PRIVATE_HOSTNAME = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa|onion)$/

/** The addresses behind an address, all of them looked at; one that may not be called refuses all. */
async function resolveAllowedIps(url: URL, { settings, allowed, signal }: FetchContext): Promise<readonly string[]> {
  const host = hostOf(url)
  const isOpened = allowed.has(`${url.hostname}:${portOf(url)}`)
  if (!isOpened && !settings.ports.includes(portOf(url))) throw new EgressError('port')
  if (!isOpened && isIP(host) === 0 && PRIVATE_HOSTNAME.test(host)) throw new EgressError('name')
  const addresses = isIP(host) ? [host] : await resolveName(host, settings.dns, signal)
  if (addresses.length === 0) throw new EgressError('unresolved')
  for (const address of addresses) {
    const reach = classifyIp(address)
    if (reach !== 'public' && !(reach === 'inner' && isOpened)) throw new EgressError('address')
  }
  return addresses
}

/** Asks DNS itself, not the system's `getaddrinfo`: that holds one of the few threads of the process until it ends, and knows nothing of our deadline. */
async function resolveName(name: string, servers: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  if (name === 'localhost') return ['127.0.0.1']
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    const found = await Promise.all([emptyIfNotFound(resolver.resolve4(name)), emptyIfNotFound(resolver.resolve6(name))])
    return found.flat()
  } catch (error) {
    throw new EgressError('unresolved', error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A name may have no address of one sort. Any other failure is one: half an answer was not looked at as a whole. */
const emptyIfNotFound = (found: Promise<string[]>): Promise<string[]> =>
  found.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === NODATA || error.code === NOTFOUND)) return []
    throw error
  })

const HEADERS_LIMIT_BYTES = 16_384
const MOST_ADDRESSES = 8

/** A connection of its own, without pool or proxy, to one of these addresses and nothing else. */
function request(url: URL, addresses: readonly string[], headers: Headers, signal: AbortSignal): Promise<http.IncomingMessage> {
  const host = hostOf(url)
  const found = addresses.slice(0, MOST_ADDRESSES).map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_name, options, done) => {
    if (options.all) return done(null, found)
    done(null, found[0]?.address ?? '', found[0]?.family)
  }
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http
    const options: https.RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
      host,
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      headers: { accept: '*/*', 'user-agent': 'Kalends', ...headers, 'accept-encoding': 'gzip, br, deflate', host: url.host },
      agent: false,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
      servername: isIP(host) ? '' : host,
      signal,
    }
    open(options)
      .on('response', resolve)
      .on('error', reject)
      // Whatever else happened, such as an upgrade that nobody asked for: a closed connection is the end of waiting.
      .on('close', () => reject(new Error('closed without an answer')))
      .end()
  })
}

const REDIRECTS = [301, 302, 303, 307, 308]

const nextUrl = (message: http.IncomingMessage, url: URL): URL | null => {
  const { location } = message.headers
  return location !== undefined && REDIRECTS.includes(message.statusCode ?? 0) ? readUrl(location, url) : null
}

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])

async function readResponse(message: http.IncomingMessage, url: URL, { maxBytes, signal }: FetchContext): Promise<FetchResult> {
  const status = message.statusCode ?? 0
  const chunks: Buffer[] = []
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limitBytes(maxBytes)(source)) chunks.push(chunk)
  }
  try {
    const decoder = decoderOf(message)
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw new EgressError('too_large')
    if (decoder) await pipeline(message, limitBytes(maxBytes), decoder, keep, { signal })
    else await pipeline(message, keep, { signal })
  } finally {
    message.destroy()
  }
  return { status, headers: message.headers, body: Buffer.concat(chunks), url: url.href }
}

function decoderOf({ headers, statusCode }: http.IncomingMessage): NodeJS.ReadWriteStream | null {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (coding === 'identity' || coding === '' || statusCode === 204 || statusCode === 304) return null
  const decoder = DECODERS.get(coding)
  if (!decoder) throw new EgressError('encoding')
  return decoder()
}

const limitBytes = (maxBytes: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new EgressError('too_large')
      yield chunk
    }
  }
