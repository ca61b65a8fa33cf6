// Routes of runs: GET and POST {ns}/sources/{id}/runs, GET …/runs/{run_id}, GET …/items and …/failed-rows, and POST …/cancel and …/undo (contract 19.2 to 19.5).
import { readFile } from 'node:fs/promises'
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { DRY_RUN } from '../../engine/input/dry-run-input.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, privateResponse, rejectDryRun, writeReply } from '../../engine/plain-routes.ts'
import { apiUrl, NO_STORE } from '../../engine/response/responses.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { FieldError, missingParams, Problem } from '../../kernel/errors/problems.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { formatFailedRows } from './failed-rows.ts'
import { addRun } from './import-worker.ts'
import { endRun } from './prepare-run.ts'
import { requireRun, requireSource } from './source-inputs.ts'
import { ITEM_LIST_SCHEMA, RUN_LIST_SCHEMA, RUN_SCHEMA, showRuns, type ReportedItem } from './source-representation.ts'
import { IMPORT_QUEUE, importJob, type SourceRouteServices } from './source-services.ts'
import { findRun, OUTCOMES, RUN_COLUMNS, type Run } from './source.ts'

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv; charset=utf-8; header=present'
const PAGE_MAX = 100_000
const RUNS_PATH = '/sources/{id}/runs'
const RUN_PATH = `${RUNS_PATH}/{run_id}`
const TEXTS = {
  list: 'Returns the runs of a source, the newest first, with the number of items by outcome.',
  start: 'Starts a run. It reads the file that is sent, or the document at the URL of the source. A source has one run at a time.',
  read: 'Returns one run with the number of its items by outcome.',
  items: 'Returns the report of a run: the outcome of each item of the document, and of each record that the document no longer has.',
  failed: 'Returns the rows of a CSV file that failed, with their original columns, and the reasons in the column `error`.',
  cancel: 'Stops a run that has not ended. The records that it has written stay.',
  undo: 'Undoes a run. Records that were changed since stay as they are.',
} as const

const uploadedFile: values.ValueType<Upload> = {
  schema: values.boundedText(0).schema,
  parse: (value) => (value instanceof Upload ? value : new FieldError('not_file')),
}
const START_INPUTS: Params = {
  accept_gone: param(values.boolean, 'Continues although more than 30 % of the upcoming records of the source are gone.', {
    fallback: false,
  }),
  file: param(uploadedFile, 'The document.', { isOptional: true }),
}

const pageParams = (site: Site, perPage: number, max: number): Params => ({
  page: param(values.integer(1, PAGE_MAX), 'Page number, starting at 1.', { fallback: 1 }),
  per_page: param(values.integer(1, max), 'Number of entries per page.', { fallback: perPage }),
  ...languageOnly(site),
})

