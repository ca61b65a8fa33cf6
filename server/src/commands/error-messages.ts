// Turns an error into a message for the operator: the cause, the affected server or setting, and a remedy.
import { ConfigError, databaseTarget, type DatabaseTarget } from '../config.ts'
import { errorCode } from '../kernel/database/database-errors.ts'

export function explain(error: unknown, target: DatabaseTarget | null = databaseTarget()): string {
  if (error instanceof ConfigError)
    return [
      'Invalid settings:',
      ...error.fieldErrors.map((each) => `  ${each}`),
      'docs/settings.md describes every setting. To check all of them, run: kalends doctor',
    ].join('\n')
  const failure = { error, code: errorCode(error), message: error instanceof Error ? error.message : String(error) }
  return connectionError(failure, target) ?? REMEDIES[failure.code]?.(failure.message, target) ?? failure.message
}

interface Failure {
  readonly error: unknown
  readonly code: string
  readonly message: string
}
const CHECK_NETWORK = 'Check the host and the port in DATABASE_URL, the network and the firewall.'
const CHECK_HOST = 'Correct the host in DATABASE_URL.'
const START_SERVER = 'Start PostgreSQL, or correct the host and the port in DATABASE_URL.'
/** Causes and remedies of a failed connection, by error code. */
const UNREACHABLE: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  ECONNREFUSED: ['connection refused', START_SERVER],
  ECONNRESET: ['connection reset', CHECK_NETWORK],
  EPIPE: ['connection closed', CHECK_NETWORK],
  ENOTFOUND: ['the host name cannot be resolved', CHECK_HOST],
  EAI_AGAIN: ['the host name cannot be resolved', CHECK_HOST],
  ETIMEDOUT: ['connection timed out', CHECK_NETWORK],
  EHOSTUNREACH: ['the host cannot be reached', CHECK_NETWORK],
  ENETUNREACH: ['the network cannot be reached', CHECK_NETWORK],
}
function connectionError({ error, code, message }: Failure, target: DatabaseTarget | null): string | null {
  const at = target ? `${target.host}:${target.port}, database "${target.database}"` : 'the address in DATABASE_URL'
  const say = (cause: string, remedy: string): string => `Cannot connect to PostgreSQL at ${at}: ${cause}. ${remedy}`
  const [cause, remedy] = UNREACHABLE[code] ?? []
  if (cause && remedy) return say(`${cause} (${code})`, remedy)
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect')
    return say('the socket file does not exist (ENOENT)', START_SERVER)
  if (/connection timeout|timeout expired|timeout exceeded when trying to connect/i.test(message))
    return say('no response within DATABASE_CONNECT_TIMEOUT_MS', CHECK_NETWORK)
  if (code === '28000' || code === '28P01')
    return say(`authentication failed (${code}): ${message}`, 'Check the user and the password in DATABASE_URL.')
  if (/CERT|SSL|TLS/.test(code) || /SSL/.test(message))
    return say(`TLS failed: ${message}`, 'Check sslmode and sslrootcert in DATABASE_URL.')
  return null
}

/** Remedies for errors that PostgreSQL reports, by SQLSTATE. */
const REMEDIES: Readonly<Record<string, (message: string, target: DatabaseTarget | null) => string>> = {
  '3D000': (message, target) =>
    `${message} on ${target ? `${target.host}:${target.port}` : 'this server'}. Create it with: createdb ${target?.database ?? 'NAME'}`,
  '42P01': () => 'The database has no tables. Create them with: kalends migrate',
  '42501': (message) => `${message}. Grant this privilege to the user in DATABASE_URL, or connect as the owner of the database.`,
  '53300': () => 'PostgreSQL has no free connection. Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.',
  '57P03': () => 'PostgreSQL is starting up or shutting down. Try again in a moment.',
}
