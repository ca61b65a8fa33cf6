// `kalends serve`: from settings to a listening server, and gracefully back.
import { buildApp, NAMESPACE, type App } from './app.ts'
import type { Config } from './config.ts'
import { ANONYMOUS, type Caller } from './kernel/caller.ts'
import { systemClock } from './kernel/clock.ts'
import type { HttpArrival } from './kernel/http.ts'
import { openLog, type Log } from './kernel/log.ts'
import { serveMetrics } from './kernel/metrics.ts'
import { forbidden } from './kernel/problems.ts'
import { sql } from './kernel/sql.ts'

export async function serve(config: Config, open: boolean): Promise<void> {
  if (typeof Temporal === 'undefined')
    throw new Error('This build of Node lacks Temporal. Use Node 26 with full ICU, such as the official image.')
  const log = openLog(config.LOG_LEVEL)
  const host = open ? '127.0.0.1' : config.HOST
  let everybody: Caller = ANONYMOUS
  const app = await buildApp({
    config: { ...config, HOST: host },
    clock: systemClock,
    log,
    ...(open && { everyone: (request: HttpArrival) => trusted(request, everybody) }),
  })
  if (open) everybody = await openCaller(app)
  // Fastify hands on to Node what it does not know itself.
  await app.http.app.listen({ host, port: config.PORT, ...(config.REUSE_PORT && { reusePort: true }) }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const metrics = config.METRICS_PORT > 0 ? await serveMetrics(app.metrics, config.METRICS_HOST, config.METRICS_PORT) : null
  app.startJobs()
  if (!config.PUBLIC_URL && !open) log.warn('PUBLIC_URL is not set: links in answers name this machine')
  greet(app, open)
  await stopSignal()
  await stop(app, config, log)
  metrics?.close()
}

/** Without credentials anybody here is an administrator: so only this machine, and no page of another origin, may ask. */
function trusted(request: HttpArrival, caller: Caller): Caller {
  const { host = '', origin } = request.headers
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
  if (!local.test(host) || (origin !== undefined && !local.test(origin.replace(/^https?:\/\//i, '')))) throw forbidden(false)
  return caller
}
async function openCaller({ database }: App): Promise<Caller> {
  const [row] = await database.query<Pick<Caller, 'id' | 'login' | 'role'>>(sql`
insert into users (login, role, name) values ('open', 'administrator', 'Anybody on this machine')
on conflict (login) do update set role = excluded.role
returning id, login, role`)
  return { ...ANONYMOUS, ...row, scope: 'admin' }
}

function greet({ http }: App, open: boolean): void {
  const lines = [`Kalends listens on ${http.app.listeningOrigin}/${NAMESPACE}`]
  if (open)
    lines.push(
      '',
      '  OPEN: anybody on this machine may read and change everything, without credentials.',
      '  This is for trying out. Never use --open for people you do not know.',
      '',
    )
  process.stderr.write(`${lines.join('\n')}\n`)
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

/** Not ready any more → a moment for balancers to notice → no new connections → running requests end → the end. */
async function stop(app: App, config: Config, log: Log): Promise<void> {
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
