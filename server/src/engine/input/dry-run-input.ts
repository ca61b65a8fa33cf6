// The parameter of dry runs, which a client may send in the query or in the body (contract 7.18).
import * as values from '../../kernel/validation/value-types.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Params } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'

/** The parameter of every write, in the query or in the body. */
export const DRY_RUN: Params = {
  dry_run: param(values.boolean, 'Checks the request and returns the result without storing anything.', { fallback: false }),
}

export interface WriteInputs {
  readonly isDryRun: boolean
  /** The query with the parameter, wherever the client sent it, so that its errors are reported with those of the query. */
  readonly query: Inputs
  readonly body: Inputs
}
/** Separates the parameter from the body. A value that is not a boolean counts as a dry run, so that the request writes nothing. */
export function separateDryRun(query: Inputs, body: Inputs): WriteInputs {
  const { dry_run: inBody, ...fields } = body
  const sent = [query['dry_run'], inBody].filter((value) => value !== undefined && value !== null && value !== '')
  const decisive = sent.find((value) => values.boolean.parse(value) !== false)
  if (sent.length === 0) return { isDryRun: false, query, body: fields }
  return { isDryRun: decisive !== undefined, query: { ...query, dry_run: decisive ?? false }, body: fields }
}
