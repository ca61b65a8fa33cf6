// A message in the write-ahead log. A transaction that only reads does not flush the log when it commits, and one with a message does.
import { sql } from './sql.ts'

/** Returns the position of the message. Everything that was written before it is flushed with the commit. */
export const LOG_MESSAGE = sql`pg_logical_emit_message(true, 'kalends', '')`
