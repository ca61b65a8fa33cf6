// Routes of reviews, presence and counts: …/review, …/review-notes and …/presence of a record, {ns}/{kind}/counts and {ns}/reviews (contract 15.9 and 15.10).
import Type from 'typebox'
import type { Database } from '../kernel/database/database.ts'
import { missingParams } from '../kernel/errors/problems.ts'
import * as values from '../kernel/validation/value-types.ts'
import { STATUSES } from './access/visibility.ts'
import { nullable } from './definition/fields.ts'
import type { Kind, Params, Site } from './definition/kind.ts'
import { param } from './definition/resource.ts'
import { requireValidParams } from './input/write-inputs.ts'
import { countByStatus, countParams } from './list/status-counts.ts'
import { languageOnly, privateResponse, rejectDryRun, writeReply } from './plain-routes.ts'
import { decideReview } from './review/decide.ts'
import { announce } from './review/presence.ts'
import { findProposable } from './review/review-access.ts'
import { readQueue, REVIEW_STATES, type QueueRequest } from './review/review-queue.ts'
import { addNote, DECISIONS, findReviewed, loadNotes } from './review/review-log.ts'
import { recordId, requireValidQuery, type Route, type RouteRequest, type RouteResponse } from './route.ts'
import { noteParam, noteText, person, recordReference, respondToDecision } from './working-copy-routes.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  review: 'Publishes a submitted record or working copy, or returns it to its author with a note.',
  notes: 'Returns the latest 200 submissions, decisions and notes about a record, the oldest first.',
  note: 'Adds a note to the review of a record. Its author and all editors can read it.',
  queue:
    'Returns records and working copies, the latest first. `state` selects those that wait for an editor, that were returned, or that were decided on in the last 90 days.',
  presence: 'Tells others for 60 seconds that the caller is editing the record, and returns those who are editing it too.',
  counts:
    'Returns the number of records by status, as the lists of each status contain them for the caller. All filters of the list apply.',
} as const
const NOTES = Type.Object({
  notes: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 1 }),
      author: nullable(person),
      decision: nullable(Type.String({ enum: [...DECISIONS] })),
      note: Type.String(),
      created_utc: Type.String({ format: 'date-time' }),
    }),
  ),
})
const QUEUE_PAGE = 50
const QUEUE_PAGE_MAX = 100
const QUEUE_LAST_PAGE = 10_000
const QUEUE = Type.Object({
  reviews: Type.Array(
    Type.Object({
      kind: Type.String(),
      id: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      language: Type.String(),
      is_copy: Type.Boolean(),
      author: nullable(person),
      sender: nullable(Type.Object({ name: Type.String(), email: Type.String() })),
      note: Type.String(),
      decision: nullable(Type.String({ enum: ['publish', 'return'] })),
      decided_by: nullable(person),
      change_id: nullable(Type.String({ format: 'uuid' })),
      at_utc: Type.String({ format: 'date-time' }),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
})
const EDITORS = Type.Object({ editors: Type.Array(person) })
const COUNTS = Type.Object(Object.fromEntries(STATUSES.map((status) => [status, Type.Integer({ minimum: 0 })])))

const reviewParams: Params = {
  decision: param(values.oneOf(['publish', 'return']), 'Whether to publish the record or working copy, or to return it to its author.'),
  note: noteParam('Note for the author. It is required if the decision is `return`.'),
}
const newNoteParams: Params = { note: param(noteText, 'Text of the note, at most 5,000 characters.') }

/** The routes of reviews, presence and counts of one kind. */
export function reviewRoutes(kind: Kind, site: Site): Route[] {
  const params = languageOnly(site)
  const path = `/${kind.plural}/{id}`
  const shared = { access: { kind, action: 'propose' }, params, acceptsBody: false } as const
  const notes = { type: JSON_TYPE, schema: NOTES }
  const counting = countParams(kind, site.languages)
  return [
    {
      ...shared,
      method: 'POST',
      path: `${path}/review`,
      access: { kind, action: 'review' },
      acceptsBody: true,
      bodyParams: reviewParams,
      response: { type: JSON_TYPE, name: `review_${kind.name}`, description: TEXTS.review, schema: recordReference(kind) },
      handle: (database, request) => handleReview(database, kind, { ...reviewParams, ...params }, request),
    },
    {
      ...shared,
      method: 'GET',
      path: `${path}/review-notes`,
      access: { kind, action: 'proposal' },
      response: { ...notes, name: `list_${kind.name}_review_notes`, description: TEXTS.notes },
      handle: async (database, { ctx, path: at, query }) => {
        const { ignored } = requireValidQuery(params, query, ctx)
        const id = recordId(kind, at)
        await findReviewed(database, kind, id, ctx)
        return { ...privateResponse({ notes: await loadNotes(database, kind, id) }, ctx), ignored }
      },
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/review-notes`,
      acceptsBody: true,
      bodyParams: newNoteParams,
      response: { ...notes, name: `create_${kind.name}_review_note`, description: TEXTS.note, status: 201 },
      handle: (database, request) => handleNewNote(database, kind, { ...newNoteParams, ...params }, request),
    },
    {
      ...shared,
      method: 'PUT',
      path: `${path}/presence`,
      changesNoRecord: true,
      response: { type: JSON_TYPE, name: `announce_${kind.name}_editing`, description: TEXTS.presence, schema: EDITORS },
      handle: (database, request) => handlePresence(database, kind, params, request),
    },
    {
      ...shared,
      method: 'GET',
      path: `/${kind.plural}/counts`,
      access: 'users',
      params: counting,
      response: { type: JSON_TYPE, name: `count_${kind.plural}`, description: TEXTS.counts, schema: COUNTS },
      handle: async (database, { ctx, query }) => {
        const { counts, ignored } = await countByStatus(database, kind, { params: counting, inputs: query }, ctx)
        return { ...privateResponse(counts, ctx), ignored }
      },
    },
  ]
}

/** The queue of all kinds. */
export function reviewQueueRoute(site: Site): Route {
  const params: Params = {
    state: param(
      values.oneOf(REVIEW_STATES),
      'Whether to return what waits for an editor, what an editor returned to its author, or what was decided recently.',
      { fallback: 'waiting' },
    ),
    page: param(values.integer(1, QUEUE_LAST_PAGE), 'Page number, starting at 1.', { fallback: 1 }),
    per_page: param(values.integer(1, QUEUE_PAGE_MAX), 'Number of records per page.', { fallback: QUEUE_PAGE }),
    ...languageOnly(site),
  }
  return {
    method: 'GET',
    path: '/reviews',
    access: 'users',
    params,
    acceptsBody: false,
    response: { type: JSON_TYPE, name: 'list_reviews', description: TEXTS.queue, schema: QUEUE },
    handle: async (database, { ctx, query }) => {
      const { values: sent, ignored } = requireValidQuery(params, query, ctx)
      const request = {
        state: (sent['state'] ?? 'waiting') as QueueRequest['state'],
        page: Number(sent['page'] ?? 1),
        perPage: Number(sent['per_page'] ?? QUEUE_PAGE),
      }
      return { ...privateResponse(await readQueue(database, request, ctx), ctx), ignored }
    },
  }
}

async function handleReview(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body, headers, reviewEvents } = request
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams(params, { query, body }, ctx)
  const decision = sent['decision'] as 'publish' | 'return' | undefined
  const note = String(sent['note'] ?? '')
  if (decision === undefined) throw missingParams(['decision'])
  // An author who gets a record back must learn why.
  if (decision === 'return' && note === '') throw missingParams(['note'])
  const review = { id: recordId(kind, path), decision, note, conditions: headers, reviewEvents }
  return respondToDecision(database, kind, { ...request, ignored }, (db, copyCtx) => decideReview(db, kind, review, copyCtx))
}

async function handleNewNote(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body } = request
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams(params, { query, body }, ctx)
  const note = String(sent['note'] ?? '')
  if (note === '') throw missingParams(['note'])
  const id = recordId(kind, path)
  return database.transaction(async (db) => {
    await findReviewed(db, kind, id, ctx)
    await addNote(db, kind, { id, note }, ctx)
    return writeReply(201, { notes: await loadNotes(db, kind, id) }, ignored)
  })
}

async function handlePresence(database: Database, kind: Kind, params: Params, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, path, query, body } = request
  rejectDryRun(ctx)
  const { ignored } = requireValidParams(params, { query, body }, ctx)
  const id = recordId(kind, path)
  await findProposable(database, kind, id, ctx)
  return writeReply(200, { editors: await announce(database, { id, userId: ctx.caller.id, now: ctx.now }) }, ignored)
}
