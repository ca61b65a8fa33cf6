// Starts the measured servers: Kalends without caches, without its response cache, with default settings, in two processes, and a bare HTTP server.
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server/test/support/process.ts'
import { run } from './measure.ts'

export interface MeasuredServer {
  readonly url: string
  readonly pids: readonly number[]
}
export interface Servers {
  /** CACHE_MB=0: records that were shown before are still cached. */
  readonly responseCacheOff: MeasuredServer
  /** CACHE_MB=0 and RECORD_CACHE_MB=0: every request reads its records from PostgreSQL. */
  readonly allCachesOff: MeasuredServer
  readonly defaults: MeasuredServer
  readonly twoProcesses: MeasuredServer
  /** Token of an editor. */
  readonly token: string
  /** Starts a server that sends this response to every request. Its files are written to `folder`, and begin with its name. */
  startBareHttp(folder: string, name: string, response: FixedResponse): Promise<MeasuredServer>
  close(): void
}

interface FixedResponse {
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

export async function startServers(main: string, env: NodeJS.ProcessEnv): Promise<Servers> {
  await run(process.execPath, [main, 'user', 'add', `bench-${process.pid}`, '--role', 'editor'], env)
  const token = (await run(process.execPath, [main, 'token', 'add', `bench-${process.pid}`], env)).match(/kal_[\w-]+/)?.[0]
  if (!token) throw new Error('"kalends token add" printed no token.')
  const children: ChildProcess[] = []
  const close = (): void => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', close)
  const start = (args: readonly string[], settings: NodeJS.ProcessEnv): number => {
    const child = spawn(process.execPath, args, { env: { ...env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] })
    children.push(child)
    return child.pid ?? 0
  }
  const serve = async (more: NodeJS.ProcessEnv, processes = 1): Promise<MeasuredServer> => {
    const port = await freePort()
    const settings = { PORT: String(port), METRICS_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...more }
    const pids = Array.from({ length: processes }, () => start([main, 'serve'], settings))
    const url = `http://127.0.0.1:${port}`
    await waitUntilReady(`${url}/readyz`)
    return { url, pids }
  }
  return {
    responseCacheOff: await serve({ CACHE_MB: '0' }),
    allCachesOff: await serve({ CACHE_MB: '0', RECORD_CACHE_MB: '0' }),
    defaults: await serve({}),
    twoProcesses: await serve({ REUSE_PORT: 'true' }, 2),
    token,
    startBareHttp: async (folder, name, response) => {
      const port = await freePort()
      const files = writeResponse(join(folder, name), response)
      const pid = start([new URL('bare-http-server.ts', import.meta.url).pathname, String(port), ...files], {})
      const url = `http://127.0.0.1:${port}`
      await waitUntilReady(url)
      return { url, pids: [pid] }
    },
    close,
  }
}

/** Headers that belong to the connection, or that Node adds again. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
function writeResponse(path: string, { headers, body }: FixedResponse): [headersFile: string, bodyFile: string] {
  const [headersFile, bodyFile] = [`${path}-headers.json`, `${path}-body`]
  const sent = [...headers].filter(([name]) => !CONNECTION_HEADERS.includes(name))
  writeFileSync(headersFile, JSON.stringify([...sent, ['content-length', String(body.length)]].flat()))
  writeFileSync(bodyFile, body)
  return [headersFile, bodyFile]
}

async function waitUntilReady(url: string): Promise<void> {
  for (let i = 0; i < 600; i += 1) {
    const response = await fetch(url).catch(() => null)
    await response?.bytes()
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No server answers at ${url}.`)
}
