// The content of messages: the record as the owner of the webhook may see it when the message is sent.
import { isShownNow } from '../../engine/change-feed/changed-records.ts'
import type { RequestContext } from '../../engine/definition/kind.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { BEHIND, type Delivery } from './deliveries.ts'
import { filtersAt } from './feed-position.ts'
import type { Webhook } from './webhook.ts'

export interface BuiltMessage {
  /** The type, which may differ from the type of the delivery if the record changed since. */
  readonly type: string
  readonly body: string
}
const MAX_BODY_BYTES = 20_000

/** Throws 410 if the filters of the webhook refer to other records now. The next change then makes the webhook start again. */
export async function buildMessage(db: Db, webhook: Webhook, delivery: Delivery, ctx: RequestContext): Promise<BuiltMessage> {
  const { kind: name, record_id: id, reason, cursor } = delivery
  const kind = name === null ? undefined : ctx.site.kinds.get(name)
  const timestamp = fromDatabase(delivery.created_at).toString()
  const format = (type: string, data: object): string => JSON.stringify({ type, timestamp, data })
  if (!kind || id === null) {
    const gap = delivery.type === BEHIND ? { cursor, reason } : {}
    return { type: delivery.type, body: format(delivery.type, { kind: name, id, version: null, record: null, ...gap }) }
  }
  const filters = await filtersAt(db, webhook.cursor, kind, ctx)
  const isShown = await isShownNow(db, kind, { id, filters }, ctx)
  const [found] = isShown ? await presentRows(db, kind, { ids: [id] }, ctx) : []
  if (!found) {
    const type = `${kind.name}.removed`
    return { type, body: format(type, { kind: kind.name, id, version: null, record: null }) }
  }
  // The record was removed when the delivery was added, and is back.
  const type = delivery.type.endsWith('.removed') ? `${kind.name}.updated` : delivery.type
  const data = { kind: kind.name, id, version: found.row['version'] as number }
  const body = format(type, { ...data, record: found.record })
  return { type, body: Buffer.byteLength(body) < MAX_BODY_BYTES ? body : format(type, { ...data, record: null }) }
}
