// GET {ns}: the index of all routes with their inputs (contract 10.1), built from the table of served routes.
import type { TSchema } from 'typebox'
import { jsonResponse, apiUrl } from '../../engine/response/responses.ts'
import type { Kind, Params, Site } from '../../engine/definition/kind.ts'
import { requireValidQuery, type Route } from '../../engine/route.ts'
import { languageParam } from '../../engine/definition/resource.ts'
import { param } from '../../engine/definition/resource.ts'
import { translator, type Translate } from '../../kernel/text/messages.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { listOperations, routePattern } from './operations.ts'

export function rootRoute(site: Site, routes: () => readonly Route[]): Route {
  const params: Params = {
    namespace: param(values.boundedText(200), 'Namespace whose routes are returned.', { fallback: site.namespace }),
    context: param(values.oneOf(['view', 'help']), 'Level of detail of the response.', { fallback: 'view' }),
    i18n_language: languageParam(site.languages),
  }
  return {
    method: 'GET',
    path: '',
    access: 'everyone',
    params,
    acceptsBody: false,
    async handle(_, { ctx, query }) {
      const read = requireValidQuery(params, query, ctx)
      if ((read.values['namespace'] ?? site.namespace) !== site.namespace) throw new Problem('rest_invalid_namespace')
      const say = translator(ctx.language)
      const byPath = Map.groupBy(listOperations(routes()), ({ path }) => path)
      const index = {
        namespace: site.namespace,
        routes: Object.fromEntries(
          [...byPath].map(([path, ops]) => [
            `/${site.namespace}${routePattern(path)}`,
            {
              namespace: site.namespace,
              methods: ops.map(({ method }) => method),
              endpoints: ops.map((op) => ({ methods: [op.method], args: argsOf(op, say) })),
              _links: { self: [{ href: apiUrl(ctx, path) }] },
            },
          ]),
        ),
        _links: { self: [{ href: apiUrl(ctx, '') }], doc: [{ href: apiUrl(ctx, '/doc') }] },
      }
      return { ...jsonResponse(index, ctx), ignored: read.ignored }
    },
  }
}

type Operation = ReturnType<typeof listOperations>[number]
function argsOf(op: Operation, say: Translate): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const { name, description, schema } of op.address) args[name] = { required: true, ...shape(schema), description: say(description) }
  for (const [name, { type, description, fallback }] of Object.entries(op.params))
    args[name] = {
      required: false,
      ...shape(type.schema),
      ...(fallback !== undefined && { default: fallback }),
      description: say(description),
    }
  for (const [name, { type, description, fallback }] of Object.entries(op.bodyParams ?? {}))
    args[name] = {
      required: fallback === undefined,
      ...shape(type.schema),
      ...(fallback !== undefined && { default: fallback }),
      description: say(description),
    }
  const kind: Kind | null = op.body
  for (const [name, field] of Object.entries(kind?.fields ?? {})) {
    if (!field.input) continue
    const isNew = op.action === 'create'
    args[name] = {
      required: isNew && field.required,
      ...shape(field.input.schema),
      ...(isNew && field.defaultValue !== null && { default: field.defaultValue }),
      description: say(field.description),
    }
  }
  return args
}

/** Describes a schema in the index: its type, its enumeration, and the items of an array. */
function shape(schema: TSchema): Record<string, unknown> {
  const { type, enum: words, items, anyOf } = schema as { type?: string; enum?: string[]; items?: TSchema; anyOf?: TSchema[] }
  const types = anyOf?.map((each) => (each as { type?: string }).type).filter((each) => each !== undefined)
  return { ...((type ?? types) && { type: type ?? types }), ...(words && { enum: words }), ...(items && { items: shape(items) }) }
}
