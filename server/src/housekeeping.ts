// What happens by itself: which jobs there are, and how often each looks for work.
import type { Config } from './config.ts'
import { emptyTrash, publishDue } from './engine/remove.ts'
import type { Ask, Site } from './engine/resource.ts'
import { collect } from './features/media/collect.ts'
import type { Media } from './features/media/library.ts'
import { ANONYMOUS, type Caller } from './kernel/caller.ts'
import type { Clock } from './kernel/clock.ts'
import type { Database } from './kernel/database.ts'
import { forget } from './kernel/idempotency.ts'
import { alone, type Job } from './kernel/jobs.ts'
import { sql } from './kernel/sql.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
export function jobsOf(site: Site, database: Database, media: Media, clock: Clock, config: Config): Job[] {
  const owned = [...site.kinds.values()].filter((kind) => kind.access === 'owned')
  const ask = (): Ask => ({
    site,
    now: clock.now(),
    caller: HOUSEKEEPER,
    language: site.default_language,
    named: false,
    root: '',
    strict: false,
  })
  return [
    ...owned.map(
      (kind): Job => ({
        name: `publish ${kind.plural}`,
        every_ms: SECOND_MS,
        run: async () => void (await publishDue(database, kind, clock.now())),
      }),
    ),
    ...owned.map(
      (kind): Job => ({
        name: `empty the trash of ${kind.plural}`,
        every_ms: 3 * SECOND_MS,
        run: async () => void (await emptyTrash(database, kind, clock.now().subtract({ hours: 24 * config.TRASH_DAYS }), ask())),
      }),
    ),
    {
      name: 'fold counts',
      every_ms: 5 * SECOND_MS,
      run: () => alone(database, 'fold counts', async (db) => void (await db.query(sql`select fold_counts()`))),
    },
    {
      name: 'collect images',
      every_ms: 10 * MINUTE_MS,
      run: () => collect(database, media, config.MEDIA_UNUSED_DAYS, ask()),
    },
    {
      name: 'forget idempotency keys',
      every_ms: MINUTE_MS,
      run: () => alone(database, 'forget', async (db) => void (await forget(db, clock.now().subtract({ hours: site.idempotency_hours })))),
    },
  ]
}
/** Who does what happens by itself: sees everything, and is nobody in the log. */
const HOUSEKEEPER: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }
