// A PostgreSQL of its own, for tests that take the database away and bring it back. No other test may be using it.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'

const BIN = process.env['POSTGRES_BIN'] ?? findPostgres()
const LIMIT_MS = 30_000

export interface Cluster {
  readonly url: string
  /** The same database through its socket in the file system. */
  readonly socket_url: string
  /** Starts it, again after a stop, and waits until it answers. */
  start(): void
  /** As a crash would: nobody is told, nothing is waited for. */
  stop(): void
  /** Stops it and takes its files away, unless they are kept. */
  remove(): void
}

const SMALL = ['fsync=off', 'shared_buffers=16MB', 'max_connections=40']
/** Makes a cluster and starts it, small and careless unless told otherwise; in a folder that is kept, the one that is there, or was restored there. */
export async function makeCluster(settings: readonly string[] = SMALL, kept?: string): Promise<Cluster> {
  const folder = kept ?? run('mktemp', ['-d', '-p', tmpdir(), 'kalends-cluster-XXXXXX']).trim()
  if (kept) run('mkdir', ['-p', folder])
  const data = join(folder, 'data')
  if (!existsSync(data)) run(`${BIN}/initdb`, ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'])
  return startIn(folder, settings, kept !== undefined)
}

async function startIn(folder: string, settings: readonly string[], kept: boolean): Promise<Cluster> {
  const data = join(folder, 'data')
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${settings.map((each) => `-c ${each}`).join(' ')}`
  let running = false
  const start = (): void => {
    if (running) return
    run(`${BIN}/pg_ctl`, ['start', '-w', '-s', '-t', '20', '-D', data, '-l', join(folder, 'log'), '-o', options])
    running = true
  }
  const stop = (): void => {
    if (running) run(`${BIN}/pg_ctl`, ['stop', '-w', '-s', '-m', kept ? 'fast' : 'immediate', '-D', data])
    running = false
  }
  // A test that dies leaves nothing running.
  process.once('exit', stop)
  start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    socket_url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`,
    start,
    stop,
    remove: () => {
      stop()
      process.off('exit', stop)
      if (!kept) run('rm', ['-rf', folder])
    },
  }
}

/** Makes a standby that streams from a cluster, and starts it. */
export async function makeStandby(primary: Cluster, settings: readonly string[] = SMALL): Promise<Cluster> {
  const folder = run('mktemp', ['-d', '-p', tmpdir(), 'kalends-cluster-XXXXXX']).trim()
  run(`${BIN}/pg_basebackup`, ['-d', primary.url, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  return startIn(folder, settings, false)
}

/** Finds the programs of the newest PostgreSQL: where Debian installs each version, otherwise on the PATH. */
function findPostgres(): string {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const found = [...versions, ...(process.env['PATH'] ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')))
  if (found === undefined) throw new Error('initdb was not found. Install PostgreSQL, or set POSTGRES_BIN to the folder of its programs.')
  return found
}

/** PostgreSQL refuses to run as root: then it is run by the user it is installed for. */
export function run(command: string, args: readonly string[]): string {
  const isRoot = process.getuid?.() === 0
  const [program, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]]
  const { status, stdout, stderr, error } = spawnSync(program, all, { cwd: tmpdir(), encoding: 'utf8', timeout: LIMIT_MS })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${error?.message ?? ''} ${stderr}`)
  return stdout
}