type Handler = (database: Database, services: SourceRouteServices, request: RouteRequest) => Promise<RouteResponse>
export function runRoutes(site: Site, services: SourceRouteServices | null): Route[] {
  const withServices =
    (handle: Handler): Route['handle'] =>
    (database, request) => {
      if (!services) throw new Error('The routes of sources can only be described.')
      return handle(database, services, request)
    }
  const shared = { access: 'editors', params: languageOnly(site), acceptsBody: false, changesNoRecord: true } as const
  const response = { type: JSON_TYPE, schema: RUN_SCHEMA }
  const listParams = pageParams(site, 20, 100)
  const itemParams: Params = {
    outcome: param(values.listOf(values.oneOf(OUTCOMES)), 'Returns only items with these outcomes.'),
    ...pageParams(site, 100, 1_000),
  }
  return [
    {
      ...shared,
      method: 'GET',
      path: RUNS_PATH,
      params: listParams,
      response: { ...response, name: 'list_source_runs', description: TEXTS.list, schema: RUN_LIST_SCHEMA },
      handle: (database, request) => listRuns(database, listParams, request),
    },
    {
      ...shared,
      method: 'POST',
      path: RUNS_PATH,
      params: { ...shared.params, ...DRY_RUN },
      acceptsBody: true,
      acceptsFile: true,
      runsDryRuns: true,
      admissionClass: () => 'upload',
      bodyParams: START_INPUTS,
      response: { ...response, name: 'start_source_run', description: TEXTS.start, status: 202 },
      handle: withServices(startRun),
    },
    {
      ...shared,
      method: 'GET',
      path: RUN_PATH,
      response: { ...response, name: 'get_source_run', description: TEXTS.read },
      handle: async (database, request) => {
        const { ignored } = requireValidQuery(shared.params, request.query, request.ctx)
        const run = await requireRun(database, await requireSource(database, request), request)
        return { ...privateResponse((await showRuns(database, [run]))[0] ?? {}, request.ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'GET',
      path: `${RUN_PATH}/items`,
      params: itemParams,
      response: { ...response, name: 'list_source_run_items', description: TEXTS.items, schema: ITEM_LIST_SCHEMA },
      handle: (database, request) => listItems(database, itemParams, request),
    },
    {
      ...shared,
      method: 'GET',
      path: `${RUN_PATH}/failed-rows`,
      response: { type: 'text/csv', schema: Type.String(), name: 'get_source_run_failed_rows', description: TEXTS.failed },
      handle: (database, request) => getFailedRows(database, shared.params, request),
    },
    {
      ...shared,
      method: 'POST',
      path: `${RUN_PATH}/cancel`,
      response: { ...response, name: 'cancel_source_run', description: TEXTS.cancel },
      handle: cancel,
    },
    {
      ...shared,
      method: 'POST',
      path: `${RUN_PATH}/undo`,
      response: { ...response, name: 'undo_source_run', description: TEXTS.undo, status: 202 },
      handle: withServices(undo),
    },
  ]
}

const pageOf = (sent: Readonly<Record<string, unknown>>, fallback: number) => {
  const [page, perPage] = [Number(sent['page'] ?? 1), Number(sent['per_page'] ?? fallback)]
  return { perPage, slice: sql`limit ${perPage} offset ${(page - 1) * perPage}` }
}

async function listRuns(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, request.query, request.ctx)
  const source = await requireSource(database, request)
  const { perPage, slice } = pageOf(sent, 20)
  const runs = await database.query<Run>(sql`
select ${RUN_COLUMNS} from source_runs x where x.source_id = ${source.id} order by x.id desc ${slice}`)
  const [counted] = await database.query<{ total: number }>(
    sql`select count(*)::int as total from source_runs where source_id = ${source.id}`,
  )
  const total = counted?.total ?? 0
  const body = { runs: await showRuns(database, runs), total, total_pages: Math.ceil(total / perPage) }
  return { ...privateResponse(body, request.ctx), ignored }
}

async function listItems(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, request.query, request.ctx)
  const run = await requireRun(database, await requireSource(database, request), request)
  const { perPage, slice } = pageOf(sent, 100)
  const outcomes = sent['outcome'] as readonly string[] | undefined
  const condition = sql`run_id = ${run.id} and outcome is not null${outcomes ? sql` and outcome = any(${outcomes}::text[])` : raw('')}`
  const items = await database.query<ReportedItem>(sql`
select position, kind, external_id, title, outcome, record_id, reason, errors, left_alone, notes, duplicates,
  case when ${run.is_dry_run}::boolean then content -> 'fields' end as fields
from source_items where ${condition} order by position ${slice}`)
  const [counted] = await database.query<{ total: number }>(sql`select count(*)::int as total from source_items where ${condition}`)
  const total = counted?.total ?? 0
  return { ...privateResponse({ items, total, total_pages: Math.ceil(total / perPage) }, request.ctx), ignored }
}

async function getFailedRows(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ignored } = requireValidQuery(params, request.query, request.ctx)
  const run = await requireRun(database, await requireSource(database, request), request)
  const headers = {
    'cache-control': NO_STORE,
    'content-type': CSV_TYPE,
    'content-disposition': `attachment; filename="failed-rows-${run.id}.csv"`,
  }
  return { status: 200, headers, body: await formatFailedRows(database, run), ignored }
}

async function startRun(database: Database, { queue }: SourceRouteServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { values: sent, ignored } = requireValidParams({ ...START_INPUTS, ...languageOnly(ctx.site), ...DRY_RUN }, request, ctx)
  const { file } = request.body
  const document = file instanceof Upload ? await readFile(file.path) : null
  return database.transaction(async (db) => {
    const source = await requireSource(db, request, true)
    if (source.url === null && !document) throw missingParams(['file'])
    const id = await addRun(db, {
      sourceId: source.id,
      requestedBy: ctx.caller.id,
      isDryRun: ctx.isDryRun === true,
      acceptsGone: sent['accept_gone'] === true,
      document,
      now: ctx.now,
    })
    if (id === null) throw new Problem('rest_run_active')
    await queue.add(db, IMPORT_QUEUE, importJob(id))
    const run = await requireRun(db, source, { ...request, path: { run_id: String(id) } })
    const location = apiUrl(ctx, `/sources/${source.id}/runs/${id}`)
    return writeReply(202, (await showRuns(db, [run]))[0] ?? {}, ignored, { location })
  })
}

/** Waits for the batch that is being stored. The process that has the run finds it stopped before the next one. */
async function cancel(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(languageOnly(ctx.site), request, ctx)
  return database.transaction(async (db) => {
    const source = await requireSource(db, request)
    const { id } = await requireRun(db, source, request)
    if (!(await findRun(db, id, sql`x.state in ('waiting', 'running') for update`))) throw new Problem('rest_run_ended')
    await endRun(db, id, { state: 'stopped', reason: 'canceled', now: ctx.now })
    return writeReply(200, (await showRuns(db, [await requireRun(db, source, request)]))[0] ?? {}, ignored)
  })
}

/** Only a run that wrote something can be undone, and only once. */
async function undo(database: Database, { queue }: SourceRouteServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(languageOnly(ctx.site), request, ctx)
  return database.transaction(async (db) => {
    const source = await requireSource(db, request, true)
    const run = await requireRun(db, source, request)
    const [active] = await db.query(
      sql`select 1 from source_runs where source_id = ${source.id} and state in ('waiting', 'running', 'undoing')`,
    )
    if (active) throw new Problem('rest_run_active')
    if (run.is_dry_run || (run.state !== 'finished' && run.state !== 'stopped')) throw new Problem('rest_run_not_undoable')
    await db.query(sql`update source_runs set state = 'undoing', requested_by = ${ctx.caller.id} where id = ${run.id}`)
    await queue.add(db, IMPORT_QUEUE, importJob(run.id))
    return writeReply(202, (await showRuns(db, [{ ...run, state: 'undoing' }]))[0] ?? {}, ignored)
  })
}
