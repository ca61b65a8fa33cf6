// GET {ns}/security-log: security events for administrators, the newest first (contract 15.7).
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route } from '../../engine/route.ts'
import { raw, sql, type Sql } from '../../kernel/database/sql.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { INSTANT } from './account.ts'

const ROWS = 50
const ROWS_MAX = 200
const DESCRIPTION = 'Returns events of the security log, the newest first: sign-ins, failed sign-ins, and changes of users and tokens.'
const SCHEMA = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 1 }),
      at_utc: INSTANT,
      action: Type.String(),
      actor: nullable(Type.Object({ id: Type.Integer(), login: nullable(Type.String()) })),
      address: nullable(Type.String()),
      details: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
})
interface Entry {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly actor_id: number | null
  readonly login: string | null
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}

export function securityLogRoute(site: Site): Route {
  const params: Params = {
    before: param(values.integer(1), 'Returns only entries with a smaller ID, to read the log page by page.'),
    per_page: param(values.integer(1, ROWS_MAX), 'Number of entries.', { fallback: ROWS }),
    action: param(values.plainText(100), 'Returns only entries with this action, such as `signed in`.'),
    user: param(values.integer(1), 'ID of a user. Returns only entries of what this user did, and entries about this user.'),
    ...languageOnly(site),
  }
  return {
    method: 'GET',
    path: '/security-log',
    access: 'administrators',
    params,
    acceptsBody: false,
    response: { type: 'application/json', name: 'list_security_log', description: DESCRIPTION, schema: SCHEMA },
    handle: async (database, { ctx, query }) => {
      const { values: sent, ignored } = requireValidQuery(params, query, ctx)
      const { before, action, user } = sent as { before?: number; action?: string; user?: number }
      const conditions: Sql[] = [raw('true')]
      if (before !== undefined) conditions.push(sql`s.id < ${before}`)
      if (action !== undefined) conditions.push(sql`s.action = ${action}`)
      if (user !== undefined)
        conditions.push(
          sql`(s.actor_id = ${user} or s.details ->> 'user' = ${String(user)} or s.details ->> 'login' = (select login from users where id = ${user}))`,
        )
      const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
      const rows = await database.query<Entry>(sql`
select s.id, s.at, s.action, s.actor_id, u.login, s.address, s.details
from security_log s left join users u on u.id = s.actor_id
where ${where}
order by s.id desc limit ${Number(sent['per_page'] ?? ROWS)}`)
      const entries = rows.map(({ id, at, action, actor_id, login, address, details }) => ({
        id,
        at_utc: showInstant(at),
        action,
        actor: actor_id === null ? null : { id: actor_id, login },
        address,
        details,
      }))
      return { ...privateResponse({ entries }, ctx), ignored }
    },
  }
}
