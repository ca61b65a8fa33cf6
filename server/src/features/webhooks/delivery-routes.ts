// Routes of deliveries: GET {ns}/webhooks/{id}/deliveries, and POST …/deliveries/{delivery_id}/redeliver (contract 14.3.5).
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, privateResponse, rejectDryRun, writeReply } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { JobQueue } from '../../kernel/jobs/job-queue.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { DELIVERY_QUEUE, DELIVERY_STATES, jobOf, type Delivery } from './deliveries.ts'
import { requireWebhook } from './inputs.ts'
import { DELIVERY_LIST_SCHEMA, DELIVERY_SCHEMA, showDelivery } from './representation.ts'

const PER_PAGE = 20
const PER_PAGE_MAX = 100
const PAGE_MAX = 100_000
const LIST = 'Returns the deliveries of a webhook, the newest first. They are kept for 30 days.'
const REDELIVER = 'Sends the message of a delivery again, with the same ID and with the record as it is now.'

export function deliveryRoutes(site: Site, services: { readonly queue: JobQueue } | null): Route[] {
  const params: Params = {
    page: param(values.integer(1, PAGE_MAX), 'Page number, starting at 1.', { fallback: 1 }),
    per_page: param(values.integer(1, PER_PAGE_MAX), 'Number of deliveries per page.', { fallback: PER_PAGE }),
    state: param(values.oneOf(DELIVERY_STATES), 'Returns only deliveries in this state.'),
    ...languageOnly(site),
  }
  const path = '/webhooks/{id}/deliveries'
  return [
    {
      method: 'GET',
      path,
      access: 'editors',
      params,
      acceptsBody: false,
      response: { type: 'application/json', name: 'list_webhook_deliveries', description: LIST, schema: DELIVERY_LIST_SCHEMA },
      handle: (database, request) => listDeliveries(database, params, request),
    },
    {
      method: 'POST',
      path: `${path}/{delivery_id}/redeliver`,
      access: 'editors',
      params: languageOnly(site),
      acceptsBody: false,
      response: { type: 'application/json', name: 'redeliver_message', description: REDELIVER, schema: DELIVERY_SCHEMA, status: 202 },
      handle: (database, request) => {
        if (!services) throw new Error('The routes of webhooks can only be described.')
        return redeliver(database, services.queue, request)
      },
    },
  ]
}

async function listDeliveries(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, request.query, request.ctx)
  const webhook = await requireWebhook(database, request)
  const [page, perPage] = [Number(sent['page'] ?? 1), Number(sent['per_page'] ?? PER_PAGE)]
  const state = sent['state'] as string | undefined
  const condition = sql`d.webhook_id = ${webhook.id}${state === undefined ? raw('') : sql` and d.state = ${state}`}`
  const rows = await database.query<Delivery>(
    sql`select d.* from webhook_deliveries d where ${condition} order by d.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const [counted] = await database.query<{ total: number }>(sql`select count(*)::int as total from webhook_deliveries d where ${condition}`)
  const total = counted?.total ?? 0
  const isOwner = webhook.owner_id === request.ctx.caller.id
  const body = { deliveries: rows.map((row) => showDelivery(row, isOwner)), total, total_pages: Math.ceil(total / perPage) }
  return { ...privateResponse(body, request.ctx), ignored }
}

/** Starts another run of the delivery. A job of an earlier run does nothing. */
async function redeliver(database: Database, queue: JobQueue, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(languageOnly(ctx.site), request, ctx)
  return database.transaction(async (db) => {
    const webhook = await requireWebhook(db, request)
    const id = Number(path['delivery_id'])
    const [row] = Number.isSafeInteger(id)
      ? await db.query<Delivery>(sql`
update webhook_deliveries set state = 'waiting', run = run + 1, tries = 0, error = null, started_at = coalesce(started_at, created_at),
  next_try_at = ${ctx.now.toString()}
where id = ${id} and webhook_id = ${webhook.id} returning *`)
      : []
    if (!row) throw new Problem('rest_delivery_not_found')
    await queue.addAll(db, DELIVERY_QUEUE, [jobOf(webhook.id, row)])
    return writeReply(202, showDelivery(row, webhook.owner_id === ctx.caller.id), ignored)
  })
}
