// Deletes what sign-ins leave behind: ended sessions, expired links and started sign-ins, counters, and devices that were not used for long.
import type { Database } from '../../kernel/database/database.ts'
import { pruneSessions } from '../../kernel/security/sessions.ts'
import { pruneAttempts } from '../../kernel/security/sign-in-attempts.ts'
import { pruneOidcSignIns } from './oidc-sign-ins.ts'
import { pruneLinks } from './one-time-links.ts'
import { pruneDevices } from './sign-in.ts'

export async function pruneSignIns(database: Database, now: Temporal.Instant): Promise<void> {
  for (const prune of [pruneSessions, pruneLinks, pruneOidcSignIns, pruneAttempts, pruneDevices]) await prune(database, now)
}
