// Receives submissions, and makes them events that wait for an editor once they are confirmed (contract 17.6.3 and 17.6.4).
import { events } from '../../resources/events.ts'
import type { RequestContext } from '../../engine/definition/kind.ts'
import { sanitizeLargeHtml } from '../../engine/input/html-input.ts'
import { noteSubmission } from '../../engine/review/review-log.ts'
import { withWriteErrors } from '../../engine/write/write-errors.ts'
import { planWrite } from '../../engine/write/write-plan.ts'
import { createRecord } from '../../engine/write/write-records.ts'
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { tooManyRequests } from '../../kernel/security/rate-limiter.ts'
import { spendSolution } from './challenges.ts'
import { REQUIRED_OF_SENDER, requireInputs, sentEvent, toEventInputs, withInputNames, type EventInputs } from './submission-inputs.ts'
import {
  CONFIRM_HOURS,
  createSubmissionLink,
  findSubmission,
  showSubmission,
  type ShownSubmission,
  type Submission,
} from './submission-links.ts'
import { withinRate, type StoredPicture, type SubmissionServices } from './submission-services.ts'
import { submissionCaller } from './submission-user.ts'

export interface SubmissionRequest {
  readonly ctx: RequestContext
  readonly clientIp: string
  /** The parsed values of `SUBMISSION_PARAMS`. */
  readonly sent: Readonly<Record<string, unknown>>
}
export interface Received {
  readonly state: 'unconfirmed' | 'pending'
  /** The private link of the sender, if it is not mailed. */
  readonly url: string | null
}

/** Checks the solution before everything that costs more than it does. */
export async function receiveSubmission(database: Database, services: SubmissionServices, request: SubmissionRequest): Promise<Received> {
  const { ctx, sent, clientIp } = request
  const { event, file } = sentEvent(sent)
  requireInputs(sent, REQUIRED_OF_SENDER, file !== null)
  if (!(await spendSolution(database, String(sent['altcha']), ctx))) throw invalidParams({ altcha: new FieldError('not_solution') })
  return withinRate(services, clientIp, async () => {
    const inputs = toEventInputs(event)
    const own = await senderContext(database, ctx.language, inputs, ctx)
    await withInputNames(() => planWrite(database, events, { inputs, before: null }, own))
    const storePicture = file && (await services.pictures.prepare(database, file))
    if (storePicture instanceof FieldError) throw invalidParams({ file: storePicture })
    const sender = { name: String(sent['name']), email: String(sent['email']) }
    return withWriteErrors(database, events, 'transaction', async (db) => {
      const picture = storePicture && (await storePicture(db, ctx.now))
      return storeSubmission(db, services, { sender, event, picture }, own)
    })
  })
}

/** The context in which the server writes for a sender: as the built-in user, with large HTML texts sanitized. */
export async function senderContext(db: Db, language: string, inputs: Inputs, ctx: RequestContext): Promise<RequestContext> {
  return {
    ...ctx,
    caller: await submissionCaller(db, ctx.now),
    language: ctx.site.languages.includes(language) ? language : ctx.site.defaultLanguage,
    hasExplicitLanguage: true,
    cleaned: await sanitizeLargeHtml(events, inputs, ctx.site),
  }
}

interface NewSubmission {
  readonly sender: { readonly name: string; readonly email: string }
  readonly event: EventInputs
  readonly picture: StoredPicture | null
}
async function storeSubmission(db: Db, services: SubmissionServices, submission: NewSubmission, ctx: RequestContext): Promise<Received> {
  const { sender, event, picture } = submission
  await requireRoom(db, sender.email, ctx.now)
  const [row] = await db.query<{ id: number }>(sql`
insert into submissions (name, email, language, inputs, picture, created_at)
values (${sender.name}, ${sender.email}, ${ctx.language}, ${JSON.stringify(event)}::jsonb, ${picture && JSON.stringify(picture)}::jsonb, ${ctx.now.toString()})
returning id`)
  if (!row) throw new Error('The submission was not stored.')
  if (services.mail) {
    await services.mail(db, 'submission', row.id)
    return { state: 'unconfirmed', url: null }
  }
  await acceptSubmission(db, services, { id: row.id, inputs: event, picture }, ctx)
  return { state: 'pending', url: await createSubmissionLink(db, row.id, ctx.site, ctx.language) }
}

