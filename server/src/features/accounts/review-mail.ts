// Mail about reviews: editors are told about submissions, and authors about the decisions of editors (contract 15.9).
import type { Kind, Site } from '../../engine/definition/kind.ts'
import type { ReviewEvent, ReviewEvents } from '../../engine/review/review-log.ts'
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import type { JobQueue } from '../../kernel/jobs/job-queue.ts'
import type { MailMessage, MailValues } from './mail-messages.ts'
import { addMails, type ReviewTask } from './mail-tasks.ts'

const MESSAGES = { submitted: 'review-submitted', returned: 'review-returned', published: 'review-published' } as const satisfies Record<
  ReviewEvent['type'],
  MailMessage
>
/** A calendar has few editors. The limit keeps one submission from sending mail to all users of a misconfigured one. */
const EDITORS_MAX = 100

/** Nobody is told about their own actions. */
export const reviewMail = (queue: JobQueue): ReviewEvents => ({
  add: async (db, { kind, id, type, authorId, actorId, noteId }) => {
    const to = type === 'submitted' ? await editorsWithAddress(db) : authorId === null ? [] : [authorId]
    const review = { kind, record: id, note: noteId }
    const tasks = to.filter((user) => user !== actorId).map((user) => ({ message: MESSAGES[type], user, review }))
    await addMails(db, queue, tasks)
  },
})
async function editorsWithAddress(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
select id from users where role in ('editor', 'administrator') and email is not null and disabled_at is null and invited_at is null
order by id limit ${EDITORS_MAX}`)
  return rows.map(({ id }) => id)
}

/** Returns the values of the message, in the language of its reader; null if the record or the note was deleted meanwhile. */
export async function reviewValues(db: Db, site: Site, review: ReviewTask, language: string): Promise<MailValues | null> {
  const kind = site.kinds.get(review.kind)
  if (!kind) return null
  const [note] = await db.query<{ note: string | null; name: string | null; login: string | null }>(sql`
select n.note, u.name, u.login from review_notes n left join users u on u.id = n.author_id where n.id = ${review.note}`)
  const title = await titleOf(db, kind, review.record, [language, site.defaultLanguage])
  if (!note || title === null) return null
  const url = `${site.publicUrl}/admin/${kind.plural}/${review.record}`
  return { title, name: note.name || (note.login ?? ''), note: note.note ?? '', url }
}
/** The title in the first of these languages that has one, and otherwise in the language of the record. */
async function titleOf(db: Db, kind: Kind, id: number, languages: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ title: string }>(sql`
select ${ref(kind.title)} as title from ${ref(kind.texts)} where id = ${id} and ${ref(kind.title)} is not null
order by array_position(${[...languages]}::text[], language::text) nulls last, original desc limit 1`)
  return row?.title ?? null
}
