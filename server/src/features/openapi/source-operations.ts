// Summaries and errors of the operations of sources and of their runs.
import type { Operation } from './operations.ts'
import { SUBMISSION_OPERATIONS } from './submission-operations.ts'

type Errors = readonly (readonly [status: number, ...codes: string[]])[]
const NO_SOURCE = [404, 'rest_source_not_found'] as const
const NO_RUN = [404, 'rest_source_not_found', 'rest_run_not_found'] as const
const NO_NAME = [400, 'rest_missing_callback_param'] as const
export const SOURCES_TAG = 'sources'
const SOURCE_OPERATIONS: Readonly<Record<string, { readonly summary: string; readonly errors: Errors }>> = {
  list_sources: { summary: 'List sources', errors: [] },
  create_source: { summary: 'Create a source', errors: [NO_NAME, [422, 'rest_too_many_sources']] },
  get_source: { summary: 'Get a source', errors: [NO_SOURCE] },
  update_source: { summary: 'Update a source', errors: [NO_SOURCE] },
  delete_source: { summary: 'Delete a source', errors: [NO_SOURCE] },
  list_source_runs: { summary: 'List the runs of a source', errors: [NO_SOURCE] },
  start_source_run: {
    summary: 'Start a run',
    errors: [
      [400, 'rest_missing_callback_param', 'rest_invalid_form'],
      NO_SOURCE,
      [409, 'rest_run_active'],
      [503, 'rest_media_unavailable'],
    ],
  },
  get_source_run: { summary: 'Get a run', errors: [NO_RUN] },
  list_source_run_items: { summary: 'Get the report of a run', errors: [NO_RUN] },
  get_source_run_failed_rows: { summary: 'Get the rows that failed', errors: [NO_RUN] },
  cancel_source_run: { summary: 'Cancel a run', errors: [NO_RUN, [409, 'rest_run_ended']] },
  undo_source_run: { summary: 'Undo a run', errors: [NO_RUN, [409, 'rest_run_active', 'rest_run_not_undoable']] },
}
const IMAGE_OPERATIONS = { list_image_uses: { summary: 'List the records that use an image' } }
/** The operations of sources and of submissions, and the operation that only images have, by name. */
export const PLAIN_OPERATIONS: Readonly<Record<string, { readonly summary: string }>> = {
  ...SUBMISSION_OPERATIONS,
  ...SOURCE_OPERATIONS,
  ...IMAGE_OPERATIONS,
}
/** The errors of an operation of sources, besides those of every operation. */
export function sourceErrors({ response, method }: Operation): Errors {
  const own = SOURCE_OPERATIONS[response?.name ?? '']
  if (!own) return []
  return [
    [401, 'rest_forbidden'],
    [403, 'rest_forbidden'],
    ...own.errors,
    ...(method === 'GET'
      ? []
      : ([
          [400, 'rest_invalid_json'],
          [413, 'rest_body_too_large'],
          [415, 'rest_unsupported_media_type'],
        ] as const)),
    ...(method === 'POST' ? [[405, 'rest_method_not_allowed'] as const] : []),
  ]
}
