// Observes each statement: its metrics, its span, and a warning in the log if it is slow.
import { memoize } from '../cache/memoize.ts'
import type { QueryObserver } from '../database/query-observer.ts'
import { errorCode } from '../database/database-errors.ts'
import type { Logger } from '../runtime/logger.ts'
import { statementOperation, type DatabaseMetrics } from './database-metrics.ts'
import { activeTraceId, startQuerySpan } from './tracing.ts'

export interface StatementObserverOptions {
  readonly log: Logger
  readonly metrics: DatabaseMetrics
  /** Statements that take longer are logged as warnings; 0 is no limit. */
  readonly slowStatementMs: number
}

/** Text of a slow statement in the log, in characters. It has placeholders instead of values. */
const LOGGED_TEXT_MAX = 2_000

export function observeStatements({ log, metrics, slowStatementMs }: StatementObserverOptions): QueryObserver {
  const slowMs = slowStatementMs || Number.POSITIVE_INFINITY
  return {
    onQuery({ text, name, hasNoTimeout }) {
      const operation = name === undefined ? statementOperation(text) : operationOf(name, text)
      const endSpan = startQuerySpan(operation, text)
      const start = performance.now()
      return (error) => {
        const elapsedMs = performance.now() - start
        const code = error === undefined ? null : errorCode(error)
        metrics.queryEnded(operation, elapsedMs / 1_000, code)
        endSpan?.(code)
        if (elapsedMs > slowMs && !hasNoTimeout)
          log.warn(
            {
              trace_id: activeTraceId(),
              statement: name,
              operation,
              duration_ms: Math.round(elapsedMs * 10) / 10,
              text: text.slice(0, LOGGED_TEXT_MAX),
            },
            'slow statement',
          )
      }
    },
    onConnect: (waitedMs) => metrics.connectionTaken(waitedMs / 1_000),
  }
}

/** Operations by the name of the statement: parsing a long text each time would cost more than the rest. */
const operationOf = memoize(2_000, (_name, text: string) => statementOperation(text))
