// Runs every check, the quick ones first; with --fast only those that need less than a minute. All of them run, and the last lines name the failed ones.
import { spawnSync } from 'node:child_process'

const bin = (name: string): string => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname
const node = process.execPath
type Check = readonly [name: string, command: string, ...args: string[]]
const STATIC: readonly Check[] = [
  ['types', bin('tsc'), '-p', '.'],
  ['lint', bin('oxlint'), '--type-aware'],
  ['format', bin('biome'), 'format', '.'],
  ['unused', bin('knip')],
  ['generated', node, 'scripts/generate.ts', '--check'],
]
const FAST: readonly Check[] = [['tests without a server', node, 'scripts/test.ts', '--fast']]
const FULL: readonly Check[] = [
  ['tests', node, 'scripts/test.ts'],
  ['timed tests', node, 'scripts/test.ts', '--timed'],
  ['conformance', node, 'conformance/run.ts'],
  ['fuzz', node, '--test', '--test-reporter=spec', 'server/test/fuzz/fuzz.long.test.ts'],
]
const checks = [...STATIC, ...(process.argv.includes('--fast') ? FAST : FULL)]

const failed: string[] = []
const started = performance.now()
for (const [name, command, ...args] of checks) {
  const start = performance.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) failed.push(name)
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - start) / 1_000).toFixed(1)} s)`)
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(failed.length === 0 ? `\nAll checks passed in ${minutes} min.` : `\nFailed: ${failed.join(', ')} (${minutes} min)`)
console.log(`checks: ${checks.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
