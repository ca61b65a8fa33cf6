// Runs webhooks in this process: adds deliveries soon after each write, and sends them.
import { CHANGES_CHANNEL } from '../../engine/changes/change-watcher.ts'
import { sql } from '../../kernel/database/sql.ts'
import { startTimer } from '../../kernel/runtime/timers.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { DELIVERY_QUEUE } from './deliveries.ts'
import { dispatchPage } from './dispatch.ts'
import { runDelivery, type SendServices } from './send.ts'

/** Writes are noticed at once if the process that makes them sends a notification, and otherwise within this time. */
const POLL_MS = 1_000
/** Later attempts are found by the polls of the queue. */
const MAX_LOOK_SECONDS = 60

export type WebhookWorkerServices = Omit<SendServices, 'lookIn'> & { readonly log: Logger }

/** Until stopped, follows the change log, and sends messages. Without webhooks, this costs one query per second. */
export function startWebhooks(services: WebhookWorkerServices): { stop(): Promise<void> } {
  const { database, queue, log } = services
  let look: (() => void) | null = null
  let seen: string | null = null
  const work = async (): Promise<void> => {
    if (look) return
    look = await queue.work(DELIVERY_QUEUE, (job, finish) => runDelivery({ ...services, lookIn }, job, finish))
  }
  const lookIn = (seconds: number): void => {
    if (seconds <= MAX_LOOK_SECONDS) setTimeout(() => look?.(), seconds * 1_000 + DUE_MARGIN_MS).unref()
  }
  const follow = async (): Promise<void> => {
    const [state] = await database.query<FollowState>(sql`
select pg_current_snapshot()::text as snapshot, array(select id from webhooks where active order by id) as active,
  array(select id from webhooks where active and is_requested order by id) as requested, exists (select 1 from webhook_deliveries where state in ('waiting', 'sending')) as is_open,
  exists (
    select 1 from changes c where c.xact = any (array(select pg_snapshot_xip(s.seen)))
    union all
    (select 1 from changes c where c.xact >= pg_snapshot_xmax(s.seen) order by c.xact limit 1)
  ) as is_changed
from (select coalesce(${seen}::pg_snapshot, '1:1:') as seen) s`)
    if (!state) return
    if (state.active.length > 0 || state.is_open) await work()
    const failed: unknown[] = []
    for (const id of state.is_changed ? state.active : state.requested)
      await dispatchAll(services, id).catch((error: unknown) => failed.push(error))
    // The next run tries again. A webhook that cannot be served does not delay the others.
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('; '))
    seen = state.snapshot
  }
  return startFollower(database.listen.bind(database), follow, (error) =>
    log.warn({ err: error }, 'webhooks could not follow the change log'),
  )
}
async function dispatchAll(services: WebhookWorkerServices, id: number): Promise<void> {
  while (await dispatchPage(services, id));
}
/** The queue reads its clock a moment later than this process. */
const DUE_MARGIN_MS = 20
interface FollowState {
  readonly snapshot: string
  readonly active: readonly number[]
  readonly requested: readonly number[]
  readonly is_open: boolean
  readonly is_changed: boolean
}

/** Follows at an interval, and at each notification. There is one run at a time; a notification meanwhile causes another one. */
function startFollower(
  listen: (channel: string, onNotify: () => void) => { close(): Promise<void> },
  follow: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let isWoken = false
  let isStopped = false
  const wake = async (): Promise<void> => {
    isWoken = !isStopped
    running ??= (async () => {
      while (isWoken) {
        isWoken = false
        await follow().catch(onError)
      }
      running = null
    })()
    await running
  }
  const timer = startTimer({ everyMs: () => POLL_MS, firstMs: 0, run: wake }, onError)
  const listener = listen(CHANGES_CHANNEL, () => void wake())
  return {
    stop: async () => {
      isStopped = true
      await timer.stop()
      await listener.close()
      await running
    },
  }
}
