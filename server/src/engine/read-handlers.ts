// Handles the read of one record, which may be protected by a password.
import { selectFields } from './response/sparse-fields.ts'
import type { Db } from '../kernel/database/database.ts'
import { namesHeader } from '../kernel/http/header-values.ts'
import { alternateLinks } from './response/page-links.ts'
import { verifyPassword, passwordFromHeader } from '../kernel/security/password-hash.ts'
import { Problem } from '../kernel/errors/problems.ts'
import { recordSurrogateKeys } from './response/surrogate-keys.ts'
import { ref, sql } from '../kernel/database/sql.ts'
import { recordResponse, apiUrl, NO_STORE } from './response/responses.ts'
import { type ParsedQuery } from './input/parse-input.ts'
import { recordIdOf } from './read/entries.ts'
import { loadSingleColumns } from './read/origin.ts'
import { locateDate } from './read/locate-date.ts'
import { findOne, notFound, presentOne } from './read/records.ts'
import { findRedirect } from './read/redirects.ts'
import { linkFields } from './definition/resource.ts'
import type { RequestContext, Kind, Params, StoredRow } from './definition/kind.ts'
import { canEdit, canSeeProtectedFields } from './access/visibility.ts'
import { recordLocator, requireValidQuery, slugOf, type RouteRequest, type RouteResponse } from './route.ts'

export async function handleRead(db: Db, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  try {
    return await respondWithRecord(db, kind, request, {
      params,
      serialize: ({ record, values: { _fields } }) => JSON.stringify(_fields ? selectFields(record, _fields as readonly string[]) : record),
    })
  } catch (error) {
    const isMissing = error instanceof Problem && error.status === 404
    const target = isMissing ? await findRedirect(db, kind, recordLocator(kind, request.path)) : null
    if (target === null) throw error
    return redirectToRecord(db, kind, target, request)
  }
}

/** Handles the read of a date that is addressed by the slug of its series and its day. A date of a series that was split off is redirected. */
export async function handleReadDate(db: Db, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query } = request
  requireValidQuery(params, query, ctx)
  const [slug, date = ''] = [slugOf(path), path['date']]
  const located = await locateDate(db, kind, { slug, date }, ctx)
  if (!located) {
    await findOne(db, kind, { slug }, ctx)
    throw notFound(kind)
  }
  if (!located.isSplitOff) return handleRead(db, kind, params, { ...request, path: { id: String(located.id) } })
  const row = await findOne(db, kind, { id: located.id }, ctx)
  return redirect(kind, { id: located.id, path: `/by-slug/${encodeURIComponent(String(row['slug']))}/${date}` }, request)
}

/** Redirects a request for a merged record. Throws 404 or 410 if the caller may not see the record that took its place. */
async function redirectToRecord(db: Db, kind: Kind, id: number, request: RouteRequest): Promise<RouteResponse> {
  await findOne(db, kind, { id }, request.ctx)
  return redirect(kind, { id, path: `/${id}` }, request)
}
function redirect(kind: Kind, { id, path }: { readonly id: number; readonly path: string }, { ctx, pairs }: RouteRequest): RouteResponse {
  const url = apiUrl(ctx, `/${kind.plural}${path}`)
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  return {
    status: 308,
    headers: { location: query === '' ? url : `${url}?${query}`, 'cache-control': NO_STORE },
    body: JSON.stringify({ id, rest_url: apiUrl(ctx, `/${kind.plural}/${id}`) }),
  }
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
  const found = await findOne(db, kind, recordLocator(kind, path), ctx)
  const row = { ...found, ...(await loadSingleColumns(db, kind, found, ctx)) }
  const header = request.headers['x-event-password']
  const passwords = [header === undefined ? undefined : passwordFromHeader(header), parsed.values['password'] as string | undefined]
  const unlocked = await checkPassword(db, kind, row, { ...request, passwords })
  const record = await presentOne(db, kind, { row, as: 'single', unlocked }, ctx)
  const body = await serialize({ row, record, values: parsed.values, unlocked })
  const response = recordResponse(body, row, ctx, { unlocked, changesAt: nextChange(kind, { row, record }, ctx) })
  const link = alternateLinks(apiUrl(ctx, `/${kind.plural}/${String(row['id'])}`), kind.formats?.read).join(', ')
  const surrogateKeys = unlocked ? {} : recordSurrogateKeys(kind, record, ctx)
  const more = { ...(link && { link }), ...unpublishedLinksHeader(kind, row, record, ctx), ...surrogateKeys, ...headers }
  return { ...response, headers: { ...response.headers, ...more }, ignored: parsed.ignored }
}

/** The first time at which a field of the record changes by itself. */
const nextChange = ({ fields }: Kind, { row, record }: Pick<SingleRecord, 'row' | 'record'>, ctx: RequestContext): number =>
  Math.min(...Object.values(fields).flatMap(({ changesAt }) => (changesAt ? [changesAt(row, ctx, record)] : [])), Infinity)

interface PasswordCheck extends Pick<RouteRequest, 'ctx' | 'attemptPassword'> {
  readonly passwords: readonly (string | undefined)[]
}
/** Whether one of the passwords unlocked a protected record. Callers who may edit the record need no password. Throws 403 otherwise. */
async function checkPassword(db: Db, kind: Kind, row: StoredRow, { ctx, passwords, attemptPassword }: PasswordCheck): Promise<boolean> {
  const { passwordProtection } = kind
  if (!passwordProtection || canSeeProtectedFields(kind, row, ctx.caller)) return false
  const isRight = async (password: string): Promise<boolean> => {
    const digest = sql`select ${ref(passwordProtection.digestColumn)} as digest from ${ref(kind.table)} where id = ${recordIdOf(row)}`
    const [secret] = await db.query<{ digest: string }>(digest)
    return secret !== undefined && verifyPassword(password, secret.digest)
  }
  const key = `${kind.name} ${recordIdOf(row)}`
  for (const password of new Set(passwords)) if (password && (await attemptPassword(key, () => isRight(password)))) return true
  throw new Problem('rest_protected', {
    wireCode: `${kind.name}-password-protected`,
    ...(kind.messages.locked && { text: kind.messages.locked }),
  })
}

/** Names linked records that the public cannot see, for callers who may edit the record (contract 7.11). */
export function unpublishedLinksHeader(
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
