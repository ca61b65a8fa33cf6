// What is published runs where it is installed: packed, unpacked under node_modules, and asked for its version and its health.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '../support/database.ts'

const server = fileURLToPath(new URL('../../', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'kalends-package-'))
const database = await freshDatabase()
after(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})
const run = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database.url, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
  })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

void test('the package runs from node_modules: version, doctor', () => {
  const packed = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder], server).replace(/^[^[]*/, ''),
  ) as [{ filename: string; files: { path: string }[] }]
  const [{ filename, files }] = packed
  const names = files.map(({ path }) => path)
  for (const name of ['dist/main.js', 'bin/kalends.js', 'migrations/0001_callers_and_log.sql', 'locales/fr.json', 'examples/answers.json'])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    names.filter((name) => /\.ts$|\.test\./.test(name)),
    [],
  )
  const home = join(folder, 'node_modules/kalends')
  mkdirSync(home, { recursive: true })
  run('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1'], folder)
  const { dependencies, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    version: string
  }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  const kalends = join(home, 'bin/kalends.js')
  assert.equal(run(process.execPath, [kalends, '--version'], folder).trim(), version)
  const findings = JSON.parse(run(process.execPath, [kalends, 'doctor', '--json'], folder)) as { check: string; state: string }[]
  assert.ok(
    findings.some(({ check, state }) => check === 'migrations' && state === 'ok'),
    JSON.stringify(findings),
  )
})
