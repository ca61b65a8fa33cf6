// Handles writes: create, update, upsert by external id, reset of a date, and delete of one record.
import type { Inputs } from '../kernel/http/request-parsing.ts'
import { ignoredParametersHeader } from './response/sparse-fields.ts'
import type { Database, Db } from '../kernel/database/database.ts'
import { mergeFieldErrors, type FieldErrors } from '../kernel/errors/problems.ts'
import { checkIfMatch } from '../kernel/http/etags.ts'
import { encodeName, namesHeader } from '../kernel/http/header-values.ts'
import { withIdempotencyKey, type IdempotentRequest } from '../kernel/http/idempotency.ts'
import { sanitizeLargeHtml } from './input/html-input.ts'
import { parseWriteInputs, requireValidInputs } from './input/write-inputs.ts'
import { apiUrl, changeIdHeader, writeResponse } from './response/responses.ts'
import { findOne, presentOne } from './read/records.ts'
import { planWrite } from './write/write-plan.ts'
import type { RequestContext, Kind, Params, StoredRow } from './definition/kind.ts'
import { isSecretInput } from './definition/resource.ts'
import { noteSubmission } from './review/review-log.ts'
import type { Effect } from './series/effect.ts'
import { previewSeries } from './series/preview.ts'
import { removeEntry } from './series/remove-entry.ts'
import { resetEntry } from './series/reset-entry.ts'
import { updateEntry, writtenEffect, type EntryResult, type DateScope } from './series/scopes.ts'
import { inlineOutcomeHeaders } from './write/reuse-records.ts'
import { parseUpsert, upsertRecord } from './write/upsert.ts'
import { createAlone } from './write/single-statement.ts'
import { withWriteErrors } from './write/write-errors.ts'
import { createRecord, insertPlanned, isSingleStatement, type WriteResult } from './write/write-records.ts'
import { recordLocator, type RouteRequest, type RouteResponse } from './route.ts'
import { unpublishedLinksHeader } from './read-handlers.ts'

export async function handleCreate(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, query, body, headers, reviewEvents }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = parseWriteInputs(kind, params, { query, body }, ctx)
  const writeCtx = await writeContext(kind, body, parsed.fieldErrors, ctx)
  const key = headers['idempotency-key']
  const planned = key === undefined ? await planWrite(database, kind, { inputs: parsed.fields, before: null }, writeCtx) : null
  const mode = planned && isSingleStatement(planned) ? 'withoutTransaction' : 'transaction'
  return withWriteErrors(database, kind, mode, (db) =>
    withIdempotencyKey(db, key, idempotencyInput(kind, body, ctx), async () => {
      // A retry plans again, because another write may have changed what the plan is based on.
      const insert = () => (planned && !db.isRetry ? insertPlanned(db, planned, writeCtx) : createRecord(db, kind, parsed.fields, writeCtx))
      const present = async (written: WriteResult) => {
        await noteSubmission(db, kind, { written, reviewEvents }, ctx)
        return storableResponse(db, kind, { ...written, status: 201, ignored: [...parsed.ignored, ...written.ignored] }, ctx)
      }
      return db.isTransaction
        ? present(await insert())
        : createAlone(database, kind, { insert, present, ignored: planned?.ignored ?? [] }, ctx)
    }),
  )
}

/** The context in which a body is parsed: with the errors of the parameters, and with large HTML texts sanitized. A batch sanitizes them before. */
export const writeContext = async (kind: Kind, body: Inputs, paramErrors: FieldErrors, ctx: RequestContext): Promise<RequestContext> => ({
  ...ctx,
  paramErrors,
  cleaned: ctx.cleaned ?? (await sanitizeLargeHtml(kind, body, ctx.site)),
})

