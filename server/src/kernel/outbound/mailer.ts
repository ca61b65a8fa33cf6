// Sends mail through an SMTP server.
import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Throws if the server cannot be reached, or refuses the user or the password. */
  verify(): Promise<void>
}

/** A server that does not respond must not keep a job from its retry. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** The connection is encrypted if the server offers it; `smtps:` and `?requireTLS=true` require it. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    send: async ({ to, subject, text }) => {
      // The header keeps other systems from responding automatically (RFC 3834). An address as an object is not parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    verify: async () => void (await transport.verify()),
  }
}

/** Whether the server will never accept the mail, for example because the address does not exist. */
export const isRejected = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
