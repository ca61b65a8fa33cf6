// GET {ns}/events/{id}/preview: the page of an event as it would look, for callers who may edit the event (contract 17.7).
import Type from 'typebox'
import { param } from '../../engine/definition/resource.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { languageOnly } from '../../engine/plain-routes.ts'
import { loadDateSummary } from '../../engine/read/entries.ts'
import { presentOne } from '../../engine/read/records.ts'
import { NO_STORE } from '../../engine/response/responses.ts'
import { withCleanedCopy } from '../../engine/review/apply-copy.ts'
import { readCopy } from '../../engine/review/edit-copy.ts'
import { findProposable } from '../../engine/review/review-access.ts'
import { recordId, requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { inRolledBackTransaction } from '../../kernel/database/database-views.ts'
import { isBuffered } from '../../kernel/http/cached-responses.ts'
import { expandBrackets } from '../../kernel/http/request-parsing.ts'
import { ANONYMOUS } from '../../kernel/security/caller.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { events } from '../../resources/index.ts'
import { renderEventMain } from './event-page.ts'
import { renderSiteLayout } from './site-layout.ts'
import type { SingleEvent } from './site-records.ts'
import { createSiteView, type ApiRecord, type PageReads, type SiteSettings } from './site-view.ts'

/** Neither scripts nor forms nor links of a preview do anything. */
const policy = ({ mediaOrigin }: SiteSettings): string =>
  `sandbox; default-src 'none'; style-src 'self'; font-src 'self'; img-src ${`'self' ${mediaOrigin}`.trim()}; base-uri 'none'; frame-ancestors 'none'`

export function previewRoute(site: Site, routes: () => readonly Route[], settings: SiteSettings | null): Route {
  const params: Params = {
    ...languageOnly(site),
    working_copy: param(values.boolean, 'Whether the page shows the edits of the working copy.', { fallback: false }),
  }
  return {
    method: 'GET',
    path: '/events/{id}/preview',
    access: { kind: events, action: 'proposal' },
    params,
    acceptsBody: false,
    response: {
      type: 'text/html',
      name: 'preview_event',
      description: 'Returns the public page of an event as it would look, whatever the status of the event.',
      schema: Type.String(),
    },
    handle: (database, request) => {
      if (!settings) throw new Error('The route is only described.')
      return handlePreview(database, request, { params, routes: routes(), settings })
    },
  }
}

interface PreviewParts {
  readonly params: Params
  readonly routes: readonly Route[]
  readonly settings: SiteSettings
}
async function handlePreview(
  database: Database,
  request: RouteRequest,
  { params, routes, settings }: PreviewParts,
): Promise<RouteResponse> {
  const { ctx, path, query } = request
  const parsed = requireValidQuery(params, query, ctx)
  const id = recordId(events, path)
  const row = await findProposable(database, events, id, ctx)
  const summary = await loadDateSummary(database, events, row, ctx)
  const record = await presentOne(database, events, { row: { ...row, ...summary }, as: 'single' }, ctx)
  const edits = parsed.values['working_copy'] === true ? await readEdits(database, id, request) : {}
  const event = { ...record, ...edits } as unknown as SingleEvent
  const root = ctx.hasExplicitLanguage ? ctx.language : null
  const reads = readAsVisitor(database, request, routes)
  const view = createSiteView({ path: 'events', params: {}, pairs: [], root, now: ctx.now, reads }, settings)
  const { main } = await renderEventMain(view, event)
  const body = renderSiteLayout(view, { title: event.title, main, current: 'events', isHidden: true })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': NO_STORE, 'content-security-policy': policy(settings) }
  return { status: 200, headers, body, ignored: parsed.ignored }
}

/** The record as it would be with the working copy, which is applied and rolled back. Edits that cannot be applied are not shown. */
async function readEdits(database: Database, id: number, { ctx }: RouteRequest): Promise<ApiRecord> {
  const copyCtx = await withCleanedCopy(database, events, id, ctx)
  const { preview } = await inRolledBackTransaction(database, (db) => readCopy(db, events, id, copyCtx))
  return preview ?? {}
}

/** Everything around the event is read as visitors see it. */
function readAsVisitor(database: Database, request: RouteRequest, routes: readonly Route[]): PageReads {
  return {
    async json(path, { params = {}, query = [] } = {}) {
      const route = routes.find((each) => each.method === 'GET' && each.path === path)
      if (!route) throw new Error(`The API has no route ${path}.`)
      const ctx = { ...request.ctx, caller: ANONYMOUS }
      const inputs = { path: params, query: expandBrackets(query), pairs: query, headers: {} }
      const { body } = await route.handle(database, { ...request, ctx, ...inputs })
      if (!isBuffered(body)) throw new Error(`The response of ${path} is not text.`)
      return JSON.parse(body.toString()) as ApiRecord
    },
    expiresAt: () => 0,
    sharedMaxAge: () => 0,
    surrogateKeys: () => ({}),
  }
}
