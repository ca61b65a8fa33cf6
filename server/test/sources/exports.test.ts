// Exports of other programs, three runs each: the second and the third change nothing (contract 19.6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { generateExport, PROGRAMS } from './exports.ts'
import { counted, sourceServer } from './setup.ts'

const server = await sourceServer()
const files = scaled(200, 5)

/** Imports three editions of a file. Returns the number of its items. */
async function importEditions(n: number): Promise<number> {
  const program = PROGRAMS[n % PROGRAMS.length] ?? 'google'
  const source = await server.createSource({ name: `${program} ${n}`, vanished: 'trash' })
  let imported = 0
  for (const edition of [1, 2, 3]) {
    const { file, items } = generateExport(program, seed * 10_000 + n, edition)
    const run = await server.run(source, file)
    assert.equal(run.state, 'finished', `${program} ${n}: ${String(run.reason)}`)
    const { new: created = 0, changed = 0, ...others } = counted(run) as Record<string, number>
    if (edition === 1) assert.deepEqual([created + changed, others], [items, {}], `${program} ${n}`)
    else assert.deepEqual(counted(run), { unchanged: items }, `${program} ${n}, edition ${edition}`)
    imported = items
  }
  return imported
}

test('19.6 files in the shape of the exports of five programs are imported once', { timeout: 3_600_000 }, async () => {
  let imported = 0
  for (let n = 0; n < files; n += 1) imported += await resumable('imports', `file-${n}`, () => importEditions(n))
  reportEvidence('imports', { files, runs_of_each: 3, items_of_files: imported, changes_of_repeated_runs: 0 })
})
