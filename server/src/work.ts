// `kalends work`: runs jobs in a process of its own, without the HTTP server, and stops gracefully on a signal.
import { runMigrations, siteOf } from './app.ts'
import type { Config } from './config.ts'
import { databaseOf } from './configured-database.ts'
import { readMigrations } from './kernel/database/migrations.ts'
import { readQueueState } from './kernel/jobs/queue-state.ts'
import { createMetrics } from './kernel/observability/metrics.ts'
import { observeStatements } from './kernel/observability/statement-observer.ts'
import { createLogger } from './kernel/runtime/logger.ts'
import { systemClock } from './kernel/time/clock.ts'
import { VERSION } from './kernel/runtime/version.ts'
import { maintainStore, openMedia } from './media.ts'
import { logFormat, openMetricsPort, stopSignal } from './serve.ts'
import { openQueue, startWorker } from './worker.ts'

export async function work(settings: Config): Promise<void> {
  // The setting is about `kalends serve`: this command always runs jobs.
  const config = { ...settings, WORKER: true }
  const log = createLogger(config.LOG_LEVEL, { version: VERSION, format: logFormat(config) })
  const metrics = createMetrics(VERSION)
  const database = databaseOf(config, log, observeStatements({ log, metrics: metrics.database, slowStatementMs: config.SLOW_STATEMENT_MS }))
  try {
    if (config.MIGRATE_ON_START) await runMigrations(database, await readMigrations(), log)
    const media = await openMedia(config, database, log, metrics.work)
    metrics.watchJobQueues(() => readQueueState(database))
    const port = await openMetricsPort(metrics, config)
    const queue = openQueue(config, database, log)
    const worker = startWorker({ site: siteOf(config), database, media, clock: systemClock, config, log, queue, metrics: metrics.work })
    const maintenance = maintainStore(media)
    log.info('working')
    await stopSignal()
    log.info('stopping')
    await Promise.all([worker.stop(), maintenance.stop()])
    await queue.stop()
    media.encoder.close()
    port?.close()
    log.info('stopped')
  } finally {
    await database.close()
  }
}
