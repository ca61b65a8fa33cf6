// Builds the npm packages in a staging folder and packs them there: a checkout has neither compiled files nor versions, so it cannot be packed by mistake.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildBrowserFiles } from './build-browser-files.ts'

export const ROOT = resolve(import.meta.dirname, '..')
export const WORKSPACES = ['server', 'client', 'widget'] as const
export type Workspace = (typeof WORKSPACES)[number]

export interface Package {
  readonly name: string
  readonly version: string
  readonly tarball: string
  /** Paths of the files in the tarball. */
  readonly files: readonly string[]
}
interface Manifest extends Record<string, unknown> {
  readonly name: string
  readonly files: readonly string[]
  /** Settings of npm, and `exports` of the package, which replace the `exports` of the checkout. */
  readonly publishConfig: Readonly<Record<string, unknown>>
}

export const packAll = (folder: string): Package[] => WORKSPACES.map((workspace) => packWorkspace(workspace, folder))

/** Builds a workspace, packs it, and checks the content of the tarball. `folder` receives the tarball and the staging folder. */
export function packWorkspace(workspace: Workspace, folder: string): Package {
  const staged = join(folder, `staged-${workspace}`)
  const manifest = stage(workspace, staged)
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [packed] = JSON.parse(output) as [{ filename: string; version: string; files: { path: string }[] }]
  const files = packed.files.map(({ path }) => path)
  const faults = faultsOf(workspace, manifest, files)
  if (faults.length > 0) throw new Error(`The package ${manifest.name} is not complete:\n${faults.join('\n')}`)
  return { name: manifest.name, version: packed.version, tarball: join(folder, packed.filename), files }
}

function stage(workspace: Workspace, staged: string): Manifest {
  if (workspace !== 'client') buildBrowserFiles()
  const source = join(ROOT, workspace)
  const { private: _, ...manifest } = readJson(join(source, 'package.json')) as Manifest & { private: true }
  const { version } = readJson(join(ROOT, 'package.json')) as { version: string }
  mkdirSync(staged, { recursive: true })
  const repository = repositoryUrl()
  const { exports = manifest['exports'], ...publishConfig } = manifest.publishConfig
  const published = {
    ...manifest,
    ...(exports !== undefined && { exports }),
    publishConfig,
    version,
    ...(repository && { repository: { type: 'git', url: repository, directory: workspace } }),
  }
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  cpSync(join(source, 'README.md'), join(staged, 'README.md'))
  for (const name of manifest.files.filter((each) => each !== 'dist')) cpSync(join(source, name), join(staged, name), { recursive: true })
  const project = workspace === 'client' ? source : join(source, 'tsconfig.build.json')
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', join(staged, 'dist')], { stdio: 'pipe' })
  if (workspace === 'widget') copyScripts(join(ROOT, 'server/embed'), join(staged, 'dist'))
  const assets =
    workspace === 'server' ? ['features/embed/assets', 'features/pages/assets', 'features/site/assets', 'features/seed/pictures'] : []
  for (const path of assets) cpSync(join(source, 'src', path), join(staged, 'dist', path), { recursive: true })
  return manifest
}

/** The package has the scripts that the server sends, without their compressed variants. */
const copyScripts = (from: string, to: string): void => cpSync(from, to, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })

/** Reports required files that are missing from a package, and files that must not be in it. */
const ENTRIES: Readonly<Record<Workspace, readonly string[]>> = {
  server: [
    'admin/index.html',
    'bin/kalends.cjs',
    'embed/embed.js',
    'dist/main.js',
    'dist/features/media/encoder-process.js',
    'dist/features/embed/assets/frame.js',
    'dist/features/seed/worker.js',
    'dist/features/seed/pictures/jazz.svg',
    'dist/features/site/assets/site.css',
  ],
  client: ['dist/index.js', 'dist/index.d.ts'],
  widget: ['dist/embed.js', 'dist/public-types.d.ts'],
}
function faultsOf(workspace: Workspace, manifest: Manifest, files: readonly string[]): string[] {
  const wanted = ['README.md', 'LICENSE', ...ENTRIES[workspace]].filter((path) => !files.includes(path))
  const empty = manifest.files.filter((name) => !files.some((path) => path.startsWith(`${name}/`)))
  const foreign = files.filter((path) => /\.test\.|(?<!\.d)\.ts$|^src\//.test(path))
  return [...[...wanted, ...empty].map((path) => `missing: ${path}`), ...foreign.map((path) => `not to be published: ${path}`)]
}

/** Returns the public URL of this repository, from its remote `origin`, or null if there is none or it is a local path. */
export function repositoryUrl(): string | null {
  try {
    const remote = execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
    const [, host, path] = /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([^:/]+)[:/](.+?)(?:\.git)?$/.exec(remote) ?? []
    return host === undefined || path === undefined ? null : `git+https://${host}/${path}.git`
  } catch {
    return null
  }
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
