// A seeded calendar of any size and a server on it, for tests that need many events.
import { after } from 'node:test'
import { buildApp, siteOf, type App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { seed } from '../../src/features/seed/seed.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { createProgress } from '../../src/kernel/runtime/progress.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort, PATIENT } from '../support/process.ts'
import { NS, type Json } from '../support/server.ts'

export interface Calendar {
  readonly app: App
  readonly database: Database
  get(path: string): Promise<Json>
}

export async function calendarOf(events: number, settings: { translated?: number; languages?: string } = {}): Promise<Calendar> {
  const fresh = await freshDatabase()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const config = readConfig({
    DATABASE_URL: fresh.url,
    PORT: String(port),
    PUBLIC_URL: base,
    LOG_LEVEL: 'silent',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    RATE_LIMIT_ANONYMOUS: '0',
    ...PATIENT,
    LANGUAGES: settings.languages,
  })
  const app = await buildApp({ config, clock: systemClock, log: createLogger('silent') })
  after(async () => {
    await app.close()
    await fresh.drop()
  })
  const bar = createProgress(`seeding ${events}`, events, () => performance.now())
  await seed(app.database, {
    site: siteOf(config),
    now: systemClock.now(),
    seed: 1,
    events,
    add: false,
    progress: bar,
    ...(settings.translated !== undefined && { translated: settings.translated }),
  })
  for (const table of [
    'events',
    'event_texts',
    'occurrences',
    'listings',
    'event_venues',
    'event_organizers',
    'event_categories',
    'event_tags',
  ])
    await app.database.session((db) => db.query(raw(`vacuum (analyze) ${table}`), { customPlan: true }))
  await app.http.app.listen({ host: '127.0.0.1', port })
  return {
    app,
    database: app.database,
    get: async (path) => {
      const answer = await fetch(`${base}${NS}${path}`)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Json
    },
  }
}
