// Routes of webhooks: GET and POST {ns}/webhooks, and GET, PATCH and DELETE {ns}/webhooks/{id} (contract 14.3).
import { decodeFeedCursor, loadCursorKey } from '../../engine/change-feed/feed-cursor.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import { languageOnly, privateResponse, writeReply } from '../../engine/plain-routes.ts'
import { apiUrl } from '../../engine/response/responses.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { missingParams, Problem } from '../../kernel/errors/problems.ts'
import { actionRoutes } from './action-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { ALL_EVENTS, currentCursor, cursorAt } from './feed-position.ts'
import { ownedBy, parseWebhook, requireWebhook, webhookInputs } from './inputs.ts'
import { showWebhook, showWithSecret, webhookListSchema, webhookSchema, webhookWithSecretSchema } from './representation.ts'
import { changeWebhook, serviceHandlers, type WebhookRouteServices } from './requests.ts'
import { newKeyPair, newSecret } from './signatures.ts'
import { findOwner, ownerContext, switchOff, type Webhook } from './webhook.ts'

const JSON_TYPE = 'application/json'
const WEBHOOKS_PATH = '/webhooks'
const WEBHOOK_PATH = `${WEBHOOKS_PATH}/{id}`

/** Without services the routes can be described but not called. */
export function webhookRoutes(site: Site, services: WebhookRouteServices | null): Route[] {
  const inputs = webhookInputs(site)
  const params = languageOnly(site)
  const shared = { access: 'editors', params, acceptsBody: false } as const
  const withServices = serviceHandlers(services)
  return [
    {
      ...shared,
      method: 'GET',
      path: WEBHOOKS_PATH,
      response: { type: JSON_TYPE, name: 'list_webhooks', description: TEXTS.list, schema: webhookListSchema(site) },
      handle: listWebhooks,
    },
    {
      ...shared,
      method: 'POST',
      path: WEBHOOKS_PATH,
      acceptsBody: true,
      bodyParams: inputs,
      response: { type: JSON_TYPE, name: 'create_webhook', description: TEXTS.create, schema: webhookWithSecretSchema(site), status: 201 },
      handle: withServices((database, own, request) => createWebhook(database, own, parseWebhook(inputs, request, own.settings), request)),
    },
    {
      ...shared,
      method: 'GET',
      path: WEBHOOK_PATH,
      response: { type: JSON_TYPE, name: 'get_webhook', description: TEXTS.read, schema: webhookSchema(site) },
      handle: async (database, request) => {
        const { ignored } = requireValidQuery(params, request.query, request.ctx)
        return { ...privateResponse(showWebhook(await requireWebhook(database, request)), request.ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'PATCH',
      path: WEBHOOK_PATH,
      acceptsBody: true,
      bodyParams: inputs,
      response: { type: JSON_TYPE, name: 'update_webhook', description: TEXTS.change, schema: webhookSchema(site) },
      handle: withServices((database, own, request) => updateWebhook(database, parseWebhook(inputs, request, own.settings), request)),
    },
    {
      ...shared,
      method: 'DELETE',
      path: WEBHOOK_PATH,
      response: { type: JSON_TYPE, name: 'delete_webhook', description: TEXTS.remove, schema: webhookSchema(site) },
      handle: (database, request) =>
        changeWebhook(database, request, async (db, webhook) => {
          await db.query(sql`delete from webhooks where id = ${webhook.id}`)
          return writeReply(200, showWebhook(webhook))
        }),
    },
    ...actionRoutes(site, services),
    ...deliveryRoutes(site, services),
  ]
}
const TEXTS = {
  list: 'Returns the webhooks of the caller, or all webhooks for administrators. Secrets are never part of it.',
  create: 'Registers a URL that receives a message for each change that the caller may see. The response shows the secret once.',
  read: 'Returns one webhook without its secret.',
  change: 'Updates a webhook. Inputs that the request does not contain keep their values.',
  remove: 'Deletes a webhook with its deliveries. Waiting messages are not sent.',
} as const

async function listWebhooks(database: Database, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { ignored } = requireValidQuery(languageOnly(ctx.site), query, ctx)
  const rows = await database.query<Webhook>(sql`select * from webhooks w where ${ownedBy(ctx.caller)} order by w.id`)
  return { ...privateResponse({ webhooks: rows.map(showWebhook) }, ctx), ignored }
}

type Parsed = ReturnType<typeof parseWebhook>
async function createWebhook(
  database: Database,
  { settings }: WebhookRouteServices,
  { sent, ignored }: Parsed,
  { ctx }: RouteRequest,
): Promise<RouteResponse> {
  const { url, description = '', events = [ALL_EVENTS], filter = {}, language = ctx.site.defaultLanguage, active = true } = sent
  if (url === undefined) throw missingParams(['url'])
  const { caller, now } = ctx
  const { privateKey, publicKey } = newKeyPair()
  return database.transaction(async (db) => {
    await requireRoom(db, caller.id, settings.max)
    const cursor = await currentCursor(db, { events, filter }, ownerContext(ctx.site, caller, language, now))
    const [row] = await db.query<Webhook>(sql`
insert into webhooks (owner_id, scope, url, description, events, filter, language, active, inactive_reason, secret, private_key, public_key, cursor, created_at, modified_at)
values (${caller.id}, ${caller.scope}, ${url}, ${description}, ${events}, ${JSON.stringify(filter)}, ${language}, ${active}, ${active ? null : 'manual'},
  ${newSecret()}, ${privateKey}, ${publicKey}, ${cursor}, ${now.toString()}, ${now.toString()}) returning *`)
    if (!row) throw new Error('The webhook was not stored.')
    return writeReply(201, showWithSecret(row), ignored, { location: apiUrl(ctx, `${WEBHOOKS_PATH}/${row.id}`) })
  })
}
/** The lock of the user makes concurrent requests take turns. */
async function requireRoom(db: Db, ownerId: number | null, max: number): Promise<void> {
  await db.query(sql`select 1 from users where id = ${ownerId} for no key update`)
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from webhooks where owner_id = ${ownerId}`)
  if ((row?.count ?? 0) >= max) throw new Problem('rest_too_many_webhooks', { values: { max } })
}

const updateWebhook = (database: Database, { sent, ignored }: Parsed, request: RouteRequest): Promise<RouteResponse> =>
  database.transaction(async (db) => {
    const webhook = await requireWebhook(db, request, true)
    const next = { ...webhook, ...sent }
    if (webhook.active && sent.active === false) await switchOff(db, webhook, 'manual')
    const isStarted = !webhook.active && next.active
    const isMoved = sent.events !== undefined || sent.filter !== undefined
    const [stored] = await db.query<Pick<Webhook, 'cursor'>>(sql`select cursor from webhooks where id = ${webhook.id}`)
    const cursor = isMoved ? await movedCursor(db, next, stored?.cursor ?? webhook.cursor, request.ctx) : (stored?.cursor ?? webhook.cursor)
    const [row] = await db.query<Webhook>(sql`
update webhooks set url = ${next.url}, description = ${next.description}, events = ${next.events}, filter = ${JSON.stringify(next.filter)},
  language = ${next.language}, active = ${next.active}, inactive_reason = case when ${next.active}::boolean then null else coalesce(inactive_reason, 'manual') end,
  failing_since = case when ${isStarted}::boolean then null else failing_since end, is_requested = is_requested or ${isStarted}::boolean,
  cursor = ${cursor}, modified_at = ${request.ctx.now.toString()}
where id = ${webhook.id} returning *`)
    if (!row) throw new Problem('rest_webhook_not_found')
    return writeReply(200, showWebhook(row), ignored)
  })
/** The place in the feed stays if events and filters change. If it is not known any more, the feed starts now. */
async function movedCursor(db: Db, webhook: Webhook, cursor: string, { site, now, caller }: RequestContext): Promise<string> {
  const owner = (await findOwner(db, webhook)) ?? caller
  const ctx = ownerContext(site, owner, webhook.language, now)
  const opened = decodeFeedCursor(await loadCursorKey(db), cursor)
  return opened ? cursorAt(db, webhook, opened, ctx) : currentCursor(db, webhook, ctx)
}
