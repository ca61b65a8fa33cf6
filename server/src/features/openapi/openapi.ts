// GET {ns}/doc: the OpenAPI 3.1 document, built from the declarations and routes (contract 10.2).
import { cacheControl, jsonResponse } from '../../engine/response/responses.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { leastRole, requireValidQuery, type Route } from '../../engine/route.ts'
import { languageParam } from '../../engine/definition/resource.ts'
import { BATCH_PATH } from '../../engine/batch-route.ts'
import { CHANGES_PATH, STREAM_PATH } from '../../engine/changes-route.ts'
import { translator, type Translate } from '../../kernel/text/messages.ts'
import { errorCatalog, errorSchemas, errorsOfOperation } from './error-catalog.ts'
import { EXAMPLES } from './examples.ts'
import { ABOUT, ACCOUNTS_TAG, operationText, tagsOf, WEBHOOKS_TAG } from './operation-texts.ts'
import { SOURCES_TAG } from './source-operations.ts'
import { SUBMISSIONS_TAG } from './submission-operations.ts'
import { isUpsert, listOperations, routePattern, type Operation } from './operations.ts'
import { errorResponses, headerComponents, buildResponses } from './responses.ts'
import { closed, kindSchemas, otherSchemas, schemaRef, type Schema, isInventoryName } from './schemas.ts'

const VERSION = '1.0.0'

export function docRoute(site: Site, routes: () => readonly Route[]): Route {
  const params: Params = { i18n_language: languageParam(site.languages) }
  // Made once for each language: it is long, and asked for as it is.
  const made = new Map<string, ReturnType<typeof jsonResponse>>()
  return {
    method: 'GET',
    path: '/doc',
    access: 'everyone',
    params,
    acceptsBody: false,
    async handle(_, { ctx, query }) {
      const { ignored } = requireValidQuery(params, query, ctx)
      const reply = made.get(ctx.language) ?? jsonResponse(buildOpenApi(site, routes(), ctx.language), ctx)
      made.set(ctx.language, reply)
      return { ...reply, headers: { ...reply.headers, 'cache-control': cacheControl(ctx, site.listMaxAge) }, ignored }
    },
  }
}

export function buildOpenApi(site: Site, routes: readonly Route[], language: string): Schema {
  const say = translator(language)
  const kinds = [...site.kinds.values()]
  const ops = listOperations(routes)
  // Some codes occur only in the results of a batch.
  const returned = new Set(ops.flatMap((op) => [...errorsOfOperation(op).values()].flat()))
  const codes = errorCatalog(kinds).filter(({ code }) => returned.has(code))
  const byPath = Map.groupBy(
    ops.map((op, i) => ({ op, route: routes[i] as Route })),
    ({ op }) => op.path,
  )
  const under = (path: string): string => `/${site.namespace}${path}`
  return {
    openapi: '3.1.0',
    info: {
      title: say('Events calendar'),
      version: VERSION,
      description: say(INFO),
    },
    servers: [{ url: `${site.publicUrl}${site.restRoot}` }],
    tags: tagsOf(kinds, say),
    paths: Object.fromEntries(
      [...byPath].map(([path, all]) => [
        under(path),
        Object.fromEntries(all.map(({ op, route }) => [op.method.toLowerCase(), operationOf(op, route, site, say)])),
      ]),
    ),
    components: {
      schemas: {
        ...Object.assign({}, ...kinds.map((kind) => kindSchemas(kind, site, say))),
        ...otherSchemas(
          site,
          [...byPath.keys()].map((path) => under(routePattern(path))),
          say,
        ),
        ...errorSchemas(codes),
      },
      headers: headerComponents(site, say),
      responses: errorResponses(ops, codes, say),
      examples: Object.fromEntries(Object.entries(EXAMPLES).flatMap(([name, value]) => (isInventoryName(name) ? [] : [[name, { value }]]))),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: say('Bearer token of a user.') },
        password: { type: 'http', scheme: 'basic', description: say('Login and application password of a user (Basic authentication).') },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-kalends',
          description: say(
            'Session of a person, for pages of the calendar. It counts only together with the header `X-Kalends-Session: 1`.',
          ),
        },
      },
    },
  }
}
const INFO =
  'API for events, venues, organizers, categories, tags and images in several languages. Every GET route also supports HEAD, and OPTIONS returns the methods that a route supports. Every route is also available under a language prefix, such as /fr.'

