// Handles POST {ns}/batch: runs each operation as its own request would run, separately or in one transaction (contract 7.19).
import { proofOfChange } from './engine/changes/change-log.ts'
import { dryRunResponse } from './engine/dry-run.ts'
import { sanitizeLargeHtml } from './engine/input/html-input.ts'
import { separateDryRun } from './engine/input/dry-run-input.ts'
import { changeIdHeader, NO_STORE } from './engine/response/responses.ts'
import { ignoredParametersHeader } from './engine/response/sparse-fields.ts'
import { canUseRoute, type Route } from './engine/route.ts'
import type { RequestContext } from './engine/definition/kind.ts'
import type { BatchedContext } from './engine/write/single-statement.ts'
import { parseBatch, type BatchOperation } from './features/batch/envelope.ts'
import { resolveBatchReferences, returnedId, type ReturnedIds } from './features/batch/references.ts'
import { discardFetchedImages, fetchImagesByUrl, type FetchedImages } from './features/media/import-by-url.ts'
import type { Database } from './kernel/database/database.ts'
import { inOneTransaction, inRolledBackTransaction, withProof, withSignal } from './kernel/database/database-views.ts'
import { raw } from './kernel/database/sql.ts'
import { forbidden, outcomeUnknown, Problem } from './kernel/errors/problems.ts'
import { renderProblem, toProblem } from './kernel/http/error-responses.ts'
import type { HttpResponse, HttpRoute } from './kernel/http/route.ts'
import type { Caller } from './kernel/security/caller.ts'
import { negotiateLanguage } from './kernel/text/messages.ts'
import {
  preferenceApplied,
  preferredHandling,
  requestContext,
  runWrite,
  servicesFor,
  toHttpRoute,
  type AuthorizedRequest,
  type RouteServices,
} from './request-context.ts'

export const toBatchHttpRoute = (route: Route, routes: readonly Route[], services: RouteServices): HttpRoute<Caller> => ({
  ...toHttpRoute(route, services),
  handle: async (request, body, caller, signal) => handleBatch(route, routes, services, { request, body, caller, signal }),
})

/** A batch while it runs. */
interface Batch extends AuthorizedRequest {
  readonly services: RouteServices
  readonly ctx: RequestContext
}
interface OperationResult {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
  /** Whether the operation has logged a change. Its id is that of the batch. */
  readonly isLogged?: boolean
}

async function handleBatch(
  route: Route,
  routes: readonly Route[],
  services: RouteServices,
  authorized: AuthorizedRequest,
): Promise<HttpResponse> {
  const { request, caller, signal } = authorized
  const { isDryRun, query, body } = separateDryRun(request.query, authorized.body)
  const handling = preferredHandling(request.headers['prefer'])
  const ctx = { ...requestContext(request, body, caller, services), strict: handling !== 'lenient', isDryRun }
  const { operations, isAtomic, ignored } = parseBatch(routes, { params: route.params, query, body }, ctx)
  // The request itself was counted as the first operation.
  await services.gate.charge(request, caller, operations.length - 1, true)
  const batch: Batch = { ...authorized, services, ctx }
  const db = withProof(withSignal(services.database, signal), proofOfChange(ctx.changeId))
  let results: readonly OperationResult[]
  try {
    results = isAtomic || isDryRun ? await runTogether(db, batch, operations, isAtomic) : await runSeparately(db, batch, operations)
  } finally {
    if (!isDryRun) services.changeWatcher.noteLocalWrite()
  }
  const token = isDryRun ? {} : await services.reads.tokenHeader()
  const rows = results.map(
    ({ id, status, headers, body: json }) =>
      `{"id":${JSON.stringify(id)},"status":${status},"headers":${JSON.stringify(headers)},"body":${json}}`,
  )
  return {
    status: 200,
    headers: {
      'cache-control': NO_STORE,
      'content-language': ctx.language,
      ...ignoredParametersHeader(ignored),
      ...preferenceApplied(handling),
      ...(isDryRun && { 'x-dry-run': 'true' }),
      ...changeIdHeader({ isLogged: results.some(({ isLogged }) => isLogged) }, ctx),
      ...token,
    },
    body: `{"results":[${rows.join(',')}],"failed":${results.filter(({ status }) => status >= 400).length}}`,
  }
}

