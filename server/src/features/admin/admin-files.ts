// Reads the files of the admin, which Vite builds from the workspace `admin`, and keeps them in memory.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuiltFiles, type BuiltFile } from '../../kernel/http/built-files.ts'

export interface AdminFiles {
  /** The page that loads the scripts, with URLs of files that begin with `./`. */
  readonly page: string
  /** The files by name, such as `index-3fGh2.js`. Each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, BuiltFile>
}

const FOLDER = fileURLToPath(new URL('../../../admin/', import.meta.url))

/** Returns null if the admin is not built, which happens in a checkout only: packages and images contain it. */
export function readAdminFiles(folder = FOLDER): AdminFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  return { page: readFileSync(join(folder, 'index.html'), 'utf8'), assets: readBuiltFiles(join(folder, 'assets')) }
}
