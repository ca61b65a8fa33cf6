// Runs wrk and pgbench, and measures the CPU time that the watched processes use meanwhile.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Measured {
  /** Requests or transactions per second. */
  readonly rate: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly errors: number
  /** Milliseconds of CPU time per request. */
  readonly node_ms: number
  readonly postgres_ms: number
}

const TICK_MS = 10
/** CPU time of a process in milliseconds, including its children that have ended. */
function cpuTimeOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) * TICK_MS
  } catch {
    return 0
  }
}
/** Lists a process and all its descendants. */
function listProcessTree(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid) ? [Number(name)] : []
      } catch {
        return []
      }
    })
  return [pid, ...children.flatMap(listProcessTree)]
}
const totalCpuTime = (pids: readonly number[]): number => pids.flatMap(listProcessTree).reduce((sum, pid) => sum + cpuTimeOf(pid), 0)

export interface WatchedProcesses {
  readonly node: readonly number[]
  readonly postgres: number
}

async function withCpuTime(
  watch: WatchedProcesses,
  work: () => Promise<Omit<Measured, 'node_ms' | 'postgres_ms'> & { count: number }>,
): Promise<Measured> {
  const [node, postgres] = [totalCpuTime(watch.node), totalCpuTime([watch.postgres])]
  const { count, ...measured } = await work()
  return {
    ...measured,
    node_ms: (totalCpuTime(watch.node) - node) / count,
    postgres_ms: (totalCpuTime([watch.postgres]) - postgres) / count,
  }
}

export interface Load {
  readonly seconds: number
  readonly clients: number
}

/** Runs wrk against a URL. The Lua script builds the requests. */
export const measureHttp = (watch: WatchedProcesses, url: string, { seconds, clients }: Load, script?: string): Promise<Measured> =>
  withCpuTime(watch, async () => {
    const text = await run('wrk', [
      '-t',
      '1',
      '-c',
      String(clients),
      '-d',
      `${seconds}s`,
      '--timeout',
      '10s',
      '--latency',
      ...(script ? ['-s', script] : []),
      url,
    ])
    const count = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0)
    const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0)
    return {
      count,
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
      p50_ms: toMilliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(text)),
      p99_ms: toMilliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
      errors: failed,
    }
  })
const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }
const toMilliseconds = (found: RegExpExecArray | null): number => Number(found?.[1] ?? Number.NaN) * (UNITS[found?.[2] ?? ''] ?? Number.NaN)

/** Runs pgbench with prepared statements. With several files, each transaction takes one at random. */
export const measureSql = (
  watch: WatchedProcesses,
  database: string,
  files: readonly string[],
  { seconds, clients }: Load,
  values: Readonly<Record<string, number>> = {},
): Promise<Measured> =>
  withCpuTime(watch, async () => {
    const variables = Object.entries(values).flatMap(([name, value]) => ['-D', `${name}=${value}`])
    const text = await run('pgbench', [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '1',
      '-T',
      String(seconds),
      ...files.flatMap((file) => ['-f', file]),
      ...variables,
      database,
    ])
    const latency = Number(/latency average = ([\d.]+) ms/.exec(text)?.[1] ?? Number.NaN)
    return {
      count: Number(/transactions actually processed: (\d+)/.exec(text)?.[1] ?? 0),
      rate: Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? 0),
      p50_ms: latency,
      p99_ms: Number.NaN,
      errors: Number(/failed transactions: (\d+)/.exec(text)?.[1] ?? 0),
    }
  })

export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    child.once('error', (error) =>
      reject(new Error(`${command} cannot be run: ${error.message}. On Debian or Ubuntu: apt-get install wrk postgresql-contrib`)),
    )
    child.once('exit', (code) => (code === 0 ? resolve(out + err) : reject(new Error(`${command} ended with ${code}: ${err || out}`))))
  })
}
