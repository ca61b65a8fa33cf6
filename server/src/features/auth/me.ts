// GET /me: identity, role and capabilities of the caller, and what waits for them (contract 11.4 and 15.10).
import Type from 'typebox'
import { NO_STORE, jsonResponse } from '../../engine/response/responses.ts'
import { languageParam } from '../../engine/definition/resource.ts'
import type { Site } from '../../engine/definition/kind.ts'
import { requireValidQuery, type Route } from '../../engine/route.ts'
import { countWaiting } from '../../engine/review/waiting.ts'
import { capabilities } from '../../engine/access/permissions.ts'
import { ANONYMOUS, ROLES } from '../../kernel/security/caller.ts'

export const ME = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()]),
  login: Type.Union([Type.String(), Type.Null()]),
  role: Type.String({ enum: [...ROLES] }),
  may: Type.Object(Object.fromEntries(Object.keys(capabilities(ANONYMOUS)).map((name) => [name, Type.Boolean()]))),
  waiting: Type.Object({
    pending: Type.Integer({ minimum: 0 }),
    working_copies: Type.Integer({ minimum: 0 }),
    returned: Type.Integer({ minimum: 0 }),
  }),
})

export function meRoute(site: Site): Route {
  const params = { i18n_language: languageParam(site.languages) }
  return {
    method: 'GET',
    path: '/me',
    access: 'everyone',
    params,
    acceptsBody: false,
    async handle(database, { ctx, query }) {
      const { ignored } = requireValidQuery(params, query, ctx)
      const { caller } = ctx
      return {
        ...jsonResponse(
          { id: caller.id, login: caller.login, role: caller.role, may: capabilities(caller), waiting: await countWaiting(database, ctx) },
          ctx,
          { 'cache-control': NO_STORE },
        ),
        ignored,
      }
    },
  }
}
