// A server in a process of its own that reports the CPU time of its event loop. Started by measured.ts.
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'

const config = readConfig(process.env)
const app = await buildApp({ config, clock: systemClock, log: createLogger(config.LOG_LEVEL) })
await app.http.app.listen({ host: '127.0.0.1', port: config.PORT })
await addUser(app.database, 'admin', 'administrator', '')
const { secret } = await addToken(app.database, 'admin', { label: 'test', scope: 'admin' })
process.on('message', () => {
  // Only this thread: worker threads, the encoder and the helpers of the garbage collector do not block the event loop.
  const { user, system } = process.threadCpuUsage()
  process.send?.({ cpu_ms: (user + system) / 1_000 })
})
process.on('disconnect', () => process.exit())
process.send?.({ token: secret })
