// The software bills of materials: each names its package and exactly the packages that its production dependencies bring.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'

interface Sbom {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string; readonly purl: string } }
  readonly components: readonly { readonly purl: string }[]
}
interface Entry {
  readonly version?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const ROOT = resolve(import.meta.dirname, '../../..')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'kalends-sbom-test-'))
after(() => rmSync(folder, { recursive: true }))
execFileSync(process.execPath, ['scripts/sbom.ts', folder], {
  cwd: ROOT,
  // The test run loads a TypeScript file into every process; npm may run on an older Node.
  env: { ...process.env, NODE_OPTIONS: '' },
  stdio: 'pipe',
})

/** Follows the dependencies through the lock file as Node resolves them: the nearest node_modules first. */
function lockedPackages(from: string, found = new Map<string, string>()): Map<string, string> {
  const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    let [path, place] = [`${from}/node_modules/${name}`, from]
    while (!packages[path] && place !== '') {
      place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : ''
      path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    }
    const entry = packages[path]
    if (!entry?.version || found.has(path)) continue
    found.set(path, `pkg:npm/${name.replace('@', '%40')}@${entry.version}`)
    lockedPackages(path, found)
  }
  return found
}

for (const [file, workspace, name] of [
  ['kalends.cdx.json', 'server', 'kalends'],
  ['kalends-client.cdx.json', 'client', '@kalends/client'],
  ['kalends-widget.cdx.json', 'widget', '@kalends/widget'],
] as const)
  void test(`sbom: ${file} lists the production packages of ${name}, and no other`, () => {
    const sbom = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sbom
    const { component } = sbom.metadata
    assert.deepEqual(
      [sbom.bomFormat, component.purl, component.version],
      ['CycloneDX', `pkg:npm/${name.replace('@', '%40')}@${version}`, version],
    )
    const expected = new Set(lockedPackages(workspace).values())
    assert.deepEqual(new Set(sbom.components.map(({ purl }) => purl)), expected)
    assert.equal(expected.size > 50, workspace === 'server')
  })
