// Maps the settings to the services of submissions, and connects them with mail and the library of images.
import type { Config } from './config.ts'
import type { ChangeWatcher } from './engine/changes/change-watcher.ts'
import type { Site } from './engine/definition/kind.ts'
import type { ReviewEvents } from './engine/review/review-log.ts'
import { addSubmissionMail } from './features/accounts/mail-tasks.ts'
import { reviewMail } from './features/accounts/review-mail.ts'
import type { Media } from './features/media/image-library.ts'
import { submittedPictures } from './features/media/submitted-pictures.ts'
import { submissionDecisions } from './features/submissions/submission-mail.ts'
import type { SubmissionServices } from './features/submissions/submission-services.ts'
import { submitPages } from './features/submissions/submit-pages.ts'
import type { SiteServices } from './features/site/site-request.ts'
import type { Database } from './kernel/database/database.ts'
import type { HttpServer } from './kernel/http/server.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import { sessionOrigin } from './kernel/security/sessions.ts'
import type { Clock } from './kernel/time/clock.ts'
import { requestContext } from './request-context.ts'
import type { JobQueue } from './kernel/jobs/job-queue.ts'
import type { RateLimiter } from './kernel/security/rate-limiter.ts'

interface SubmissionParts {
  readonly config: Config
  readonly queue: JobQueue
  readonly limiter: RateLimiter
  readonly media: Media
}
export const submissionServices = ({ config, queue, limiter, media }: SubmissionParts): SubmissionServices => ({
  isOpen: acceptsSubmissions(config),
  mail: config.SMTP_URL === '' ? null : senderMail(queue),
  limiter,
  pictures: submittedPictures(media),
  reviewEvents: reviewEventsOf(config, queue),
})
/** Without mail, nobody can confirm a submission, so the operator has to allow this. */
export const acceptsSubmissions = ({ SUBMIT_FORM, SUBMIT_WITHOUT_MAIL, SMTP_URL }: Config): boolean =>
  SUBMIT_FORM && (SMTP_URL !== '' || SUBMIT_WITHOUT_MAIL)

const senderMail =
  (queue: JobQueue): NonNullable<SubmissionServices['mail']> =>
  (db, message, submission) =>
    addSubmissionMail(db, queue, message, submission)

/** Without mail, nobody is told about reviews. */
export function reviewEventsOf(config: Config, queue: JobQueue): ReviewEvents {
  const receivers = config.SMTP_URL === '' ? [] : [reviewMail(queue), submissionDecisions(senderMail(queue))]
  return {
    add: async (db, reported) => {
      for (const receiver of receivers) await receiver.add(db, reported)
    },
  }
}

export interface SubmitPageParts {
  readonly site: Site
  readonly clock: Clock
  readonly database: Database
  readonly media: Pick<Media, 'limitBytes'>
  readonly submissions: SubmissionServices
  readonly changeWatcher: ChangeWatcher
}
/** The pages exist only if the calendar accepts submissions. */
export function registerSubmitPages(http: HttpServer<Caller>, parts: SubmitPageParts, site: SiteServices): void {
  const { database, media, submissions, changeWatcher } = parts
  if (!submissions.isOpen) return
  const pages = submitPages({
    site,
    submissions,
    database,
    origin: sessionOrigin(parts.site.publicUrl),
    maxBytes: media.limitBytes,
    contextOf: (request) => ({ ...requestContext(request, {}, ANONYMOUS, parts), strict: false }),
    noteWrite: () => changeWatcher.noteLocalWrite(),
  })
  http.addPages(pages)
}
