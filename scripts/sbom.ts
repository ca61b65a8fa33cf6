// `npm run sbom -- FOLDER`: writes a CycloneDX software bill of materials for each npm package, with the dependency versions of package-lock.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readJson, ROOT, WORKSPACES, type Workspace } from './packages.ts'

interface Lock extends Record<string, unknown> {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Usage: npm run sbom -- FOLDER')
  process.exit(2)
}
mkdirSync(target, { recursive: true })
for (const workspace of WORKSPACES) {
  const { name, sbom } = describePackage(workspace)
  const file = join(target, `${name.replace('@', '').replace('/', '-')}.cdx.json`)
  writeFileSync(file, sbom)
  console.log(`wrote ${file}`)
}

/** npm describes a package that has a version and its own lock file. A workspace has neither, so both are written to a temporary folder. */
function describePackage(workspace: Workspace): { readonly name: string; readonly sbom: string } {
  const { version } = readJson(join(ROOT, 'package.json')) as { version: string }
  const { private: _, ...manifest } = readJson(join(ROOT, workspace, 'package.json')) as { name: string; private: true }
  const lock = readJson(join(ROOT, 'package-lock.json')) as Lock
  const parent = mkdtempSync(join(tmpdir(), 'kalends-sbom-'))
  // npm names the described component after its folder.
  const folder = join(parent, basename(manifest.name))
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
    const packages = { ...packagesFor(workspace, lock), '': { ...lock.packages[workspace], version } }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, name: manifest.name, version, packages }))
    const npm = (...args: string[]): string =>
      execFileSync('npm', [...args, '--package-lock-only', '--omit=dev', '--ignore-scripts'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    // The lock file is of the whole repository: packages that this one does not need are removed.
    npm('prune', '--offline', '--no-audit')
    const type = workspace === 'server' ? 'application' : 'library'
    return { name: manifest.name, sbom: npm('sbom', '--sbom-format=cyclonedx', `--sbom-type=${type}`) }
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** The locked packages as the workspace finds them: those in its own node_modules come before those of the root. */
function packagesFor(workspace: Workspace, { packages }: Lock): Lock['packages'] {
  const external = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  const own = external
    .filter(([path]) => path.startsWith(`${workspace}/`))
    .map(([path, entry]) => [path.slice(workspace.length + 1), entry])
  return Object.fromEntries([...external.filter(([path]) => path.startsWith('node_modules/')), ...own]) as Lock['packages']
}
