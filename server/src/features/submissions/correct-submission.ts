// Corrections by the sender, until an editor has published the event or put it away (contract 17.6.5).
import { isDeepStrictEqual } from 'node:util'
import { events } from '../../resources/events.ts'
import { venues } from '../../resources/venues.ts'
import type { RequestContext } from '../../engine/definition/kind.ts'
import { noteSubmission } from '../../engine/review/review-log.ts'
import { updateEntry } from '../../engine/series/scopes.ts'
import { withWriteErrors } from '../../engine/write/write-errors.ts'
import { updateRecord } from '../../engine/write/write-records.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { senderContext } from './receive-submission.ts'
import {
  changedEventInputs,
  correctInputs,
  REQUIRED,
  requireInputs,
  sentEvent,
  venueOf,
  withInputNames,
  type EventInputs,
} from './submission-inputs.ts'
import { findSubmission, showSubmission, type ShownSubmission, type Submission } from './submission-links.ts'
import { withinRate, type SubmissionServices } from './submission-services.ts'

export interface Correction {
  readonly ctx: RequestContext
  readonly clientIp: string
  readonly token: string
  /** The parsed values of `CORRECTION_PARAMS`. */
  readonly sent: Readonly<Record<string, unknown>>
  /** The body, in which `null` and an empty text remove a value. */
  readonly body: Inputs
}
const CORRECTABLE: readonly Submission['state'][] = ['pending', 'returned']

export async function correctSubmission(
  database: Database,
  services: SubmissionServices,
  correction: Correction,
): Promise<ShownSubmission> {
  const { ctx, token, sent, body, clientIp } = correction
  const { inputs: stored, language } = requireCorrectable(await findSubmission(database, token, ctx.now))
  const { event, file } = sentEvent(sent)
  const corrected = correctInputs(stored, event, body)
  requireInputs(corrected, REQUIRED, file !== null)
  return withinRate(services, clientIp, async () => {
    const own = await senderContext(database, language, changedEventInputs({}, corrected), ctx)
    const storePicture = file && (await services.pictures.prepare(database, file))
    if (storePicture instanceof FieldError) throw invalidParams({ file: storePicture })
    const write = async (db: Db): Promise<void> => {
      const submission = requireCorrectable(await findSubmission(db, token, ctx.now, true))
      const inputs = correctInputs(submission.inputs, event, body)
      const texts = { title: String(inputs.title), alt: String(inputs.image_alt ?? '') }
      const image = storePicture && (await services.pictures.addToLibrary(db, await storePicture(db, ctx.now), texts, own))
      await storeCorrection(db, services, { submission, inputs, image }, own)
    }
    await withInputNames(() => withWriteErrors(database, [events, venues], 'transaction', write))
    return showSubmission(database, await findSubmission(database, token, ctx.now), ctx)
  })
}
function requireCorrectable<T extends Submission>(submission: T): T {
  if (!CORRECTABLE.includes(submission.state)) throw new Problem('rest_submission_closed')
  return submission
}

interface Corrected {
  readonly submission: Submission
  readonly inputs: EventInputs
  readonly image: number | null
}
/** Writes only the fields that the sender changed. An event that an editor returned waits for an editor again. */
async function storeCorrection(
  db: Db,
  { reviewEvents }: SubmissionServices,
  { submission, inputs, image }: Corrected,
  ctx: RequestContext,
): Promise<void> {
  const { id, recordId, state } = submission
  if (recordId === null) return
  const { venue, ...changed } = changedEventInputs(submission.inputs, inputs, {
    ...(image !== null && { image }),
    ...(state === 'returned' && { status: 'pending' }),
  })
  const isVenueChanged = venue !== undefined && !(await updateOwnVenue(db, recordId, inputs, ctx))
  const update = { locator: { id: recordId }, inputs: { ...changed, ...(isVenueChanged && { venue }) }, precondition: () => undefined }
  const written = await updateEntry(db, events, { ...update, scope: 'this' }, ctx)
  await noteSubmission(db, events, { written, reviewEvents }, ctx)
  if (!isDeepStrictEqual(inputs, submission.inputs))
    await db.query(sql`update submissions set inputs = ${JSON.stringify(inputs)}::jsonb where id = ${id}`)
}

/** Corrects the venue that this submission created and that no other event has. Returns whether there is one. */
async function updateOwnVenue(db: Db, eventId: number, inputs: EventInputs, ctx: RequestContext): Promise<boolean> {
  if (inputs.venue === undefined) return false
  const rows = await db.query<{ id: number }>(sql`
select v.id from event_venues l join venues v on v.id = l.ref_id
where l.event_id = ${eventId} and v.status = 'draft' and v.author_id = ${ctx.caller.id}
  and not exists (select from event_venues o where o.ref_id = v.id and o.event_id <> ${eventId})`)
  const [own, ...others] = rows
  if (!own || others.length > 0) return false
  const cleared = { address: '', city: '' }
  const update = { locator: { id: own.id }, inputs: { ...cleared, ...(venueOf(inputs) as Inputs) }, precondition: () => undefined }
  await updateRecord(db, venues, update, ctx)
  return true
}
