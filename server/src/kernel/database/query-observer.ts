// The interface through which metrics, traces and logs observe statements.

export interface ObservedStatement {
  readonly text: string
  /** The name of the prepared statement; unset if it is not prepared. */
  readonly name?: string
  /** Statements of sessions without timeouts, such as migrations, are expected to take long. */
  readonly hasNoTimeout?: true
}
export interface QueryObserver {
  /** Called when a statement is sent. The returned function is called once, when the statement ends or fails. */
  onQuery(statement: ObservedStatement): (error?: unknown) => void
  /** Called when a connection of the pool is taken, with the time spent waiting for it. */
  onConnect(waitedMs: number): void
}

/** Runs a statement and reports its end. */
export async function observeQuery<T>(
  observer: QueryObserver | undefined,
  statement: ObservedStatement,
  run: () => Promise<T>,
): Promise<T> {
  if (observer === undefined) return run()
  const end = observer.onQuery(statement)
  try {
    const result = await run()
    end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}
