// Builds the admin into `server/admin` and the widget into `server/embed`, unless their sources are the same as at the last build.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const COMMON_SOURCES = ['package-lock.json', 'scripts/build-browser-files.ts']
interface Build {
  readonly workspace: string
  readonly sources: readonly string[]
  /** A file that the build writes. */
  readonly result: string
}
const BUILDS: readonly Build[] = [
  {
    workspace: 'admin',
    sources: ['admin/{src,locales}/**/*', 'admin/{index.html,vite.config.ts,package.json}', 'client/src/**/*'],
    result: 'server/admin/index.html',
  },
  {
    workspace: 'widget',
    sources: [
      'widget/src/**/*',
      'widget/{vite.config.ts,package.json}',
      'server/src/features/embed/**/*',
      'server/src/kernel/text/languages.ts',
    ],
    result: 'server/embed/embed.js',
  },
]

export function buildBrowserFiles(): void {
  for (const build of BUILDS) {
    const digestFile = join(ROOT, `node_modules/.cache/${build.workspace}-digest`)
    const digest = digestOfSources(build)
    if (existsSync(join(ROOT, build.result)) && existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) continue
    const args = [join(ROOT, 'node_modules/.bin/vite'), 'build', '--logLevel', 'warn']
    execFileSync(process.execPath, args, { cwd: join(ROOT, build.workspace), stdio: 'inherit' })
    mkdirSync(dirname(digestFile), { recursive: true })
    writeFileSync(digestFile, digest)
  }
}

function digestOfSources({ sources }: Build): string {
  const hash = createHash('sha256')
  for (const path of globSync([...sources, ...COMMON_SOURCES], { cwd: ROOT }).sort()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

if (import.meta.main) buildBrowserFiles()
