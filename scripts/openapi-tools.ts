// Checks docs/openapi.json with linters and code generators of other projects. Installs them first if their lockfile has changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { printSummary, runTests } from './run-tests.ts'

const folder = new URL('../tools/openapi/', import.meta.url)
const stamp = new URL('node_modules/.lockfile-digest', folder)
const digest = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', folder)))
  .digest('hex')

if (!isInstalled()) {
  console.log('Installing the OpenAPI tools…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm ci failed in tools/openapi')
  writeFileSync(stamp, digest)
}
const summary = await runTests(globSync('server/test/openapi/*.tools.test.ts').sort(), { concurrency: 2 })
printSummary(summary)
process.exitCode = summary.passed > 0 && summary.failed === 0 ? 0 : 1

function isInstalled(): boolean {
  try {
    return readFileSync(stamp, 'utf8') === digest
  } catch {
    return false
  }
}