/** Runs each operation in its own transaction. */
async function runSeparately(db: Database, batch: Batch, operations: readonly BatchOperation[]): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  const returned = new Map<string, number | null>()
  for (const operation of operations) {
    const prepared = await prepareOperation(db, batch, operation)
    try {
      results.push(await runOperation(db, batch, prepared, returned))
    } catch (error) {
      // `rest_overloaded` of the deadline would say that nothing was stored.
      const mayBeStored = toProblem(error).code === 'rest_outcome_unknown' || results.some(({ status }) => status < 400)
      if (batch.signal.aborted && mayBeStored) throw outcomeUnknown(error)
      results.push(failedResult(batch, operation, error))
    } finally {
      await discardFetchedImages(prepared.fetched)
    }
    noteResult(returned, results.at(-1))
  }
  return results
}

/** Runs all operations in one transaction, which is rolled back if it is a dry run. Images are fetched before it begins. */
async function runTogether(
  db: Database,
  batch: Batch,
  operations: readonly BatchOperation[],
  isAtomic: boolean,
): Promise<readonly OperationResult[]> {
  const prepared: PreparedOperation[] = []
  try {
    for (const operation of operations) prepared.push(await prepareOperation(db, batch, operation))
    const inTransaction = batch.ctx.isDryRun ? inRolledBackTransaction : inOneTransaction
    return isAtomic
      ? await runAtomically(db, batch, prepared, inTransaction)
      : await inTransaction(db, (own) => runBehindSavepoints(own, batch, prepared))
  } finally {
    for (const { fetched } of prepared) await discardFetchedImages(fetched)
  }
}

async function runAtomically(
  db: Database,
  batch: Batch,
  prepared: readonly PreparedOperation[],
  inTransaction: typeof inOneTransaction,
): Promise<readonly OperationResult[]> {
  let failure: { readonly operation: BatchOperation; readonly error: unknown } | undefined
  try {
    return await inTransaction(db, async (own) => {
      failure = undefined
      const results: OperationResult[] = []
      const returned = new Map<string, number | null>()
      for (const each of prepared) {
        try {
          results.push(await runOperation(own, batch, each, returned))
        } catch (error) {
          failure = { operation: each.operation, error }
          throw error
        }
        noteResult(returned, results.at(-1))
      }
      return results
    })
  } catch (error) {
    // The commit failed, and no operation is the cause.
    if (!failure) throw error
    const { operation: failed, error: cause } = failure
    return prepared.map(({ operation }) =>
      failedResult(batch, operation, operation === failed ? cause : new Problem('rest_failed_dependency')),
    )
  }
}

/** Each operation is undone on its own if it fails, and the next one runs in the same transaction. */
async function runBehindSavepoints(db: Database, batch: Batch, prepared: readonly PreparedOperation[]): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  const returned = new Map<string, number | null>()
  for (const each of prepared) {
    await db.query(raw('savepoint operation'))
    try {
      const result = await runOperation(db, batch, each, returned)
      await db.query(raw('set constraints all immediate'))
      await db.query(raw('set constraints all deferred'))
      results.push(result)
    } catch (error) {
      results.push(failedResult(batch, each.operation, error))
      await db.query(raw('rollback to savepoint operation'))
    }
    await db.query(raw('release savepoint operation'))
    noteResult(returned, results.at(-1))
  }
  return results
}

