// Summaries and errors of the operations of working copies, previews, reviews, presence and counts, which all kinds with an author and a status have.
import { kinds } from '../../resources/index.ts'
import type { Operation } from './operations.ts'

type Errors = readonly (readonly [status: number, ...codes: string[]])[]
interface ReviewOperation {
  /** `{record}`, `{kind}` and `{plural}` stand for the kind of record: the catalogs have the summaries of each kind. */
  readonly summary: string
  /** The errors besides those of every read or write of a record. */
  readonly errors: Errors
}
/** The errors of an update that applies the working copy. */
const APPLIES: Errors = [
  [404, 'rest_working_copy_not_found'],
  [409, 'term_exists', 'rest_slug_taken', 'rest_external_id_taken'],
  [412, 'rest_precondition_failed'],
]
const CONFLICTS = [412, 'rest_working_copy_conflicts'] as const
const OPERATIONS: Readonly<Record<string, ReviewOperation>> = {
  'GET /{id}/working-copy': { summary: 'Get the working copy of {record}', errors: [[404, 'rest_working_copy_not_found']] },
  'PUT /{id}/working-copy': {
    summary: 'Write the working copy of {record}',
    errors: [
      [409, 'rest_working_copy_taken', 'term_exists', 'rest_slug_taken', 'rest_external_id_taken'],
      [412, 'rest_precondition_failed'],
      [503, 'rest_media_unavailable'],
    ],
  },
  'DELETE /{id}/working-copy': {
    summary: 'Delete the working copy of {record}',
    errors: [
      [404, 'rest_working_copy_not_found'],
      [409, 'rest_working_copy_taken'],
      [412, 'rest_precondition_failed'],
    ],
  },
  'POST /{id}/working-copy/publish': { summary: 'Publish the working copy of {record}', errors: [...APPLIES, CONFLICTS] },
  'POST /{id}/working-copy/submit': {
    summary: 'Submit the working copy of {record}',
    errors: [...APPLIES, [409, 'rest_working_copy_taken']],
  },
  'GET /{id}/preview': { summary: 'Preview the page of {record}', errors: [[404, 'rest_working_copy_not_found']] },
  'POST /{id}/review': {
    summary: 'Review a submitted {kind}',
    errors: [
      [400, 'rest_missing_callback_param'],
      [409, 'rest_nothing_to_review', 'term_exists', 'rest_slug_taken', 'rest_external_id_taken'],
      [412, 'rest_precondition_failed', 'rest_working_copy_conflicts'],
    ],
  },
  'GET /{id}/review-notes': { summary: 'List the review notes of {record}', errors: [] },
  'POST /{id}/review-notes': { summary: 'Add a review note to {record}', errors: [[400, 'rest_missing_callback_param']] },
  'PUT /{id}/presence': { summary: 'Register as editing {record}', errors: [] },
  'GET /counts': {
    summary: 'Count {plural} by status',
    errors: [
      [401, 'rest_forbidden'],
      [403, 'rest_forbidden'],
    ],
  },
}

/** Returns the operation of a review, or undefined if the operation is another one. */
export function reviewOperation({ method, path }: Pick<Operation, 'method' | 'path'>): ReviewOperation | undefined {
  const [, plural = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path) ?? []
  const found = OPERATIONS[`${method} ${rest}`]
  const kind = kinds.find((each) => each.plural === plural)?.name ?? ''
  const values: Readonly<Record<string, string>> = { record: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`, kind, plural }
  return found && { ...found, summary: found.summary.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') }
}
