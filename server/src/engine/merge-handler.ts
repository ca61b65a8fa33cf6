// Handles the merge of records into one (contract 7.17).
import type { Database } from '../kernel/database/database.ts'
import { invalidParams, missingParams } from '../kernel/errors/problems.ts'
import { checkIfMatch } from '../kernel/http/etags.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { Kind, Params } from './definition/kind.ts'
import { param } from './definition/resource.ts'
import { parseWriteInputs } from './input/write-inputs.ts'
import { findOne, presentOne } from './read/records.ts'
import { changeIdHeader, writeResponse } from './response/responses.ts'
import { recordId, type RouteRequest, type RouteResponse } from './route.ts'
import { mergeRecords } from './write/merge-records.ts'
import { withWriteErrors } from './write/write-errors.ts'

/** The body of a merge. */
export const MERGE_PARAMS: Params = {
  from: param(values.listOf(values.integer(1)), 'IDs of the records to merge into this one, at most 100. They are removed.'),
}
export async function handleMerge(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const { values: sent, fieldErrors, ignored } = parseWriteInputs(kind, { ...params, ...MERGE_PARAMS }, { query, body }, ctx)
  const from = (sent['from'] ?? []) as readonly number[]
  if (from.length === 0 && !fieldErrors['from']) throw missingParams(['from'], fieldErrors)
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  const id = recordId(kind, path)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const version = await mergeRecords(db, kind, { id, from, precondition: checkIfMatch(headers['if-match']) }, ctx)
    const record = await presentOne(db, kind, { row: await findOne(db, kind, { id }, ctx), as: 'listed' }, ctx)
    return { ...writeResponse(200, record, version, changeIdHeader({ isLogged: true }, ctx)), ignored }
  })
}
