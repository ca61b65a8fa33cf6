// Mail to senders: the link that confirms a submission, and the decisions of editors (contract 17.6.4 and 17.6.6).
import { events } from '../../resources/events.ts'
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { Site } from '../../engine/definition/kind.ts'
import { presentRows } from '../../engine/read/records.ts'
import type { ReviewEvents } from '../../engine/review/review-log.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { ANONYMOUS } from '../../kernel/security/caller.ts'
import { CONFIRM_HOURS, createSubmissionLink } from './submission-links.ts'
import type { SubmissionServices } from './submission-services.ts'

/** Tells the sender about decisions on the event itself. Working copies of it have other authors. */
export const submissionDecisions = (mail: NonNullable<SubmissionServices['mail']>): ReviewEvents => ({
  add: async (db, { kind, id, type, authorId }) => {
    if (kind !== events.name || type === 'submitted') return
    const [row] = await db.query<{ id: number }>(sql`
select s.id from submissions s join users u on u.id = ${authorId} and u.built_in = 'submissions' where s.record_id = ${id}`)
    if (row) await mail(db, `submission-${type}`, row.id)
  },
})

interface SenderMail {
  readonly to: string
  readonly language: string
  readonly values: { readonly url: string; readonly title?: string; readonly note?: string }
}
interface MailedSubmission {
  readonly message: string
  readonly submission: number
}
interface SenderRow {
  readonly email: string
  readonly language: string
  readonly title: string
  readonly record_id: number | null
  readonly note: string | null
}
/**
 * Returns the values of a message, or null if nobody is told: the submission was erased meanwhile, or the event is not public. The first message
 * has no text of the sender, because anybody can have it sent to any address.
 */
export async function composeSubmissionMail(
  db: Db,
  site: Site,
  { message, submission }: MailedSubmission,
  now: Temporal.Instant,
): Promise<SenderMail | null> {
  const [row] = await db.query<SenderRow>(sql`
select s.email, s.language, s.inputs ->> 'title' as title, s.record_id,
  (select n.note from review_notes n where n.record_id = s.record_id and n.kind = 'event' and n.decision = 'return' order by n.id desc limit 1) as note
from submissions s
where s.id = ${submission}
  and (s.confirmed_at is not null or s.created_at > ${now.toString()}::timestamptz - ${CONFIRM_HOURS} * interval '1 hour')`)
  if (!row) return null
  const { email: to, title } = row
  const language = site.languages.includes(row.language) ? row.language : site.defaultLanguage
  if (message === 'submission') return { to, language, values: { url: await createSubmissionLink(db, submission, site, language) } }
  if (message === 'submission-returned')
    return { to, language, values: { title, note: row.note ?? '', url: await createSubmissionLink(db, submission, site, language) } }
  const url = await publicUrlOf(db, site, { id: row.record_id ?? 0, language }, now)
  return url === null ? null : { to, language, values: { title, url } }
}
async function publicUrlOf(
  db: Db,
  site: Site,
  { id, language }: { readonly id: number; readonly language: string },
  now: Temporal.Instant,
) {
  const ctx = {
    site,
    now,
    caller: ANONYMOUS,
    language,
    hasExplicitLanguage: true,
    languagePrefix: `/${language}`,
    changeId: newChangeId(),
    strict: false,
  }
  const [found] = await presentRows(db, events, { ids: [id] }, ctx)
  return found ? String(found.record['url']) : null
}
