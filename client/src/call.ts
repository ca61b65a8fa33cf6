// Sends the requests that belong to no collection, in the language of the client.
import { buildQuery, resolveEtag } from './collection.ts'
import type { WriteOptions } from './options.ts'
import type { Send } from './send.ts'

export interface CallSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  query?: object
  /** Whether the response is text and not JSON. */
  isText?: boolean
}
export type Call = <T>(spec: CallSpec, options?: WriteOptions) => Promise<T>

/** Only reads are repeated, because a write may have taken effect although its response was lost. */
export const createCall =
  (send: Send, clientLanguage: string | undefined): Call =>
  ({ method, path, body, query, isText }, { language = clientLanguage, ifMatch, ...options } = {}) =>
    send({
      ...options,
      method,
      path: `${path}${buildQuery({ i18n_language: language, ...query })}`,
      ...(body && { body }),
      ...(ifMatch !== undefined && { headers: { 'if-match': resolveEtag(ifMatch) } }),
      ...(isText && { isText }),
      idempotent: method === 'GET',
    })
