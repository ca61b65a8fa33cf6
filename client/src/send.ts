// One request to its end: tried again where that does no harm, given up in time, kept if it was asked for.
import { KalendsError } from './errors.ts'
import type { ClientOptions, RequestOptions, Warning } from './options.ts'

export interface Sending extends RequestOptions {
  method: string
  /** Under the namespace, with its query. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Whether it may arrive twice: a read, or a write that the service recognises. */
  repeatable?: boolean
}
export type Send = <T>(sending: Sending) => Promise<T>

const NAMESPACE = '/calendar/events/v1'

export function sender(client: ClientOptions): Send {
  const base = client.baseUrl.replace(/\/+$/, '')
  const root = base.endsWith(NAMESPACE) ? base : base + NAMESPACE
  const common = headersOf(client)
  const kept = keep(client.cache)
  return async <T>(sending: Sending): Promise<T> => {
    const retries = sending.retries ?? client.retries ?? 2
    const maxWait_ms = sending.maxRetryWait_ms ?? client.maxRetryWait_ms ?? 60_000
    let mayBeDone = false
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await attemptOnce(client, root + sending.path, { ...sending, headers: { ...common, ...sending.headers } }, kept)) as T
      } catch (error) {
        if (!(error instanceof KalendsError)) throw error
        if (mayBeDone && isOwnEffect(error, sending)) throw outcomeUnknown(error, sending)
        const retryAfter = error.retryAfter ?? 0
        if (attempt >= retries || !mayRepeat(error, sending) || retryAfter * 1000 > maxWait_ms) throw error
        mayBeDone ||= error.status !== 429
        await sleep(pause(attempt, retryAfter) * 1000, sending.signal)
      }
    }
  }
}

function headersOf({ token, login, password, strict }: ClientOptions): Record<string, string> {
  const basic = (): string => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${login}:${password ?? ''}`)))}`
  return {
    ...((token ?? login) !== undefined && { authorization: token === undefined ? basic() : `Bearer ${token}` }),
    ...(strict && { prefer: 'handling=strict' }),
  }
}

async function attemptOnce(client: ClientOptions, url: string, sending: Sending, kept: Kept): Promise<unknown> {
  const { method, body, signal, headers = {} } = sending
  const isForm = body instanceof FormData
  const before = method === 'GET' && !headers['x-event-password'] ? kept.get(url) : undefined
  const timeout = AbortSignal.timeout(sending.timeout_ms ?? client.timeout_ms ?? 30_000)
  signal?.throwIfAborted()
  let response: Response
  let text: string
  try {
    const ask = client.fetch ?? globalThis.fetch.bind(globalThis)
    response = await ask(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(before && { 'if-none-match': before.etag }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw timeout.aborted
      ? new KalendsError('timeout', `${method} ${url} took too long.`, { cause })
      : new KalendsError('network_error', `${method} ${url} was not answered.`, { cause })
  }
  if (client.onWarning) warn(client.onWarning, method, url, response)
  if (response.status === 304 && before) {
    kept.set(url, before)
    return tagged(parse(before.text), before.etag)
  }
  const value = parse(text)
  if (!response.ok || value === undefined) throw refusal(value, response)
  const etag = response.headers.get('etag')
  const version = response.headers.get('x-record-version')
  if (etag && method === 'GET' && !headers['x-event-password']) kept.set(url, { etag, text })
  return tagged(value, etag ?? (version && `"${version}"`))
}

/** ETags of the records that were given out, for `ifMatch`. */
const etags = new WeakMap<object, string>()
export const etagOf = (record: object): string | undefined => etags.get(record)
function tagged(value: unknown, etag: string | null): unknown {
  if (etag && typeof value === 'object' && value) etags.set(value, etag)
  return value
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(value: unknown, response: Response): KalendsError {
  const { code, message, data } = (value ?? {}) as { code?: string; message?: string; data?: Record<string, unknown> }
  return typeof code === 'string' && typeof message === 'string'
    ? new KalendsError(code, message, { response, ...(data && { data }) })
    : new KalendsError('unexpected_answer', `The answer has status ${response.status} and is not from Kalends.`, { response })
}

const WARNINGS = ['ignored-parameters', 'unmatched-values', 'unpublished-links'] as const
function warn(tell: (warning: Warning) => void, method: string, url: string, { headers }: Response): void {
  for (const kind of WARNINGS) {
    const values = headers.get(`x-${kind}`)
    if (values) tell({ kind, values: values.split(',').map((value) => decodeURIComponent(value.trim())), method, url })
  }
}

/** 429 says that nothing was done. Of all else it cannot be known, so it is repeated only if it may arrive twice. */
function mayRepeat({ status, code }: KalendsError, { repeatable }: Sending): boolean {
  if (status === 429) return true
  const isPassing = [0, 408, 502, 503, 504].includes(status) || (status === 409 && code === 'rest_idempotency_conflict')
  return repeatable === true && isPassing
}
/** After an attempt without a response, that attempt itself may have caused these refusals of a conditional write. */
const isOwnEffect = ({ status }: KalendsError, { headers }: Sending): boolean =>
  headers?.['if-match'] !== undefined && [404, 410, 412].includes(status)
const outcomeUnknown = (cause: KalendsError, { method, path }: Sending): KalendsError =>
  new KalendsError('outcome_unknown', `${method} ${path} may have taken effect: the response was lost, and the record has changed.`, {
    status: cause.status,
    data: cause.data,
    cause,
  })

/** In seconds, doubling from a quarter, never before it was asked for; spread, so that many do not come back at once. */
const pause = (attempt: number, retryAfter: number): number => retryAfter + Math.min(8, 0.25 * 2 ** attempt) * (0.5 + Math.random() / 2)

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

interface Kept {
  get(url: string): { etag: string; text: string } | undefined
  set(url: string, answer: { etag: string; text: string }): void
}
/** The last answers that were asked for; the oldest makes room. */
function keep(cache: ClientOptions['cache']): Kept {
  const max = cache === true ? 100 : Number(cache ?? 0)
  const answers = new Map<string, { etag: string; text: string }>()
  return {
    get: (url) => answers.get(url),
    set: (url, answer) => {
      answers.delete(url)
      if (max > 0) answers.set(url, answer)
      for (const oldest of answers.keys()) if (answers.size > max) answers.delete(oldest)
    },
  }
}
