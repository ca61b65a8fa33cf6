// Deliveries: one message to one webhook, and the jobs that send them.
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import type { JobQueue, NewJob, QueueDefinition } from '../../kernel/jobs/job-queue.ts'
import type { Webhook } from './webhook.ts'

export const BEHIND = 'calendar.behind'
export const TEST = 'calendar.test'
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed', 'dropped'] as const
/**
 * `status`: the response is no success. `redirect`, `timeout`, `connection`: there is none that counts. `blocked`: the service may not connect to
 * the URL. `behind`, `switched_off`, `not_subscribed`: the message was dropped.
 */
export const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'connection',
  'blocked',
  'behind',
  'switched_off',
  'not_subscribed',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]
export interface Delivery {
  readonly id: number
  readonly webhook_id: number
  readonly message_id: string
  readonly type: string
  readonly kind: string | null
  readonly record_id: number | null
  readonly reason: 'backlog' | 'expired' | null
  readonly cursor: string
  readonly state: (typeof DELIVERY_STATES)[number]
  readonly run: number
  readonly tries: number
  readonly next_try_at: string | null
  readonly response_code: number | null
  readonly duration_ms: number | null
  readonly error: DeliveryError | null
  readonly answer: string | null
  readonly created_at: string
}

const NEVER_GIVE_UP = 2 ** 31 - 1
/** Failed attempts add another job with the delay of the schedule. The queue itself retries only what failed in this service. */
export const DELIVERY_QUEUE: QueueDefinition = {
  name: 'webhook-deliveries',
  policy: 'standard',
  concurrency: 16,
  groupConcurrency: 4,
  retryDelaysSeconds: [1, 10, 60],
  retryLimit: NEVER_GIVE_UP,
  expireSeconds: 120,
  pollSeconds: 5,
  notify: true,
}

export const NEW_MESSAGE_ID = raw(`'msg_' || replace(gen_random_uuid()::text, '-', '')`)

type DeliveryKey = Pick<Delivery, 'id' | 'run'>
export const jobOf = (webhookId: number, { id, run }: DeliveryKey, delaySeconds = 0): NewJob => ({
  data: { name: 'deliver a message', delivery: id, run },
  group: String(webhookId),
  delaySeconds,
})
export const deliveryOf = (data: object): DeliveryKey => ({
  id: 'delivery' in data ? Number(data.delivery) : 0,
  run: 'run' in data ? Number(data.run) : 0,
})

export const addDeliveryJobs = (db: Db, queue: JobQueue, { id }: Pick<Webhook, 'id'>, deliveries: readonly number[]): Promise<void> =>
  queue.addAll(
    db,
    DELIVERY_QUEUE,
    deliveries.map((delivery) => jobOf(id, { id: delivery, run: 0 })),
  )

interface NewDelivery {
  readonly webhook: Pick<Webhook, 'id'>
  readonly type: typeof BEHIND | typeof TEST
  readonly reason: Delivery['reason']
  readonly cursor: string
  readonly now: Temporal.Instant
}
/** Adds a message that is about no record. */
export async function addDelivery(db: Db, queue: JobQueue, { webhook, type, reason, cursor, now }: NewDelivery): Promise<Delivery> {
  const [row] = await db.query<Delivery>(sql`
insert into webhook_deliveries (webhook_id, message_id, type, reason, cursor, created_at, next_try_at)
values (${webhook.id}, ${NEW_MESSAGE_ID}, ${type}, ${reason}, ${cursor}, ${now.toString()}, ${now.toString()}) returning *`)
  if (!row) throw new Error('The delivery was not stored.')
  await addDeliveryJobs(db, queue, webhook, [row.id])
  return row
}

const KEEP_DAYS = 30
export const pruneDeliveries = (db: Db, now: Temporal.Instant): Promise<unknown> =>
  db.query(sql`delete from webhook_deliveries
where state not in ('waiting', 'sending') and created_at < ${now.subtract({ hours: 24 * KEEP_DAYS }).toString()}`)
