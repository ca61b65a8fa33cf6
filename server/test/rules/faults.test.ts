// Faults that long tests put into a copy must find their place in the source as it is now: a change here would else be noticed months later.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COUNT_FAULTS, FAULTS } from '../model/faults.ts'
import { MATRIX_FAULTS } from '../permissions/matrix-faults.ts'
import { KEPT_APART } from '../permissions/mutate.ts'
import { REPLAY_FAULTS } from '../permissions/replay-faults.ts'
import { WORLDS_FAULTS } from '../permissions/worlds-faults.ts'
import { edited, type Edit } from '../support/copy.ts'

const faults: readonly (readonly [name: string, edits: readonly Edit[]])[] = [
  ...[...FAULTS, ...COUNT_FAULTS, ...MATRIX_FAULTS, ...WORLDS_FAULTS].map((fault) => [fault.name, [fault]] as const),
  ...REPLAY_FAULTS.map(({ test: name, edits }) => [name, edits] as const),
  ['what is kept is kept apart', KEPT_APART],
]

void test('every seeded fault has its place, once', (t) => {
  const lost = faults.flatMap(([name, edits]) => {
    const sources = new Map<string, string>()
    try {
      for (const edit of edits) sources.set(edit.file, edited(sources.get(edit.file) ?? sourceOf(edit.file), edit))
      return []
    } catch (error) {
      return [`${name}: ${String(error)}`]
    }
  })
  t.diagnostic(`${faults.length} faults`)
  assert.deepEqual(lost, [])
})
const sourceOf = (file: string): string => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
