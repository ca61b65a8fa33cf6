// A process that tests kill. It runs the import that the argument names, or those of the queue. The settings are in the environment.
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { databaseOf } from '../../src/configured-database.ts'
import { importServices } from '../../src/configured-imports.ts'
import { runImport, startImports } from '../../src/features/sources/import-worker.ts'
import { IMPORT_QUEUE } from '../../src/features/sources/source-services.ts'
import { openJobQueue } from '../../src/kernel/jobs/job-queue.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openMedia } from '../../src/media.ts'

const config = readConfig()
const log = createLogger('silent')
const database = databaseOf(config, log)
const media = await openMedia(config, database, log)
const services = importServices({ site: siteOf(config), database, media, clock: systemClock, log })
const [, , run] = process.argv
process.stdout.write('working\n')
if (run === undefined) {
  const queue = openJobQueue({ database, log, isWorker: true, queues: [IMPORT_QUEUE], stopTimeoutMs: 1_000 })
  startImports({ ...services, queue })
} else {
  await runImport(services, Number(run))
  media.encoder.close()
  await database.close()
}
