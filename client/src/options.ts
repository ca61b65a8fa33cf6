// Defines the options of a client and of single requests.
import type { Language } from './records.ts'

export interface ClientOptions {
  /** URL of the server, such as `https://calendar.example`. */
  baseUrl: string
  /** API token, sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** User name for HTTP Basic authentication, if there is no token. */
  login?: string | undefined
  /** Token that is sent as the password of `login`. */
  password?: string | undefined
  /** Uses the session of the person who is signed in, in a page of the calendar itself. Do not combine it with a token. */
  session?: boolean | undefined
  /** Default language of texts and messages. */
  language?: Language | undefined
  /** Function that sends the requests. The default is the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Maximum number of retries of a request that is safe to send again. The default is 2. */
  retries?: number | undefined
  /** Timeout of each attempt. The default is 30 seconds. */
  timeoutMs?: number | undefined
  /** Longest `Retry-After` that the client waits for. The default is 60 seconds. A longer one throws at once. */
  maxRetryWaitMs?: number | undefined
  /** Caches responses in memory and revalidates them with their ETag: `true` for 100 responses, or the maximum number. */
  cache?: boolean | number | undefined
  /** Makes the server reject unknown parameters of reads instead of ignoring them. It always rejects those of writes. */
  strict?: boolean | undefined
  /** Called for each warning in a response. */
  onWarning?: ((warning: Warning) => void) | undefined
}

/** Reports unknown parameters, filters that match no record, links to records that are not public, reused records, or possible duplicates. */
export interface Warning {
  kind: 'ignored-parameters' | 'unmatched-values' | 'unpublished-links' | 'reused-records' | 'possible-duplicates'
  values: string[]
  method: string
  url: string
}

/** These options replace those of the client for one request. */
export interface RequestOptions {
  /** Aborts the request and its retries. */
  signal?: AbortSignal | undefined
  language?: Language | undefined
  retries?: number | undefined
  timeoutMs?: number | undefined
  maxRetryWaitMs?: number | undefined
}
export interface FieldsOptions<F extends string = string> extends RequestOptions {
  /** Fields to return, such as `['id', 'venue.city']`. */
  fields: readonly F[]
}
export interface PasswordOptions extends RequestOptions {
  /** Password of a protected event. */
  password?: string | undefined
}
export interface CreateOptions extends RequestOptions {
  /** Key that makes the create idempotent. The client generates one; set your own to repeat a create in another run of a program. */
  idempotencyKey?: string | undefined
}
export interface DryRunOptions {
  /** Makes the server process the write completely and then discard it. */
  dryRun: true
}
export interface WriteOptions extends RequestOptions {
  /** Writes only if the record has not changed since: a record that this client returned, or an ETag. */
  ifMatch?: object | string | undefined
}
export interface UpdateOptions extends WriteOptions {
  /** Names of texts whose translation into the language of the request is still correct, although the original changed. */
  confirmTranslation?: readonly string[] | undefined
}
export interface DateWriteOptions extends WriteOptions {
  /** Which dates of a series the write applies to, if the record is one of its dates. The default is `this`. */
  scope?: 'this' | 'following' | 'all' | undefined
}
export interface UpsertOptions extends WriteOptions {
  /** Throws `rest_precondition_failed` if the record exists. */
  createOnly?: boolean | undefined
}

/** One write of a batch. `{ $ref: id }` in a body, and `{id}` in a path, stand for the ID of the record that an earlier operation returned. */
export interface BatchOperation {
  id: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path relative to the API namespace, such as `/events/12`. */
  path: string
  body?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
}
export interface BatchOptions extends RequestOptions {
  /** Stores all operations or none. */
  atomic?: boolean | undefined
  /** Checks the operations and returns their results without storing anything. */
  dryRun?: boolean | undefined
}
export interface BatchResponse {
  results: { id: string; status: number; headers: Record<string, string>; body: Record<string, unknown> }[]
  /** Number of results with a status of 400 or more. */
  failed: number
}
