// Every check, in the order in which they are quick. All of them run; the first word of a red line says which failed.
import { spawnSync } from 'node:child_process'

const bin = (name: string): string => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname
const node = process.execPath
const CHECKS: readonly [name: string, command: string, ...args: string[]][] = [
  ['types', bin('tsc'), '-p', '.'],
  ['lint', bin('oxlint'), '--type-aware'],
  ['format', bin('biome'), 'format', '.'],
  ['unused', bin('knip')],
  ['generated', node, 'scripts/generate.ts', '--check'],
  ['tests', node, 'scripts/test.ts'],
  ['conformance', node, 'conformance/run.ts'],
  ['fuzz', node, '--test', '--test-reporter=spec', 'server/test/fuzz/fuzz.long.test.ts'],
]

const red: string[] = []
for (const [name, command, ...args] of CHECKS) {
  const start = performance.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) red.push(name)
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}
console.log(red.length === 0 ? '\nAll checks are green.' : `\nRed: ${red.join(', ')}`)
console.log(`checks: ${CHECKS.length - red.length} passed, ${red.length} failed`)
process.exitCode = red.length === 0 ? 0 : 1
