// Faults in lists that show one date of each series. A test in this folder must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const FILE = 'engine/list/collapse-window.ts'
/** `test` is the file whose tests of contract 13.3.3 notice the fault, and `difference` what they print. */
export const COLLAPSE_FAULTS: readonly (SeededFault & { readonly test: string; readonly difference: RegExp })[] = [
  {
    name: 'gaps between dates are not subtracted',
    file: FILE,
    in: 'startingSeries.gaps',
    at: 'template',
    put: '`select 1 where false`',
    test: 'collapse.test.ts',
    difference: /"total":/,
  },
  {
    name: 'dates that end too late hide later ones',
    file: FILE,
    in: 'isFirstInWindow',
    at: 'conditional 2.test',
    put: 'false',
    test: 'lists.test.ts',
    difference: /✖ 13\.3\.3 a date that ends after the window/,
  },
]
