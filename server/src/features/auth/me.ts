// GET /me: who the caller is, and what he may do (contract 11.4).
import Type from 'typebox'
import { PRIVATE, readReply } from '../../engine/response/responses.ts'
import { LANGUAGE } from '../../engine/list/list-records.ts'
import type { Site } from '../../engine/definition/resource.ts'
import { parameters, type Route } from '../../engine/routes.ts'
import { abilities } from '../../engine/access/visibility.ts'
import { ANONYMOUS, ROLES } from '../../kernel/security/caller.ts'

export const ME = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()]),
  login: Type.Union([Type.String(), Type.Null()]),
  role: Type.String({ enum: [...ROLES] }),
  may: Type.Object(Object.fromEntries(Object.keys(abilities(ANONYMOUS)).map((name) => [name, Type.Boolean()]))),
})

export function meRoute(site: Site): Route {
  const params = { i18n_language: LANGUAGE(site.languages) }
  return {
    method: 'GET',
    path: '/me',
    access: 'everyone',
    params,
    takes_body: false,
    async handle(_, { ask, query }) {
      const { ignored } = parameters(params, query, ask)
      const { caller } = ask
      return {
        ...readReply({ id: caller.id, login: caller.login, role: caller.role, may: abilities(caller) }, ask, { 'cache-control': PRIVATE }),
        ignored,
      }
    },
  }
}
