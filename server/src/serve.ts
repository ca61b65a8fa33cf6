// `kalends serve`: from settings to a listening server, and gracefully back.
import type { Server } from 'node:http'
import { buildApp, NAMESPACE, type App } from './app.ts'
import type { Config } from './config.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import { systemClock } from './kernel/time/clock.ts'
import { errorCode } from './kernel/database/database.ts'
import type { RequestHead } from './kernel/http/http-request.ts'
import { createLogger, type Logger } from './kernel/runtime/logger.ts'
import { serveMetrics } from './kernel/observability/metrics.ts'
import { loadNoAuthCaller, requireOwnOrigin } from './no-auth.ts'
import { VERSION } from './version.ts'

export async function serve(settings: Config, noAuth: boolean): Promise<void> {
  const config = noAuth ? { ...settings, HOST: '127.0.0.1' } : settings
  const log = createLogger(config.LOG_LEVEL, { version: VERSION, format: logFormat(config) })
  let caller: Caller = ANONYMOUS
  const anonymousCaller = (request: RequestHead): Caller => {
    requireOwnOrigin(request.headers, app.http.app.listeningOrigin)
    return caller
  }
  const app = await buildApp({ config, clock: systemClock, log, ...(noAuth && { anonymousCaller }) })
  if (noAuth) caller = await loadNoAuthCaller(app.database)
  const metrics = await openPorts(app, config)
  app.startJobs()
  if (!config.PUBLIC_URL && !noAuth) log.warn('PUBLIC_URL is not set: links in responses use the address of this machine')
  greet(app, config.REST_ROOT, noAuth)
  await stopSignal()
  await stop(app, config, log)
  metrics?.close()
}

const logFormat = ({ LOG_FORMAT }: Config): 'json' | 'pretty' =>
  LOG_FORMAT === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : LOG_FORMAT

/** Listens on both ports, or on neither. The metrics port comes first: a process without it must not accept requests. */
async function openPorts(app: App, config: Config): Promise<Server | null> {
  let metrics: Server | null = null
  const { HOST: host, PORT: port, METRICS_HOST, METRICS_PORT, REUSE_PORT } = config
  try {
    if (METRICS_PORT > 0)
      metrics = await serveMetrics(app.metrics, METRICS_HOST, METRICS_PORT).catch((error: unknown) => {
        const hint = REUSE_PORT ? ' With REUSE_PORT each process needs a METRICS_PORT of its own, or 0 for none.' : ''
        throw portError('METRICS_PORT', METRICS_HOST, METRICS_PORT, error, hint)
      })
    // Fastify passes unknown options, such as reusePort, on to Node.
    await app.http.app.listen({ host, port, ...(REUSE_PORT && { reusePort: true }) }).catch((error: unknown) => {
      throw portError('PORT', host, port, error)
    })
    return metrics
  } catch (error) {
    metrics?.close()
    await app.close()
    throw error
  }
}

/** Returns an error that names the port that cannot be used and the setting to change. */
function portError(setting: 'PORT' | 'METRICS_PORT', host: string, port: number, cause: unknown, hint = ''): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Set ${setting} to another port, or stop the process that uses it.`,
    EACCES: `Port ${port} requires more privileges. Set ${setting} to a port above 1023 and use a reverse proxy.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Correct ${setting.replace('PORT', 'HOST')}.`,
    ENOTFOUND: `The name ${host} cannot be resolved. Correct ${setting.replace('PORT', 'HOST')}.`,
  }
  const reason = reasons[errorCode(cause)] ?? `Cannot listen on port ${port} of ${host} (${setting}): ${String(cause)}`
  return new Error(reason + hint, { cause })
}

function greet({ http }: App, restRoot: string, noAuth: boolean): void {
  const lines = [`Kalends listens on ${http.app.listeningOrigin}${restRoot}/${NAMESPACE}`]
  if (noAuth)
    lines.push(
      '',
      '  NO AUTHENTICATION: anyone on this machine can read and change everything.',
      '  Use --no-auth only to try Kalends out.',
      '',
    )
  process.stderr.write(`${lines.join('\n')}\n`)
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

/** Not ready any more → a moment for balancers to notice → no new connections → running requests end → the end. */
async function stop(app: App, config: Config, log: Logger): Promise<void> {
  log.info('stopping')
  app.health.stopping = true
  const end = setTimeout(() => {
    log.error('requests did not end in time')
    process.exit(1)
  }, config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  await new Promise((resolve) => setTimeout(resolve, config.SHUTDOWN_DELAY_MS))
  // Not sooner: clients that are sent away while we listen would only come back, and stand in the queue when listening ends.
  app.http.drain()
  await app.close()
  clearTimeout(end)
  log.info('stopped')
}
