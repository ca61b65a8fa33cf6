// `npm run release`: builds and packs the packages, installs and runs the tarballs, then publishes exactly these. With --dry-run it publishes nothing.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll, repositoryUrl } from './packages.ts'

const isDryRun = process.argv.includes('--dry-run')
const unknown = process.argv.slice(2).filter((word) => word !== '--dry-run')
if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}. Usage: npm run release -- [--dry-run]`)
if (!isDryRun && git('status', '--porcelain') !== '')
  fail('The checkout has uncommitted changes. Commit them first, so that the published packages match a commit.')
if (!isDryRun && repositoryUrl() === null) fail('The remote "origin" is not a public URL. Packages must name their repository.')

const folder = mkdtempSync(join(tmpdir(), 'kalends-release-'))
try {
  const packages = packAll(folder)
  for (const { name, version, files } of packages) console.log(`packed ${name} ${version}: ${files.length} files`)
  const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', 'server/test/release/packages.test.ts'], {
    env: { ...process.env, KALENDS_TARBALLS: folder },
    stdio: 'inherit',
  })
  if (status !== 0) fail('The packed tarballs do not work. Nothing was published.')
  for (const { name, version, tarball } of packages) {
    if (!isDryRun) execFileSync('npm', ['publish', tarball], { stdio: 'inherit' })
    console.log(`${isDryRun ? 'would publish' : 'published'} ${name} ${version}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
