// GET {ns}/changes and {ns}/changes/stream: the routes of the change feed, their parameters and responses (contract 14.1, 14.2).
import Type from 'typebox'
import type { Database, Db } from '../kernel/database/database.ts'
import { FieldError, invalidParams } from '../kernel/errors/problems.ts'
import type { Inputs } from '../kernel/http/request-parsing.ts'
import * as values from '../kernel/validation/value-types.ts'
import { canAttempt } from './access/permissions.ts'
import { REMOVAL_REASONS } from './change-feed/changed-records.ts'
import { CURSOR_MAX, decodeFeedCursor, loadCursorKey, type FeedCursor } from './change-feed/feed-cursor.ts'
import { digest, feedFilterParams, resolveFeedFilters, type FeedFilters, type FilterInputs } from './change-feed/feed-filters.ts'
import { eventStream, longPoll, type FirstPage } from './change-feed/live-responses.ts'
import { feedExpired, readChanges, type FeedPage, type FeedRequest } from './change-feed/read-changes.ts'
import { nullable } from './definition/fields.ts'
import type { Kind, Params, RequestContext, Site } from './definition/kind.ts'
import { param } from './definition/resource.ts'
import { unmatchedHeader } from './list/filter-references.ts'
import { readParams } from './list/list-records.ts'
import { jsonFragment } from './response/json-fragments.ts'
import { fragmentResponse, NO_STORE } from './response/responses.ts'
import { selectFields } from './response/sparse-fields.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from './route.ts'

const PER_PAGE = 100
const PER_PAGE_MAX = 1_000
const NOW = 'now'

const changesParams = (site: Site): Params => ({
  since: param(
    values.boundedText(CURSOR_MAX),
    'The `next` of the previous response, or `now` for the current cursor without changes. Default: the oldest change that is kept.',
  ),
  per_page: param(values.integer(1, PER_PAGE_MAX), 'Number of records per page. Exceptions follow their series and are not counted.', {
    fallback: PER_PAGE,
  }),
  ...sharedParams(site),
})
const streamParams = (site: Site): Params => ({
  since: param(
    values.boundedText(CURSOR_MAX),
    'A cursor to continue from, unless `Last-Event-ID` is sent. Default: only changes from now on.',
    {
      fallback: NOW,
    },
  ),
  ...sharedParams(site),
})
const sharedParams = (site: Site): Params => ({
  kinds: param(
    values.listOf(values.oneOf([...site.kinds.keys()])),
    'Returns only changes of these kinds. Default: all kinds that you may list.',
  ),
  ...feedParams(site),
  content: param(values.oneOf(['full', 'thin']), 'If `thin`, `record` is null.', { fallback: 'full' }),
  ...readParams(site.languages),
})

export const feedParams = (site: Site): Params => Object.assign({}, ...[...site.kinds.values()].map(feedFilterParams))

const changeSchema = (site: Site) =>
  Type.Object({
    cursor: Type.String(),
    at: nullable(Type.String({ format: 'date-time' })),
    change_id: nullable(Type.String({ format: 'uuid' })),
    kind: Type.String({ enum: [...site.kinds.keys()] }),
    id: Type.Integer(),
    version: nullable(Type.Integer()),
    action: Type.String({ enum: ['upsert', 'remove'] }),
    reason: nullable(Type.String({ enum: [...REMOVAL_REASONS] })),
    into: nullable(Type.Integer()),
    dates_changed: Type.Boolean(),
    rest_url: nullable(Type.String()),
    record: nullable(Type.Record(Type.String(), Type.Unknown())),
  })
const changesSchema = (site: Site) =>
  Type.Object({
    changes: Type.Array(changeSchema(site)),
    next: Type.String(),
    more: Type.Boolean(),
    kept_since: nullable(Type.String({ format: 'date-time' })),
    occurrences_until: Type.String({ format: 'date' }),
  })

const DESCRIPTION =
  'Returns the records that changed since a cursor, each once, as it is now. `remove` names a record that you could see before and cannot see now.'

