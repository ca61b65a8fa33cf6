// Structured logs: one line per entry, without secrets.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import { formatLogLine } from './log-format.ts'
import { bufferLogEntries } from './log-output.ts'

export type Logger = FastifyBaseLogger

/** Names of fields that are never logged, at any of the first three levels of an entry. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'x-event-password'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

export interface LoggerOptions {
  readonly version?: string
  /** `pretty`: readable lines instead of JSON. */
  readonly format?: 'json' | 'pretty'
}
export function createLogger(level: string, { version, format = 'json' }: LoggerOptions = {}): Logger {
  const options = {
    level,
    base: { pid: process.pid, hostname: hostname(), version },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[hidden]' },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (format === 'json') return pino(options, openStandardOutput())
  return pino(options, { write: (line) => void process.stdout.write(formatLogLine(line)) })
}

/** All loggers of a process share it, so that their entries stay in order. */
let standardOutput: DestinationStream | null = null
function openStandardOutput(): DestinationStream {
  if (standardOutput) return standardOutput
  const target = pino.destination({ dest: process.stdout.fd, sync: true })
  standardOutput = bufferLogEntries((lines) => target.write(lines))
  return standardOutput
}

/** Returns a logger for frequent entries that consist of known fields only: it does not search them for secrets. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })
