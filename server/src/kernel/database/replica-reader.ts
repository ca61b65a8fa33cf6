// A database handle for the reads of one request: on one connection to a replica, or on the primary.
import { errorCode } from './database-errors.ts'
import type { Database, Db } from './database.ts'
import { withQuery } from './database-views.ts'
import type { ReplicaConnection, Replicas } from './replicas.ts'
import { includesPosition, type WalPosition } from './wal-position.ts'

export interface ReadSources {
  readonly primary: Database
  readonly replicas: Replicas
  /** The position that cached responses of the present generation include. */
  readonly cachePosition: () => WalPosition | null
  readonly readServed: (server: 'primary' | 'replica') => void
}
export interface Reader {
  readonly database: Database
  /** Whether the reads include everything that the present generation of the response cache includes. */
  isCurrent(): boolean
  /** Must be called when the handler has ended. A body that is streamed may still read. */
  readonly end: () => void
}

/**
 * All statements use the connection of the first one, so that none of them sees less than the one before. After an error, they go to the
 * primary, which is never behind a replica. Reads need no transaction, so a statement can be repeated there.
 */
export function openReader({ primary, replicas, cachePosition, readServed }: ReadSources, position: WalPosition | null): Reader {
  let wanted = position
  let connection: ReplicaConnection | null = null
  let server: 'primary' | 'replica' | null = null
  let isCurrent = true
  let hasEnded = false
  /** The end of the last statement. The driver runs one statement of a connection at a time. */
  let previous: Promise<unknown> = Promise.resolve()
  const choose = (chosen: 'primary' | 'replica'): void => {
    if (server === null) readServed(chosen)
    server = chosen
  }
  const connect = async (): Promise<void> => {
    connection = await replicas.connect(wanted)
    choose(connection === null ? 'primary' : 'replica')
    const needed = cachePosition()
    if (connection !== null) isCurrent = needed !== null && includesPosition(await connection.position(needed), needed)
  }
  /** Returns the connection. The next one may belong to another server, which must not be behind this one. */
  const leave = async (): Promise<void> => {
    const left = connection
    connection = null
    if (left === null) return
    try {
      wanted = await left.position()
      left.release()
    } catch (error) {
      left.release(error)
      server = 'primary'
    }
  }
  const queryReplica: Db['query'] = async (statement, options) => {
    try {
      if (connection === null && server !== 'primary') await connect()
      if (connection !== null) return await connection.query(statement, options)
    } catch (error) {
      connection?.release(error)
      connection = null
      server = 'primary'
      // The statement would take too long on the primary too.
      if (errorCode(error) === '57014') throw error
    } finally {
      if (hasEnded) await leave()
    }
    return primary.query(statement, options)
  }
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = previous.then(work)
    previous = result.catch(() => undefined)
    return result
  }
  const query: Db['query'] = (statement, options) =>
    server === 'primary' ? primary.query(statement, options) : inOrder(() => queryReplica(statement, options))
  return {
    database: withQuery(primary, query),
    isCurrent: () => isCurrent,
    end: () => {
      hasEnded = true
      void inOrder(leave)
    },
  }
}
