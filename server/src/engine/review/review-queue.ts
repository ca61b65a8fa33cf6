// The records and working copies that wait for an editor, that an editor returned, or that were decided recently: everything for editors, their own
// for all others (contract 15.9.4).
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { isEditor } from '../access/permissions.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { presentRows } from '../read/records.ts'
import { isSubmitted } from './waiting.ts'

export const REVIEW_STATES = ['waiting', 'returned', 'decided'] as const
/** The decisions that bring a record or working copy into the list of each state. */
const REASONS = { waiting: ['submit'], returned: ['return'], decided: ['publish', 'return'] } as const
const DECIDED_DAYS = 90
export interface QueueRequest {
  readonly state: (typeof REVIEW_STATES)[number]
  readonly page: number
  readonly perPage: number
}
interface QueueRow {
  readonly kind: string
  readonly id: number
  readonly is_copy: boolean
  readonly author_id: number | null
  readonly author_name: string | null
  readonly sender_name: string | null
  readonly sender_email: string | null
  readonly note: string | null
  readonly decision: (typeof REASONS)[keyof typeof REASONS][number] | null
  readonly decider_id: number | null
  readonly decider_name: string | null
  readonly change_id: string | null
  readonly at: string
}

export async function readQueue(db: Db, { state, page, perPage }: QueueRequest, ctx: RequestContext) {
  const queued = join(sources(state, ctx), '\nunion all ')
  // Only editors learn the address of somebody who submitted a record without an account, and only they undo decisions.
  const forEditors = isEditor(ctx.caller)
    ? sql`s.name as sender_name, s.email as sender_email, ${UNDOABLE} as change_id,`
    : raw('null as sender_name, null as sender_email, null as change_id,')
  const rows = await db.query<QueueRow>(sql`
select q.kind, q.id, q.is_copy, q.author_id, u.name as author_name, ${forEditors} n.note, n.decision, n.author_id as decider_id,
  d.name as decider_name, coalesce(n.created_at, q.modified_at)::text as at
from (${queued}) q
left join users u on u.id = q.author_id
left join submissions s on s.record_id = q.id and not q.is_copy
left join lateral (select n.note, n.created_at, n.decision, n.author_id, n.change_id from review_notes n
  where n.record_id = q.id and n.kind = q.kind and n.decision = any(${REASONS[state]}::text[]) order by n.id desc limit 1) n on true
left join users d on d.id = n.author_id
order by coalesce(n.created_at, q.modified_at) desc, q.id desc limit ${perPage} offset ${(page - 1) * perPage}`)
  const titles = await loadTitles(db, rows, ctx)
  const reviews = rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    ...(titles.get(row.id) ?? { title: '', language: ctx.language }),
    is_copy: row.is_copy,
    author: personOf(row.author_id, row.author_name),
    sender: row.sender_email === null ? null : { name: row.sender_name ?? '', email: row.sender_email },
    note: row.note ?? '',
    decision: row.decision === 'submit' ? null : row.decision,
    decided_by: row.decision === 'submit' ? null : personOf(row.decider_id, row.decider_name),
    change_id: row.decision === 'submit' ? null : row.change_id,
    at_utc: showInstant(row.at),
  }))
  const [count] = await db.query<{ total: number }>(sql`select count(*)::int as total from (${queued}) q`)
  return { reviews, total: count?.total ?? 0 }
}
const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
/** The change of a decision, if the decision changed the record, and nobody has undone that. */
const UNDOABLE = sql`case when exists (select from changes c where c.record_id = q.id and c.kind = q.kind and c.change_id = n.change_id)
  and not exists (select from changes c where c.record_id = q.id and c.kind = q.kind and c.undoes = n.change_id) then n.change_id end`

/** Those that wait and those that were returned are the same as `countWaiting` counts. */
function sources(state: QueueRequest['state'], { site, caller, now }: RequestContext): Sql[] {
  const isListed = (alias: string): Sql => (isEditor(caller) ? raw('') : sql` and ${ref(`${alias}.author_id`)} = ${caller.id}`)
  const owned = [...site.kinds.values()].filter(({ access }) => access === 'owned')
  if (state === 'decided') {
    const since = now.subtract({ hours: 24 * DECIDED_DAYS }).toString()
    return owned.map((kind) => sql`${decided(kind, since)}${isListed('r')}`)
  }
  const records = owned.map((kind) => {
    const { name, table } = kind
    const isIn =
      state === 'waiting'
        ? isSubmitted(kind)
        : sql`r.status = 'draft' and exists (select from review_notes n where n.record_id = r.id and n.kind = ${name} and n.is_returned)`
    return sql`select ${name}::text as kind, r.id, false as is_copy, r.author_id, r.modified_at from ${ref(table)} r where ${isIn}${isListed('r')}`
  })
  const copies = raw(state === 'waiting' ? `w.state = 'pending'` : 'w.is_returned')
  return [
    ...records,
    sql`select w.kind, w.record_id as id, true as is_copy, w.author_id, w.modified_at from working_copies w where ${copies}${isListed('w')}`,
  ]
}

/** Each record once, with its latest decision, unless it waits again. A submission is a decision of its author. */
const decided = ({ name, table }: Kind, since: string): Sql => sql`
select ${name}::text as kind, r.id, n.is_copy, r.author_id, n.created_at as modified_at
from review_notes n join ${ref(table)} r on r.id = n.record_id
where n.kind = ${name} and n.decision in ('publish', 'return') and n.created_at > ${since}::timestamptz and (n.is_copy or r.status <> 'pending')
  and not exists (select from review_notes l where l.record_id = n.record_id and l.kind = n.kind and l.decision is not null and l.id > n.id)`

interface Title {
  readonly title: string
  readonly language: string
}
/** The titles of the records as they are stored, without the edits of their working copies. */
async function loadTitles(db: Db, rows: readonly QueueRow[], ctx: RequestContext): Promise<ReadonlyMap<number, Title>> {
  const titles = new Map<number, Title>()
  for (const kind of ctx.site.kinds.values()) {
    const ids = rows.filter((row) => row.kind === kind.name).map(({ id }) => id)
    for (const { row, record } of await presentRows(db, kind, { ids }, ctx))
      titles.set(Number(row['id']), { title: String(record[kind.title]), language: String(record['language']) })
  }
  return titles
}
