// A connection that listens on a channel of PostgreSQL (LISTEN/NOTIFY), and reconnects when it is lost.
import pg from 'pg'
import { render, type Sql } from './sql.ts'
import { pgTypes } from './type-parsers.ts'

export interface Listener {
  /** Runs a statement on the listening connection, which no other work uses. Returns null while there is no connection. */
  query(statement: Sql, timeoutMs: number): Promise<Record<string, unknown>[]> | null
  close(): Promise<void>
}
export interface ListenerSettings {
  readonly url: string
  readonly connectTimeoutMs: number
}

const RECONNECT_MS = 1_000

/** Calls `onNotify` at each notification, and each time listening starts, because notifications may have been missed before. */
export function openListener(settings: ListenerSettings, channel: string, onNotify: (payload?: string) => void): Listener {
  let current: pg.Client | null = null
  let isListening = false
  let isClosed = false
  let reconnectTimer: NodeJS.Timeout | undefined
  /** The end of the last query. The driver runs one query of a connection at a time, and the next one must not be sent to it before. */
  let previous: Promise<unknown> = Promise.resolve()
  const onLost = (client: pg.Client): void => {
    if (current !== client) return
    current = null
    isListening = false
    client.end().catch(() => undefined)
    if (!isClosed) reconnectTimer = setTimeout(connect, RECONNECT_MS)
  }
  const onListening = (client: pg.Client): void => {
    isListening = current === client
    onNotify()
  }
  const connect = (): void => {
    const client = new pg.Client({
      connectionString: settings.url,
      connectionTimeoutMillis: settings.connectTimeoutMs,
      keepAlive: true,
      application_name: 'kalends-listener',
      types: pgTypes,
    })
    current = client
    client.on('error', () => onLost(client))
    client.on('end', () => onLost(client))
    client.on('notification', ({ payload }) => onNotify(payload))
    client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
      .then(() => onListening(client))
      .catch(() => onLost(client))
  }
  connect()
  return {
    query: (statement, timeoutMs) => {
      const client = current
      if (client === null || !isListening) return null
      const { text, values } = render(statement)
      const query = { text, values: [...values], query_timeout: timeoutMs }
      const result = previous
        .then(() => client.query<Record<string, unknown>>(query))
        .then(
          ({ rows }) => rows,
          (error: unknown) => {
            // A connection that does not answer a query does not deliver notifications either.
            onLost(client)
            throw error
          },
        )
      previous = result.catch(() => undefined)
      return result
    },
    close: async () => {
      isClosed = true
      clearTimeout(reconnectTimer)
      await current?.end().catch(() => undefined)
    },
  }
}