export const CHANGES_PATH = '/changes'
export function changesRoute(site: Site): Route {
  const params = changesParams(site)
  return {
    method: 'GET',
    path: CHANGES_PATH,
    access: 'everyone',
    params,
    acceptsBody: false,
    readsPrimary: true,
    response: { type: 'application/json', name: 'get_changes', description: DESCRIPTION, schema: changesSchema(site) },
    handle: (database, request) => handleChanges(database, params, request),
  }
}

const STREAM_DESCRIPTION =
  'Sends each change as a server-sent event, as soon as it is committed. Its `id` is the cursor after it, and its name is `upsert` or `remove`.'

export const STREAM_PATH = '/changes/stream'
export function changesStreamRoute(site: Site): Route {
  const params = streamParams(site)
  return {
    method: 'GET',
    path: STREAM_PATH,
    access: 'everyone',
    params,
    acceptsBody: false,
    isStreamed: true,
    readsPrimary: true,
    response: { type: 'text/event-stream', name: 'get_changes_stream', description: STREAM_DESCRIPTION, schema: Type.String() },
    handle: (database, request) => handleStream(database, params, request),
  }
}

async function handleChanges(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, live } = request
  const waitMs = preferredWaitMs(request.headers['prefer'])
  if (waitMs > 0) live.readers.requireRoom(live.client)
  const { page, headers, ignored, ...first } = await readFirstPage(database, params, request)
  const render = (shown: FeedPage) => jsonFragment(shown)
  // The last day of stored dates moves every day.
  if (waitMs === 0) return { ...fragmentResponse(render(page), ctx, headers, 'day'), ignored }
  const waits = page.changes.length === 0 && !page.more
  return {
    status: 200,
    headers: { ...headers, 'cache-control': NO_STORE, 'preference-applied': `wait=${waitMs / 1_000}` },
    body: waits ? longPoll(live, { page, ...first }, waitMs, (shown) => render(shown).bytes) : render(page).bytes,
    ignored,
  }
}

const WAIT_MAX_SECONDS = 60
/** The `wait` preference of RFC 7240, in milliseconds; 0 if there is none. */
const preferredWaitMs = (prefer = ''): number =>
  1_000 * Math.min(WAIT_MAX_SECONDS, Number(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})\b/i.exec(prefer)?.[1] ?? 0))

async function handleStream(database: Database, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { live, headers: sent } = request
  live.readers.requireRoom(live.client)
  const since = sent['last-event-id'] || request.query['since'] || NOW
  const { headers, ignored, ...first } = await readFirstPage(database, params, { ...request, query: { ...request.query, since } })
  return { status: 200, headers, body: eventStream(live, first), ignored }
}

type FirstResponse = FirstPage & { readonly headers: Readonly<Record<string, string>>; readonly ignored: readonly string[] }
/** Reads the page of the request. Later pages of the same feed are read by their cursors, which have its kinds and filters. */
async function readFirstPage(db: Db, params: Params, { ctx, query }: RouteRequest): Promise<FirstResponse> {
  const startedAt = performance.now()
  const { values: sent, ignored } = requireValidQuery(params, query, ctx)
  const { page, headers, kinds, cursorFilters } = await readFeedPage(db, sent, query, ctx)
  const { caller, language, languagePrefix, hasExplicitLanguage } = ctx
  const names = kinds.map(({ name }) => name)
  const view = { per_page: sent['per_page'], content: sent['content'], _fields: sent['_fields'] }
  const key = JSON.stringify([
    caller.id,
    caller.role,
    caller.scope,
    language,
    languagePrefix,
    hasExplicitLanguage,
    view,
    names,
    cursorFilters,
  ])
  const read: FirstPage['feed']['read'] = async (later, cursor, now) =>
    (await readFeedPage(later, { ...view, since: cursor }, {}, { ...ctx, now })).page
  return { page, startedAt, feed: { key, read }, headers, ignored }
}

