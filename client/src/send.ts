// Sends a request: retries, timeouts, response cache, warnings.
import { createTokenStore, type TokenStore } from './consistency.ts'
import { KalendsError } from './errors.ts'
import type { ClientOptions, RequestOptions, Warning } from './options.ts'

export interface RequestSpec extends RequestOptions {
  method: string
  /** Path relative to the API namespace, with its query string. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Whether the request is safe to send twice: a read, or a write that the server recognizes as a repetition. */
  idempotent?: boolean
  /** Whether the response is text and not JSON. */
  isText?: boolean
}
export type Send = <T>(spec: RequestSpec) => Promise<T>

const NAMESPACE = '/calendar/events/v1'

export function createSender(client: ClientOptions): Send {
  const root = rootOf(client)
  const defaultHeaders = buildDefaultHeaders(client)
  const cache = createEtagCache(client.cache)
  const tokens = createTokenStore()
  return async <T>(spec: RequestSpec): Promise<T> => {
    const retries = spec.retries ?? client.retries ?? 2
    const maxWaitMs = spec.maxRetryWaitMs ?? client.maxRetryWaitMs ?? 60_000
    let mayHaveTakenEffect = false
    for (let attempt = 0; ; attempt += 1) {
      try {
        const headers = { ...defaultHeaders, ...tokens.headers(spec.method), ...spec.headers }
        return (await attemptOnce(client, root + spec.path, { ...spec, headers }, { cache, tokens })) as T
      } catch (error) {
        if (!(error instanceof KalendsError)) throw error
        // The write may have been stored after the token that is known.
        if (error.status === 0 || error.status >= 500) tokens.note(spec.method, null)
        if (mayHaveTakenEffect && isExplainedByLostAttempt(error, spec)) throw outcomeUnknown(error, spec)
        const retryAfter = error.retryAfter ?? 0
        if (attempt >= retries || !isRetryable(error, spec) || retryAfter * 1000 > maxWaitMs) throw error
        mayHaveTakenEffect ||= error.status !== 429
        await sleep(retryDelaySeconds(attempt, retryAfter) * 1000, spec.signal)
      }
    }
  }
}

function rootOf({ baseUrl }: ClientOptions): string {
  const base = baseUrl.replace(/\/+$/, '')
  return base.endsWith(NAMESPACE) ? base : base + NAMESPACE
}

/** Opens the body of a stream of server-sent events, after the event with the given ID. */
export type OpenStream = (path: string, lastId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
export const createStreamOpener =
  (client: ClientOptions): OpenStream =>
  async (path, lastId, signal) => {
    const { prefer: _, ...credentials } = buildDefaultHeaders(client)
    const url = rootOf(client) + path
    const fetch = client.fetch ?? globalThis.fetch.bind(globalThis)
    const headers = { ...credentials, ...(lastId && { 'last-event-id': lastId }) }
    const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal }).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new KalendsError('network_error', `GET ${url} received no response.`, { cause })
    })
    if (response.ok && response.body) return response.body
    throw toError(parseJson(await response.text()), response)
  }

function buildDefaultHeaders({ token, login, password, session, strict }: ClientOptions): Record<string, string> {
  const basic = (): string => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${login}:${password ?? ''}`)))}`
  return {
    ...((token ?? login) !== undefined && { authorization: token === undefined ? basic() : `Bearer ${token}` }),
    // The server reads the cookie of the session only on requests with this header.
    ...(session && { 'x-kalends-session': '1' }),
    ...(strict && { prefer: 'handling=strict' }),
  }
}

