// GET {ns}: the index of all routes with their inputs (contract 10.1), made from the same table that is served.
import type { TSchema } from 'typebox'
import { readReply, restUrl } from '../../engine/response/responses.ts'
import type { Kind, Params, Site } from '../../engine/definition/resource.ts'
import { parameters, type Route } from '../../engine/routes.ts'
import { LANGUAGE } from '../../engine/list/list-records.ts'
import { param } from '../../engine/definition/resource.ts'
import { translator, type Translate } from '../../kernel/text/messages.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { operations, patternOf } from './operations.ts'

export function rootRoute(site: Site, routes: () => readonly Route[]): Route {
  const params: Params = {
    namespace: param(values.text(200), 'Namespace that is asked for.', { fallback: site.namespace }),
    context: param(values.choice(['view', 'help']), 'How much is told.', { fallback: 'view' }),
    i18n_language: LANGUAGE(site.languages),
  }
  return {
    method: 'GET',
    path: '',
    access: 'everyone',
    params,
    takes_body: false,
    async handle(_, { ask, query }) {
      const read = parameters(params, query, ask)
      if ((read.values['namespace'] ?? site.namespace) !== site.namespace) throw new Problem('rest_invalid_namespace')
      const say = translator(ask.language)
      const byPath = Map.groupBy(operations(routes()), ({ path }) => path)
      const index = {
        namespace: site.namespace,
        routes: Object.fromEntries(
          [...byPath].map(([path, ops]) => [
            `/${site.namespace}${patternOf(path)}`,
            {
              namespace: site.namespace,
              methods: ops.map(({ method }) => method),
              endpoints: ops.map((op) => ({ methods: [op.method], args: argsOf(op, say) })),
              _links: { self: [{ href: restUrl(ask, path) }] },
            },
          ]),
        ),
        _links: { self: [{ href: restUrl(ask, '') }], doc: [{ href: restUrl(ask, '/doc') }] },
      }
      return { ...readReply(index, ask), ignored: read.ignored }
    },
  }
}

type Operation = ReturnType<typeof operations>[number]
function argsOf(op: Operation, say: Translate): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const { name, description, schema } of op.address) args[name] = { required: true, ...shape(schema), description: say(description) }
  for (const [name, { sort, description, fallback }] of Object.entries(op.params))
    args[name] = {
      required: false,
      ...shape(sort.schema),
      ...(fallback !== undefined && { default: fallback }),
      description: say(description),
    }
  const kind: Kind | null = op.body
  for (const [name, field] of Object.entries(kind?.fields ?? {})) {
    if (!field.sort) continue
    const isNew = op.action === 'create'
    args[name] = {
      required: isNew && field.required,
      ...shape(field.sort.schema),
      ...(isNew && field.initial !== null && { default: field.initial }),
      description: say(field.description),
    }
  }
  return args
}

/** What the index tells of a schema: its type, its words, and of lists their items. */
function shape(schema: TSchema): Record<string, unknown> {
  const { type, enum: words, items, anyOf } = schema as { type?: string; enum?: string[]; items?: TSchema; anyOf?: TSchema[] }
  const types = anyOf?.map((each) => (each as { type?: string }).type).filter((each) => each !== undefined)
  return { ...((type ?? types) && { type: type ?? types }), ...(words && { enum: words }), ...(items && { items: shape(items) }) }
}
