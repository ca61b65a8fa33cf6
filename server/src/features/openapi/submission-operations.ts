// Summaries and errors of the operations of submissions.
import type { Operation } from './operations.ts'

type Errors = readonly (readonly [status: number, ...codes: string[]])[]
export const SUBMISSIONS_TAG = 'submissions'
const OFF = [403, 'rest_submissions_off'] as const
const EXPIRED = [410, 'rest_link_expired'] as const
const FULL = [503, 'rest_submissions_full'] as const
const PICTURE = [503, 'rest_media_unavailable'] as const
const CLOSED = [409, 'rest_submission_closed'] as const
export const SUBMISSION_OPERATIONS: Readonly<Record<string, { readonly summary: string; readonly errors: Errors }>> = {
  get_submission_challenge: { summary: 'Get a challenge', errors: [OFF] },
  submit_event: { summary: 'Submit an event', errors: [OFF, FULL, PICTURE] },
  get_own_submission: { summary: 'Get your submission', errors: [[400, 'rest_missing_callback_param'], EXPIRED] },
  correct_own_submission: { summary: 'Correct your submission', errors: [CLOSED, EXPIRED, PICTURE] },
  confirm_own_submission: { summary: 'Confirm your submission', errors: [EXPIRED, FULL] },
}
/** The errors of an operation of submissions, besides those of every operation. */
export function submissionErrors({ response, method, file }: Operation): Errors {
  const own = SUBMISSION_OPERATIONS[response?.name ?? '']
  if (!own) return []
  if (method === 'GET') return own.errors
  return [
    [400, 'rest_invalid_json', 'rest_missing_callback_param', ...(file ? ['rest_invalid_form'] : [])],
    ...own.errors,
    [413, 'rest_body_too_large'],
    [415, 'rest_unsupported_media_type'],
    ...(method === 'POST' ? [[405, 'rest_method_not_allowed'] as const] : []),
  ]
}
