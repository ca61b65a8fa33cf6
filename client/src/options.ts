// What a client, and each of its requests, may be told.
import type { Language } from './records.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://calendar.example`. */
  baseUrl: string
  /** A token; sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** Instead of a token: a login, with its application password. */
  login?: string | undefined
  password?: string | undefined
  /** Language of texts and messages, unless a request says otherwise. */
  language?: Language | undefined
  /** What makes the requests; the `fetch` of the runtime by default. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How often a request is tried again where that does no harm; 2 by default. */
  retries?: number | undefined
  /** Time for each try; 30 seconds by default. */
  timeout_ms?: number | undefined
  /** Longest `Retry-After` that the client waits for; 60 seconds by default. A longer one throws at once, with `retryAfter` set. */
  maxRetryWait_ms?: number | undefined
  /** Keep answers and ask only whether they have changed: `true` for the last 100, or how many. */
  cache?: boolean | number | undefined
  /** Refuse inputs that the service does not know, instead of warning. */
  strict?: boolean | undefined
  /** Is told what the service did not take as it was meant. */
  onWarning?: ((warning: Warning) => void) | undefined
}

/** Inputs that nobody knows, filters that name nothing, links to records that are not public. */
export interface Warning {
  kind: 'ignored-parameters' | 'unmatched-values' | 'unpublished-links'
  values: string[]
  method: string
  url: string
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  language?: Language | undefined
  retries?: number | undefined
  timeout_ms?: number | undefined
  maxRetryWait_ms?: number | undefined
}
export interface FieldsOptions<F extends string = string> extends RequestOptions {
  /** Only these fields, such as `['id', 'venue.city']`. */
  fields: readonly F[]
}
export interface UnlockOptions extends RequestOptions {
  /** Opens a protected record. */
  password?: string | undefined
}
export interface CreateOptions extends RequestOptions {
  /** Made by itself; give one to make the create safe over several runs of your program. */
  idempotencyKey?: string | undefined
}
export interface WriteOptions extends RequestOptions {
  /** Write only if the record is still as it was: a record that this client gave you, or an ETag. */
  ifMatch?: object | string | undefined
}
