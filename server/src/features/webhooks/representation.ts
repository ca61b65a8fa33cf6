// Webhooks and deliveries as the API shows them.
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Site } from '../../engine/definition/kind.ts'
import { showInstant, showInstantOrNull } from '../../kernel/time/date-times.ts'
import { DELIVERY_ERRORS, DELIVERY_STATES, type Delivery } from './deliveries.ts'
import { eventNames } from './feed-position.ts'
import { INACTIVE_REASONS, type Webhook } from './webhook.ts'

const INSTANT = Type.String({ format: 'date-time' })
const POSITIVE = Type.Integer({ minimum: 1 })

const webhookKeys = (site: Site) => ({
  id: POSITIVE,
  owner: POSITIVE,
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String({ enum: eventNames(site) })),
  filter: Type.Record(Type.String(), Type.String()),
  language: Type.String(),
  active: Type.Boolean(),
  inactive_reason: nullable(Type.String({ enum: [...INACTIVE_REASONS] })),
  failing_since: nullable(INSTANT),
  public_key: Type.String(),
  created: INSTANT,
  modified: INSTANT,
})
export const webhookSchema = (site: Site) => Type.Object(webhookKeys(site))
/** The secret is shown only when it is made. */
export const webhookWithSecretSchema = (site: Site) => Type.Object({ ...webhookKeys(site), secret: Type.String() })
export const webhookListSchema = (site: Site) => Type.Object({ webhooks: Type.Array(webhookSchema(site)) })

export const showWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  owner: webhook.owner_id,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  filter: webhook.filter,
  language: webhook.language,
  active: webhook.active,
  inactive_reason: webhook.inactive_reason,
  failing_since: showInstantOrNull(webhook.failing_since),
  public_key: webhook.public_key,
  created: showInstant(webhook.created_at),
  modified: showInstant(webhook.modified_at),
})
export const showWithSecret = (webhook: Webhook) => ({ ...showWebhook(webhook), secret: webhook.secret })

export const DELIVERY_SCHEMA = Type.Object({
  id: POSITIVE,
  message_id: Type.String(),
  type: Type.String(),
  kind: nullable(Type.String()),
  record_id: nullable(POSITIVE),
  state: Type.String({ enum: [...DELIVERY_STATES] }),
  tries: Type.Integer({ minimum: 0 }),
  next_try: nullable(INSTANT),
  status: nullable(Type.Integer()),
  duration_ms: nullable(Type.Integer({ minimum: 0 })),
  error: nullable(Type.String({ enum: [...DELIVERY_ERRORS] })),
  answer: nullable(Type.String()),
  created: INSTANT,
})
export const DELIVERY_LIST_SCHEMA = Type.Object({
  deliveries: Type.Array(DELIVERY_SCHEMA),
  total: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
})
/** The answer of the receiver may contain secrets of the owner's systems, so only the owner sees it. */
export const showDelivery = (delivery: Delivery, isOwner: boolean) => ({
  id: delivery.id,
  message_id: delivery.message_id,
  type: delivery.type,
  kind: delivery.kind,
  record_id: delivery.record_id,
  state: delivery.state,
  tries: delivery.tries,
  next_try: showInstantOrNull(delivery.next_try_at),
  status: delivery.response_code,
  duration_ms: delivery.duration_ms,
  error: delivery.error,
  answer: isOwner ? delivery.answer : null,
  created: showInstant(delivery.created_at),
})
