// Runs jobs in this process: the recurring jobs of the service, from the queue in the database.
import type { Config } from './config.ts'
import type { Database } from './kernel/database/database.ts'
import { openJobQueue, type JobQueue } from './kernel/jobs/job-queue.ts'
import { RECURRING_QUEUES, startRecurringJobs } from './kernel/jobs/recurring-jobs.ts'
import { createEgress, type EgressSettings } from './kernel/outbound/egress.ts'
import { startMail } from './features/accounts/mail-queue.ts'
import { MAIL_QUEUE } from './features/accounts/mail-tasks.ts'
import { createMailer } from './kernel/outbound/mailer.ts'
import { importServices } from './configured-imports.ts'
import { startImports } from './features/sources/import-worker.ts'
import { IMPORT_QUEUE } from './features/sources/source-services.ts'
import { DELIVERY_QUEUE } from './features/webhooks/deliveries.ts'
import { webhookTimes } from './features/webhooks/schedule.ts'
import { startWebhooks } from './features/webhooks/webhook-worker.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { composeSubmissionMail } from './features/submissions/submission-mail.ts'
import { recurringJobs, type JobServices } from './scheduled-jobs.ts'
import type { WorkMetrics } from './kernel/observability/work-metrics.ts'

/** Jobs that do not end within half of SHUTDOWN_TIMEOUT_MS are released, so that the rest of the shutdown has time. */
export const openQueue = (config: Config, database: Database, log: Logger): JobQueue =>
  openJobQueue({
    database,
    log,
    isWorker: config.WORKER,
    queues: [...RECURRING_QUEUES, DELIVERY_QUEUE, MAIL_QUEUE, IMPORT_QUEUE],
    stopTimeoutMs: config.SHUTDOWN_TIMEOUT_MS / 2,
  })

export interface WorkerServices extends JobServices {
  readonly metrics: WorkMetrics
}
/** Runs the recurring jobs that are due and imports, and sends mail and the messages of webhooks, until stopped. */
export function startWorker(services: WorkerServices): { stop(): Promise<void> } {
  const { queue, database, log, metrics, config, site, clock } = services
  const jobs = recurringJobs(services)
  metrics.registerJobs(jobs.map(({ name }) => name))
  const recurring = startRecurringJobs(queue, jobs, { database, log, onRun: (job, isSuccess) => metrics.jobEnded(job, isSuccess) })
  const webhooks = startWebhooks({
    site,
    database,
    queue,
    clock,
    log,
    times: webhookTimes(config.WEBHOOK_TIME_SCALE),
    egress: createEgress(webhookEgress(config)),
    onTried: (result) => metrics.webhookTried(result),
  })
  const imports = startImports({ ...importServices(services), queue })
  const mail =
    config.SMTP_URL === ''
      ? null
      : startMail({
          site,
          database,
          queue,
          clock,
          log,
          mailer: createMailer(config.SMTP_URL, config.MAIL_FROM),
          submissionMail: (mailed) => composeSubmissionMail(database, site, mailed, clock.now()),
          onTried: (result) => metrics.mailTried(result),
        })
  return { stop: async () => void (await Promise.all([recurring.stop(), webhooks.stop(), imports.stop(), mail?.stop()])) }
}

export const webhookEgress = (config: Config): EgressSettings => ({
  deadlineMs: config.WEBHOOK_TIMEOUT_MS,
  maxBytes: 0,
  redirects: 0,
  ports: config.EGRESS_PORTS.map(Number),
  allow: config.EGRESS_ALLOW,
  dns: config.EGRESS_DNS,
  inFlight: DELIVERY_QUEUE.concurrency,
})
