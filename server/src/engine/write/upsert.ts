// Creates or updates the record that has an external id (contract 7.16).
import { checkIfMatch } from '../../kernel/http/etags.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams, mergeFieldErrors, OTHER_TEXTS, Problem, type FieldErrors } from '../../kernel/errors/problems.ts'
import { externalId, externalSource, type ExternalKey } from '../definition/external-ids.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { inTrash } from '../read/records.ts'
import { lockExternalId } from './external-ids.ts'
import { createRecord, findEditable, updateRecord, type WriteResult } from './write-records.ts'

export interface ParsedUpsert {
  readonly key: ExternalKey
  /** The body. If it has external ids, they include the one in the path. */
  readonly inputs: Inputs
  readonly fieldErrors: FieldErrors
}
/** Throws 400 if the path has no valid external id. A body that contradicts the path is reported together with its other errors. */
export function parseUpsert(path: Readonly<Record<string, string>>, body: Inputs): ParsedUpsert {
  const [source, id] = [externalSource.parse(path['source']), externalId.parse(path['external_id'])]
  if (source instanceof FieldError || id instanceof FieldError)
    throw invalidParams(
      mergeFieldErrors(source instanceof FieldError ? { source } : {}, id instanceof FieldError ? { external_id: id } : {}),
    )
  const key = { source, id }
  const sent = body['external_ids']
  if (sent === undefined) return { key, inputs: body, fieldErrors: {} }
  const isCleared = sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0)
  if (!isCleared && (typeof sent !== 'object' || Array.isArray(sent))) return { key, inputs: body, fieldErrors: {} }
  const ids = new Map<string, unknown>(isCleared ? [] : Object.entries(sent))
  const isContradicted = ids.has(source) && String(ids.get(source)) !== id
  return {
    key,
    inputs: { ...body, external_ids: Object.fromEntries([...ids, [source, id]]) },
    fieldErrors: isContradicted ? { external_ids: new FieldError('not_path') } : {},
  }
}

export interface UpsertRequest {
  readonly key: ExternalKey
  readonly inputs: Inputs
  readonly headers: Readonly<Record<string, string | undefined>>
}
export async function upsertRecord(
  db: Db,
  kind: Kind,
  { key, inputs, headers }: UpsertRequest,
  ctx: RequestContext,
): Promise<WriteResult & { readonly status: 200 | 201 }> {
  const id = await lockExternalId(db, kind, key)
  const ifMatch = headers['if-match']
  if (id === null) {
    // No version exists that `If-Match` could name.
    if (ifMatch !== undefined) throw new Problem('rest_precondition_failed')
    const fields = { ...inputs, external_ids: inputs['external_ids'] ?? { [key.source]: key.id } }
    const created = await createRecord(db, kind, fields, { ...ctx, lockedExternalId: key })
    return { ...created, status: 201 }
  }
  const row = await findOwn(db, kind, id, ctx)
  const status = inputs['status'] ?? ''
  if (row['status'] === 'trash' && status === '') throw inTrash(kind)
  if (headers['if-none-match']?.trim() === '*')
    throw new Problem('rest_precondition_failed', { text: OTHER_TEXTS.rest_precondition_failed })
  const request = { locator: { id }, inputs, precondition: checkIfMatch(ifMatch) }
  const updated = await updateRecord(db, kind, request, { ...ctx, lockedExternalId: key })
  return { ...updated, status: 200 }
}

/** Returns the row of a record that the caller may edit. For any other record the response says only that the external id is taken. */
async function findOwn(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<StoredRow> {
  try {
    return await findEditable(db, kind, { id }, ctx)
  } catch (error) {
    throw error instanceof Problem ? new Problem('rest_external_id_taken') : error
  }
}
