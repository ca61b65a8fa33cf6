// The search parameters of a run: the outcome of the items in its report.
import type { RunOutcome } from '@kalends/client'

export const RUN_OUTCOMES = [
  'new',
  'changed',
  'unchanged',
  'failed',
  'left_alone',
  'kept',
  'canceled',
  'trashed',
] as const satisfies readonly RunOutcome[]

export const validateRunSearch = (search: Record<string, unknown>): { outcome?: RunOutcome } => {
  const outcome = RUN_OUTCOMES.find((each) => each === search['outcome'])
  return outcome ? { outcome } : {}
}
