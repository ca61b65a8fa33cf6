// Sends the mail of the queue to users, and to senders of submissions.
import type { Site } from '../../engine/definition/kind.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Finish, JobQueue, NewJob, QueuedJob } from '../../kernel/jobs/job-queue.ts'
import { isRejected, type Mail, type Mailer } from '../../kernel/outbound/mailer.ts'
import type { MailResult } from '../../kernel/observability/work-metrics.ts'
import { startTimer } from '../../kernel/runtime/timers.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { ACCOUNT, type Account } from './account.ts'
import { composeMail, type MailMessage, type MailValues } from './mail-messages.ts'
import { MAIL_QUEUE, mailJob, taskOf, type MailTask } from './mail-tasks.ts'
import { createLink } from './one-time-links.ts'
import { reviewValues } from './review-mail.ts'

export interface MailServices {
  readonly site: Site
  readonly database: Database
  readonly queue: JobQueue
  readonly clock: Clock
  readonly log: Logger
  readonly mailer: Mailer
  /** Returns the values of a message to the sender of a submission; null if nobody is told. */
  readonly submissionMail: (mailed: { readonly message: MailMessage; readonly submission: number }) => Promise<AddressedMail | null>
  onTried(result: MailResult): void
}

interface AddressedMail {
  readonly to: string
  readonly language: string
  readonly values: MailValues
}

const START_RETRY_MS = 5_000
/** Sends the mail of the queue, until stopped. The database may not be available yet, so the start is repeated. */
export function startMail(services: MailServices): { stop(): Promise<void> } {
  let isStarted = false
  const start = async (): Promise<void> => {
    if (!isStarted) await services.queue.work(MAIL_QUEUE, (job, finish) => sendMail(services, job, finish))
    isStarted = true
  }
  return startTimer({ everyMs: () => START_RETRY_MS, firstMs: 0, run: start }, (error) =>
    services.log.warn({ err: error }, 'the queue of mail could not be started'),
  )
}

async function sendMail(services: MailServices, job: QueuedJob, finish: Finish): Promise<void> {
  const task = taskOf(job.data)
  const mail = task && (await prepare(services, task))
  try {
    if (mail) await services.mailer.send(mail)
  } catch (error) {
    const isLast = isRejected(error) || job.retryCount >= MAIL_QUEUE.retryDelaysSeconds.length
    services.onTried(isLast ? 'failed' : 'retried')
    const logged = task?.submission === undefined ? error : withoutAddress(error)
    if (!isLast) throw logged
    // The job is deleted. The log has the user, whom an administrator can help otherwise.
    services.log.error({ err: logged, message: task?.message, user: task?.user, submission: task?.submission }, 'mail could not be sent')
    return finish(async () => undefined, nextJob(task))
  }
  if (mail) services.onTried('sent')
  await finish(async () => undefined, nextJob(task))
}
/** Responses of mail servers often repeat the address. That of a sender must not be in the log. */
const withoutAddress = (error: unknown): Error =>
  new Error(
    `The mail server responded with ${error instanceof Error && 'responseCode' in error ? String(error.responseCode) : 'an error'}.`,
  )
/** The link to the new address is sent after the old address was told, or does not exist anymore. */
const nextJob = (task: MailTask | null): NewJob | undefined =>
  task?.message === 'email-changing' ? mailJob({ message: 'email', user: task.user }) : undefined

/** Returns null if there is nobody to write to: the user was removed or disabled meanwhile, or has no address. */
async function prepare(services: MailServices, { message, user, review, submission }: MailTask): Promise<Mail | null> {
  const { site, database } = services
  if (submission !== undefined) {
    const mail = await services.submissionMail({ message, submission })
    return mail && { to: mail.to, ...composeMail({ ...mail, message, calendar: site.name }) }
  }
  const [account] = await database.query<Account>(sql`select ${ACCOUNT} from users u where u.id = ${user} and u.disabled_at is null`)
  const to = message === 'email' ? account?.pending_email : account?.email
  if (!account || !to) return null
  const isDue = message === 'invitation' ? account.status === 'invited' : message !== 'password-reset' || account.status === 'active'
  if (!isDue) return null
  const language = account.language ?? site.defaultLanguage
  const values = review ? await reviewValues(database, site, review, language) : await linkValues(services, message, account)
  return values && { to, ...composeMail({ message, language, calendar: site.name, values }) }
}

/** The job makes the link, so that its secret is stored nowhere. */
async function linkValues({ site, database, clock }: MailServices, message: MailMessage, account: Account): Promise<MailValues> {
  const { id: userId, login, pending_email } = account
  const link = { userId, publicUrl: site.publicUrl, now: clock.now() }
  if (message === 'invitation' || message === 'password-reset')
    return { login, url: (await createLink(database, { ...link, purpose: message })).url }
  if (message === 'email' && pending_email !== null)
    return { login, url: (await createLink(database, { ...link, purpose: message, email: pending_email })).url }
  return { login }
}
