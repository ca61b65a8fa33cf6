// Routes of the history: GET {ns}/{kind}/{id}/history, POST …/history/{version}/restore, and POST {ns}/changes/{change_id}/undo (contract 14.4).
import Type from 'typebox'
import type { Database } from '../kernel/database/database.ts'
import { checkIfMatch } from '../kernel/http/etags.ts'
import { namesHeader } from '../kernel/http/header-values.ts'
import * as values from '../kernel/validation/value-types.ts'
import { CHANGE_ACTIONS } from './changes/change-log.ts'
import { nullable } from './definition/fields.ts'
import type { Kind, Params, Site } from './definition/kind.ts'
import { languageParam, param } from './definition/resource.ts'
import { LOSS_REASONS } from './history/apply-state.ts'
import { readHistory } from './history/read-history.ts'
import { restoreVersion } from './history/restore-version.ts'
import { UNDO_ACTIONS } from './history/reverse-row.ts'
import { undoChange } from './history/undo-change.ts'
import { requireValidInputs, requireValidParams, writeParams } from './input/write-inputs.ts'
import { findOne, presentOne } from './read/records.ts'
import { changeIdHeader, jsonResponse, NO_STORE, writeResponse } from './response/responses.ts'
import { recordId, requireValidQuery, type Route, type RouteRequest, type RouteResponse } from './route.ts'
import { withWriteErrors } from './write/write-errors.ts'

const PER_PAGE = 20
const PER_PAGE_MAX = 100
const PAGE_MAX = 100_000
const VALUE = Type.Unknown()

const HISTORY_SCHEMA = Type.Object({
  history: Type.Array(
    Type.Object({
      version: Type.Integer({ minimum: 1 }),
      at: Type.String({ format: 'date-time' }),
      change_id: nullable(Type.String({ format: 'uuid' })),
      action: Type.String({ enum: [...CHANGE_ACTIONS] }),
      language: nullable(Type.String()),
      author: nullable(Type.Object({ id: Type.Integer(), name: nullable(Type.String()) })),
      changes: Type.Array(Type.Object({ field: Type.String(), language: nullable(Type.String()), before: VALUE, after: VALUE })),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
})
const HISTORY_DESCRIPTION =
  'Returns the changes of a record, the newest first, with the values of each field before and after. Only callers who may edit the record may read it.'

/** The routes of the history of one kind. */
export function historyRoutes(kind: Kind, site: Site): Route[] {
  const record = `/${kind.plural}/{id}/history`
  const historyParams: Params = {
    page: param(values.integer(1, PAGE_MAX), 'Page number, starting at 1.', { fallback: 1 }),
    per_page: param(values.integer(1, PER_PAGE_MAX), 'Number of changes per page.', { fallback: PER_PAGE }),
    i18n_language: languageParam(site.languages),
  }
  const restoreParams = writeParams(site)
  return [
    {
      method: 'GET',
      path: record,
      access: { kind, action: 'history' },
      params: historyParams,
      acceptsBody: false,
      response: { type: 'application/json', name: `get_${kind.name}_history`, description: HISTORY_DESCRIPTION, schema: HISTORY_SCHEMA },
      handle: (database, request) => handleHistory(database, kind, historyParams, request),
    },
    {
      method: 'POST',
      path: `${record}/{version}/restore`,
      access: { kind, action: 'restore' },
      params: restoreParams,
      acceptsBody: false,
      handle: (database, request) => handleRestore(database, kind, restoreParams, request),
    },
  ]
}
async function handleHistory(database: Database, kind: Kind, params: Params, { ctx, path, query }: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, query, ctx)
  const [page, perPage] = [Number(sent['page'] ?? 1), Number(sent['per_page'] ?? PER_PAGE)]
  const { history, total } = await readHistory(database, kind, { id: recordId(kind, path), page, perPage }, ctx)
  return { ...jsonResponse({ history, total, total_pages: Math.ceil(total / perPage) }, ctx), ignored }
}

async function handleRestore(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const { ignored } = requireValidInputs(kind, params, { query, body }, ctx)
  const request = { id: recordId(kind, path), version: Number(path['version']), precondition: checkIfMatch(headers['if-match']) }
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const { version, isLogged, losses } = await restoreVersion(db, kind, request, ctx)
    const record = await presentOne(db, kind, { row: await findOne(db, kind, { id: request.id }, ctx), as: 'listed' }, ctx)
    const lost = losses.flatMap(({ field }) => (field === null ? [] : [field]))
    const more = { ...changeIdHeader({ isLogged }, ctx), ...namesHeader('x-not-restored', lost) }
    return { ...writeResponse(200, record, version, more), ignored }
  })
}

const RECORD_NAME = { kind: Type.String(), id: Type.Integer({ minimum: 1 }) }
const UNDO_RESULT = Type.Object({
  undone: Type.String({ format: 'uuid' }),
  change_id: nullable(Type.String({ format: 'uuid' })),
  records: Type.Array(
    Type.Object({ ...RECORD_NAME, action: Type.String({ enum: [...UNDO_ACTIONS] }), version: nullable(Type.Integer({ minimum: 1 })) }),
  ),
  skipped: Type.Array(Type.Object(RECORD_NAME)),
  not_restored: Type.Array(
    Type.Object({ ...RECORD_NAME, field: nullable(Type.String()), reason: Type.String({ enum: [...LOSS_REASONS] }) }),
  ),
})
/** A dry run returns the same result as the record of its response. */
const UNDO_SCHEMA = Type.Union([
  UNDO_RESULT,
  Type.Object({
    dry_run: Type.Boolean(),
    status: Type.Integer(),
    record: UNDO_RESULT,
    reused: Type.Array(Type.Object(RECORD_NAME)),
    occurrences: Type.Null(),
    series: Type.Null(),
  }),
])
const UNDO_DESCRIPTION =
  'Reverses everything that one request changed, in one transaction. `not_restored` names records and fields that could not be restored.'
export const UNDO_PATH = '/changes/{change_id}/undo'

export function undoRoute(site: Site): Route {
  const params: Params = {
    ...writeParams(site),
    skip_changed: param(values.boolean, 'Whether to skip records that were changed since, instead of returning 409.', { fallback: false }),
  }
  return {
    method: 'POST',
    path: UNDO_PATH,
    access: 'writers',
    params,
    acceptsBody: false,
    response: { type: 'application/json', name: 'undo_change', description: UNDO_DESCRIPTION, schema: UNDO_SCHEMA },
    handle: (database, request) => handleUndo(database, params, request),
  }
}

async function handleUndo(database: Database, params: Params, { ctx, path, query, body }: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidParams(params, { query, body }, ctx)
  const changeId = path['change_id'] ?? ''
  const request = { changeId, skipChanged: sent['skip_changed'] === true }
  return withWriteErrors(database, [...ctx.site.kinds.values()], 'transaction', async (db) => {
    const result = await undoChange(db, request, ctx)
    const isLogged = result.records.length > 0
    return {
      status: 200,
      headers: { 'cache-control': NO_STORE, ...changeIdHeader({ isLogged }, ctx) },
      body: JSON.stringify({ undone: changeId, change_id: isLogged && !ctx.isDryRun ? ctx.changeId : null, ...result }),
      ignored,
    }
  })
}