const UNCONFIRMED_PER_EMAIL = 3
/** Bounds what strangers can store without a mail address. */
const UNCONFIRMED_MAX = 2_000
const WAITING_MAX = 500
/** Throws 429 if too many submissions with this address are not confirmed, or 503 if there are too many in all. */
async function requireRoom(db: Db, email: string, now: Temporal.Instant): Promise<void> {
  await advisoryLock(db, LOCK)
  const isOpen = sql`confirmed_at is null and created_at > ${now.toString()}::timestamptz - ${CONFIRM_HOURS} * interval '1 hour'`
  const [row] = await db.query<{ own: number; unconfirmed: number; waiting: number }>(sql`
select (select count(*)::int from submissions where lower(email) = lower(${email}) and ${isOpen}) as own,
  (select count(*)::int from submissions where ${isOpen}) as unconfirmed, ${WAITING} as waiting`)
  const { own, unconfirmed, waiting } = row ?? { own: 0, unconfirmed: 0, waiting: 0 }
  if (own >= UNCONFIRMED_PER_EMAIL) throw tooManyRequests('submissions', CONFIRM_HOURS * 3_600)
  if (unconfirmed >= UNCONFIRMED_MAX || waiting >= WAITING_MAX) throw full()
}
const LOCK = 'submissions'
const WAITING = sql`(select count(*)::int from submissions where confirmed_at is not null and decided_at is null)`
const full = (): Problem => new Problem('rest_submissions_full', { headers: { 'retry-after': '3600' } })

/** Confirms the submission of a link. A submission that was confirmed before stays as it is. */
export async function confirmSubmission(
  database: Database,
  services: SubmissionServices,
  token: string,
  ctx: RequestContext,
): Promise<ShownSubmission> {
  const found = await findSubmission(database, token, ctx.now)
  const own = await senderContext(database, found.language, toEventInputs(found.inputs), ctx)
  await withWriteErrors(database, events, 'transaction', async (db) => {
    const submission = await findSubmission(db, token, ctx.now, true)
    if (submission.state !== 'unconfirmed') return
    await advisoryLock(db, LOCK)
    const [row] = await db.query<{ waiting: number }>(sql`select ${WAITING} as waiting`)
    if ((row?.waiting ?? 0) >= WAITING_MAX) throw full()
    await acceptSubmission(db, services, submission, own)
  })
  return showSubmission(database, await findSubmission(database, token, ctx.now), ctx)
}

/** Creates the event of a submission. */
async function acceptSubmission(
  db: Db,
  { pictures, reviewEvents }: SubmissionServices,
  { id, inputs, picture }: Pick<Submission, 'id' | 'inputs' | 'picture'>,
  ctx: RequestContext,
): Promise<void> {
  const texts = { title: String(inputs.title), alt: String(inputs.image_alt ?? '') }
  const image = picture && (await pictures.addToLibrary(db, picture, texts, ctx))
  const categories = await existingCategories(db, inputs)
  const written = await createRecord(db, events, { ...toEventInputs({ ...inputs, categories }), ...(image !== null && { image }) }, ctx)
  await noteSubmission(db, events, { written, reviewEvents }, ctx)
  await db.query(sql`
update submissions set record_id = ${written.id}, confirmed_at = ${ctx.now.toString()}, picture = null where id = ${id}`)
}
/** A category may be deleted before the submission is confirmed. */
async function existingCategories(db: Db, { categories = [] }: EventInputs): Promise<readonly number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from categories where id = any(${categories}::bigint[]) order by id`)
  return rows.map(({ id }) => id)
}
