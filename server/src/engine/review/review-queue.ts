// The records and working copies that wait for an editor, or that an editor returned: everything for editors, their own for all others (contract 15.9.4).
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { showInstant } from '../../kernel/time/date-times.ts'
import { isEditor } from '../access/permissions.ts'
import type { RequestContext } from '../definition/kind.ts'
import { presentRows } from '../read/records.ts'
import { isSubmitted } from './waiting.ts'

export const REVIEW_STATES = ['waiting', 'returned'] as const
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
  readonly at: string
}

export async function readQueue(db: Db, { state, page, perPage }: QueueRequest, ctx: RequestContext) {
  const queued = join(sources(state, ctx), '\nunion all ')
  // Only editors learn the address of somebody who submitted a record without an account.
  const sender = raw(
    isEditor(ctx.caller) ? 's.name as sender_name, s.email as sender_email,' : 'null as sender_name, null as sender_email,',
  )
  const rows = await db.query<QueueRow>(sql`
select q.kind, q.id, q.is_copy, q.author_id, u.name as author_name, ${sender} n.note, coalesce(n.created_at, q.modified_at)::text as at
from (${queued}) q
left join users u on u.id = q.author_id
left join submissions s on s.record_id = q.id and not q.is_copy
left join lateral (select n.note, n.created_at from review_notes n where n.record_id = q.id and n.kind = q.kind
  and n.decision = ${state === 'waiting' ? 'submit' : 'return'} order by n.id desc limit 1) n on true
order by coalesce(n.created_at, q.modified_at) desc, q.id desc limit ${perPage} offset ${(page - 1) * perPage}`)
  const titles = await loadTitles(db, rows, ctx)
  const reviews = rows.map(({ kind, id, is_copy, author_id, author_name, sender_name, sender_email, note, at }) => ({
    kind,
    id,
    ...(titles.get(id) ?? { title: '', language: ctx.language }),
    is_copy,
    author: author_id === null ? null : { id: author_id, name: author_name ?? '' },
    sender: sender_email === null ? null : { name: sender_name ?? '', email: sender_email },
    note: note ?? '',
    at_utc: showInstant(at),
  }))
  const [count] = await db.query<{ total: number }>(sql`select count(*)::int as total from (${queued}) q`)
  return { reviews, total: count?.total ?? 0 }
}

/** The same records and working copies as `countWaiting` counts. */
function sources(state: QueueRequest['state'], { site, caller }: RequestContext): Sql[] {
  const isListed = (alias: string): Sql => (isEditor(caller) ? raw('') : sql` and ${ref(`${alias}.author_id`)} = ${caller.id}`)
  const owned = [...site.kinds.values()].filter(({ access }) => access === 'owned')
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
