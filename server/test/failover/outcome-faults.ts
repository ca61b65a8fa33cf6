// Faults in the search for the outcome of a commit. The test whose name begins with `by` must notice each of them.
import type { SeededFault } from '../support/copy.ts'

export const OUTCOME_FAULTS: readonly (SeededFault & { readonly by: string })[] = [
  {
    name: 'a write is acknowledged without asking for the outcome of its commit',
    file: 'kernel/database/commit-outcome.ts',
    in: 'resolveCommit',
    at: 'return 1',
    put: 'return result',
    by: '21.1 a write whose commit did not',
  },
  {
    name: 'a create whose answer was lost is not looked for',
    file: 'engine/write/single-statement.ts',
    in: 'createAlone',
    at: 'if 1.test',
    put: 'true',
    by: '21.1 a create',
  },
  {
    name: 'the warning of a commit that was canceled is ignored',
    file: 'kernel/database/commit-outcome.ts',
    in: 'NO_WARNING',
    at: 'string "00000"',
    put: "'01000'",
    by: '21.3',
  },
]
