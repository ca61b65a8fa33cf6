// Readers that take quadratic time, each with the input through which the timing test must notice it.
import type { Edit } from '../support/source-edits.ts'

export const QUADRATIC_FAULTS: readonly (Edit & { readonly input: string })[] = [
  {
    file: 'kernel/validation/value-types.ts',
    in: 'decimal.parse',
    at: '&& 1',
    put: '$(left.left) && /^[+-]?(\\d+\\.?\\d*|\\.\\d+)$/.test($(right.1))',
    input: 'POST /venues body all fields',
  },
  { file: 'kernel/text/fold.ts', in: 'fold', at: 'call 8', put: '$(callee.object)', input: 'body description' },
  {
    file: 'kernel/http/request-parsing.ts',
    in: 'Branch.freeIndex',
    at: '= 1',
    put: "$left = [...$(right.2.object).keys()].filter((key) => key === '').length",
    input: 'form of 4999 a[]=1&',
  },
]
