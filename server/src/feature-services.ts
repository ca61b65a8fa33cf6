// Builds the services of the features from the settings and the shared parts of the process.
import { accountServices } from './configured-accounts.ts'
import { administrationServices, type CheckedParts } from './configured-doctor.ts'
import { siteSettings } from './configured-site.ts'
import { reviewEventsOf, submissionServices } from './configured-submissions.ts'
import type { Site } from './engine/definition/kind.ts'
import type { ReviewEvents } from './engine/review/review-log.ts'
import type { AccountServices } from './features/accounts/account-services.ts'
import type { AdministrationServices } from './features/doctor/routes.ts'
import type { Media } from './features/media/image-library.ts'
import type { SiteSettings } from './features/site/site-view.ts'
import type { SubmissionServices } from './features/submissions/submission-services.ts'
import type { SourceRouteServices } from './features/sources/source-services.ts'
import type { WebhookRouteServices } from './features/webhooks/requests.ts'
import { webhookTimes } from './features/webhooks/schedule.ts'
import type { JobQueue } from './kernel/jobs/job-queue.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import type { RateLimiter } from './kernel/security/rate-limiter.ts'

/** The services of routes. Without them the routes can be described but not called. */
export interface FeatureServices {
  readonly media: Media
  readonly webhooks: WebhookRouteServices
  readonly sources: SourceRouteServices
  readonly accounts: AccountServices
  readonly reviewEvents: ReviewEvents
  readonly administration: AdministrationServices
  readonly submissions: SubmissionServices
  readonly publicPages: SiteSettings
}

interface SharedParts extends CheckedParts {
  readonly log: Logger
  readonly site: Site
  readonly media: Media
  readonly queue: JobQueue
  readonly limiter: RateLimiter
}
export const featureServices = ({ config, log, database, migrations, site, media, queue, limiter }: SharedParts): FeatureServices => ({
  media,
  webhooks: {
    queue,
    settings: { max: config.WEBHOOKS_MAX, allowsHttp: config.WEBHOOK_HTTP },
    times: webhookTimes(config.WEBHOOK_TIME_SCALE),
  },
  sources: { queue, maxSources: config.SOURCES_MAX },
  accounts: accountServices(config, site.publicUrl, queue),
  reviewEvents: reviewEventsOf(config, queue),
  administration: administrationServices({ config, database, migrations }, log),
  submissions: submissionServices({ config, queue, limiter, media }),
  publicPages: siteSettings(config, site),
})