function operationOf(op: Operation, route: Route, site: Site, say: Translate): Schema {
  const query = Object.entries(op.params).map(([name, { type, description, fallback }]) => ({
    name,
    in: 'query',
    required: false,
    description: say(description),
    schema: { ...closed(type.schema, site), ...(fallback !== undefined && { default: fallback }) },
    ...((type.schema as { type?: string }).type === 'array' && { style: 'form', explode: false }),
  }))
  const address = op.address.map(({ name, description, schema }) => ({
    name,
    in: 'path',
    required: true,
    description: say(description),
    schema,
  }))
  const headers = Object.entries(HEADERS).flatMap(([key, { name = key, text, goes }]) =>
    goes(op) ? [{ name, in: 'header', required: false, description: say(text), schema: { type: 'string' } }] : [],
  )
  const body = bodyOf(op, site, say)
  return {
    operationId: operationId(op),
    tags: [op.kind?.plural ?? tagOfPath(op.path)],
    ...operationText(op, say),
    'x-least-role': leastRole(route),
    parameters: [...address, ...query, ...headers],
    ...(body && {
      requestBody: {
        required: op.action === 'create' || op.bodyParams !== null,
        content: contentOf(op, body),
      },
    }),
    responses: buildResponses(op, site, say),
    security:
      op.action === 'list' || op.action === 'read' || route.access === 'everyone'
        ? [{}, ...CREDENTIALS]
        : route.access === 'pages'
          ? []
          : CREDENTIALS,
  }
}
/** The body of an image may be the file itself. All other bodies with a file are forms. */
const contentOf = ({ file, kind }: Operation, body: Schema): Schema => ({
  ...(file && { 'multipart/form-data': { schema: body } }),
  ...(file && kind
    ? { 'image/*': { schema: FILE }, 'application/octet-stream': { schema: FILE } }
    : { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } }),
})
const CREDENTIALS = [{ token: [] }, { password: [] }, { session: [] }]
const ACCOUNT_PATHS = /^\/(?:users|session|invitations|password-reset|security-log|me\/)/
const tagOfPath = (path: string): string =>
  [WEBHOOKS_TAG, SOURCES_TAG, SUBMISSIONS_TAG].find((tag) => path.startsWith(`/${tag}`)) ??
  (ACCOUNT_PATHS.test(path) ? ACCOUNTS_TAG : ABOUT)
