// The jobs that send mail. A job has the user or the submission and the message, and neither an address nor a secret.
import type { Db } from '../../kernel/database/database.ts'
import type { JobQueue, NewJob, QueueDefinition } from '../../kernel/jobs/job-queue.ts'
import { tooManyRequests } from '../../kernel/security/rate-limiter.ts'
import { takeAttempt } from '../../kernel/security/sign-in-attempts.ts'
import { MAIL_MESSAGES, type MailMessage } from './mail-messages.ts'

const MINUTE_SECONDS = 60
export const MAIL_QUEUE: QueueDefinition = {
  name: 'mail',
  policy: 'standard',
  concurrency: 2,
  retryDelaysSeconds: [10, MINUTE_SECONDS, 5 * MINUTE_SECONDS, 30 * MINUTE_SECONDS],
  expireSeconds: 2 * MINUTE_SECONDS,
  pollSeconds: 5,
  notify: true,
}

/** The record and the note that a message is about. */
export interface ReviewTask {
  readonly kind: string
  readonly record: number
  readonly note: number
}
export interface MailTask {
  readonly message: MailMessage
  /** Null for mail to an account that does not exist: the job does nothing, so that nobody can tell the difference. */
  readonly user: number | null
  readonly review?: ReviewTask
  /** The submission whose sender gets the message. */
  readonly submission?: number
}
export const mailJob = (task: MailTask): NewJob => ({ data: { name: 'send mail', ...task } })
export const addMails = (db: Db, queue: JobQueue, tasks: readonly MailTask[]): Promise<void> =>
  queue.addAll(db, MAIL_QUEUE, tasks.map(mailJob))
export const addSubmissionMail = (db: Db, queue: JobQueue, message: MailMessage, submission: number): Promise<void> =>
  addMails(db, queue, [{ message, user: null, submission }])
export const addMail = (db: Db, queue: JobQueue, message: MailMessage, user: number | null): Promise<void> =>
  addMails(db, queue, [{ message, user }])

const RETRY_SECONDS = 15 * MINUTE_SECONDS
/** Throws 429 if `key` has caused too many mails, so that nobody can have mail sent to any number of strangers. */
export async function requireMailBudget(db: Db, key: string, limit: number, now: Temporal.Instant): Promise<void> {
  if (!(await takeAttempt(db, { key, limit, continues: false }, now))) throw tooManyRequests('mail', RETRY_SECONDS)
}

/** A job of another version of the server may have a message that this one does not know. */
export function taskOf(data: object): MailTask | null {
  const { message, user, review, submission } = data as Partial<MailTask>
  const known = MAIL_MESSAGES.find((name) => name === message)
  return known === undefined
    ? null
    : { message: known, user: user ?? null, ...(review && { review }), ...(submission !== undefined && { submission }) }
}
