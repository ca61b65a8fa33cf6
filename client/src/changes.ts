// Reads the change feed: the records that changed since a cursor.
import { buildQuery } from './collection.ts'
import type { RequestOptions } from './options.ts'
import type { Category, Event, Image, Organizer, Tag, Venue } from './records.ts'
import type { Send } from './send.ts'

/** The type of the records of each kind. */
export interface RecordsByKind {
  event: Event
  venue: Venue
  organizer: Organizer
  category: Category
  tag: Tag
  image: Image
}
/** The name of a kind in the change feed. */
export type ChangedKind = keyof RecordsByKind

export interface ChangesParams {
  /** The `next` or the `cursor` of an earlier response. `now` returns the current cursor. Default: the oldest change that the server keeps. */
  since?: string
  /** Returns only changes of these kinds. */
  kinds?: readonly ChangedKind[]
  /** Number of records per page. */
  per_page?: number
  /** If `thin`, `record` is `null`. */
  content?: 'full' | 'thin'
}
interface AnyChange<K extends ChangedKind> {
  /** The cursor after this change. */
  cursor: string
  kind: K
  id: number
}
/** A record that is new or was changed, as it is now. */
export interface Upsert<K extends ChangedKind = ChangedKind> extends AnyChange<K> {
  action: 'upsert'
  /** When the record was changed last. */
  at: string
  /** The ID of the request that changed the record last. `null` for changes of earlier versions of the server. */
  change_id: string | null
  version: number
  reason: null
  into: null
  /** Whether the dates of a series changed. */
  dates_changed: boolean
  rest_url: string
  /** The record; `null` with `content: 'thin'`. */
  record: RecordsByKind[K] | null
}
/** A record that the caller could see before and cannot see now. */
export interface Removal<K extends ChangedKind = ChangedKind> extends AnyChange<K> {
  action: 'remove'
  at: null
  change_id: null
  version: null
  reason: 'deleted' | 'trashed' | 'unpublished' | 'unmatched' | 'excluded' | 'merged'
  /** The record that a merged record was merged into. */
  into: number | null
  dates_changed: false
  rest_url: null
  record: null
}
export type Change = { [K in ChangedKind]: Upsert<K> | Removal<K> }[ChangedKind]
export interface ChangesPage {
  changes: Change[]
  /** The cursor for the next request. Store it after the changes are applied. */
  next: string
  /** Whether further changes can be read at once. */
  more: boolean
  /** When the oldest change that the server keeps was made. */
  kept_since: string | null
  /** The day up to which dates of series without an end are stored. */
  occurrences_until: string
}

export interface ChangeFeed {
  /** Returns one page of changes. Throws `rest_cursor_expired` if the lists must be read again. */
  changesPage(params?: ChangesParams, options?: RequestOptions): Promise<ChangesPage>
  /** Yields all changes since a cursor, and ends when there are no more. Each has the cursor to continue from. */
  changes(params?: ChangesParams, options?: RequestOptions): AsyncGenerator<Change, void, undefined>
}
export function createChangeFeed(send: Send, clientLanguage: string | undefined): ChangeFeed {
  const changesPage: ChangeFeed['changesPage'] = ({ kinds, ...params } = {}, { language = clientLanguage, ...options } = {}) => {
    const query = buildQuery({ i18n_language: language, ...params, ...(kinds && { kinds: kinds.join(',') }) })
    return send({ ...options, method: 'GET', path: `/changes${query}`, idempotent: true })
  }
  async function* changes(params: ChangesParams = {}, options?: RequestOptions): AsyncGenerator<Change, void, undefined> {
    for (let since = params.since, more = true; more; ) {
      const page = await changesPage({ ...params, ...(since !== undefined && { since }) }, options)
      yield* page.changes
      since = page.next
      more = page.more
    }
  }
  return { changesPage, changes }
}
