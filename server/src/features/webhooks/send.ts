// Sends one message: an attempt, its result, and the next attempt.
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Finish, QueuedJob } from '../../kernel/jobs/job-queue.ts'
import type { WebhookResult } from '../../kernel/observability/work-metrics.ts'
import { EgressError, type Egress } from '../../kernel/outbound/egress.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { BEHIND, deliveryOf, jobOf, TEST, type Delivery, type DeliveryError } from './deliveries.ts'
import type { WebhookServices } from './dispatch.ts'
import { isSubscribed } from './feed-position.ts'
import { buildMessage, type BuiltMessage } from './messages.ts'
import { MAX_TRIES, retryAfterOf } from './schedule.ts'
import { signedHeaders } from './signatures.ts'
import { findOwner, findWebhook, keysOf, ownerContext, switchOff, type Webhook } from './webhook.ts'

export interface SendServices extends WebhookServices {
  readonly egress: Egress
  readonly onTried: (result: WebhookResult) => void
  /** Looks for due jobs after this number of seconds. */
  readonly lookIn: (seconds: number) => void
}

/** Runs the job of a delivery. The result of the attempt is committed together with the end of the job. */
export async function runDelivery(services: SendServices, { data }: QueuedJob, finish: Finish): Promise<void> {
  const { database, site, clock, times } = services
  const key = deliveryOf(data)
  const claimed = await claim(database, key, clock.now())
  if (claimed === 'done') return finish(noEffects)
  const postpone = (webhookId: number, isFailing: boolean): Promise<void> => {
    const delay = (isFailing ? times.postpone : SHORT_POSTPONE_SECONDS) * (0.5 + Math.random())
    services.lookIn(delay)
    return finish(noEffects, jobOf(webhookId, key, delay))
  }
  if ('postponed' in claimed) return postpone(claimed.postponed, claimed.isFailing)
  const webhook = await findWebhook(database, claimed.webhook_id, sql`true`)
  if (!webhook) return finish(noEffects)
  if (!webhook.active && claimed.type !== TEST) return finish((db) => drop(db, claimed, 'switched_off'))
  const owner = await findOwner(database, webhook)
  if (!owner) return finish((db) => switchOff(db, webhook, 'owner').then(() => drop(db, claimed, 'switched_off')))
  let message: BuiltMessage
  try {
    message = await buildMessage(database, webhook, claimed, ownerContext(site, owner, webhook.language, clock.now()))
  } catch (error) {
    if (error instanceof Problem && error.code === 'rest_cursor_expired') return postpone(webhook.id, true)
    throw error
  }
  if (claimed.kind !== null && !isSubscribed(webhook, message.type)) return finish((db) => drop(db, claimed, 'not_subscribed'))
  const attempt = await send(services, webhook, claimed, message.body)
  await settle(services, { webhook, delivery: claimed, type: message.type, attempt }, finish)
}
/** The queue limits the messages of one webhook too, but two processes may start some at the same moment. */
const MAX_SENDING = 4
const SHORT_POSTPONE_SECONDS = 0.3
const noEffects = (): Promise<void> => Promise.resolve()

/**
 * Marks the delivery as started. It is postponed while an earlier message about the same record is on its way, so that messages about one record
 * arrive in order, while four others are on their way, and while another message tries a receiver that fails, so that such receivers do not occupy
 * the workers.
 */
const claim = (database: Database, key: Pick<Delivery, 'id' | 'run'>, now: Temporal.Instant): Promise<Claim> =>
  database.transaction(async (db) => {
    // Claims of one webhook take turns, so that each sees the others.
    await db.query(sql`
select 1 from webhooks w where w.id = (select d.webhook_id from webhook_deliveries d where d.id = ${key.id}) for no key update`)
    return claimLocked(db, key, now)
  })
type Claim = Delivery | { readonly postponed: number; readonly isFailing: boolean } | 'done'
async function claimLocked(db: Db, { id, run }: Pick<Delivery, 'id' | 'run'>, now: Temporal.Instant): Promise<Claim> {
  const [row] = await db.query<Delivery & { isClaimed: boolean; isFailing: boolean }>(sql`
with found as (
  select d.id, d.webhook_id, w.failing_since is not null and o.count > 0 as is_failing, o.count < ${MAX_SENDING} and o.earlier = 0 as is_free
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id, lateral (
    select count(*) as count, count(*) filter (where o.kind = d.kind and o.record_id = d.record_id and o.id < d.id) as earlier
    from webhook_deliveries o where o.webhook_id = d.webhook_id and o.state = 'sending' and o.id <> d.id
  ) o
  where d.id = ${id} and d.run = ${run} and d.state in ('waiting', 'sending')
), claimed as (
  update webhook_deliveries d set state = 'sending', started_at = coalesce(d.started_at, ${now.toString()}::timestamptz)
  from found f where d.id = f.id and f.is_free and not f.is_failing and d.run = ${run} and d.state in ('waiting', 'sending') returning d.*
)
select c.*, f.webhook_id, f.is_failing as "isFailing", c.id is not null as "isClaimed" from found f left join claimed c on c.id = f.id`)
  if (!row) return 'done'
  if (row.isClaimed) return row
  // A worker that died has left it as if it were on its way. Two such messages would wait for each other forever.
  await db.query(sql`update webhook_deliveries set state = 'waiting' where id = ${id} and run = ${run} and state = 'sending'`)
  return { postponed: row.webhook_id, isFailing: row.isFailing }
}

