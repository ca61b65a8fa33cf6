// Names of prepared statements. The same text has the same name in every process.
import { createHash } from 'node:crypto'
import { memoize } from '../cache/memoize.ts'

/** Returns a stable name for a statement. */
export const statementName = memoize(2_000, (text) => createHash('sha1').update(text).digest('base64url'))
