// The routes of a kind: method, path, required role, parameters and handler of each.
import type { TSchema } from 'typebox'
import type { Inputs, Pair } from '../kernel/http/request-parsing.ts'
import { ignoredParametersHeader, selectFields } from './response/sparse-fields.ts'
import type { Caller } from '../kernel/security/caller.ts'
import type { Database, Db } from '../kernel/database/database.ts'
import { checkIfMatch } from '../kernel/http/etags.ts'
import { namesHeader } from '../kernel/http/header-values.ts'
import type { ResponseBody } from '../kernel/http/route.ts'
import { withIdempotencyKey, type IdempotentRequest } from '../kernel/http/idempotency.ts'
import { alternateLinks } from './response/page-links.ts'
import { verifyPassword, passwordFromHeader } from '../kernel/security/password-hash.ts'
import { FieldError, invalidParams, Problem } from '../kernel/errors/problems.ts'
import { recordSurrogateKeys } from './response/surrogate-keys.ts'
import { ref, sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { sanitizeLargeHtml } from './input/html-input.ts'
import type { AdmissionClass } from '../kernel/concurrency/admission.ts'
import { recordResponse, apiUrl, writeResponse, type EngineResponse } from './response/responses.ts'
import { parseQuery, type ParsedQuery } from './input/parse-input.ts'
import { isWholeSearch, languageParam, listRecords, listParams, readParams } from './list/list-records.ts'
import { findOne, notFound, presentOne, type RecordLocator } from './read/records.ts'
import { planWrite } from './write/write-plan.ts'
import { removeRecord } from './write/delete-records.ts'
import { linkFields, param } from './definition/resource.ts'
import type { RequestContext, Kind, Params, Site, StoredRow } from './definition/kind.ts'
import { canEdit, canSeeProtectedFields } from './access/visibility.ts'
import { canAttempt, MINIMUM_ROLES, type Action } from './access/permissions.ts'
import { withWriteErrors } from './write/write-errors.ts'
import { createRecord, insertPlanned, isSingleStatement, updateRecord } from './write/write-records.ts'

/** A request in the form that handlers receive. */
export interface RouteRequest {
  readonly ctx: RequestContext
  readonly path: Readonly<Record<string, string>>
  readonly query: Inputs
  readonly pairs: readonly Pair[]
  readonly body: Inputs
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Checks one password of a record, unless there were too many failed attempts before. */
  readonly attemptPassword: (record: string, isRight: () => Promise<boolean>) => Promise<boolean>
}
export interface RouteResponse extends Omit<EngineResponse, 'body'> {
  readonly body: ResponseBody
  readonly ignored?: readonly string[]
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The kind and the action that determine the required role. */
  readonly access: { readonly kind: Kind; readonly action: Action } | 'everyone'
  readonly params: Params
  readonly acceptsBody: boolean
  /** The response may be streamed, so concurrent requests cannot share it. */
  readonly isStreamed?: true
  /** The response, if it differs from the responses of other routes with this action. */
  readonly response?: { readonly type: string; readonly name: string; readonly description: string; readonly schema: TSchema }
  /** The body may be a file, or a form that contains one. */
  readonly acceptsFile?: true
  /** The class of expensive work that a request with this query belongs to, if any. */
  admissionClass?(query: Inputs): AdmissionClass | null
  handle(database: Database, request: RouteRequest): Promise<RouteResponse>
}

/** Whether the role and scope of a caller allow a route. It is checked before the body is read. */
export const canUseRoute = (caller: Caller, { access }: Route): boolean =>
  access === 'everyone' || canAttempt(caller, access.kind, access.action)
export const leastRole = ({ access }: Route): string =>
  access === 'everyone' ? 'anonymous' : MINIMUM_ROLES[access.kind.access][access.action]

export function kindRoutes(kind: Kind, site: Site): Route[] {
  const collection = `/${kind.plural}`
  const recordPaths = kind.access === 'owned' ? [`${collection}/{id}`, `${collection}/by-slug/{slug}`] : [`${collection}/{id}`]
  const createParams: Params = { i18n_language: languageParam(site.languages) }
  const collectionParams = listParams(kind, site.maxPerPage, site.languages)
  const recordParams: Params = { ...readParams(site.languages), ...(kind.passwordProtection && { password: PASSWORD }) }
  const writeParams: Params = { ...createParams, ...(kind.passwordProtection && { password: PASSWORD }) }
  const deleteParams: Params = { ...writeParams, ...(kind.access === 'owned' && FORCE) }
  const route = (method: Route['method'], path: string, action: Action, spec: Pick<Route, 'params' | 'handle'>): Route => ({
    method,
    path,
    access: { kind, action },
    acceptsBody: action === 'create' || action === 'change',
    ...spec,
  })
  return [
    {
      ...route('GET', collection, 'list', {
        params: collectionParams,
        handle: (db, { query, pairs, ctx }) => listRecords(db, kind, { params: collectionParams, inputs: query, pairs }, ctx),
      }),
      admissionClass: (query) => (isWholeSearch(kind, query) ? 'search' : null),
    },
    route('POST', collection, 'create', { params: createParams, handle: (db, request) => handleCreate(db, kind, createParams, request) }),
    ...recordPaths.flatMap((path) => [
      route('GET', path, 'read', { params: recordParams, handle: (db, request) => handleRead(db, kind, recordParams, request) }),
      ...(['POST', 'PUT', 'PATCH'] as const).map((method) =>
        route(method, path, 'change', { params: writeParams, handle: (db, request) => handleUpdate(db, kind, writeParams, request) }),
      ),
      route('DELETE', path, 'remove', { params: deleteParams, handle: (db, request) => handleDelete(db, kind, deleteParams, request) }),
    ]),
  ]
}
const FORCE: Params = {
  force: param(values.boolean, 'Deletes the record permanently instead of moving it to the trash.', { fallback: false }),
}
const PASSWORD = param(values.boundedText(200), 'Password of a protected record.')
/** Parameters of requests for one record in another format. */
export const singleParams = (kind: Kind, site: Site): Params => ({
  i18n_language: languageParam(site.languages),
  ...(kind.passwordProtection && { password: PASSWORD }),
})

async function handleRead(db: Db, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  return respondWithRecord(db, kind, request, {
    params,
    serialize: ({ record, values: { _fields } }) => JSON.stringify(_fields ? selectFields(record, _fields as readonly string[]) : record),
  })
}

export interface SingleRecord {
  readonly row: StoredRow
  readonly record: Readonly<Record<string, unknown>>
  readonly values: ParsedQuery['values']
  /** Whether a password unlocked the record. */
  readonly unlocked: boolean
}
export interface RecordResponseOptions {
  readonly params: Params
  readonly serialize: (single: SingleRecord) => string | Promise<string>
  readonly headers?: Readonly<Record<string, string>>
}
/** Responds with one record in the form that `serialize` returns. A protected record requires a password or the right to edit it. */
export async function respondWithRecord(
  db: Db,
  kind: Kind,
  request: RouteRequest,
  { params, serialize, headers }: RecordResponseOptions,
): Promise<RouteResponse> {
  const { ctx, path, query } = request
  const parsed = requireValidQuery(params, query, ctx)
  const row = await findOne(db, kind, recordLocator(kind, path), ctx)
  const header = request.headers['x-event-password']
  const passwords = [header === undefined ? undefined : passwordFromHeader(header), parsed.values['password'] as string | undefined]
  const unlocked = await checkPassword(db, kind, row, { ...request, passwords })
  const record = await presentOne(db, kind, { row, as: 'single', unlocked }, ctx)
  const response = recordResponse(await serialize({ row, record, values: parsed.values, unlocked }), row, ctx, unlocked)
  const link = alternateLinks(apiUrl(ctx, `/${kind.plural}/${String(row['id'])}`), kind.formats?.read).join(', ')
  const surrogateKeys = unlocked ? {} : recordSurrogateKeys(kind, record, ctx)
  const more = { ...(link && { link }), ...unpublishedLinksHeader(kind, row, record, ctx), ...surrogateKeys, ...headers }
  return { ...response, headers: { ...response.headers, ...more }, ignored: parsed.ignored }
}

interface PasswordCheck extends Pick<RouteRequest, 'ctx' | 'attemptPassword'> {
  readonly passwords: readonly (string | undefined)[]
}
/** Whether one of the passwords unlocked a protected record. Callers who may edit the record need no password. Throws 403 otherwise. */
async function checkPassword(db: Db, kind: Kind, row: StoredRow, { ctx, passwords, attemptPassword }: PasswordCheck): Promise<boolean> {
  const { passwordProtection } = kind
  if (!passwordProtection || canSeeProtectedFields(kind, row, ctx.caller)) return false
  const isRight = async (password: string): Promise<boolean> => {
    const digest = sql`select ${ref(passwordProtection.digestColumn)} as digest from ${ref(kind.table)} where id = ${row['id']}`
    const [secret] = await db.query<{ digest: string }>(digest)
    return secret !== undefined && verifyPassword(password, secret.digest)
  }
  const key = `${kind.name} ${String(row['id'])}`
  for (const password of new Set(passwords)) if (password && (await attemptPassword(key, () => isRight(password)))) return true
  throw new Problem('rest_protected', {
    wireCode: `${kind.name}-password-protected`,
    ...(kind.messages.locked && { text: kind.messages.locked }),
  })
}

/** Names linked records that the public cannot see, for callers who may edit the record (contract 7.11). */
function unpublishedLinksHeader(
  kind: Kind,
  row: StoredRow,
  record: Readonly<Record<string, unknown>>,
  { caller }: RequestContext,
): Record<string, string> {
  if (row['status'] !== 'publish' || !canEdit(kind, row, caller)) return {}
  const hidden = linkFields(kind).flatMap(([name]) =>
    ((record[name] ?? []) as readonly StoredRow[]).flatMap(({ id, status }) =>
      status === undefined || status === 'publish' ? [] : [`${name}=${String(id)}`],
    ),
  )
  return namesHeader('x-unpublished-links', hidden)
}

async function handleCreate(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = parseRouteQuery(params, query, ctx)
  const writeCtx = { ...ctx, queryErrors: parsed.fieldErrors, cleaned: await sanitizeLargeHtml(kind, body, ctx.site) }
  const key = headers['idempotency-key']
  const planned = key === undefined ? await planWrite(database, kind, { inputs: body, before: null }, writeCtx) : null
  const mode = planned && isSingleStatement(planned) ? 'withoutTransaction' : 'transaction'
  return withWriteErrors(database, kind, mode, (db) =>
    withIdempotencyKey(db, key, idempotencyInput(kind, body, ctx), async () => {
      // A retry plans again, because another write may have changed what the plan is based on.
      const written = planned && !db.isRetry ? await insertPlanned(db, planned, writeCtx) : await createRecord(db, kind, body, writeCtx)
      const row = await findOne(db, kind, { id: written.id }, ctx)
      const record = await presentOne(db, kind, { row, as: 'listed' }, ctx)
      return writeResponse(201, record, written.version, {
        location: apiUrl(ctx, `/${kind.plural}/${written.id}`),
        ...unpublishedLinksHeader(kind, row, record, ctx),
        'content-language': ctx.language,
        ...ignoredParametersHeader([...parsed.ignored, ...written.ignored]),
      })
    }),
  )
}

/** Identifies a create request that a client repeats with its key. It contains only the presence of secrets, because a hash could be guessed. */
export function idempotencyInput(kind: Kind, body: Inputs, { caller, language, site, now }: RequestContext): IdempotentRequest {
  const isSecret = (name: string): boolean => {
    const storage = Object.hasOwn(kind.fields, name) ? kind.fields[name]?.storage : undefined
    return kind.columns[storage?.in === 'column' ? storage.column : name] === 'secret'
  }
  const inputs = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isSecret(name) && value !== null && value !== '' ? true : value]),
  )
  return { callerId: caller.id, fingerprintInput: [kind.name, language, inputs], keepHours: site.idempotencyHours, now }
}

