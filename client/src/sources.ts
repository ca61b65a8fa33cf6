// Sources that records are imported from, their runs, and the reports of the runs. Administrators manage those of all users.
import { createCall } from './call.ts'
import type { RequestOptions } from './options.ts'
import type { Language } from './records.ts'
import type { Send } from './send.ts'

/** Later versions may add types. */
export type SourceType = 'icalendar' | 'csv' | 'tec' | (string & {})
export interface ImportSource {
  id: number
  /** ID of the user to whom the imported records belong. */
  owner: number
  name: string
  type: SourceType
  url: string | null
  /** The time zone, the columns of a table, and other settings of the type. */
  mapping: Record<string, string>
  language: Language
  status: 'publish' | 'draft' | 'pending' | 'private'
  vanished: 'keep' | 'cancel' | 'trash'
  precedence: 'editors' | 'source'
  every_hours: number | null
  next_run: string | null
  external_source: string
  created: string
  modified: string
}
export type ImportSourceChanges = Partial<
  Pick<ImportSource, 'name' | 'type' | 'url' | 'mapping' | 'language' | 'status' | 'vanished' | 'precedence' | 'every_hours'>
>
export type RunState = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed' | 'undoing' | 'undone'
export type RunOutcome = 'new' | 'changed' | 'unchanged' | 'left_alone' | 'failed' | 'kept' | 'canceled' | 'trashed'
export interface RunColumn {
  name: string
  /** The field that the column has; `null` if it is not imported. */
  field: string | null
  /** The first value, if the run is a dry run or could not find its columns. */
  example: string | null
}
export interface SourceRun {
  id: number
  source: number
  dry_run: boolean
  state: RunState
  /** Why the run failed or stopped. */
  reason: string | null
  /** The columns of a CSV file; `null` for other documents. */
  columns: RunColumn[] | null
  total: number
  counts: Record<RunOutcome, number>
  created: string
  started: string | null
  ended: string | null
}
export interface RunItem {
  position: number
  kind: string
  external_id: string | null
  title: string
  outcome: RunOutcome
  record_id: number | null
  reason: string | null
  errors: { field: string | null; code: string; message: string }[]
  /** Fields that keep the value of an editor. */
  left_alone: string[]
  notes: string[]
  /** IDs of records of other sources with the same start, title and place. */
  duplicates: number[]
  /** The inputs that were read, if the run is a dry run. */
  fields: Record<string, unknown> | null
}
export interface StartRunOptions extends RequestOptions {
  /** Reports what the run would do, and writes nothing. */
  dryRun?: boolean
  /** Continues although more than 30 % of the upcoming records of the source are gone. */
  acceptGone?: boolean
}
export interface Sources {
  list(options?: RequestOptions): Promise<{ sources: ImportSource[] }>
  get(id: number, options?: RequestOptions): Promise<ImportSource>
  create(source: ImportSourceChanges & { name: string }, options?: RequestOptions): Promise<ImportSource>
  update(id: number, changes: ImportSourceChanges, options?: RequestOptions): Promise<ImportSource>
  /** Deletes the source with its reports. Its records stay. */
  delete(id: number, options?: RequestOptions): Promise<ImportSource>
  runs(
    id: number,
    params?: { page?: number; per_page?: number },
    options?: RequestOptions,
  ): Promise<{ runs: SourceRun[]; total: number; total_pages: number }>
  /** Starts a run with a file, or with the document at the URL of the source. */
  startRun(id: number, file?: Blob | null, options?: StartRunOptions): Promise<SourceRun>
  run(id: number, runId: number, options?: RequestOptions): Promise<SourceRun>
  items(
    id: number,
    runId: number,
    params?: { outcome?: readonly RunOutcome[]; page?: number; per_page?: number },
    options?: RequestOptions,
  ): Promise<{ items: RunItem[]; total: number; total_pages: number }>
  /** Returns the rows of a CSV file that failed, with their reasons, as CSV. */
  failedRows(id: number, runId: number, options?: RequestOptions): Promise<string>
  /** Stops a run that has not ended. The records that it has written stay. */
  cancel(id: number, runId: number, options?: RequestOptions): Promise<SourceRun>
  undo(id: number, runId: number, options?: RequestOptions): Promise<SourceRun>
}

export function createSources(send: Send, clientLanguage: string | undefined): { sources: Sources } {
  const call = createCall(send, clientLanguage)
  const root = '/sources'
  const runPath = (id: number, runId: number): string => `${root}/${id}/runs/${runId}`
  return {
    sources: {
      list: (options) => call({ method: 'GET', path: root }, options),
      get: (id, options) => call({ method: 'GET', path: `${root}/${id}` }, options),
      create: (body, options) => call({ method: 'POST', path: root, body }, options),
      update: (id, body, options) => call({ method: 'PATCH', path: `${root}/${id}`, body }, options),
      delete: (id, options) => call({ method: 'DELETE', path: `${root}/${id}` }, options),
      runs: (id, query = {}, options) => call({ method: 'GET', path: `${root}/${id}/runs`, query }, options),
      startRun: (id, file, { dryRun, acceptGone, ...options } = {}) => {
        const query = { ...(dryRun && { dry_run: true }), ...(acceptGone && { accept_gone: true }) }
        return call({ method: 'POST', path: `${root}/${id}/runs`, query, ...(file && { body: formOf(file) }) }, options)
      },
      run: (id, runId, options) => call({ method: 'GET', path: runPath(id, runId) }, options),
      items: (id, runId, query = {}, options) => call({ method: 'GET', path: `${runPath(id, runId)}/items`, query }, options),
      failedRows: (id, runId, options) => call({ method: 'GET', path: `${runPath(id, runId)}/failed-rows`, isText: true }, options),
      cancel: (id, runId, options) => call({ method: 'POST', path: `${runPath(id, runId)}/cancel` }, options),
      undo: (id, runId, options) => call({ method: 'POST', path: `${runPath(id, runId)}/undo` }, options),
    },
  }
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}
