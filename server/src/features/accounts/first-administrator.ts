// The first administrator of an empty calendar: a link that the server prints when it starts, and the route that the link leads to (contract 15.2).
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { hashUserPassword } from '../../kernel/security/user-passwords.ts'
import * as values from '../../kernel/validation/value-types.ts'
import {
  accountHandlers,
  parseAccountBody,
  passwordParam,
  record,
  requireStrongPassword,
  type AccountServices,
} from './account-services.ts'
import { createLink, deleteLinks, findSecret, type OneTimeLink } from './one-time-links.ts'
import { signedInSchema, signInOrAsk } from './sign-in.ts'
import { loginType } from './users.ts'

const DESCRIPTION = 'Adds the first administrator of an empty calendar, with the link that the server prints when it starts.'
const OPTIONAL = { isOptional: true } as const
const PARAMS: Params = {
  token: param(values.boundedText(100), 'The part of the link after `#`.'),
  login: param(loginType, 'Login: 1 to 100 characters without spaces and colons. It cannot be changed.'),
  password: passwordParam('Password, with at least 12 characters.'),
  name: param(values.plainText(200), 'Name of the user.', OPTIONAL),
  email: param(values.email, 'Email address of the user.', OPTIONAL),
}
interface NewAdministrator {
  readonly token: string
  readonly login: string
  readonly password: string
  readonly name?: string
  readonly email?: string
}

export const firstAdministratorRoute = (site: Site, services: AccountServices | null): Route => ({
  method: 'POST',
  path: '/first-administrator',
  access: 'pages',
  params: languageOnly(site),
  acceptsBody: true,
  bodyParams: PARAMS,
  response: {
    type: 'application/json',
    name: 'add_first_administrator',
    description: DESCRIPTION,
    schema: signedInSchema(site),
    status: 201,
  },
  handle: accountHandlers(services)(addFirstAdministrator),
})

const hasUsers = async (db: Db): Promise<boolean> => (await db.query(sql`select from users where built_in is null limit 1`)).length > 0

/** Returns a link if the calendar has no users. Links that other processes printed stay valid. */
export async function linkForFirstAdministrator(db: Db, publicUrl: string, now: Temporal.Instant): Promise<OneTimeLink | null> {
  return (await hasUsers(db)) ? null : createLink(db, { purpose: 'first-administrator', userId: null, publicUrl, now })
}

async function addFirstAdministrator(database: Database, { sessions }: AccountServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx } = request
  const { sent, ignored } = parseAccountBody<NewAdministrator>(PARAMS, request, ['token', 'login', 'password'])
  const { token, login, password, name = '', email = null } = sent
  await findSecret(database, 'first-administrator', token, ctx.now)
  await requireStrongPassword(password, { login, name, email }, ctx)
  const digest = await hashUserPassword(password)
  return database.transaction(async (db) => {
    // Two links must not add two administrators.
    await db.query(sql`lock table users in share row exclusive mode`)
    await findSecret(db, 'first-administrator', token, ctx.now)
    if (await hasUsers(db)) throw new Problem('rest_calendar_has_users')
    const [row] = await db.query<{ id: number }>(sql`
insert into users (login, role, name, email, password) values (${login}, 'administrator', ${name}, ${email}, ${digest}) returning id`)
    if (!row) throw new Error('The user was not stored.')
    await deleteLinks(db, null, 'first-administrator')
    await record(db, 'user added', request, { login, role: 'administrator' })
    return writeReply(201, await signInOrAsk(db, sessions, { userId: row.id, method: 'invitation' }, request), ignored)
  })
}
