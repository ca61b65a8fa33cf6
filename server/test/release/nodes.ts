// Node binaries of other versions, from the npm registry.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = `node-${process.platform}-${process.arch}`

/** The newest version of every major that the registry has a binary of. */
export function newestOfEachMajor(): string[] {
  const versions = JSON.parse(npm(['view', PACKAGE, 'versions', '--json'])) as string[]
  const released = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
  const newest = new Map<number, string>()
  for (const version of released) {
    const [major = 0] = version.split('.').map(Number)
    const known = newest.get(major)
    if (known === undefined || isNewer(version, known)) newest.set(major, version)
  }
  return [...newest].sort(([a], [b]) => a - b).map(([, version]) => version)
}

/** Unpacks the binary of a version below `folder` and returns its path. */
export function downloadNode(version: string, folder: string): string {
  const target = join(folder, `node-${version}`)
  mkdirSync(target, { recursive: true })
  const [{ filename }] = JSON.parse(npm(['pack', `${PACKAGE}@${version}`, '--json', '--pack-destination', target])) as [
    { filename: string },
  ]
  execFileSync('tar', ['-xzf', join(target, filename), '-C', target, '--strip-components=1', 'package/bin/node'])
  return join(target, 'bin/node')
}

const npm = (args: readonly string[]): string =>
  execFileSync('npm', [...args, '--prefer-offline'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
function isNewer(one: string, other: string): boolean {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = left.findIndex((part, i) => part !== right[i])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}