interface ClientState {
  cache: EtagCache
  tokens: TokenStore
}
async function attemptOnce(client: ClientOptions, url: string, spec: RequestSpec, { cache, tokens }: ClientState): Promise<unknown> {
  const { method, body, signal, headers = {} } = spec
  const isForm = body instanceof FormData
  // A response that a password unlocked is never cached.
  const isCacheable = method === 'GET' && !spec.isText && !headers['x-event-password']
  const cached = isCacheable ? cache.get(url) : undefined
  const timeout = AbortSignal.timeout(spec.timeoutMs ?? client.timeoutMs ?? 30_000)
  signal?.throwIfAborted()
  let response: Response
  let text: string
  try {
    const fetch = client.fetch ?? globalThis.fetch.bind(globalThis)
    response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(cached && { 'if-none-match': cached.etag }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw timeout.aborted
      ? new KalendsError('timeout', `${method} ${url} timed out.`, { cause })
      : new KalendsError('network_error', `${method} ${url} received no response.`, { cause })
  }
  if (client.onWarning) reportWarnings(client.onWarning, method, url, response)
  if (response.status === 304 && cached) {
    cache.set(url, cached)
    return rememberEtag(parseJson(cached.text), cached.etag)
  }
  const value = spec.isText && response.ok ? text : parseJson(text)
  if (!response.ok || value === undefined) throw toError(value, response)
  tokens.note(method, response.headers.get('x-consistency-token'))
  const etag = response.headers.get('etag')
  const version = response.headers.get('x-record-version')
  if (etag && isCacheable) cache.set(url, { etag, text })
  const changeId = response.headers.get('x-change-id')
  if (changeId && typeof value === 'object' && value) changeIds.set(value, changeId)
  return rememberEtag(value, etag ?? (version && `"${version}"`))
}

/** IDs of the changes that returned these responses, for `undo`. */
const changeIds = new WeakMap<object, string>()
/** Returns the ID of the change that a write made, from the record or the response that the write returned. Undefined if nothing changed. */
export const changeIdOf = (response: object): string | undefined => changeIds.get(response)

/** ETags of returned records, for `ifMatch`. */
const etags = new WeakMap<object, string>()
/** Returns the ETag of a record that `get`, `create` or `update` returned. */
export const etagOf = (record: object): string | undefined => etags.get(record)
function rememberEtag(value: unknown, etag: string | null): unknown {
  if (etag && typeof value === 'object' && value) etags.set(value, etag)
  return value
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(value: unknown, response: Response): KalendsError {
  const { code, message, data } = (value ?? {}) as { code?: string; message?: string; data?: Record<string, unknown> }
  return typeof code === 'string' && typeof message === 'string'
    ? new KalendsError(code, message, { response, ...(data && { data }) })
    : new KalendsError('unexpected_response', `The response has status ${response.status} and is not from Kalends.`, { response })
}

const WARNINGS = ['ignored-parameters', 'unmatched-values', 'unpublished-links', 'reused-records', 'possible-duplicates'] as const
function reportWarnings(report: (warning: Warning) => void, method: string, url: string, { headers }: Response): void {
  for (const kind of WARNINGS) {
    const values = headers.get(`x-${kind}`)
    if (values) report({ kind, values: values.split(',').map((value) => decodeURIComponent(value.trim())), method, url })
  }
}

/** A request refused with 429 was not processed. After other failures it may have been, so only idempotent requests are retried. */
function isRetryable({ status, code }: KalendsError, { idempotent }: RequestSpec): boolean {
  if (status === 429) return true
  const isTransient = [0, 408, 502, 503, 504].includes(status) || (status === 409 && code === 'rest_idempotency_conflict')
  return idempotent === true && isTransient
}
/** After an attempt without a response, that attempt itself may be the reason why a conditional write is refused. */
const isExplainedByLostAttempt = ({ status }: KalendsError, { headers }: RequestSpec): boolean =>
  headers?.['if-match'] !== undefined && [404, 410, 412].includes(status)
const outcomeUnknown = (cause: KalendsError, { method, path }: RequestSpec): KalendsError =>
  new KalendsError('outcome_unknown', `${method} ${path} may have taken effect: the response was lost, and the record has changed.`, {
    status: cause.status,
    data: cause.data,
    cause,
  })

/** Exponential backoff from a quarter of a second, after `Retry-After`. Random jitter keeps clients from retrying at the same moment. */
const retryDelaySeconds = (attempt: number, retryAfter: number): number =>
  retryAfter + Math.min(8, 0.25 * 2 ** attempt) * (0.5 + Math.random() / 2)

/** Waits, or throws the reason of the signal when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}

interface CachedResponse {
  etag: string
  text: string
}
interface EtagCache {
  get(url: string): CachedResponse | undefined
  set(url: string, response: CachedResponse): void
}
/** Creates an in-memory cache of responses by URL. The least recently used response is evicted first. */
function createEtagCache(option: ClientOptions['cache']): EtagCache {
  const max = option === true ? 100 : Number(option ?? 0)
  const responses = new Map<string, CachedResponse>()
  return {
    get: (url) => responses.get(url),
    set: (url, response) => {
      responses.delete(url)
      if (max > 0) responses.set(url, response)
      for (const oldest of responses.keys()) if (responses.size > max) responses.delete(oldest)
    },
  }
}
