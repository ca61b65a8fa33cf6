// Routes of sources: GET and POST {ns}/sources, and GET, PATCH and DELETE {ns}/sources/{id} (contract 19.1).
import type { Params, Site } from '../../engine/definition/kind.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, privateResponse, rejectDryRun, writeReply } from '../../engine/plain-routes.ts'
import { apiUrl } from '../../engine/response/responses.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, missingParams, Problem } from '../../kernel/errors/problems.ts'
import type { SourceType } from './importer.ts'
import { checkMapping, type Mapping } from './mappings.ts'
import { runRoutes } from './run-routes.ts'
import { parseSource, requireSource, sourceInputs, sourcesOf } from './source-inputs.ts'
import { showSource, SOURCE_LIST_SCHEMA, SOURCE_SCHEMA } from './source-representation.ts'
import type { SourceRouteServices } from './source-services.ts'
import type { Source } from './source.ts'

const JSON_TYPE = 'application/json'
const SOURCES_PATH = '/sources'
const SOURCE_PATH = `${SOURCES_PATH}/{id}`
const TEXTS = {
  list: 'Returns the sources of the caller, or all sources for administrators.',
  create: 'Adds a source, from which records are imported. Its records belong to the caller.',
  read: 'Returns one source.',
  change: 'Updates a source. Inputs that the request does not contain keep their values.',
  remove: 'Deletes a source with the reports of its runs. Its records stay.',
} as const

/** Without services the routes can be described but not called. */
export function sourceRoutes(site: Site, services: SourceRouteServices | null): Route[] {
  const inputs = sourceInputs(site)
  const params = languageOnly(site)
  const shared = { access: 'editors', params, acceptsBody: false, changesNoRecord: true } as const
  const response = { type: JSON_TYPE, schema: SOURCE_SCHEMA }
  return [
    {
      ...shared,
      method: 'GET',
      path: SOURCES_PATH,
      response: { ...response, name: 'list_sources', description: TEXTS.list, schema: SOURCE_LIST_SCHEMA },
      handle: (database, request) => listSources(database, params, request),
    },
    {
      ...shared,
      method: 'POST',
      path: SOURCES_PATH,
      acceptsBody: true,
      bodyParams: inputs,
      response: { ...response, name: 'create_source', description: TEXTS.create, status: 201 },
      handle: (database, request) => createSource(database, inputs, services?.maxSources ?? 0, request),
    },
    {
      ...shared,
      method: 'GET',
      path: SOURCE_PATH,
      response: { ...response, name: 'get_source', description: TEXTS.read },
      handle: async (database, request) => {
        const { ignored } = requireValidQuery(params, request.query, request.ctx)
        return { ...privateResponse(showSource(await requireSource(database, request)), request.ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'PATCH',
      path: SOURCE_PATH,
      acceptsBody: true,
      bodyParams: inputs,
      response: { ...response, name: 'update_source', description: TEXTS.change },
      handle: (database, request) => updateSource(database, inputs, request),
    },
    {
      ...shared,
      method: 'DELETE',
      path: SOURCE_PATH,
      response: { ...response, name: 'delete_source', description: TEXTS.remove },
      handle: (database, request) => deleteSource(database, request),
    },
    ...runRoutes(site, services),
  ]
}

async function listSources(database: Database, params: Params, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { ignored } = requireValidQuery(params, query, ctx)
  const rows = await database.query<Source>(sql`select * from sources s where ${sourcesOf(ctx.caller)} order by s.id`)
  return { ...privateResponse({ sources: rows.map(showSource) }, ctx), ignored }
}

async function createSource(database: Database, inputs: Params, max: number, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseSource(inputs, request)
  const { caller, now, site } = ctx
  const { name, type = 'icalendar', url = null, mapping = {}, language = site.defaultLanguage, every_hours: hours = null } = sent
  const { status = 'publish', vanished = 'keep', precedence = 'editors' } = sent
  if (name === undefined || name === '') throw missingParams(['name'])
  requireUrlForSchedule({ url, every_hours: hours })
  requireMapping(type, mapping)
  return database.transaction(async (db) => {
    await requireRoom(db, caller.id, max)
    const [row] = await db.query<Source>(sql`
insert into sources (owner_id, scope, name, type, url, mapping, language, status, vanished, precedence, every_hours, next_run_at, created_at, modified_at)
values (${caller.id}, ${caller.scope}, ${name}, ${type}, ${url}, ${JSON.stringify(mapping)}::jsonb, ${language}, ${status}, ${vanished}, ${precedence},
  ${hours}, case when ${hours}::int is null then null else ${now.toString()}::timestamptz end, ${now.toString()}, ${now.toString()}) returning *`)
    if (!row) throw new Error('The source was not stored.')
    return writeReply(201, showSource(row), ignored, { location: apiUrl(ctx, `${SOURCES_PATH}/${row.id}`) })
  })
}
/** A schedule needs something to fetch. */
function requireUrlForSchedule({ url, every_hours: hours }: Pick<Source, 'url' | 'every_hours'>): void {
  if (hours !== null && url === null) throw invalidParams({ url: new FieldError('required') })
}
function requireMapping(type: SourceType, mapping: Mapping): void {
  const error = checkMapping(type, mapping)
  if (error) throw invalidParams({ mapping: error })
}
/** The lock of the user makes concurrent requests take turns. */
async function requireRoom(db: Db, ownerId: number | null, max: number): Promise<void> {
  await db.query(sql`select 1 from users where id = ${ownerId} for no key update`)
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from sources where owner_id = ${ownerId}`)
  if ((row?.count ?? 0) >= max) throw new Problem('rest_too_many_sources', { values: { max: String(max) } })
}

async function updateSource(database: Database, inputs: Params, request: RouteRequest): Promise<RouteResponse> {
  const { sent, ignored } = parseSource(inputs, request)
  if (sent.name === '') throw invalidParams({ name: new FieldError('required') })
  return database.transaction(async (db) => {
    const source = await requireSource(db, request, true)
    const { name, type, url, mapping, language, status, vanished, precedence, every_hours: hours } = { ...source, ...sent }
    requireUrlForSchedule({ url, every_hours: hours })
    requireMapping(type, mapping)
    const now = request.ctx.now.toString()
    const [row] = await db.query<Source>(sql`
update sources set (name, type, url, mapping, language, status, vanished, precedence, every_hours, modified_at, next_run_at, cursor)
  = (${name}, ${type}, ${url}, ${JSON.stringify(mapping)}::jsonb, ${language}, ${status}, ${vanished}, ${precedence}, ${hours}, ${now},
    case when ${hours}::int is null then null when every_hours = ${hours} then next_run_at else ${now}::timestamptz end,
    case when type = ${type} and url is not distinct from ${url}::text and language = ${language} then cursor end)
where id = ${source.id} returning *`)
    if (!row) throw new Problem('rest_source_not_found')
    return writeReply(200, showSource(row), ignored)
  })
}

async function deleteSource(database: Database, request: RouteRequest): Promise<RouteResponse> {
  rejectDryRun(request.ctx)
  const { ignored } = requireValidParams(languageOnly(request.ctx.site), request, request.ctx)
  return database.transaction(async (db) => {
    const source = await requireSource(db, request, true)
    await db.query(sql`delete from sources where id = ${source.id}`)
    return writeReply(200, showSource(source), ignored)
  })
}
