// Maps the settings to the services of accounts: ways to sign in, mail, and OpenID Connect.
import type { Config } from './config.ts'
import type { AccountServices } from './features/accounts/account-services.ts'
import { openOidcProvider, type OidcAccountRules, type OidcProvider, type OidcSignIn } from './features/accounts/oidc-provider.ts'
import { CALLBACK_PATH } from './features/accounts/oidc-routes.ts'
import type { JobQueue } from './kernel/jobs/job-queue.ts'
import type { Role } from './kernel/security/caller.ts'
import { sessionOrigin } from './kernel/security/sessions.ts'
import { kinds } from './resources/index.ts'
import { SIGN_IN_METHODS } from './settings/accounts.ts'

export const accountServices = (config: Config, publicUrl: string, queue: JobQueue): AccountServices => ({
  sessions: sessionOrigin(publicUrl),
  kinds,
  mail: config.SMTP_URL === '' ? null : queue,
  methods: signInMethods(config),
  oidc: openOidc(config, publicUrl),
})
/** Nobody can sign in with OpenID Connect without a provider. */
const signInMethods = ({ SIGN_IN_METHODS: chosen, OIDC_ISSUER: issuer }: Config): AccountServices['methods'] =>
  new Set(SIGN_IN_METHODS.filter((method) => chosen.includes(method) && (method !== 'oidc' || issuer !== '')))

/** Returns null if nobody signs in with OpenID Connect. */
export const openOidc = (config: Config, publicUrl: string): OidcSignIn | null =>
  config.OIDC_ISSUER !== '' && config.SIGN_IN_METHODS.includes('oidc')
    ? { provider: providerOf(config, publicUrl), rules: accountRules(config) }
    : null

export const providerOf = (config: Config, publicUrl: string): OidcProvider =>
  openOidcProvider({
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    scopes: config.OIDC_SCOPES,
    redirectUrl: `${publicUrl}${CALLBACK_PATH}`,
    signedOutUrl: `${publicUrl}/admin/sign-in`,
  })

const accountRules = (config: Config): OidcAccountRules => ({
  createUsers: config.OIDC_CREATE_USERS,
  linkByEmail: config.OIDC_LINK_BY_EMAIL,
  roleClaim: config.OIDC_ROLE_CLAIM,
  roles: new Map(config.OIDC_ROLES.map((pair) => pair.split('=', 2) as [string, Role])),
})
