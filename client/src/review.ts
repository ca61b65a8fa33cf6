// Working copies, review, presence and counts by status.
import { createCall } from './call.ts'
import type { RequestOptions, WriteOptions } from './options.ts'
import type { Event, EventListParams, Organizer, OrganizerListParams, Status, Venue, VenueListParams } from './records.ts'
import type { Send } from './send.ts'

interface RecordsByPlural {
  events: Event
  venues: Venue
  organizers: Organizer
}
interface ListParamsByPlural {
  events: EventListParams
  venues: VenueListParams
  organizers: OrganizerListParams
}
/** Parameters of a list that select a page, an order or a status are not filters. */
export type CountParams<C extends ReviewedCollection> = Omit<
  ListParamsByPlural[C],
  'page' | 'per_page' | 'cursor' | 'status' | 'orderby' | 'order' | 'highlight' | 'i18n_language'
>
export type StatusCounts = Record<Status, number>
/** The name of a collection with working copies. */
export type ReviewedCollection = keyof RecordsByPlural
export interface WorkingCopy<T = unknown> {
  kind: string
  id: number
  version: number
  /** Version of the record that the edits are based on. */
  base_version: number
  author: { id: number; name: string }
  /** `pending`: it waits for an editor. */
  state: 'draft' | 'pending'
  /** The edits by language. */
  inputs: Record<string, Record<string, unknown>>
  /** The record as it would be; `null` if the copy can no longer be applied. */
  preview: T | null
  /** Names of fields that the record changed since, too. */
  conflicts: string[]
  created_utc: string
  modified_utc: string
}
export interface ReviewNote {
  id: number
  /** `null` if the user was deleted. */
  author: { id: number; name: string } | null
  decision: 'submit' | 'return' | 'publish' | null
  note: string
  created_utc: string
}
/** A record or working copy that waits for an editor, that an editor returned, or that was decided on lately. */
export interface QueuedReview {
  kind: 'event' | 'venue' | 'organizer'
  id: number
  /** The title of the record, without the edits of its working copy. */
  title: string
  language: string
  is_copy: boolean
  author: { id: number; name: string } | null
  /** The person who submitted the event without an account. `null` for all others, for callers who are not editors, and once it is erased. */
  sender: { name: string; email: string } | null
  /** The note of the latest submission, or of the decision. */
  note: string
  /** `null` if it waits. */
  decision: 'publish' | 'return' | null
  decided_by: { id: number; name: string } | null
  /** The change that the decision made, for `undo`. `null` for callers who are not editors, if the record did not change, and once it is undone. */
  change_id: string | null
  at_utc: string
}
export interface WorkingCopyOptions extends WriteOptions {
  /** Bases all edits on the present version of the record, after conflicts were resolved. */
  rebase?: boolean
}

export interface Review {
  getWorkingCopy<C extends ReviewedCollection>(
    collection: C,
    id: number,
    options?: RequestOptions,
  ): Promise<WorkingCopy<RecordsByPlural[C]>>
  /** Stores edits that the public does not see. They replace earlier ones in the same language. */
  saveWorkingCopy<C extends ReviewedCollection>(
    collection: C,
    id: number,
    inputs: Readonly<Record<string, unknown>>,
    options?: WorkingCopyOptions,
  ): Promise<WorkingCopy<RecordsByPlural[C]>>
  deleteWorkingCopy(
    collection: ReviewedCollection,
    id: number,
    options?: WriteOptions,
  ): Promise<{ kind: string; id: number; deleted: boolean }>
  /** Makes a working copy wait for an editor. */
  submitWorkingCopy<C extends ReviewedCollection>(
    collection: C,
    id: number,
    body?: { note?: string },
    options?: WriteOptions,
  ): Promise<WorkingCopy<RecordsByPlural[C]>>
  /** Applies a working copy to its record. Throws `rest_working_copy_conflicts` if both changed the same fields. */
  publishWorkingCopy<C extends ReviewedCollection>(collection: C, id: number, options?: WriteOptions): Promise<RecordsByPlural[C]>
  /** Decides on a submitted record or working copy. `return` needs a note. */
  review<C extends ReviewedCollection>(
    collection: C,
    id: number,
    decision: { decision: 'publish' | 'return'; note?: string },
    options?: WriteOptions,
  ): Promise<RecordsByPlural[C]>
  reviewNotes(collection: ReviewedCollection, id: number, options?: RequestOptions): Promise<{ notes: ReviewNote[] }>
  addReviewNote(collection: ReviewedCollection, id: number, note: string, options?: RequestOptions): Promise<{ notes: ReviewNote[] }>
  /** Returns what waits for an editor, what an editor returned, or what was decided on lately: everything for editors, their own for all others. */
  reviews(
    params?: { state?: 'waiting' | 'returned' | 'decided'; page?: number; per_page?: number },
    options?: RequestOptions,
  ): Promise<{ reviews: QueuedReview[]; total: number }>
  /** Tells others for 60 seconds that the caller is editing a record, and returns who else is. */
  registerPresence(
    collection: ReviewedCollection,
    id: number,
    options?: RequestOptions,
  ): Promise<{ editors: { id: number; name: string }[] }>
  /** Returns how many records the list of each status has for the caller, with the filters and the default dates of the list. */
  countByStatus<C extends ReviewedCollection>(collection: C, params?: CountParams<C>, options?: RequestOptions): Promise<StatusCounts>
}

export function createReview(send: Send, clientLanguage: string | undefined): Review {
  const call = createCall(send, clientLanguage)
  const copyOf = (collection: string, id: number): string => `/${collection}/${id}/working-copy`
  return {
    getWorkingCopy: (collection, id, options) => call({ method: 'GET', path: copyOf(collection, id) }, options),
    saveWorkingCopy: (collection, id, inputs, { rebase, ...options } = {}) =>
      call({ method: 'PUT', path: copyOf(collection, id), body: inputs, query: rebase ? { rebase: true } : {} }, options),
    deleteWorkingCopy: (collection, id, options) => call({ method: 'DELETE', path: copyOf(collection, id) }, options),
    submitWorkingCopy: (collection, id, body = {}, options) =>
      call({ method: 'POST', path: `${copyOf(collection, id)}/submit`, body }, options),
    publishWorkingCopy: (collection, id, options) => call({ method: 'POST', path: `${copyOf(collection, id)}/publish` }, options),
    review: (collection, id, body, options) => call({ method: 'POST', path: `/${collection}/${id}/review`, body }, options),
    reviews: (params, options) => call({ method: 'GET', path: '/reviews', query: { ...params } }, options),
    reviewNotes: (collection, id, options) => call({ method: 'GET', path: `/${collection}/${id}/review-notes` }, options),
    addReviewNote: (collection, id, note, options) =>
      call({ method: 'POST', path: `/${collection}/${id}/review-notes`, body: { note } }, options),
    registerPresence: (collection, id, options) => call({ method: 'PUT', path: `/${collection}/${id}/presence` }, options),
    countByStatus: (collection, params, options) => call({ method: 'GET', path: `/${collection}/counts`, query: { ...params } }, options),
  }
}