interface StorableWrite extends EntryResult {
  readonly status: 200 | 201
}
/** The response to a write, with all its headers, so that it can be stored for a repeated request. */
async function storableResponse(db: Db, kind: Kind, { status, ...written }: StorableWrite, ctx: RequestContext) {
  const row = await findOne(db, kind, { id: written.id }, ctx)
  const record = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const response = writeResponse(status, withEffect(record, written.effect, ctx), written.version, {
    ...((status === 201 || written.isNew) && { location: apiUrl(ctx, `/${kind.plural}/${written.id}`) }),
    ...unpublishedLinksHeader(kind, row, record, ctx),
    ...inlineOutcomeHeaders(written),
    ...changeIdHeader(written, ctx),
    ...unmatchedExclusionsHeader(kind, row, ctx),
    'content-language': ctx.language,
    ...ignoredParametersHeader(written.ignored),
  })
  const series = ctx.isDryRun ? await previewSeries(db, kind, row, ctx) : null
  return { ...response, reused: written.reused, series, ...(written.effect && { effect: written.effect }) }
}
/** Names the exclusions of a series that match none of its dates (contract 13.2.6). */
function unmatchedExclusionsHeader({ listing }: Kind, row: StoredRow, ctx: RequestContext): Record<string, string> {
  const unmatched = listing?.isSeries(row) ? listing.recurring.unmatchedExclusions(row, ctx) : []
  return namesHeader(
    'x-unmatched-values',
    unmatched.map((each) => `exclude=${encodeName(each)}`),
  )
}
/** Adds the effect of a write on the dates of a series to the record. The response to a dry run contains it beside the record. */
const withEffect = (record: StoredRow, effect: Effect | undefined, { isDryRun }: RequestContext): StoredRow =>
  effect && !isDryRun ? { ...record, effect } : record

/** Creates the record that has the external id in the path, or updates it (contract 7.16). */
export async function handleUpsert(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers, reviewEvents }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = parseWriteInputs(kind, params, { query, body }, ctx)
  const { key, inputs, fieldErrors } = parseUpsert(path, parsed.fields)
  const paramErrors = mergeFieldErrors(parsed.fieldErrors, fieldErrors)
  const writeCtx = await writeContext(kind, body, paramErrors, ctx)
  const request = idempotencyInput(kind, body, ctx)
  const repeatable = { ...request, fingerprintInput: [request.fingerprintInput, key] }
  return withWriteErrors(database, kind, 'transaction', (db) =>
    withIdempotencyKey(db, headers['idempotency-key'], repeatable, async () => {
      const { status, ...written } = await upsertRecord(db, kind, { key, inputs, headers }, writeCtx)
      await noteSubmission(db, kind, { written, reviewEvents }, ctx)
      const effect = written.isSeries && kind.listing ? { effect: await writtenEffect(db, kind.listing, 'all', written) } : {}
      return storableResponse(db, kind, { ...written, ...effect, status, ignored: [...parsed.ignored, ...written.ignored] }, ctx)
    }),
  )
}

/** Identifies a create request that a client repeats with its key. It contains only the presence of secrets, because a hash could be guessed. */
export function idempotencyInput(kind: Kind, body: Inputs, { caller, language, site, now }: RequestContext): IdempotentRequest {
  const inputs = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isSecretInput(kind, name) && value !== null && value !== '' ? true : value]),
  )
  return { callerId: caller.id, fingerprintInput: [kind.name, language, inputs], keepHours: site.idempotencyHours, now }
}

export async function handleUpdate(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers, reviewEvents }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = parseWriteInputs(kind, params, { query, body }, ctx)
  const writeCtx = await writeContext(kind, body, parsed.fieldErrors, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const confirmed = (parsed.values['confirm_translation'] ?? []) as readonly string[]
    const update = { locator: recordLocator(kind, path), inputs: parsed.fields, confirmed, precondition: checkIfMatch(headers['if-match']) }
    const written = await updateEntry(db, kind, { ...update, scope: (parsed.values['scope'] ?? 'this') as DateScope }, writeCtx)
    await noteSubmission(db, kind, { written, reviewEvents }, ctx)
    return storableResponse(db, kind, { ...written, status: 200, ignored: [...parsed.ignored, ...written.ignored] }, ctx)
  })
}

/** Resets a date of a series, in all fields or in those that the request names (contract 13.5.2). */
export async function handleReset(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = requireValidInputs(kind, params, { query, body }, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const fields = (parsed.values['fields'] ?? []) as readonly string[]
    const reset = { locator: recordLocator(kind, path), fields, precondition: checkIfMatch(headers['if-match']) }
    const written = await resetEntry(db, kind, reset, ctx)
    return storableResponse(db, kind, { ...written, status: 200, ignored: parsed.ignored }, ctx)
  })
}

export async function handleDelete(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = requireValidInputs(kind, params, { query, body }, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const precondition = checkIfMatch(headers['if-match'])
    const scope = (parsed.values['scope'] ?? 'this') as DateScope
    const removal = { locator: recordLocator(kind, path), force: parsed.values['force'] === true, precondition, scope }
    const { record, version, effect } = await removeEntry(db, kind, removal, ctx)
    return {
      ...writeResponse(200, withEffect(record, effect, ctx), version, changeIdHeader({ isLogged: true }, ctx)),
      ignored: parsed.ignored,
      ...(effect && { effect }),
    }
  })
}
