// Statements that the database does not answer: their connections are ended, whatever the network says.

export interface QueryTimeouts {
  /** Waits for an answer on this connection, which is ended when none comes in time: the wait fails then, and all that stands behind it. */
  run<T>(client: Connection, limit_ms: number, ctx: () => Promise<T>): Promise<T>
  close(): void
}
interface Connection {
  end(): Promise<void>
}

const CHECK_INTERVAL_MS = 250

/** One timer for all of them. The driver's own limit (`query_timeout`) replaces the callback of every query, which keeps rows that were read (see `askFor`). */
export function createQueryTimeouts(): QueryTimeouts {
  const open = new Set<{ readonly client: Connection; readonly until: number }>()
  const look = setInterval(() => {
    const now = performance.now()
    for (const { client, until } of open) if (until < now) client.end().catch(() => undefined)
  }, CHECK_INTERVAL_MS).unref()
  return {
    async run(client, limit_ms, ctx) {
      const own = { client, until: performance.now() + limit_ms }
      open.add(own)
      try {
        return await ctx()
      } finally {
        open.delete(own)
      }
    },
    close: () => clearInterval(look),
  }
}
