// For those who watch over the process: is it alive, and can it serve.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../kernel/database/database.ts'
import { pendingMigrations, type Migration } from '../../kernel/database/migrations.ts'
import { sql } from '../../kernel/database/sql.ts'

export interface Health {
  /** Set when the process is asked to stop: balancers look elsewhere from then on. */
  stopping: boolean
}

const UNCOUNTED = { config: { rate: 'none' } } as const

/** `database` is a separate connection: a busy pool does not make the process unready. `media`: whether pictures can be stored. It does not affect readiness, because records are served without them. */
export function healthRoutes(
  app: FastifyInstance,
  database: Database,
  migrations: readonly Migration[],
  health: Health,
  media: () => boolean,
): void {
  const check = coalesce(async () => ({ database: await answers(database), migrations: await isUpToDate(database, migrations) }))
  const headers = { 'cache-control': 'no-store' }
  // Alive never asks the database: a restart would not mend it.
  app.get('/livez', UNCOUNTED, async (_, reply) => reply.headers(headers).send({ status: 'alive' }))
  app.get('/readyz', UNCOUNTED, async (_, reply) => {
    const checks = { stopping: health.stopping, ...(await check()), media: media() }
    const ready = !checks.stopping && checks.database && checks.migrations
    return reply
      .code(ready ? 200 : 503)
      .headers(headers)
      .send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
const answers = (database: Database): Promise<boolean> =>
  database.query(sql`select 1`).then(
    () => true,
    () => false,
  )
const isUpToDate = (database: Database, migrations: readonly Migration[]): Promise<boolean> =>
  pendingMigrations(database, migrations).then(
    (names) => names.length === 0,
    () => false,
  )

/** Checks within the same second share one result, so a flood of them costs one statement a second. */
const SHARED_MS = 1_000
function coalesce<T>(check: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let expires = 0
  return () => {
    if (current !== null && performance.now() < expires) return current
    expires = Number.POSITIVE_INFINITY
    current = check().finally(() => (expires = performance.now() + SHARED_MS))
    return current
  }
}
