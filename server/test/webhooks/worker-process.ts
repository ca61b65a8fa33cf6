// A process that sends the messages of webhooks, which tests kill. The settings are in the environment.
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { databaseOf } from '../../src/configured-database.ts'
import { DELIVERY_QUEUE } from '../../src/features/webhooks/deliveries.ts'
import { webhookTimes } from '../../src/features/webhooks/schedule.ts'
import { startWebhooks } from '../../src/features/webhooks/webhook-worker.ts'
import { openJobQueue } from '../../src/kernel/jobs/job-queue.ts'
import { createEgress } from '../../src/kernel/outbound/egress.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { webhookEgress } from '../../src/worker.ts'

const config = readConfig()
const log = createLogger('silent')
const database = databaseOf(config, log)
const queue = openJobQueue({ database, log, isWorker: true, queues: [DELIVERY_QUEUE], stopTimeoutMs: 1_000 })
startWebhooks({
  site: siteOf(config),
  database,
  queue,
  log,
  clock: systemClock,
  times: webhookTimes(config.WEBHOOK_TIME_SCALE),
  egress: createEgress(webhookEgress(config)),
  onTried: () => undefined,
})
process.stdout.write('working\n')
