// Faults in lists that show one date of each series. The comparison with brute force must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const FILE = 'engine/list/collapse-window.ts'
export const COLLAPSE_FAULTS: readonly SeededFault[] = [
  { name: 'gaps between dates are not subtracted', file: FILE, in: 'startingSeries.gaps', at: 'template', put: '`select 1 where false`' },
  { name: 'dates that end too late hide later ones', file: FILE, in: 'isFirstInWindow', at: 'conditional 2.test', put: 'false' },
]