type FoundPage = Pick<FeedRequest, 'kinds' | 'cursorFilters'> & {
  readonly page: FeedPage
  readonly headers: Readonly<Record<string, string>>
}
async function readFeedPage(db: Db, sent: Readonly<Record<string, unknown>>, query: Inputs, ctx: RequestContext): Promise<FoundPage> {
  const key = await loadCursorKey(db)
  const { since, kinds } = parseSince(key, sent, ctx)
  const { filters, cursorFilters, headers } = await parseFeedFilters(db, { since, kinds, query }, ctx)
  const perPage = Number(sent['per_page'] ?? PER_PAGE)
  const page = await readChanges(db, { key, since, kinds, filters, cursorFilters, perPage, withRecords: sent['content'] !== 'thin' }, ctx)
  const fields = sent['_fields'] as readonly string[] | undefined
  const select = (record: unknown): unknown => (record === null || !fields ? record : selectFields(record, fields))
  return {
    kinds,
    cursorFilters,
    headers,
    page: { ...page, changes: page.changes.map((each) => ({ ...each, record: select(each.record) })) },
  }
}

/** A cursor has the kinds of the first request. A request with other kinds is rejected, because it would miss their earlier changes. */
function parseSince(
  key: Buffer,
  sent: Readonly<Record<string, unknown>>,
  ctx: RequestContext,
): { readonly since: FeedRequest['since']; readonly kinds: readonly Kind[] } {
  const listed = [...ctx.site.kinds.values()].filter((kind) => canAttempt(ctx.caller, kind, 'list'))
  const named = sent['kinds'] as readonly string[] | undefined
  const kinds = named ? listed.filter(({ name }) => named.includes(name)) : listed
  const text = sent['since'] as string | undefined
  if (text === NOW) return { since: null, kinds }
  if (text === undefined) return { since: { text: null, cursor: FIRST_CURSOR, isFor: () => true }, kinds }
  const opened = decodeFeedCursor(key, text)
  if (!opened) throw invalidParams({ since: new FieldError('not_feed_cursor') })
  const own = opened.cursor.kinds
  if (named && (named.length !== own.length || named.some((name) => !own.includes(name))))
    throw invalidParams({ kinds: new FieldError('other_feed') })
  return {
    since: { text, cursor: opened.cursor, isFor: (logId) => opened.isFor(ctx.caller, logId) },
    kinds: listed.filter(({ name }) => own.includes(name)),
  }
}
const FIRST_CURSOR: FeedCursor = { from: null, page: null, kinds: [], filters: null }

/** A cursor has the filters of the first request too. If they refer to other records now, the client must start again. */
export async function parseFeedFilters(
  db: Db,
  { since, kinds, query }: Pick<FeedRequest, 'since' | 'kinds'> & { readonly query: Inputs },
  ctx: RequestContext,
): Promise<Pick<FeedRequest, 'filters' | 'cursorFilters'> & { readonly headers: Readonly<Record<string, string>> }> {
  const names = Object.keys(feedParams(ctx.site)).filter((name) => (query[name] ?? '') !== '')
  const sent: FilterInputs = Object.fromEntries(names.sort().map((name) => [name, String(query[name])]))
  const first = (since?.text ?? null) === null ? null : (since?.cursor ?? null)
  if (first && names.length > 0 && first.filters?.sent !== digest(sent))
    throw invalidParams(Object.fromEntries(names.map((name) => [name, new FieldError('other_feed')])))
  const filters = new Map<string, FeedFilters>()
  for (const kind of kinds) {
    const own = await resolveFeedFilters(db, kind, first ? (first.filters?.inputs ?? {}) : sent, ctx)
    if (own) filters.set(kind.name, own)
  }
  const all = [...filters.values()]
  const headers = unmatchedHeader(all.flatMap(({ unmatched }) => unmatched))
  if (all.length === 0) return { filters, cursorFilters: null, headers }
  const inputs: FilterInputs = Object.assign({}, ...all.map((each) => each.inputs))
  const cursorFilters = {
    inputs,
    sent: first?.filters?.sent ?? digest(sent),
    references: digest(all.map(({ referencesDigest }) => referencesDigest)),
  }
  if (first?.filters && first.filters.references !== cursorFilters.references) throw feedExpired({ kinds, cursorFilters }, ctx)
  return { filters, cursorFilters, headers }
}
