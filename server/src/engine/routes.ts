// The routes of every kind, as one table: method, path, who may try, what it takes, and what it does.
import type { TSchema } from 'typebox'
import type { Inputs, Pair } from '../kernel/http/request-parsing.ts'
import { ignoredParametersHeader, selectFields } from './response/sparse-fields.ts'
import type { Caller } from '../kernel/security/caller.ts'
import { violatedConstraint, type Database, type Db } from '../kernel/database/database.ts'
import { checkIfMatch } from '../kernel/http/etags.ts'
import { namesHeader } from '../kernel/http/header-values.ts'
import type { ResponseBody } from '../kernel/http/route.ts'
import { withIdempotencyKey, type IdempotentRequest } from '../kernel/http/idempotency.ts'
import { alternateLinks } from './response/page-links.ts'
import { verifyPassword, passwordFromHeader } from '../kernel/security/password-hash.ts'
import { overloaded, FieldError, invalidParams, Problem } from '../kernel/errors/problems.ts'
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
import { updateRecord, createRecord, isSingleStatement } from './write/write-records.ts'

/** One request, taken apart. */
export interface RouteRequest {
  readonly ctx: RequestContext
  readonly path: Readonly<Record<string, string>>
  readonly query: Inputs
  readonly pairs: readonly Pair[]
  readonly body: Inputs
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Checks one password of a record, unless there were too many wrong ones before it. */
  readonly guess: (record: string, isRight: () => Promise<boolean>) => Promise<boolean>
}
export interface RouteResponse extends Omit<EngineResponse, 'body'> {
  readonly body: ResponseBody
  readonly ignored?: readonly string[]
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The row of the table of rights that holds for it. */
  readonly access: { readonly kind: Kind; readonly action: Action } | 'everyone'
  readonly params: Params
  readonly acceptsBody: boolean
  /** Its answers may be made while they are read: each who asks gets his own. */
  readonly isStreamed?: true
  /** What is answered, where that is not what every route of this action answers. */
  readonly response?: { readonly type: string; readonly name: string; readonly description: string; readonly schema: TSchema }
  /** The body may be a file, or a form with one. */
  readonly acceptsFile?: true
  /** The class of expensive work that a request with this query belongs to, if any. */
  admissionClass?(query: Inputs): AdmissionClass | null
  handle(database: Database, asked: RouteRequest): Promise<RouteResponse>
}

/** Whether a caller may try a route at all; asked before a body is read. */
export const canUseRoute = (caller: Caller, { access }: Route): boolean =>
  access === 'everyone' || canAttempt(caller, access.kind, access.action)
export const leastRole = ({ access }: Route): string =>
  access === 'everyone' ? 'anonymous' : MINIMUM_ROLES[access.kind.access][access.action]

export function kindRoutes(kind: Kind, site: Site): Route[] {
  const collection = `/${kind.plural}`
  const addresses = kind.access === 'owned' ? [`${collection}/{id}`, `${collection}/by-slug/{slug}`] : [`${collection}/{id}`]
  const language: Params = { i18n_language: languageParam(site.languages) }
  const listing = listParams(kind, site.maxPerPage, site.languages)
  const read: Params = { ...readParams(site.languages), ...(kind.passwordProtection && { password: PASSWORD }) }
  const write: Params = { ...language, ...(kind.passwordProtection && { password: PASSWORD }) }
  const removal: Params = { ...write, ...(kind.access === 'owned' && FORCE) }
  const route = (method: Route['method'], path: string, action: Action, params: Params, handle: Route['handle']): Route => ({
    method,
    path,
    access: { kind, action },
    params,
    acceptsBody: action === 'create' || action === 'change',
    handle,
  })
  return [
    {
      ...route('GET', collection, 'list', listing, (db, asked) => listRecords(db, kind, listing, asked.query, asked.pairs, asked.ctx)),
      admissionClass: (query) => (isWholeSearch(kind, query) ? 'search' : null),
    },
    route('POST', collection, 'create', language, (db, asked) => handleCreate(db, kind, language, asked)),
    ...addresses.flatMap((path) => [
      route('GET', path, 'read', read, (db, asked) => handleRead(db, kind, read, asked)),
      ...(['POST', 'PUT', 'PATCH'] as const).map((method) =>
        route(method, path, 'change', write, (db, asked) => handleUpdate(db, kind, write, asked)),
      ),
      route('DELETE', path, 'remove', removal, (db, asked) => handleDelete(db, kind, removal, asked)),
    ]),
  ]
}
const FORCE: Params = {
  force: param(values.boolean, 'Deletes the record permanently instead of moving it to the trash.', { fallback: false }),
}
const PASSWORD = param(values.boundedText(200), 'Password of a protected record.')
/** Parameters of reading one record in another format. */
export const singleParams = (kind: Kind, site: Site): Params => ({
  i18n_language: languageParam(site.languages),
  ...(kind.passwordProtection && { password: PASSWORD }),
})

