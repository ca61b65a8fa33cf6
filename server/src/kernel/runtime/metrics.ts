// What the operator's Prometheus reads: the process, requests by route and status, the pool, and what is kept ready.
import { createServer, type Server } from 'node:http'
import prom from 'prom-client'
import type { Database } from '../database/database.ts'
import type { ResponseCache } from '../cache/response-cache.ts'

export interface Metrics {
  /** One answered request. */
  observe(method: string, route: string, status: number, seconds: number): void
  text(): Promise<string>
}

export function createMetrics(database: Database, responseCache: Pick<ResponseCache, 'stats'>): Metrics {
  const registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry })
  const seconds = new prom.Histogram({
    name: 'kalends_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const pool = new prom.Gauge({
    name: 'kalends_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const state of ['total', 'idle', 'waiting'] as const) this.set({ state }, database.pool[state])
    },
  })
  const ready = new prom.Gauge({
    name: 'kalends_ready_answers',
    help: 'Answers kept ready in memory, and the bytes they take.',
    labelNames: ['unit'],
    registers: [registry],
    collect() {
      for (const unit of ['answers', 'bytes'] as const) this.set({ unit }, responseCache.stats[unit])
    },
  })
  void [pool, ready]
  return {
    observe: (method, route, status, took) => seconds.observe({ method, route, status }, took),
    text: () => registry.metrics(),
  }
}

/** Metrics on a port of their own: they are not for the public. */
export function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
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
