// Counts the records of a list by status, as the lists of each status would contain them for the caller (contract 15.10).
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { STATUSES, type Status } from '../access/visibility.ts'
import type { Kind, Params, RequestContext } from '../definition/kind.ts'
import { listStatement } from './list-query.ts'
import { listParams, parseListRequest, type ListQuery } from './list-records.ts'
import { VIEW_PARAMS } from './view-params.ts'

/** Parameters of lists that do not select what is counted. */
const NOT_COUNTED = [...VIEW_PARAMS, 'inventory', 'dates', 'status']
/** The filters of the list of a kind. */
export const countParams = (kind: Kind, languages: readonly string[]): Params =>
  Object.fromEntries(Object.entries(listParams(kind, 1, languages)).filter(([name]) => !NOT_COUNTED.includes(name)))

/** The filters of lists decide what is counted, so that each number is the `total` of the list with that status. */
export async function countByStatus(db: Db, kind: Kind, query: ListQuery, requestCtx: RequestContext) {
  const { request, query: parsed, time } = await parseListRequest(db, kind, query, requestCtx)
  const counts: Partial<Record<Status, number>> = {}
  for (const status of STATUSES) {
    const { statement, customPlan } = listStatement(kind, { ...request, statuses: [status], page: 1, perPage: 1 }, time.ctx)
    const [counted] = await db.query<{ total: number }>(sql`select c.total from (${statement}) c`, { customPlan })
    counts[status] = counted?.total ?? 0
  }
  return { counts, ignored: parsed.ignored }
}
