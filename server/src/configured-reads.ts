// Chooses the server that a read goes to: a replica of DATABASE_READ_URL, or the primary. Responses to writes get a token (contract 20).
import type { Config } from './config.ts'
import { probeSettings } from './capacity.ts'
import { databaseOf } from './configured-database.ts'
import type { Route } from './engine/route.ts'
import type { Database } from './kernel/database/database.ts'
import { openReader, type Reader, type ReadSources } from './kernel/database/replica-reader.ts'
import { openReplicas, type Replicas } from './kernel/database/replicas.ts'
import type { QueryObserver } from './kernel/database/query-observer.ts'
import { formatToken, parseToken, positionOf, READ_POSITION, type PositionRow, type WalPosition } from './kernel/database/wal-position.ts'
import { FieldError, invalidParams } from './kernel/errors/problems.ts'
import type { RequestHead } from './kernel/http/http-request.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import type { Caller } from './kernel/security/caller.ts'

export const TOKEN_HEADER = 'x-consistency-token'

export interface Reads {
  /** Returns the handle for the reads of a request. Throws 400 if its token is malformed. */
  open(route: Route, caller: Caller, headers: RequestHead['headers']): Reader
  /** Returns a header with a token that includes all writes so far, if there are replicas. */
  tokenHeader(): Promise<Readonly<Record<string, string>>>
}

interface ReplicaParts {
  /** A connection for checks of the primary. */
  readonly primary: Database
  readonly observer: QueryObserver
}
/** Returns null if DATABASE_READ_URL is empty. */
export function replicasOf(config: Config, log: Logger, { primary, observer }: ReplicaParts): Replicas | null {
  if (config.DATABASE_READ_URL.length === 0) return null
  const open = (url: string, settings: Config) => databaseOf({ ...settings, DATABASE_URL: url }, log, observer)
  const replicas = config.DATABASE_READ_URL.map((url) => ({
    database: open(url, { ...config, DATABASE_CONNECT_TIMEOUT_MS: probeSettings(config).DATABASE_CONNECT_TIMEOUT_MS }),
    probe: open(url, probeSettings(config)),
  }))
  const { DATABASE_READ_MAX_LAG_MS: maxLagMs, CACHE_MAX_STALENESS_MS: maxAgeMs } = config
  return openReplicas(replicas, { primary, maxLagMs, maxAgeMs, now: () => performance.now() })
}

export interface ReadParts extends Omit<ReadSources, 'replicas'> {
  /** Handle for writes, whose positions the tokens have. */
  readonly database: Database
  readonly replicas: Replicas | null
  readonly log: Logger
}
export function readsOf({ database, replicas, log, ...sources }: ReadParts): Reads {
  const primary: Reader = { database: sources.primary, isCurrent: () => true, end: () => undefined }
  return {
    open(route, caller, headers) {
      const token = parseHeader(headers[TOKEN_HEADER])
      // Without a token, nothing is known about the writes of a caller.
      const needsPrimary = route.readsPrimary || route.isPrivate || route.access === 'pages' || (caller.id !== null && token === null)
      return replicas === null || needsPrimary ? primary : openReader({ ...sources, replicas }, token)
    },
    tokenHeader: async () => {
      if (replicas === null) return {}
      try {
        const [row] = await database.query<PositionRow>(READ_POSITION)
        return row ? { [TOKEN_HEADER]: formatToken(positionOf(row)) } : {}
      } catch (error) {
        // The write was committed. A client without a token of it reads from the primary.
        log.warn({ err: error }, 'failed to read the position of a write')
        return {}
      }
    },
  }
}

function parseHeader(value: string | readonly string[] | undefined): WalPosition | null {
  if (value === undefined) return null
  const position = typeof value === 'string' ? parseToken(value) : null
  if (position === null) throw invalidParams({ 'X-Consistency-Token': new FieldError('not_token') })
  return position
}
