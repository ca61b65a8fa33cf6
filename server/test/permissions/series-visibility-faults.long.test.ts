// Seeds faults in the visibility of series into a copy of the server: the two calendars or the matrix of series must notice each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { SERIES_VISIBILITY_FAULTS } from './series-visibility-faults.ts'

const TESTS = {
  calendars: { file: 'permissions/two-calendars.test.ts', only: '13 8.4', shows: 'Hidden records show' },
  matrix: { file: 'permissions/matrix-series.test.ts', only: '8.2', shows: 'wrong cells' },
} as const
const copy = await copyServer()

for (const { by, ...fault } of SERIES_VISIBILITY_FAULTS)
  void test(`noticed: ${fault.name}`, async () => {
    const { file, only, shows } = TESTS[by]
    const { code, output } = await copy.faulty(fault, () => copy.run(file, { WORLDS_SERIES: '1', MATRIX_FIRST: '1' }, only))
    assert.notEqual(code, 0, 'The fault was not noticed.')
    assert.ok(output.includes(shows), `It failed, but not because something shows.\n${output}`)
  })