async function handleRead(db: Db, kind: Kind, params: Params, asked: RouteRequest): Promise<RouteResponse> {
  return respondWithRecord(db, kind, params, asked, ({ record, values: { _fields } }) =>
    JSON.stringify(_fields ? selectFields(record, _fields as readonly string[]) : record),
  )
}

export interface SingleRecord {
  readonly row: StoredRow
  readonly record: Readonly<Record<string, unknown>>
  readonly values: ParsedQuery['values']
  /** Whether a password unlocked the record. */
  readonly unlocked: boolean
}
/** One record as it is shown by its own address, opened by a password where it needs one, in the form that `write` gives it. */
export async function respondWithRecord(
  db: Db,
  kind: Kind,
  params: Params,
  asked: RouteRequest,
  write: (single: SingleRecord) => string | Promise<string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RouteResponse> {
  const { ctx, path, query } = asked
  const read = requireValidQuery(params, query, ctx)
  const row = await findOne(db, kind, recordLocator(kind, path), ctx)
  const header = asked.headers['x-event-password']
  const words = [header === undefined ? undefined : passwordFromHeader(header), read.values['password'] as string | undefined]
  const unlocked = await checkPassword(db, kind, row, words, asked)
  const record = await presentOne(db, kind, row, ctx, { as: 'single', unlocked })
  const reply = recordResponse(await write({ row, record, values: read.values, unlocked }), row, ctx, unlocked)
  const link = alternateLinks(apiUrl(ctx, `/${kind.plural}/${String(row['id'])}`), kind.formats?.read).join(', ')
  const names = unlocked ? {} : recordSurrogateKeys(kind, record, ctx)
  const more = { ...(link && { link }), ...unpublishedLinksHeader(kind, row, record, ctx), ...names, ...headers }
  return { ...reply, headers: { ...reply.headers, ...more }, ignored: read.ignored }
}

/** Whether a guarded record was opened by one of the words given; who may edit it needs none. */
async function checkPassword(
  db: Db,
  kind: Kind,
  row: StoredRow,
  words: readonly (string | undefined)[],
  { ctx, guess }: RouteRequest,
): Promise<boolean> {
  const { passwordProtection } = kind
  if (!passwordProtection || canSeeProtectedFields(kind, row, ctx.caller)) return false
  const isRight = async (word: string): Promise<boolean> => {
    const digest = sql`select ${ref(passwordProtection.digestColumn)} as digest from ${ref(kind.table)} where id = ${row['id']}`
    const [secret] = await db.query<{ digest: string }>(digest)
    return secret !== undefined && verifyPassword(word, secret.digest)
  }
  for (const word of new Set(words)) if (word && (await guess(`${kind.name} ${String(row['id'])}`, () => isRight(word)))) return true
  throw new Problem('rest_protected', {
    wireCode: `${kind.name}-password-protected`,
    ...(kind.messages.locked && { text: kind.messages.locked }),
  })
}

/** Linked records that the public does not see, for those who can mend it (contract 7.11). */
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
  const read = parseRouteQuery(params, query, ctx)
  const asking = { ...ctx, queryErrors: read.fieldErrors, cleaned: await sanitizeLargeHtml(kind, body, ctx.site) }
  const key = headers['idempotency-key']
  const planned = key === undefined ? await planWrite(database, kind, body, null, asking) : null
  const way = planned && isSingleStatement(planned) ? 'withoutTransaction' : 'transaction'
  return withWriteErrors(database, kind, way, (db) =>
    withIdempotencyKey(db, key, idempotencyInput(kind, body, ctx), async () => {
      const written = await createRecord(db, kind, body, asking, planned)
      const row = await findOne(db, kind, { id: written.id }, ctx)
      const record = await presentOne(db, kind, row, ctx, { as: 'listed' })
      return writeResponse(201, record, written.version, {
        location: apiUrl(ctx, `/${kind.plural}/${written.id}`),
        ...unpublishedLinksHeader(kind, row, record, ctx),
        'content-language': ctx.language,
        ...ignoredParametersHeader([...read.ignored, ...written.ignored]),
      })
    }),
  )
}

