// Routes of working copies: GET, PUT and DELETE {ns}/{kind}/{id}/working-copy, POST …/publish and POST …/submit (contract 15.8).
import Type, { type TSchema } from 'typebox'
import type { Database } from '../kernel/database/database.ts'
import { inRolledBackTransaction } from '../kernel/database/database-views.ts'
import { contentHash } from '../kernel/http/etags.ts'
import * as values from '../kernel/validation/value-types.ts'
import { nullable } from './definition/fields.ts'
import type { Kind, Params, Site } from './definition/kind.ts'
import { param } from './definition/resource.ts'
import { parseWriteInputs, requireValidParams } from './input/write-inputs.ts'
import { languageOnly, rejectDryRun, writeReply } from './plain-routes.ts'
import { findOne, presentOne } from './read/records.ts'
import { changeIdHeader, NO_STORE, writeResponse } from './response/responses.ts'
import { withCleanedCopy, type AppliedCopy } from './review/apply-copy.ts'
import { publishCopy } from './review/decide.ts'
import { readCopy, removeCopy, submitCopy, writeCopy, type ShownCopy } from './review/edit-copy.ts'
import { COPY_STATES } from './review/working-copies.ts'
import { recordId, requireValidQuery, type Route, type RouteRequest, type RouteResponse } from './route.ts'
import { writeContext } from './write-handlers.ts'
import { withWriteErrors } from './write/write-errors.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  get: 'Returns the working copy of a record: edits that the public does not see, and the record as it would be with them.',
  put: 'Stores edits of a record without publishing them. The inputs are those of an update, and replace earlier ones in the same language.',
  delete: 'Discards the working copy of a record.',
  publish: 'Applies the working copy to the record, and deletes it. If both changed the same fields since, the request fails.',
  submit: 'Makes a working copy wait for an editor, who publishes it or returns it to its author.',
} as const

