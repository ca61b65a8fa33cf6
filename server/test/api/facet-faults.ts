// Faults in facets of lists. The comparison with brute force in facets.test.ts must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const STATEMENT = 'engine/list/facet-statement.ts'
export const FACET_FAULTS: readonly SeededFault[] = [
  {
    name: 'a facet keeps the filter of its own name',
    file: 'engine/list/facets.ts',
    in: 'withoutFilter',
    at: 'return.argument',
    put: 'request',
  },
  { name: 'protected events count for their venue', file: STATEMENT, in: 'linksOf', at: 'conditional.test', put: 'false' },
  { name: 'venues that the caller may not see are named', file: STATEMENT, in: 'linkFacet', at: 'call "r"', put: "raw('true')" },
  {
    name: 'events in progress at the beginning are left out',
    file: STATEMENT,
    in: 'rowsBesideDays',
    at: 'conditional 1.alternate',
    put: '[]',
  },
  {
    name: 'counts that are not merged are left out',
    file: STATEMENT,
    in: 'storedCounts',
    at: 'template "count_changes"',
    replace: ['ref_id > 0', 'ref_id = 0'],
  },
  { name: 'months begin at midnight in UTC', file: STATEMENT, in: 'monthFacet', at: 'conditional 1.test', put: 'true' },
]
