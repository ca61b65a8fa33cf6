// Wrappers of a database: they make its work abortable, keep some connections of the pool free, or run it in one transaction.
import type { Semaphore } from '../concurrency/semaphore.ts'
import type { OutcomeOptions } from './commit-outcome.ts'
import type { Database, Db } from './database.ts'
import { raw } from './sql.ts'

/** After the signal is aborted, sends and commits nothing. A statement that is already running ends by its own timeout. */
export function withSignal(database: Database, signal: AbortSignal): Database {
  const guard = (db: Db): Db => ({
    ...db,
    query: async (statement, options) => {
      signal.throwIfAborted()
      return db.query(statement, options)
    },
  })
  const checked =
    <T>(work: (db: Db) => Promise<T>) =>
    async (db: Db): Promise<T> => {
      signal.throwIfAborted()
      // Work without a transaction cannot be rolled back, so it runs to its end.
      if (!db.isTransaction) return work(db)
      const result = await work(guard(db))
      signal.throwIfAborted()
      return result
    }
  return createView(database, {
    ...guard(database),
    transaction: (work, options) => database.transaction(checked(work), { ...options, signal }),
    withoutTransaction: (work, options) => database.withoutTransaction(checked(work), { ...options, signal }),
  })
}

/** Gives all transactions a proof, by which their outcome is found after a failover. */
export const withProof = (database: Database, proof: OutcomeOptions['proof']): Database =>
  createView(database, {
    transaction: (work, options) => database.transaction(work, { proof, ...options }),
    withoutTransaction: (work, options) => database.withoutTransaction(work, { proof, ...options }),
  })

/** Takes a permit for each use of the pool, so that reads cannot take the last connections from writes. */
export function withPermits(database: Database, permits: Semaphore): Database {
  const permitted = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await permits.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return createView(database, {
    query: (statement, options) => permitted(() => database.query(statement, options)),
    transaction: (work, options) => permitted(() => database.transaction(work, options)),
  })
}

/** Runs statements outside of transactions elsewhere. */
export const withQuery = (database: Database, query: Db['query']): Database => createView(database, { query })

/** The getter reads the current figures of the pool. A spread alone would copy their values once. */
const createView = (database: Database, changed: Partial<Database>): Database => ({
  ...database,
  ...changed,
  get pool() {
    return database.pool
  },
})

/**
 * Runs work on a database whose transactions are all part of one transaction. After a conflict with another transaction, the whole work is
 * retried. The error of the last attempt is thrown as the work threw it.
 */
export async function inOneTransaction<T>(database: Database, work: (db: Database) => Promise<T>): Promise<T> {
  let failure: { readonly error: unknown } | undefined
  try {
    return await database.transaction(async (db) => {
      failure = undefined
      // The work may convert an error of PostgreSQL, but only the original says whether a retry can succeed.
      let original: unknown
      const join = <U>(part: (own: Db) => Promise<U>): Promise<U> =>
        part(db).catch((error: unknown) => {
          original = error
          throw error
        })
      try {
        return await work(createView(database, { ...db, transaction: join, withoutTransaction: join }))
      } catch (error) {
        failure = { error }
        throw original ?? error
      }
    })
  } catch (error) {
    throw failure ? failure.error : error
  }
}

/** A dry run must not hold up writes, so it waits for locks for a short time only. */
const DRY_RUN_LOCK_TIMEOUT_MS = 2_000
/** Runs work in one transaction that is rolled back. Deferred constraints are checked before, as a commit would. */
export async function inRolledBackTransaction<T>(database: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const rollback = new Error('The transaction is rolled back on purpose.')
  let outcome: { readonly result: T } | undefined
  try {
    await inOneTransaction(database, async (db) => {
      await db.query(raw(`set local lock_timeout = ${DRY_RUN_LOCK_TIMEOUT_MS}`))
      outcome = { result: await work(db) }
      await db.query(raw('set constraints all immediate'))
      throw rollback
    })
  } catch (error) {
    if (error === rollback && outcome) return outcome.result
    throw error
  }
  throw new Error('The transaction of a dry run was committed.')
}