export const noteText = values.plainText(5_000)
export const noteParam = (description: string) => param(noteText, description, { isOptional: true })
/** A record as the responses to writes show it. */
export const recordReference = (kind: Kind): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${kind.name}` })
export const person = Type.Object({ id: Type.Integer({ minimum: 1 }), name: Type.String() })

const copySchema = (kind: Kind): TSchema =>
  Type.Object({
    kind: Type.String(),
    id: Type.Integer({ minimum: 1 }),
    version: Type.Integer({ minimum: 1 }),
    base_version: Type.Integer({ minimum: 1 }),
    author: person,
    state: Type.String({ enum: [...COPY_STATES] }),
    inputs: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
    preview: nullable(recordReference(kind)),
    conflicts: Type.Array(Type.String()),
    created_utc: Type.String({ format: 'date-time' }),
    modified_utc: Type.String({ format: 'date-time' }),
  })
const DELETED = Type.Object({ kind: Type.String(), id: Type.Integer({ minimum: 1 }), deleted: Type.Boolean() })

/** The routes of working copies of one kind. */
export function workingCopyRoutes(kind: Kind, site: Site): Route[] {
  const path = `/${kind.plural}/{id}/working-copy`
  const params = languageOnly(site)
  const writing: Params = {
    ...params,
    rebase: param(values.boolean, 'Whether the edits are based on the present version of the record from now on.', { fallback: false }),
  }
  const submission: Params = { note: noteParam('Note for the editors.') }
  const shared = { access: { kind, action: 'propose' }, params, acceptsBody: false } as const
  const response = { type: JSON_TYPE, schema: copySchema(kind) }
  return [
    {
      ...shared,
      method: 'GET',
      path,
      access: { kind, action: 'proposal' },
      response: { ...response, name: `get_${kind.name}_working_copy`, description: TEXTS.get },
      handle: (database, request) => handleGet(database, kind, params, request),
    },
    {
      ...shared,
      method: 'PUT',
      path,
      params: writing,
      acceptsBody: true,
      response: { ...response, name: `put_${kind.name}_working_copy`, description: TEXTS.put },
      handle: (database, request) => handlePut(database, kind, writing, request),
    },
    {
      ...shared,
      method: 'DELETE',
      path,
      response: { ...response, name: `delete_${kind.name}_working_copy`, description: TEXTS.delete, schema: DELETED },
      handle: (database, request) => handleDelete(database, kind, params, request),
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/publish`,
      response: { ...response, name: `publish_${kind.name}_working_copy`, description: TEXTS.publish, schema: recordReference(kind) },
      handle: (database, request) => handlePublish(database, kind, params, request),
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/submit`,
      acceptsBody: true,
      bodyParams: submission,
      response: { ...response, name: `submit_${kind.name}_working_copy`, description: TEXTS.submit },
      handle: (database, request) => handleSubmit(database, kind, { ...submission, ...params }, request),
    },
  ]
}

/** The preview is an update that is rolled back. */
async function handleGet(database: Database, kind: Kind, params: Params, { ctx, path, query }: RouteRequest): Promise<RouteResponse> {
  const { ignored } = requireValidQuery(params, query, ctx)
  const id = recordId(kind, path)
  const copyCtx = await withCleanedCopy(database, kind, id, ctx)
  const shown = await inRolledBackTransaction(database, (db) => readCopy(db, kind, id, copyCtx))
  const body = JSON.stringify(shown)
  return {
    status: 200,
    headers: { 'cache-control': NO_STORE, etag: `"${shown.version}.${contentHash(body)}"` },
    body,
    ignored,
  }
}
const copyReply = (shown: ShownCopy, ignored: readonly string[]): RouteResponse =>
  writeReply(200, shown, ignored, { etag: `"${shown.version}"` })

async function handlePut(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body, headers } = request
  rejectDryRun(ctx)
  const parsed = parseWriteInputs(kind, params, { query, body }, ctx)
  const id = recordId(kind, path)
  const copyCtx = await withCleanedCopy(database, kind, id, await writeContext(kind, body, parsed.fieldErrors, ctx))
  const write = { id, sent: parsed.fields, rebase: parsed.values['rebase'] === true, conditions: headers }
  return withWriteErrors(database, kind, 'transaction', async (db) => copyReply(await writeCopy(db, kind, write, copyCtx), parsed.ignored))
}

async function handleDelete(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body, headers } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(params, { query, body }, ctx)
  const id = recordId(kind, path)
  return database.transaction(async (db) => {
    await removeCopy(db, kind, { id, conditions: headers }, ctx)
    return writeReply(200, { kind: kind.name, id, deleted: true }, ignored)
  })
}

async function handlePublish(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body, headers, reviewEvents } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(params, { query, body }, ctx)
  const publication = { id: recordId(kind, path), conditions: headers, note: '', reviewEvents }
  return respondToDecision(database, kind, { ...request, ignored }, (db, copyCtx) => publishCopy(db, kind, publication, copyCtx))
}
/** Runs a decision in a transaction, and returns the record as an update does. */
export async function respondToDecision(
  database: Database,
  kind: Kind,
  { ctx, path, ignored }: Pick<RouteRequest, 'ctx' | 'path'> & { readonly ignored: readonly string[] },
  decide: (...args: [db: Parameters<typeof publishCopy>[0], ctx: RouteRequest['ctx']]) => Promise<AppliedCopy>,
): Promise<RouteResponse> {
  const id = recordId(kind, path)
  const copyCtx = await withCleanedCopy(database, kind, id, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const { version, isLogged } = await decide(db, copyCtx)
    const record = await presentOne(db, kind, { row: await findOne(db, kind, { id }, ctx), as: 'listed' }, ctx)
    return { ...writeResponse(200, record, version, changeIdHeader({ isLogged }, ctx)), ignored }
  })
}

async function handleSubmit(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body, headers, reviewEvents } = request
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams(params, { query, body }, ctx)
  const id = recordId(kind, path)
  const submission = { id, conditions: headers, note: String(sent['note'] ?? ''), reviewEvents }
  const copyCtx = await withCleanedCopy(database, kind, id, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => copyReply(await submitCopy(db, kind, submission, copyCtx), ignored))
}
