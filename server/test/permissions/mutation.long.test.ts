// Mutation test of the visibility rules and their callers: every mutant must be detected, or be listed in survivors.ts.
// The file runs twice: here, and inside a copy of the server that contains all mutants and tries them one by one.
// MUTANTS_OF restricts the files by a part of their names. MUTATION_LOG names a file that records each mutant as it is tried.
import assert from 'node:assert/strict'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { raw } from '../../src/kernel/database/sql.ts'
import { copyServer, type Ran } from '../support/copy.ts'
import { testServer } from '../support/server.ts'
import { OPERATIONS, quickCellsOf } from './matrix/cells.ts'
import { play } from './matrix/run.ts'
import { openStage } from './matrix/stage.ts'
import { mutate, KEPT_APART, MUTATED_FILES, type Mutant } from './mutate.ts'
import { openProbes } from './probes.ts'
import { SURVIVORS } from './survivors.ts'
import { openWorlds } from './two-calendars-setup.ts'
import { compareWorlds } from './two-calendars.ts'

const FILES = MUTATED_FILES.filter((file) => file.includes(process.env['MUTANTS_OF'] ?? ''))
const count = Number(process.env['MUTANTS'] ?? 0)

/** Two processes share the work. */
const SHARES = 2
const share = Number(process.env['MUTANT_SHARE'] ?? 0)

/** Runs in the copy and prints the test that detects each mutant. */
async function tryAll(): Promise<void> {
  const switchboard = globalThis as { kalendsMutant?: number; kalendsRaw?: typeof raw }
  switchboard.kalendsRaw = raw
  switchboard.kalendsMutant = 0
  const worlds = await openWorlds({ CACHE_MB: '0' })
  const probes = await openProbes()
  const stage = await openStage(await testServer({ CACHE_MB: '0' }, undefined, false))
  // Created records stay and would be counted twice, so only the probes create.
  const operations = OPERATIONS.filter(({ act }) => act !== 'create')
  const notice = async (): Promise<string | null> => {
    const probe = await probes().catch((error: unknown) => String(error))
    if (probe !== null) return `probes: ${probe}`
    const { difference } = await compareWorlds(worlds, 120, 7, true).catch((error: unknown) => ({ difference: String(error) }))
    if (difference !== null) return `two worlds: ${difference}`
    for (const operation of operations) {
      const [wrong] = await play(stage, operation, [...quickCellsOf(operation)]).catch((error: unknown) => [String(error)])
      if (wrong !== undefined) return `matrix: ${wrong}`
    }
    return null
  }
  void test('every mutant is tried', async () => {
    assert.equal(await notice(), null, 'something is wrong without a mutant')
    for (let id = 1 + share; id <= count; id += SHARES) {
      switchboard.kalendsMutant = id
      const noticed = (await notice()) ?? 'survived'
      switchboard.kalendsMutant = 0
      const said = `mutant ${id}: ${noticed.split('\n', 1)[0]?.slice(0, 200)}`
      console.log(said)
      if (process.env['MUTATION_LOG']) await appendFile(process.env['MUTATION_LOG'], `${said}\n`)
    }
    assert.equal(await notice(), null, 'a mutant has left something behind')
  })
}

async function judge(): Promise<void> {
  const copy = await copyServer()
  const mutants: Mutant[] = []
  for (const file of FILES) {
    const path = join(copy.folder, 'server/src', file)
    const made = mutate(file, await readFile(path, 'utf8'), mutants.length + 1)
    await writeFile(path, made.text)
    mutants.push(...made.mutants)
  }
  void test('every mutant is noticed, or explained', async (t) => {
    const trial = (i: number): Promise<Ran> =>
      copy.run('permissions/mutation.long.test.ts', { MUTANTS: String(mutants.length), MUTANT_SHARE: String(i) })
    const ran = await copy.faulty(KEPT_APART, () => Promise.all(Array.from({ length: SHARES }, (_, i) => trial(i))))
    const output = ran.map((each) => each.output).join('\n')
    for (const { code, output: said } of ran) assert.equal(code, 0, said.slice(-3_000))
    const found = new Map([...output.matchAll(/^mutant (\d+): (.*)$/gm)].map(([, id, by = '']) => [Number(id), by]))
    assert.equal(found.size, mutants.length)
    const alive = mutants.filter(({ id }) => found.get(id) === 'survived')
    const by = Object.groupBy([...found.values()], (each) => each.split(':', 1)[0] ?? '')
    t.diagnostic(
      `${mutants.length} mutants: ${Object.entries(by)
        .map(([name, all]) => `${name} ${all?.length}`)
        .join(', ')}`,
    )
    const unexplained = alive.filter(({ name }) => !Object.hasOwn(SURVIVORS, name))
    assert.deepEqual(
      unexplained.map(({ line, name }) => `${line} ${name}`),
      [],
      'not noticed',
    )
    const names = new Set(alive.map(({ name }) => name))
    assert.deepEqual(
      Object.keys(SURVIVORS).filter((name) => FILES.some((file) => name.startsWith(`${file}#`)) && !names.has(name)),
      [],
      'explained, but noticed or not there',
    )
  })
}

await (count > 0 ? tryAll() : judge())
