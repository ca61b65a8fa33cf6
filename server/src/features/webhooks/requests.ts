// Shared code of the handlers of webhooks: their services, and changes of one webhook in a transaction.
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, rejectDryRun } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import type { JobQueue } from '../../kernel/jobs/job-queue.ts'
import { requireWebhook, type WebhookSettings } from './inputs.ts'
import type { Times } from './schedule.ts'
import type { Webhook } from './webhook.ts'

export interface WebhookRouteServices {
  readonly queue: JobQueue
  readonly settings: WebhookSettings
  readonly times: Times
}
type ServiceHandler = (database: Database, services: WebhookRouteServices, request: RouteRequest) => Promise<RouteResponse>
/** Without services the routes can be described but not called. */
export const serviceHandlers =
  (services: WebhookRouteServices | null) =>
  (handle: ServiceHandler): Route['handle'] =>
  (database, request) => {
    if (!services) throw new Error('The routes of webhooks can only be described.')
    return handle(database, services, request)
  }

/** Locks the webhook of the path and changes it in one transaction. */
export const changeWebhook = (
  database: Database,
  request: RouteRequest,
  change: (db: Db, webhook: Webhook) => Promise<RouteResponse>,
  inputs: Parameters<typeof requireValidParams>[0] = {},
): Promise<RouteResponse> => {
  rejectDryRun(request.ctx)
  const { ignored } = requireValidParams({ ...inputs, ...languageOnly(request.ctx.site) }, request, request.ctx)
  return database.transaction(async (db) => ({ ...(await change(db, await requireWebhook(db, request, true))), ignored }))
}
