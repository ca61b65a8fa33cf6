// Builds, packs and unpacks the client as it is published.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packWorkspace } from '../../../scripts/packages.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')
export const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name)

export interface Packed {
  readonly tarball: string
  /** Folder of the unpacked tarball. */
  readonly folder: string
  remove(): void
}

/** Packs into a temporary folder, so that several tests can do it at the same time. */
export function packClient(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-client-'))
  const { tarball } = packWorkspace('client', folder)
  run('tar', ['-xzf', tarball], folder)
  return { tarball, folder: join(folder, 'package'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs a command and returns its output. If it fails, the error contains the whole output. */
export function run(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): string {
  try {
    return execFileSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe', timeout: 120_000 })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}
