// Reads the change feed for each active webhook, and adds a delivery for each change that its owner may see.
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import type { ShownUnit } from '../../engine/change-feed/read-changes.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { JobQueue } from '../../kernel/jobs/job-queue.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { changesSince, currentCursor, isSubscribed } from './feed-position.ts'
import { addDelivery, addDeliveryJobs, BEHIND, NEW_MESSAGE_ID } from './deliveries.ts'
import { findOwner, ownerContext, switchOff, type Webhook } from './webhook.ts'
import type { Times } from './schedule.ts'

export interface WebhookServices {
  readonly site: Site
  readonly database: Database
  readonly queue: JobQueue
  readonly clock: Clock
  readonly times: Times
}

const PAGE = 200
/** If more messages than this wait, they are replaced by one. */
const BACKLOG_MAX = 1_000

/** Adds the deliveries of one page of the feed, and advances the webhook in the same transaction. Returns whether there is more. */
export const dispatchPage = (services: WebhookServices, id: number): Promise<boolean> =>
  services.database.transaction(
    async (db) => {
      // Two processes that are woken by the same change take turns.
      const [webhook] = await db.query<Webhook>(sql`select * from webhooks where id = ${id} and active for update`)
      if (!webhook) return false
      const owner = await findOwner(db, webhook)
      if (!owner) {
        await switchOff(db, webhook, 'owner')
        return false
      }
      const ctx = ownerContext(services.site, owner, webhook.language, services.clock.now())
      return dispatchChanges(db, services, webhook, ctx)
    },
    // The log and the records are read as of the same time. Otherwise a record that changes meanwhile would be told of twice.
    { isolation: 'repeatable read' },
  )

async function dispatchChanges(db: Db, services: WebhookServices, webhook: Webhook, ctx: RequestContext): Promise<boolean> {
  let page
  try {
    page = await changesSince(db, webhook.cursor, PAGE, ctx)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'rest_cursor_expired')) throw error
    await fallBehind(db, services, { webhook, reason: 'expired', cursor: null }, ctx)
    return false
  }
  const changes = page.shown.flatMap((unit) => changesOfUnit(unit)).filter(({ type }) => isSubscribed(webhook, type))
  if (changes.length > 0 && (await extendBehind(db, webhook))) {
    await advance(db, webhook, await currentCursor(db, webhook, ctx), false)
    return false
  }
  const added = await addDeliveries(db, webhook, changes, ctx)
  await addDeliveryJobs(db, services.queue, webhook, added)
  await advance(db, webhook, page.next, page.more)
  const oldest = added.length > 0 ? await oldestOfBacklog(db, webhook, services.times.outage, ctx) : null
  if (oldest === null) return page.more
  await fallBehind(db, services, { webhook, reason: 'backlog', cursor: oldest }, ctx)
  return false
}

const advance = (db: Db, { id }: Webhook, cursor: string, isRequested: boolean): Promise<unknown> =>
  db.query(sql`update webhooks set cursor = ${cursor}, is_requested = ${isRequested} where id = ${id}`)

interface WebhookChange {
  readonly kind: string
  readonly id: number
  readonly type: string
}
const changesOfUnit = ({ kind, records }: ShownUnit): WebhookChange[] =>
  records.map(({ id, removal, isNew }) => ({
    kind: kind.name,
    id,
    type: `${kind.name}.${removal ? 'removed' : isNew ? 'created' : 'updated'}`,
  }))

/** A record whose delivery has not started gets no second one. A record that the receiver does not know yet remains created. */
async function addDeliveries(db: Db, webhook: Webhook, changes: readonly WebhookChange[], { now }: RequestContext): Promise<number[]> {
  if (changes.length === 0) return []
  const rows = await db.query<{ id: number; is_new: boolean }>(sql`
insert into webhook_deliveries as d (webhook_id, message_id, type, kind, record_id, cursor, created_at, next_try_at)
select ${webhook.id}::bigint, ${NEW_MESSAGE_ID}, c.type, c.kind, c.id, ${webhook.cursor}::text, ${now.toString()}::timestamptz, ${now.toString()}::timestamptz
from unnest(${changes.map(({ type }) => type)}::text[], ${changes.map(({ kind }) => kind)}::text[], ${changes.map(({ id }) => id)}::bigint[]) as c (type, kind, id)
on conflict (webhook_id, kind, record_id) where state = 'waiting' and started_at is null
do update set type = case when d.type like '%.created' and excluded.type like '%.updated' then d.type else excluded.type end
returning d.id, (xmax = 0) as is_new`)
  return rows.filter((row) => row.is_new).map(({ id }) => id)
}

/**
 * While the message that the receiver must read the feed is waiting, further changes are part of it. If it may have arrived, it gets another id,
 * because a receiver ignores a message that it has had.
 */
async function extendBehind(db: Db, { id }: Webhook): Promise<boolean> {
  const rows = await db.query(sql`
update webhook_deliveries set message_id = case when started_at is null then message_id else ${NEW_MESSAGE_ID} end
where webhook_id = ${id} and state = 'waiting' and type = ${BEHIND} returning id`)
  return rows.length > 0
}

/** Returns the cursor before the oldest waiting message if there are too many, or if the receiver has failed for too long; otherwise null. */
async function oldestOfBacklog(db: Db, { id, failing_since }: Webhook, outage: number, { now }: RequestContext): Promise<string | null> {
  const isDown = failing_since !== null && now.since(fromDatabase(failing_since)).total('seconds') > outage
  const [row] = await db.query<{ count: number; cursor: string | null }>(sql`
select count(*)::int as count, (array_agg(cursor order by id))[1] as cursor from webhook_deliveries
where webhook_id = ${id} and state = 'waiting' and kind is not null`)
  return row && (row.count > BACKLOG_MAX || isDown) ? row.cursor : null
}

interface Gap {
  readonly webhook: Webhook
  readonly reason: 'backlog' | 'expired'
  /** The cursor that the receiver reads from; null for the current one. */
  readonly cursor: string | null
}
/** Replaces all waiting messages by one, which tells the receiver to read the feed, and continues with the changes from now on. */
async function fallBehind(db: Db, services: WebhookServices, { webhook, reason, cursor }: Gap, ctx: RequestContext): Promise<void> {
  await db.query(sql`
update webhook_deliveries set state = 'dropped', error = 'behind', next_try_at = null
where webhook_id = ${webhook.id} and state = 'waiting' and type <> 'calendar.test'`)
  const current = await currentCursor(db, webhook, ctx)
  await addDelivery(db, services.queue, { webhook, type: BEHIND, reason, cursor: cursor ?? current, now: ctx.now })
  await advance(db, webhook, current, false)
}
