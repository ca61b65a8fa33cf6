// Feed routes: the list of events in other formats, with the filters, visibility and caching of the list, and single events in other formats.
import { cacheControl, apiUrl } from '../../engine/response/responses.ts'
import { toQueryString, withoutParams } from '../../engine/response/page-links.ts'
import { parseQuery } from '../../engine/input/parse-input.ts'
import { isWholeSearch, listParams, parseListRequest } from '../../engine/list/list-records.ts'
import { matchingRows } from '../../engine/list/list-query.ts'
import { listSurrogateKeys } from '../../engine/response/surrogate-keys.ts'
import { recordIdOf } from '../../engine/read/entries.ts'
import { nestedKeyColumn } from '../../engine/read/nested-keys.ts'
import { param } from '../../engine/definition/resource.ts'
import type { RequestContext, Params, Site, StoredRow } from '../../engine/definition/kind.ts'
import { revisedAt } from '../../engine/read/revisions.ts'
import { respondWithRecord, type SingleRecord } from '../../engine/read-handlers.ts'
import { singleParams } from '../../engine/routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import type { Database } from '../../kernel/database/database.ts'
import { translator } from '../../kernel/text/messages.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import { matchesIfNoneMatch } from '../../kernel/http/etags.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import { DATES } from '../../resources/event-filters.ts'
import { events } from '../../resources/events.ts'
import { EVENT_LD } from '../../resources/json-ld.ts'
import { atom } from './atom.ts'
import { calendar } from './icalendar.ts'
import { csv } from './csv.ts'
import { entryOf, TEXT, type Feed, type FeedQuery, type Format } from './feed.ts'
import { fullCalendar } from './full-calendar.ts'
import { loadCalendarId } from '../../kernel/database/calendar-id.ts'
import { jsonFeed } from './json-feed.ts'
import { rss } from './rss.ts'
import { feedEtag } from './feed-etag.ts'
import { iterateEvents, streamFeed, type EventBatch } from './iterate-events.ts'
import { expandOpenDays } from './open-days.ts'
import { groupBySeries, matchesVisible, writeWholeSeries } from './series-batches.ts'

const FORMATS: readonly Format[] = [calendar, rss, atom, jsonFeed, csv, fullCalendar]
/** Feeds begin before today, so that recent events do not disappear from subscribed calendars. */
const FROM = '-30 days'
const LIST = `/${events.plural}`

export const feedRoutes = (site: Site): Route[] => [
  ...FORMATS.map((format) => listRoute(format, site)),
  {
    ...single('ics', site),
    response: {
      type: plainType(calendar),
      name: 'get_event_ics',
      description: 'Returns one event as iCalendar, for links that add the event to a calendar.',
      schema: TEXT,
    },
    handle: (db, request) => respondWithCalendar(db, request, site),
  },
  {
    ...single('jsonld', site),
    response: {
      type: 'application/ld+json',
      name: 'get_event_jsonld',
      description: 'Returns one event as JSON-LD in the schema.org vocabulary.',
      schema: EVENT_LD,
    },
    handle: (db, request) =>
      respondWithRecord(db, events, request, {
        params: singleParams(events, site),
        serialize: ({ record }) => JSON.stringify(record['json_ld']),
        headers: { 'content-type': 'application/ld+json; charset=utf-8' },
      }),
  },
]

async function respondWithCalendar(db: Database, request: RouteRequest, site: Site): Promise<RouteResponse> {
  const { ctx, path } = request
  const feedAt = await loadFeed(db, ctx, `${LIST}/${path['id']}.ics`, [])
  const write = async ({ record, row, unlocked }: SingleRecord): Promise<string> => {
    const columns = sql`select ${join(nestedKeyColumn(events, ctx, true))} from ${ref(events.table)} r where r.id = ${recordIdOf(row)}`
    const completeRow: StoredRow = unlocked ? { ...row, ...(await db.query<StoredRow>(columns))[0] } : row
    const earliest = isSeries(row) ? fromDatabase(String(row['starts_at'])) : null
    const writer = calendar.open(feedAt(Temporal.Instant.fromEpochMilliseconds(revisedAt(completeRow)), earliest), {})
    const entry = entryOf(record, completeRow, ctx)
    if (!isSeries(row)) return writer.begin() + writer.write([entry]) + writer.end()
    let text = writer.begin()
    const options = { ctx, matches: matchesVisible(ctx), earliest, unlocked }
    for await (const { entries } of writeWholeSeries(db, [{ entry, row }], options)) text += writer.write(entries)
    return text + writer.end()
  }
  const headers = { 'content-type': calendar.type, 'content-disposition': `inline; filename="event-${path['id']}.ics"` }
  return respondWithRecord(db, events, request, { params: singleParams(events, site), serialize: write, headers })
}
const isSeries = (row: StoredRow): boolean => (row['recurrence'] ?? null) !== null
const plainType = ({ type }: Format): string => type.split(';')[0] ?? ''
const single = (ending: string, site: Site) => ({
  method: 'GET' as const,
  path: `${LIST}/{id}.${ending}`,
  access: { kind: events, action: 'read' as const },
  params: singleParams(events, site),
  acceptsBody: false,
})

