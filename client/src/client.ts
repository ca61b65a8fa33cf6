// Creates a client for one calendar.
import { createAccounts, type Accounts } from './accounts.ts'
import { createAdministration, type Administration } from './administration.ts'
import { createChangeFeed, type ChangeFeed } from './changes.ts'
import { buildQuery, createCollection } from './collection.ts'
import { createMirror, type MirrorOptions } from './mirror.ts'
import type { BatchOperation, BatchOptions, BatchResponse, ClientOptions, RequestOptions } from './options.ts'
import { KINDS, type Collections, type Me } from './records.ts'
import { createHistory, type History } from './history.ts'
import { createImageUses, type ImageUses } from './image-uses.ts'
import { createWebhooks, type Webhooks } from './managed-webhooks.ts'
import { createLiveChanges, type LiveChanges } from './live-changes.ts'
import { createReview, type Review } from './review.ts'
import { createSources, type Sources } from './sources.ts'
import { createSender, createStreamOpener, type RequestSpec } from './send.ts'

export interface Client extends Collections, ChangeFeed, LiveChanges, History, Accounts, Review, ImageUses, Administration {
  webhooks: Webhooks
  sources: Sources
  /** Returns the current user and its permissions. */
  me(options?: RequestOptions): Promise<Me>
  /** Runs up to 100 writes in one request. A failed operation does not throw: check `failed` and the status of each result. */
  batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<BatchResponse>
  /**
   * Brings a copy of the calendar up to date: copies all records the first time, and applies the changes after that. It may be interrupted at
   * any time, and continues when it is called again with the same store.
   */
  mirror(options: MirrorOptions): Promise<void>
  /** Sends any other request. The path is relative to the API namespace, such as `/doc`. */
  request<T>(spec: RequestSpec): Promise<T>
}

export function createClient(options: ClientOptions): Client {
  const send = createSender(options)
  const { language } = options
  const pageSize = { current: 100 }
  const collections = Object.fromEntries(
    Object.entries(KINDS).map(([plural, hasTrash]) => [plural, createCollection(send, { plural, hasTrash, language, pageSize })]),
  )
  const client: Omit<Client, 'mirror'> = {
    ...(collections as unknown as Collections),
    ...createChangeFeed(send, language),
    ...createLiveChanges(createStreamOpener(options), language),
    ...createHistory(send, language),
    ...createAccounts(send, language),
    ...createReview(send, language),
    ...createImageUses(send, language),
    ...createAdministration(send, language),
    ...createWebhooks(send, language),
    ...createSources(send, language),
    me: ({ language = options.language, ...requestOptions } = {}) =>
      send({ ...requestOptions, method: 'GET', path: `/me${buildQuery({ i18n_language: language })}`, idempotent: true }),
    batch: (operations, { language = options.language, atomic = false, dryRun = false, ...requestOptions } = {}) =>
      send({
        ...requestOptions,
        method: 'POST',
        path: `/batch${buildQuery({ i18n_language: language, ...(dryRun && { dry_run: true }) })}`,
        body: { atomic, operations },
        // Operations may be stored although the response was lost, so only a dry run is repeated.
        idempotent: dryRun,
      }),
    request: send,
  }
  return { ...client, mirror: (mirrorOptions) => createMirror(client, { language, ...mirrorOptions }).run() }
}
