// Connects to the SMTP server. A module of its own, because the library takes a tenth of the time of a start and is loaded for the first mail.
import { createTransport, type Transporter } from 'nodemailer'

/** A server that does not respond must not keep a job from its retry. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** The connection is encrypted if the server offers it; `smtps:` and `?requireTLS=true` require it. */
export const createSmtpTransport = (url: string): Transporter => createTransport({ url, ...TIMEOUTS })
