// Feeds: the list of events in other formats, with the same filters, visibility and caching, and without a cap; and one event in others.
import { cacheControl, restUrl } from '../../engine/response/responses.ts'
import { queryText, without } from '../../engine/response/page-links.ts'
import { readQuery } from '../../engine/input/parse-input.ts'
import { isWholeSearch, listParams, prepare } from '../../engine/list/list-records.ts'
import { namesOfList } from '../../engine/response/surrogate-keys.ts'
import { nestedNames } from '../../engine/read/nested-records.ts'
import { param, type Ask, type Params, type Site, type Stored } from '../../engine/definition/resource.ts'
import { revisedAt } from '../../engine/read/revisions.ts'
import { readAs, singleParams, type Answered, type Asked, type Route } from '../../engine/routes.ts'
import type { Inputs, Pair } from '../../kernel/http/request-parsing.ts'
import type { Database } from '../../kernel/database/database.ts'
import { translator } from '../../kernel/text/messages.ts'
import { isKnown } from '../../kernel/http/cached-responses.ts'
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
import { validatorOf } from './feed-etag.ts'
import { pieces, walk } from './iterate-events.ts'

const FORMATS: readonly Format[] = [calendar, rss, atom, jsonFeed, csv, fullCalendar]
/** Feeds begin before today, so that what has just been does not vanish from the calendars of those who were there. */
const FROM = '-30 days'
const LIST = `/${events.plural}`

export const feedRoutes = (site: Site): Route[] => [
  ...FORMATS.map((format) => listRoute(format, site)),
  {
    ...single('ics', site),
    gives: { type: plainType(calendar), name: 'get_event_ics', description: 'One event as iCalendar.', schema: TEXT },
    handle: async (db, asked) => {
      const feed = await feedOf(db, asked.ask, `${LIST}/${asked.path['id']}.ics`, [])
      return readAs(
        db,
        events,
        singleParams(events, site),
        asked,
        async ({ record, row, unlocked }) => {
          const names = sql`select ${join(nestedNames(events, asked.ask, true))} from ${ref(events.table)} r where r.id = ${row['id']}`
          const whole: Stored = unlocked ? { ...row, ...(await db.query<Stored>(names))[0] } : row
          const writer = calendar.open(feed(Temporal.Instant.fromEpochMilliseconds(revisedAt(whole))), {})
          return writer.begin() + writer.write([entryOf(record, whole)]) + writer.end()
        },
        { 'content-type': calendar.type, 'content-disposition': `inline; filename="event-${asked.path['id']}.ics"` },
      )
    },
  },
  {
    ...single('jsonld', site),
    gives: {
      type: 'application/ld+json',
      name: 'get_event_jsonld',
      description: 'One event as schema.org describes it.',
      schema: EVENT_LD,
    },
    handle: (db, asked) =>
      readAs(db, events, singleParams(events, site), asked, ({ record }) => JSON.stringify(record['json_ld']), {
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
  takes_body: false,
})

function listRoute(format: Format, site: Site): Route {
  const { _fields, ...filters } = listParams(events, site.per_page_max, site.languages)
  const params: Params = { ...filters, ...feedParams(filters), ...format.params }
  const name = `list_${events.plural}_${format.ending.replace('.json', '')}`
  return {
    method: 'GET',
    path: `${LIST}.${format.ending}`,
    access: { kind: events, action: 'list' },
    params,
    takes_body: false,
    is_streamed: true,
    workClass: (query) => (!isPaged(query) ? 'feed' : isWholeSearch(events, query) ? 'search' : null),
    gives: { type: plainType(format), name, description: format.description, schema: format.schema },
    handle: (database, asked) => answer(database, format, params, asked),
  }
}

/** A feed has no pages by default and starts earlier than the list, so these parameters are described differently. */
const feedParams = (filters: Params): Params =>
  Object.fromEntries(
    Object.entries(DESCRIPTIONS).flatMap(([name, description]) => {
      const { [name]: own } = filters
      return own ? [[name, param(own.sort, description)]] : []
    }),
  )
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  page: 'Page of the feed. Without `page` and `per_page`, the feed contains all matching events.',
  per_page: 'Events per page. Without `page` and `per_page`, the feed contains all matching events.',
  start_date: 'Starts on or after this date. Without date filters, the feed contains all events from 30 days ago, with no end date.',
  end_date: 'Ends on or before this date.',
}

const isPaged = (query: Inputs): boolean => ['page', 'per_page'].some((name) => (query[name] ?? '') !== '')

async function answer(database: Database, format: Format, params: Params, { ask, query, pairs, headers }: Asked): Promise<Answered> {
  const prepared = await prepare(database, events, params, inputsOf(format, query, ask), ask)
  const { request, query: read } = prepared
  const isPage = read.values['page'] !== undefined || read.values['per_page'] !== undefined
  const path = `${LIST}.${format.ending}`
  const own = without(pairs, ['password'])
  const parts = [path, own, isPage && [request.page, request.per_page]]
  const steps = walk(database, events, request, ask, isPage)
  const isPolled = headers['if-none-match'] !== undefined
  // Beside the tag, unless the answer may be that nothing is new.
  const begun = isPolled ? null : steps.next()
  begun?.catch(() => undefined)
  const { etag, total, updated } = await validatorOf(database, events, request, ask, parts)
  const reply = {
    status: 200,
    headers: {
      'content-type': format.type,
      'content-disposition': `${format === csv ? 'attachment' : 'inline'}; filename="${events.plural}.${format.ending}"`,
      etag,
      'last-modified': new Date(updated.epochMilliseconds).toUTCString(),
      'cache-control': cacheControl(ask, ask.site.list_max_age),
      'x-total': String(total),
      ...namesOfList(events, [], ask),
      ...prepared.headers,
    },
    ignored: read.ignored,
  }
  if (isKnown(headers['if-none-match'], etag)) return { ...reply, status: 304, body: '' }
  const feed = await feedOf(database, ask, path, own)
  const first = (await (begun ?? steps.next())).value ?? { entries: [], is_last: true }
  const writer = format.open(feed(updated), read.values)
  const body = first.is_last ? writer.begin() + writer.write(first.entries) + writer.end() : pieces(writer, first, steps)
  return { ...reply, body }
}

/** What the list is asked: the window of the format, else the dates that were sent, else from a month ago without end. */
function inputsOf(format: Format, query: Inputs, ask: Ask): Inputs {
  const own = readQuery(format.params ?? {}, query)
  const window = Object.keys(own.faults).length === 0 ? (format.window?.(own.values, ask) ?? {}) : {}
  const inputs: Inputs = { ...query, ...window }
  const isDated = [...DATES, 'include'].some((name) => (inputs[name] ?? '') !== '')
  return isDated ? inputs : { ...inputs, from: FROM }
}

const feedOf = async (database: Database, ask: Ask, path: string, pairs: readonly Pair[]) => {
  const identity = await loadCalendarId(database)
  return (updated: Temporal.Instant): Feed => ({
    ask,
    name: ask.site.name || translator(ask.language)('Events calendar'),
    source: restUrl(ask, path) + queryText(pairs),
    home: restUrl(ask, LIST) + queryText(pairs),
    updated,
    identity,
  })
}
