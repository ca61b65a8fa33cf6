// Metrics of background work: scheduled jobs and the image encoder.
import prom, { type Registry } from '@prometheus-io/client'

export interface WorkMetrics {
  /** Creates the series of each job, so that a job that never runs is visible. */
  registerJobs(jobs: readonly string[]): void
  jobEnded(job: string, isSuccess: boolean): void
  /** The number of series of a kind whose stored dates do not reach the horizon yet. */
  seriesBacklog(kind: string, series: number): void
  encoded(seconds: number, result: EncodeOutcome): void
  encoderRestarted(reason: EncoderRestart): void
  webhookTried(result: WebhookResult): void
  mailTried(result: MailResult): void
}
/** `retried`: the attempt failed and is repeated later. `failed`: it is not repeated. */
export type WebhookResult = 'delivered' | 'retried' | 'failed'
export type MailResult = 'sent' | 'retried' | 'failed'
/** `rejected`: the file is not a picture that is accepted. `failed`: the process crashed or could not write its files. */
export type EncodeOutcome = 'success' | 'rejected' | 'failed'
/** `crash`: the process ended while it worked. `recycle`: it is replaced because it uses too much memory. */
export type EncoderRestart = 'crash' | 'recycle'

/** The label is not called `job`, because Prometheus uses that name for the scrape job of the process. */
export function createWorkMetrics(registry: Registry): WorkMetrics {
  const runs = new prom.Counter({
    name: 'kalends_job_runs_total',
    help: 'Completed runs of scheduled jobs.',
    labelNames: ['job_name', 'result'],
    registers: [registry],
  })
  const lastSuccess = new prom.Gauge({
    name: 'kalends_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a scheduled job; 0 before the first.',
    labelNames: ['job_name'],
    registers: [registry],
  })
  const backlog = new prom.Gauge({
    name: 'kalends_recurrence_backlog_series',
    help: 'Series whose stored dates do not reach the horizon yet, as the job that extends them last counted.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const duration = new prom.Histogram({
    name: 'kalends_encoder_duration_seconds',
    help: 'Time to encode one picture in all sizes, without the time in the queue.',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  const restarts = new prom.Counter({
    name: 'kalends_encoder_restarts_total',
    help: 'Encoder processes that ended for another reason than lack of work.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const webhooks = new prom.Counter({
    name: 'kalends_webhook_attempts_total',
    help: 'Attempts to deliver messages to webhooks, by result.',
    labelNames: ['result'],
    registers: [registry],
  })
  const mail = new prom.Counter({
    name: 'kalends_mail_attempts_total',
    help: 'Attempts to send mail to users, by result.',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of ['sent', 'retried', 'failed'] as const) mail.inc({ result }, 0)
  for (const result of ['delivered', 'retried', 'failed'] as const) webhooks.inc({ result }, 0)
  for (const result of ['success', 'rejected', 'failed'] as const) duration.zero({ result })
  for (const reason of ['crash', 'recycle'] as const) restarts.inc({ reason }, 0)
  return {
    registerJobs(jobs) {
      for (const job_name of jobs) {
        lastSuccess.set({ job_name }, 0)
        for (const result of ['success', 'failure']) runs.inc({ job_name, result }, 0)
      }
    },
    jobEnded(job, isSuccess) {
      runs.inc({ job_name: job, result: isSuccess ? 'success' : 'failure' })
      if (isSuccess) lastSuccess.setToCurrentTime({ job_name: job })
    },
    seriesBacklog: (kind, series) => backlog.set({ kind }, series),
    encoded: (seconds, result) => duration.observe({ result }, seconds),
    encoderRestarted: (reason) => restarts.inc({ reason }),
    webhookTried: (result) => webhooks.inc({ result }),
    mailTried: (result) => mail.inc({ result }),
  }
}
