// The programs that tests run besides Node and PostgreSQL. A test is skipped where its program is missing; on CI the run fails instead.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's Python, for which Debian packages the modules that tests import. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const isOnPath = (program: string): boolean =>
  ['/usr/sbin', '/sbin', ...(process.env['PATH'] ?? '').split(':')].some((folder) => folder !== '' && existsSync(join(folder, program)))
const succeeds = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0

interface Tool {
  /** The Debian package that has it. */
  readonly package: string
  readonly isInstalled: () => boolean
}
const program = (name: string, debian: string = name): Tool => ({ package: debian, isInstalled: () => isOnPath(name) })
export const TOOLS = {
  zsh: program('zsh'),
  fish: program('fish'),
  xmllint: program('xmllint', 'libxml2-utils'),
  nginx: program('nginx'),
  varnishd: program('varnishd', 'varnish'),
  xkey: {
    package: 'varnish-modules',
    isInstalled: () => globSync('/usr/lib/{*/,}varnish/vmods/libvmod_xkey.so').length > 0,
  },
  openssl: program('openssl'),
  python3: program('python3'),
  icalendar: { package: 'python3-icalendar', isInstalled: () => succeeds(PYTHON, '-c', 'import icalendar') },
  requests: { package: 'python3-requests', isInstalled: () => succeeds(PYTHON, '-c', 'import requests') },
  dateutil: { package: 'python3-dateutil', isInstalled: () => succeeds(PYTHON, '-c', 'import dateutil') },
  libical: {
    package: 'gir1.2-ical-3.0 python3-gi',
    isInstalled: () => succeeds(PYTHON, '-c', "import gi; gi.require_version('ICalGLib', '3.0')"),
  },
  swift: { package: 'python3-swift', isInstalled: () => succeeds(PYTHON, '-c', 'import swift.proxy.server') },
  'recurring-ical-events': {
    package: 'python3-recurring-ical-events',
    isInstalled: () => succeeds(PYTHON, '-c', 'import recurring_ical_events'),
  },
  vdirsyncer: program('vdirsyncer'),
  radicale: program('radicale'),
  khal: program('khal'),
  'redis-server': program('redis-server'),
  etcd: program('etcd', 'etcd-server'),
  patroni: program('patroni'),
  haproxy: program('haproxy'),
  pgbouncer: program('pgbouncer'),
  pgbackrest: program('pgbackrest'),
  promtool: program('promtool', 'prometheus'),
  'systemd-analyze': program('systemd-analyze', 'systemd'),
} satisfies Readonly<Record<string, Tool>>
export type ToolName = keyof typeof TOOLS

/** GitHub Actions and `.ci/run` set it: there, every test has to run. */
export const isCi = (process.env['CI'] ?? '') !== '' && process.env['CI'] !== 'false'

/** Test options that skip a test, with a reason, where one of the tools is missing. On CI nothing is skipped, so the test fails. */
export function requiresTools(...names: ToolName[]): { readonly skip: string | false } {
  const missing = isCi ? [] : names.filter((name) => !TOOLS[name].isInstalled())
  return { skip: missing.length > 0 && `not installed: ${missing.join(', ')}` }
}

/** Names the missing tools and how to install them; null if nothing is missing. */
export function describeMissingTools(): string | null {
  const missing = Object.entries<Tool>(TOOLS).filter(([, { isInstalled }]) => !isInstalled())
  if (missing.length === 0) return null
  const names = missing.map(([name]) => name).join(', ')
  return `Not installed: ${names}. On Debian or Ubuntu: apt-get install ${missing.map(([, tool]) => tool.package).join(' ')}`
}
