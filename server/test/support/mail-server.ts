// A real SMTP server on loopback that keeps the mail that it receives.
import { after } from 'node:test'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { freePort } from './process.ts'

export interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  /** The part of the first link after `#`. */
  readonly token: string
}
export interface MailServer {
  readonly settings: { readonly SMTP_URL: string; readonly MAIL_FROM: string }
  readonly received: ReceivedMail[]
  /** Waits until there are mails to this address that `matches` accepts, and returns the last. */
  waitFor(to: string, matches?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  /** Responses to the next mails, such as 451 for a failure that passes. */
  readonly failures: number[]
  /** Addresses that the server refuses for good, with a response that repeats them. */
  readonly unknown: Set<string>
}

const WAIT_MS = 30_000
/** Call at the top of a test file; it is closed at its end. */
export async function mailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const failures: number[] = []
  const unknown = new Set<string>()
  const receive = async (stream: Readable, { envelope }: SMTPServerSession, done: (error?: Error) => void): Promise<void> => {
    const raw = await buffer(stream)
    const failure = failures.shift()
    if (failure !== undefined) return done(Object.assign(new Error('refused'), { responseCode: failure }))
    const { from, subject = '', text = '' } = await new PostalMime().parse(raw)
    const to = envelope.rcptTo.map(({ address }) => address).join()
    received.push({ to, from: from?.address ?? '', subject, text, token: /#([\w-]+)/.exec(text)?.[1] ?? '' })
    done()
  }
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _, done) =>
      done(unknown.has(address) ? Object.assign(new Error(`<${address}> is unknown here`), { responseCode: 550 }) : undefined),
    onData: (stream, session, done) => void receive(stream, session, done),
  })
  const port = await freePort()
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  after(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const waitFor: MailServer['waitFor'] = async (to, matches = () => true) => {
    for (const end = performance.now() + WAIT_MS; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const found = received.findLast((mail) => mail.to === to && matches(mail))
      if (found) return found
    }
    throw new Error(
      `There is no such mail to ${to}. Received: ${JSON.stringify(received.map(({ subject, to: address }) => [address, subject]))}`,
    )
  }
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Events <events@example.org>' },
    received,
    waitFor,
    failures,
    unknown,
  }
}
