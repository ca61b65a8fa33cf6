// GET {ns}/changes: the route of the change feed, its parameters and its response (contract 14.1).
import Type from 'typebox'
import type { Database, Db } from '../kernel/database/database.ts'
import { FieldError, invalidParams } from '../kernel/errors/problems.ts'
import type { Inputs } from '../kernel/http/request-parsing.ts'
import * as values from '../kernel/validation/value-types.ts'
import { canAttempt } from './access/permissions.ts'
import { REMOVAL_REASONS } from './change-feed/changed-records.ts'
import { CURSOR_MAX, decodeFeedCursor, loadCursorKey, type FeedCursor } from './change-feed/feed-cursor.ts'
import { digest, feedFilterParams, resolveFeedFilters, type FeedFilters, type FilterInputs } from './change-feed/feed-filters.ts'
import { feedExpired, readChanges, type FeedRequest } from './change-feed/read-changes.ts'
import type { Kind, Params, RequestContext, Site } from './definition/kind.ts'
import { param } from './definition/resource.ts'
import { unmatchedHeader } from './list/filter-references.ts'
import { readParams } from './list/list-records.ts'
import { jsonFragment } from './response/json-fragments.ts'
import { fragmentResponse } from './response/responses.ts'
import { selectFields } from './response/sparse-fields.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from './route.ts'

const PER_PAGE = 100
const PER_PAGE_MAX = 1_000
const NOW = 'now'
const nullable = (schema: Type.TSchema): Type.TSchema => Type.Union([schema, Type.Null()])

const changesParams = (site: Site): Params => ({
  since: param(
    values.boundedText(CURSOR_MAX),
    'The `next` of the previous response, or `now` for the current cursor without changes. Default: the oldest change that is kept.',
  ),
  kinds: param(
    values.listOf(values.oneOf([...site.kinds.keys()])),
    'Returns only changes of these kinds. Default: all kinds that you may list.',
  ),
  per_page: param(values.integer(1, PER_PAGE_MAX), 'Number of records per page. Exceptions follow their series and are not counted.', {
    fallback: PER_PAGE,
  }),
  ...filterParams(site),
  content: param(values.oneOf(['full', 'thin']), 'If `thin`, `record` is null.', { fallback: 'full' }),
  ...readParams(site.languages),
})

const filterParams = (site: Site): Params => Object.assign({}, ...[...site.kinds.values()].map(feedFilterParams))

const changesSchema = (site: Site) =>
  Type.Object({
    changes: Type.Array(
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
      }),
    ),
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
    response: { type: 'application/json', name: 'get_changes', description: DESCRIPTION, schema: changesSchema(site) },
    handle: (database, request) => handleChanges(database, params, request),
  }
}

async function handleChanges(database: Database, params: Params, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery(params, query, ctx)
  const key = await loadCursorKey(database)
  const { since, kinds } = parseSince(key, sent, ctx)
  const { filters, cursorFilters, headers } = await parseFilters(database, { since, kinds, query }, ctx)
  const fields = sent['_fields'] as readonly string[] | undefined
  const request: FeedRequest = {
    key,
    since,
    kinds,
    filters,
    cursorFilters,
    perPage: Number(sent['per_page'] ?? PER_PAGE),
    withRecords: sent['content'] !== 'thin',
  }
  const { changes, ...page } = await readChanges(database, request, ctx)
  const shown = fields
    ? changes.map((each) => ({ ...each, record: each.record === null ? null : selectFields(each.record, fields) }))
    : changes
  // The last day of stored dates moves every day.
  return { ...fragmentResponse(jsonFragment({ changes: shown, ...page }), ctx, headers, 'day'), ignored }
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
async function parseFilters(
  db: Db,
  { since, kinds, query }: Pick<FeedRequest, 'since' | 'kinds'> & { readonly query: Inputs },
  ctx: RequestContext,
): Promise<Pick<FeedRequest, 'filters' | 'cursorFilters'> & { readonly headers: Readonly<Record<string, string>> }> {
  const names = Object.keys(filterParams(ctx.site)).filter((name) => (query[name] ?? '') !== '')
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
  const cursorFilters = { inputs, sent: first?.filters?.sent ?? digest(sent), references: digest(all.map(({ references }) => references)) }
  if (first?.filters && first.filters.references !== cursorFilters.references) throw feedExpired({ kinds, cursorFilters }, ctx)
  return { filters, cursorFilters, headers }
}
