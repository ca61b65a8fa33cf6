// Two OpenID Connect providers on this machine: a real one, and one that signs whatever ID token a test wants.
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import Provider, { type AccountClaims } from 'oidc-provider'
import { freePort } from '../support/process.ts'

export const CLIENT_ID = 'calendar'
export const CLIENT_SECRET = 'secret of the calendar, with special characters: %+&'

export interface Issuer {
  readonly issuer: string
  listen(): Promise<void>
}
async function issuerOf(handle: RequestListener): Promise<Issuer & { readonly server: Server }> {
  const port = await freePort()
  const server = createServer(handle)
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    server,
    issuer: `http://127.0.0.1:${port}`,
    listen: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }
}

export interface RealIssuer extends Issuer {
  /** Claims of accounts by subject. Tests change them between sign-ins. */
  readonly accounts: Map<string, Omit<AccountClaims, 'sub'>>
  /** The subject of the person at the browser. */
  person: string
  /** Accepts these calendars as one client. */
  register(calendars: readonly string[]): Promise<void>
}
/** `oidc-provider` with an interaction that signs in the person at the browser without a question. */
export async function realIssuer(): Promise<RealIssuer> {
  let respond: RequestListener = (_, response) => void response.writeHead(503).end()
  const base = await issuerOf((request, response) => respond(request, response))
  const accounts: RealIssuer['accounts'] = new Map()
  const own: RealIssuer = {
    ...base,
    accounts,
    person: '',
    register: async (calendars) => {
      const provider = providerFor(own, calendars)
      const answer = provider.callback()
      respond = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
        const result =
          own.person === '' ? { error: 'access_denied', error_description: 'no <b>entry</b>' } : { login: { accountId: own.person } }
        void provider.interactionFinished(request, response, result)
      }
      await base.listen()
    },
  }
  return own
}
function providerFor({ issuer, accounts }: RealIssuer, calendars: readonly string[]): Provider {
  const { privateKey } = keyPair()
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: calendars.map((calendar) => `${calendar}/auth/oidc/callback`),
        post_logout_redirect_uris: calendars.map((calendar) => `${calendar}/admin/sign-in`),
      },
    ],
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...accounts.get(sub) }) }),
    claims: { openid: ['sub', 'groups'], profile: ['name', 'preferred_username', 'locale'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
  })
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const [KEY, OTHER_KEY] = [keyPair(), keyPair()]
const encode = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

type IdToken = Readonly<Record<string, unknown>>
interface Forgery {
  /** Changes the claims of a right ID token. */
  readonly claims?: (right: IdToken) => IdToken
  readonly key?: 'other' | 'none'
  /** Claims of the UserInfo endpoint. */
  readonly userInfo?: IdToken
  /** The token endpoint never responds. */
  readonly hangs?: boolean
}
export interface ForgingIssuer extends Issuer {
  forgery: Forgery
}
/** The smallest provider of the authorization code flow. It verifies PKCE, and accepts each code once. */
export async function forgingIssuer(): Promise<ForgingIssuer> {
  const codes = new Map<string, URLSearchParams>()
  const base = await issuerOf((request, response) => void answer(request, response))
  const { issuer } = base
  const own: ForgingIssuer = { ...base, forgery: {} }
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
  const send = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/.well-known/openid-configuration') return send(response, 200, metadata)
    if (pathname === '/keys')
      return send(response, 200, { keys: [{ ...KEY.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    if (pathname === '/authorize') {
      const code = randomUUID()
      codes.set(code, searchParams)
      const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
      return void response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end()
    }
    if (pathname === '/userinfo') return send(response, 200, { sub: 'forger', ...own.forgery.userInfo })
    if (own.forgery.hangs) return
    const sent = new URLSearchParams(await bodyOf(request))
    const asked = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (asked?.get('code_challenge') !== challenge || sent.get('client_secret') !== CLIENT_SECRET)
      return send(response, 400, { error: 'invalid_grant', error_description: 'the <b>code</b> is wrong' })
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, sub: 'forger', aud: CLIENT_ID, exp: now + 300, iat: now, nonce: asked.get('nonce') }
    const { claims = (same: IdToken) => same, key } = own.forgery
    send(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: signed(claims(right), key) })
  }
  return own
}
function signed(claims: IdToken, key: Forgery['key']): string {
  const content = `${encode({ alg: key === 'none' ? 'none' : 'RS256', kid: 'one' })}.${encode(claims)}`
  const signature = (by: KeyObject): string => sign('sha256', Buffer.from(content), by).toString('base64url')
  return `${content}.${key === 'none' ? '' : signature(key === 'other' ? OTHER_KEY.privateKey : KEY.privateKey)}`
}
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
