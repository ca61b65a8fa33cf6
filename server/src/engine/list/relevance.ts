// Lists of searches by relevance (contract 5.21, decision 0045): the first matches in the default order, ranked by their titles, then all others.
import type { Db } from '../../kernel/database/database.ts'
import { raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { entriesFrom } from '../read/entries.ts'
import { localizedTextSql } from '../texts/texts.ts'
import { listStatement, type ListRequest, type ListStatement } from './list-query.ts'
import { parseRankedPosition, rankedPositionText, type RankedPosition } from './ranked-position.ts'
import { entryOrder, isAfter, type KeysetCursor } from './sort-order.ts'
import { OTHER_RANK, titleRanker } from './title-rank.ts'

/** If others were written since the first page, at most this many times the number of ranked matches are read. */
const READ_FACTOR = 5

interface RankedPage {
  readonly total: number
  readonly ids: readonly number[]
  /** The position of the last record, if there is a next page. */
  readonly last: KeysetCursor | null
}
type RankedRequest = ListRequest & { readonly rankedMax: number }
interface PageStatement extends ListStatement {
  /** Set if the statement returns a page that was read and ranked already. */
  readonly ranked: RankedPage | null
}
/** The statement that returns `total` and `ids` of the requested page, in any order. */
export async function pageStatement(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<PageStatement> {
  const { rankedMax } = request
  const ranked = rankedMax ? await loadRankedPage(db, kind, { ...request, rankedMax }, ctx) : null
  if (!ranked) return { ...listStatement(kind, request, ctx), ranked }
  return { statement: sql`select ${ranked.total}::int as total, ${ranked.ids}::bigint[] as ids`, customPlan: false, ranked }
}

/** Returns the page, or null if it begins after the ranked matches and is therefore a page of the list in the default order. */
async function loadRankedPage(db: Db, kind: Kind, request: RankedRequest, ctx: RequestContext): Promise<RankedPage | null> {
  const { after, page, perPage, rankedMax } = request
  if (after !== undefined) return pageAfter(db, kind, request, ctx)
  const offset = (page - 1) * perPage
  if (offset >= rankedMax) return null
  const matches = await loadMatches(db, kind, { request, limit: Math.max(rankedMax, offset + perPage), position: null }, ctx)
  const { total } = matches
  return slice(rank(matches, request), { total, offset, perPage, hasNext: total > offset + perPage })
}

/**
 * A page after a position, or the first page: the ranked matches with a later rank or place, then the others. A match stays on its side of the last
 * ranked match of the first page, whatever was written since. Therefore more matches may have to be read until one after it is reached.
 */
async function pageAfter(db: Db, kind: Kind, request: RankedRequest, ctx: RequestContext): Promise<RankedPage | null> {
  const { after, perPage, rankedMax } = request
  const position = after ? parseRankedPosition(after) : null
  if (after && !position) return null
  for (const most of [rankedMax, READ_FACTOR * rankedMax]) {
    const limit = most + perPage + 1
    const matches = await loadMatches(db, kind, { request, limit, position }, ctx)
    const ranking = rank(matches, request, position?.end)
    const left = ranking.matches.filter((match) => isAfterPosition(match, position))
    const isComplete = matches.rows.length < limit || !position || (matches.rows.at(-1)?.isBeyond === true && left.length > perPage)
    if (isComplete)
      return slice({ ...ranking, matches: left }, { total: matches.total, offset: 0, perPage, hasNext: left.length > perPage })
  }
  throw invalidParams({ cursor: new FieldError('not_cursor') })
}
const isAfterPosition = ({ rank: own, isLater }: RankedMatch, position: RankedPosition | null): boolean =>
  position === null || own === null || own > position.rank || (own === position.rank && isLater)

interface Match {
  readonly id: number
  /** The sort value in the default order, as text. */
  readonly at: string
  readonly title: string
  /** In the default order: whether the match comes after the position of the cursor, and after the last ranked match. */
  readonly isLater: boolean
  readonly isBeyond: boolean
}
interface Matches {
  readonly total: number
  /** In the default order. */
  readonly rows: readonly Match[]
}
interface MatchesQuery {
  readonly request: ListRequest
  readonly limit: number
  readonly position: RankedPosition | null
}
/** Reads the first matches in the default order, with their titles in the language of the request. */
async function loadMatches(db: Db, kind: Kind, { request, limit, position }: MatchesQuery, ctx: RequestContext): Promise<Matches> {
  const { after: _, ...list } = request
  const { statement, customPlan } = listStatement(kind, { ...list, page: 1, perPage: limit }, ctx)
  const order = entryOrder(kind, request, ctx)
  const comesAfter = (at: KeysetCursor | undefined): Sql => (at ? isAfter(order, at, request.direction) : raw('false'))
  const rows = await db.query<{ total: number | null } & (Match | { id: null })>(
    sql`with page as materialized (
${statement}
)
select page.total, m.* from page left join lateral (
  select i.id, (${order.value})::text as at, coalesce(${localizedTextSql(kind, kind.title, raw('r.id'), ctx)}, '') as ${ref('title')},
    ${comesAfter(position?.after)} as ${ref('isLater')}, ${comesAfter(position?.end)} as ${ref('isBeyond')}
  from ${entriesFrom(kind, raw('unnest(page.ids) with ordinality i(id, n)'))}
  order by i.n
) m on true`,
    { customPlan },
  )
  const total = rows[0]?.total ?? null
  if (total === null && request.usesSearchIndex)
    return loadMatches(db, kind, { request: { ...request, usesSearchIndex: false }, limit, position }, ctx)
  return { total: total ?? 0, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) }
}

interface RankedMatch extends Match {
  /** Null for matches that are not ranked. */
  readonly rank: number | null
}
interface Ranking {
  readonly matches: readonly RankedMatch[]
  /** The last ranked match in the default order. */
  readonly end: KeysetCursor | null
}
/** Sorts matches by rank. Those with the same rank stay in the default order. Without the end that a cursor has, the first matches are ranked. */
function rank({ rows }: Matches, { values, rankedMax }: RankedRequest, end: KeysetCursor | null = null): Ranking {
  const rankOf = titleRanker(String(values['search'] ?? ''))
  const isRanked = ({ isBeyond }: Match, i: number): boolean => (end ? !isBeyond : i < rankedMax)
  const matches = rows.map((row, i): RankedMatch => ({ ...row, rank: isRanked(row, i) ? rankOf(row.title) : null }))
  const last = matches.findLast((match) => match.rank !== null)
  return { matches: matches.toSorted((a, b) => placeOf(a) - placeOf(b)), end: end ?? (last ? { at: last.at, id: last.id } : null) }
}
const placeOf = (match: RankedMatch): number => match.rank ?? OTHER_RANK + 1

interface Slice {
  readonly total: number
  readonly offset: number
  readonly perPage: number
  readonly hasNext: boolean
}
function slice({ matches, end }: Ranking, { total, offset, perPage, hasNext }: Slice): RankedPage {
  const shown = matches.slice(offset, offset + perPage)
  const last = shown.at(-1)
  return { total, ids: shown.map(({ id }) => id), last: last && end && hasNext ? positionOf(last, end) : null }
}
const positionOf = ({ id, at, rank: own }: RankedMatch, end: KeysetCursor): KeysetCursor =>
  own === null ? { id, at } : { id, at: rankedPositionText({ rank: own, end, after: { id, at } }) }
