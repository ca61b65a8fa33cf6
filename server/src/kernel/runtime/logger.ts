// Structured logs: one JSON line per thing worth knowing, with the request's id, and no secrets.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Logger = FastifyBaseLogger

/** What never appears, wherever it stands in a line. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'x-event-password'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[hidden]' },
    formatters: { level: (label) => ({ level: label }) },
  })

/** For lines that are made of known fields only, and are many: nothing is looked for in them. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })
