// Sends mail through an SMTP server.
import type { Transporter } from 'nodemailer'

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

export function createMailer(smtpUrl: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const connect = (): Promise<Transporter> =>
    (transport ??= import('./smtp-transport.ts').then(({ createSmtpTransport }) => createSmtpTransport(smtpUrl)))
  return {
    send: async ({ to, subject, text }) => {
      // The header keeps other systems from responding automatically (RFC 3834). An address as an object is not parsed as a list.
      await (await connect()).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    verify: async () => void (await (await connect()).verify()),
  }
}

/** Whether the server will never accept the mail, for example because the address does not exist. */
export const isRejected = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
