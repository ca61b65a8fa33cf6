// The servers that are measured: Kalends without its cache, as it comes, and in two processes on one port.
import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '../server/test/support/process.ts'
import { run } from './measure.ts'

export interface Served {
  readonly url: string
  readonly pids: readonly number[]
}
export interface Servers {
  readonly cold: Served
  readonly warm: Served
  readonly two: Served
  /** Of an editor. */
  readonly token: string
  close(): void
}

export async function startServers(main: string, env: NodeJS.ProcessEnv): Promise<Servers> {
  await run(process.execPath, [main, 'user', 'add', `bench-${process.pid}`, '--role', 'editor'], env)
  const token = (await run(process.execPath, [main, 'token', 'add', `bench-${process.pid}`], env)).match(/kal_[\w-]+/)?.[0]
  if (!token) throw new Error('no token was made')
  const children: ChildProcess[] = []
  const close = (): void => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', close)
  const serve = async (more: NodeJS.ProcessEnv, processes = 1): Promise<Served> => {
    const port = await freePort()
    const pids: number[] = []
    for (let i = 0; i < processes; i += 1) {
      const settings = { PORT: String(port), METRICS_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...more }
      const child = spawn(process.execPath, [main, 'serve'], { env: { ...env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] })
      children.push(child)
      pids.push(child.pid ?? 0)
    }
    const url = `http://127.0.0.1:${port}`
    await untilReady(url)
    return { url, pids }
  }
  return {
    cold: await serve({ CACHE_MB: '0' }),
    warm: await serve({}),
    two: await serve({ REUSE_PORT: 'true' }, 2),
    token,
    close,
  }
}

async function untilReady(url: string): Promise<void> {
  for (let i = 0; i < 600; i += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server did not start')
}
