// The checks of servers that accounts depend on: whether the OpenID Connect provider and the SMTP server respond.
import type { Finding } from './finding.ts'

export interface CheckedServer {
  /** The URL without secrets, for messages. */
  readonly url: string
  /** Throws if the server does not respond as expected. */
  readonly connect: () => Promise<unknown>
}
export const checkOidc = (server: CheckedServer): Promise<Finding> =>
  checkServer(server, {
    check: 'OpenID Connect',
    failure: `the configuration of ${server.url} cannot be loaded`,
    remedy: `Correct OIDC_ISSUER, or start the provider. This machine must be able to open ${server.url.replace(/\/$/, '')}/.well-known/openid-configuration.`,
  })
export const checkMail = (server: CheckedServer): Promise<Finding> =>
  checkServer(server, {
    check: 'mail',
    failure: `${server.url} does not accept mail`,
    remedy:
      'Correct SMTP_URL: host, port, user and password. This machine must be able to connect to the server. Mail waits for an hour at most.',
  })

interface Texts {
  readonly check: string
  readonly failure: string
  readonly remedy: string
}
async function checkServer({ url, connect }: CheckedServer, { check, failure, remedy }: Texts): Promise<Finding> {
  try {
    await connect()
    return { check, state: 'ok', found: `${url} responds`, remedy: '' }
  } catch (error) {
    return {
      check,
      state: 'warning',
      found: `${failure}: ${withoutCredentials(error instanceof Error ? error.message : String(error))}`,
      remedy,
    }
  }
}

/** Findings are printed and shown to administrators, so they must not contain the password of a URL. */
export const withoutCredentials = (text: string): string => text.replaceAll(/:\/\/[^\s/?#]*@/g, '://')
