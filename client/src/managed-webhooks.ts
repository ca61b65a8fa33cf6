// Webhooks of the caller and their deliveries. Administrators manage those of all users.
import { createCall } from './call.ts'
import type { ChangedKind } from './changes.ts'
import type { RequestOptions } from './options.ts'
import type { Language } from './records.ts'
import type { Send } from './send.ts'

export type WebhookEvent = `${ChangedKind}.${'created' | 'updated' | 'removed'}` | '*'
export interface ManagedWebhook {
  id: number
  /** ID of the user whose rights decide what messages contain. */
  owner: number
  url: string
  description: string
  events: WebhookEvent[]
  filter: Record<string, string>
  language: Language
  active: boolean
  /** `gone` and `failing`: the receiver. `owner`: the owner may not have webhooks any more. */
  inactive_reason: 'manual' | 'gone' | 'failing' | 'owner' | null
  failing_since: string | null
  public_key: string
  created: string
  modified: string
}
/** The secret is shown once. */
export type WebhookWithSecret = ManagedWebhook & { secret: string }
export type WebhookChanges = Partial<Pick<ManagedWebhook, 'url' | 'description' | 'events' | 'filter' | 'language' | 'active'>>
export type WebhookDeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed' | 'dropped'
export interface WebhookDelivery {
  id: number
  message_id: string
  type: string
  kind: ChangedKind | null
  record_id: number | null
  state: WebhookDeliveryState
  tries: number
  next_try: string | null
  /** HTTP status of the last response. */
  status: number | null
  duration_ms: number | null
  error: 'status' | 'redirect' | 'timeout' | 'connection' | 'blocked' | 'behind' | 'switched_off' | 'not_subscribed' | null
  /** The start of the last response, for the owner of the webhook only. */
  answer: string | null
  created: string
}
export interface WebhookDeliveryPage {
  deliveries: WebhookDelivery[]
  total: number
  total_pages: number
}
export interface Webhooks {
  list(options?: RequestOptions): Promise<{ webhooks: ManagedWebhook[] }>
  get(id: number, options?: RequestOptions): Promise<ManagedWebhook>
  create(webhook: WebhookChanges & { url: string }, options?: RequestOptions): Promise<WebhookWithSecret>
  update(id: number, changes: WebhookChanges, options?: RequestOptions): Promise<ManagedWebhook>
  delete(id: number, options?: RequestOptions): Promise<ManagedWebhook>
  /** Replaces the secret. Both secrets sign messages for 24 hours. */
  rotate(id: number, options?: RequestOptions): Promise<WebhookWithSecret>
  /** Sends a message of the type `calendar.test`. */
  test(id: number, options?: RequestOptions): Promise<WebhookDelivery>
  /** Sends all changes since a cursor of the change feed again. */
  replay(id: number, since: string, options?: RequestOptions): Promise<ManagedWebhook>
  deliveries(
    id: number,
    params?: { page?: number; per_page?: number; state?: WebhookDeliveryState },
    options?: RequestOptions,
  ): Promise<WebhookDeliveryPage>
  redeliver(id: number, deliveryId: number, options?: RequestOptions): Promise<WebhookDelivery>
}

export function createWebhooks(send: Send, clientLanguage: string | undefined): { webhooks: Webhooks } {
  const call = createCall(send, clientLanguage)
  const root = '/webhooks'
  const post = <T>(path: string, options: RequestOptions | undefined, body?: object): Promise<T> =>
    call({ method: 'POST', path: root + path, ...(body && { body }) }, options)
  return {
    webhooks: {
      list: (options) => call({ method: 'GET', path: root }, options),
      get: (id, options) => call({ method: 'GET', path: `${root}/${id}` }, options),
      create: (body, options) => post('', options, body),
      update: (id, body, options) => call({ method: 'PATCH', path: `${root}/${id}`, body }, options),
      delete: (id, options) => call({ method: 'DELETE', path: `${root}/${id}` }, options),
      rotate: (id, options) => post(`/${id}/rotate`, options),
      test: (id, options) => post(`/${id}/test`, options),
      replay: (id, since, options) => post(`/${id}/replay`, options, { since }),
      deliveries: (id, query = {}, options) => call({ method: 'GET', path: `${root}/${id}/deliveries`, query }, options),
      redeliver: (id, deliveryId, options) => post(`/${id}/deliveries/${deliveryId}/redeliver`, options),
    },
  }
}
