// Structured logs: one JSON line per entry, without secrets.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Logger = FastifyBaseLogger

/** Names of fields that are never logged, at any of the first three levels of an entry. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'x-event-password'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

export const createLogger = (level: string, version?: string): Logger =>
  pino({
    level,
    base: { pid: process.pid, hostname: hostname(), version },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[hidden]' },
    formatters: { level: (label) => ({ level: label }) },
  })

/** Returns a logger for frequent entries that consist of known fields only: it does not search them for secrets. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })
