// The services that runs of sources use.
import type { Site } from '../../engine/definition/kind.ts'
import type { CreationContext } from '../../engine/write/write-records.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { FieldError } from '../../kernel/errors/problems.ts'
import type { JobQueue, QueueDefinition } from '../../kernel/jobs/job-queue.ts'
import type { Egress } from '../../kernel/outbound/egress.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import type { Clock } from '../../kernel/time/clock.ts'

export interface ImportServices {
  readonly site: Site
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  /** Fetches documents. */
  readonly egress: Egress
  /** Fetches a picture, stores it in the library, and returns its ID, or the error that prevented it. */
  readonly importPicture: (url: string, ctx: CreationContext) => Promise<number | FieldError>
}
export interface SourceRouteServices {
  readonly queue: JobQueue
  /** Maximum number of sources of one user. */
  readonly maxSources: number
}

/** A run goes on in another process if its own ends, however often that happens. Unexpected errors are counted by the run itself. */
const RETRIES_MAX = 10_000
export const IMPORT_QUEUE: QueueDefinition = {
  name: 'imports',
  policy: 'exclusive',
  concurrency: 1,
  retryDelaysSeconds: [1, 5, 30],
  retryLimit: RETRIES_MAX,
  expireSeconds: 6 * 3_600,
  pollSeconds: 2,
  notify: true,
}
export const importJob = (run: number): { data: object; key: string } => ({ data: { run }, key: `run ${run}` })
