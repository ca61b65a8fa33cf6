// Maps settings to the options of the HTTP server and the gate, and creates the log warnings about peers.
import type { Config } from './config.ts'
import type { GateSettings } from './features/auth/gate.ts'
import type { Database } from './kernel/database/database.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { atMostEvery, type PeerWarnings } from './kernel/http/peers.ts'
import { recordSecurityEvent } from './kernel/security/security-log.ts'
import { sessionOrigin } from './kernel/security/sessions.ts'

export const httpSettings = (config: Config, namespace: string) => ({
  languages: config.LANGUAGES,
  defaultLanguage: config.DEFAULT_LANGUAGE,
  restRoot: config.REST_ROOT,
  namespace,
  trustedProxies: config.TRUSTED_PROXIES,
  bodyLimitBytes: config.BODY_LIMIT_BYTES,
  urlLimit: config.URL_LIMIT_CHARS,
  headersLimitBytes: config.HEADERS_LIMIT_BYTES,
  headersTimeoutMs: config.HEADERS_TIMEOUT_MS,
  requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
  keepAliveMs: config.KEEP_ALIVE_MS,
  unreadTimeoutMs: config.SOCKET_TIMEOUT_MS,
  maxConnections: config.MAX_CONNECTIONS,
  maxConnectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
})

export const gateSettings = (config: Config, publicUrl: string): GateSettings => ({
  anonymousRate: config.RATE_LIMIT_ANONYMOUS,
  callerRate: config.RATE_LIMIT_AUTHENTICATED,
  filesRate: config.RATE_LIMIT_FILES,
  failedLogins: config.RATE_LIMIT_FAILED_LOGINS,
  passwordAttempts: config.RATE_LIMIT_PASSWORD_ATTEMPTS,
  recordPasswordAttempts: config.RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD,
  sessions: sessionOrigin(publicUrl),
})

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
export function peerWarnings(database: Database, log: Logger): PeerWarnings {
  // `kalends doctor` runs in another process and reads the security log.
  const noteProxy = atMostEvery(HOUR_MS, (peer: string) => {
    recordSecurityEvent(database, { action: 'proxy not trusted', actorId: null, address: peer, details: {} }).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to write to the security log'),
    )
  })
  return {
    untrustedProxy: atMostEvery(MINUTE_MS, (peer: string) => {
      log.warn({ peer }, 'X-Forwarded-For from a peer that is not in TRUSTED_PROXIES: all clients behind it share one rate limit')
      noteProxy(peer)
    }),
    tooManyConnections: atMostEvery(MINUTE_MS, (peer: string) =>
      log.warn({ peer }, 'connections above MAX_CONNECTIONS_PER_ADDRESS were closed'),
    ),
  }
}
