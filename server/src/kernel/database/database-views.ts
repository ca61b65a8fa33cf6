// Wrappers of a database: `withSignal` makes its work abortable, and `withPermits` keeps some connections of the pool free.
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

/** The getter reads the current figures of the pool. A spread alone would copy their values once. */
const createView = (database: Database, changed: Partial<Database>): Database => ({
  ...database,
  ...changed,
  get pool() {
    return database.pool
  },
})
