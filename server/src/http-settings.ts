// Settings of the HTTP server and of admission, and warnings to the operator about peer addresses.
import type { Config } from './config.ts'
import type { GateSettings } from './features/auth/gate.ts'
import type { Database } from './kernel/database/database.ts'
import type { Log } from './kernel/runtime/logger.ts'
import { atMostEvery, type PeerWarnings } from './kernel/http/peers.ts'
import { note } from './kernel/security/security-log.ts'

export const httpSettings = (config: Config, namespace: string) => ({
  languages: config.LANGUAGES,
  default_language: config.DEFAULT_LANGUAGE,
  rest_root: config.REST_ROOT,
  namespace,
  trusted_proxies: config.TRUSTED_PROXIES,
  body_limit_bytes: config.BODY_LIMIT_BYTES,
  url_limit: config.URL_LIMIT,
  headers_limit_bytes: config.HEADERS_LIMIT_BYTES,
  headers_timeout_ms: config.HEADERS_TIMEOUT_MS,
  request_timeout_ms: config.REQUEST_TIMEOUT_MS,
  keep_alive_ms: config.KEEP_ALIVE_MS,
  unread_timeout_ms: config.UNREAD_TIMEOUT_MS,
  max_connections: config.MAX_CONNECTIONS,
  max_connections_per_address: config.MAX_CONNECTIONS_PER_ADDRESS,
})

export const gateSettings = (config: Config): GateSettings => ({
  anonymous_rate: config.RATE_ANONYMOUS,
  caller_rate: config.RATE_CALLER,
  files_rate: config.RATE_LIMIT_FILES,
  failed_logins: config.RATE_FAILED_LOGINS,
  guesses: config.RATE_GUESSES,
  record_guesses: config.RATE_GUESSES_RECORD,
})

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
export function peerWarnings(database: Database, log: Log): PeerWarnings {
  // `kalends doctor` runs in another process and reads the security log.
  const noteProxy = atMostEvery(HOUR_MS, (peer: string) => {
    note(database, { action: 'proxy not trusted', actor_id: null, address: peer, details: {} }).catch((error: unknown) =>
      log.warn({ err: error }, 'the security log could not be written'),
    )
  })
  return {
    untrustedProxy: atMostEvery(MINUTE_MS, (peer: string) => {
      log.warn({ peer }, 'X-Forwarded-For from a peer that is not in TRUSTED_PROXIES: all clients behind it share one rate limit')
      noteProxy(peer)
    }),
    tooManyConnections: atMostEvery(MINUTE_MS, (peer: string) =>
      log.warn({ peer }, 'connections beyond MAX_CONNECTIONS_PER_ADDRESS were closed'),
    ),
  }
}
