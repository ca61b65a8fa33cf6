// Routes of the tokens of the caller: GET and POST {ns}/me/tokens, and DELETE {ns}/me/tokens/{id} (contract 15.6).
import Type from 'typebox'
import { nullable } from '../../engine/definition/fields.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse, writeReply } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { generateToken, hashToken, SCOPES, type Scope } from '../../kernel/security/caller.ts'
import { showInstant, showInstantOrNull } from '../../kernel/time/date-times.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { INSTANT } from './account.ts'
import { parseAccountBody, record } from './account-services.ts'

const JSON_TYPE = 'application/json'
const TOKEN_DAYS = 365
const TOKEN_DAYS_MAX = 3_650
const TEXTS = {
  list: 'Returns the tokens of the caller that are valid, without their secrets.',
  create: 'Creates a token of the caller. The response shows the secret once.',
  revoke: 'Revokes a token of the caller. The server rejects it from the next request onward.',
} as const

const tokenKeys = {
  id: Type.Integer({ minimum: 1 }),
  label: Type.String(),
  scope: Type.String({ enum: [...SCOPES] }),
  created_utc: INSTANT,
  expires_utc: nullable(INSTANT),
  last_used_utc: nullable(INSTANT),
}
const TOKEN_SCHEMA = Type.Object(tokenKeys)
const TOKEN_WITH_SECRET_SCHEMA = Type.Object({ ...tokenKeys, secret: Type.String() })
const TOKEN_LIST_SCHEMA = Type.Object({ tokens: Type.Array(TOKEN_SCHEMA) })

interface OwnToken {
  readonly id: number
  readonly label: string
  readonly scope: Scope
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}
const showToken = (token: OwnToken) => ({
  id: token.id,
  label: token.label,
  scope: token.scope,
  created_utc: showInstant(token.created_at),
  expires_utc: showInstantOrNull(token.expires_at),
  last_used_utc: showInstantOrNull(token.last_used_at),
})
const TOKEN = sql`id, label, scope, created_at, expires_at, last_used_at`

const PARAMS: Params = {
  label: param(values.plainText(200), 'Purpose of the token.', { fallback: '' }),
  scope: param(values.oneOf(SCOPES), 'Rights of the token: reading, writing up to the role of editor, or all.', { fallback: 'write' }),
  days: param(values.integer(1, TOKEN_DAYS_MAX), 'Days until the token expires.', { fallback: TOKEN_DAYS }),
}

export function tokenRoutes(site: Site): Route[] {
  const params = languageOnly(site)
  const shared = { access: 'users', params, acceptsBody: false } as const
  const path = '/me/tokens'
  return [
    {
      ...shared,
      method: 'GET',
      path,
      response: { type: JSON_TYPE, name: 'list_own_tokens', description: TEXTS.list, schema: TOKEN_LIST_SCHEMA },
      handle: async (database, { ctx, query }) => {
        const { ignored } = requireValidQuery(params, query, ctx)
        const rows = await database.query<OwnToken>(sql`
select ${TOKEN} from credentials
where user_id = ${ctx.caller.id} and revoked_at is null and (expires_at is null or expires_at > ${ctx.now.toString()}) order by id`)
        return { ...privateResponse({ tokens: rows.map(showToken) }, ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'POST',
      path,
      acceptsBody: true,
      bodyParams: PARAMS,
      response: { type: JSON_TYPE, name: 'create_own_token', description: TEXTS.create, schema: TOKEN_WITH_SECRET_SCHEMA, status: 201 },
      handle: createToken,
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/{id}`,
      response: { type: JSON_TYPE, name: 'revoke_own_token', description: TEXTS.revoke, schema: TOKEN_SCHEMA },
      handle: revokeToken,
    },
  ]
}

async function createToken(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<{ label?: string; scope?: Scope; days?: number }>(PARAMS, request)
  const { label = '', scope = 'write', days = TOKEN_DAYS } = sent
  // A token must not create another one with more rights than its own.
  if (SCOPES.indexOf(scope) > SCOPES.indexOf(ctx.caller.scope)) throw forbidden(false)
  const secret = generateToken()
  const row = await database.transaction(async (db) => {
    const [created] = await db.query<OwnToken>(sql`
insert into credentials (user_id, label, scope, digest, created_at, expires_at)
values (${ctx.caller.id}, ${label}, ${scope}, ${hashToken(secret)}, ${ctx.now.toString()}, ${ctx.now.add({ hours: 24 * days }).toString()})
returning ${TOKEN}`)
    if (!created) throw new Error('The token was not stored.')
    await record(db, 'token added', request, { user: ctx.caller.id, token: created.id, scope })
    return created
  })
  return writeReply(201, { ...showToken(row), secret }, ignored)
}

async function revokeToken(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path } = request
  const { ignored } = parseAccountBody({}, request)
  const id = Number(path['id'])
  if (!Number.isSafeInteger(id)) throw new Problem('rest_token_not_found')
  const row = await database.transaction(async (db) => {
    const [revoked] = await db.query<OwnToken>(sql`
update credentials set revoked_at = ${ctx.now.toString()} where id = ${id} and user_id = ${ctx.caller.id} and revoked_at is null returning ${TOKEN}`)
    if (!revoked) throw new Problem('rest_token_not_found')
    await record(db, 'token revoked', request, { user: ctx.caller.id, token: id })
    return revoked
  })
  return writeReply(200, showToken(row), ignored)
}
