// Changes of email addresses: a new address counts after the link that was mailed to it is opened (contract 15.3).
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, writeReply } from '../../engine/plain-routes.ts'
import type { Route, RouteRequest, RouteResponse } from '../../engine/route.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { Account } from './account.ts'
import { accountHandlers, parseAccountBody, record, withAccountErrors, type AccountServices } from './account-services.ts'
import { addMail, requireMailBudget } from './mail-tasks.ts'
import { deleteLinks, findLink } from './one-time-links.ts'

const CHANGES = 10
const CONFIRM = 'Confirms a new email address with the link that was mailed to it.'
const CONFIRMED = Type.Object({ status: Type.String({ enum: ['confirmed'] }) })
const PARAMS: Params = { token: param(values.boundedText(100), 'The part of the link after `#`.') }

export const emailRoute = (site: Site, services: AccountServices | null): Route => ({
  method: 'POST',
  path: '/email/confirm',
  access: 'pages',
  params: languageOnly(site),
  acceptsBody: true,
  bodyParams: PARAMS,
  response: { type: 'application/json', name: 'confirm_email', description: CONFIRM, schema: CONFIRMED },
  handle: accountHandlers(services)((database, _, request) => confirmEmail(database, request)),
})

interface AddressChange {
  readonly email: string | null
  /** Whether the request has the field. */
  readonly isSent: boolean
  readonly now: Temporal.Instant
}
/** Without mail, and before an invitation is accepted, a new address counts at once. */
export async function changeAddress(
  db: Db,
  { mail }: AccountServices,
  { id, email: old, pending_email, status }: Account,
  { email, isSent, now }: AddressChange,
): Promise<{ email: string | null; pending: string | null }> {
  if (!isSent) return { email: old, pending: pending_email }
  await deleteLinks(db, id, 'email')
  if (mail === null || email === null || status === 'invited' || email === old) return { email, pending: null }
  await requireMailBudget(db, `email ${id}`, CHANGES, now)
  await addMail(db, mail, 'email-changing', id)
  return { email: old, pending: email }
}

/** The constraint decides between concurrent requests; this check spares the usual case the retries of the transaction. */
export async function requireFreeEmail(db: Db, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  const taken = await db.query(sql`select from users where lower(email) = lower(${email}) and id <> ${id}`)
  if (taken.length > 0) throw new Problem('rest_user_exists')
}

function confirmEmail(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { now } = request.ctx
  const { sent, ignored } = parseAccountBody<{ token: string }>(PARAMS, request, ['token'])
  return withAccountErrors(() =>
    database.transaction(async (db) => {
      const { userId: id, email } = await findLink(db, 'email', sent.token, now)
      await requireFreeEmail(db, { id, email })
      const changed = await db.query(sql`
update users set email = pending_email, pending_email = null
where id = ${id} and pending_email = ${email} and disabled_at is null returning 1`)
      if (changed.length === 0) throw new Problem('rest_link_expired')
      await deleteLinks(db, id, 'email')
      // A link that was mailed to the old address must not work any longer.
      await deleteLinks(db, id, 'password-reset')
      await record(db, 'email address changed', request, { user: id })
      return writeReply(200, { status: 'confirmed' }, ignored)
    }),
  )
}