function bodyOf(op: Operation, site: Site, say: Translate): Schema | null {
  const { body, bodyParams, action } = op
  if (!bodyParams) return body && schemaRef(`${body.name}_${action === 'create' && !isUpsert(op) ? 'create' : 'change'}`)
  const isUpdate = op.method === 'PATCH'
  const properties = Object.entries(bodyParams).map(([name, { type, description, fallback }]) => [
    name,
    { ...closed(type.schema, site), ...(fallback !== undefined && !isUpdate && { default: fallback }), description: say(description) },
  ])
  const required = Object.entries(bodyParams).flatMap(([name, { fallback, isOptional }]) =>
    fallback === undefined && !isOptional && !isUpdate ? [name] : [],
  )
  return { type: 'object', properties: Object.fromEntries(properties), required }
}
const FILE = { type: 'string', format: 'binary' }
/** Headers that a request may carry, and with which operations. */
const HEADERS: Readonly<Record<string, { readonly name?: string; readonly text: string; readonly goes: (op: Operation) => boolean }>> = {
  'Accept-Language': { text: 'Preferred languages for messages.', goes: () => true },
  Prefer: {
    text: 'Reads ignore unknown parameters unless this is `handling=strict`. Writes reject them unless this is `handling=lenient`.',
    goes: ({ path }) => path !== CHANGES_PATH,
  },
  'Prefer (changes)': {
    name: 'Prefer',
    text: 'With `wait=30`, a response without changes waits up to 30 seconds for a change; at most 60. With `handling=strict`, unknown parameters are rejected.',
    goes: ({ path }) => path === CHANGES_PATH,
  },
  'Last-Event-ID': {
    text: 'ID of the last event that you received. The stream continues after it.',
    goes: ({ path }) => path === STREAM_PATH,
  },
  'If-None-Match': {
    text: 'ETag of your cached copy. If it is still current, the response is 304 without a body.',
    goes: ({ method, path }) => method === 'GET' && path !== STREAM_PATH,
  },
  'If-None-Match (upsert)': {
    name: 'If-None-Match',
    text: 'With `*`, the request only creates a record. If the record exists, the request fails with status 412.',
    goes: isUpsert,
  },
  'If-None-Match (working copy)': {
    name: 'If-None-Match',
    text: 'With `*`, the request only creates a working copy. If the record has one, the request fails with status 412.',
    goes: ({ method, path }) => method === 'PUT' && path.endsWith('/working-copy'),
  },
  'X-Event-Password': {
    text: "Password of a protected event. If it contains non-ASCII characters, encode it as described in RFC 8187: `UTF-8''` followed by its percent-encoded bytes.",
    goes: ({ kind, action }) => action === 'read' && kind?.passwordProtection !== undefined,
  },
  'If-Match': {
    text: 'ETag or version of the record that you read. If the record has changed since then, the request fails with status 412.',
    goes: (op) => (op.action !== null && ['change', 'remove', 'merge', 'reset', 'restore'].includes(op.action)) || isUpsert(op),
  },
  'If-Match (working copy)': {
    name: 'If-Match',
    text: 'ETag or version of the working copy that you read. If it has changed since then, the request fails with status 412.',
    goes: ({ method, path }) => method !== 'GET' && path.includes('/working-copy'),
  },
  'If-Match (review)': {
    name: 'If-Match',
    text: 'ETag or version of the record or working copy that you read. If it has changed since then, the request fails with status 412.',
    goes: ({ action }) => action === 'review',
  },
  'Idempotency-Key': {
    text: 'Client-generated key. A repeated request with the same key returns the original response instead of creating another record.',
    goes: ({ action }) => action === 'create',
  },
  'X-HTTP-Method-Override': {
    text: 'Method to use instead of `POST`: `PUT`, `PATCH` or `DELETE`.',
    goes: ({ method, action }) => method === 'POST' && action === 'change',
  },
}
const OTHER_IDS: Readonly<Record<string, string>> = {
  '': 'get_index',
  '/doc': 'get_openapi_document',
  '/me': 'get_current_user',
  [BATCH_PATH]: 'run_batch',
}
function operationId(op: Operation): string {
  const { method, path, kind, action, response } = op
  if (response) return response.name
  if (!kind) return OTHER_IDS[path] ?? path.slice(1)
  if (isUpsert(op)) return `upsert_${kind.name}`
  if (path.includes('{date}')) return `get_${kind.name}_date_by_slug`
  const by = path.includes('{slug}') ? '_by_slug' : ''
  const verb = {
    list: 'list',
    read: 'get',
    create: 'create',
    remove: 'delete',
    change: 'update',
    merge: 'merge',
    reset: 'reset',
    history: 'get',
    restore: 'restore',
    proposal: 'get',
    propose: 'propose',
    review: 'review',
  }[action ?? 'read']
  // PATCH, POST and PUT update a record in the same way; the method tells their IDs apart.
  const same = action === 'change' && method !== 'PATCH' ? `_${method.toLowerCase()}` : ''
  return `${verb}_${action === 'list' ? kind.plural : kind.name}${by}${same}`
}
