// Feeds: the list of events in other formats, with the same filters, visibility and caching, and without a cap; and one event in others.
import { cacheControl, apiUrl } from '../../engine/response/responses.ts'
import { toQueryString, withoutParams } from '../../engine/response/page-links.ts'
import { parseQuery } from '../../engine/input/parse-input.ts'
import { isWholeSearch, listParams, parseListRequest } from '../../engine/list/list-records.ts'
import { listSurrogateKeys } from '../../engine/response/surrogate-keys.ts'
import { nestedKeyColumn } from '../../engine/read/nested-records.ts'
import { param } from '../../engine/definition/resource.ts'
import type { RequestContext, Params, Site, StoredRow } from '../../engine/definition/kind.ts'
import { revisedAt } from '../../engine/read/revisions.ts'
import { respondWithRecord, singleParams, type RouteResponse, type RouteRequest, type Route } from '../../engine/routes.ts'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import type { Database } from '../../kernel/database/database.ts'
import { translator } from '../../kernel/text/messages.ts'
import { matchesIfNoneMatch } from '../../kernel/http/cached-responses.ts'
import { join, ref, sql } from '../../kernel/database/sql.ts'
import { DATES } from '../../resources/event-filters.ts'
import { events } from '../../resources/events.ts'
import { EVENT_LD } from '../../resources/json-ld.ts'
import { atom } from './atom.ts'
import { calendar } from './icalendar.ts'
import { csv } from './csv.ts'
import { entryOf, TEXT, type Feed, type Format } from './feed.ts'
import { fullCalendar } from './full-calendar.ts'
import { loadCalendarId } from '../../kernel/database/calendar-id.ts'
import { jsonFeed } from './json-feed.ts'
import { rss } from './rss.ts'
import { feedEtag } from './feed-etag.ts'
import { pieces, iterateEvents } from './iterate-events.ts'

const FORMATS: readonly Format[] = [calendar, rss, atom, jsonFeed, csv, fullCalendar]
/** Feeds begin before today, so that what has just been does not vanish from the calendars of those who were there. */
const FROM = '-30 days'
const LIST = `/${events.plural}`

export const feedRoutes = (site: Site): Route[] => [
  ...FORMATS.map((format) => listRoute(format, site)),
  {
    ...single('ics', site),
    response: {
      type: plainType(calendar),
      name: 'get_event_ics',
      description: 'Returns one event as iCalendar, for links that add it to a calendar.',
      schema: TEXT,
    },
    handle: async (db, asked) => {
      const feed = await feedOf(db, asked.ctx, `${LIST}/${asked.path['id']}.ics`, [])
      return respondWithRecord(
        db,
        events,
        singleParams(events, site),
        asked,
        async ({ record, row, unlocked }) => {
          const names = sql`select ${join(nestedKeyColumn(events, asked.ctx, true))} from ${ref(events.table)} r where r.id = ${row['id']}`
          const whole: StoredRow = unlocked ? { ...row, ...(await db.query<StoredRow>(names))[0] } : row
          const writer = calendar.open(feed(Temporal.Instant.fromEpochMilliseconds(revisedAt(whole))), {})
          return writer.begin() + writer.write([entryOf(record, whole)]) + writer.end()
        },
        { 'content-type': calendar.type, 'content-disposition': `inline; filename="event-${asked.path['id']}.ics"` },
      )
    },
  },
  {
    ...single('jsonld', site),
    response: {
      type: 'application/ld+json',
      name: 'get_event_jsonld',
      description: 'Returns one event as JSON-LD in the schema.org vocabulary.',
      schema: EVENT_LD,
    },
    handle: (db, asked) =>
      respondWithRecord(db, events, singleParams(events, site), asked, ({ record }) => JSON.stringify(record['json_ld']), {
        'content-type': 'application/ld+json; charset=utf-8',
      }),
  },
]
const plainType = ({ type }: Format): string => type.split(';')[0] ?? ''
const single = (ending: string, site: Site) => ({
  method: 'GET' as const,
  path: `${LIST}/{id}.${ending}`,
  access: { kind: events, action: 'read' as const },
  params: singleParams(events, site),
  acceptsBody: false,
})

function listRoute(format: Format, site: Site): Route {
  const { _fields, ...filters } = listParams(events, site.maxPerPage, site.languages)
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
    handle: (database, asked) => answer(database, format, params, asked),
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
  page: 'Page of the feed. Without `page` and `per_page`, the feed contains all matching events.',
  per_page: 'Events per page. Without `page` and `per_page`, the feed contains all matching events.',
  start_date: 'Starts on or after this date. Without date filters, the feed contains all events from 30 days ago, with no end date.',
  end_date: 'Ends on or before this date.',
}

const isPaged = (query: Inputs): boolean => ['page', 'per_page'].some((name) => (query[name] ?? '') !== '')

async function answer(
  database: Database,
  format: Format,
  params: Params,
  { ctx, query, pairs, headers }: RouteRequest,
): Promise<RouteResponse> {
  const prepared = await parseListRequest(database, events, params, inputsOf(format, query, ctx), ctx)
  const { request, query: read } = prepared
  const isPage = read.values['page'] !== undefined || read.values['per_page'] !== undefined
  const path = `${LIST}.${format.ending}`
  const own = withoutParams(pairs, ['password'])
  const parts = [path, own, isPage && [request.page, request.perPage]]
  const steps = iterateEvents(database, events, request, ctx, isPage)
  const isPolled = headers['if-none-match'] !== undefined
  // Beside the tag, unless the answer may be that nothing is new.
  const begun = isPolled ? null : steps.next()
  begun?.catch(() => undefined)
  const { etag, total, updated } = await feedEtag(database, events, request, ctx, parts)
  const reply = {
    status: 200,
    headers: {
      'content-type': format.type,
      'content-disposition': `${format === csv ? 'attachment' : 'inline'}; filename="${events.plural}.${format.ending}"`,
      etag,
      'last-modified': new Date(updated.epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ctx, ctx.site.listMaxAge),
      'x-total': String(total),
      ...listSurrogateKeys(events, [], ctx),
      ...prepared.headers,
    },
    ignored: read.ignored,
  }
  if (matchesIfNoneMatch(headers['if-none-match'], etag)) return { ...reply, status: 304, body: '' }
  const feed = await feedOf(database, ctx, path, own)
  const first = (await (begun ?? steps.next())).value ?? { entries: [], isLast: true }
  const writer = format.open(feed(updated), read.values)
  const body = first.isLast ? writer.begin() + writer.write(first.entries) + writer.end() : pieces(writer, first, steps)
  return { ...reply, body }
}

/** What the list is asked: the window of the format, else the dates that were sent, else from a month ago without end. */
function inputsOf(format: Format, query: Inputs, ctx: RequestContext): Inputs {
  const own = parseQuery(format.params ?? {}, query)
  const window = Object.keys(own.fieldErrors).length === 0 ? (format.window?.(own.values, ctx) ?? {}) : {}
  const inputs: Inputs = { ...query, ...window }
  const isDated = [...DATES, 'include'].some((name) => (inputs[name] ?? '') !== '')
  return isDated ? inputs : { ...inputs, from: FROM }
}

const feedOf = async (database: Database, ctx: RequestContext, path: string, pairs: readonly Pair[]) => {
  const identity = await loadCalendarId(database)
  return (updated: Temporal.Instant): Feed => ({
    ctx,
    name: ctx.site.name || translator(ctx.language)('Events calendar'),
    source: apiUrl(ctx, path) + toQueryString(pairs),
    home: apiUrl(ctx, LIST) + toQueryString(pairs),
    updated,
    identity,
  })
}
