// Opens the database with the settings of the process.
import type { Config } from './config.ts'
import { openDatabase, type Database } from './kernel/database/database.ts'
import type { QueryObserver } from './kernel/database/query-observer.ts'
import type { Logger } from './kernel/runtime/logger.ts'

export const databaseOf = (config: Config, log: Logger, observer?: QueryObserver): Database =>
  openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    idleTransactionTimeoutMs: config.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    prepared: config.DATABASE_PREPARED_STATEMENTS,
    onError: (error) => log.error({ err: error }, 'connection to PostgreSQL lost'),
    observer,
  })
