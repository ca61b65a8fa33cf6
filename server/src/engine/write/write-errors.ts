// Runs a write and converts constraint violations of the database to API errors.
import type { Database, Db } from '../../kernel/database/database.ts'
import { violatedConstraint } from '../../kernel/database/database-errors.ts'
import { FieldError, invalidParams, overloaded, Problem } from '../../kernel/errors/problems.ts'
import type { Kind } from '../definition/kind.ts'

/** Runs the work in a transaction, or without one if it is a single statement. `kinds` are the kinds of the records that it may write. */
export async function withWriteErrors<T>(
  database: Database,
  kinds: Kind | readonly Kind[],
  mode: 'transaction' | 'withoutTransaction',
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await database[mode](work)
  } catch (error) {
    for (const kind of 'name' in kinds ? [kinds] : kinds) throwWriteError(kind, error)
    throw error
  }
}
/** Throws the API error that a violated constraint of a kind stands for, if there is one. */
function throwWriteError(kind: Kind, error: unknown): void {
  const constraint = violatedConstraint(error)
  const tree = Object.entries(kind.fields).find(([, { storage, input }]) => input && storage.in === 'reference' && storage.to === kind.name)
  if (constraint === `${kind.table}_cycle` && tree) throw invalidParams({ [tree[0]]: new FieldError('cycle') })
  if (constraint === `${kind.texts}_slug`) throw new Problem('rest_slug_taken', { cause: error })
  if (constraint === 'external_ids_pkey') throw new Problem('rest_external_id_taken', { cause: error })
  // The user was deleted during the request.
  if (/_(?:author|caller)_id_fkey$/.test(constraint)) throw new Problem('rest_unauthorized', { cause: error })
  // Every retry lost the race to another write. The next request will find the name taken and name its owner.
  if (constraint === `${kind.table}_name`) throw overloaded('conflict', error)
}
