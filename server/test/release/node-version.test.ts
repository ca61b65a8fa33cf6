// Which Node runs Kalends: the executable refuses what cannot, warns below the patched release, and every file names the same versions.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'kalends-node-'))
after(() => rmSync(folder, { recursive: true }))

// Releases that the registry has no binary of are imitated: the version is all that differs.
const preload = join(folder, 'preload.cjs')
writeFileSync(
  preload,
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.IMITATED_NODE } })
if (process.env.WITHOUT_TEMPORAL) delete globalThis.Temporal`,
)
function kalendsOn(node: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, join(ROOT, 'server/bin/kalends.cjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, IMITATED_NODE: node, ...env },
  })
  return { status, stdout, stderr }
}

const REMEDY = 'Install Node 26.13 or newer from https://nodejs.org/en/download and run the command again.'
for (const [node, env] of [['20.20.2'], ['25.9.0'], ['26.3.9'], ['26.13.0', { WITHOUT_TEMPORAL: '1' }]] as const)
  void test(`Node ${node}${env ? ' without Temporal' : ''} is rejected with the remedy and no stack trace`, () =>
    assert.deepEqual(kalendsOn(node, ['--help'], env), {
      status: 1,
      stdout: '',
      stderr: `Kalends needs Node 26.4 or newer with Temporal; this is Node ${node}.\n${REMEDY}\n`,
    }))

for (const [node, warning] of [
  ['26.4.0', 'Warning: Node 26.4.0 lacks security fixes. Use Node 26.13 or newer.\n'],
  ['26.12.9', 'Warning: Node 26.12.9 lacks security fixes. Use Node 26.13 or newer.\n'],
  ['26.13.0', ''],
  ['27.0.0', ''],
] as const)
  void test(`Node ${node} runs ${warning ? 'with one line of warning' : 'without a warning'}, also in doctor`, () => {
    const { status, stdout, stderr } = kalendsOn(node, ['doctor', '--json'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' })
    assert.deepEqual([status, stderr], [1, warning])
    const finding = (JSON.parse(stdout) as { check: string; state: string; remedy: string }[]).find(({ check }) => check === 'node')
    assert.deepEqual(
      [finding?.state, finding?.remedy],
      warning ? ['warning', 'Use Node 26.13 or newer: this version lacks security fixes.'] : ['ok', ''],
    )
  })

void test('every file names the same versions of Node', () => {
  for (const path of ['package.json', 'server/package.json'])
    assert.equal((JSON.parse(read(path)) as { engines: { node: string } }).engines.node, '>=26.4', path)
  assert.match(read('.node-version'), /^26\.13\.\d+\n$/)
  assert.match(read('Dockerfile'), new RegExp(`^ARG NODE_IMAGE=node:${read('.node-version').trim()}-slim$`, 'm'))
  assert.deepEqual(new Set([...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)), new Set(['${NODE_IMAGE}']))
  for (const path of ['README.md', 'CONTRIBUTING.md', 'server/README.md', 'docs/operating.md'])
    assert.ok(read(path).includes('Node 26.13 or newer'), path)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  assert.match(scripts['start'] ?? '', /^node server\/bin\/kalends\.cjs serve/)
})
