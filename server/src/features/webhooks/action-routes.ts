// Routes of actions on a webhook: POST {ns}/webhooks/{id}/rotate, …/test and …/replay (contract 14.3).
import { CURSOR_MAX, decodeFeedCursor, loadCursorKey } from '../../engine/change-feed/feed-cursor.ts'
import { feedExpired } from '../../engine/change-feed/read-changes.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteResponse } from '../../engine/route.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, missingParams, Problem } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { addDelivery, TEST } from './deliveries.ts'
import { cursorAt } from './feed-position.ts'
import { DELIVERY_SCHEMA, showDelivery, showWebhook, showWithSecret, webhookSchema, webhookWithSecretSchema } from './representation.ts'
import { changeWebhook, serviceHandlers, type WebhookRouteServices } from './requests.ts'
import type { Times } from './schedule.ts'
import { newSecret } from './signatures.ts'
import { findOwner, ownerContext, type Webhook } from './webhook.ts'

const JSON_TYPE = 'application/json'
const WEBHOOK_PATH = '/webhooks/{id}'
const TEXTS = {
  rotate: 'Replaces the secret of a webhook. The previous secret also signs messages for 24 hours.',
  test: 'Sends a message of the type `calendar.test` to the webhook, also if the webhook is switched off.',
  replay: 'Sends messages for all changes since a cursor of the change feed again.',
} as const

export function actionRoutes(site: Site, services: WebhookRouteServices | null): Route[] {
  const params = languageOnly(site)
  const shared = { access: 'editors', params, acceptsBody: false } as const
  const withServices = serviceHandlers(services)
  const replayInputs = { since: param(values.boundedText(CURSOR_MAX), 'Cursor of the change feed, after which changes are sent again.') }
  return [
    {
      ...shared,
      method: 'POST',
      path: `${WEBHOOK_PATH}/rotate`,
      response: { type: JSON_TYPE, name: 'rotate_webhook_secret', description: TEXTS.rotate, schema: webhookWithSecretSchema(site) },
      handle: withServices((database, { times }, request) =>
        changeWebhook(database, request, (db, webhook) => rotate(db, webhook, times, request.ctx)),
      ),
    },
    {
      ...shared,
      method: 'POST',
      path: `${WEBHOOK_PATH}/test`,
      response: { type: JSON_TYPE, name: 'test_webhook', description: TEXTS.test, schema: DELIVERY_SCHEMA, status: 202 },
      handle: withServices((database, { queue }, request) =>
        changeWebhook(database, request, async (db, webhook) => {
          const { now, caller } = request.ctx
          const delivery = await addDelivery(db, queue, { webhook, type: TEST, reason: null, cursor: webhook.cursor, now })
          return writeReply(202, showDelivery(delivery, webhook.owner_id === caller.id))
        }),
      ),
    },
    {
      ...shared,
      method: 'POST',
      path: `${WEBHOOK_PATH}/replay`,
      acceptsBody: true,
      bodyParams: replayInputs,
      response: { type: JSON_TYPE, name: 'replay_webhook', description: TEXTS.replay, schema: webhookSchema(site), status: 202 },
      handle: (database, request) => {
        const { values: sent } = requireValidParams({ ...replayInputs, ...params }, request, request.ctx)
        const since = sent['since'] as string | undefined
        if (since === undefined) throw missingParams(['since'])
        return changeWebhook(database, request, (db, webhook) => replay(db, webhook, since, request.ctx), replayInputs)
      },
    },
  ]
}

async function rotate(db: Db, webhook: Webhook, times: Times, { now }: RequestContext): Promise<RouteResponse> {
  const until = now.add({ milliseconds: Math.round(times.rotation * 1_000) })
  const [row] = await db.query<Webhook>(sql`
update webhooks set secret = ${newSecret()}, previous_secret = secret, previous_until = ${until.toString()}, modified_at = ${now.toString()}
where id = ${webhook.id} returning *`)
  if (!row) throw new Problem('rest_webhook_not_found')
  return writeReply(200, showWithSecret(row))
}

/** The cursor is one of the caller or of the owner. Its events and filters do not count: those of the webhook do. */
async function replay(db: Db, webhook: Webhook, since: string, ctx: RequestContext): Promise<RouteResponse> {
  const opened = decodeFeedCursor(await loadCursorKey(db), since)
  if (!opened) throw invalidParams({ since: new FieldError('not_feed_cursor') })
  const owner = (await findOwner(db, webhook)) ?? ctx.caller
  if (![ctx.caller, owner].some((caller) => opened.isFor(caller, opened.logId)))
    throw feedExpired({ kinds: [...ctx.site.kinds.values()], cursorFilters: null }, ctx)
  const cursor = await cursorAt(db, webhook, opened, ownerContext(ctx.site, owner, webhook.language, ctx.now))
  await db.query(sql`update webhooks set cursor = ${cursor}, is_requested = true where id = ${webhook.id}`)
  return writeReply(202, showWebhook(webhook))
}
