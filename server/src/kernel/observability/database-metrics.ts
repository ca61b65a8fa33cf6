// Metrics of database statements: duration by operation, errors by class, and time spent waiting for a connection.
import prom, { type Registry } from '@prometheus-io/client'

export interface DatabaseMetrics {
  queryEnded(operation: StatementOperation, seconds: number, errorCode: string | null): void
  connectionTaken(seconds: number): void
  /** Counts a request that may be answered by a replica. */
  readonly readServed: (server: ReadServer) => void
}
const READ_SERVERS = ['primary', 'replica'] as const
type ReadServer = (typeof READ_SERVERS)[number]

const OPERATIONS = ['select', 'insert', 'update', 'delete', 'transaction', 'other'] as const
export type StatementOperation = (typeof OPERATIONS)[number]

/** Classes of errors by SQLSTATE or by the error code of the system; the first match counts. */
const ERROR_CLASSES: readonly (readonly [name: string, code: RegExp])[] = [
  ['timeout', /^57014$/],
  ['lock', /^(55P03|40P01)$/],
  ['serialization', /^40/],
  ['constraint', /^23/],
  ['resources', /^53/],
  ['connection', /^(08|57P|25P|E[A-Z]+$)/],
]
const errorClass = (code: string): string => ERROR_CLASSES.find(([, pattern]) => pattern.test(code))?.[0] ?? 'other'

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createDatabaseMetrics(registry: Registry): DatabaseMetrics {
  const duration = new prom.Histogram({
    name: 'kalends_db_query_duration_seconds',
    help: 'Time from sending a statement to the end of its result.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const errors = new prom.Counter({
    name: 'kalends_db_query_errors_total',
    help: 'Statements that failed, by class of error.',
    labelNames: ['class'],
    registers: [registry],
  })
  const wait = new prom.Histogram({
    name: 'kalends_db_pool_wait_seconds',
    help: 'Time spent waiting for a connection of the pool.',
    buckets: BUCKETS,
    registers: [registry],
  })
  const reads = new prom.Counter({
    name: 'kalends_db_reads_total',
    help: 'Requests that a replica could answer, by the server that answered the first statement.',
    labelNames: ['server'],
    registers: [registry],
  })
  for (const server of READ_SERVERS) reads.inc({ server }, 0)
  for (const name of [...ERROR_CLASSES.map(([name]) => name), 'other']) errors.inc({ class: name }, 0)
  for (const operation of OPERATIONS) duration.zero({ operation })
  return {
    queryEnded(operation, seconds, errorCode) {
      duration.observe({ operation }, seconds)
      if (errorCode !== null) errors.inc({ class: errorClass(errorCode) })
    },
    connectionTaken: (seconds) => wait.observe(seconds),
    readServed: (server) => reads.inc({ server }),
  }
}

/** The operation of a statement. Statements that begin with `with` are named after the first write in them. */
export function statementOperation(text: string): StatementOperation {
  const first = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (first === 'with')
    return (
      (/\b(insert|update|delete)\s+(?:into|from|only|"?\w+"?\s+(?:\w+\s+)?set)\b/i.exec(text)?.[1]?.toLowerCase() as StatementOperation) ??
      'select'
    )
  if (first === 'begin' || first === 'commit' || first === 'rollback') return 'transaction'
  return (OPERATIONS as readonly string[]).includes(first) ? (first as StatementOperation) : 'other'
}
