// GET {ns}/settings: the settings of this process for administrators, without secrets (contract 16.1).
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Site } from '../../engine/definition/kind.ts'
import { languageOnly, privateResponse } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route } from '../../engine/route.ts'
import { SETTING_SOURCES, type ShownSetting } from '../../kernel/validation/setting-types.ts'

const DESCRIPTION =
  'Returns the settings of the server in the order of the documentation. Settings can only be changed by the operator. Secrets have no value.'
const SCHEMA = Type.Object({
  settings: Type.Array(
    Type.Object({
      name: Type.String(),
      value: nullable(Type.String()),
      is_secret: Type.Boolean(),
      source: Type.String({ enum: [...SETTING_SOURCES] }),
      description: Type.String(),
    }),
  ),
})

export function settingsRoute(site: Site, settings: readonly ShownSetting[]): Route {
  const params = languageOnly(site)
  return {
    method: 'GET',
    path: '/settings',
    access: 'administrators',
    params,
    acceptsBody: false,
    response: { type: 'application/json', name: 'list_settings', description: DESCRIPTION, schema: SCHEMA },
    handle: async (_, { ctx, query }) => {
      const { ignored } = requireValidQuery(params, query, ctx)
      return { ...privateResponse({ settings }, ctx), ignored }
    },
  }
}
