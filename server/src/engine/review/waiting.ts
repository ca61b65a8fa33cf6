// Counts what waits for a caller: everything for editors, and their own records and working copies for all others (contract 15.10).
import type { Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { isEditor } from '../access/permissions.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'

export interface Waiting {
  /** Records that wait for an editor. */
  readonly pending: number
  /** Working copies that wait for an editor. */
  readonly working_copies: number
  /** Records and working copies that an editor returned. */
  readonly returned: number
}
const NOTHING: Waiting = { pending: 0, working_copies: 0, returned: 0 }

export async function countWaiting(db: Db, { site, caller }: RequestContext): Promise<Waiting> {
  if (caller.id === null) return NOTHING
  const isCounted = (alias: string): Sql => (isEditor(caller) ? raw('') : sql` and ${ref(`${alias}.author_id`)} = ${caller.id}`)
  const owned = [...site.kinds.values()].filter(({ access }) => access === 'owned')
  const pending = owned.map((kind) => sql`(select count(*) from ${ref(kind.table)} r where ${isSubmitted(kind)}${isCounted('r')})`)
  const returned = owned.map(
    ({ name, table }) => sql`(select count(*) from review_notes n join ${ref(table)} r on r.id = n.record_id
where n.is_returned and n.kind = ${name} and r.status = 'draft'${isCounted('r')})`,
  )
  const copies = (where: Sql): Sql => sql`(select count(*) from working_copies w where ${where}${isCounted('w')})`
  const [counted] = await db.query<Waiting>(sql`
select (${join(pending, ' + ')})::int as pending,
  ${copies(raw(`w.state = 'pending'`))}::int as working_copies,
  (${join([...returned, copies(raw('w.is_returned'))], ' + ')})::int as returned`)
  return counted ?? NOTHING
}
/** The exceptions of a series that waits are not counted on their own. */
export const isSubmitted = ({ table, listing }: Kind): Sql =>
  listing
    ? sql`r.status = 'pending' and not exists (select from ${ref(table)} s where s.id = r.${ref(listing.seriesColumn)} and s.status = 'pending')`
    : raw(`r.status = 'pending'`)