/** An operation whose images are fetched and whose large HTML texts are sanitized, or the error that prevented it. */
interface PreparedOperation {
  readonly operation: BatchOperation
  readonly ctx: RequestContext
  readonly fetched: FetchedImages
  readonly error?: unknown
}
async function prepareOperation(db: Database, batch: Batch, operation: BatchOperation): Promise<PreparedOperation> {
  const { services, caller } = batch
  const { route, params: path, pathReference, body } = operation
  const ctx = operationContext(batch, operation)
  try {
    if (typeof route.access === 'string' || !canUseRoute(caller, route)) throw forbidden(caller.id === null)
    const { kind, action } = route.access
    // The earlier operation has checked whether the caller may edit the record that a reference stands for.
    const isChecked = pathReference !== null && action === 'change'
    const fetchRoute: Route = isChecked ? { ...route, access: { kind, action: 'create' } } : route
    const fetched = await fetchImagesByUrl(db, services.media, fetchRoute, { ctx, path, body })
    try {
      const cleaned = await sanitizeLargeHtml(kind, body, ctx.site)
      return { operation, ctx: { ...ctx, cleaned }, fetched }
    } catch (error) {
      await discardFetchedImages(fetched)
      throw error
    }
  } catch (error) {
    return { operation, ctx, fetched: new Map(), error }
  }
}

/** The context that the operation would have as a single request. Its language is that of the batch unless it names one. */
function operationContext({ ctx: batchCtx, request, caller, services }: Batch, operation: BatchOperation): BatchedContext {
  const languagePrefix = batchCtx.hasExplicitLanguage ? batchCtx.language : null
  const ctx = requestContext({ query: operation.query, languagePrefix }, operation.body, caller, services)
  const strict = preferredHandling(operation.headers['prefer'] ?? request.headers['prefer']) !== 'lenient'
  return { ...ctx, strict, now: batchCtx.now, changeId: batchCtx.changeId, isBatched: true, isDryRun: batchCtx.isDryRun === true }
}

async function runOperation(db: Database, batch: Batch, prepared: PreparedOperation, returned: ReturnedIds): Promise<OperationResult> {
  const { request, caller, services } = batch
  const { operation, ctx, fetched } = prepared
  if (prepared.error !== undefined) throw prepared.error
  const { path, body } = resolveBatchReferences(operation, returned)
  const { 'idempotency-key': key, ...preconditions } = operation.headers
  const headers = ctx.isDryRun || key === undefined ? preconditions : { ...preconditions, 'idempotency-key': key }
  const { id, route, query, queryPairs: pairs } = operation
  const written = await runWrite(db, services.media, {
    route,
    request: { ctx, path, query, pairs, body, headers, ...servicesFor(request, caller, services) },
    fetched,
  })
  const { ignored = [], status, ...response } = ctx.isDryRun ? dryRunResponse(written) : written
  if (typeof response.body !== 'string') throw new Error('The response to a write is not text.')
  const { 'cache-control': _, 'x-change-id': changeId, ...own } = response.headers
  return {
    id,
    status,
    headers: {
      'content-language': ctx.language,
      ...ignoredParametersHeader(ignored),
      ...(ctx.strict ? {} : preferenceApplied('lenient')),
      ...own,
    },
    body: response.body,
    isLogged: changeId === ctx.changeId,
  }
}

const noteResult = (returned: Map<string, number | null>, result: OperationResult | undefined): void =>
  void (result && returned.set(result.id, result.status >= 400 ? null : returnedId(result.body)))

/** The error of an operation, exactly as a single request would return it. After the deadline, the whole batch fails. */
function failedResult(batch: Batch, operation: BatchOperation, error: unknown): OperationResult {
  const { request, signal, services, ctx: batchCtx } = batch
  signal.throwIfAborted()
  const problem = toProblem(error)
  if (problem.status >= 500 && problem.cause !== undefined)
    services.log.error({ err: problem.cause, request_id: request.id, operation: operation.id }, problem.details.logMessage ?? problem.code)
  const { site } = batchCtx
  const ctx = operationContext(batch, operation)
  const language = ctx.hasExplicitLanguage
    ? ctx.language
    : (negotiateLanguage(request.headers['accept-language'], site.languages) ?? site.defaultLanguage)
  const rendered = renderProblem(problem, { language, accept: request.headers['accept'], errorPagesUrl: services.errorPagesUrl })
  return { id: operation.id, status: problem.status, ...rendered }
}
