// Reads the history of records, restores versions, and undoes changes.
import { createCall } from './call.ts'
import { buildQuery } from './collection.ts'
import type { DryRunOptions, RequestOptions, WriteOptions } from './options.ts'
import type { Category, Event, Image, Organizer, Tag, Venue } from './records.ts'
import type { Send } from './send.ts'

interface RecordsByPlural {
  events: Event
  venues: Venue
  organizers: Organizer
  categories: Category
  tags: Tag
  media: Image
}
/** The name of a collection with a history. */
export type HistoryCollection = keyof RecordsByPlural
export interface FieldChange {
  field: string
  /** The language of a text; `null` for other fields. */
  language: string | null
  before: unknown
  after: unknown
}
export interface HistoryEntry {
  version: number
  at: string
  /** `null` for changes of earlier versions of the server. */
  change_id: string | null
  action: 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'publish' | 'merge'
  language: string | null
  /** The user who made the change. Only editors get the names of other users. */
  author: { id: number; name: string | null } | null
  changes: FieldChange[]
}
export interface HistoryPage {
  history: HistoryEntry[]
  total: number
  total_pages: number
}
export interface UndoResult {
  /** The change that was undone. */
  undone: string
  /** The change that undoes it; `null` if nothing changed. Undo it to repeat the first change. */
  change_id: string | null
  records: { kind: string; id: number; action: 'restored' | 'trashed' | 'removed'; version: number | null }[]
  /** Records that were changed since and stayed as they are. */
  skipped: { kind: string; id: number }[]
  /** Records and fields that could not be restored. */
  not_restored: { kind: string; id: number; field: string | null; reason: 'deleted' | 'secret' | 'in_use' | 'taken' }[]
}
export interface UndoOptions extends RequestOptions {
  /** Whether to skip records that were changed since, instead of throwing `rest_changed_since`. */
  skipChanged?: boolean
}

export interface History {
  /** Returns one page of the changes of a record, the newest first. */
  history(
    collection: HistoryCollection,
    id: number,
    params?: { page?: number; per_page?: number },
    options?: RequestOptions,
  ): Promise<HistoryPage>
  /** Makes an earlier version of a record its newest version. */
  restoreVersion<C extends HistoryCollection>(
    collection: C,
    id: number,
    version: number,
    options?: WriteOptions,
  ): Promise<RecordsByPlural[C]>
  /** Reverses everything that one request changed. `changeIdOf` returns the ID of the change that made a record. */
  undo(changeId: string, options: UndoOptions & DryRunOptions): Promise<{ dry_run: true; status: number; record: UndoResult }>
  undo(changeId: string, options?: UndoOptions): Promise<UndoResult>
}
export function createHistory(send: Send, clientLanguage: string | undefined): History {
  const call = createCall(send, clientLanguage)
  return {
    history: (collection, id, params = {}, options) =>
      call({ method: 'GET', path: `/${collection}/${id}/history`, query: params }, options),
    restoreVersion: (collection, id, version, options) =>
      call({ method: 'POST', path: `/${collection}/${id}/history/${version}/restore` }, options),
    undo: (changeId: string, given?: UndoOptions & Partial<DryRunOptions>) => {
      const { language = clientLanguage, skipChanged, dryRun, ...options } = given ?? {}
      const query = buildQuery({ i18n_language: language, ...(skipChanged && { skip_changed: true }), ...(dryRun && { dry_run: true }) })
      // A second undo of the same change is refused, so a request that may have taken effect is not repeated.
      return send({ ...options, method: 'POST', path: `/changes/${changeId}/undo${query}`, idempotent: dryRun === true }) as Promise<never>
    },
  }
}
