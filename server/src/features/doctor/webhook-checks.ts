// The check of webhooks: those that were switched off because of failures, and those whose receivers fail now.
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Finding } from './finding.ts'

const MAX_LISTED = 20
/** A receiver that has failed for less than this time may be restarting. */
const FAILING_HOURS = 1
export async function checkWebhooks(db: Db): Promise<Finding> {
  const rows = await db.query<{ id: number; url: string; reason: string | null }>(sql`
select w.id, split_part(w.url, '?', 1) as url, w.inactive_reason as reason from webhooks w
where w.inactive_reason <> 'manual' or (w.active and w.failing_since < now() - make_interval(hours => ${FAILING_HOURS}))
order by w.id limit ${MAX_LISTED}`)
  if (rows.length === 0) return { check: 'webhooks', state: 'ok', found: 'no webhook fails', remedy: '' }
  return {
    check: 'webhooks',
    state: 'warning',
    found: rows.map(({ id, url, reason }) => `${id} (${url}) ${reason === null ? 'fails' : `was switched off: ${reason}`}`).join('; '),
    remedy:
      'Ask the owner to correct the receiver and to send {"active": true}, or delete the webhook. GET /webhooks/{id}/deliveries has the errors.',
  }
}
