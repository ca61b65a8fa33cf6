// The thread of a review: submissions, decisions and notes, and the events that others are told about (contract 15.9).
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { forbidden } from '../../kernel/errors/problems.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { isEditor } from '../access/permissions.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { findOne } from '../read/records.ts'
import type { WriteResult } from '../write/write-records.ts'
import { findWorkingCopy } from './working-copies.ts'

export const DECISIONS = ['submit', 'return', 'publish'] as const
export type Decision = (typeof DECISIONS)[number]
/** Something that the author or the editors are told about. */
export interface ReviewEvent {
  readonly kind: string
  readonly id: number
  readonly type: 'submitted' | 'returned' | 'published'
  /** The author of the record, or of the working copy that was decided on. */
  readonly authorId: number | null
  readonly actorId: number | null
  readonly noteId: number
}
/** Receives the events of reviews, in the transaction of the write. */
export interface ReviewEvents {
  add(db: Db, reported: ReviewEvent): Promise<void>
}
const REPORTED = { submit: 'submitted', return: 'returned', publish: 'published' } as const

export interface NewDecision {
  readonly id: number
  readonly authorId: number | null
  readonly decision: Decision
  /** An empty text stands for none. */
  readonly note: string
  /** Whether the decision is about the record itself, and not about its working copy. */
  readonly isOfRecord: boolean
}
/** Adds a decision to the thread, and reports it. */
export async function addDecision(
  db: Db,
  kind: Kind,
  { decided, reviewEvents }: { readonly decided: NewDecision; readonly reviewEvents: ReviewEvents },
  ctx: RequestContext,
): Promise<void> {
  const { id, authorId, decision, note, isOfRecord } = decided
  if (isOfRecord) await db.query(sql`update review_notes set is_returned = false where record_id = ${id} and is_returned`)
  const isReturned = isOfRecord && decision === 'return'
  const added = { id, decision, note: note === '' ? null : note, isReturned, isCopy: !isOfRecord, changeId: ctx.changeId }
  const noteId = await insertNote(db, kind, added, ctx)
  await reviewEvents.add(db, { kind: kind.name, id, type: REPORTED[decision], authorId, actorId: ctx.caller.id, noteId })
}

interface NewNote {
  readonly id: number
  readonly decision: Decision | null
  readonly note: string | null
  readonly isReturned: boolean
  readonly isCopy: boolean
  readonly changeId: string | null
}
async function insertNote(db: Db, kind: Kind, added: NewNote, { caller, now }: RequestContext) {
  const { id, decision, note, isReturned, isCopy, changeId } = added
  const [row] = await db.query<{ id: number }>(sql`
insert into review_notes (record_id, kind, author_id, decision, note, is_returned, is_copy, change_id, created_at)
values (${id}, ${kind.name}, ${caller.id}, ${decision}, ${note}, ${isReturned}, ${isCopy}, ${changeId}, ${now.toString()}) returning id`)
  return row?.id ?? 0
}
export const addNote = (db: Db, kind: Kind, { id, note }: { readonly id: number; readonly note: string }, ctx: RequestContext) =>
  insertNote(db, kind, { id, decision: null, note, isReturned: false, isCopy: false, changeId: null }, ctx)

interface Submission {
  readonly written: Pick<WriteResult, 'id' | 'isSubmitted'>
  readonly reviewEvents: ReviewEvents
}
/** Adds the submission to the thread if a write made the record wait for an editor. Editors submit nothing: they could publish it. */
export async function noteSubmission(db: Db, kind: Kind, { written, reviewEvents }: Submission, ctx: RequestContext): Promise<void> {
  if (!written.isSubmitted || isEditor(ctx.caller)) return
  const [row] = await db.query<{ author_id: number }>(sql`select author_id from ${ref(kind.table)} where id = ${written.id}`)
  const decided = { id: written.id, authorId: row?.author_id ?? null, decision: 'submit', note: '', isOfRecord: true } as const
  await addDecision(db, kind, { decided, reviewEvents }, ctx)
}

/** Returns the row of a record whose thread the caller may read: editors, the author of the record, and the author of its working copy. */
export async function findReviewed(db: Db, kind: Kind, id: number, ctx: RequestContext): Promise<StoredRow> {
  const { caller } = ctx
  const row = await findOne(db, kind, { id }, ctx)
  if (isEditor(caller) || row['author_id'] === caller.id) return row
  const copy = await findWorkingCopy(db, kind, id)
  if (copy === null || copy.author_id !== caller.id) throw forbidden(caller.id === null)
  return row
}

const NOTES_MAX = 200
interface StoredNote {
  readonly id: number
  readonly author_id: number | null
  readonly author_name: string | null
  readonly decision: Decision | null
  readonly note: string | null
  readonly created_at: string
}
/** Returns the latest notes, the oldest of them first. */
export async function loadNotes(db: Db, kind: Kind, id: number) {
  const rows = await db.query<StoredNote>(sql`
select n.id, n.author_id, u.name as author_name, n.decision, n.note, n.created_at::text as created_at
from review_notes n left join users u on u.id = n.author_id
where n.record_id = ${id} and n.kind = ${kind.name} order by n.id desc limit ${NOTES_MAX}`)
  return rows.reverse().map(({ id: noteId, author_id, author_name, decision, note, created_at }) => ({
    id: noteId,
    author: author_id === null ? null : { id: author_id, name: author_name ?? '' },
    decision,
    note: note ?? '',
    created_utc: showInstant(created_at),
  }))
}
