// Client-side query timeouts: close the connection of a query that PostgreSQL does not answer in time.

export interface QueryTimeouts {
  /** Runs a query with a client-side deadline. On timeout the connection is closed, which rejects this query and those queued behind it. */
  run<T>(client: Connection, limitMs: number, query: () => Promise<T>): Promise<T>
  close(): void
}
interface Connection {
  end(): Promise<void>
}

const CHECK_INTERVAL_MS = 250

/** One timer covers all queries. The driver's `query_timeout` would replace the callback of each query and retain its rows (see `runQuery`). */
export function createQueryTimeouts(): QueryTimeouts {
  const running = new Set<{ readonly client: Connection; readonly until: number }>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const { client, until } of running) if (until < now) client.end().catch(() => undefined)
  }, CHECK_INTERVAL_MS).unref()
  return {
    async run(client, limitMs, query) {
      const entry = { client, until: performance.now() + limitMs }
      running.add(entry)
      try {
        return await query()
      } finally {
        running.delete(entry)
      }
    },
    close: () => clearInterval(timer),
  }
}