async function handleUpdate(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, body, headers }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = parseRouteQuery(params, query, ctx)
  const writeCtx = { ...ctx, queryErrors: parsed.fieldErrors, cleaned: await sanitizeLargeHtml(kind, body, ctx.site) }
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const update = { locator: recordLocator(kind, path), inputs: body, precondition: checkIfMatch(headers['if-match']) }
    const written = await updateRecord(db, kind, update, writeCtx)
    const row = await findOne(db, kind, { id: written.id }, ctx)
    const record = await presentOne(db, kind, { row, as: 'listed' }, ctx)
    return {
      ...writeResponse(200, record, written.version, unpublishedLinksHeader(kind, row, record, ctx)),
      ignored: [...parsed.ignored, ...written.ignored],
    }
  })
}

async function handleDelete(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, headers }: RouteRequest,
): Promise<RouteResponse> {
  const parsed = requireValidQuery(params, query, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const precondition = checkIfMatch(headers['if-match'])
    const removed = await removeRecord(
      db,
      kind,
      { locator: recordLocator(kind, path), force: parsed.values['force'] === true, precondition },
      ctx,
    )
    return { ...writeResponse(200, removed.record, removed.version), ignored: parsed.ignored }
  })
}

/** Parses the query. Throws 400 with all invalid parameters. */
export function requireValidQuery(params: Params, query: Inputs, ctx: RequestContext): Omit<ParsedQuery, 'faults'> {
  const parsed = parseRouteQuery(params, query, ctx)
  if (Object.keys(parsed.fieldErrors).length > 0) throw invalidParams(parsed.fieldErrors)
  return parsed
}
export function parseRouteQuery(params: Params, query: Inputs, { strict }: RequestContext): ParsedQuery {
  const parsed = parseQuery(params, query)
  return strict
    ? {
        ...parsed,
        fieldErrors: { ...parsed.fieldErrors, ...Object.fromEntries(parsed.ignored.map((name) => [name, new FieldError('ignored')])) },
      }
    : parsed
}
export function recordLocator(kind: Kind, path: Readonly<Record<string, string>>): RecordLocator {
  if (path['slug'] !== undefined) return { slug: path['slug'].normalize('NFC').replaceAll('\0', '') }
  const id = Number(path['id'])
  if (!Number.isSafeInteger(id)) throw notFound(kind)
  return { id }
}
