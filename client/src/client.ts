// A client of one calendar.
import { collection, queryOf } from './collection.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import { KINDS, type Collections, type Me } from './records.ts'
import { sender, type Sending } from './send.ts'

export interface Client extends Collections {
  /** Who asks, and what he may do. */
  me(options?: RequestOptions): Promise<Me>
  /** Any other request to the service; the path is under the namespace, such as `/doc`. */
  request<T>(sending: Sending): Promise<T>
}

export function createClient(options: ClientOptions): Client {
  const send = sender(options)
  const paging = { size: 100 }
  const kinds = Object.fromEntries(
    Object.entries(KINDS).map(([plural, hasTrash]) => [plural, collection(plural, hasTrash, send, options.language, paging)]),
  )
  return {
    ...(kinds as unknown as Collections),
    me: ({ language = options.language, ...own } = {}) =>
      send({ ...own, method: 'GET', path: `/me${queryOf({ i18n_language: language })}`, repeatable: true }),
    request: send,
  }
}
