// Prometheus metrics: creates the registry and all metrics, and serves them on a separate port.
import { createServer, type Server } from 'node:http'
import prom from '@prometheus-io/client'
import { createDatabaseMetrics, type DatabaseMetrics } from './database-metrics.ts'
import { createHttpMetrics, type HttpMetrics } from './http-metrics.ts'
import { createWorkMetrics, type WorkMetrics } from './work-metrics.ts'
import { registerGauges, registerJobQueues, type MetricSources } from './gauges.ts'

export interface Metrics {
  readonly http: HttpMetrics
  readonly database: DatabaseMetrics
  readonly work: WorkMetrics
  /** Registers the gauges and counters whose values are read from their sources at each scrape. */
  watch(sources: MetricSources): void
  /** Registers the metrics of the job queues only, for a process without an HTTP server. */
  watchJobQueues(read: MetricSources['jobQueues']): void
  /** The metrics in the text format of Prometheus. */
  text(): Promise<string>
}

/** Default metrics of the library whose names break the conventions of Prometheus: `promtool check metrics` reports them. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

export function createMetrics(version: string): Metrics {
  const registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const build = new prom.Gauge({
    name: 'kalends_build_info',
    help: 'Version of Kalends and of Node; the value is always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  build.set({ version, node: process.versions.node }, 1)
  const http = createHttpMetrics(registry)
  return {
    http,
    database: createDatabaseMetrics(registry),
    work: createWorkMetrics(registry),
    watch: (sources) => registerGauges(registry, http.state, sources),
    watchJobQueues: (read) => registerJobQueues(registry, read),
    text: () => registry.metrics(),
  }
}

/** Serves the metrics on a port of their own, because they are not for the public. */
export function serveMetrics(metrics: Pick<Metrics, 'text'>, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
