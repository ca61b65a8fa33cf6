// GET {ns}/doc: the interface as OpenAPI 3.1, exact: made from the declarations, every object closed, every key required (contract 10.2).
import type { TSchema } from 'typebox'
import { cacheControl, readReply, unlessKnown, type Reply } from '../../engine/answers.ts'
import { isShown, type Manner } from '../../engine/present.ts'
import type { Kind, Params, Site } from '../../engine/resource.ts'
import { leastRole, parameters, type Route } from '../../engine/routes.ts'
import { LANGUAGE } from '../../engine/lists.ts'
import { translator, type Translate } from '../../kernel/languages.ts'
import { ME } from '../auth/me.ts'
import { operations, type Operation } from './operations.ts'

const VERSION = '1.0.0'

export function docRoute(site: Site, routes: () => readonly Route[]): Route {
  const params: Params = { i18n_language: LANGUAGE(site.languages) }
  // Made once for each language: it is long, and asked for as it is.
  const made = new Map<string, Reply>()
  return {
    method: 'GET',
    path: '/doc',
    access: 'everyone',
    params,
    takes_body: false,
    async handle(_, { ask, query, headers }) {
      const { ignored } = parameters(params, query, ask)
      const reply = made.get(ask.language) ?? readReply(openapi(site, routes(), ask.language), ask)
      made.set(ask.language, reply)
      const own = { ...reply, headers: { ...reply.headers, 'cache-control': cacheControl(ask, site.list_max_age) } }
      return { ...unlessKnown(own, headers['if-none-match']), ignored }
    },
  }
}

export function openapi(site: Site, routes: readonly Route[], language: string): Record<string, unknown> {
  const say = translator(language)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [i, op] of operations(routes).entries()) {
    const path = (paths[`/${site.namespace}${op.path}`] ??= {})
    path[op.method.toLowerCase()] = operationOf(op, routes[i] as Route, say)
  }
  const kinds = [...site.kinds.values()]
  return {
    openapi: '3.1.0',
    info: {
      title: say('Events calendar'),
      version: VERSION,
      description: say('Events, venues, organizers, categories and tags, in several languages.'),
    },
    servers: [{ url: `${site.public_url}${site.rest_root}` }],
    paths,
    components: {
      schemas: {
        ...Object.assign({}, ...kinds.map((kind) => kindSchemas(kind, site, say))),
        Root: ROOT,
        Document: { type: 'object' },
        Me: closed(ME),
        Error: ERROR,
        Problem: PROBLEM,
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: say('A token of a user.') },
        password: { type: 'http', scheme: 'basic', description: say('Login and application password of a user.') },
      },
    },
  }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const nameOf = (kind: Kind, as: Manner['as']): string => `${kind.name}${{ single: '_single', listed: '', nested: '_nested' }[as]}`

function kindSchemas(kind: Kind, site: Site, say: Translate): Record<string, unknown> {
  const manners: readonly Manner['as'][] = ['listed', 'single', 'nested']
  const records = manners.map((as) => [nameOf(kind, as), recordSchema(kind, as, site, say)])
  const link = { type: ['string', 'null'], format: 'uri' }
  const page = {
    [kind.plural]: { type: 'array', items: ref(nameOf(kind, 'listed')) },
    rest_url: { type: 'string', format: 'uri' },
    next_rest_url: link,
    previous_rest_url: link,
    total: { type: 'integer', minimum: 0 },
    total_pages: { type: 'integer', minimum: 0 },
  }
  const fields = Object.entries(kind.fields).filter(([, field]) => field.sort)
  const body = Object.fromEntries(
    fields.map(([name, field]) => [name, { ...optional(field.sort?.schema as TSchema), description: say(field.description) }]),
  )
  const language = { ...LANGUAGE(site.languages).sort.schema, description: say(LANGUAGE(site.languages).description) }
  const required = fields.flatMap(([name, field]) => (field.required ? [name] : []))
  return {
    ...Object.fromEntries(records),
    [`${kind.name}_list`]: object(page),
    [`${kind.name}_change`]: { type: 'object', properties: { ...body, i18n_language: language } },
    [`${kind.name}_create`]: { type: 'object', properties: { ...body, i18n_language: language }, required },
  }
}

function recordSchema(kind: Kind, as: Manner['as'], site: Site, say: Translate): Record<string, unknown> {
  const shown = Object.entries(kind.fields).filter(([, field]) => isShown(field, as))
  return object(
    Object.fromEntries(
      shown.map(([name, field]) => {
        const to = field.place.in === 'links' ? site.kinds.get(field.place.to) : undefined
        const schema = to ? { type: 'array', items: ref(nameOf(to, 'nested')) } : closed(field.output as TSchema)
        return [name, { ...schema, description: say(field.description) }]
      }),
    ),
  )
}
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Every object in it says all its keys, unless it is open on purpose. */
function closed(schema: TSchema): Record<string, unknown> {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const copy: Record<string, unknown> = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
    return copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined
      ? { ...copy, additionalProperties: false }
      : copy
  }
  return walk(schema) as Record<string, unknown>
}
/** What may be sent may also be cleared, and comes in more notations than a schema can say. */
const optional = (schema: TSchema): Record<string, unknown> => {
  const { type, ...rest } = closed(schema)
  return type === undefined ? rest : { type: [type, 'null'], ...rest }
}

