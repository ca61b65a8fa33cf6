// What happens by itself: which jobs there are, and how often each looks for work.
import type { Config } from './config.ts'
import { eraseLeftTraces } from './engine/changes/erase.ts'
import { emptyTrash, publishDue } from './engine/write/delete-records.ts'
import type { Ask, Site } from './engine/definition/resource.ts'
import { collect } from './features/media/garbage-collection.ts'
import type { Media } from './features/media/image-library.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import type { Clock } from './kernel/time/clock.ts'
import type { Database } from './kernel/database/database.ts'
import { forget } from './kernel/http/idempotency.ts'
import { alone, type Job } from './kernel/runtime/jobs.ts'
import type { Log } from './kernel/runtime/logger.ts'
import { pruneChanges, pruneSecurityLog } from './engine/changes/retention.ts'
import { sql } from './kernel/database/sql.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export function jobsOf(site: Site, database: Database, media: Media, clock: Clock, config: Config, log: Log): Job[] {
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
      every_ms: HOUR_MS,
      first_ms: HOUR_MS,
      run: () => collectImages(database, media, config, ask(), log),
    },
    {
      name: 'check the media folder',
      every_ms: MINUTE_MS / 2,
      run: async () => void (await media.folder.check()),
    },
    {
      name: 'erase traces of deleted records',
      every_ms: 10 * SECOND_MS,
      run: () => eraseLeftTraces(database, site),
    },
    ...pruning('prune changes', config.CHANGES_KEEP_DAYS, clock, (before) => pruneChanges(database, before)),
    ...pruning('prune the security log', config.SECURITY_LOG_KEEP_DAYS, clock, (before) => pruneSecurityLog(database, before)),
    {
      name: 'forget idempotency keys',
      every_ms: MINUTE_MS,
      run: () => alone(database, 'forget', async (db) => void (await forget(db, clock.now().subtract({ hours: site.idempotency_hours })))),
    },
  ]
}
/** Returns an hourly job that deletes rows older than `days`, or no job if they are kept forever. */
const pruning = (name: string, days: number, clock: Clock, prune: (before: Temporal.Instant) => Promise<void>): Job[] =>
  days === 0 ? [] : [{ name, every_ms: HOUR_MS, first_ms: MINUTE_MS, run: () => prune(clock.now().subtract({ hours: 24 * days })) }]
/** Collects images, but only if the media folder is known to belong to this calendar. */
async function collectImages(database: Database, media: Media, config: Config, ask: Ask, log: Log): Promise<void> {
  const { state } = await media.folder.check()
  if (state !== 'ok') return
  const retention = { unused_days: config.MEDIA_UNUSED_DAYS, keep_days: config.MEDIA_KEEP_DAYS }
  const collected = await collect(database, media, retention, ask)
  if (Object.values(collected).some((count) => count > 0)) log.info({ folder: config.MEDIA_DIR, ...collected }, 'images collected')
}
/** Who does what happens by itself: sees everything, and is nobody in the log. */
const HOUSEKEEPER: Caller = { ...ANONYMOUS, role: 'administrator', scope: 'admin' }
