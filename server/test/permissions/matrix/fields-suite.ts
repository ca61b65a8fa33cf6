// The tables of inputs as tests: one for each kind, then statuses, what is made along with an event, and what is named beside the path.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { confusedCells, playConfusion } from './confusion.ts'
import { fieldCells, playFields, type Way } from './fields.ts'
import { ELSEWHERE, INPUTS, type Kind, type Writer } from './fields-table.ts'
import { playInline, playStatuses } from './lifecycle.ts'
import { PLURALS } from './operations.ts'
import { parityCells, playParity } from './parity.ts'
import type { Stage } from './stage.ts'
import { found, isEnough, type Figures } from './suite.ts'
import type { Caller, Linked } from './table.ts'

/** Which part is played. */
export interface Part {
  readonly ways: readonly Way[]
  readonly writers: readonly Writer[]
  readonly statuses: readonly ('event' | 'venue' | 'organizer')[]
  readonly confused: readonly Kind[]
  readonly linked: readonly Linked[]
  /** The callers that read a record by id, by slug and in lists. */
  readonly callers: readonly Caller[]
}

/** Call at the top of a test file. */
export function fields(
  stage: Stage,
  { ways, writers, statuses, confused, linked, callers }: Part,
  show: (figures: Omit<Figures, 'base'>) => void = () => undefined,
): void {
  const figures = { cells: 0, wrong: 0 }
  const judged = (cells: number, wrong: readonly string[]): void => {
    figures.cells += cells
    figures.wrong += wrong.length
    found.wrong += wrong.length
    assert.equal(wrong.length, 0, `${wrong.length} wrong cells, the first of them:\n${wrong.slice(0, 8).join('\n')}`)
  }
  for (const kind of Object.keys(INPUTS) as Kind[]) {
    void test(`${kind}: the table names every field, sent or shown`, async () => {
      const { fields: sent } = JSON.parse(readFileSync(new URL('../../../../conformance/interface.json', import.meta.url), 'utf8')) as {
        fields: Partial<Record<Kind, { name: string }[]>>
      }
      const id = stage.target(kind, 'author', 'publish', 'visible')?.id
      const shown = Object.keys((await stage.server.get(`/${PLURALS[kind]}/${id}`)).json)
      const named = new Set([...INPUTS[kind].map(({ field }) => field), ...ELSEWHERE])
      assert.deepEqual(
        [...(sent[kind] ?? []).map(({ name }) => name), ...shown].filter((name) => !named.has(name)),
        [],
      )
    })
    for (const way of ways) {
      const cells = fieldCells(kind, way, writers)
      if (cells.length === 0) continue
      void test(`${way} ${kind}: ${cells.length} inputs by role`, async (t) =>
        isEnough() ? t.skip() : judged(cells.length, await playFields(stage, cells)))
    }
  }
  for (const kind of statuses)
    void test(`7.8 7.11 8.2 ${kind}: the resulting status of each requested status`, async () => {
      const { cells, wrong } = await playStatuses(stage, kind)
      judged(cells, wrong)
    })
  void test('7.3 7.8 8.2 records that are created with an event', async () => {
    const { cells, wrong } = await playInline(stage)
    judged(cells, wrong)
  })
  for (const kind of statuses)
    void test(`E4 ${kind}: by id, by slug and in lists the same`, async () => {
      const cells = parityCells(linked, callers)
      judged(cells.length, await playParity(stage, kind, cells))
    })
  void test('1.7 E5 the path decides, whatever else is named beside it', async () => {
    const cells = confusedCells(confused)
    judged(cells.length, await playConfusion(stage, cells))
  })
  void test('the figures of the fields', (t) => {
    t.diagnostic(`${figures.cells} cells, ${figures.wrong} wrong`)
    show(figures)
  })
}
