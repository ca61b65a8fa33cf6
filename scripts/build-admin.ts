// Builds the admin into `server/admin`, unless its sources are the same as at the last build.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = [
  'admin/{src,locales}/**/*',
  'admin/{index.html,vite.config.ts,package.json}',
  'client/src/**/*',
  'package-lock.json',
  'scripts/build-admin.ts',
]
const DIGEST = join(ROOT, 'node_modules/.cache/admin-digest')
const PAGE = join(ROOT, 'server/admin/index.html')

export function buildAdmin(): void {
  const digest = digestOfSources()
  if (existsSync(PAGE) && existsSync(DIGEST) && readFileSync(DIGEST, 'utf8') === digest) return
  execFileSync(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], { cwd: join(ROOT, 'admin'), stdio: 'inherit' })
  mkdirSync(dirname(DIGEST), { recursive: true })
  writeFileSync(DIGEST, digest)
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

if (import.meta.main) buildAdmin()