/** Identifies a create that is repeated with its key. Only the presence of secrets is included: their digest could be guessed. */
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
  const read = parseRouteQuery(params, query, ctx)
  const asking = { ...ctx, queryErrors: read.fieldErrors, cleaned: await sanitizeLargeHtml(kind, body, ctx.site) }
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const written = await updateRecord(db, kind, recordLocator(kind, path), body, asking, checkIfMatch(headers['if-match']))
    const row = await findOne(db, kind, { id: written.id }, ctx)
    const record = await presentOne(db, kind, row, ctx, { as: 'listed' })
    return {
      ...writeResponse(200, record, written.version, unpublishedLinksHeader(kind, row, record, ctx)),
      ignored: [...read.ignored, ...written.ignored],
    }
  })
}

async function handleDelete(
  database: Database,
  kind: Kind,
  params: Params,
  { ctx, path, query, headers }: RouteRequest,
): Promise<RouteResponse> {
  const read = requireValidQuery(params, query, ctx)
  return withWriteErrors(database, kind, 'transaction', async (db) => {
    const removed = await removeRecord(
      db,
      kind,
      recordLocator(kind, path),
      read.values['force'] === true,
      ctx,
      checkIfMatch(headers['if-match']),
    )
    return { ...writeResponse(200, removed.record, removed.version), ignored: read.ignored }
  })
}

type Way = 'transaction' | 'withoutTransaction'
/** Runs a transaction, or an attempt without one, and converts constraint errors of the database to API errors. */
export async function withWriteErrors<T>(database: Database, kind: Kind, way: Way, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await database[way](work)
  } catch (error) {
    const constraint = violatedConstraint(error)
    const tree = Object.entries(kind.fields).find(([, { storage }]) => storage.in === 'reference' && storage.to === kind.name)
    if (constraint === `${kind.table}_cycle` && tree) throw invalidParams({ [tree[0]]: new FieldError('cycle') })
    if (constraint === `${kind.texts}_slug`) throw new Problem('rest_slug_taken', { cause: error })
    // The user was removed while the request was worked on.
    if (/_(?:author|caller)_id_fkey$/.test(constraint)) throw new Problem('rest_unauthorized', { cause: error })
    // Lost every time to somebody else: the next try will find the name taken, and say by whom.
    if (constraint === `${kind.table}_name`) throw overloaded('conflict', error)
    throw error
  }
}

/** Parameters of the query, or a 400 that names every bad one. */
export function requireValidQuery(params: Params, query: Inputs, ctx: RequestContext): Omit<ParsedQuery, 'faults'> {
  const read = parseRouteQuery(params, query, ctx)
  if (Object.keys(read.fieldErrors).length > 0) throw invalidParams(read.fieldErrors)
  return read
}
export function parseRouteQuery(params: Params, query: Inputs, { strict }: RequestContext): ParsedQuery {
  const read = parseQuery(params, query)
  return strict
    ? {
        ...read,
        fieldErrors: { ...read.fieldErrors, ...Object.fromEntries(read.ignored.map((name) => [name, new FieldError('ignored')])) },
      }
    : read
}
export function recordLocator(kind: Kind, path: Readonly<Record<string, string>>): RecordLocator {
  if (path['slug'] !== undefined) return { slug: path['slug'].normalize('NFC').replaceAll('\0', '') }
  const id = Number(path['id'])
  if (!Number.isSafeInteger(id)) throw notFound(kind)
  return { id }
}
