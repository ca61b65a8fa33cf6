// The version of Kalends. A published package carries its version; in a checkout only the root of the workspaces does.
import { readFileSync } from 'node:fs'

const versionIn = (path: string): string | undefined =>
  (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version?: string }).version
export const VERSION: string = versionIn('../../../package.json') ?? versionIn('../../../../package.json') ?? 'unknown'
