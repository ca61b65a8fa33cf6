// The OpenID Connect provider: discovery, authorization requests, and the exchange of codes for verified claims (contract 15.4).
import * as client from 'openid-client'
import { errorCode } from '../../kernel/database/database-errors.ts'
import type { Role } from '../../kernel/security/caller.ts'
import { isLoopback } from '../../kernel/security/sessions.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
  readonly scopes: string
  readonly redirectUrl: string
  /** The page to which the provider sends people who have signed out there. */
  readonly signedOutUrl: string
}
/** The values of a sign-in that the response of the provider must match. */
export interface StartedSignIn {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}
export interface VerifiedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}
export interface OidcProvider {
  /** Loads the configuration of the provider. Throws an OidcError if that fails. */
  discover(): Promise<unknown>
  start(): Promise<StartedSignIn & { readonly url: string }>
  /** Exchanges the code in the query string of the callback. Throws an OidcError unless the response is valid. */
  finish(query: string, started: StartedSignIn): Promise<VerifiedIdentity>
  /** The URL that ends the session at the provider. Null if the provider has none or does not respond. */
  signOutUrl(): Promise<string | null>
}

/** How identities at the provider become users. */
export interface OidcAccountRules {
  readonly createUsers: boolean
  readonly linkByEmail: boolean
  /** Empty: roles are assigned in this calendar. */
  readonly roleClaim: string
  readonly roles: ReadonlyMap<string, Role>
}
export interface OidcSignIn {
  readonly provider: OidcProvider
  readonly rules: OidcAccountRules
}

/** Codes in the URL of the sign-in page. They are stable. */
export type OidcErrorCode =
  | 'sign_in_expired'
  | 'provider_unavailable'
  | 'provider_refused'
  | 'invalid_response'
  | 'no_account'
  | 'account_disabled'
export class OidcError extends Error {
  readonly code: OidcErrorCode
  /** A code for the security log. It contains no text of the provider. */
  readonly reason: string
  constructor(code: OidcErrorCode, reason: string = code, cause?: unknown) {
    super(`${code}: ${reason}`, { cause })
    this.code = code
    this.reason = reason
  }
}

const TIMEOUT_SECONDS = 5
const CLOCK_TOLERANCE_SECONDS = 10

export function openOidcProvider(settings: OidcSettings): OidcProvider {
  const configuration = cachedDiscovery(() => discover(settings))
  const discovered = (): Promise<client.Configuration> => withOidcErrors(configuration, () => 'provider_unavailable')
  return {
    discover: discovered,
    start: async () => startSignIn(await discovered(), settings),
    finish: async (query, started) => {
      const config = await discovered()
      return withOidcErrors(() => finishSignIn(config, new URL(`${settings.redirectUrl}?${query}`), started), exchangeErrorCode)
    },
    signOutUrl: async () => {
      const config = await discovered().catch(nullIfUnavailable)
      if (!config?.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: settings.signedOutUrl }).href
    },
  }
}
const nullIfUnavailable = (error: unknown): null => {
  if (error instanceof OidcError) return null
  throw error
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const url = new URL(issuer)
  return client.discovery(url, clientId, { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }, clientAuthentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Without the second one, the library relies on TLS and does not verify the signature of the ID token.
    execute: [...(isLoopback(url.hostname) ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks],
  })
}

/** HTTP Basic is the default of the specification. Providers that support only the request body say so. */
function clientAuthentication(secret: string): client.ClientAuth {
  if (secret === '') return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = server
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

const KEEP_MS = 3_600_000
/** After a failure, requests within this time do not ask the provider again. */
const RETRY_MS = 1_000
function cachedDiscovery<T>(load: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let expires = 0
  return () => {
    if (current !== null && performance.now() < expires) return current
    expires = Number.POSITIVE_INFINITY
    current = load()
    current.then(
      () => (expires = performance.now() + KEEP_MS),
      () => (expires = performance.now() + RETRY_MS),
    )
    return current
  }
}

async function startSignIn(config: client.Configuration, { redirectUrl, scopes }: OidcSettings) {
  const started = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUrl,
    scope: scopes,
    state: started.state,
    nonce: started.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(started.codeVerifier),
    code_challenge_method: 'S256',
  })
  return { ...started, url: url.href }
}

async function finishSignIn(config: client.Configuration, callback: URL, started: StartedSignIn): Promise<VerifiedIdentity> {
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: started.codeVerifier,
    expectedState: started.state,
    expectedNonce: started.nonce,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()
  if (!idToken || !SUBJECT.test(idToken.sub)) throw new OidcError('invalid_response', 'subject')
  const { iss: issuer, sub: subject } = idToken
  // Many providers have names, email addresses and groups only here.
  const userInfo = config.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, subject) : {}
  return { issuer, subject, claims: mergeClaims(idToken, userInfo) }
}
/** The limit of the specification. */
const SUBJECT = /^[^\0]{1,255}$/

type Claims = Readonly<Record<string, unknown>>
/** An email address counts as verified only if the same source says so. */
const mergeClaims = (idToken: Claims, userInfo: Claims): Claims => ({
  ...userInfo,
  ...idToken,
  email_verified: (idToken['email'] === undefined ? userInfo : idToken)['email_verified'],
})

async function withOidcErrors<T>(work: () => Promise<T>, codeOf: (error: unknown) => OidcErrorCode): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OidcError ? error : new OidcError(codeOf(error), reasonOf(error), error)
  }
}
/** Codes of the library for providers that do not respond, or not as an OpenID Connect provider does. */
const UNAVAILABLE = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']
function exchangeErrorCode(error: unknown): OidcErrorCode {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) return 'provider_refused'
  // `fetch` throws a TypeError without a code if there is no response.
  const isUnreachable = error instanceof TypeError && !('code' in error)
  return isUnreachable || UNAVAILABLE.includes(errorCode(error)) ? 'provider_unavailable' : 'invalid_response'
}

/** The names of errors in RFC 6749, of the library and of Node. */
const ERROR_NAME = /^[A-Za-z_]{1,60}$/
function reasonOf(error: unknown): string {
  const { error: named, cause } = error as { readonly error?: unknown; readonly cause?: unknown }
  return [String(named ?? ''), errorCode(error), errorCode(cause)].find((name) => ERROR_NAME.test(name)) ?? 'unknown'
}
