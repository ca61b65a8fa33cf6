// `kalends serve`: starts the server, prints its URLs, and stops it gracefully on a signal.
import type { Server } from 'node:http'
import { buildApp, NAMESPACE, siteOf, type App } from './app.ts'
import { withOtherHost, type Config } from './config.ts'
import { linkForFirstAdministrator } from './features/accounts/first-administrator.ts'
import { ANONYMOUS, type Caller } from './kernel/security/caller.ts'
import { systemClock } from './kernel/time/clock.ts'
import { errorCode } from './kernel/database/database-errors.ts'
import type { RequestHead } from './kernel/http/http-request.ts'
import { createLogger, type Logger } from './kernel/runtime/logger.ts'
import { serveMetrics, type Metrics } from './kernel/observability/metrics.ts'
import { loadNoAuthCaller, requireOwnOrigin } from './no-auth.ts'
import { VERSION } from './kernel/runtime/version.ts'

/** Node's default of 511 overflows in a burst of connections, and clients retry only after a second. The system may lower it (somaxconn). */
const LISTEN_BACKLOG = 4_096

export async function serve(settings: Config, noAuth: boolean): Promise<void> {
  const config = noAuth ? withOtherHost(settings, '127.0.0.1') : settings
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
  if (!config.PUBLIC_URL && !noAuth) log.warn('PUBLIC_URL is not set: links in responses contain the address of this machine')
  printBanner(app.http.app.listeningOrigin, config, noAuth)
  if (!noAuth)
    await printFirstLink(app, config).catch((error: unknown) => log.warn({ err: error }, 'it is not known whether the calendar has users'))
  await stopSignal()
  await stop(app, config, log)
  metrics?.close()
}

export const logFormat = ({ LOG_FORMAT }: Config): 'json' | 'pretty' =>
  LOG_FORMAT === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : LOG_FORMAT

/** Listens on both ports, or on neither. The metrics port is first, because a process without it must not accept requests. */
async function openPorts(app: App, config: Config): Promise<Server | null> {
  let metrics: Server | null = null
  const { HOST: host, PORT: port, REUSE_PORT } = config
  try {
    metrics = await openMetricsPort(app.metrics, config)
    // Fastify passes options that it does not know, such as reusePort, to Node.
    await app.http.app.listen({ host, port, backlog: LISTEN_BACKLOG, ...(REUSE_PORT && { reusePort: true }) }).catch((error: unknown) => {
      throw portError({ setting: 'PORT', host, port, hint: '' }, error)
    })
    return metrics
  } catch (error) {
    metrics?.close()
    await app.close()
    throw error
  }
}

/** Listens on METRICS_PORT, unless it is 0. */
export async function openMetricsPort(
  metrics: Metrics,
  { METRICS_HOST: host, METRICS_PORT: port, REUSE_PORT }: Config,
): Promise<Server | null> {
  if (port === 0) return null
  const hint = REUSE_PORT ? ' With REUSE_PORT each process needs a METRICS_PORT of its own, or 0 for none.' : ''
  return serveMetrics(metrics, host, port).catch((error: unknown) => {
    throw portError({ setting: 'METRICS_PORT', host, port, hint }, error)
  })
}

interface ListenTarget {
  readonly setting: 'PORT' | 'METRICS_PORT'
  readonly host: string
  readonly port: number
  /** An additional sentence for the operator, or an empty string. */
  readonly hint: string
}
/** Returns an error that names the port that cannot be used and the setting to change. */
function portError({ setting, host, port, hint }: ListenTarget, cause: unknown): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Set ${setting} to another port, or stop the process that uses it.`,
    EACCES: `Port ${port} requires more privileges. Set ${setting} to a port above 1023 and use a reverse proxy.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Correct ${setting.replace('PORT', 'HOST')}.`,
    ENOTFOUND: `The name ${host} cannot be resolved. Correct ${setting.replace('PORT', 'HOST')}.`,
  }
  const reason = reasons[errorCode(cause)] ?? `Cannot listen on port ${port} of ${host} (${setting}): ${String(cause)}`
  return new Error(reason + hint, { cause })
}

/** Prints the URLs to open. Without authentication only the own origin is accepted, so PUBLIC_URL does not apply. */
function printBanner(listeningOrigin: string, { PUBLIC_URL, REST_ROOT }: Config, noAuth: boolean): void {
  const local = listeningOrigin.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  const origin = noAuth || PUBLIC_URL === '' ? local : PUBLIC_URL
  const lines = [
    `Kalends is listening on ${listeningOrigin}`,
    `  Start page      ${origin}/`,
    `  Admin           ${origin}/admin`,
    `  Documentation   ${origin}/docs`,
    `  Subscribe       ${origin}/subscribe`,
    `  API             ${origin}${REST_ROOT}/${NAMESPACE}`,
  ]
  if (noAuth)
    lines.push(
      '',
      '  NO AUTHENTICATION: anyone on this machine can read and change everything.',
      '  Use --no-auth only to try Kalends out.',
      '',
    )
  process.stderr.write(`${lines.join('\n')}\n`)
}

/** An empty calendar has nobody who could invite others. */
async function printFirstLink({ database }: App, config: Config): Promise<void> {
  const link = await linkForFirstAdministrator(database, siteOf(config).publicUrl, systemClock.now())
  if (link)
    process.stderr.write(
      `\n  The calendar has no users. Open this link to add the first administrator, until ${link.expires}:\n  ${link.url}\n\n`,
    )
}

export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

/** Stops in this order: unready, delay for load balancers, end of listening, end of running requests, exit. */
async function stop(app: App, config: Config, log: Logger): Promise<void> {
  log.info('stopping')
  app.health.stopping = true
  const end = setTimeout(() => {
    log.error('running requests did not end within SHUTDOWN_TIMEOUT_MS')
    process.exit(1)
  }, config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  await new Promise((resolve) => setTimeout(resolve, config.SHUTDOWN_DELAY_MS))
  // Closing connections earlier would make clients reconnect, and their requests would be queued when listening ends.
  app.http.drain()
  await app.close()
  clearTimeout(end)
  log.info('stopped')
}
