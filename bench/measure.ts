// How the benchmark measures: what a tool says of requests a second, and what the processes used of the processor meanwhile.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Measured {
  /** Requests, or transactions, a second. */
  readonly rate: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly errors: number
  /** Milliseconds of the processor for one request. */
  readonly node_ms: number
  readonly postgres_ms: number
}

const TICK_MS = 10
/** Milliseconds of the processor that a process has used, with those of its children that have ended. */
function usedBy(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) * TICK_MS
  } catch {
    return 0
  }
}
/** A process and all it has started. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid) ? [Number(name)] : []
      } catch {
        return []
      }
    })
  return [pid, ...children.flatMap(family)]
}
const used = (pids: readonly number[]): number => pids.flatMap(family).reduce((sum, pid) => sum + usedBy(pid), 0)

export interface Watched {
  readonly node: readonly number[]
  readonly postgres: number
}

async function watched(
  watch: Watched,
  work: () => Promise<Omit<Measured, 'node_ms' | 'postgres_ms'> & { count: number }>,
): Promise<Measured> {
  const [node, postgres] = [used(watch.node), used([watch.postgres])]
  const { count, ...measured } = await work()
  return { ...measured, node_ms: (used(watch.node) - node) / count, postgres_ms: (used([watch.postgres]) - postgres) / count }
}

export interface Load {
  readonly seconds: number
  readonly clients: number
}

/** wrk against an address; `script` makes the requests. */
export const http = (watch: Watched, url: string, { seconds, clients }: Load, script?: string): Promise<Measured> =>
  watched(watch, async () => {
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
      p50_ms: inMs(/50%\s+([\d.]+)(us|ms|s)/.exec(text)),
      p99_ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
      errors: failed,
    }
  })
const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }
const inMs = (found: RegExpExecArray | null): number => Number(found?.[1] ?? Number.NaN) * (UNITS[found?.[2] ?? ''] ?? Number.NaN)

/** pgbench with files of statements, prepared; of several files one is taken at random each time. */
export const sql = (
  watch: Watched,
  database: string,
  files: readonly string[],
  { seconds, clients }: Load,
  values: Readonly<Record<string, number>> = {},
): Promise<Measured> =>
  watched(watch, async () => {
    const given = Object.entries(values).flatMap(([name, value]) => ['-D', `${name}=${value}`])
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
      ...given,
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
    child.once('error', (error) => reject(new Error(`${command} is needed: apt-get install wrk postgresql-contrib (${error.message})`)))
    child.once('exit', (code) => (code === 0 ? resolve(out + err) : reject(new Error(`${command} ended with ${code}: ${err || out}`))))
  })
}
