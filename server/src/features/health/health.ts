// Health endpoints for orchestrators and load balancers: GET /livez and GET /readyz.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../kernel/database/database.ts'
import { pendingMigrations, type Migration } from '../../kernel/database/migrations.ts'
import { sql } from '../../kernel/database/sql.ts'

export interface Health {
  /** True once shutdown has begun. Load balancers then stop sending requests. */
  stopping: boolean
}

const UNCOUNTED = { config: { rate: 'none' } } as const

export interface HealthChecks {
  /** A separate connection, so that a busy pool does not make the process unready. */
  readonly database: Database
  readonly migrations: readonly Migration[]
  readonly health: Health
  /** Reported only. It does not affect readiness, because records are served without images. */
  readonly isMediaWritable: () => boolean
}

export function healthRoutes(app: FastifyInstance, { database, migrations, health, isMediaWritable }: HealthChecks): void {
  const check = coalesce(async () => ({ database: await isReachable(database), migrations: await isUpToDate(database, migrations) }))
  const headers = { 'cache-control': 'no-store' }
  // Liveness does not depend on the database: restarting this process would not repair it.
  app.get('/livez', UNCOUNTED, async (_, reply) => reply.headers(headers).send({ status: 'alive' }))
  app.get('/readyz', UNCOUNTED, async (_, reply) => {
    const checks = { stopping: health.stopping, ...(await check()), media: isMediaWritable() }
    const ready = !checks.stopping && checks.database && checks.migrations
    return reply
      .code(ready ? 200 : 503)
      .headers(headers)
      .send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
const isReachable = (database: Database): Promise<boolean> =>
  database.query(sql`select 1`).then(
    () => true,
    () => false,
  )
const isUpToDate = (database: Database, migrations: readonly Migration[]): Promise<boolean> =>
  pendingMigrations(database, migrations).then(
    (names) => names.length === 0,
    () => false,
  )

/** Checks within this time share one result, so that frequent probes do not load the database. */
const CHECK_TTL_MS = 1_000
function coalesce<T>(check: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let expires = 0
  return () => {
    if (current !== null && performance.now() < expires) return current
    expires = Number.POSITIVE_INFINITY
    current = check().finally(() => (expires = performance.now() + CHECK_TTL_MS))
    return current
  }
}
