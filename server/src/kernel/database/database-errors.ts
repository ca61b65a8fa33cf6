// Errors of the driver and of PostgreSQL: their codes, and what they say about the connection and about the statement.

export const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** Returns the name of the constraint that rejected a row, or an empty string. */
export const violatedConstraint = (error: unknown): string =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : ''

/**
 * A connection whose query timed out in this process may still be busy, and one to a standby that was about to become the primary may stay
 * there, so the pool closes them.
 */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST.test(errorCode(error)) ||
    errorCode(error) === '25006' ||
    endsConnection(error) ||
    isBroken(error.cause) ||
    (/timeout|terminat|connection/i.test(error.message) && errorCode(error) !== '57014'))

/** Whether PostgreSQL has closed the connection with this error, for example because its disk is full. */
export const endsConnection = (error: Error): boolean => 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** Whether PostgreSQL has rejected a statement. Other errors say nothing about its outcome. */
export const isRejectedByServer = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  !LOST.test(errorCode(error)) &&
  (error.severity === 'ERROR' || REJECTED.test(errorCode(error)))
/** Classes of errors that never end a connection. The driver has the severity in the language of the server only. */
const REJECTED = /^(0A|2[0-9A-F]|3[0-9BDF]|4[0-9]|55|P0|57014)/
/** Classes of errors with which PostgreSQL or a pooler ends a connection. */
const LOST = /^(08|57P)/
