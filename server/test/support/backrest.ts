// A PostgreSQL whose log is archived by pgBackRest, with the configuration of docs/operating.md, and restores of it to any second.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../faults/launch.ts'
import { makeCluster, run, type Cluster } from './cluster.ts'
import { connected, portOf } from './database.ts'

const OPERATING = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
const STANZA = 'kalends'
const SMALL = ['fsync=off', 'shared_buffers=16MB', 'max_connections=40']
const RECOVERED_MS = 60_000

export interface ArchivedCluster {
  readonly cluster: Cluster
  /** A folder that belongs to the user of PostgreSQL. */
  readonly folder: string
  /** Makes a full backup. */
  backUp(): void
  /** Waits until the log up to now is in the archive. */
  archive(): void
  /** Starts a server of its own with the state of this time. It archives nothing. */
  restore(target: Temporal.Instant): Promise<Cluster>
  remove(): void
}
export async function archivedCluster(): Promise<ArchivedCluster> {
  const folder = run('mktemp', ['-d', '-p', tmpdir(), 'kalends-archive-XXXXXX']).trim()
  run('chmod', ['755', folder])
  const file = join(folder, 'pgbackrest.conf')
  const backrest = (...args: string[]): string => run('pgbackrest', [`--config=${file}`, `--stanza=${STANZA}`, ...args])
  const archive = `archive_command="pgbackrest --config=${file} --stanza=${STANZA} archive-push %p"`
  const cluster = await makeCluster([...SMALL, 'archive_mode=on', archive], join(folder, 'primary'))
  const restored: Cluster[] = []
  const remove = (): void => {
    for (const each of [...restored, cluster]) each.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    writeFileSync(file, configurationIn(folder, portOf(cluster.url)))
    for (const name of ['repository', 'logs', 'locks']) run('mkdir', [join(folder, name)])
    backrest('stanza-create')
  } catch (error) {
    remove()
    throw error
  }
  return {
    cluster,
    folder,
    backUp: () => void backrest('--type=full', 'backup'),
    archive: () => void backrest('check'),
    restore: async (target) => {
      const own = join(folder, `restored-${restored.length}`)
      run('mkdir', ['-p', own])
      const time = `--target=${target.toString().replace('T', ' ').replace('Z', '+00')}`
      backrest(`--pg1-path=${join(own, 'data')}`, '--type=time', time, '--target-action=promote', '--archive-mode=off', 'restore')
      const started = await makeCluster(SMALL, own)
      restored.push(started)
      await until('the end of the recovery', RECOVERED_MS, () => isPrimary(started))
      return started
    },
    remove,
  }
}

const isPrimary = ({ url }: Cluster): Promise<boolean> =>
  connected(url, async (client) => (await client.query<{ own: boolean }>('select not pg_is_in_recovery() as own')).rows[0]?.own === true)

/** The configuration of the documentation with the paths and the port of the test. */
function configurationIn(folder: string, port: number): string {
  const [, documented] = /^```ini no-run: needs pgBackRest\n(.*?)^```$/ms.exec(OPERATING) ?? []
  if (documented === undefined) throw new Error('docs/operating.md has no configuration of pgBackRest.')
  const own: Readonly<Record<string, string>> = {
    'repo1-path': join(folder, 'repository'),
    'log-path': join(folder, 'logs'),
    'pg1-path': join(folder, 'primary', 'data'),
    'pg1-socket-path': join(folder, 'primary'),
    'pg1-port': String(port),
  }
  const text = documented.replaceAll(/^([\w-]+)=.*$/gm, (line, name: string) => (name in own ? `${name}=${own[name]}` : line))
  const missing = Object.keys(own).filter((name) => !text.includes(`${name}=${own[name]}`))
  if (missing.length > 0) throw new Error(`The configuration of pgBackRest in docs/operating.md lacks ${missing.join(', ')}.`)
  // The lock files of other clusters on this machine are in the default folder.
  return text.replace('[global]\n', `[global]\nlock-path=${join(folder, 'locks')}\n`)
}
