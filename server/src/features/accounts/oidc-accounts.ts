// The user of an identity at the OpenID Connect provider: linked, created at the first sign-in, or refused (contract 15.4).
import type { Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { ROLES, type Role } from '../../kernel/security/caller.ts'
import { endSessions } from '../../kernel/security/sessions.ts'
import { negotiateLanguage } from '../../kernel/text/messages.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { ACCOUNT, type Account } from './account.ts'
import { record } from './account-services.ts'
import { OidcError, type OidcAccountRules, type VerifiedIdentity } from './oidc-provider.ts'
import { deleteLinks } from './one-time-links.ts'
import type { SignInRequest } from './sign-in.ts'
import { LAST_ADMINISTRATOR } from './users.ts'

interface IdentityRequest {
  readonly identity: VerifiedIdentity
  readonly rules: OidcAccountRules
  readonly site: Site
  readonly request: SignInRequest
}

/** Returns the user of an identity, with the role of its claims. Throws an OidcError if there is none, or if the user is disabled. */
export async function userOfIdentity(db: Db, asked: IdentityRequest): Promise<number> {
  const known = await findByIdentity(db, asked.identity)
  const account = known ?? (await linkByEmail(db, asked))
  if (!account) return createUser(db, asked)
  if (account.status === 'disabled') throw new OidcError('account_disabled')
  await applyRole(db, account, asked)
  return account.id
}

async function findByIdentity(db: Db, { issuer, subject }: VerifiedIdentity): Promise<Account | null> {
  const [row] = await db.query<Account>(sql`
select ${ACCOUNT} from identities i
join users u on u.id = i.user_id
where i.issuer = ${issuer} and i.subject = ${subject}
for update of u`)
  return row ?? null
}

/** Returns null if no user may be linked. A user who has an identity already may be somebody else, who had the email address before. */
async function linkByEmail(db: Db, { identity, rules, request }: IdentityRequest): Promise<Account | null> {
  const email = verifiedEmail(identity)
  if (email === null) return null
  const [account] = await db.query<Account & { is_linked: boolean }>(sql`
select ${ACCOUNT}, exists (select from identities i where i.user_id = u.id and i.issuer = ${identity.issuer}) as is_linked
from users u
where lower(u.email) = lower(${email})
for update of u`)
  // Otherwise a disabled user could return as a new one.
  if (!account || account.status === 'disabled') return account ?? null
  if (!rules.linkByEmail || account.password !== null || account.is_linked) return null
  await addIdentity(db, identity, account.id)
  await db.query(sql`update users set invited_at = null where id = ${account.id}`)
  await deleteLinks(db, account.id, 'invitation')
  await record(db, 'identity linked', request, { user: account.id })
  return account
}
const addIdentity = (db: Db, { issuer, subject }: VerifiedIdentity, userId: number): Promise<unknown> =>
  db.query(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`)

async function createUser(db: Db, { identity, rules, site, request }: IdentityRequest): Promise<number> {
  if (!rules.createUsers) throw new OidcError('no_account')
  const role = roleOfClaims(identity, rules) ?? 'subscriber'
  const email = verifiedEmail(identity)
  for (const login of loginsOf(identity)) {
    const [row] = await db.query<{ id: number }>(sql`
insert into users (login, role, name, email, language)
values (
  ${login}, ${role}, ${nameOf(identity)},
  (select ${email}::text where not exists (select from users u where lower(u.email) = lower(${email}))),
  ${languageOf(identity, site)}
)
on conflict do nothing returning id`)
    if (!row) continue
    await addIdentity(db, identity, row.id)
    await record(db, 'user added', request, { login, role })
    return row.id
  }
  throw new Error('no login is free')
}

function verifiedEmail({ claims }: VerifiedIdentity): string | null {
  const email = claims['email_verified'] === true ? values.email.parse(claims['email']) : null
  return typeof email === 'string' ? email : null
}
function nameOf({ claims }: VerifiedIdentity): string {
  const name = values.plainText(200).parse(claims['name'])
  return typeof name === 'string' ? name : ''
}
function languageOf({ claims: { locale } }: VerifiedIdentity, { languages }: Site): string | null {
  return typeof locale === 'string' ? negotiateLanguage(locale.replaceAll('_', '-'), languages) : null
}

const LOGIN_LENGTH = 90
const LOGIN_NUMBERS = 1_000
/** Logins to try. They have no `@`, because a login must not look like the email address of another user. */
function* loginsOf({ subject, claims }: VerifiedIdentity): Generator<string> {
  const [base = 'user'] = [claims['preferred_username'], claims['email'], subject]
    .map((claim) => (typeof claim === 'string' ? toLogin(claim) : ''))
    .filter((login) => login !== '')
  yield base
  for (let number = 2; number <= LOGIN_NUMBERS; number += 1) yield `${base}-${number}`
}
const toLogin = (text: string): string => {
  const [local = ''] = text.slice(0, LOGIN_LENGTH).toWellFormed().normalize('NFC').split('@', 1)
  return local
    .replace(/[\s:\p{C}\uFFFD]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LOGIN_LENGTH)
}

/** The highest role that a value of the claim maps to. Null if roles are assigned in this calendar. */
function roleOfClaims({ claims }: VerifiedIdentity, { roleClaim, roles }: OidcAccountRules): Role | null {
  if (roleClaim === '') return null
  const claim = claims[roleClaim]
  const granted = new Set((Array.isArray(claim) ? claim : [claim]).map((value) => roles.get(value)))
  return ROLES.findLast((role) => granted.has(role)) ?? 'subscriber'
}

/** A session must not outlive the rights that it was started with. The last administrator keeps the role. */
async function applyRole(db: Db, account: Account, { identity, rules, request }: IdentityRequest): Promise<void> {
  const role = roleOfClaims(identity, rules) ?? account.role
  if (role === account.role) return
  await db.query(raw('savepoint role'))
  try {
    await db.query(sql`update users set role = ${role} where id = ${account.id}`)
  } catch (error) {
    if (errorCode(error) !== LAST_ADMINISTRATOR) throw error
    await db.query(raw('rollback to savepoint role'))
    await record(db, 'role kept', request, { user: account.id, role: account.role, claimed: role })
    return
  }
  await endSessions(db, account.id)
  await record(db, 'role changed', request, { user: account.id, role })
}
