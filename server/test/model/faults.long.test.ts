// Whether the model notices: each fault is put into a copy of the source, and the model test must fail there; without one it must pass.
// FAULTS_OPERATIONS: how many operations it has to notice (6,000).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FAULTS } from './faults.ts'

const HOUSE = fileURLToPath(new URL('../../../', import.meta.url))
const OPERATIONS = process.env['FAULTS_OPERATIONS'] ?? '6000'
/** What the model test says when it has found something; a server that does not even start does not count. */
const NOTICED = 'The server differs from the model'

const copy = await mkdtemp(join(tmpdir(), 'kalends-faults-'))
after(() => rm(copy, { recursive: true, force: true }))
await mkdir(join(copy, 'server/test'), { recursive: true })
for (const part of ['src', 'migrations', 'locales', 'package.json', 'test/support', 'test/model'])
  await cp(join(HOUSE, 'server', part), join(copy, 'server', part), { recursive: true })
await writeFile(join(copy, 'package.json'), '{ "type": "module" }\n')
await symlink(join(HOUSE, 'node_modules'), join(copy, 'node_modules'))

interface Ran {
  readonly code: number | null
  readonly output: string
}
function runModel(operations: string): Promise<Ran> {
  // As a run of its own, not as a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const settings = { MODEL_OPERATIONS: operations, MODEL_SEED: '7', MODEL_SHRINK_SECONDS: '0' }
  const child = spawn(process.execPath, [join(copy, 'server/test/model/model.long.test.ts')], {
    cwd: copy,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

void test('without a fault the model agrees with the copy', async () => {
  const { code, output } = await runModel('1000')
  assert.equal(code, 0, output)
})

for (const { name, file, find, put } of FAULTS)
  void test(`noticed: ${name}`, async (t) => {
    const path = join(copy, 'server/src', file)
    const source = await readFile(path, 'utf8')
    assert.equal(source.split(find).length - 1, 1, `"${find}" must stand exactly once in ${file}`)
    await writeFile(
      path,
      source.replace(find, () => put),
    )
    try {
      const { code, output } = await runModel(OPERATIONS)
      t.diagnostic(/seed .* operations/.exec(output)?.[0] ?? 'no operations')
      assert.notEqual(code, 0, `The fault was not noticed.\n${output}`)
      assert.ok(output.includes(NOTICED), `It failed, but not because the answers differ.\n${output}`)
    } finally {
      await writeFile(path, source)
    }
  })
