// Outbound HTTP requests: only to public addresses or to hosts that the operator allows. Host names are resolved once, to prevent DNS rebinding.
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
  /** Returns the response, whatever its status. Throws `EgressError` if there is no response. */
  fetch(address: string, options?: FetchOptions): Promise<FetchResult>
  /** Sends a body. Redirects are not followed, and the response ends after `maxBytes`, or when its rest does not arrive in time. */
  post(address: string, body: string, options?: FetchOptions): Promise<FetchResult>
}
export interface FetchOptions {
  /** Sent only to the origin of the URL. A redirect to another origin drops them. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes?: number
  readonly deadlineMs?: number
}
export interface FetchResult {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** The body after decompression. */
  readonly body: Buffer
  /** The URL after redirects. */
  readonly url: string
}
export interface EgressSettings {
  /** Total time for DNS, connections, redirects and the body. */
  readonly deadlineMs: number
  /** Size limit of the body, both before and after decompression. */
  readonly maxBytes: number
  readonly redirects: number
  readonly ports: readonly number[]
  /** Private hosts that requests may use, with their port: `127.0.0.1:8080`. */
  readonly allow: readonly string[]
  /** DNS servers; if empty, those of the system. */
  readonly dns: readonly string[]
  /** Limit of concurrent requests, because each may use `maxBytes` of memory. */
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

/** Thrown if a URL was not fetched. The cause is only for the log, because it could reveal details of the internal network. */
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
  type Send = (headers: Headers, context: FetchContext) => Promise<FetchResult>
  const limited = async (
    send: Send,
    { headers = {}, maxBytes = settings.maxBytes, deadlineMs = settings.deadlineMs }: FetchOptions = {},
  ) => {
    if (inFlight >= settings.inFlight) throw new EgressError('busy')
    inFlight += 1
    const signal = AbortSignal.timeout(deadlineMs)
    try {
      return await send(headers, { settings, allowed, signal, maxBytes })
    } catch (error) {
      if (error instanceof EgressError && !signal.aborted) throw error
      throw new EgressError(signal.aborted ? 'deadline' : 'failed', error)
    } finally {
      inFlight -= 1
    }
  }
  return {
    fetch: (address, options) => limited((headers, context) => fetchFollowingRedirects(address, headers, context), options),
    post: (address, body, options) => limited((headers, context) => postOnce(address, { headers, body }, context), options),
  }
}

interface FetchContext {
  readonly settings: EgressSettings
  readonly allowed: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly maxBytes: number
}
type Headers = Readonly<Record<string, string>>
/** Without a body, the method is GET. */
type SentParts = { readonly headers: Headers; readonly body?: string }

const hostAndPort = (hostAndPort: string): string => {
  const url = new URL(`http://${hostAndPort}`)
  return `${url.hostname}:${url.port || '80'}`
}

async function fetchFollowingRedirects(address: string, headers: Headers, context: FetchContext): Promise<FetchResult> {
  let url = parseUrl(address)
  let sent = headers
  for (let hops = 0; ; hops += 1) {
    const addresses = await resolveAllowedIps(url, context)
    const message = await request(url, addresses, { headers: sent }, context.signal)
    const next = nextUrl(message, url)
    if (!next) return await readResponse(message, url, context)
    message.destroy()
    if (hops >= context.settings.redirects) throw new EgressError('redirects')
    if (url.protocol === 'https:' && next.protocol === 'http:') throw new EgressError('downgrade')
    if (next.origin !== url.origin) sent = {}
    url = next
  }
}

async function postOnce(address: string, sent: SentParts, context: FetchContext): Promise<FetchResult> {
  const url = parseUrl(address)
  const message = await request(url, await resolveAllowedIps(url, context), sent, context.signal)
  const chunks: Buffer[] = []
  try {
    let size = 0
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= context.maxBytes) break
    }
  } catch {
    // The status has arrived, so the request was answered.
  } finally {
    message.destroy()
  }
  const body = Buffer.concat(chunks).subarray(0, context.maxBytes)
  return { status: message.statusCode ?? 0, headers: message.headers, body, url: url.href }
}

const MAX_URL_LENGTH = 8_192

function parseUrl(text: string, base?: URL): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text, base)
  if (!url) throw new EgressError('url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('scheme')
  if (url.username || url.password) throw new EgressError('credentials')
  // A host name with a trailing dot is the same name.
  url.hostname = url.hostname.replace(/\.$/, '')
  return url
}

const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Host names that only a private network resolves: names without a dot, and reserved domains. */
const PRIVATE_HOSTNAME = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa|onion)$/

/** Resolves the host and checks every IP address it has. If one is not allowed, the request is refused. */
async function resolveAllowedIps(url: URL, { settings, allowed, signal }: FetchContext): Promise<readonly string[]> {
  const host = hostOf(url)
  const isAllowed = allowed.has(`${url.hostname}:${portOf(url)}`)
  if (!isAllowed && !settings.ports.includes(portOf(url))) throw new EgressError('port')
  if (!isAllowed && isIP(host) === 0 && PRIVATE_HOSTNAME.test(host)) throw new EgressError('name')
  const addresses = isIP(host) ? [host] : await resolveName(host, settings.dns, signal)
  if (addresses.length === 0) throw new EgressError('unresolved')
  for (const address of addresses) {
    const ipClass = classifyIp(address)
    if (ipClass !== 'public' && !(ipClass === 'private' && isAllowed)) throw new EgressError('address')
  }
  return addresses
}

/** Queries DNS directly. The system's `getaddrinfo` ignores the deadline, and occupies one of the few threads of the process until it ends. */
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

/** A host may lack IPv4 or IPv6 addresses. Any other error rejects, because then not every address was checked. */
const emptyIfNotFound = (found: Promise<string[]>): Promise<string[]> =>
  found.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === NODATA || error.code === NOTFOUND)) return []
    throw error
  })

const HEADERS_LIMIT_BYTES = 16_384
const MAX_ADDRESSES = 8

/** Sends the request on a new connection to one of these IP addresses, without a pool or a proxy. */
function request(url: URL, addresses: readonly string[], { headers, body }: SentParts, signal: AbortSignal): Promise<http.IncomingMessage> {
  const host = hostOf(url)
  const found = addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) }))
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
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: '*/*',
        'user-agent': 'Kalends',
        ...headers,
        'accept-encoding': body === undefined ? 'gzip, br, deflate' : 'identity',
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        host: url.host,
      },
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
      // A connection can close without a response or an error, for example after an unexpected upgrade.
      .on('close', () => reject(new Error('connection closed without a response')))
      .end(body)
  })
}

const REDIRECTS = [301, 302, 303, 307, 308]

const nextUrl = (message: http.IncomingMessage, url: URL): URL | null => {
  const { location } = message.headers
  return location !== undefined && REDIRECTS.includes(message.statusCode ?? 0) ? parseUrl(location, url) : null
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
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limitBytes(maxBytes)(source)) chunks.push(chunk)
  }
  try {
    const decoder = decoderOf(message)
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw new EgressError('too_large')
    if (decoder) await pipeline(message, limitBytes(maxBytes), decoder, collect, { signal })
    else await pipeline(message, collect, { signal })
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
