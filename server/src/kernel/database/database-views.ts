// Wrappers of a database: one whose work can be aborted, and one that leaves some connections of the pool free.
import type { Semaphore } from '../concurrency/semaphore.ts'
import type { Database, Db } from './database.ts'

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
    transaction: (work) => database.transaction(checked(work)),
    withoutTransaction: (work) => database.withoutTransaction(checked(work)),
  })
}

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
    transaction: (work) => permitted(() => database.transaction(work)),
  })
}

/** A getter reads the current figures of the pool; a spread alone would copy those of this moment. */
const createView = (database: Database, changed: Partial<Database>): Database => ({
  ...database,
  ...changed,
  get pool() {
    return database.pool
  },
})
