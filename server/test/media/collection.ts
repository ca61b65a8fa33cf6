// Runs the garbage collection of pictures with another clock.
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import type { RequestContext } from '../../src/engine/definition/kind.ts'
import { collectGarbage, type Collected } from '../../src/features/media/garbage-collection.ts'
import type { Media } from '../../src/features/media/image-library.ts'
import type { Store } from '../../src/features/media/store.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import type { TestServer } from '../support/server.ts'

const site = siteOf(readConfig({}))
const KEEP_DAYS = 7
type Collect = (days: number, unusedDays?: number, database?: Database) => Promise<Collected>
/** Runs the job with the clock a number of days after the start. */
export const collectorOf =
  (server: TestServer, store: Store, start: Temporal.Instant): Collect =>
  (days, unusedDays = 30, database = server.app.database) => {
    const now = start.add({ hours: 24 * days })
    const ctx: RequestContext = {
      site,
      now,
      caller: { ...ANONYMOUS, role: 'administrator', scope: 'admin' },
      language: 'en',
      hasExplicitLanguage: false,
      languagePrefix: '',
      changeId: newChangeId(),
      strict: false,
    }
    return collectGarbage(database, { store } as Media, { unusedDays, keepDays: KEEP_DAYS }, ctx)
  }
