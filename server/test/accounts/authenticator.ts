// A real browser with a virtual authenticator, as a test: makes passkeys and signs challenges at a page of any origin.
import type { Browser, CDPSession } from 'playwright-core'
import type { Json } from '../support/server.ts'

export interface Credential extends Json {
  readonly id: string
  readonly response: Readonly<Record<string, string>>
}
/** A credential in the virtual authenticator, with its private key. */
interface Stored {
  readonly credentialId: string
  readonly signCount: number
}
export interface Authenticator {
  /** Opens another page. The passkeys remain. */
  open(url: string): Promise<void>
  /** Sends a request of the page, with the cookies of the browser. */
  send(method: string, path: string, body?: Json): Promise<{ status: number; json: Json }>
  /** Makes a passkey. */
  create(options: unknown): Promise<Credential>
  /** Signs a challenge. */
  get(options: unknown): Promise<Credential>
  /** Whether the authenticator verifies the person from now on, by PIN or fingerprint. */
  setVerified(isVerified: boolean): Promise<unknown>
  stored(): Promise<readonly Stored[]>
  /** Replaces a passkey by a copy of it. */
  replace(credential: Stored): Promise<void>
}

/** Adds a virtual authenticator to a page. Returns its ID. */
export async function addAuthenticator(devtools: CDPSession): Promise<string> {
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

export async function openAuthenticator(browser: Browser, url: string): Promise<Authenticator> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  const devtools = await page.context().newCDPSession(page)
  const authenticatorId = await addAuthenticator(devtools)
  const run = <T>(source: string, ...values: readonly unknown[]): Promise<T> =>
    page.evaluate<T>(`(${source})(${values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')})`)
  return {
    open: async (other) => void (await page.goto(other)),
    send: (method, path, body) => run(SEND, method, path, body),
    create: (options) => run(CREATE, options),
    get: (options) => run(GET, options),
    setVerified: (isUserVerified) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    stored: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    replace: (credential) => replace(devtools, authenticatorId, credential),
  }
}
async function replace(devtools: CDPSession, authenticatorId: string, credential: Stored): Promise<void> {
  const { credentialId } = credential
  await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
  type Added = Parameters<typeof devtools.send<'WebAuthn.addCredential'>>[1]
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential } as Added)
}

const SEND = `async (method, path, body) => {
  const headers = { 'content-type': 'application/json', 'X-Kalends-Session': '1' }
  const response = await fetch('/calendar/events/v1' + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, json: await response.json() }
}`
const CREATE = `async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return (await navigator.credentials.create({ publicKey })).toJSON()
}`
const GET = `async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await navigator.credentials.get({ publicKey })).toJSON()
}`
