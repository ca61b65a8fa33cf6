// Checks the vulnerability replays themselves: with the fault seeded into a copy of the server, the test of that name must fail.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { REPLAY_FAULTS } from './replay-faults.ts'

const FILES = ['replay.test.ts', 'replay-web.test.ts']
/** The replay tests, by the start of their names. */
const texts = await Promise.all(FILES.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))
const fileOf = (name: string): string => FILES[texts.findIndex((text) => text.includes(name))] ?? ''
const copy = await copyServer()

void test('every replay has its fault, and there are enough of them', () => {
  const named = texts.flatMap((text) => [...text.matchAll(/(?:test\(|^ +)'((?:CVE-|release )[\d.-]*\d)/gm)].map(([, name = '']) => name))
  assert.deepEqual(
    named.filter((name) => !REPLAY_FAULTS.some((fault) => fault.test === name)),
    [],
  )
  assert.ok(new Set(REPLAY_FAULTS.map((fault) => fault.test)).size >= 40)
})
for (const file of FILES)
  void test(`without a fault all of ${file} is green`, async () => {
    const { code, output } = await copy.run(`permissions/${file}`)
    assert.equal(code, 0, output)
  })
for (const { test: name, edits } of REPLAY_FAULTS)
  void test(`red with its fault: ${name}`, async () => {
    const file = fileOf(name)
    assert.notEqual(file, '', `there is no test ${name}`)
    const { output } = await copy.faulty(edits, () => copy.run(`permissions/${file}`, {}, name))
    assert.match(output, new RegExp(`^✖ ${name.replaceAll('.', '\\.')}`, 'm'), `It stayed green, or nothing ran.\n${output.slice(-2_000)}`)
  })