function operationOf(op: Operation, route: Route, say: Translate): Record<string, unknown> {
  const query = Object.entries(op.params).map(([name, { sort, description, fallback }]) => ({
    name,
    in: 'query',
    required: false,
    description: say(description),
    schema: { ...closed(sort.schema), ...(fallback !== undefined && { default: fallback }) },
    ...((sort.schema as { type?: string }).type === 'array' && { style: 'form', explode: false }),
  }))
  const address = op.address.map(({ name, description, schema }) => ({
    name,
    in: 'path',
    required: true,
    description: say(description),
    schema,
  }))
  const body = op.body && ref(`${op.body.name}_${op.action === 'create' ? 'create' : 'change'}`)
  return {
    operationId: operationId(op),
    ...(op.kind && { tags: [op.kind.plural] }),
    description: say(SENTENCES[op.action ?? op.path] ?? ''),
    'x-least-role': leastRole(route),
    parameters: [...address, ...query],
    ...(body && {
      requestBody: {
        required: op.action === 'create',
        content: { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } },
      },
    }),
    responses: responsesOf(op, say),
    security:
      op.action === 'list' || op.action === 'read' || op.kind === null
        ? [{}, { token: [] }, { password: [] }]
        : [{ token: [] }, { password: [] }],
  }
}
const SENTENCES: Readonly<Record<string, string>> = {
  list: 'A page of records.',
  read: 'One record.',
  create: 'Creates a record.',
  change: 'Changes what is sent and leaves the rest.',
  remove: 'Removes a record.',
  '': 'Every route with its inputs.',
  '/doc': 'This document.',
  '/me': 'Who you are and what you may do.',
}
function operationId({ method, path, kind, action }: Operation): string {
  if (!kind) return path === '' ? 'root' : path.slice(1)
  const by = path.includes('{slug}') ? '_by_slug' : ''
  const verb = {
    list: 'list',
    read: 'get',
    create: 'create',
    remove: 'delete',
    change: { POST: 'update', PUT: 'replace', PATCH: 'patch', GET: '', DELETE: '' }[method],
  }[action ?? 'read']
  return `${verb}_${action === 'list' ? kind.plural : kind.name}${by}`
}

function responsesOf(op: Operation, say: Translate): Record<string, unknown> {
  const json = (name: string, description: string) => ({
    description: say(description),
    content: { 'application/json': { schema: ref(name) } },
  })
  const error = {
    description: say('What went wrong, and how.'),
    content: { 'application/json': { schema: ref('Error') }, 'application/problem+json': { schema: ref('Problem') } },
  }
  const statuses: string[] = ['400', '401', '404', '414', '429', '431', '500', '503']
  if (op.kind) statuses.push('403', '410')
  if (op.action === 'create') statuses.push('409', '413', '415', '422')
  if (op.action === 'change') statuses.push('409', '412', '413', '415')
  if (op.action === 'remove') statuses.push('409', '412', '413', '415')
  const good: Record<string, unknown> =
    op.action === 'create'
      ? { '201': json(op.kind?.name ?? '', 'The record that was created.') }
      : { '200': json(nameOfAnswer(op), op.action === 'list' ? 'A page of records.' : op.kind ? 'The record.' : 'The answer.') }
  if (op.method === 'GET') good['304'] = { description: say('You have it already.') }
  return { ...good, ...Object.fromEntries(statuses.sort().map((status) => [status, error])) }
}
function nameOfAnswer({ kind, action, path }: Operation): string {
  if (!kind) return { '': 'Root', '/doc': 'Document', '/me': 'Me' }[path] ?? 'Document'
  return action === 'list' ? `${kind.name}_list` : nameOf(kind, action === 'read' ? 'single' : 'listed')
}

const href = object({ self: { type: 'array', items: object({ href: { type: 'string', format: 'uri' } }) } })
const ROOT = object({
  namespace: { type: 'string' },
  routes: {
    type: 'object',
    additionalProperties: object({
      namespace: { type: 'string' },
      methods: { type: 'array', items: { type: 'string' } },
      endpoints: {
        type: 'array',
        items: object({
          methods: { type: 'array', items: { type: 'string' } },
          args: { type: 'object', additionalProperties: { type: 'object' } },
        }),
      },
      _links: href,
    }),
  },
  _links: { type: 'object' },
})
const FAULT = object({ code: { type: 'string' }, message: { type: 'string' } })
const DETAILS = {
  params: {
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  },
  details: { type: 'object', additionalProperties: FAULT },
  term_id: { type: 'integer' },
}
const ERROR = object({
  code: { type: 'string' },
  message: { type: 'string' },
  data: { type: 'object', properties: { status: { type: 'integer' }, ...DETAILS }, required: ['status'], additionalProperties: false },
})
const PROBLEM = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    ...DETAILS,
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  additionalProperties: false,
}
