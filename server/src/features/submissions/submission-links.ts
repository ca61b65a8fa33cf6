// The private links of senders, and the submissions behind them. The database has only the digests of the links.
import { events } from '../../resources/events.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { ANONYMOUS, hashToken } from '../../kernel/security/caller.ts'
import { generateSecret } from '../../kernel/security/sessions.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import type { EventInputs } from './submission-inputs.ts'
import type { StoredPicture } from './submission-services.ts'

/** Hours in which a submission must be confirmed. */
export const CONFIRM_HOURS = 24
export const SUBMISSION_STATES = ['unconfirmed', 'pending', 'returned', 'published', 'closed'] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

export interface Submission {
  readonly id: number
  readonly language: string
  readonly inputs: EventInputs
  readonly picture: StoredPicture | null
  readonly recordId: number | null
  readonly state: SubmissionState
}

/** Adds a link. Earlier links stay valid, because a mail that was sent twice has two. */
export async function createSubmissionLink(db: Db, id: number, site: Site, language: string): Promise<string> {
  const secret = generateSecret()
  await db.query(sql`insert into submission_links (digest, submission_id) values (${hashToken(secret)}, ${id})`)
  return `${site.publicUrl}/${language}/submit/own?token=${secret}`
}

interface SubmissionRow {
  readonly id: number
  readonly language: string
  readonly inputs: EventInputs
  readonly picture: StoredPicture | null
  readonly record_id: number | null
  readonly created_at: string
  readonly status: string | null
  readonly is_returned: boolean
}
/** Returns the submission behind a link. Throws 410 if it was never confirmed in time, or was erased. */
export async function findSubmission(db: Db, token: string, now: Temporal.Instant, lock = false): Promise<Submission> {
  const [row] = await db.query<SubmissionRow>(sql`
select s.id, s.language, s.inputs, s.picture, s.record_id, s.created_at, e.status,
  exists (select from review_notes n where n.record_id = s.record_id and n.kind = 'event' and n.is_returned) as is_returned
from submission_links l
join submissions s on s.id = l.submission_id
left join events e on e.id = s.record_id
where l.digest = ${hashToken(token)}${raw(lock ? ' for update of s' : '')}`)
  if (!row || (row.record_id === null && isExpired(row.created_at, now))) throw new Problem('rest_link_expired')
  const { id, language, inputs, picture, record_id: recordId } = row
  return { id, language, inputs, picture, recordId, state: stateOf(row) }
}
const isExpired = (createdAt: string, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(fromDatabase(createdAt).add({ hours: CONFIRM_HOURS }), now) <= 0

/** The sender learns whether the event is public, and not how editors work on it. */
function stateOf({ record_id, status, is_returned }: SubmissionRow): SubmissionState {
  if (record_id === null) return 'unconfirmed'
  if (status === 'pending') return 'pending'
  if (status === 'draft' && is_returned) return 'returned'
  return status === 'publish' ? 'published' : 'closed'
}

/** The submission as its sender sees it: the inputs as they wrote them, and the URL of a published event. */
export async function showSubmission(db: Db, { state, language, inputs, recordId }: Submission, ctx: RequestContext) {
  const ids = state === 'published' && recordId !== null ? [recordId] : []
  const [published] = await presentRows(db, events, { ids }, { ...ctx, caller: ANONYMOUS })
  return { state, language, inputs, url: published ? String(published.record['url']) : null }
}
export type ShownSubmission = Awaited<ReturnType<typeof showSubmission>>
