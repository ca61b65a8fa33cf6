// The matrix as tests: one for each operation, then what strangers must have kept, then the figures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBase, OPERATIONS, type Cell } from './cells.ts'
import { standing } from './copies.ts'
import type { Operation } from './operations.ts'
import { play } from './run.ts'
import type { Stage } from './stage.ts'
import { resumable } from '../../support/evidence.ts'

export interface Figures {
  readonly cells: number
  readonly base: number
  readonly wrong: number
}

/** MATRIX_FIRST: whether to end with the first operation that has wrong cells. */
const FIRST = process.env['MATRIX_FIRST'] !== undefined
/** Wrong cells so far, of all that is played in this run. */
export const found = { wrong: 0 }
export const isEnough = (): boolean => FIRST && found.wrong > 0

/** Call at the top of a test file. The last test checks the figures of the run. `evidence` names the evidence that a full run collects, if any. */
export async function matrix(
  stage: Stage,
  choose: (operation: Operation) => Iterable<Cell>,
  show: (figures: Figures) => void,
  evidence = '',
): Promise<void> {
  const linked = (kind: 'venue' | 'organizer') => standing(stage.db, kind, [stage.links.visible[kind].id, stage.links.hidden[kind].id])
  const before = [await linked('venue'), await linked('organizer')]
  const figures = { cells: 0, base: 0, wrong: 0 }
  for (const [i, operation] of OPERATIONS.entries()) {
    const cells = [...choose(operation)]
    if (cells.length === 0) continue
    void test(`${operation.method} ${operation.path} (${operation.act}${operation.shower ? ` of what the ${operation.shower} shows` : ''}): ${cells.length} cells`, async (t) => {
      if (isEnough()) return t.skip('one wrong cell is enough')
      const wrong = await resumable(evidence, `${i} ${operation.method} ${operation.path}`, () => play(stage, operation, cells))
      figures.cells += cells.length
      figures.base += cells.filter(isBase).length
      figures.wrong += wrong.length
      found.wrong += wrong.length
      assert.equal(wrong.length, 0, `${wrong.length} wrong cells, the first of them:\n${wrong.slice(0, 5).join('\n')}`)
    })
  }
  void test('8.2 linked records of strangers are as they were', async () => {
    assert.deepEqual([await linked('venue'), await linked('organizer')], before)
  })
  void test('the figures', (t) => {
    t.diagnostic(
      `${figures.cells} cells, ${figures.base} of them of the ${52 * 7 * 8 * 2 * 3 * 2} of the interface, ${figures.wrong} wrong`,
    )
    show(figures)
  })
}
