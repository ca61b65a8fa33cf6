// Reads the files of the admin, which Vite builds from the workspace `admin`, and keeps them in memory.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Encoding } from '../../kernel/cache/content-encoding.ts'

export interface AdminFile {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed when the admin was built. Files that are compressed by themselves have no variants. */
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>
}
export interface AdminFiles {
  /** The page that loads the scripts, with URLs of files that begin with `./`. */
  readonly page: string
  /** The files by name, such as `index-3fGh2.js`. Each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, AdminFile>
}

const FOLDER = fileURLToPath(new URL('../../../admin/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Returns null if the admin is not built, which happens in a checkout only: packages and images contain it. */
export function readAdminFiles(folder = FOLDER): AdminFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const read = (name: string): Buffer => readFileSync(join(folder, 'assets', name))
  const names = new Set(readdirSync(join(folder, 'assets')))
  const assets = [...names].flatMap((name): [string, AdminFile][] => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
    if (type === undefined) return []
    const compressed = {
      ...(names.has(`${name}.br`) && { br: read(`${name}.br`) }),
      ...(names.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
    }
    return [[name, { type, bytes: read(name), compressed }]]
  })
  return { page: readFileSync(join(folder, 'index.html'), 'utf8'), assets: new Map(assets) }
}
