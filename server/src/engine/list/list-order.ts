// The parameters `orderby` and `order` of a list: the names of the orders, and the order that was requested.
import { FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { Kind } from '../definition/kind.ts'
import { isBlankSearch, isSearchable } from './highlight.ts'
import type { ListRequest } from './list-query.ts'
import { sortOf } from './sort-order.ts'

type SentValues = Readonly<Record<string, unknown>>

const RELEVANCE = 'relevance'
/** The number of matches that are ranked. It bounds the work, whatever the number of matches. */
const RANKED_MAX = 1_000
/** A cursor of a list by relevance contains two positions in the default order. Only points in time are short enough. */
const hasRelevance = (kind: Kind): boolean => sortOf(kind, kind.defaultSort.by).type === 'moment' && isSearchable(kind)
export const orderNames = (kind: Kind): string[] => [...Object.keys(kind.sorts), ...(hasRelevance(kind) ? [RELEVANCE] : [])]

export function orderOf(kind: Kind, sent: SentValues): Pick<ListRequest, 'order' | 'direction' | 'rankedMax'> {
  const { by, direction } = kind.defaultSort
  if (sent['inventory'] === true) return { order: 'id', direction: 'asc' }
  if (sent['orderby'] === RELEVANCE) return { order: by, direction, rankedMax: RANKED_MAX }
  return { order: String(sent['orderby'] ?? by), direction: (sent['order'] as 'asc' | 'desc' | undefined) ?? direction }
}

/** Some orders need other parameters: without a center there is no distance. The order by relevance has one direction. */
export function findOrderErrors(kind: Kind, sent: SentValues): FieldErrors {
  const order = String(sent['orderby'])
  if (order !== RELEVANCE)
    return Object.fromEntries(
      (kind.sorts[order]?.requires ?? []).flatMap((name) => (sent[name] === undefined ? [[name, new FieldError('together')]] : [])),
    )
  const name = `orderby=${RELEVANCE}`
  return {
    ...(isBlankSearch(sent) && { search: new FieldError('required_with', { name }) }),
    ...(sent['order'] !== undefined && { order: new FieldError('not_with', { name }) }),
  }
}
