// A process that runs one import, which tests kill. The settings are in the environment, the run is the argument.
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { databaseOf } from '../../src/configured-database.ts'
import { importServices } from '../../src/configured-imports.ts'
import { runImport } from '../../src/features/sources/import-worker.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openMedia } from '../../src/media.ts'

const config = readConfig()
const log = createLogger('silent')
const database = databaseOf(config, log)
const media = await openMedia(config, database, log)
process.stdout.write('working\n')
await runImport(importServices({ site: siteOf(config), database, media, clock: systemClock, log }), Number(process.argv[2]))
media.encoder.close()
await database.close()