const drop = async (db: Db, { id }: Delivery, error: DeliveryError): Promise<void> =>
  void (await db.query(sql`
update webhook_deliveries set state = 'dropped', error = ${error}, next_try_at = null where id = ${id} and state in ('waiting', 'sending')`))

interface Attempt {
  readonly error: DeliveryError | null
  readonly status: number | null
  readonly answer: string | null
  readonly durationMs: number
  /** Seconds that the receiver asks to wait. */
  readonly retryAfter: number | null
}
const MAX_ANSWER_BYTES = 1_024

async function send({ egress, clock }: SendServices, webhook: Webhook, { message_id: id }: Delivery, body: string): Promise<Attempt> {
  const now = clock.now()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...signedHeaders({ id, timestamp: Math.floor(now.epochMilliseconds / 1_000), body }, keysOf(webhook, now)),
  }
  const started = performance.now()
  const durationMs = (): number => Math.round(performance.now() - started)
  try {
    const { status, headers: answered, body: answer } = await egress.post(webhook.url, body, { headers, maxBytes: MAX_ANSWER_BYTES })
    const isRedirect = status >= 300 && status < 400
    return {
      error: isRedirect ? 'redirect' : status >= 200 && status < 300 ? null : 'status',
      status,
      // PostgreSQL rejects NUL in text.
      answer: answer.toString('utf8').replaceAll('\0', ''),
      durationMs: durationMs(),
      retryAfter: retryAfterOf(status, answered, clock.now()),
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { error: causeOf(error), status: null, answer: null, durationMs: durationMs(), retryAfter: null }
  }
}
function causeOf({ reason }: EgressError): DeliveryError {
  if (reason === 'deadline') return 'timeout'
  return reason === 'failed' || reason === 'unresolved' || reason === 'busy' ? 'connection' : 'blocked'
}

interface Tried {
  readonly webhook: Webhook
  readonly delivery: Delivery
  readonly type: string
  readonly attempt: Attempt
}
const GONE = 410
/** Records the result, and adds the job of the next attempt. */
async function settle(services: SendServices, { webhook, delivery, type, attempt }: Tried, finish: Finish): Promise<void> {
  const { clock, times, onTried, lookIn } = services
  const now = clock.now()
  const tries = delivery.tries + 1
  const isGone = attempt.status === GONE
  // The message that the receiver is behind is tried until the webhook is switched off: all later changes depend on it.
  const isLast = isGone || (tries >= MAX_TRIES && delivery.type !== BEHIND)
  const delay = attempt.error === null || isLast ? null : times.retryDelay(tries, attempt.retryAfter)
  const state = attempt.error === null ? 'delivered' : delay === null ? 'failed' : 'waiting'
  const next = delay === null ? null : now.add({ milliseconds: Math.round(delay * 1_000) })
  const failing = webhook.failing_since === null ? now : fromDatabase(webhook.failing_since)
  const isOver = now.since(failing).total('seconds') > times.giveUp
  await finish(
    async (db) => {
      // The delivery is still open, so that its change is sent again when the webhook is switched on.
      if (webhook.active && attempt.error !== null && (isGone || isOver)) await switchOff(db, webhook, isGone ? 'gone' : 'failing')
      await db.query(sql`
update webhook_deliveries set state = ${state}, type = ${type}, tries = ${tries}, next_try_at = ${next?.toString() ?? null}, response_code = ${attempt.status},
  duration_ms = ${attempt.durationMs}, error = ${attempt.error}, answer = ${attempt.answer}
where id = ${delivery.id} and run = ${delivery.run} and state = 'sending'`)
      if (attempt.error === null)
        await db.query(sql`update webhooks set failing_since = null where id = ${webhook.id} and failing_since is not null`)
      else
        await db.query(sql`
update webhooks set failing_since = ${now.toString()} where id = ${webhook.id} and failing_since is null`)
    },
    delay === null ? undefined : jobOf(webhook.id, delivery, delay),
  )
  if (delay !== null) lookIn(delay)
  onTried(state === 'waiting' ? 'retried' : state)
}