function listRoute(format: Format, site: Site): Route {
  const {
    _fields,
    cursor: _cursor,
    records: _records,
    dates: _dates,
    inventory: _inventory,
    facets: _facets,
    highlight: _highlight,
    ...filters
  } = listParams(events, site.maxPerPage, site.languages)
  const params: Params = { ...filters, ...feedParams(filters), ...format.params }
  const name = `list_${events.plural}_${format.ending.replace('.json', '')}`
  return {
    method: 'GET',
    path: `${LIST}.${format.ending}`,
    access: { kind: events, action: 'list' },
    params,
    acceptsBody: false,
    isStreamed: true,
    admissionClass: (query) => (!isPaged(query) ? 'feed' : isWholeSearch(events, query) ? 'search' : null),
    response: { type: plainType(format), name, description: format.description, schema: format.schema },
    handle: (database, request) => respondWithFeed(database, format, params, request),
  }
}

/** A feed has no pages by default and starts earlier than the list, so these parameters are described differently. */
const feedParams = (filters: Params): Params =>
  Object.fromEntries(
    Object.entries(DESCRIPTIONS).flatMap(([name, description]) => {
      const { [name]: own } = filters
      return own ? [[name, param(own.type, description)]] : []
    }),
  )
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  page: 'Page number of the feed. Without `page` and `per_page`, the feed contains all matching events.',
  per_page: 'Number of events per page. Without `page` and `per_page`, the feed contains all matching events.',
  start_date:
    'Returns only events that start on or after this date. Without date filters, the feed contains the events of the last 30 days and all future events.',
  end_date: 'Returns only events that end on or before this date.',
}

const isPaged = (query: Inputs): boolean => ['page', 'per_page'].some((name) => (query[name] ?? '') !== '')

async function respondWithFeed(
  database: Database,
  format: Format,
  params: Params,
  { ctx, query, pairs, headers }: RouteRequest,
): Promise<RouteResponse> {
  const prepared = await parseListRequest(database, events, { params, inputs: listInputs(format, query, ctx) }, ctx)
  const { request, query: read } = prepared
  const isPage = read.values['page'] !== undefined || read.values['per_page'] !== undefined
  const path = `${LIST}.${format.ending}`
  const publicPairs = withoutParams(pairs, ['password'])
  const parts = [path, publicPairs, isPage && [request.page, request.perPage]]
  const feedQuery: FeedQuery = { kind: events, request, ctx, isPage }
  const writesSeries = format.writesSeries?.(read.values) === true
  const batches = iterateEvents(database, feedQuery, writesSeries)
  const isConditional = headers['if-none-match'] !== undefined
  // Reads the first batch while the ETag is computed, unless the response may be 304.
  const firstBatch = isConditional ? null : batches.next()
  firstBatch?.catch(() => undefined)
  const { etag, total, updated, earliestSeries } = await feedEtag(database, { ...feedQuery, writesSeries }, parts)
  const response = {
    status: 200,
    headers: {
      'content-type': format.type,
      'content-disposition': `${format === csv ? 'attachment' : 'inline'}; filename="${events.plural}.${format.ending}"`,
      etag,
      'last-modified': new Date(updated.epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ctx, ctx.site.listMaxAge),
      'x-total': String(total),
      ...listSurrogateKeys(events, [], null, ctx),
      ...prepared.headers,
    },
    ignored: read.ignored,
  }
  if (matchesIfNoneMatch(headers['if-none-match'], etag)) return { ...response, status: 304, body: '' }
  const feedAt = await loadFeed(database, ctx, path, publicPairs)
  const all = prepend(await (firstBatch ?? batches.next()), batches)
  const grouped = writesSeries ? groupBySeries(database, feedQuery, all, earliestSeries) : all
  const written = format.writesOpenDays?.(read.values) ? expandOpenDays(grouped, matchingRows(events, request, ctx).window) : grouped
  const first = (await written.next()).value ?? { entries: [], isLast: true }
  const writer = format.open(feedAt(updated, earliestSeries), read.values)
  const body = first.isLast ? writer.begin() + writer.write(first.entries) + writer.end() : streamFeed(writer, first, written)
  return { ...response, body }
}

/** Yields a batch that was read before, and the batches after it. */
async function* prepend(first: IteratorResult<EventBatch, void>, rest: AsyncGenerator<EventBatch, void>): AsyncGenerator<EventBatch, void> {
  if (first.value) yield first.value
  yield* rest
}

/** Adds the time window to the query: that of the format, else the dates in the query, else all events from 30 days ago. */
function listInputs(format: Format, query: Inputs, ctx: RequestContext): Inputs {
  const own = parseQuery(format.params ?? {}, query)
  const window = Object.keys(own.fieldErrors).length === 0 ? (format.window?.(own.values, ctx) ?? {}) : {}
  const inputs: Inputs = { ...query, ...window }
  const isDated = [...DATES, 'relative', 'include'].some((name) => (inputs[name] ?? '') !== '')
  return isDated ? inputs : { ...inputs, from: FROM }
}

/** Returns a function from the time of the last change, and the first date of the series, to the feed. */
const loadFeed = async (database: Database, ctx: RequestContext, path: string, pairs: readonly Pair[]) => {
  const calendarId = await loadCalendarId(database)
  return (updated: Temporal.Instant, earliestSeries: Temporal.Instant | null): Feed => ({
    ctx,
    name: ctx.site.name || translator(ctx.language)('Events calendar'),
    source: apiUrl(ctx, path) + toQueryString(pairs),
    home: apiUrl(ctx, LIST) + toQueryString(pairs),
    updated,
    calendarId,
    earliestSeries,
  })
}
